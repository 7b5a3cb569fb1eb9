//! `net match`: matches of a net against another agent.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use botwerk_agents::netzwerk::minimax::{self, Net};
use botwerk_agents::strength::Interval;
use botwerk_agents::{Agent, AgentSpec, Roster, arena};
use botwerk_command::agent_argument::agent_argument;
use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use botwerk_engine::netzwerk::{Action, Netzwerk};
use botwerk_engine::{Event, GameId, GameType, Options, RootSeed};
use clap::Args;
use serde_json::json;

use super::net_file;

/// Arguments of `net match`.
#[derive(Debug, Args)]
pub(super) struct ContestArgs {
    /// File of the net
    #[arg(long, value_name = "FILE")]
    net: PathBuf,
    /// The opponent, such as `greedy` [default: `minimax:evaluator=linear` with the same nodes]
    #[arg(long, value_name = "AGENT")]
    against: Option<String>,
    /// Node budget of each decision of the net
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of openings of two sampled turns, each played from both seats
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    openings: u32,
    /// Number of threads; the results do not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    threads: u8,
    /// Seed for all randomness
    #[arg(long, default_value = "7")]
    seed: String,
}

pub(super) fn run(args: &ContestArgs, output: &mut Output) -> Result<(), Failure> {
    let net = net_file::read(&args.net)?;
    let options = Options::resolve(Netzwerk::spec().options, [("opening_turns", "2")])?;
    let game = Netzwerk::new(2, options)?;
    let same_nodes = || format!("minimax:evaluator=linear,nodes={}", args.nodes);
    let against = args.against.clone().unwrap_or_else(same_nodes);
    let against = agent_argument(GameId::NETZWERK, &against)?;
    let contest = Contest {
        args,
        game,
        net,
        against,
    };
    contest.play().print(&contest.against, output)
}

/// Matches of a net against an agent.
struct Contest<'a> {
    args: &'a ContestArgs,
    game: Netzwerk,
    net: Arc<Net>,
    against: AgentSpec,
}

/// The number of a match, the place of the net compared to its opponent's, and the actions.
type Played = (u32, (Ordering, Vec<Action>));

/// The results of the net in distinct matches: a win, a draw or a loss, by its seat.
#[derive(Default)]
struct Results {
    won: [u32; 2],
    drawn: u32,
    lost: [u32; 2],
    repeated: u32,
}

impl Contest<'_> {
    fn play(&self) -> Results {
        let next = AtomicU32::new(0);
        let found: Mutex<Vec<Played>> = Mutex::default();
        thread::scope(|scope| {
            for _ in 0..self.args.threads {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Relaxed);
                        if number >= 2 * self.args.openings {
                            break;
                        }
                        let result = (number, self.play_match(number / 2, number as usize % 2));
                        found
                            .lock()
                            .unwrap_or_else(PoisonError::into_inner)
                            .push(result);
                    }
                });
            }
        });
        let mut found: Vec<_> = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.sort_by_key(|(number, _)| *number);
        let mut results = Results::default();
        let mut known = HashSet::new();
        for (number, (place, actions)) in found {
            if !known.insert((number % 2, actions)) {
                results.repeated += 1;
                continue;
            }
            let seat = number as usize % 2;
            match place {
                Ordering::Less => results.won[seat] += 1,
                Ordering::Equal => results.drawn += 1,
                Ordering::Greater => results.lost[seat] += 1,
            }
        }
        results
    }

    /// Plays a match with the net at this seat. Returns its place compared to the opponent's, and the actions.
    fn play_match(&self, opening: u32, seat: usize) -> (Ordering, Vec<Action>) {
        let seed = RootSeed::from_text(&format!("{}/{opening}", self.args.seed));
        let net: Box<dyn Agent<Netzwerk>> =
            minimax::agent_with_net(Arc::clone(&self.net), self.args.nodes);
        let opponent = Netzwerk::agent(&self.against).expect("it was made before");
        let mut agents = if seat == 0 {
            vec![net, opponent]
        } else {
            vec![opponent, net]
        };
        let mut events: Vec<Event<Action>> = Vec::new();
        let finished = arena::play(&self.game, seed, &mut agents, &mut events);
        let places = &finished.outcome.places;
        let actions = events.into_iter().map(|event| event.action).collect();
        (places[seat].cmp(&places[1 - seat]), actions)
    }
}

impl Results {
    fn print(&self, against: &AgentSpec, output: &mut Output) -> Result<(), Failure> {
        let Self {
            won,
            drawn,
            lost,
            repeated,
        } = self;
        let [wins, losses] = [won, lost].map(|seats| seats[0] + seats[1]);
        let matches = wins + drawn + losses;
        let score = (f64::from(wins) + f64::from(*drawn) / 2.0) / f64::from(matches.max(1));
        let Some(interval) = Interval::wilson(score, u64::from(matches)) else {
            return Ok(());
        };
        let Interval { low, high } = interval;
        if output.is_json() {
            return output.json(&json!({
                "against": against.to_string(), "won": won, "drawn": drawn, "lost": lost, "repeated": repeated,
                "score": score, "interval": [low, high],
            }));
        }
        let [score, low, high] = [score, low, high].map(|share| 100.0 * share);
        output.line(format!(
            "against {against}: {score:.1} % ({low:.1} to {high:.1} %) of {matches} distinct matches; won {} as White and {} as Black",
            won[0], won[1]
        ))
    }
}
