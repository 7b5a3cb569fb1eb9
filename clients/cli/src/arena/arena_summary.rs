//! The sums of an arena.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use botwerk_agents::strength::{Score, WinDrawLoss};
use botwerk_engine::record::Fingerprint;
use botwerk_tournament::statistics::{Estimate, Pentanomial, elo, expected_score};
use serde::Serialize;

use super::arena_match::ArenaMatch;
use crate::match_seat::MatchSeat;

/// The sums of all matches, by player.
#[derive(Debug, Serialize)]
pub(crate) struct ArenaSummary {
    pub(crate) players: Vec<PlayerSummary>,
    /// Of two players: the pairs of matches in which the first one has scored 0, 0.5, 1, 1.5 and 2 points. A pair that
    /// repeats an earlier one action by action is not counted again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pentanomial: Option<[u64; 5]>,
    /// Number of matches that repeat no earlier one of the same players on the same seats.
    pub(crate) distinct: u64,
}

/// The sums of a player. A shared first place is a draw.
#[derive(Debug, Serialize)]
pub(crate) struct PlayerSummary {
    pub(crate) player: String,
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
    /// Number of matches that the player had to leave for a crash, an illegal action or a limit.
    pub(crate) faults: u64,
    /// The score rate in matches without a fault of a player, if there are others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) regular_score_rate: Option<f64>,
    /// The points divided by the matches; `None` without a match.
    pub(crate) score_rate: Option<f64>,
    /// The 95 % interval of the score rate, of two players only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) interval: Option<[f64; 2]>,
    /// The Elo difference to the other of two players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) elo: Option<Estimate>,
}

impl ArenaSummary {
    /// Adds up matches.
    pub(crate) fn new(players: &[MatchSeat], matches: &[ArenaMatch]) -> Self {
        let pairs = (players.len() == 2).then(|| pairs(matches));
        let summary = |(player, seat): (usize, &MatchSeat)| {
            let own_pairs = pairs.map(|pairs| match player {
                0 => pairs,
                _ => pairs.reversed(),
            });
            PlayerSummary::new(player, seat, matches, own_pairs.as_ref())
        };
        Self {
            players: players.iter().enumerate().map(summary).collect(),
            pentanomial: pairs.map(|pairs| pairs.pairs()),
            distinct: matches.iter().map(play).collect::<BTreeSet<_>>().len() as u64,
        }
    }
}

/// Returns what was played, and by whom on which seat.
fn play(played: &ArenaMatch) -> (Fingerprint, &[usize]) {
    (played.fingerprint, &played.seats)
}

/// Returns the pairs of matches from one start, by the score of the first player. A pair that was interrupted does
/// not count, and one that repeats another does not count again.
fn pairs(matches: &[ArenaMatch]) -> Pentanomial {
    let mut pairs = Pentanomial::default();
    let mut distinct = BTreeSet::new();
    for pair in matches.windows(2) {
        if let [first, second] = pair
            && first.block == second.block
            && distinct.insert([play(first), play(second)])
        {
            let points = score(first, 0).points() + score(second, 0).points();
            pairs.add((2.0 * points) as usize);
        }
    }
    pairs
}

/// Returns the score of a player in a match.
fn score(played: &ArenaMatch, player: usize) -> Score {
    Score::from_places(&played.places, played.seat_of(player))
}

impl PlayerSummary {
    fn new(
        player: usize,
        seat: &MatchSeat,
        matches: &[ArenaMatch],
        pairs: Option<&Pentanomial>,
    ) -> Self {
        let (mut tally, mut regular) = (WinDrawLoss::default(), WinDrawLoss::default());
        let mut faults = 0;
        for played in matches {
            tally.add(score(played, player));
            faults += u64::from(played.fault_of(player).is_some());
            if played.faults.is_empty() {
                regular.add(score(played, player));
            }
        }
        let has_faults = regular.matches() < tally.matches();
        // An even score is 0, not -0.
        let elo = pairs.and_then(elo).map(|elo| Estimate {
            value: elo.value + 0.0,
            ..elo
        });
        Self {
            player: seat.to_string(),
            wins: tally.wins(),
            draws: tally.draws(),
            losses: tally.losses(),
            faults,
            score_rate: tally.score_rate(),
            regular_score_rate: regular.score_rate().filter(|_| has_faults),
            interval: elo.map(|elo| [elo.low, elo.high].map(expected_score)),
            elo,
        }
    }
}

impl Display for PlayerSummary {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self {
            player,
            wins,
            draws,
            losses,
            ..
        } = self;
        write!(f, "{player}: +{wins} ={draws} -{losses}")?;
        if let Some(rate) = self.score_rate {
            write!(f, ", score rate {:.1} %", 100.0 * rate)?;
        }
        if let Some([low, high]) = self.interval {
            write!(f, " (95 %: {:.1} to {:.1})", 100.0 * low, 100.0 * high)?;
        }
        if self.faults > 0 {
            write!(f, ", {} lost by faults", self.faults)?;
        }
        match self.regular_score_rate {
            Some(rate) => write!(f, ", score rate without faults {:.1} %", 100.0 * rate),
            None => Ok(()),
        }
    }
}
