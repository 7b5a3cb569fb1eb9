//! Running one check.

use botwerk_client::Client;
use botwerk_command::failure::Failure;
use tokio::sync::mpsc::unbounded_channel;

use super::authority::Authority;
use super::bot_process::{BotEnvironment, BotProcess};
use super::check_game::CheckGame;
use super::check_timeouts::CheckTimeouts;
use super::checks::Check;
use super::harness::{self, Harness, HarnessParts};
use super::opponent::Opponent;
use super::relay::Relay;
use super::relay_listener::RelayListener;
use super::report::{CheckReport, Verdict};
use super::script_error::ScriptError;
use super::scripts;
use super::tournament::CheckTournament;
use super::traffic_log::TrafficLog;

/// Maximum number of attempts of a check whose match ends too early.
const MAX_ATTEMPTS: u32 = 5;

/// Runs checks.
pub(super) struct CheckRunner<'a> {
    /// The server behind the relay.
    pub(super) server: Client,
    pub(super) game: CheckGame,
    pub(super) timeouts: CheckTimeouts,
    /// Starts the bot.
    pub(super) start: &'a dyn Fn(&BotEnvironment) -> Result<BotProcess, Failure>,
}

impl CheckRunner<'_> {
    /// Runs a check with a newly started bot.
    pub(super) async fn run(&self, check: Check) -> Result<CheckReport, Failure> {
        if check == Check::Simultaneous && !self.game.has_races() {
            let game = self.game.id;
            return Ok(CheckReport::skipped(check, format!("{game} has no races")));
        }
        for _ in 0..MAX_ATTEMPTS {
            if let Some(report) = self.attempt(check).await? {
                return Ok(report);
            }
        }
        let message = format!("{MAX_ATTEMPTS} matches ended too early to check anything");
        Ok(CheckReport::skipped(check, message))
    }

    /// Runs a check once. Returns `None` if its match ended too early.
    async fn attempt(&self, check: Check) -> Result<Option<CheckReport>, Failure> {
        let server = self.server.clone();
        let game = match check {
            Check::Simultaneous => self.game.with_first_decides(),
            _ => self.game.clone(),
        };
        let opponent_kind = scripts::opponent_kind(check);
        let turn = harness::server_turn_limit(self.timeouts.turn);
        let tournament =
            CheckTournament::create(server.clone(), &game, opponent_kind, turn).await?;
        let authority = match check {
            Check::Tls => Some(Authority::new()?),
            _ => None,
        };
        let mut harness = self
            .start_harness(check, server, &tournament, authority.as_ref())
            .await?;
        let played = scripts::play(check, &mut harness).await;
        let result = verdict(check, played, &harness);
        // The bot must end before its tournament does.
        drop(harness);
        tournament.cancel().await?;
        result
    }

    /// Starts the opponent, the relay and the bot.
    async fn start_harness(
        &self,
        check: Check,
        server: Client,
        tournament: &CheckTournament,
        authority: Option<&Authority>,
    ) -> Result<Harness, Failure> {
        let (events, received_events) = unbounded_channel();
        let opponent = match tournament.opponent_token() {
            Some(token) => {
                let (server, game) = (server.clone(), self.game.clone());
                Some(Opponent::attend(server, game, token, events.clone()).await?)
            }
            None => None,
        };
        let relay = Relay::new(server.clone(), events);
        let redirected = match check {
            Check::Redirect => Some(RelayListener::open(relay.redirected(), None)?),
            _ => None,
        };
        let tls = authority.map(|_| Authority::server_tls());
        let mut listener = RelayListener::open(relay, tls)?;
        if check == Check::ServerAway {
            listener.stop();
        }
        let variables = match authority {
            Some(authority) => vec![("BOTWERK_CA", authority.file())],
            None if check == Check::Proxy => unused_proxy(),
            None => Vec::new(),
        };
        let environment = BotEnvironment {
            server: listener.address(),
            token: tournament.bot_token().into(),
            variables,
        };
        let parts = HarnessParts {
            game: self.game.clone(),
            server,
            listener,
            redirected,
            events: received_events,
            process: (self.start)(&environment)?,
            opponent,
            timeouts: self.timeouts,
        };
        Ok(Harness::new(parts, TrafficLog::new(tournament.bot_token())))
    }
}

/// Returns the variables that make programs use a proxy that does not answer.
fn unused_proxy() -> Vec<(&'static str, String)> {
    const PROXY: &str = "http://127.0.0.1:9";
    let names = [
        "grpc_proxy",
        "http_proxy",
        "https_proxy",
        "all_proxy",
        "HTTP_PROXY",
        "HTTPS_PROXY",
        "ALL_PROXY",
    ];
    let mut variables: Vec<_> = names.map(|name| (name, PROXY.to_owned())).into();
    // By itself Java uses none for this machine.
    let java = "-Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort=9 -Dhttps.proxyHost=127.0.0.1 \
                -Dhttps.proxyPort=9 -Dhttp.nonProxyHosts=none";
    variables.push(("JAVA_TOOL_OPTIONS", java.to_owned()));
    variables.extend(["no_proxy", "no_grpc_proxy", "NO_PROXY"].map(|name| (name, String::new())));
    variables
}

/// Returns the report on a bot, or `None` if its match ended too early.
fn verdict(
    check: Check,
    played: Result<(), ScriptError>,
    harness: &Harness,
) -> Result<Option<CheckReport>, Failure> {
    let violations = harness.log.violations();
    let fault = match played {
        Err(ScriptError::BotFault(fault)) => Some(fault),
        Err(ScriptError::MatchEndedEarly) if violations.is_empty() => return Ok(None),
        Err(ScriptError::Internal(failure)) if violations.is_empty() => return Err(failure),
        // The bot's mistakes may well have caused the other failure.
        Ok(())
        | Err(
            ScriptError::ExpectedExit | ScriptError::MatchEndedEarly | ScriptError::Internal(_),
        ) => None,
    };
    let has_passed = violations.is_empty() && fault.is_none();
    let is_fatal =
        fault.as_ref().is_some_and(|fault| fault.is_fatal) && !check.changes_connection();
    let mut messages = violations.messages();
    messages.extend(fault.map(|fault| fault.message));
    messages.extend(harness.log.remarks().cloned());
    if !has_passed {
        let stderr = harness.stderr_tail();
        messages.extend(
            stderr
                .iter()
                .map(|line| format!("it wrote to standard error: {line}")),
        );
    }
    let verdict = if has_passed {
        Verdict::Passed
    } else {
        Verdict::Failed
    };
    Ok(Some(CheckReport {
        check,
        verdict,
        is_fatal,
        messages,
    }))
}
