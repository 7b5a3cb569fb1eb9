//! A position with the earlier positions that matter for repetition.

use crate::game::{Actor, Game, IllegalAction, Viewer};

/// A position and the earlier occurrences that may end the match by repetition.
///
/// Equality, hash and text cover only the position; this wrapper adds its history.
///
/// ```
/// use botwerk_engine::netzwerk::Netzwerk;
/// use botwerk_engine::{Actor, GameNotation, GameRules, GameType, History, Options, RootSeed, Seat};
///
/// let options = Options::resolve(Netzwerk::spec().options, [("", ""); 0]).unwrap();
/// let game = Netzwerk::new(2, options).unwrap();
/// let mut history = History::new(&game, game.initial_state(RootSeed::from_text("7")));
/// assert_eq!(history.occurrences().len(), 1);
/// for text in ["b2-b4", "/", "."] {
///     let action = game.parse_action(text).unwrap();
///     history.apply(&game, Actor::Seat(Seat::FIRST), action).unwrap();
/// }
/// // A robot has moved forward, so the start cannot occur again.
/// assert_eq!(history.occurrences().len(), 1);
/// assert!(history.state().position().is_start_of_turn());
/// ```
#[derive(Debug, Clone)]
pub struct History<G: Game> {
    state: G::State,
    occurrences: Vec<G::State>,
}

impl<G: Game> History<G> {
    /// Creates a history that starts with `state`.
    pub fn new(game: &G, state: G::State) -> Self {
        Self::with_occurrences(game, state, &[])
    }

    /// Creates a history in which the `earlier` positions have occurred before `state`.
    pub fn with_occurrences(game: &G, state: G::State, earlier: &[G::State]) -> Self {
        let keys = earlier
            .iter()
            .filter_map(|state| game.repetition_key(state));
        let mut history = Self {
            state,
            occurrences: keys.collect(),
        };
        history.record_occurrence(game);
        history
    }

    /// Returns the position.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Returns the positions that count for repetition, in order: the initial ones, then all later
    /// occurrences. The last one is the current position if it counts. Empty in games without
    /// repetition.
    pub fn occurrences(&self) -> &[G::State] {
        &self.occurrences
    }

    /// Returns the positions that count for repetition and have occurred before the current one, in order.
    pub fn earlier(&self, game: &G) -> &[G::State] {
        match (
            self.occurrences.split_last(),
            game.repetition_key(&self.state),
        ) {
            (Some((_, earlier)), Some(_)) => earlier,
            _ => &self.occurrences,
        }
    }

    /// Returns a viewer's views of all positions that count for repetition, in order.
    pub fn views(&self, game: &G, viewer: Viewer) -> Vec<G::View> {
        let occurrences = self.occurrences.iter();
        occurrences.map(|state| game.view(state, viewer)).collect()
    }

    /// Applies an action and counts the occurrence of the position that it leads to.
    ///
    /// # Errors
    /// Returns an error if the rules forbid the action; nothing is changed.
    pub fn apply(
        &mut self,
        game: &G,
        actor: Actor,
        action: G::Action,
    ) -> Result<(), IllegalAction> {
        game.apply(&mut self.state, actor, action)?;
        self.update_occurrences(game);
        Ok(())
    }

    /// Applies an action that [`legal_actions`](crate::GameRules::legal_actions) lists, as
    /// [`apply_unchecked`](crate::GameRules::apply_unchecked) does, and counts the occurrence.
    #[inline]
    pub fn apply_unchecked(&mut self, game: &G, actor: Actor, action: G::Action) {
        game.apply_unchecked(&mut self.state, actor, action);
        self.update_occurrences(game);
    }

    #[inline]
    fn update_occurrences(&mut self, game: &G) {
        if !self.occurrences.is_empty() && game.is_irreversible(&self.state) {
            self.occurrences.clear();
        }
        self.record_occurrence(game);
    }

    #[inline]
    fn record_occurrence(&mut self, game: &G) {
        if let Some(key) = game.repetition_key(&self.state) {
            let is_same = |earlier: &&G::State| **earlier == key;
            let count = self.occurrences.iter().filter(is_same).count();
            self.occurrences.push(key);
            game.set_repetitions(&mut self.state, count as u32 + 1);
        }
    }
}
