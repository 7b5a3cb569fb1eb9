//! Standings as messages.

use botwerk_engine::MAX_EXACT_NUMBER;
use botwerk_proto::v1 as proto;
use botwerk_tournament::statistics::{Estimate, Pentanomial, SprtVerdict};
use botwerk_tournament::{
    BracketMatchup, ResultCounts, Standing, TieBreaks, TournamentTally, TurnTimes, bracket,
};
use botwerk_tournament_wire::termination_message;
use botwerk_wire::PageTokens;

use super::season_table::{decode_season_table, encode_season_table};
use super::tournaments::{tournament_message, tournament_summary};
use crate::error::Error;
use crate::tournaments::{SprtState, Tournament, TournamentDescription, TournamentStandings};

/// Maximum number of results of two entrants against each other in a response: a round robin of a thousand entrants has
/// half a million.
const MAX_HEAD_TO_HEAD: usize = 5000;

/// The list of results of entrants against each other, for the tokens of its pages.
const HEAD_TO_HEAD: &str = "head_to_head";

/// Reads the number of results of two entrants against each other that a client has.
///
/// # Errors
/// Returns an error if the token was not sent by a server.
pub(crate) fn head_to_head_start(token: &str, tokens: PageTokens) -> Result<usize, Error> {
    let start = tokens.open(HEAD_TO_HEAD, token)?;
    Ok(start.and_then(|start| start.parse().ok()).unwrap_or(0))
}

/// Returns the response with the standings of a tournament.
pub(crate) fn standings_response(
    of: &TournamentStandings,
    tokens: PageTokens,
) -> proto::GetStandingsResponse {
    let pairs = &of.tally.pairs;
    proto::GetStandingsResponse {
        head_to_head: head_to_head(of, 0, MAX_HEAD_TO_HEAD),
        next_head_to_head_token: head_to_head_token(0, pairs.len(), tokens),
        ..without_head_to_head(of)
    }
}

/// Returns the standings of a tournament with all results of entrants against each other.
pub(crate) fn complete_standings(of: &TournamentStandings) -> proto::GetStandingsResponse {
    proto::GetStandingsResponse {
        head_to_head: head_to_head(of, 0, usize::MAX),
        ..without_head_to_head(of)
    }
}

/// Returns the response with the results of entrants against each other after the given number of them.
pub(crate) fn more_head_to_head(
    of: &TournamentStandings,
    start: usize,
    tokens: PageTokens,
) -> proto::GetStandingsResponse {
    let pairs = &of.tally.pairs;
    proto::GetStandingsResponse {
        head_to_head: head_to_head(of, start, MAX_HEAD_TO_HEAD),
        next_head_to_head_token: head_to_head_token(start, pairs.len(), tokens),
        ..Default::default()
    }
}

/// Returns the part of complete standings that a response contains after the given number of results of entrants against
/// each other.
pub(crate) fn standings_part(
    complete: proto::GetStandingsResponse,
    start: usize,
    tokens: PageTokens,
) -> proto::GetStandingsResponse {
    let all = complete.head_to_head.len();
    let shown = complete.head_to_head.into_iter().skip(start);
    let head_to_head = shown.take(MAX_HEAD_TO_HEAD).collect();
    let next_head_to_head_token = head_to_head_token(start, all, tokens);
    if start == 0 {
        return proto::GetStandingsResponse {
            head_to_head,
            next_head_to_head_token,
            ..complete
        };
    }
    proto::GetStandingsResponse {
        head_to_head,
        next_head_to_head_token,
        ..Default::default()
    }
}

fn head_to_head_token(start: usize, all: usize, tokens: PageTokens) -> String {
    let next = start.saturating_add(MAX_HEAD_TO_HEAD);
    if next < all {
        tokens.seal(HEAD_TO_HEAD, &next.to_string())
    } else {
        String::new()
    }
}

fn head_to_head(of: &TournamentStandings, start: usize, limit: usize) -> Vec<proto::HeadToHead> {
    let tournament = &of.description.tournament;
    let message =
        |((entrant, opponent), pairs): (&(usize, usize), &Pentanomial)| proto::HeadToHead {
            entrant: tournament.entrant_name(*entrant).to_owned(),
            opponent: tournament.entrant_name(*opponent).to_owned(),
            pentanomial: pairs.pairs().to_vec(),
        };
    let pairs = of.tally.pairs.iter().skip(start).take(limit);
    pairs.map(message).collect()
}

fn without_head_to_head(of: &TournamentStandings) -> proto::GetStandingsResponse {
    let tournament = &of.description.tournament;
    let (tally, status) = (&*of.tally, &of.description.snapshot.status);
    let standing = |standing: &Standing| {
        let is_withdrawn = status.has_withdrawn(standing.entrant);
        standing_message(tournament, standing, is_withdrawn)
    };
    proto::GetStandingsResponse {
        standings: of.standings.iter().map(standing).collect(),
        sprt: of.sprt.as_ref().map(sprt_message),
        head_to_head: Vec::new(),
        next_head_to_head_token: String::new(),
        counted_blocks: tally.counted_blocks,
        uncounted_matches: tally.uncounted_matches(),
        result_counts: Some(result_counts_message(tally.result_counts())),
        bracket: bracket_messages(tournament, status.rounds_survived.as_deref(), tally),
        final_season: 0,
        tournament: Some(tournament_message(&of.description)),
    }
}

/// Returns the final table of a season as it is stored.
pub(crate) fn encode_final_table(of: &TournamentStandings, season: u32) -> Vec<u8> {
    encode_season_table(proto::GetStandingsResponse {
        final_season: season,
        ..complete_standings(of)
    })
}

/// Returns the response with the stored final table of a season, and the tournament as it is now, but with its numbers of
/// matches at the end of the season.
///
/// # Errors
/// Returns an error if the table is corrupt.
pub(crate) fn final_standings(
    table: &[u8],
    description: &TournamentDescription,
) -> Result<proto::GetStandingsResponse, Error> {
    let table = decode_season_table(table)?;
    let then = table.tournament.unwrap_or_default();
    let tournament = proto::Tournament {
        match_count: then.match_count,
        result_count: then.result_count,
        expected_match_count: then.expected_match_count,
        ..tournament_summary(description)
    };
    Ok(proto::GetStandingsResponse {
        tournament: Some(tournament),
        ..table
    })
}

/// Returns the bracket of a knockout, or an empty list for the other formats.
fn bracket_messages(
    tournament: &Tournament,
    survived: Option<&[u32]>,
    tally: &TournamentTally,
) -> Vec<proto::BracketMatchup> {
    let name = |entrant: usize| tournament.entrant_name(entrant).to_owned();
    let matchups = survived.map(|survived| bracket(survived, &tally.head_to_head));
    let message = |matchup: BracketMatchup| proto::BracketMatchup {
        round: matchup.round,
        entrants: matchup
            .entrants
            .into_iter()
            .map(|entrant| entrant.map(name).unwrap_or_default())
            .collect(),
        points: matchup
            .half_points
            .into_iter()
            .map(|half_points| half_points as f64 / 2.0)
            .collect(),
        winner: matchup.winner.map(name).unwrap_or_default(),
    };
    matchups
        .unwrap_or_default()
        .into_iter()
        .map(message)
        .collect()
}

fn result_counts_message(counts: ResultCounts) -> proto::ResultCounts {
    let ResultCounts {
        rated,
        repeated,
        unrated,
        open,
        after_verdict,
        annulled,
        voided,
    } = counts;
    proto::ResultCounts {
        rated,
        repeated,
        unrated,
        open,
        after_verdict,
        annulled,
        voided,
    }
}

fn sprt_message(sprt: &SprtState) -> proto::SprtState {
    let [lower, upper] = sprt.bounds;
    let verdict = match sprt.verdict {
        SprtVerdict::H0 => proto::SprtVerdict::H0,
        SprtVerdict::H1 => proto::SprtVerdict::H1,
        SprtVerdict::Undecided => proto::SprtVerdict::Unspecified,
    };
    proto::SprtState {
        llr: sprt.llr,
        lower,
        upper,
        verdict: verdict as i32,
        pairs: sprt.pairs,
    }
}

fn standing_message(
    tournament: &Tournament,
    standing: &Standing,
    is_withdrawn: bool,
) -> proto::Standing {
    let stats = &standing.stats;
    let seat = |[half_points, opponents]: &[u64; 2]| proto::SeatScore {
        points: *half_points as f64 / 2.0,
        opponents: *opponents,
    };
    let terminations =
        stats
            .termination
            .iter()
            .map(|(termination, count)| proto::TerminationCount {
                termination: termination_message(Some(*termination)) as i32,
                count: *count,
            });
    let configuration = &tournament.configuration;
    let has_two_seats = configuration.seats == 2;
    proto::Standing {
        place: standing.place as u32,
        entrant: tournament.entrant_name(standing.entrant).to_owned(),
        matches: stats.matches,
        points: standing.points,
        score_rate: standing.score_rate,
        byes: standing.byes,
        wins: stats.wins_draws_losses[0],
        draws: stats.wins_draws_losses[1],
        losses: stats.wins_draws_losses[2],
        pentanomial: if has_two_seats {
            standing.pairs.pairs().to_vec()
        } else {
            Vec::new()
        },
        elo: standing.elo.map(estimate),
        normalised_elo: standing.normalised_elo.map(estimate),
        los: standing.los,
        seats: stats.by_seat.iter().map(seat).collect(),
        terminations: terminations.collect(),
        illegal_submissions: stats.illegal_submissions,
        turns: stats.turn_times.turns(),
        think_nanos: stats.turn_times.nanos().min(MAX_EXACT_NUMBER),
        is_withdrawn,
        adjudicated: stats.adjudicated,
        turn_times: turn_times_message(&stats.turn_times),
        tie_breaks: standing.tie_breaks.map(tie_breaks_message),
        is_anchor: configuration.entrants[standing.entrant].anchor.is_some(),
        measured_elo: standing.measured_elo.map(estimate),
        regular_matches: stats.regular[0],
        regular_score_rate: standing.regular_score_rate,
        is_former_version: configuration.is_former_version(standing.entrant),
    }
}

fn turn_times_message(times: &TurnTimes) -> Option<proto::TurnTimes> {
    let quantile = |share| Some(times.quantile(share)?.min(MAX_EXACT_NUMBER));
    Some(proto::TurnTimes {
        median_nanos: quantile(0.5)?,
        p90_nanos: quantile(0.9)?,
        p99_nanos: quantile(0.99)?,
        max_nanos: times.max_nanos().min(MAX_EXACT_NUMBER),
    })
}

fn tie_breaks_message(tie_breaks: TieBreaks) -> proto::TieBreaks {
    proto::TieBreaks {
        buchholz: tie_breaks.buchholz,
        sonneborn_berger: tie_breaks.sonneborn_berger,
        direct_encounter: tie_breaks.direct_encounter,
    }
}

pub(super) fn estimate(estimate: Estimate) -> proto::Estimate {
    let bound = |bound: f64| Some(bound).filter(|bound| bound.is_finite());
    proto::Estimate {
        value: estimate.value,
        low: bound(estimate.low),
        high: bound(estimate.high),
    }
}
