//! A bot at a seat of a match in this process, as an agent.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use botwerk_agents::{Agent, Budget, Choice, DecisionRequest};
use botwerk_engine::{
    Actor, AnyAction, AnyGame, GameNotation, GameRace, GameRules, GameViews, IllegalAction, Turn,
    read_turn,
};

use crate::bot_log::BotLog;
use crate::bot_program::BotProgram;

use super::bot_failure::BotFailure;
use super::bot_seat::{BotSeat, Rejection};
use super::message::{BotSubmission, Decision, End, MatchHello};

/// The bot of one seat. Clones share it.
#[derive(Debug, Clone)]
pub struct SeatBot(Arc<Mutex<SeatBotState>>);

#[derive(Debug)]
struct SeatBotState {
    seat: Option<BotSeat>,
    /// The latest decision: the turn, and the number of submissions for it.
    turn: u32,
    parts: u32,
    failure: Option<BotFailure>,
}

impl SeatBot {
    /// Starts the bot of a seat. Its standard error is added to the log, or without one is that of this program.
    ///
    /// # Errors
    /// Returns what went wrong if it cannot be started or does not say hello.
    pub fn start(
        program: &BotProgram,
        hello: MatchHello,
        log: Option<&BotLog>,
    ) -> Result<Self, String> {
        Ok(Self(Arc::new(Mutex::new(SeatBotState {
            seat: Some(BotSeat::start(program, hello, log)?),
            turn: 0,
            parts: 0,
            failure: None,
        }))))
    }

    /// Returns why the seat cannot be played on, or `None`.
    pub fn failure(&self) -> Option<BotFailure> {
        self.lock().failure.clone()
    }

    /// Sends the end of the match to the bot and ends it.
    pub fn end(&self, end: End) {
        let seat = self.lock().seat.take();
        if let Some(seat) = seat {
            seat.end(end);
        }
    }

    /// Returns the bot as an agent.
    pub fn agent(&self) -> Box<dyn Agent<AnyGame>> {
        Box::new(StdioAgent(self.clone()))
    }

    fn lock(&self) -> MutexGuard<'_, SeatBotState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Asks the bot. A bot that fails chooses nothing: see [`SeatBot::failure`].
struct StdioAgent(SeatBot);

impl Agent<AnyGame> for StdioAgent {
    fn decide(
        &mut self,
        request: &DecisionRequest<'_, AnyGame>,
        _budget: &Budget<'_>,
        _report: &mut dyn FnMut(&Choice<AnyAction>),
    ) -> Choice<AnyAction> {
        let mut state = self.0.lock();
        if state.turn == request.turn {
            state.parts += 1;
        } else {
            (state.turn, state.parts) = (request.turn, 0);
        }
        let part = state.parts;
        let Some(seat) = &mut state.seat else {
            return Choice::new(Vec::new(), 0);
        };
        let legal = request.legal_actions();
        let decision = decision(request, part, seat.wants_legal_actions());
        let is_strict = seat.is_strict();
        let read = |submission: &BotSubmission| {
            read_actions(request, &legal, &submission.actions, is_strict)
        };
        match seat.decide(&decision, read) {
            Ok((actions, submission)) => {
                let value = submission.score.map(Into::into);
                Choice {
                    value,
                    ..Choice::new(actions, submission.effort)
                }
            }
            Err(failure) => {
                state.failure = Some(failure);
                Choice::new(Vec::new(), 0)
            }
        }
    }
}

/// Returns the message for a decision without a clock.
pub fn decision(
    request: &DecisionRequest<'_, AnyGame>,
    part: u32,
    wants_legal_actions: bool,
) -> Decision {
    let game = request.game;
    let legal = || request.legal_actions().into_iter();
    let texts = || legal().map(|action| game.format_action(action)).collect();
    Decision {
        turn: request.turn,
        part,
        stage: stage(request).into(),
        view: game.format_view(request.view),
        legal_actions: wants_legal_actions.then(texts),
        ..Decision::default()
    }
}

/// Returns the kind of the decision.
fn stage(request: &DecisionRequest<'_, AnyGame>) -> &'static str {
    let mut rng = request.generator();
    // The stage does not depend on what is hidden.
    let state = request.game.sample_hidden(request.view, &mut rng);
    match request.game.turn(&state) {
        Turn::Decision(decision) => decision.stage,
        _ => "",
    }
}

/// Returns the actions of a submission, as far as its seat can know that they are legal.
///
/// # Errors
/// Returns why the submission is rejected.
pub fn read_actions(
    request: &DecisionRequest<'_, AnyGame>,
    legal: &[AnyAction],
    submitted: &str,
    is_strict: bool,
) -> Result<Vec<AnyAction>, Rejection> {
    let read = read_turn(request.game, request.view, submitted, is_strict);
    let (_, actions) = read.map_err(|error| ("ILLEGAL_ACTION", error.to_string()))?;
    check_actions(request, legal, actions)
}

/// Returns the actions if the first of them is legal and none follows the end of the turn.
///
/// # Errors
/// Returns why the submission is rejected.
pub fn check_actions(
    request: &DecisionRequest<'_, AnyGame>,
    legal: &[AnyAction],
    actions: Vec<AnyAction>,
) -> Result<Vec<AnyAction>, Rejection> {
    let rejected = |message: String| Err(("ILLEGAL_ACTION", message));
    let game = request.game;
    let Some(first) = actions.first() else {
        return rejected("expected at least one action".into());
    };
    let is_legal = legal.contains(first);
    if is_legal && actions.len() == 1 {
        return Ok(actions);
    }
    // Whatever is hidden, the first action has the same legality, and a turn the same end.
    let mut state = game.sample_hidden(request.view, &mut request.generator());
    let actor = Actor::Seat(request.seat);
    if !is_legal {
        let explained = game.apply(&mut state, actor, *first).err();
        let why = explained.map_or("not legal in this position".into(), |error| error.message);
        return rejected(format!("{}: {why}", game.format_action(*first)));
    }
    for (index, action) in actions.iter().enumerate() {
        let turn = game.turn(&state);
        let is_open =
            matches!(turn, Turn::Decision(decision) if decision.seats.contains(request.seat));
        if !is_open && !game.ignores_trailing(*action) {
            let number = index + 1;
            let why = IllegalAction::after_turn().message;
            return rejected(format!("action {number} of the submission: {why}"));
        }
        // What a later action meets may be hidden.
        if game.apply(&mut state, actor, *action).is_err() {
            break;
        }
    }
    Ok(actions)
}
