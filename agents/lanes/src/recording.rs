//! Records of matches that were played action by action.

use botwerk_engine::record::{
    ClockKind, EventLine, Header, OutcomeLine, Record, RecordedSeat, SeedOrigin,
};
use botwerk_engine::{
    AnyGame, Event, Game, GameNotation, GameRules, OptionError, Referee, RootSeed, Seat, Submission,
};

use crate::episode::Effort;
use crate::game_setup::GameSetup;

/// An action of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayedAction {
    /// The seat.
    pub seat: Seat,
    /// The number of the action.
    pub action: u32,
    /// How long the choice took.
    pub effort: Effort,
}

/// The error of a match that cannot be recorded.
#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    /// An option or the number of seats is invalid.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// There is not one name for each seat.
    #[error("names: expected {expected}, one for each seat, found {found}")]
    Names {
        /// The number of seats.
        expected: usize,
        /// The number of names.
        found: usize,
    },
    /// The actions do not lead to the position from the start that the seed gives.
    #[error(
        "the match cannot be recorded: it did not start as its seed gives, or chance outcomes were chosen; \
         start with a seed, and sample them"
    )]
    OtherMatch,
}

impl GameSetup {
    /// Returns the record of the match with this seed and these actions, in which chance was sampled from the
    /// seed. `position` is the position after the last action.
    ///
    /// # Errors
    /// Returns an error if the match does not lead to the position.
    ///
    /// ```
    /// use botwerk_engine::{GameId, RootSeed, Seat};
    /// use botwerk_lanes::{Effort, GameSetup, PlayedAction};
    ///
    /// let setup = GameSetup { game: GameId::NETZWERK, seats: 2, options: vec![] };
    /// let seed = RootSeed::from_text("7");
    /// let mut state = setup.start(seed).unwrap();
    /// let (seat, effort) = (Seat::FIRST, Effort::default());
    /// let action = state.action_number("b2-b4").unwrap();
    /// state.act(seat, action, effort).unwrap();
    /// let played = [PlayedAction { seat, action, effort }];
    /// let names = ["a", "b"].map(String::from);
    /// let record = setup.record(seed, &names, &played, &state.position_text()).unwrap();
    /// assert_eq!(record.events[0].action, "b2-b4");
    /// assert!(setup.record(seed, &names, &[], &state.position_text()).is_err());
    /// ```
    pub fn record(
        &self,
        seed: RootSeed,
        names: &[String],
        played: &[PlayedAction],
        position: &str,
    ) -> Result<Record, RecordingError> {
        record_of(self.create()?, seed, names, played, position)
    }
}

fn record_of(
    game: AnyGame,
    seed: RootSeed,
    names: &[String],
    played: &[PlayedAction],
    position: &str,
) -> Result<Record, RecordingError> {
    if names.len() != game.seats() {
        let (expected, found) = (game.seats(), names.len());
        return Err(RecordingError::Names { expected, found });
    }
    let mut referee = Referee::new(game, seed).with_virtual_time(true);
    let mut events = Vec::new();
    for action in played {
        referee.resolve_chance(&mut events);
        submit(&mut referee, *action, &mut events).ok_or(RecordingError::OtherMatch)?;
        if referee.awaited_seats().is_empty() {
            referee.resolve_race(|_| u64::MAX, &mut events);
        }
    }
    let game = referee.game();
    if game.format_position(referee.state()) != position {
        // What came after the last action may be sampled as well.
        referee.resolve_chance(&mut events);
    }
    let game = referee.game();
    if game.format_position(referee.state()) != position {
        return Err(RecordingError::OtherMatch);
    }
    let seats = names.iter().map(|name| RecordedSeat {
        name: name.clone(),
        agent: None,
    });
    let line = |(seq, event)| EventLine::new(game, seq, event);
    let no_terminations = vec![None; names.len()];
    Ok(Record {
        header: Header::new(
            game,
            seats.collect(),
            seed,
            SeedOrigin::Given,
            ClockKind::Virtual,
        ),
        events: (1..).zip(&events).map(line).collect(),
        outcome: referee
            .outcome()
            .map(|outcome| OutcomeLine::new(&outcome, &no_terminations)),
    })
}

/// Submits an action, or returns `None` if it is illegal.
fn submit<G: Game>(
    referee: &mut Referee<G>,
    played: PlayedAction,
    events: &mut Vec<Event<G::Action>>,
) -> Option<()> {
    let PlayedAction {
        seat,
        action,
        effort,
    } = played;
    let game = referee.game();
    let nanos = game.virtual_time(effort.nodes, effort.pause_micros);
    let action = match game.pass_action(referee.state()) {
        // A choice that is too late for a race is a pass.
        Some(pass) if nanos.is_none() => pass,
        _ => game.action_from_number(action)?,
    };
    let submission = Submission {
        seat,
        actions: &[action],
        nanos,
        effort: effort.nodes,
        score: None,
    };
    referee.submit(submission, events).ok()?;
    Some(())
}
