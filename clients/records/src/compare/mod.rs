//! `record compare`: shows a bot what a seat saw in a recorded match, and where it would act differently now.

mod calling_bot;
mod recorded_decision;
mod recorded_seat;

use std::time::{Duration, Instant};

use botwerk_agents::DecisionRequest;
use botwerk_command::embedded_server::StartServer;
use botwerk_command::failure::{Failure, Reason};
use botwerk_command::output::Output;
use botwerk_command::seat_argument::seat_argument;
use botwerk_engine::record::{Record, Replay};
use botwerk_engine::{AnyAction, AnyGame, GameNotation, GameRace, GameRules};
use botwerk_launch::player_argument::PlayerProgram;
use botwerk_launch::sandbox::SandboxArgs;
use botwerk_launch::stdio::{
    BotSeat, BotSubmission, Decision, End, MatchHello, decision, read_actions,
};
use clap::Args;
use serde::Serialize;

use super::file::{load_record, record_differs};
use calling_bot::CallingBot;
use recorded_decision::{RecordedAnswer, RecordedDecision, RecordedDecisions};

/// Arguments of `record compare`.
#[derive(Debug, Args)]
pub struct CompareArgs {
    /// Record file, `-` for standard input
    file: String,
    /// Seat that the bot plays, from 0
    #[arg(long, value_name = "N")]
    seat: usize,
    /// Report decisions for which the bot takes longer than its clock had left in the match
    #[arg(long)]
    clock: bool,
    #[command(flatten)]
    sandbox: SandboxArgs,
    /// Player: a program such as `"python3 bot.py"`, which speaks the line protocol; a program that calls `BOTWERK_SERVER`,
    /// such as `grpc:./bot`; or an agent
    player: String,
}

/// What the bot does now with a decision of the record.
#[derive(Debug, Serialize)]
struct RerunDecision {
    /// Number of the event with the answer of the record.
    seq: u64,
    turn: u32,
    part: u32,
    /// What was submitted in the match; `null` if the seat left it instead.
    recorded: Option<String>,
    /// Why the seat left the match with this decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<String>,
    now: String,
    differs: bool,
    millis: f64,
    /// What the clock of the seat had left.
    #[serde(skip_serializing_if = "Option::is_none")]
    remaining_millis: Option<u64>,
    /// Whether the bot took longer than that.
    is_late: bool,
}

/// A bot that is asked again.
enum RerunBot {
    Stdio(Box<BotSeat>),
    Calling(Box<CallingBot>),
}

impl RerunBot {
    fn start(
        player: &PlayerProgram,
        game: &AnyGame,
        seat: usize,
        start: StartServer,
    ) -> Result<Self, Failure> {
        match player {
            PlayerProgram::Calling(program) => {
                let bot = CallingBot::start(program, game, seat, start)?;
                Ok(Self::Calling(Box::new(bot)))
            }
            PlayerProgram::Stdio(program) => {
                let hello = MatchHello::new(game, seat);
                let bot = BotSeat::start(program, hello, None).map_err(bot_failed)?;
                Ok(Self::Stdio(Box::new(bot)))
            }
        }
    }

    fn wants_legal_actions(&self) -> bool {
        match self {
            Self::Stdio(bot) => bot.wants_legal_actions(),
            // It gets them as messages.
            Self::Calling(_) => false,
        }
    }

    fn decide(
        &mut self,
        request: &DecisionRequest<'_, AnyGame>,
        decision: &Decision,
        legal: &[AnyAction],
    ) -> Result<Vec<AnyAction>, String> {
        match self {
            Self::Stdio(bot) => {
                let is_strict = bot.is_strict();
                let read = |submission: &BotSubmission| {
                    read_actions(request, legal, &submission.actions, is_strict)
                };
                let decided = bot.decide(decision, read);
                Ok(decided.map_err(|failure| failure.to_string())?.0)
            }
            Self::Calling(bot) => bot.decide(request, decision, legal),
        }
    }

    fn end(self) {
        if let Self::Stdio(bot) = self {
            bot.end(End::default());
        }
    }
}

/// The sums of a rerun.
#[derive(Debug, Default, Serialize)]
struct RerunSummary {
    decisions: u64,
    differ: u64,
    late: u64,
    slowest_millis: f64,
}

/// Asks the bot for each decision of the seat. Fails if an answer differs, as `diff` does.
pub(super) fn run(
    args: &CompareArgs,
    start: StartServer,
    output: &mut Output,
) -> Result<(), Failure> {
    let file = load_record(&args.file)?;
    rerun(args, file.record(), start, output)
}

fn rerun(
    args: &CompareArgs,
    record: &Record,
    start: StartServer,
    output: &mut Output,
) -> Result<(), Failure> {
    let differs = |difference| record_differs(&args.file, &difference);
    let replay = Replay::<AnyGame>::new(record).map_err(differs)?;
    let game = replay.referee().game().clone();
    let seat = seat_argument(args.seat, game.seats())?;
    let player = PlayerProgram::parse(&args.player, args.sandbox.sandbox())?;
    let mut bot = RerunBot::start(&player, &game, args.seat, start)?;
    let mut decisions = RecordedDecisions::new(replay, seat);
    let mut summary = RerunSummary::default();
    while let Some(recorded) = decisions.next().map_err(differs)? {
        let now = ask(&mut bot, &game, &recorded, args.clock).map_err(bot_failed)?;
        summary.add(&now);
        print_decision(&now, output)?;
    }
    bot.end();
    print_summary(&summary, output)?;
    match summary.differ + summary.late {
        0 => Ok(()),
        _ => Err(Failure::ReportedNegative),
    }
}

fn bot_failed(message: String) -> Failure {
    Failure::new(Reason::BotFailed, message)
}

/// Asks the bot for a decision, and compares its answer with that of the record.
fn ask(
    bot: &mut RerunBot,
    game: &AnyGame,
    recorded: &RecordedDecision,
    has_clock: bool,
) -> Result<RerunDecision, String> {
    let request = recorded.request(game);
    let legal = request.legal_actions();
    let remaining_millis = recorded.remaining_millis.filter(|_| has_clock);
    let decision = Decision {
        remaining_millis,
        ..decision(&request, recorded.part, bot.wants_legal_actions())
    };
    let started = Instant::now();
    let actions = bot.decide(&request, &decision, &legal)?;
    let time = started.elapsed();
    let (given, left, applied) = match &recorded.answer {
        RecordedAnswer::Submitted {
            actions: given,
            ended_turn,
        } => {
            let applied = if *ended_turn { given.len() } else { usize::MAX };
            (Some(given), None, applied)
        }
        RecordedAnswer::Left(why) => (None, Some(why.clone()), usize::MAX),
    };
    let actions = applied_actions(game, &actions, applied);
    let is_late = remaining_millis.is_some_and(|left| time > Duration::from_millis(left));
    Ok(RerunDecision {
        seq: recorded.seq,
        turn: recorded.turn,
        part: recorded.part,
        recorded: given.map(|actions| actions.join(", ")),
        left,
        differs: given.is_some_and(|given| *given != actions),
        now: actions.join(", "),
        millis: time.as_secs_f64() * 1000.0,
        remaining_millis,
        is_late,
    })
}

/// Returns actions as text. After `applied` ones the turn has ended, so that those are left out which the rules
/// ignore then.
fn applied_actions(game: &AnyGame, actions: &[AnyAction], applied: usize) -> Vec<String> {
    let rest = actions.get(applied..).unwrap_or_default();
    let is_ignored = rest.iter().all(|action| game.ignores_trailing(*action));
    let left = if is_ignored { applied } else { actions.len() };
    let actions = actions.iter().take(left);
    actions.map(|action| game.format_action(*action)).collect()
}

impl RerunSummary {
    fn add(&mut self, decision: &RerunDecision) {
        self.decisions += 1;
        self.differ += u64::from(decision.differs);
        self.late += u64::from(decision.is_late);
        self.slowest_millis = self.slowest_millis.max(decision.millis);
    }
}

/// Prints a decision: as text only one that is worth a look.
fn print_decision(decision: &RerunDecision, output: &mut Output) -> Result<(), Failure> {
    if output.is_json() {
        return output.json(decision);
    }
    let RerunDecision {
        seq,
        turn,
        part,
        now,
        millis,
        ..
    } = decision;
    let place = format!("event {seq}, turn {turn}, part {part}");
    if let Some(why) = &decision.left {
        output.line(format!(
            "{place}: the seat left the match ({why}); now {now} in {millis:.1} ms"
        ))?;
    } else if let (true, Some(recorded)) = (decision.differs, &decision.recorded) {
        output.line(format!("{place}: recorded {recorded}; now {now}"))?;
    }
    if let (true, Some(left)) = (decision.is_late, decision.remaining_millis) {
        output.line(format!(
            "{place}: {millis:.1} ms, but the clock had {left} ms left"
        ))?;
    }
    Ok(())
}

fn print_summary(summary: &RerunSummary, output: &mut Output) -> Result<(), Failure> {
    if output.is_json() {
        return output.json(summary);
    }
    let RerunSummary {
        decisions,
        differ,
        late,
        slowest_millis,
    } = summary;
    output.line(format!(
        "{decisions} decisions: {differ} differ from the record, {late} too late, the slowest took \
         {slowest_millis:.1} ms"
    ))
}
