//! Looking at one position for somebody: what a player expects there, told while it searches.

use botwerk_engine::{
    Actor, Decision, Game, ParseError, Referee, RootSeed, Seat, Turn, Viewer, still_asked,
};

use crate::agent::{Agent, Budget, Choice, Request};

/// What a search has found so far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Analysis {
    /// Turns to which everything was searched; 0 if the player has no such thing.
    pub depth: u32,
    /// What the player expects, from the seat's point of view; larger is better.
    pub value: Option<i64>,
    /// Search nodes so far.
    pub nodes: u64,
    /// What is expected to be played, turn by turn; the suggested turn is the first. It ends where
    /// chance acts.
    pub principal_variation: Vec<ExpectedTurn>,
}

/// A turn that is expected to be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedTurn {
    /// Whose turn it is.
    pub seat: Seat,
    /// The turn in the game's notation.
    pub text: String,
}

/// A position as a seat that is asked there sees it.
#[derive(Debug, Clone)]
pub struct Subject<G: Game> {
    game: G,
    view: G::View,
    earlier: Vec<G::View>,
    seat: Seat,
    turn: u32,
    seed: RootSeed,
}

/// Why there is nothing to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotAsked {
    /// The match has ended.
    #[error("the match is over in this position")]
    Over,
    /// Chance acts.
    #[error("chance acts in this position, and no seat is asked")]
    Chance,
    /// Another seat is asked.
    #[error("seat {0} is not asked in this position")]
    Seat(Seat),
}

impl<G: Game> Subject<G> {
    /// The position of a match as a seat sees it; without a seat the first one that is asked.
    /// `seed` is what the player's randomness comes from, which must not be a seed that others are
    /// not to know.
    ///
    /// # Errors
    /// If the seat is not asked.
    pub fn new(referee: &Referee<G>, seat: Option<Seat>, seed: RootSeed) -> Result<Self, NotAsked> {
        let seat = asked_seat(referee, seat)?;
        let viewer = Viewer::Seat(seat);
        Ok(Self {
            game: referee.game().clone(),
            view: referee.view(viewer),
            earlier: referee.earlier_views(viewer),
            seat,
            turn: referee.turn(seat),
            seed,
        })
    }

    /// Lets a player search within a budget; reports what it finds on the way, and gives what it
    /// has chosen in the end.
    pub fn search(
        &self,
        agent: &mut dyn Agent<G>,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(Analysis),
    ) -> Analysis {
        let request = self.request();
        let choice = agent.decide(&request, budget, &mut |choice| {
            report(self.analysis(choice));
        });
        self.analysis(&choice)
    }

    fn request(&self) -> Request<'_, G> {
        Request {
            game: &self.game,
            view: &self.view,
            earlier: &self.earlier,
            seat: self.seat,
            turn: self.turn,
            seed: self.seed,
        }
    }

    fn analysis(&self, choice: &Choice<G::Action>) -> Analysis {
        let expected = &choice.principal_variation;
        let line = if expected.starts_with(&choice.actions) {
            expected
        } else {
            &choice.actions
        };
        Analysis {
            depth: choice.depth,
            value: choice.value,
            nodes: choice.effort,
            principal_variation: self.turns(line),
        }
    }

    /// Actions turn by turn, as far as they can be played.
    fn turns(&self, mut line: &[G::Action]) -> Vec<ExpectedTurn> {
        let game = &self.game;
        let mut state = game.sample_hidden(&self.view, &mut self.request().generator());
        let mut turns = Vec::new();
        while let Some((ask, seat)) = line.first().and_then(|first| self.player(&state, *first)) {
            let view = game.view(&state, Viewer::Seat(seat));
            let taken = self.play_turn(&mut state, ask, seat, line);
            let (actions, rest) = line.split_at(taken);
            let text = game.format_turn(&view, actions);
            turns.push(ExpectedTurn { seat, text });
            line = rest;
        }
        turns
    }

    /// Plays the actions of one turn; gives their number, with those that its end drops.
    fn play_turn(
        &self,
        state: &mut G::State,
        ask: Decision,
        seat: Seat,
        line: &[G::Action],
    ) -> usize {
        let game = &self.game;
        let mut taken = 0;
        for action in line {
            let goes_on = taken == 0 || still_asked(game, state, ask, seat);
            let fits = if goes_on {
                game.apply(state, Actor::Seat(seat), *action).is_ok()
            } else {
                game.ignores_trailing(*action) && self.player(state, *action).is_none()
            };
            if !fits {
                break;
            }
            taken += 1;
        }
        taken
    }

    /// What is asked, and which seat may answer it by an action: of several the one whose view this
    /// is, if it may.
    fn player(&self, state: &G::State, action: G::Action) -> Option<(Decision, Seat)> {
        let Turn::Decision(ask) = self.game.turn(state) else {
            return None;
        };
        let own = Some(self.seat).filter(|seat| ask.seats.contains(*seat));
        let may = |seat: &Seat| {
            let mut tried = state.clone();
            let played = self.game.apply(&mut tried, Actor::Seat(*seat), action);
            played.is_ok()
        };
        let seat = own.into_iter().chain(ask.seats).find(may)?;
        Some((ask, seat))
    }
}

/// The position of a text: of a whole one, or of one as a seat sees it that is asked there. What the
/// seat does not see is then drawn, so that it sees just this.
///
/// # Errors
/// If the text is neither: what is wrong with it as the given seat's view, or without a seat as a
/// whole position.
pub fn seen_position<G: Game>(
    game: &G,
    text: &str,
    seat: Option<Seat>,
    seed: RootSeed,
) -> Result<G::State, ParseError> {
    let drawn = |viewer: Seat| {
        let view = game.parse_view(Viewer::Seat(viewer), text)?;
        Ok(game.sample_hidden(&view, &mut seed.agent(viewer, 0)))
    };
    let is_asked = |state: &G::State, viewer: Seat| match game.turn(state) {
        Turn::Decision(ask) => ask.seats.contains(viewer),
        Turn::Chance(_) | Turn::Over(_) => false,
    };
    game.parse_position(text).or_else(|error| match seat {
        Some(viewer) if viewer.index() < game.seats() => drawn(viewer),
        _ => {
            let viewers = Seat::all(game.seats());
            let mut states = viewers.filter_map(|viewer| {
                let state = drawn(viewer).ok()?;
                is_asked(&state, viewer).then_some(state)
            });
            states.next().ok_or(error)
        }
    })
}

/// The given seat, or the first one, if it is asked.
fn asked_seat<G: Game>(referee: &Referee<G>, seat: Option<Seat>) -> Result<Seat, NotAsked> {
    if referee.outcome().is_some() {
        return Err(NotAsked::Over);
    }
    let mut asked = referee.ask().ok_or(NotAsked::Chance)?.seats;
    match seat {
        Some(seat) if asked.contains(seat) => Ok(seat),
        Some(seat) => Err(NotAsked::Seat(seat)),
        None => asked.next().ok_or(NotAsked::Chance),
    }
}

#[cfg(test)]
mod tests;
