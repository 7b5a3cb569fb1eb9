//! Plays a random match of a game and prints its turns and the final position.
//!
//! `cargo run -p botwerk-engine --example random_match -- netzwerk 7`

use std::error::Error;

use botwerk_engine::{
    Actor, AnyAction, AnyGame, AnyState, GameDrawing, GameId, GameNotation, GameRules, GameViews,
    Options, RootSeed, StableRng, Turn, Viewer,
};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let id: GameId = arguments.next().as_deref().unwrap_or("netzwerk").parse()?;
    let seed = arguments.next().unwrap_or("7".into());
    run(id, &seed)
}

/// Plays a random match of a game.
pub(crate) fn run(id: GameId, seed: &str) -> Result<(), Box<dyn Error>> {
    let seed = RootSeed::from_text(seed);
    let options = Options::resolve(id.spec().options, [("", ""); 0])?;
    let game = id.game(id.min_seats(&options), options)?;
    let mut state = game.initial_state(seed);
    let mut rng = seed.rng();
    for ply in 1..=100 {
        let (actor, action) = match game.turn(&state) {
            Turn::Over(outcome) => {
                println!("over by {}: places {:?}", outcome.rule, outcome.places);
                break;
            }
            Turn::Chance(key) => {
                let outcome = game.sample_outcome(&state, &mut seed.rng_for_chance(key));
                (Actor::Chance, outcome)
            }
            Turn::Decision(decision) => {
                let seat = decision.seats.first().ok_or("a decision has seats")?;
                let actor = Actor::Seat(seat);
                (actor, random_action(&game, &state, actor, &mut rng)?)
            }
        };
        println!("{ply:>3}  {actor}: {}", game.format_action(action));
        game.apply(&mut state, actor, action)?;
    }
    println!("{}", game.diagram(&game.view(&state, Viewer::Spectator)));
    Ok(())
}

fn random_action(
    game: &AnyGame,
    state: &AnyState,
    actor: Actor,
    rng: &mut StableRng,
) -> Result<AnyAction, Box<dyn Error>> {
    let mut actions = Vec::new();
    game.legal_actions(state, actor, &mut actions);
    let index = rng.below(actions.len() as u64) as usize;
    Ok(*actions
        .get(index)
        .ok_or("a seat that is to act has a legal action")?)
}
