//! One check from its beginning to its end.

use botwerk_client::Client;
use tokio::sync::mpsc::unbounded_channel;

use super::bot_log::BotLog;
use super::bot_process::{BotEnvironment, BotProcess};
use super::check::Check;
use super::check_game::CheckGame;
use super::harness::{self, Harness, HarnessParts};
use super::opponent::Opponent;
use super::relay::Relay;
use super::relay_listener::RelayListener;
use super::report::{Report, Verdict};
use super::script_error::ScriptError;
use super::scripts;
use super::timeouts::CheckTimeouts;
use super::tournament::CheckTournament;
use crate::embedded_server::EmbeddedServer;
use crate::failure::Failure;

/// How often a check is tried whose match ends too early.
const ATTEMPTS: u32 = 5;

/// How checks are made.
pub(super) struct CheckRunner<'a> {
    /// The server behind everything.
    pub(super) host: &'a EmbeddedServer,
    pub(super) field: CheckGame,
    pub(super) timeouts: CheckTimeouts,
    /// Starts the bot.
    pub(super) start: &'a dyn Fn(&BotEnvironment) -> Result<BotProcess, Failure>,
}

impl CheckRunner<'_> {
    /// Makes a check, with a bot that is started for it.
    pub(super) async fn make(&self, check: Check) -> Result<Report, Failure> {
        if check == Check::Simultaneous && !self.field.has_races() {
            let game = self.field.game;
            return Ok(Report::skipped(check, format!("{game} has no races")));
        }
        for _ in 0..ATTEMPTS {
            if let Some(report) = self.attempt(check).await? {
                return Ok(report);
            }
        }
        let why = format!("{ATTEMPTS} matches ended before there was anything to be seen");
        Ok(Report::skipped(check, why))
    }

    /// What came of a check; `None` if its match ended too early.
    async fn attempt(&self, check: Check) -> Result<Option<Report>, Failure> {
        let server = self.host.connect().await?;
        let opponent_kind = scripts::opponent_kind(check);
        let turn = harness::given(self.timeouts.turn);
        let tournament =
            CheckTournament::create(server.clone(), &self.field, opponent_kind, turn).await?;
        let mut harness = self.set(server, &tournament).await?;
        let played = scripts::play(check, &mut harness).await;
        let result = verdict(check, played, &harness);
        // The bot ends before its tournament does.
        drop(harness);
        tournament.cancel().await?;
        result
    }

    /// Sets the stage and starts the bot.
    async fn set(&self, server: Client, tournament: &CheckTournament) -> Result<Harness, Failure> {
        let (events, happening) = unbounded_channel();
        let opponent = match tournament.opponent_token() {
            Some(token) => {
                let (server, field) = (server.clone(), self.field.clone());
                Some(Opponent::attend(server, field, token, events.clone()).await?)
            }
            None => None,
        };
        let listener = RelayListener::open(Relay::new(server.clone(), events))?;
        let environment = BotEnvironment {
            server: listener.address(),
            token: tournament.bot_token().into(),
        };
        let parts = HarnessParts {
            field: self.field.clone(),
            server,
            listener,
            events: happening,
            process: (self.start)(&environment)?,
            opponent,
            timeouts: self.timeouts,
        };
        Ok(Harness::new(parts, BotLog::new(tournament.bot_token())))
    }
}

/// The verdict on a bot; `None` if there was nothing to be seen.
fn verdict(
    check: Check,
    played: Result<(), ScriptError>,
    harness: &Harness,
) -> Result<Option<Report>, Failure> {
    let violations = harness.log.violations();
    let fault = match played {
        Err(ScriptError::BotFault(fault)) => Some(fault),
        Err(ScriptError::MatchEndedEarly) if violations.are_none() => return Ok(None),
        Err(ScriptError::Internal(failure)) if violations.are_none() => return Err(failure),
        // What the bot did wrong may well be the cause of what else happened.
        Ok(()) | Err(ScriptError::MatchEndedEarly | ScriptError::Internal(_)) => None,
    };
    let is_passed = violations.are_none() && fault.is_none();
    let mut words = violations.words();
    words.extend(fault);
    words.extend(harness.log.remarks().cloned());
    if !is_passed {
        let last = harness.stderr_tail();
        words.extend(
            last.iter()
                .map(|line| format!("it wrote to standard error: {line}")),
        );
    }
    let verdict = if is_passed {
        Verdict::Passed
    } else {
        Verdict::Failed
    };
    Ok(Some(Report {
        check,
        verdict,
        words,
    }))
}
