//! `solve --game droids`: plays the solo scenario with all chance outcomes known.

use botwerk_agents::droids::wins_with_known_draws;
use botwerk_agents::strength::Interval;
use botwerk_agents::{AgentSpec, Roster};
use botwerk_command::failure::{Failure, Reason};
use botwerk_command::output::Output;
use botwerk_command::seed::Seed;
use botwerk_engine::droids::Droids;
use botwerk_engine::{GameType, Options, RootSeed};
use clap::Args;
use serde_json::json;

/// Arguments for Droids.
#[derive(Debug, Args)]
pub(super) struct SoloArgs {
    /// Play N matches of the solo scenario with an agent that knows all chance outcomes, as a bound
    /// for agents that do not
    #[arg(long, value_name = "N")]
    solo: Option<u64>,
    /// Number of obstacles that the droid carries: 8, 6 or 5 [default: 6]
    #[arg(long, value_name = "N", requires = "solo")]
    level: Option<String>,
    /// Seed of the chance outcomes; matches after the first have the seeds SEED/2, SEED/3 and so on
    /// [default: 7]
    #[arg(long, value_name = "SEED", requires = "solo")]
    solo_seed: Option<String>,
    /// Agent that plays; it must report the value it expects
    #[arg(
        long,
        value_name = "PLAYER",
        default_value = "program-search:nodes=40000"
    )]
    solo_player: AgentSpec,
}

/// Plays the matches and prints how many were won.
pub(super) fn run(args: &SoloArgs, output: &mut Output) -> Result<(), Failure> {
    let Some(matches) = args.solo.filter(|matches| *matches > 0) else {
        let message = "solo: no matches to play; pass --solo N";
        return Err(Failure::new(Reason::BadArgument, message));
    };
    let level = args.level.as_deref().unwrap_or("6");
    let given = [("scenario", "5"), ("level", level)];
    let game = Droids::new(1, Options::resolve(Droids::spec().options, given)?)?;
    let seed = Seed::given_or_random(args.solo_seed.as_deref().or(Some("7")))?;
    let mut player = Droids::agent(&args.solo_player)?;
    let won = (1..=matches).filter(|number| {
        let seed = RootSeed::from_text(&seed.of_match(*number));
        wins_with_known_draws(&game, seed, &mut *player)
    });
    let won = won.count() as u64;
    let win_rate = won as f64 / matches as f64;
    let interval = Interval::wilson(win_rate, matches);
    if output.is_json() {
        return output.json(&json!({
            "matches": matches, "won": won, "win_rate": win_rate, "interval": interval,
            "level": level, "seed": seed.text(),
        }));
    }
    let interval = interval.map_or_else(String::new, |interval| {
        let (low, high) = (100.0 * interval.low, 100.0 * interval.high);
        format!("; 95 % interval {low:.1} to {high:.1} %")
    });
    output.line(format!(
        "won with known chance outcomes: {won} of {matches} with {level} obstacles, {:.1} %{interval}",
        100.0 * win_rate
    ))
}
