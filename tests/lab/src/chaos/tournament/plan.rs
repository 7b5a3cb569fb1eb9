//! The tournaments that are played: every format, with agents only and with launched bots.

use std::fmt::Write as _;

use botwerk_engine::StableRng;
use botwerk_tournament::configuration::command_text;

use crate::program::Program;

/// A tournament file and the expected number of results.
pub(super) struct TournamentPlan {
    pub(super) text: String,
    /// Number of matches, or `None` if it depends on the results.
    pub(super) matches: Option<u64>,
}

/// A format and its number of matches of four entrants.
struct FormatPlan {
    format: String,
    matches: Option<u64>,
}

impl TournamentPlan {
    /// Samples the plan with the given number. Plans alternate between agents only and launched bots, and
    /// between the formats.
    pub(super) fn sample(program: &Program, number: u64, rng: &mut StableRng) -> Self {
        let has_bots = number.is_multiple_of(2);
        // Agents are fast: many matches are needed for a kill in the middle of them.
        let size = if has_bots { 3 } else { 80 } + rng.below(4);
        let format = format_plan(number / 2 % 5, size);
        let is_league = format.format.contains("league");
        let mut text = format!(
            "name = \"tournament {number}\"\ngame = \"micro-robots\"\nvirtual_time = true\n\n\
             [options]\nchips_to_win = \"2\"\n\n[format]\n{}\n",
            format.format
        );
        let program = command_text(&program.argv());
        for entrant in 0..4 {
            let is_bot = has_bots && entrant < 2;
            let player = if is_bot {
                let agent = ["solver", "random"][entrant % 2];
                format!("grpc:{program} bot run {agent} --concurrency 2")
            } else {
                ["first-found", "random"][entrant % 2].to_owned()
            };
            let anchor = if is_league && entrant == 3 {
                "anchor = true\n"
            } else {
                ""
            };
            // Writing to a `String` cannot fail.
            let _ = write!(
                text,
                "\n[[entrant]]\nname = \"entrant {entrant}\"\nplayer = {player:?}\n{anchor}"
            );
        }
        Self {
            text,
            matches: format.matches,
        }
    }
}

fn format_plan(number: u64, size: u64) -> FormatPlan {
    let plan = |format: String, matches| FormatPlan { format, matches };
    match number {
        0 => plan(
            format!("kind = \"round-robin\"\ncycles = {size}"),
            Some(6 * 2 * size),
        ),
        1 => plan(
            format!("kind = \"swiss\"\nrounds = 2\npairs = {size}"),
            Some(2 * 2 * 2 * size),
        ),
        2 => plan(
            format!("kind = \"gauntlet\"\nchallengers = 1\ncycles = {size}"),
            Some(3 * 2 * size),
        ),
        3 => plan(
            format!(
                "kind = \"league\"\nseasons = 2\nseason_matches = {}",
                6 * size
            ),
            Some(2 * 6 * size),
        ),
        _ => plan(
            format!("kind = \"knockout\"\npairs = {size}\ntiebreak_pairs = 1"),
            None,
        ),
    }
}
