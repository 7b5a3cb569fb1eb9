//! All statistics of a tournament, for JSON and CSV output.

use std::collections::BTreeMap;

use botwerk_client::proto;
use botwerk_engine::RootSeed;
use botwerk_tournament::TournamentSeed;
use botwerk_tournament::statistics::Scale;
use botwerk_tournament_wire::configuration;
use proto::Termination;
use serde::Serialize;

use super::description::{format_name, planned_matches, seats, state, termination, verdict};
use super::text_table::TextTable;

/// All terminations in scored matches.
const TERMINATIONS: [Termination; 6] = [
    Termination::Resigned,
    Termination::Flagged,
    Termination::Illegal,
    Termination::Disconnected,
    Termination::NoShow,
    Termination::Crashed,
];

/// The standings and the tournament; the fields are those of the JSON output.
#[derive(Debug, Serialize)]
pub(super) struct Statistics<'a> {
    #[serde(flatten)]
    pub(super) head: TournamentStatistics<'a>,
    pub(super) standings: Vec<EntrantStatistics<'a>>,
}

/// The fields of the tournament as a whole.
#[derive(Debug, Serialize)]
pub(super) struct TournamentStatistics<'a> {
    tournament: &'a str,
    name: &'a str,
    game: &'a str,
    seats: usize,
    format: &'static str,
    /// Empty before the end, while it is secret.
    seed: &'a str,
    #[serde(flatten)]
    rules: Option<TournamentRules>,
    state: String,
    /// Number of matches in all rounds so far, and of results.
    matches: u64,
    results: u64,
    /// Number of complete blocks that count for Elo.
    counted_blocks: u64,
    /// Number of finished matches whose block is not counted yet.
    uncounted_matches: u64,
    /// How many results count for what.
    #[serde(skip_serializing_if = "Option::is_none")]
    result_counts: Option<CountStatistics>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtStatistics>,
    /// The season of a league: of the table if it is final, in progress otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    season: Option<u32>,
    /// Whether the table is the final one of the season.
    #[serde(skip_serializing_if = "Option::is_none")]
    is_final: Option<bool>,
    head_to_head: Vec<PairStatistics<'a>>,
    withdrawals: Vec<WithdrawalStatistics<'a>>,
}

/// The withdrawal of an entrant.
#[derive(Debug, Serialize)]
struct WithdrawalStatistics<'a> {
    entrant: &'a str,
    /// Whether none of its matches counts.
    annulled: bool,
    readmitted: bool,
}

/// What figures depend on in addition to matches.
#[derive(Debug, Serialize)]
struct TournamentRules {
    /// In the order of the configuration.
    entrants: Vec<String>,
    /// The fixed ratings of the anchors of a league.
    anchors: Vec<Option<i32>>,
    /// Number of matches of a block.
    block_matches: u64,
    /// The points of a bye.
    bye_points: f64,
    /// The points of all matches of an entrant's round of a Swiss tournament; 0 in other formats.
    round_points: f64,
    /// The hypotheses of an SPRT.
    test: Option<TestStatistics>,
}

/// The hypotheses of an SPRT.
#[derive(Debug, Serialize)]
struct TestStatistics {
    elo0: f64,
    elo1: f64,
    normalised: bool,
    alpha: f64,
    beta: f64,
}

/// How many results count for what: each is in one of the numbers.
#[derive(Debug, Serialize)]
struct CountStatistics {
    /// For points and Elo.
    rated: u64,
    /// For points only.
    repeated: u64,
    unrated: u64,
    open: u64,
    /// For nothing.
    after_verdict: u64,
    annulled: u64,
    voided: u64,
}

/// The state of an SPRT.
#[derive(Debug, Serialize)]
pub(crate) struct SprtStatistics {
    llr: f64,
    lower: f64,
    upper: f64,
    verdict: &'static str,
    pairs: u64,
}

/// Counted pairs of two entrants, from the view of the first one.
#[derive(Debug, Serialize)]
struct PairStatistics<'a> {
    entrant: &'a str,
    opponent: &'a str,
    pentanomial: &'a [u64],
}

/// The fields of one entrant.
#[derive(Debug, Serialize)]
pub(super) struct EntrantStatistics<'a> {
    place: u32,
    entrant: &'a str,
    withdrawn: bool,
    matches: u64,
    points: f64,
    /// From 0 to 1, as all rates and probabilities.
    score_rate: Option<f64>,
    byes: u32,
    wins: u64,
    draws: u64,
    losses: u64,
    /// Counted pairs by points 0, ½, 1, 1½ and 2; empty with more than two seats.
    pentanomial: &'a [u64],
    elo: Option<Interval>,
    normalised_elo: Option<Interval>,
    los: Option<f64>,
    seats: Vec<SeatStatistics>,
    /// Number of matches that it left early, by termination.
    terminations: BTreeMap<String, u64>,
    /// Number of matches that ended by adjudication.
    adjudicated: u64,
    illegal_submissions: u64,
    turns: u64,
    think_nanos: u64,
    /// In nanoseconds; `None` before the first turn.
    turn_times: Option<TurnTimeStatistics>,
    /// `None` with more than two seats and in a knockout.
    tie_breaks: Option<TieBreakStatistics>,
    /// Whether it is an anchor of a league.
    anchor: bool,
    /// Whether a newer version of the player is an entrant as well.
    former_version: bool,
    /// Number of matches that no seat left early but by resigning, and the score rate in them.
    regular_matches: u64,
    regular_score_rate: Option<f64>,
}

/// The distribution of the times of turns, in nanoseconds.
#[derive(Debug, Serialize)]
struct TurnTimeStatistics {
    median: u64,
    p90: u64,
    p99: u64,
    max: u64,
}

/// The tie-breaks of an entrant.
#[derive(Debug, Serialize)]
struct TieBreakStatistics {
    buchholz: f64,
    sonneborn_berger: f64,
    direct_encounter: Option<f64>,
}

/// An estimate; `None` is an infinite bound.
#[derive(Debug, Serialize)]
struct Interval {
    value: f64,
    low: Option<f64>,
    high: Option<f64>,
}

/// The results on one seat.
#[derive(Debug, Clone, Default, Serialize)]
struct SeatStatistics {
    seat: usize,
    points: f64,
    opponents: u64,
}

impl<'a> Statistics<'a> {
    /// Collects the statistics of the standings.
    pub(super) fn new(table: &'a proto::GetStandingsResponse) -> Self {
        Self {
            head: TournamentStatistics::new(table),
            standings: table.standings.iter().map(EntrantStatistics::new).collect(),
        }
    }

    /// Returns a table with one row per entrant.
    pub(super) fn text_table(&self) -> TextTable {
        let mut text_table = TextTable::default();
        for column in EntrantStatistics::columns(self.head.seats) {
            text_table = text_table.text_column(column);
        }
        for line in &self.standings {
            text_table.add(line.cells(self.head.seats));
        }
        text_table
    }
}

impl<'a> TournamentStatistics<'a> {
    fn new(table: &'a proto::GetStandingsResponse) -> Self {
        let tournament = table.tournament.as_ref();
        let setup = tournament.and_then(|tournament| tournament.setup.as_ref());
        let game = setup.and_then(|setup| setup.setup.as_ref());
        let head_to_head = table.head_to_head.iter().map(|pair| PairStatistics {
            entrant: &pair.entrant,
            opponent: &pair.opponent,
            pentanomial: &pair.pentanomial,
        });
        let league = tournament.and_then(|tournament| tournament.league.as_ref());
        Self {
            tournament: tournament.map_or("", |tournament| &tournament.name),
            name: setup.map_or("", |setup| &setup.name),
            game: game.map_or("", |game| &game.game),
            seats: tournament.map_or(0, seats),
            format: setup.map_or("", format_name),
            seed: tournament.map_or("", |tournament| &tournament.seed),
            rules: setup.and_then(TournamentRules::new),
            state: tournament.map(state).unwrap_or_default(),
            matches: tournament.map_or(0, planned_matches),
            results: tournament.map_or(0, |tournament| tournament.result_count),
            counted_blocks: table.counted_blocks,
            uncounted_matches: table.uncounted_matches,
            result_counts: table.result_counts.as_ref().map(CountStatistics::new),
            sprt: table.sprt.as_ref().map(SprtStatistics::new),
            season: league.map(|league| match table.final_season {
                0 => league.season,
                season => season,
            }),
            is_final: league.map(|_| table.final_season > 0),
            head_to_head: head_to_head.collect(),
            withdrawals: tournament.map_or_else(Vec::new, withdrawals),
        }
    }
}

fn withdrawals(tournament: &proto::Tournament) -> Vec<WithdrawalStatistics<'_>> {
    let withdrawals = tournament.withdrawals.iter();
    withdrawals.map(WithdrawalStatistics::new).collect()
}

impl<'a> WithdrawalStatistics<'a> {
    fn new(withdrawal: &'a proto::Withdrawal) -> Self {
        Self {
            entrant: &withdrawal.entrant,
            annulled: withdrawal.is_annulled,
            readmitted: withdrawal.is_readmitted,
        }
    }
}

impl TournamentRules {
    /// Returns the rules of a set-up, or `None` if it is not one of this version.
    fn new(setup: &proto::TournamentSetup) -> Option<Self> {
        let configuration = configuration(setup).ok()?;
        // Nothing of this depends on the seed.
        let seed = TournamentSeed::new(RootSeed::from_text(""));
        let schedule = configuration.schedule(seed).ok()?;
        let hypotheses = configuration.sprt().map(|sprt| *sprt.hypotheses());
        let names = configuration
            .entrants
            .iter()
            .map(|entrant| entrant.name.clone());
        Some(Self {
            entrants: names.collect(),
            anchors: configuration.anchors(),
            block_matches: configuration.matches_per_block(),
            bye_points: schedule.bye_half_points() as f64 / 2.0,
            round_points: schedule.round_half_points() as f64 / 2.0,
            test: hypotheses.map(|of| TestStatistics {
                elo0: of.elo0,
                elo1: of.elo1,
                normalised: of.scale == Scale::Normalised,
                alpha: of.alpha,
                beta: of.beta,
            }),
        })
    }
}

impl CountStatistics {
    fn new(counts: &proto::ResultCounts) -> Self {
        Self {
            rated: counts.rated,
            repeated: counts.repeated,
            unrated: counts.unrated,
            open: counts.open,
            after_verdict: counts.after_verdict,
            annulled: counts.annulled,
            voided: counts.voided,
        }
    }
}

impl SprtStatistics {
    pub(crate) fn new(sprt: &proto::SprtState) -> Self {
        Self {
            llr: sprt.llr,
            lower: sprt.lower,
            upper: sprt.upper,
            verdict: verdict(sprt),
            pairs: sprt.pairs,
        }
    }
}

impl<'a> EntrantStatistics<'a> {
    fn new(standing: &'a proto::Standing) -> Self {
        let seats = standing.seats.iter().enumerate();
        let terminations = standing.terminations.iter();
        Self {
            place: standing.place,
            entrant: &standing.entrant,
            withdrawn: standing.is_withdrawn,
            matches: standing.matches,
            points: standing.points,
            score_rate: standing.score_rate,
            byes: standing.byes,
            wins: standing.wins,
            draws: standing.draws,
            losses: standing.losses,
            pentanomial: &standing.pentanomial,
            elo: standing.elo.as_ref().map(Interval::new),
            normalised_elo: standing.normalised_elo.as_ref().map(Interval::new),
            los: standing.los,
            seats: seats
                .map(|(seat, score)| SeatStatistics {
                    seat,
                    points: score.points,
                    opponents: score.opponents,
                })
                .collect(),
            terminations: terminations
                .filter_map(|counted| Some((termination(counted.termination())?, counted.count)))
                .collect(),
            adjudicated: standing.adjudicated,
            illegal_submissions: standing.illegal_submissions,
            turns: standing.turns,
            think_nanos: standing.think_nanos,
            turn_times: standing
                .turn_times
                .as_ref()
                .map(|times| TurnTimeStatistics {
                    median: times.median_nanos,
                    p90: times.p90_nanos,
                    p99: times.p99_nanos,
                    max: times.max_nanos,
                }),
            tie_breaks: standing
                .tie_breaks
                .as_ref()
                .map(|tie_breaks| TieBreakStatistics {
                    buchholz: tie_breaks.buchholz,
                    sonneborn_berger: tie_breaks.sonneborn_berger,
                    direct_encounter: tie_breaks.direct_encounter,
                }),
            anchor: standing.is_anchor,
            former_version: standing.is_former_version,
            regular_matches: standing.regular_matches,
            regular_score_rate: standing.regular_score_rate,
        }
    }

    fn columns(seats: usize) -> Vec<String> {
        let first = "place entrant withdrawn matches points score_rate byes wins draws losses \
                     pairs_0 pairs_half pairs_1 pairs_1_half pairs_2 elo elo_low elo_high \
                     normalised_elo normalised_elo_low normalised_elo_high los";
        let mut columns: Vec<String> = first.split_whitespace().map(str::to_owned).collect();
        for seat in 0..seats {
            columns.push(format!("seat_{seat}_points"));
            columns.push(format!("seat_{seat}_opponents"));
        }
        columns.extend(TERMINATIONS.into_iter().filter_map(termination));
        let last = "adjudicated illegal_submissions turns think_nanos turn_nanos_median turn_nanos_p90 \
                    turn_nanos_p99 turn_nanos_max buchholz sonneborn_berger direct_encounter \
                    anchor former_version regular_matches regular_score_rate";
        columns.extend(last.split_whitespace().map(str::to_owned));
        columns
    }

    fn cells(&self, seats: usize) -> Vec<String> {
        let optional_cell = |value: Option<f64>| value.map_or_else(String::new, shortest);
        let mut cells = vec![
            self.place.to_string(),
            self.entrant.to_owned(),
            self.withdrawn.to_string(),
            self.matches.to_string(),
            self.points.to_string(),
            optional_cell(self.score_rate),
            self.byes.to_string(),
            self.wins.to_string(),
            self.draws.to_string(),
            self.losses.to_string(),
        ];
        let pairs = (0..5).map(|class| self.pentanomial.get(class));
        cells.extend(pairs.map(|pairs| pairs.map_or_else(String::new, u64::to_string)));
        cells.extend(Interval::cells(self.elo.as_ref()));
        cells.extend(Interval::cells(self.normalised_elo.as_ref()));
        cells.push(optional_cell(self.los));
        for seat in 0..seats {
            let score = self.seats.get(seat).cloned().unwrap_or_default();
            cells.extend([score.points.to_string(), score.opponents.to_string()]);
        }
        for reason in TERMINATIONS.into_iter().filter_map(termination) {
            let count = self.terminations.get(&reason).copied().unwrap_or_default();
            cells.push(count.to_string());
        }
        let last = [
            self.adjudicated,
            self.illegal_submissions,
            self.turns,
            self.think_nanos,
        ];
        cells.extend(last.map(|number| number.to_string()));
        let times = self.turn_times.as_ref();
        let times = times.map(|times| [times.median, times.p90, times.p99, times.max]);
        cells.extend(times.map_or_else(Default::default, |times| {
            times.map(|nanos| nanos.to_string())
        }));
        let tie_breaks = self.tie_breaks.as_ref();
        cells.extend([
            optional_cell(tie_breaks.map(|them| them.buchholz)),
            optional_cell(tie_breaks.map(|them| them.sonneborn_berger)),
            optional_cell(tie_breaks.and_then(|them| them.direct_encounter)),
            self.anchor.to_string(),
            self.former_version.to_string(),
            self.regular_matches.to_string(),
            optional_cell(self.regular_score_rate),
        ]);
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

    /// Returns the value and both bounds, possibly infinite.
    fn cells(interval: Option<&Self>) -> [String; 3] {
        interval.map_or_else(Default::default, |interval| {
            let low = interval.low.unwrap_or(f64::NEG_INFINITY);
            let high = interval.high.unwrap_or(f64::INFINITY);
            [interval.value, low, high].map(shortest)
        })
    }
}

/// Formats a number with the fewest digits that identify it.
fn shortest(value: f64) -> String {
    format!("{value:?}")
}

#[cfg(test)]
mod tests;
