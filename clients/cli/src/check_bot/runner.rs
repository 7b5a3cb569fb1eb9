//! One check from its beginning to its end.

use botwerk_client::Client;
use tokio::sync::mpsc::unbounded_channel;

use super::bot_log::Ledger;
use super::bot_process::{Subject, Way};
use super::check::Check;
use super::check_game::Field;
use super::harness::{self, Scenery, Stage};
use super::opponent::Opponent;
use super::relay::Relay;
use super::relay_listener::Gate;
use super::report::{Report, Verdict};
use super::script_error::Halt;
use super::scripts;
use super::timeouts::Patience;
use super::tournament::Table;
use crate::embedded_server::EmbeddedServer;
use crate::failure::Failure;

/// How often a check is tried whose match ends too early.
const ATTEMPTS: u32 = 5;

/// How checks are made.
pub(super) struct Inspection<'a> {
    /// The server behind everything.
    pub(super) host: &'a EmbeddedServer,
    pub(super) field: Field,
    pub(super) patience: Patience,
    /// Starts the bot.
    pub(super) start: &'a dyn Fn(&Way) -> Result<Subject, Failure>,
}

impl Inspection<'_> {
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
        let against = scripts::against(check);
        let turn = harness::given(self.patience.turn);
        let table = Table::lay(server.clone(), &self.field, against, turn).await?;
        let mut stage = self.set(server, &table).await?;
        let played = scripts::play(check, &mut stage).await;
        let judged = judge(check, played, &stage);
        // The bot ends before its tournament does.
        drop(stage);
        table.clear().await?;
        judged
    }

    /// Sets the stage and starts the bot.
    async fn set(&self, server: Client, table: &Table) -> Result<Stage, Failure> {
        let (events, happening) = unbounded_channel();
        let opponent = match table.opponent_token() {
            Some(token) => {
                let (server, field) = (server.clone(), self.field.clone());
                Some(Opponent::attend(server, field, token, events.clone()).await?)
            }
            None => None,
        };
        let gate = Gate::open(Relay::new(server.clone(), events))?;
        let way = Way {
            server: gate.address(),
            token: table.bot_token().into(),
        };
        let scenery = Scenery {
            field: self.field.clone(),
            server,
            gate,
            events: happening,
            subject: (self.start)(&way)?,
            opponent,
            patience: self.patience,
        };
        Ok(Stage::new(scenery, Ledger::new(table.bot_token())))
    }
}

/// The verdict on a bot; `None` if there was nothing to be seen.
fn judge(check: Check, played: Result<(), Halt>, stage: &Stage) -> Result<Option<Report>, Failure> {
    let lapses = stage.ledger.lapses();
    let fault = match played {
        Err(Halt::Fault(fault)) => Some(fault),
        Err(Halt::Early) if lapses.are_none() => return Ok(None),
        Err(Halt::Broken(failure)) if lapses.are_none() => return Err(failure),
        // What the bot did wrong may well be the cause of what else happened.
        Ok(()) | Err(Halt::Early | Halt::Broken(_)) => None,
    };
    let is_passed = lapses.are_none() && fault.is_none();
    let mut words = lapses.words();
    words.extend(fault);
    words.extend(stage.ledger.remarks().cloned());
    if !is_passed {
        let last = stage.last_words();
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
