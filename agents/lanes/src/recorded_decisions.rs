//! The decisions of a record, as arrays for learning.

use std::fmt;
use std::sync::Arc;

use botwerk_engine::record::{AnnouncementLine, EventLine, Record, Replay, VerifyError};
use botwerk_engine::{
    Actor, AnyAction, AnyGame, Game, GameEncoding, GameId, GameNotation, GameRace, GameRules,
    ObservationField, Referee, Seat, Viewer,
};

use crate::episode::Episode;
use crate::game_setup::GameSetup;
use crate::match_state::{MatchOf, MatchState};
use crate::registered::entry;
use crate::returns::returns;

/// What the seats of a recorded match saw and did: one row for each action, in order. All announcements of a
/// race are rows, from the first to the last; in overtime a seat sees the numbers that were announced before.
///
/// Left out are seats that neither announced nor passed in a race before it was resolved: a record has no decision
/// of theirs, as it cannot tell a seat that chose to wait from one that was still searching. A pass is a row.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RecordedDecisions {
    /// Number of rows.
    pub rows: usize,
    /// Number of seats of the match.
    pub seats: usize,
    /// Number of bytes of an observation.
    pub observation_len: usize,
    /// The fields of an observation, in order.
    pub observation_fields: &'static [ObservationField],
    /// Number of action numbers.
    pub action_count: usize,
    /// The number of the event, from 1.
    pub seqs: Vec<u64>,
    /// The seat that acted.
    pub players: Vec<u8>,
    /// The number of the seat's turn, from 1.
    pub turns: Vec<u32>,
    /// The number of the action.
    pub actions: Vec<u32>,
    /// Declared search nodes.
    pub efforts: Vec<u64>,
    /// What the match was worth to the seat, from -1 to 1.
    pub returns: Vec<f32>,
    /// What the seat saw before, row by row.
    pub observations: Vec<u8>,
    /// The index of the first legal action of each row, then the number of all of them.
    pub legal_starts: Vec<usize>,
    /// The legal actions, row by row.
    pub legal_actions: Vec<u32>,
}

/// Returns the decisions of a finished match, whose record is verified: rules, chance outcomes, races and the
/// outcome.
///
/// ```
/// use botwerk_agents::{Roster, arena};
/// use botwerk_engine::RootSeed;
/// use botwerk_engine::record::{RecordedSeat, SeedOrigin};
/// use botwerk_lanes::recorded_decisions;
/// # use botwerk_engine::{GameRules, GameType, Options, netzwerk::Netzwerk};
/// # let board = [("width", "2"), ("ranks", "3")];
/// # let options = Options::resolve(Netzwerk::spec().options, board).unwrap();
/// # let game = Netzwerk::new(2, options).unwrap();
///
/// let agents = ["greedy", "random"].map(|name| Netzwerk::agent(&name.parse().unwrap()).unwrap());
/// let (seed, mut events) = (RootSeed::from_text("7"), Vec::new());
/// let finished = arena::play(&game, seed, &mut Vec::from(agents), &mut events);
/// let seats = ["a", "b"].map(|name| RecordedSeat { name: name.into(), agent: None });
/// let record = finished.record(&game, seats.into(), seed, SeedOrigin::Given, &events);
/// let decisions = recorded_decisions(&record).unwrap();
/// assert_eq!(decisions.rows, events.len());
/// assert_eq!(decisions.returns[0], 1.0);
/// ```
///
/// # Errors
/// Returns an error if the match has not ended, or the record contradicts the rules or its seed.
pub fn recorded_decisions(record: &Record) -> Result<RecordedDecisions, VerifyError> {
    game_of(record)?;
    decisions_of(record)
}

/// An action of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AppliedAction {
    /// Who acted.
    pub actor: Actor,
    /// The number of the action.
    pub action: u32,
    /// Declared search nodes.
    pub effort: u64,
}

/// A recorded match after some of its events.
pub struct RecordedMatch {
    /// The game.
    pub setup: GameSetup,
    /// The match.
    pub state: Box<dyn MatchState>,
    /// The actions of the events, in order.
    pub applied: Vec<AppliedAction>,
}

impl fmt::Debug for RecordedMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("RecordedMatch");
        shown.field("setup", &self.setup);
        shown.field("position", &self.state.match_text());
        shown.finish_non_exhaustive()
    }
}

/// Returns the match of a record after the given number of events.
///
/// # Errors
/// Returns an error if the record has fewer events, or contradicts the rules or its seed before.
pub fn recorded_match(record: &Record, events: usize) -> Result<RecordedMatch, VerifyError> {
    let game = game_of(record)?;
    let setup = GameSetup {
        game,
        seats: record.header.seats.len(),
        options: record.header.options.clone().into_iter().collect(),
    };
    let (state, applied) = entry(game).match_after(record, events)?;
    Ok(RecordedMatch {
        setup,
        state,
        applied,
    })
}

fn game_of(record: &Record) -> Result<GameId, VerifyError> {
    record.header.game_id().ok_or_else(|| VerifyError {
        seq: 0,
        message: format!("no game is named {}", record.header.game),
    })
}

pub(crate) fn match_after<G: Game>(
    record: &Record,
    events: usize,
) -> Result<(Box<dyn MatchState>, Vec<AppliedAction>), VerifyError> {
    let mut replay = Replay::<G>::new(record)?;
    let mut applied = Vec::new();
    for _ in 0..events {
        let seq = replay.seq();
        if let Some((line, event)) = replay.peek()? {
            applied.push(AppliedAction {
                actor: event.actor,
                action: replay.referee().game().action_number(event.action),
                effort: effort_of(line, event.actor),
            });
        }
        if !replay.step()? {
            let found = record.events.len();
            let message = format!("expected at most {found}, the number of events");
            return Err(VerifyError { seq, message });
        }
    }
    let game = replay.referee().game().clone();
    let history = replay.referee().clone().into_history();
    let episode = Episode::from_history(&game, replay.seed(), history);
    Ok((MatchOf::boxed(Arc::new(game), episode), applied))
}

/// Returns the search nodes that the actor of an event declared.
fn effort_of(line: &EventLine, actor: Actor) -> u64 {
    let own = |announced: &&AnnouncementLine| matches!(actor, Actor::Seat(seat) if announced.seat as usize == seat.index());
    let announced = line.announcements.iter().find(own);
    let effort = announced.map(|announced| announced.effort).or(line.effort);
    effort.unwrap_or_default()
}

fn decisions_of(record: &Record) -> Result<RecordedDecisions, VerifyError> {
    let mut replay = Replay::<AnyGame>::new(record)?;
    let game = replay.referee().game();
    let mut table = RecordedDecisions {
        seats: game.seats(),
        observation_len: game.observation_len(),
        observation_fields: game.observation_fields(),
        action_count: game.action_count() as usize,
        legal_starts: vec![0],
        ..RecordedDecisions::default()
    };
    while let Some((line, event)) = replay.peek()? {
        if let Actor::Seat(seat) = event.actor {
            let error = |message: String| VerifyError {
                seq: line.seq,
                message,
            };
            table
                .add_event(replay.referee(), line, seat, event.action)
                .map_err(error)?;
        }
        replay.step()?;
    }
    let end = replay.seq();
    let outcome = replay.referee().outcome();
    let outcome = outcome.ok_or_else(|| VerifyError {
        seq: end,
        message: "the match has not ended; expected the record of a finished match".into(),
    })?;
    replay.run()?;
    let returns: Vec<f32> = returns(&outcome).collect();
    let of_player = |player: &u8| returns[usize::from(*player)];
    table.returns = table.players.iter().map(of_player).collect();
    Ok(table)
}

/// Returns `true` if an announcement does not end its race, so that others have events of their own.
fn continues_in_overtime(referee: &Referee<AnyGame>, seat: Seat, action: AnyAction) -> bool {
    let (game, mut state) = (referee.game(), referee.state().clone());
    if game.overtime(&state).is_some() {
        return true;
    }
    let applied = game.apply(&mut state, Actor::Seat(seat), action);
    applied.is_ok() && game.overtime(&state).is_some()
}

impl RecordedDecisions {
    /// Adds the rows of an event.
    fn add_event(
        &mut self,
        referee: &Referee<AnyGame>,
        line: &EventLine,
        seat: Seat,
        action: AnyAction,
    ) -> Result<(), String> {
        let game = referee.game();
        if line.announcements.is_empty() || continues_in_overtime(referee, seat, action) {
            let effort = effort_of(line, Actor::Seat(seat));
            let turn = line.turn.unwrap_or_default();
            self.add_row(referee, line.seq, (seat, turn), action, effort);
            return Ok(());
        }
        for announced in &line.announcements {
            let seat = Seat::new(announced.seat as usize).filter(|seat| seat.index() < self.seats);
            let seat = seat.ok_or_else(|| format!("no seat {} announces", announced.seat))?;
            let action = game.parse_action(&announced.action);
            let action = action.map_err(|error| error.to_string())?;
            let turn = referee.turn(seat).max(1);
            self.add_row(referee, line.seq, (seat, turn), action, announced.effort);
        }
        Ok(())
    }

    fn add_row(
        &mut self,
        referee: &Referee<AnyGame>,
        seq: u64,
        (seat, turn): (Seat, u32),
        action: AnyAction,
        effort: u64,
    ) {
        let game = referee.game();
        self.rows += 1;
        self.seqs.push(seq);
        self.players.push(seat.index() as u8);
        self.turns.push(turn);
        self.actions.push(game.action_number(action));
        self.efforts.push(effort);
        let start = self.observations.len();
        self.observations.resize(start + self.observation_len, 0);
        let view = referee.view(Viewer::Seat(seat));
        game.write_observation(&view, &mut self.observations[start..]);
        let mut legal = Vec::new();
        game.legal_actions(referee.state(), Actor::Seat(seat), &mut legal);
        let numbers = legal.iter().map(|action| game.action_number(*action));
        self.legal_actions.extend(numbers);
        self.legal_starts.push(self.legal_actions.len());
    }
}
