//! A match of built-in agents and programs in this process, on virtual time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use botwerk_agents::arena::{self, DecisionDriver, FinishedMatch, PendingDecision, SeatFault};
use botwerk_agents::{Agent, AgentLimits, AgentSpec, GameAgents, PlannedMatch};
use botwerk_engine::record::{EventLine, Record, RecordedSeat, SeedOrigin};
use botwerk_engine::{AnyGame, GameRules, RootSeed, Seat, Termination};
use serde::Serialize;

use super::seat_usage::SeatUsage;
use crate::bot_log::BotLog;
use crate::failure::{Failure, Reason};
use crate::player::Player;
use crate::stdio::{End, MatchHello, SeatBot};

/// A finished match.
pub(super) struct LocalMatch {
    /// The seed as text.
    pub(super) seed: String,
    /// The complete record.
    pub(super) record: Record,
    /// The faults for which seats were removed.
    pub(super) faults: Vec<SeatFaultReport>,
    /// What each seat used; empty if it was not measured.
    pub(super) usage: Vec<SeatUsage>,
    /// What the program of each seat has written to standard error; `None` for an agent.
    pub(super) logs: Vec<Option<BotLog>>,
}

/// Where standard error of the programs of a match goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProgramLogs {
    /// To the logs of the match, and to standard error of this program.
    PassedOn,
    /// To the logs of the match.
    Kept,
}

impl ProgramLogs {
    /// Returns a new log of a program.
    pub(super) fn new_log(self) -> BotLog {
        match self {
            Self::PassedOn => BotLog::passed_on(),
            Self::Kept => BotLog::kept_only(),
        }
    }
}

/// The fault for which a seat was removed, such as a crash or an illegal choice.
#[derive(Debug, Clone, Serialize)]
pub(super) struct SeatFaultReport {
    pub(super) seat: usize,
    pub(super) kind: Termination,
    pub(super) message: String,
}

impl LocalMatch {
    /// Plays a match between newly created agents and programs. Only their settings limit the time of agents.
    ///
    /// # Errors
    /// Returns an error if an agent does not exist or a program does not start.
    pub(super) fn play(
        game: &AnyGame,
        players: &[Player],
        seed: String,
        origin: SeedOrigin,
        program_logs: ProgramLogs,
    ) -> Result<Self, Failure> {
        let mut seats = Vec::new();
        for (seat, player) in players.iter().enumerate() {
            seats.push(SeatPlayer::new(game, seat, player, program_logs)?);
        }
        let (mut agents, mut bots, mut limits) = (Vec::new(), Vec::new(), Vec::new());
        let (mut usage, mut logs) = (Vec::new(), Vec::new());
        for seat in seats {
            agents.push(seat.agent);
            bots.push(seat.bot);
            limits.push(seat.limits);
            usage.push(SeatUsage::new(seat.start));
            logs.push(seat.log);
        }
        let mut timer = DecisionTimer {
            limits,
            usage,
            bots: &bots,
        };
        let root = RootSeed::from_text(&seed);
        let specs: Option<Vec<_>> = players
            .iter()
            .map(|player| player.spec().cloned())
            .collect();
        let (events, played) = match specs {
            Some(specs) => play_agents(game, root, &specs, &mut timer)?,
            None => play_any(game, root, &mut agents, &mut timer),
        };
        let usage = timer.usage;
        let faults = played.faults.iter().zip(&bots).enumerate();
        let faults = faults.filter_map(|(seat, (fault, bot))| {
            let fault = fault.as_ref()?;
            let failure = bot.as_ref().and_then(SeatBot::failure);
            Some(SeatFaultReport {
                seat,
                kind: fault.termination(),
                message: failure.map_or_else(|| fault.to_string(), |failure| failure.to_string()),
            })
        });
        let faults = faults.collect();
        let seats = players.iter().map(|player| {
            let agent = player.spec().map(|spec| game.id().recorded_agent(spec));
            Ok::<_, Failure>(RecordedSeat {
                name: player.name(),
                agent: agent.transpose()?.map(|agent| agent.to_string()),
            })
        });
        let seats = seats.collect::<Result<_, _>>()?;
        let record = played.record_of_lines(game, seats, root, origin, events);
        for bot in bots.iter().flatten() {
            bot.end(End::new(&played.outcome, &played.faults));
        }
        Ok(Self {
            seed,
            record,
            faults,
            usage,
            logs,
        })
    }
}

/// Plays a match of built-in agents, which runs the code of the game's type.
fn play_agents(
    game: &AnyGame,
    seed: RootSeed,
    agents: &[AgentSpec],
    timer: &mut DecisionTimer<'_>,
) -> Result<(Vec<EventLine>, FinishedMatch), Failure> {
    let planned = PlannedMatch {
        game,
        start: &game.initial_state(seed),
        seed,
        adjudication: None,
        agents,
    };
    Ok(planned.play(timer)?)
}

/// Plays a match in which programs take part.
fn play_any(
    game: &AnyGame,
    seed: RootSeed,
    agents: &mut [Box<dyn Agent<AnyGame>>],
    timer: &mut DecisionTimer<'_>,
) -> (Vec<EventLine>, FinishedMatch) {
    let mut events = Vec::new();
    let played = arena::play_with(game, seed, agents, timer, &mut events);
    let line = |(seq, event)| EventLine::new(game, seq, event);
    ((1..).zip(&events).map(line).collect(), played)
}

/// A player and what limits it.
struct SeatPlayer {
    agent: Box<dyn Agent<AnyGame>>,
    /// The program, if the seat has one.
    bot: Option<SeatBot>,
    limits: AgentLimits,
    /// Time until the program was ready.
    start: Option<Duration>,
    log: Option<BotLog>,
}

impl SeatPlayer {
    fn new(
        game: &AnyGame,
        seat: usize,
        player: &Player,
        program_logs: ProgramLogs,
    ) -> Result<Self, Failure> {
        match player {
            Player::Agent(spec) => Ok(Self {
                agent: game.id().agent(spec)?,
                bot: None,
                limits: game.id().limits(spec)?,
                start: None,
                log: None,
            }),
            Player::Program(program) => {
                let hello = MatchHello::new(game, seat);
                let started = Instant::now();
                let log = program_logs.new_log();
                let bot = SeatBot::start(program, hello, Some(&log)).map_err(|message| {
                    Failure::new(Reason::BotFailed, format!("seat {seat}: {message}"))
                })?;
                Ok(Self {
                    agent: bot.agent(),
                    bot: Some(bot),
                    log: Some(log),
                    limits: AgentLimits::NONE,
                    start: Some(started.elapsed()),
                })
            }
        }
    }
}

/// Limits the decision times of all seats, and measures what they use.
struct DecisionTimer<'a> {
    limits: Vec<AgentLimits>,
    usage: Vec<SeatUsage>,
    bots: &'a [Option<SeatBot>],
}

impl DecisionDriver for DecisionTimer<'_> {
    fn decide(&mut self, seat: Seat, decision: &mut dyn PendingDecision) {
        let seat = seat.index();
        let limits = self.limits[seat];
        let started = Instant::now();
        let should_stop = || limits.time.is_some_and(|time| started.elapsed() >= time);
        let search = || decision.search(&limits.budget(&should_stop));
        // An agent that has crashed has no choice: it leaves the match and gets no further requests.
        let _ = catch_unwind(AssertUnwindSafe(search));
        self.usage[seat].add(started.elapsed(), decision.effort().unwrap_or(0));
        let bot = self.bots[seat].as_ref();
        if bot.is_some_and(|bot| bot.failure().is_some()) {
            // So does a program that has failed.
            decision.drop_choice();
        }
    }

    fn fault(&self, seat: Seat) -> SeatFault {
        let bot = self.bots[seat.index()].as_ref();
        let failure = bot.and_then(SeatBot::failure);
        failure.map_or(SeatFault::Crashed, |failure| failure.fault())
    }
}
