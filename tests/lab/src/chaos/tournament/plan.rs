//! Tournaments to be killed: of every format, with bundled players and with bots.

use std::fmt::Write as _;

use botwerk_engine::StableRng;

use crate::program::Program;

/// A tournament's file, and what it must come to.
pub(super) struct TournamentPlan {
    pub(super) text: String,
    /// Matches in all; `None` where results decide about that.
    pub(super) matches: Option<u64>,
}

/// A format, and how many matches it makes of four entrants.
struct Shape {
    format: String,
    matches: Option<u64>,
}

impl TournamentPlan {
    /// The plan with this number: bundled players alone and bots take turns, and so do formats.
    pub(super) fn draw(program: &Program, number: u64, dice: &mut StableRng) -> Self {
        let has_bots = number.is_multiple_of(2);
        // Bundled players are quick: many matches are needed to be hit in the middle of them.
        let size = if has_bots { 3 } else { 80 } + dice.below(4);
        let shape = shape(number / 2 % 4, size);
        let mut text = format!(
            "name = \"tournament {number}\"\ngame = \"micro-robots\"\nvirtual_time = true\n\n\
             [options]\nchips_to_win = \"2\"\n\n[format]\n{}\n",
            shape.format
        );
        let program: Vec<_> = program
            .argv()
            .iter()
            .map(|text| format!("{text:?}"))
            .collect();
        let program = program.join(", ");
        for entrant in 0..4 {
            let is_bot = has_bots && entrant < 2;
            let player = if is_bot {
                let agent = ["solver", "random"][entrant % 2];
                format!(
                    "command = [{program}, \"bot\", \"--agent\", \"{agent}\", \"--concurrency\", \"2\"]"
                )
            } else {
                let agent = ["first-found", "random"][entrant % 2];
                format!("agent = \"{agent}\"")
            };
            // Writing to a text cannot fail.
            let _ = write!(
                text,
                "\n[[entrant]]\nname = \"entrant {entrant}\"\n{player}\n"
            );
        }
        Self {
            text,
            matches: shape.matches,
        }
    }
}

fn shape(number: u64, size: u64) -> Shape {
    let of = |format: String, matches| Shape { format, matches };
    match number {
        0 => of(
            format!("kind = \"round-robin\"\ncycles = {size}"),
            Some(6 * 2 * size),
        ),
        1 => of(
            format!("kind = \"swiss\"\nrounds = 2\npairs = {size}"),
            Some(2 * 2 * 2 * size),
        ),
        2 => of(
            format!("kind = \"gauntlet\"\nchallengers = 1\ncycles = {size}"),
            Some(3 * 2 * size),
        ),
        _ => of(
            format!("kind = \"knockout\"\npairs = {size}\ntie_pairs = 1"),
            None,
        ),
    }
}
