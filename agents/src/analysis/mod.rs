//! Analysis of one position: what an agent expects there, reported while it searches.

use botwerk_engine::{
    Actor, Decision, Game, ParseError, Referee, RootSeed, Seat, Turn, Viewer, is_same_decision,
};

use crate::agent::{Agent, Budget, Choice, DecisionRequest};

/// The state of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysis<A> {
    /// Depth in turns of the last complete search; 0 if the agent searches to no depth.
    pub depth: u32,
    /// Value for the seat; larger is better.
    pub value: Option<i64>,
    /// Number of search nodes so far.
    pub nodes: u64,
    /// Expected turns in order, starting with the suggested one. Ends where chance acts.
    pub principal_variation: Vec<PvTurn<A>>,
    /// Hints for a person, each revealing more than the one before.
    pub hints: Vec<String>,
}

impl<A> Default for Analysis<A> {
    fn default() -> Self {
        Self {
            depth: 0,
            value: None,
            nodes: 0,
            principal_variation: Vec::new(),
            hints: Vec::new(),
        }
    }
}

impl<A> Analysis<A> {
    /// Returns the analysis with other representations of its actions.
    pub fn map_actions<B>(self, map: impl Fn(A) -> B) -> Analysis<B> {
        let turns = self.principal_variation.into_iter();
        let turn = |turn: PvTurn<A>| PvTurn {
            seat: turn.seat,
            text: turn.text,
            actions: turn.actions.into_iter().map(&map).collect(),
        };
        Analysis {
            depth: self.depth,
            value: self.value,
            nodes: self.nodes,
            principal_variation: turns.map(turn).collect(),
            hints: self.hints,
        }
    }
}

/// A turn of the principal variation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PvTurn<A> {
    /// Seat that plays the turn.
    pub seat: Seat,
    /// The turn in the game's notation.
    pub text: String,
    /// The actions of the turn.
    pub actions: Vec<A>,
}

/// A position as seen by a seat that is to act.
///
/// ```
/// use botwerk_agents::{AnalysisPosition, Budget, Roster};
/// use botwerk_engine::{Referee, RootSeed};
/// # use botwerk_engine::{GameRules, GameType, Options, netzwerk::Netzwerk};
/// # let board = [("width", "2"), ("ranks", "3")];
/// # let options = Options::resolve(Netzwerk::spec().options, board).unwrap();
/// # let game = Netzwerk::new(2, options).unwrap();
///
/// let seed = RootSeed::from_text("7");
/// let position = AnalysisPosition::new(&Referee::new(game, seed), None, seed).unwrap();
/// let mut agent = Netzwerk::agent(&"minimax:nodes=20000".parse().unwrap()).unwrap();
/// let analysis = position.search(&mut *agent, &Budget::UNLIMITED, &mut |_| {});
/// // The side to move wins at once, so one turn is expected.
/// assert_eq!((analysis.depth, analysis.principal_variation.len()), (1, 1));
/// assert_eq!(analysis.principal_variation[0].seat.index(), 0);
/// ```
#[derive(Debug, Clone)]
pub struct AnalysisPosition<G: Game> {
    game: G,
    view: G::View,
    earlier: Vec<G::View>,
    seat: Seat,
    turn: u32,
    seed: RootSeed,
}

/// The error for a position that cannot be analysed.
///
/// ```
/// use botwerk_agents::{AnalysisError, AnalysisPosition};
/// use botwerk_engine::{Referee, RootSeed, Seat};
/// # use botwerk_engine::{GameRules, GameType, Options, netzwerk::Netzwerk};
/// # let board = [("width", "2"), ("ranks", "3")];
/// # let options = Options::resolve(Netzwerk::spec().options, board).unwrap();
/// # let game = Netzwerk::new(2, options).unwrap();
///
/// let seed = RootSeed::from_text("7");
/// let second = Seat::new(1).unwrap();
/// let error = AnalysisPosition::new(&Referee::new(game, seed), Some(second), seed).unwrap_err();
/// assert_eq!(error, AnalysisError::Seat(second));
/// assert_eq!(error.to_string(), "seat 1 is not to act in this position");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AnalysisError {
    /// The match has ended.
    #[error("the match is over in this position")]
    Over,
    /// Chance acts.
    #[error("no seat is to act in this position: chance acts")]
    Chance,
    /// Another seat is to act.
    #[error("seat {0} is not to act in this position")]
    Seat(Seat),
}

impl<G: Game> AnalysisPosition<G> {
    /// Creates the position to analyse from a referee's position as one seat sees it; without a seat, the first
    /// one that is to act. `seed` is the source of the agent's randomness; do not pass a seed that
    /// must stay secret.
    ///
    /// # Errors
    /// Returns an error if the seat is not to act.
    pub fn new(
        referee: &Referee<G>,
        seat: Option<Seat>,
        seed: RootSeed,
    ) -> Result<Self, AnalysisError> {
        let seat = acting_seat(referee, seat)?;
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

    /// Returns the game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns what the seat knows of the position.
    pub fn view(&self) -> &G::View {
        &self.view
    }

    /// Runs an agent's search within a budget, reports its progress, and returns the analysis of
    /// the final choice.
    pub fn search(
        &self,
        agent: &mut dyn Agent<G>,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(Analysis<G::Action>),
    ) -> Analysis<G::Action> {
        let request = self.request();
        let choice = agent.decide(&request, budget, &mut |choice| {
            report(self.analysis(choice));
        });
        self.analysis(&choice)
    }

    fn request(&self) -> DecisionRequest<'_, G> {
        DecisionRequest {
            game: &self.game,
            view: &self.view,
            earlier_views: &self.earlier,
            seat: self.seat,
            turn: self.turn,
            seed: self.seed,
        }
    }

    fn analysis(&self, choice: &Choice<G::Action>) -> Analysis<G::Action> {
        let variation = &choice.principal_variation;
        let actions = if variation.starts_with(&choice.actions) {
            variation
        } else {
            &choice.actions
        };
        let turns = self.turns(actions);
        Analysis {
            depth: choice.depth,
            value: choice.value,
            nodes: choice.effort,
            hints: self.hints(&turns),
            principal_variation: turns,
        }
    }

    /// Splits actions into turns, as far as they can be played.
    fn turns(&self, mut actions: &[G::Action]) -> Vec<PvTurn<G::Action>> {
        let game = &self.game;
        let mut state = game.sample_hidden(&self.view, &mut self.request().generator());
        let mut turns = Vec::new();
        while let Some((decision, seat)) = actions
            .first()
            .and_then(|first| self.next_turn(&mut state, *first))
        {
            let view = game.view(&state, Viewer::Seat(seat));
            let count = self.play_turn(&mut state, decision, seat, actions);
            let (turn, remaining) = actions.split_at(count);
            let text = game.format_turn(&view, turn);
            turns.push(PvTurn {
                seat,
                text,
                actions: turn.to_vec(),
            });
            actions = remaining;
        }
        turns
    }

    /// Returns the hints of the expected turns: those of the seat of the view before another seat acts.
    fn hints(&self, turns: &[PvTurn<G::Action>]) -> Vec<String> {
        let own = turns.iter().take_while(|turn| turn.seat == self.seat);
        let own: Vec<_> = own.map(|turn| turn.actions.clone()).collect();
        self.game.hints(&self.view, &own)
    }

    /// Returns the next decision and the seat that plays this action there. In overtime the race ends
    /// without another announcement, if the action is the next one of the seat of the view then.
    fn next_turn(&self, state: &mut G::State, action: G::Action) -> Option<(Decision, Seat)> {
        let next = self.acting_seat(state, action);
        next.or_else(|| {
            let mut closed = state.clone();
            let overtime = self.game.overtime(state)?;
            let applied = self.game.apply(&mut closed, Actor::Referee, overtime.close);
            applied.ok()?;
            let next = self.acting_seat(&closed, action);
            let next = next.filter(|(_, seat)| *seat == self.seat)?;
            *state = closed;
            Some(next)
        })
    }

    /// Plays the actions of one turn; returns their number, including those that its end drops.
    fn play_turn(
        &self,
        state: &mut G::State,
        decision: Decision,
        seat: Seat,
        actions: &[G::Action],
    ) -> usize {
        let game = &self.game;
        let mut count = 0;
        for action in actions {
            let turn_continues = count == 0 || is_same_decision(game, state, decision, seat);
            let is_playable = if turn_continues {
                game.apply(state, Actor::Seat(seat), *action).is_ok()
            } else {
                game.ignores_trailing(*action) && self.acting_seat(state, *action).is_none()
            };
            if !is_playable {
                break;
            }
            count += 1;
        }
        count
    }

    /// Returns the open decision and the seat that may play this action. If several may, the seat
    /// of the view comes first.
    fn acting_seat(&self, state: &G::State, action: G::Action) -> Option<(Decision, Seat)> {
        let Turn::Decision(decision) = self.game.turn(state) else {
            return None;
        };
        let viewer = Some(self.seat).filter(|seat| decision.seats.contains(*seat));
        let is_legal = |seat: &Seat| {
            let mut after = state.clone();
            let result = self.game.apply(&mut after, Actor::Seat(*seat), action);
            result.is_ok()
        };
        let seat = viewer.into_iter().chain(decision.seats).find(is_legal)?;
        Some((decision, seat))
    }
}

/// Parses a complete position, or the view of a seat that is to act there. Hidden information of a
/// view is sampled.
///
/// # Errors
/// Returns an error if the text is neither; the error refers to the given seat's view, or without a
/// seat to the complete position.
///
/// ```
/// use botwerk_agents::parse_position_or_view;
/// use botwerk_engine::{GameNotation, GameViews, RootSeed, Seat, Viewer};
/// # use botwerk_engine::{GameRules, GameType, Options, netzwerk::Netzwerk};
/// # let options = Options::resolve(Netzwerk::spec().options, [("", ""); 0]).unwrap();
/// # let game = Netzwerk::new(2, options).unwrap();
///
/// let seed = RootSeed::from_text("7");
/// let start = game.initial_state(seed);
/// let text = game.format_view(&game.view(&start, Viewer::Seat(Seat::FIRST)));
/// assert_eq!(parse_position_or_view(&game, &text, None, seed), Ok(start));
/// assert!(parse_position_or_view(&game, "w", None, seed).is_err());
/// ```
pub fn parse_position_or_view<G: Game>(
    game: &G,
    text: &str,
    seat: Option<Seat>,
    seed: RootSeed,
) -> Result<G::State, ParseError> {
    let read_view = |viewer| game.parse_view(viewer, text);
    position_or_view(game, game.read_position(text), read_view, seed, seat)
}

/// Returns the position that was read, or else a position of the view of a seat that is to act there.
/// Hidden information of a view is sampled. `read_view` reads the same text or message as a view.
///
/// # Errors
/// Returns an error if neither can be read; the error refers to the given seat's view, or without a seat
/// to the complete position.
pub fn position_or_view<G: Game, E>(
    game: &G,
    position: Result<G::State, E>,
    read_view: impl Fn(Viewer) -> Result<G::View, E>,
    seed: RootSeed,
    seat: Option<Seat>,
) -> Result<G::State, E> {
    let sample = |viewer: Seat| {
        let view = read_view(Viewer::Seat(viewer))?;
        Ok(game.sample_hidden(&view, &mut seed.rng_for_agent(viewer, 0)))
    };
    let is_to_act = |state: &G::State, viewer: Seat| match game.turn(state) {
        Turn::Decision(decision) => decision.seats.contains(viewer),
        Turn::Chance(_) | Turn::Over(_) => false,
    };
    position.or_else(|error| match seat {
        Some(viewer) if viewer.index() < game.seats() => sample(viewer),
        _ => {
            let viewers = Seat::all(game.seats());
            let mut states = viewers.filter_map(|viewer| {
                let state = sample(viewer).ok()?;
                is_to_act(&state, viewer).then_some(state)
            });
            states.next().ok_or(error)
        }
    })
}

/// Returns the given seat, or the first one that is to act.
fn acting_seat<G: Game>(referee: &Referee<G>, seat: Option<Seat>) -> Result<Seat, AnalysisError> {
    if referee.outcome().is_some() {
        return Err(AnalysisError::Over);
    }
    let mut seats = referee.decision().ok_or(AnalysisError::Chance)?.seats;
    match seat {
        Some(seat) if seats.contains(seat) => Ok(seat),
        Some(seat) => Err(AnalysisError::Seat(seat)),
        None => seats.next().ok_or(AnalysisError::Chance),
    }
}

#[cfg(test)]
mod tests;
