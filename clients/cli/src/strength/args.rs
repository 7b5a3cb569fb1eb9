//! The arguments of `strength`.

use std::path::PathBuf;

use botwerk_engine::Game;
use clap::Args;

use crate::failure::{Failure, Reason};
use crate::setting::GameArgs;

/// Arguments of `strength`.
#[derive(Debug, Args)]
pub(crate) struct StrengthArgs {
    #[command(flatten)]
    pub(super) game: GameArgs,
    /// Agent to measure, such as `minimax:time=100ms`: see `botwerk game list`
    #[arg(long)]
    pub(super) player: String,
    /// Agent on all other seats [default: none, the agent plays alone]
    #[arg(long, value_name = "PLAYER")]
    pub(super) opponent: Option<String>,
    /// Number of seats [default: 2, or 1 without --opponent]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub(super) seats: Option<u8>,
    /// Number of matches, a multiple of the seats: each opening is played once with the agent on
    /// each seat [default: 200, or the next multiple]
    #[arg(long, visible_alias = "games", value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) matches: Option<u64>,
    /// Number of turns sampled before each match, in games with sampled openings [default: 2]
    #[arg(long, value_name = "N")]
    pub(super) opening_turns: Option<u32>,
    /// Seed of openings and all randomness; openings after the first have the seeds SEED/2, SEED/3
    /// and so on [default: random]
    #[arg(long)]
    pub(super) seed: Option<String>,
    /// New directory for the record of every match, and a table of them
    #[arg(long, value_name = "FOLDER")]
    pub(super) records: Option<PathBuf>,
    /// Maximum number of matches in progress [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) concurrency: Option<u16>,
}

/// Default number of matches, rounded up to a multiple of the seats.
const DEFAULT_MATCHES: u64 = 200;

impl StrengthArgs {
    /// Returns the number of seats: as given, or else one per named agent.
    pub(super) fn seats<G: Game>(&self) -> Result<usize, Failure> {
        let named = 1 + usize::from(self.opponent.is_some());
        let seats = self.seats.map_or(named, usize::from);
        let (game, min_seats) = (G::spec().id, G::spec().min_seats);
        let message = match &self.opponent {
            Some(opponent) if seats == 1 => {
                format!("--opponent {opponent}: no seat with --seats 1; omit one of them")
            }
            None if seats > 1 => {
                format!("--seats {seats}: only one player is named; pass --opponent")
            }
            None if self.seats.is_none() && min_seats > 1 => format!(
                "--player {}: no opponent, but {game} needs at least {min_seats} seats; pass --opponent",
                self.player
            ),
            _ => return Ok(seats),
        };
        Err(Failure::new(Reason::BadArgument, message))
    }

    /// Returns the number of matches, which form whole blocks.
    pub(super) fn matches(&self, seats: usize) -> Result<u64, Failure> {
        let block = seats as u64;
        let Some(matches) = self.matches else {
            return Ok(DEFAULT_MATCHES.next_multiple_of(block));
        };
        if matches.is_multiple_of(block) {
            return Ok(matches);
        }
        // Suggests the next multiple, or the previous one if that overflows.
        let suggestion = matches.checked_next_multiple_of(block);
        let suggestion = suggestion.unwrap_or(matches - matches % block);
        let message = format!(
            "--matches {matches}: not a multiple of {seats}; use {suggestion}, as every opening is \
             played {}",
            times(seats)
        );
        Err(Failure::new(Reason::BadArgument, message))
    }
}

/// Returns how often an opening is played, as text.
pub(super) fn times(seats: usize) -> String {
    match seats {
        1 => "once".into(),
        2 => "twice".into(),
        seats => format!("{seats} times"),
    }
}
