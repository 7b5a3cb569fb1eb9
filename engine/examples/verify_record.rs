//! Replays a record, verifies it and prints its events.
//!
//! `cargo run -p botwerk-engine --example agent_loop > match.bwr`
//! `cargo run -p botwerk-engine --example verify_record -- match.bwr`

use std::error::Error;

use botwerk_engine::record::{Record, Replay};
use botwerk_engine::{AnyGame, GameNotation};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args()
        .nth(1)
        .ok_or("expected the path of a record")?;
    run(&std::fs::read_to_string(path)?)
}

/// Verifies the text of a record.
pub(crate) fn run(text: &str) -> Result<(), Box<dyn Error>> {
    let record = Record::from_text(text)?;
    let mut replay = Replay::<AnyGame>::new(&record)?;
    while let Some((line, _)) = replay.peek()? {
        println!("{:>4}  {:<8} {}", line.seq, line.actor, line.action);
        replay.step()?;
    }
    replay.check_outcome()?;
    let referee = replay.referee();
    println!("{}", referee.game().format_position(referee.state()));
    Ok(())
}
