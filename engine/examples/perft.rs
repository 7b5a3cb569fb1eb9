//! Lists the legal actions of a position, with the number of sequences that start with each.
//!
//! `cargo run -p botwerk-engine --example perft -- 4`

use std::error::Error;

use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::{GameNotation, GameType, Options, perft, perft_divide};

const START: &str = "w b2,d2,f2,h2,j2,l2 b12,d12,f12,h12,j12,l12 \
                     a3,c3,e3,g3,i3,k3,m3,a11,c11,e11,g11,i11,k11,m11";

fn main() -> Result<(), Box<dyn Error>> {
    let depth = std::env::args().nth(1).and_then(|depth| depth.parse().ok());
    println!("total    {}", run(depth.unwrap_or(4))?);
    Ok(())
}

/// Prints the counts of all actions of the start position, and returns their sum.
pub(crate) fn run(depth: u32) -> Result<u64, Box<dyn Error>> {
    let options = Options::resolve(Netzwerk::spec().options, [("", ""); 0])?;
    let game = Netzwerk::new(2, options)?;
    let position = game.parse_position(START)?;

    let divide = perft_divide(&game, &position, depth, true);
    for entry in &divide {
        println!("{:<8} {}", game.format_action(entry.action), entry.count);
    }
    let total: u64 = divide.iter().map(|entry| entry.count).sum();
    if depth > 0 && total != perft(&game, &position, depth, true) {
        return Err("the counts of the actions do not add up".into());
    }
    Ok(total)
}
