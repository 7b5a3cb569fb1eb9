//! The turns of a record: what an agent expected before each of them, and what they were worth.

use std::fmt;

use botwerk_engine::record::{EventLine, Replay, VerifyError};
use botwerk_engine::{Actor, Event, Game, GameRules, Seat, Seats};

use crate::agent::Agent;
use crate::analysis::{Analysis, AnalysisPosition};
use crate::turn_value::{TurnValue, ValueBasis};

/// What a turn of a record was worth, in the unit of the agent's values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnAnalysis {
    /// Number of the first event of the turn.
    pub seq: u64,
    /// The seat that played it.
    pub seat: Seat,
    /// Number of the turn among the seat's turns, from 1.
    pub turn: u32,
    /// What the seat played, in the game's notation; empty if it played nothing, and while the search is
    /// running.
    pub text: String,
    /// The turn that the agent suggests.
    pub best: String,
    /// What the agent expected for the seat before the turn.
    pub before: Option<i64>,
    /// What the turn was worth to the seat afterwards; `None` where nothing tells, and while the search is
    /// running.
    pub after: Option<i64>,
    /// By how much less the turn was worth than the suggested one; `None` if it is that one, or if a value
    /// is unknown.
    pub loss: Option<i64>,
    /// Whether the loss is a blunder in this game.
    pub is_blunder: bool,
}

/// A search before every turn of a record.
///
/// ```
/// # use botwerk_agents::arena;
/// # use botwerk_engine::record::{RecordedSeat, SeedOrigin};
/// # use botwerk_engine::{GameRules, GameType, Options, RootSeed};
/// use botwerk_agents::{Budget, RecordSearch, Roster};
/// use botwerk_engine::netzwerk::Netzwerk;
/// use botwerk_engine::record::Replay;
/// # let board = [("width", "2"), ("ranks", "3")];
/// # let options = Options::resolve(Netzwerk::spec().options, board).unwrap();
/// # let game = Netzwerk::new(2, options).unwrap();
/// # let names = ["greedy", "random"];
/// # let agents = names.map(|name| Netzwerk::agent(&name.parse().unwrap()).unwrap());
/// # let (seed, mut events) = (RootSeed::from_text("7"), Vec::new());
/// # let finished = arena::play(&game, seed, &mut Vec::from(agents), &mut events);
/// # let seats = names.map(|name| RecordedSeat { name: name.into(), agent: Some(name.into()) });
/// # let record = finished.record(&game, seats.into(), seed, SeedOrigin::Given, &events);
///
/// // `record` is that of a match between two agents.
/// let replay = Replay::<Netzwerk>::new(&record).unwrap();
/// let agent = Netzwerk::agent(&"greedy".parse().unwrap()).unwrap();
/// let budget = Budget { nodes: Some(100), ..Budget::UNLIMITED };
/// let turns = RecordSearch::new(replay, agent).run(
///     &mut |position, agent| Some(position.search(agent, &budget, &mut |_| {})),
///     &mut |_| {},
/// );
/// // The first seat played as the same agent suggests.
/// let turns = turns.unwrap();
/// assert!(turns.iter().any(|turn| turn.text == turn.best && !turn.is_blunder));
/// ```
pub struct RecordSearch<'a, G: Game> {
    replay: Replay<'a, G>,
    agent: Box<dyn Agent<G>>,
    seats: Seats,
}

impl<G: Game> fmt::Debug for RecordSearch<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordSearch")
            .field("seats", &self.seats)
            .finish_non_exhaustive()
    }
}

/// Searches one position; `None` ends the search of the record.
pub type SearchPosition<'s, G> = dyn FnMut(&AnalysisPosition<G>, &mut dyn Agent<G>) -> Option<Analysis<<G as GameRules>::Action>>
    + 's;

/// A turn whose actions and value afterwards are not known yet.
struct OpenTurn<G: Game> {
    analysis: TurnAnalysis,
    actions: Vec<G::Action>,
    view: G::View,
}

impl<'a, G: TurnValue> RecordSearch<'a, G> {
    /// Creates a search of all turns by an agent.
    pub fn new(replay: Replay<'a, G>, agent: Box<dyn Agent<G>>) -> Self {
        let seats = Seat::all(replay.referee().game().seats()).collect();
        Self {
            replay,
            agent,
            seats,
        }
    }

    /// The same search, but of the turns of these seats only. Where the values of two seats are opposed, all are
    /// searched: a turn is worth what its opponent expects next.
    #[must_use]
    pub fn of_seats(self, seats: Seats) -> Self {
        match self.replay.referee().game().value_basis() {
            ValueBasis::Opposed => self,
            ValueBasis::OwnNext | ValueBasis::Announced => Self { seats, ..self },
        }
    }

    /// Searches with `search` and returns all turns that were searched. `found` receives each of them after its
    /// search.
    ///
    /// # Errors
    /// Returns an error at the first event that contradicts the rules.
    pub fn run(
        mut self,
        search: &mut SearchPosition<'_, G>,
        found: &mut dyn FnMut(&TurnAnalysis),
    ) -> Result<Vec<TurnAnalysis>, VerifyError> {
        let mut turns: Vec<OpenTurn<G>> = Vec::new();
        let mut is_ended = false;
        loop {
            let seats = self.seats;
            let awaited = self.replay.referee().awaited_seats();
            for seat in awaited.filter(|seat| seats.contains(*seat)) {
                let turn = self.replay.referee().turn(seat);
                let is_known =
                    latest(&mut turns, seat).is_some_and(|latest| latest.analysis.turn == turn);
                if is_known || is_ended {
                    continue;
                }
                match self.search(seat, search) {
                    Some(turn) => {
                        found(&turn.analysis);
                        turns.push(turn);
                    }
                    None => is_ended = true,
                }
            }
            let Some((line, event)) = self.replay.peek()? else {
                break;
            };
            add_actions(self.replay.referee().game(), &mut turns, line, &event);
            self.replay.step()?;
        }
        Ok(completed(self.replay.referee().game(), turns))
    }

    /// Searches before the turn of a seat that is to act, or returns `None` if the search must end.
    fn search(&mut self, seat: Seat, search: &mut SearchPosition<'_, G>) -> Option<OpenTurn<G>> {
        let referee = self.replay.referee();
        let position = AnalysisPosition::new(referee, Some(seat), self.replay.seed()).ok()?;
        let found = search(&position, &mut *self.agent)?;
        let best = found.principal_variation.into_iter().next();
        let analysis = TurnAnalysis {
            seq: self.replay.seq(),
            seat,
            turn: referee.turn(seat),
            text: String::new(),
            best: best.map_or_else(String::new, |best| best.text),
            before: found.value,
            after: None,
            loss: None,
            is_blunder: false,
        };
        Some(OpenTurn {
            analysis,
            actions: Vec::new(),
            view: position.view().clone(),
        })
    }
}

/// Adds what an event tells of the turns of seats.
fn add_actions<G: Game>(
    game: &G,
    turns: &mut [OpenTurn<G>],
    line: &EventLine,
    event: &Event<G::Action>,
) {
    for announcement in &line.announcements {
        let turn = Seat::new(announcement.seat as usize).and_then(|seat| latest(turns, seat));
        if let (Some(turn), Ok(action)) = (turn, game.parse_action(&announcement.action)) {
            turn.actions = vec![action];
        }
    }
    // The announcements of a race include that of the event.
    if let Actor::Seat(seat) = event.actor
        && line.announcements.is_empty()
        && let Some(turn) = latest(turns, seat)
        && line.turn == Some(turn.analysis.turn)
    {
        turn.actions.push(event.action);
    }
}

/// Returns the latest turn of a seat that was searched.
fn latest<G: Game>(turns: &mut [OpenTurn<G>], seat: Seat) -> Option<&mut OpenTurn<G>> {
    let mut turns = turns.iter_mut().rev();
    turns.find(|turn| turn.analysis.seat == seat)
}

/// Returns the turns with their texts, and with what they were worth.
fn completed<G: TurnValue>(game: &G, turns: Vec<OpenTurn<G>>) -> Vec<TurnAnalysis> {
    let values: Vec<_> = (0..turns.len())
        .map(|index| value_after(game, &turns, index))
        .collect();
    let complete = |(turn, after): (OpenTurn<G>, Option<i64>)| {
        let OpenTurn {
            analysis,
            actions,
            view,
        } = turn;
        let text = match actions.as_slice() {
            [] => String::new(),
            actions => game.format_turn(&view, actions),
        };
        let values = analysis.before.zip(after);
        let loss = values
            .map(|(before, after)| (before - after).max(0))
            .filter(|_| text != analysis.best);
        TurnAnalysis {
            text,
            after,
            loss,
            is_blunder: loss.is_some_and(|loss| loss >= game.blunder_loss()),
            ..analysis
        }
    };
    turns.into_iter().zip(values).map(complete).collect()
}

/// Returns what a turn of a list was worth to its seat afterwards, or `None` where nothing tells.
fn value_after<G: TurnValue>(game: &G, turns: &[OpenTurn<G>], index: usize) -> Option<i64> {
    let (turn, later) = (&turns[index], &turns[index + 1..]);
    match game.value_basis() {
        ValueBasis::Announced => game.announced_value(*turn.actions.first()?),
        ValueBasis::OwnNext => {
            let own = later
                .iter()
                .filter(|next| next.analysis.seat == turn.analysis.seat);
            // A forced turn has no value, and does not change that of the turn before it.
            { own }.find_map(|next| next.analysis.before)
        }
        ValueBasis::Opposed => {
            let next = &later.first()?.analysis;
            let sign = if next.seat == turn.analysis.seat {
                1
            } else {
                -1
            };
            Some(sign * next.before?)
        }
    }
}
