//! `responses`: how much an agent of Droids loses to players that search more, or also see its hand.

use botwerk_agents::droids::{EvaluationWeights, choice_with_known_hands, search_with_weights};
use botwerk_agents::strength::{Interval, Score};
use botwerk_agents::{Agent, AgentSpec, Budget, Choice, DecisionRequest, Roster};
use botwerk_command::agent_argument::agent_argument;
use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use botwerk_engine::droids::{Action, Droids, State};
use botwerk_engine::{
    Actor, GameId, GameRules, GameType, GameViews, Options, RootSeed, Seat, Turn, Viewer,
};
use botwerk_lanes::run_concurrently;
use clap::Args;
use serde_json::json;

/// Arguments of `responses`.
#[derive(Debug, Args)]
pub(crate) struct ResponsesArgs {
    /// The agent against which they play
    #[arg(
        long,
        value_name = "AGENT",
        default_value = "program-search:nodes=1000"
    )]
    player: String,
    /// Scenarios whose matches are played
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_value = "2", value_parser = ["1", "2", "3", "4", "6"])]
    scenario: Vec<String>,
    /// Number of openings, each played from both seats
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    openings: u32,
    /// Node budget of each decision of the responding players
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of threads; the results do not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    threads: u8,
    /// Seed for all randomness
    #[arg(long, default_value = "7")]
    seed: String,
}

pub(super) fn run(args: &ResponsesArgs, output: &mut Output) -> Result<(), Failure> {
    let player = agent_argument(GameId::DROIDS, &args.player)?;
    for scenario in &args.scenario {
        let options = Options::resolve(Droids::spec().options, [("scenario", &**scenario)])?;
        let game = Droids::new(2, options)?;
        for sight in [Sight::OwnHand, Sight::AllHands] {
            let score = Responses {
                args,
                game: &game,
                player: &player,
                sight,
            };
            print(scenario, sight, &score.play(), output)?;
        }
    }
    Ok(())
}

/// What a responding player sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sight {
    /// Its own hand, as any player.
    OwnHand,
    /// The hand of the agent, too.
    AllHands,
}

/// The matches of a responding player.
struct Responses<'a> {
    args: &'a ResponsesArgs,
    game: &'a Droids,
    player: &'a AgentSpec,
    sight: Sight,
}

impl Responses<'_> {
    /// Returns the points of the responding player in all matches.
    fn play(&self) -> Vec<f64> {
        let (matches, threads) = (
            2 * u64::from(self.args.openings),
            usize::from(self.args.threads),
        );
        let play = |number: u64| {
            let seed = RootSeed::from_text(&format!("{}/{}", self.args.seed, number / 2));
            let seats: Vec<Seat> = Seat::all(2).collect();
            let own = seats[number as usize % 2];
            self.play_match(seed, own).points()
        };
        run_concurrently(matches, threads, &|| false, &play, &mut || {})
    }

    /// Plays a match with the responding player at this seat, and returns its score.
    fn play_match(&self, seed: RootSeed, own: Seat) -> Score {
        let mut fixed = Droids::agent(self.player).expect("it was made before");
        let mut search = search_with_weights(EvaluationWeights::SEARCHED, self.args.nodes);
        let mut state = self.game.initial_state(seed);
        let mut turns = [0; 2];
        loop {
            let seat = match self.game.turn(&state) {
                Turn::Over(outcome) => {
                    let places = &outcome.places;
                    let own = own.index();
                    return Score::from_two_places(places[own], places[1 - own]);
                }
                Turn::Chance(key) => {
                    let mut rng = seed.rng_for_chance(key);
                    let outcome = self.game.sample_outcome(&state, &mut rng);
                    self.game
                        .apply_unchecked(&mut state, Actor::Chance, outcome);
                    continue;
                }
                Turn::Decision(decision) => { decision.seats }.next().expect("a seat decides"),
            };
            turns[seat.index()] += 1;
            let request = DecisionRequest {
                game: self.game,
                view: &self.game.view(&state, Viewer::Seat(seat)),
                earlier_views: &[],
                seat,
                turn: turns[seat.index()],
                seed,
            };
            let choice = if seat == own {
                self.response(&request, &state, &mut *search)
            } else {
                fixed.decide(&request, &Budget::UNLIMITED, &mut |_| {})
            };
            for action in choice.actions {
                self.game
                    .apply_unchecked(&mut state, Actor::Seat(seat), action);
            }
        }
    }

    fn response(
        &self,
        request: &DecisionRequest<'_, Droids>,
        state: &State,
        search: &mut dyn Agent<Droids>,
    ) -> Choice<Action> {
        match self.sight {
            Sight::OwnHand => search.decide(request, &Budget::UNLIMITED, &mut |_| {}),
            Sight::AllHands => choice_with_known_hands(request, state, self.args.nodes),
        }
    }
}

fn print(scenario: &str, sight: Sight, points: &[f64], output: &mut Output) -> Result<(), Failure> {
    let matches = points.len() as u64;
    let score = points.iter().sum::<f64>() / matches.max(1) as f64;
    let Some(Interval { low, high }) = Interval::wilson(score, matches) else {
        return Ok(());
    };
    let sees = match sight {
        Sight::OwnHand => "its own hand",
        Sight::AllHands => "all hands",
    };
    if output.is_json() {
        output.json(&json!({
            "scenario": scenario, "sees": sees, "matches": matches, "score": score, "interval": [low, high],
        }))?;
    } else {
        let [score, low, high] = [score, low, high].map(|share| 100.0 * share);
        output.line(format!(
            "scenario {scenario}: {score:.1} % ({low:.1} to {high:.1} %) of {matches} matches for a player that sees {sees}"
        ))?;
    }
    output.flush()
}
