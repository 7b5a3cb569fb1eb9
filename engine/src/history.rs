//! A position with what happened before it, as far as repetition needs it.

use crate::game::{Actor, Game, IllegalAction};

/// A position and the earlier occurrences that may end the match by repetition.
///
/// Equality, hash and text cover the position alone; this wrapper adds the past.
#[derive(Debug, Clone)]
pub struct History<G: Game> {
    state: G::State,
    occurrences: Vec<G::State>,
}

impl<G: Game> History<G> {
    /// A history that begins with `state`.
    pub fn new(game: &G, state: G::State) -> Self {
        Self::with_occurrences(game, state, &[])
    }

    /// A history in which `earlier` positions have already occurred.
    pub fn with_occurrences(game: &G, state: G::State, earlier: &[G::State]) -> Self {
        let counted = earlier
            .iter()
            .filter_map(|state| game.repetition_key(state));
        let earlier = counted.collect();
        let mut history = Self {
            state,
            occurrences: earlier,
        };
        history.note(game);
        history
    }

    /// The position.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The positions that count for repetition, in order: those given at the beginning, then every
    /// occurrence since. The last one is the present position if that counts; empty in games
    /// without repetition.
    pub fn occurrences(&self) -> &[G::State] {
        &self.occurrences
    }

    /// Carries out an action and counts the occurrence of the position it leads to.
    ///
    /// # Errors
    /// If the rules do not allow the action; nothing is changed.
    pub fn apply(
        &mut self,
        game: &G,
        actor: Actor,
        action: G::Action,
    ) -> Result<(), IllegalAction> {
        game.apply(&mut self.state, actor, action)?;
        self.move_on(game);
        Ok(())
    }

    /// Applies an action that [`legal_actions`](crate::GameRules::legal_actions) lists, as
    /// [`apply_unchecked`](crate::GameRules::apply_unchecked) does, and counts the occurrence.
    #[inline]
    pub fn play(&mut self, game: &G, actor: Actor, action: G::Action) {
        game.apply_unchecked(&mut self.state, actor, action);
        self.move_on(game);
    }

    #[inline]
    fn move_on(&mut self, game: &G) {
        if !self.occurrences.is_empty() && game.is_irreversible(&self.state) {
            self.occurrences.clear();
        }
        self.note(game);
    }

    #[inline]
    fn note(&mut self, game: &G) {
        if let Some(occurrence) = game.repetition_key(&self.state) {
            let same = |earlier: &&G::State| **earlier == occurrence;
            let before = self.occurrences.iter().filter(same).count();
            self.occurrences.push(occurrence);
            game.set_repetitions(&mut self.state, before as u32 + 1);
        }
    }
}
