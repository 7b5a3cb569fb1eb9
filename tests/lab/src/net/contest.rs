//! `net match`: matches of a net against another agent.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use botwerk_agents::netzwerk::minimax::{self, Net};
use botwerk_agents::strength::{Interval, Score, WinDrawLoss};
use botwerk_agents::{Agent, AgentSpec, Roster, arena};
use botwerk_command::agent_argument::agent_argument;
use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use botwerk_engine::netzwerk::{Action, Netzwerk};
use botwerk_engine::{Event, GameId, GameType, Options, RootSeed};
use botwerk_lanes::run_concurrently;
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

/// The results of the net in distinct matches, by its seat.
#[derive(Default)]
struct Results {
    tallies: [WinDrawLoss; 2],
    repeated: u32,
}

impl Contest<'_> {
    fn play(&self) -> Results {
        let matches = 2 * u64::from(self.args.openings);
        let threads = usize::from(self.args.threads);
        let play = |number| self.play_match(number / 2, number as usize % 2);
        let played = run_concurrently(matches, threads, &|| false, &play, &mut || {});
        let mut results = Results::default();
        let mut known = HashSet::new();
        for (number, (score, actions)) in played.into_iter().enumerate() {
            let seat = number % 2;
            if known.insert((seat, actions)) {
                results.tallies[seat].add(score);
            } else {
                results.repeated += 1;
            }
        }
        results
    }

    /// Plays a match with the net at this seat. Returns its score and the actions.
    fn play_match(&self, opening: u64, seat: usize) -> (Score, Vec<Action>) {
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
        let score = Score::from_two_places(places[seat], places[1 - seat]);
        (score, actions)
    }
}

impl Results {
    fn print(&self, against: &AgentSpec, output: &mut Output) -> Result<(), Failure> {
        let Self { tallies, repeated } = self;
        let [won, lost] =
            [WinDrawLoss::wins, WinDrawLoss::losses].map(|count| tallies.each_ref().map(count));
        let drawn: u64 = tallies.iter().map(WinDrawLoss::draws).sum();
        let matches: u64 = tallies.iter().map(WinDrawLoss::matches).sum();
        let wins: u64 = won.iter().sum();
        let score = (wins as f64 + drawn as f64 / 2.0) / matches.max(1) as f64;
        let Some(Interval { low, high }) = Interval::wilson(score, matches) else {
            return Ok(());
        };
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
