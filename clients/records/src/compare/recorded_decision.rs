//! The decisions of one seat in a record, with what the seat knew and what it submitted.

use botwerk_agents::DecisionRequest;
use botwerk_engine::record::{EventLine, Replay, VerifyError};
use botwerk_engine::{AnyGame, AnyView, GameRules, RootSeed, Seat, Viewer};

/// A decision of a seat in a record.
#[derive(Debug)]
pub(super) struct RecordedDecision {
    /// Number of the event with the seat's answer.
    pub(super) seq: u64,
    pub(super) turn: u32,
    pub(super) part: u32,
    /// Milliseconds that the seat's clock had left.
    pub(super) remaining_millis: Option<u64>,
    /// What the seat answered.
    pub(super) answer: RecordedAnswer,
    view: AnyView,
    earlier: Vec<AnyView>,
    seat: Seat,
}

/// The answer of a seat in a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RecordedAnswer {
    /// Actions in the notation of the game.
    Submitted {
        actions: Vec<String>,
        /// Whether the turn ended with them.
        ended_turn: bool,
    },
    /// None: the seat left the match, for this reason.
    Left(String),
}

impl RecordedDecision {
    /// Returns the request to which the seat answered.
    pub(super) fn request<'a>(&'a self, game: &'a AnyGame) -> DecisionRequest<'a, AnyGame> {
        DecisionRequest {
            game,
            view: &self.view,
            earlier_views: &self.earlier,
            seat: self.seat,
            turn: self.turn,
            // Of no use to a bot, which must not know the seed of the match.
            seed: RootSeed::new([0; 32]),
        }
    }
}

/// Finds the decisions of one seat, in order.
pub(super) struct RecordedDecisions<'a> {
    replay: Replay<'a, AnyGame>,
    seat: Seat,
    /// The decision that the seat has not answered yet.
    open: Option<RecordedDecision>,
}

impl<'a> RecordedDecisions<'a> {
    pub(super) const fn new(replay: Replay<'a, AnyGame>, seat: Seat) -> Self {
        Self {
            replay,
            seat,
            open: None,
        }
    }

    /// Returns the next decision that the seat answered, or `None` after the last one.
    ///
    /// # Errors
    /// Returns an error if the record contradicts the rules.
    pub(super) fn next(&mut self) -> Result<Option<RecordedDecision>, VerifyError> {
        loop {
            self.open_request();
            let seq = self.replay.seq();
            let Some((line, _)) = self.replay.peek()? else {
                return Ok(None);
            };
            let answer = self.open.as_ref().and_then(|open| self.answer(open, line));
            self.replay.step()?;
            let Some(answer) = answer else {
                continue;
            };
            if let Some(open) = self.open.take() {
                return Ok(Some(RecordedDecision {
                    seq,
                    answer,
                    ..open
                }));
            }
        }
    }

    /// Records what the seat knows when it must act: in a race before others have announced.
    fn open_request(&mut self) {
        let referee = self.replay.referee();
        if !referee.awaited_seats().contains(self.seat) {
            return;
        }
        let request = (referee.turn(self.seat), referee.parts(self.seat));
        let open = self.open.as_ref();
        if open.is_some_and(|open| (open.turn, open.part) == request) {
            return;
        }
        let viewer = Viewer::Seat(self.seat);
        let millis = self.replay.remaining_nanos(self.seat);
        self.open = Some(RecordedDecision {
            seq: 0,
            turn: request.0,
            part: request.1,
            remaining_millis: millis.map(|nanos| nanos / 1_000_000),
            answer: RecordedAnswer::Submitted {
                actions: Vec::new(),
                ended_turn: false,
            },
            view: referee.view(viewer),
            earlier: referee.earlier_views(viewer),
            seat: self.seat,
        });
    }

    /// Returns the answer to the open request, if the event contains it.
    fn answer(&self, open: &RecordedDecision, line: &EventLine) -> Option<RecordedAnswer> {
        let number = self.seat.index();
        let mut announcements = line.announcements.iter();
        if let Some(own) = announcements.find(|it| it.seat as usize == number) {
            return Some(RecordedAnswer::Submitted {
                actions: vec![own.action.clone()],
                ended_turn: false,
            });
        }
        if line.actor == number.to_string() {
            let events = self.replay.record().events.iter();
            let is_same = |other: &&EventLine| {
                other.actor == line.actor && (other.turn, other.part) == (line.turn, line.part)
            };
            let mut later = events.skip_while(|other| other.seq < line.seq).peekable();
            let mut actions = Vec::new();
            while let Some(other) = later.next_if(is_same) {
                actions.push(other.action.clone());
            }
            let goes_on = |next: &&EventLine| next.actor == line.actor && next.turn == line.turn;
            let ended_turn = !later.peek().is_some_and(goes_on);
            let is_open = line.turn == Some(open.turn) && line.part == Some(open.part);
            return is_open.then_some(RecordedAnswer::Submitted {
                actions,
                ended_turn,
            });
        }
        let termination = line.termination?;
        let game = self.replay.referee().game();
        let action = line.event(game).ok()?.action;
        let is_own = game.leaving_seat(action) == Some(self.seat);
        is_own.then(|| RecordedAnswer::Left(termination.to_string()))
    }
}
