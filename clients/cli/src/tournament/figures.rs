//! Everything that is known of a tournament's table, for programs.

use std::collections::BTreeMap;

use botwerk_client::proto;
use proto::Termination;
use serde::Serialize;

use super::description::{format_name, seats, state, termination, verdict};
use super::text_table::TextTable;

/// All reasons for which a seat leaves a match that is scored.
const LEAVINGS: [Termination; 6] = [
    Termination::Resigned,
    Termination::Flagged,
    Termination::Illegal,
    Termination::Disconnected,
    Termination::NoShow,
    Termination::Crashed,
];

/// The table with what it belongs to; its fields are those of the JSON.
#[derive(Debug, Serialize)]
pub(super) struct Figures<'a> {
    #[serde(flatten)]
    pub(super) head: Head<'a>,
    pub(super) standings: Vec<Line<'a>>,
}

/// What is not of one entrant alone.
#[derive(Debug, Serialize)]
pub(super) struct Head<'a> {
    tournament: &'a str,
    name: &'a str,
    game: &'a str,
    seats: usize,
    format: &'static str,
    state: String,
    /// Matches of all rounds so far, and those of them that have ended.
    matches: u64,
    results: u64,
    /// Complete blocks that count for strength.
    counted_blocks: u64,
    /// Finished matches that do not count for it yet.
    uncounted_matches: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<Sprt>,
    encounters: Vec<Encounter<'a>>,
}

/// How far a test is.
#[derive(Debug, Serialize)]
pub(super) struct Sprt {
    llr: f64,
    lower: f64,
    upper: f64,
    verdict: &'static str,
    pairs: u64,
}

/// Counted pairs of two entrants, from the first one's side.
#[derive(Debug, Serialize)]
struct Encounter<'a> {
    entrant: &'a str,
    opponent: &'a str,
    pentanomial: &'a [u64],
}

/// An entrant.
#[derive(Debug, Serialize)]
pub(super) struct Line<'a> {
    place: u32,
    entrant: &'a str,
    withdrawn: bool,
    matches: u64,
    points: f64,
    /// From 0 to 1, as are all shares and chances.
    share: Option<f64>,
    byes: u32,
    wins: u64,
    ties: u64,
    losses: u64,
    /// Counted pairs of 0, half, 1, one and a half and 2 points; empty at tables of more than two.
    pentanomial: &'a [u64],
    elo: Option<Interval>,
    normalised_elo: Option<Interval>,
    superiority: Option<f64>,
    seats: Vec<Score>,
    /// How often it left a match early, by reason.
    terminations: BTreeMap<String, u64>,
    illegal_acts: u64,
    turns: u64,
    think_nanos: u64,
}

/// An estimate; a bound is `None` where nothing bounds it.
#[derive(Debug, Serialize)]
struct Interval {
    value: f64,
    low: Option<f64>,
    high: Option<f64>,
}

/// What a seat has brought.
#[derive(Debug, Clone, Default, Serialize)]
struct Score {
    seat: usize,
    points: f64,
    opponents: u64,
}

impl<'a> Figures<'a> {
    /// All figures of a table.
    pub(super) fn new(table: &'a proto::GetStandingsResponse) -> Self {
        Self {
            head: Head::new(table),
            standings: table.standings.iter().map(Line::new).collect(),
        }
    }

    /// A row an entrant.
    pub(super) fn sheet(&self) -> TextTable {
        let mut sheet = TextTable::default();
        for column in Line::columns(self.head.seats) {
            sheet = sheet.text_column(column);
        }
        for line in &self.standings {
            sheet.add(line.cells(self.head.seats));
        }
        sheet
    }
}

impl<'a> Head<'a> {
    fn new(table: &'a proto::GetStandingsResponse) -> Self {
        let tournament = table.tournament.as_ref();
        let setup = tournament.and_then(|tournament| tournament.setup.as_ref());
        let game = setup.and_then(|setup| setup.setup.as_ref());
        let encounters = table.head_to_head.iter().map(|encounter| Encounter {
            entrant: &encounter.entrant,
            opponent: &encounter.opponent,
            pentanomial: &encounter.pentanomial,
        });
        Self {
            tournament: tournament.map_or("", |tournament| &tournament.name),
            name: setup.map_or("", |setup| &setup.name),
            game: game.map_or("", |game| &game.game),
            seats: tournament.map_or(0, seats),
            format: setup.map_or("", format_name),
            state: tournament.map(state).unwrap_or_default(),
            matches: tournament.map_or(0, |tournament| tournament.match_count),
            results: tournament.map_or(0, |tournament| tournament.result_count),
            counted_blocks: table.counted_blocks,
            uncounted_matches: table.uncounted_matches,
            sprt: table.sprt.as_ref().map(Sprt::new),
            encounters: encounters.collect(),
        }
    }
}

impl Sprt {
    pub(super) fn new(sprt: &proto::SprtState) -> Self {
        Self {
            llr: sprt.llr,
            lower: sprt.lower,
            upper: sprt.upper,
            verdict: verdict(sprt),
            pairs: sprt.pairs,
        }
    }
}

impl<'a> Line<'a> {
    fn new(standing: &'a proto::Standing) -> Self {
        let seats = standing.seats.iter().enumerate();
        let terminations = standing.terminations.iter();
        Self {
            place: standing.place,
            entrant: &standing.entrant,
            withdrawn: standing.withdrawn,
            matches: standing.matches,
            points: standing.points,
            share: standing.score_rate,
            byes: standing.byes,
            wins: standing.wins,
            ties: standing.draws,
            losses: standing.losses,
            pentanomial: &standing.pentanomial,
            elo: standing.elo.as_ref().map(Interval::new),
            normalised_elo: standing.normalised_elo.as_ref().map(Interval::new),
            superiority: standing.los,
            seats: seats
                .map(|(seat, score)| Score {
                    seat,
                    points: score.points,
                    opponents: score.opponents,
                })
                .collect(),
            terminations: terminations
                .filter_map(|left| Some((termination(left.termination())?, left.count)))
                .collect(),
            illegal_acts: standing.illegal_submissions,
            turns: standing.turns,
            think_nanos: standing.think_nanos,
        }
    }

    fn columns(seats: usize) -> Vec<String> {
        let first = "place entrant withdrawn matches points share byes wins ties losses \
                     pairs_0 pairs_half pairs_1 pairs_1_half pairs_2 elo elo_low elo_high \
                     normalised_elo normalised_elo_low normalised_elo_high superiority";
        let mut columns: Vec<String> = first.split_whitespace().map(str::to_owned).collect();
        for seat in 0..seats {
            columns.push(format!("seat_{seat}_points"));
            columns.push(format!("seat_{seat}_opponents"));
        }
        columns.extend(LEAVINGS.into_iter().filter_map(termination));
        columns.extend(["illegal_acts", "turns", "think_nanos"].map(str::to_owned));
        columns
    }

    fn cells(&self, seats: usize) -> Vec<String> {
        let maybe = |value: Option<f64>| value.map_or_else(String::new, shortest);
        let mut cells = vec![
            self.place.to_string(),
            self.entrant.to_owned(),
            self.withdrawn.to_string(),
            self.matches.to_string(),
            self.points.to_string(),
            maybe(self.share),
            self.byes.to_string(),
            self.wins.to_string(),
            self.ties.to_string(),
            self.losses.to_string(),
        ];
        let pairs = (0..5).map(|class| self.pentanomial.get(class));
        cells.extend(pairs.map(|pairs| pairs.map_or_else(String::new, u64::to_string)));
        cells.extend(Interval::cells(self.elo.as_ref()));
        cells.extend(Interval::cells(self.normalised_elo.as_ref()));
        cells.push(maybe(self.superiority));
        for seat in 0..seats {
            let score = self.seats.get(seat).cloned().unwrap_or_default();
            cells.extend([score.points.to_string(), score.opponents.to_string()]);
        }
        for reason in LEAVINGS.into_iter().filter_map(termination) {
            let count = self.terminations.get(&reason).copied().unwrap_or_default();
            cells.push(count.to_string());
        }
        let last = [self.illegal_acts, self.turns, self.think_nanos];
        cells.extend(last.map(|number| number.to_string()));
        cells
    }
}

impl Interval {
    fn new(estimate: &proto::Estimate) -> Self {
        Self {
            value: estimate.value,
            low: estimate.low,
            high: estimate.high,
        }
    }

    /// The value and both bounds, infinite where nothing bounds it.
    fn cells(interval: Option<&Self>) -> [String; 3] {
        interval.map_or_else(Default::default, |interval| {
            let low = interval.low.unwrap_or(f64::NEG_INFINITY);
            let high = interval.high.unwrap_or(f64::INFINITY);
            [interval.value, low, high].map(shortest)
        })
    }
}

/// A number in the fewest digits that tell it from all others, very small ones with an exponent.
fn shortest(value: f64) -> String {
    format!("{value:?}")
}

#[cfg(test)]
mod tests;
