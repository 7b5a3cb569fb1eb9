//! Tournaments as messages.

use botwerk_engine::MAX_EXACT_NUMBER;
use botwerk_proto::v1 as proto;
use botwerk_tournament::configuration::{Configuration, Entrant};
use botwerk_tournament::format::{LeagueCalendar, LeagueLimits, Pairing, day_start_micros};
use botwerk_tournament::statistics::{Estimate, Pentanomial, SprtVerdict};
use botwerk_tournament::{
    BracketMatchup, MatchResult, SeatStats, Standing, TieBreaks, TournamentTally, TurnTimes,
    bracket,
};
use botwerk_tournament_wire::{configuration, entrant, setup_message, termination_message};
use prost::Message;

use super::error_message;
use super::matches::{non_empty, request_id};
use super::page_size;
use super::text_limits::{check_entrant, check_entrants, check_text, check_tournament};
use crate::error::{Error, Reason};
use crate::request_origin::content_sha256;
use crate::store::{AttemptRow, TournamentRequest};
use crate::tournament_state::TournamentState;
use crate::tournaments::{
    LiveStats, NewTournament, Obstacle, PairingsPage, SprtState, Tournament, TournamentDescription,
    TournamentExtension, TournamentStandings, Withdrawal,
};

/// Reads a request that creates a tournament.
///
/// # Errors
/// Returns an error if the request is incomplete or contradicts itself.
pub(crate) fn new_tournament(
    request: proto::CreateTournamentRequest,
) -> Result<NewTournament, Error> {
    request.setup.iter().try_for_each(check_tournament)?;
    check_text("seed", &request.seed)?;
    Ok(NewTournament {
        request_sha256: Some(request_sha256(request.setup.as_ref(), &request.seed)),
        setup_sha256: Some(request_sha256(request.setup.as_ref(), "")),
        request_id: request_id(request.request_id)?,
        configuration: required_configuration(request.setup.as_ref())?,
        seed: non_empty(request.seed),
        concurrency: Some(request.concurrency).filter(|number| *number > 0),
        allow_oversubscription: request.oversubscribe,
    })
}

/// Reads a request that extends a tournament.
///
/// # Errors
/// Returns an error if the request is incomplete or contradicts itself.
pub(crate) fn extension(
    request: proto::ExtendTournamentRequest,
) -> Result<TournamentExtension, Error> {
    // The tournament has all other texts already.
    request.setup.iter().try_for_each(check_entrants)?;
    let configuration = required_configuration(request.setup.as_ref())?;
    let sha256 = Some(request_sha256(request.setup.as_ref(), ""));
    let id = request_id(request.request_id)?;
    Ok(TournamentExtension {
        configuration,
        request: id.map(|id| TournamentRequest { id, sha256 }),
    })
}

/// Returns the hash of a request's set-up and seed: without what only says how fast the matches are played.
fn request_sha256(setup: Option<&proto::TournamentSetup>, seed: &str) -> String {
    content_sha256(&proto::CreateTournamentRequest {
        setup: setup.cloned(),
        seed: seed.to_owned(),
        ..Default::default()
    })
}

fn required_configuration(setup: Option<&proto::TournamentSetup>) -> Result<Configuration, Error> {
    let setup =
        setup.ok_or_else(|| Error::new(Reason::BadRequest, "setup: required, but not set"))?;
    configuration(setup).map_err(|errors| {
        let messages: Vec<_> = errors
            .iter()
            .map(|error| format!("{}: {}", error.field, error.message))
            .collect();
        Error::new(Reason::BadRequest, messages.join("\n"))
    })
}

/// Reads the first pairing and the number of pairings that a request asks for.
///
/// # Errors
/// Returns an error if the page token was not sent by a server.
pub(crate) fn pairings_range(request: &proto::ListPairingsRequest) -> Result<(u64, usize), Error> {
    let from = match request.page_token.as_str() {
        "" => 0,
        text => text.parse().map_err(|_| {
            let message = "page_token: expected one of an earlier response";
            Error::new(Reason::BadRequest, message)
        })?,
    };
    Ok((from, page_size(request.page_size)))
}

/// Reads the state by which a list is filtered; 0 for any state.
pub(crate) fn tournament_state(number: i32) -> Result<Option<TournamentState>, Error> {
    if number == 0 {
        return Ok(None);
    }
    let state = TournamentState::from_number(number);
    state.map(Some).ok_or_else(|| {
        let message = format!("state: expected a `TournamentState`, found {number}");
        Error::new(Reason::BadRequest, message)
    })
}

/// Returns the message that describes a tournament.
pub(crate) fn tournament_message(description: &TournamentDescription) -> proto::Tournament {
    proto::Tournament {
        setup: Some(setup_message(&description.tournament.configuration)),
        ..without_setup(description)
    }
}

/// Returns the message that describes a tournament, without its setup.
fn without_setup(description: &TournamentDescription) -> proto::Tournament {
    let TournamentDescription {
        tournament,
        snapshot,
        ..
    } = description;
    let status = &snapshot.status;
    let has_ended = snapshot.state.has_ended();
    let name = |entrant: usize| tournament.entrant_name(entrant).to_owned();
    let obstacle = |obstacle: &Obstacle| obstacle_message(obstacle, tournament);
    let failure = status.failure.as_ref();
    let failure = failure.map(|message| Error::new(Reason::TournamentStalled, message));
    let withdrawal = |withdrawal: &Withdrawal| proto::Withdrawal {
        entrant: name(withdrawal.entrant),
        message: withdrawal.message.clone(),
        annulled: withdrawal.annulled,
        readmitted: withdrawal.until_batch.is_some(),
    };
    proto::Tournament {
        name: tournament.id.name(),
        setup: None,
        entrant_count: tournament.configuration.entrants.len() as u32,
        state: snapshot.state.number(),
        create_time_micros: tournament.created_micros,
        seed_commitment: tournament.seed_salt().commitment(tournament.seeds.root()),
        seed: if has_ended {
            tournament.seeds.root().to_hex()
        } else {
            String::new()
        },
        seed_salt: if has_ended {
            tournament.seed_salt().to_hex()
        } else {
            String::new()
        },
        match_count: status.matches,
        result_count: snapshot.results,
        running_matches: snapshot.running,
        obstacles: snapshot.obstacles.iter().map(obstacle).collect(),
        failure: failure.as_ref().map(error_message),
        withdrawals: status.withdrawals.iter().map(withdrawal).collect(),
        concurrency: status.concurrency,
        expected_match_count: tournament.expected_matches(status),
        remaining_millis: snapshot
            .remaining
            .map(|remaining| remaining.as_millis() as u64),
        league: league_message(description),
        request_id: tournament.request_id.clone().unwrap_or_default(),
    }
}

/// Returns the message of what changes with every match.
fn progress_message(description: &TournamentDescription) -> proto::TournamentProgress {
    let TournamentDescription {
        tournament,
        snapshot,
        ..
    } = description;
    let remaining = snapshot.remaining;
    proto::TournamentProgress {
        match_count: snapshot.status.matches,
        result_count: snapshot.results,
        running_matches: snapshot.running,
        expected_match_count: tournament.expected_matches(&snapshot.status),
        remaining_millis: remaining.map(|remaining| remaining.as_millis() as u64),
        league: league_message(description),
    }
}

fn league_message(description: &TournamentDescription) -> Option<proto::LeagueState> {
    let limits = description.tournament.configuration.league()?;
    let calendar = description.snapshot.status.league.unwrap_or_default();
    Some(league_state(&limits, calendar))
}

fn league_state(limits: &LeagueLimits, calendar: LeagueCalendar) -> proto::LeagueState {
    let has_started = calendar.first_day.is_some() || calendar.season > 1;
    proto::LeagueState {
        // After the last season there is no other.
        season: limits
            .seasons
            .map_or(calendar.season, |last| calendar.season.min(last)),
        season_match_count: calendar.season_matches,
        season_end_micros: calendar.season_end_micros(limits),
        day_start_micros: has_started.then(|| day_start_micros(calendar.day)),
        day_match_count: calendar.day_matches,
    }
}

fn obstacle_message(obstacle: &Obstacle, tournament: &Tournament) -> proto::TournamentObstacle {
    let kind = match obstacle {
        Obstacle::BotOffline { .. } => proto::ObstacleKind::BotOffline,
        Obstacle::BotBusy { .. } => proto::ObstacleKind::BotBusy,
        Obstacle::DayLimit { .. } => proto::ObstacleKind::DayLimit,
        Obstacle::TooFewEntrants { .. } => proto::ObstacleKind::TooFewEntrants,
        Obstacle::GameNotPlayed { .. } => proto::ObstacleKind::GameNotPlayed,
        Obstacle::MatchFailed { .. } => proto::ObstacleKind::MatchFailed,
        Obstacle::StoreUnavailable { .. } => proto::ObstacleKind::StoreUnavailable,
    };
    let entrant = obstacle.entrant();
    let entrant = entrant.map_or("", |entrant| tournament.entrant_name(entrant));
    proto::TournamentObstacle {
        kind: kind as i32,
        entrant: entrant.to_owned(),
        message: obstacle.text(entrant),
    }
}

/// Returns the message that describes a tournament without its openings, which may be as long as a message can be.
pub(crate) fn tournament_summary(description: &TournamentDescription) -> proto::Tournament {
    let mut message = tournament_message(description);
    if let Some(setup) = &mut message.setup {
        setup.openings.clear();
    }
    message
}

/// Returns the message that describes a tournament among others: without what may be long, and without what only the
/// operator sees.
pub(crate) fn listed_tournament(description: &TournamentDescription) -> proto::Tournament {
    let mut message = tournament_summary(description);
    message.obstacles.clear();
    message.withdrawals.clear();
    if let Some(setup) = &mut message.setup {
        setup.entrants.clear();
        if let Some(sandbox) = &mut setup.sandbox {
            sandbox.read_paths.clear();
        }
    }
    message
}

/// Returns the first response on a stream of `WatchTournament`, and the one after an extension.
pub(crate) fn first_update(description: &TournamentDescription) -> proto::WatchTournamentResponse {
    proto::WatchTournamentResponse {
        tournament: Some(tournament_summary(description)),
        ..state_update(description)
    }
}

/// Returns the response for a stream of `WatchTournament` that has the setup.
pub(crate) fn state_update(description: &TournamentDescription) -> proto::WatchTournamentResponse {
    let entrants = 0..description.snapshot.entrants.len();
    proto::WatchTournamentResponse {
        tournament: Some(without_setup(description)),
        standings: entrants
            .map(|entrant| live_standing(description, entrant))
            .collect(),
        progress: None,
        is_change: false,
    }
}

/// Returns the response for a stream of `WatchTournament` that has the state before, which has the same entrants; `None`
/// if nothing has changed.
pub(crate) fn change_update(
    before: &TournamentDescription,
    after: &TournamentDescription,
) -> Option<proto::WatchTournamentResponse> {
    let progress = progress_message(after);
    let has_progressed = progress != progress_message(before);
    let tournament = without_setup(after);
    let is_described = with_progress(without_setup(before), &progress) == tournament;
    let entrants = 0..after.snapshot.entrants.len();
    let standings = entrants.filter_map(|entrant| {
        let standing = live_standing(after, entrant);
        (standing != live_standing(before, entrant)).then_some(standing)
    });
    let standings: Vec<_> = standings.collect();
    if is_described && !has_progressed && standings.is_empty() {
        return None;
    }
    let (tournament, progress) = if is_described {
        (None, Some(progress))
    } else {
        (Some(tournament), None)
    };
    Some(proto::WatchTournamentResponse {
        tournament,
        standings,
        progress,
        is_change: true,
    })
}

/// Returns a tournament with other progress.
fn with_progress(
    tournament: proto::Tournament,
    progress: &proto::TournamentProgress,
) -> proto::Tournament {
    proto::Tournament {
        match_count: progress.match_count,
        result_count: progress.result_count,
        running_matches: progress.running_matches,
        expected_match_count: progress.expected_match_count,
        remaining_millis: progress.remaining_millis,
        league: progress.league,
        ..tournament
    }
}

fn live_standing(description: &TournamentDescription, entrant: usize) -> proto::LiveStanding {
    let TournamentDescription {
        tournament,
        snapshot,
        ..
    } = description;
    let LiveStats {
        matches,
        half_points,
        wins_draws_losses: [wins, draws, losses],
        live: [live_rating, live_uncertainty],
    } = snapshot.entrants[entrant];
    let byes = snapshot.status.byes.iter();
    let byes = byes.filter(|bye| **bye == entrant).count();
    proto::LiveStanding {
        entrant: tournament.entrant_name(entrant).to_owned(),
        matches,
        points: half_points as f64 / 2.0 + byes as f64,
        wins,
        draws,
        losses,
        live_rating,
        live_uncertainty,
    }
}

/// Returns the response with a page of pairings.
pub(crate) fn pairings_response(page: &PairingsPage) -> proto::ListPairingsResponse {
    proto::ListPairingsResponse {
        pairings: pairing_messages(page).collect(),
        next_page_token: pairings_token(page.next),
    }
}

/// Returns the messages of the pairings of a page.
pub(crate) fn pairing_messages(page: &PairingsPage) -> impl Iterator<Item = proto::Pairing> {
    let pairings = page.pairings.iter();
    pairings.map(|(pairing, attempts)| pairing_message(&page.tournament, pairing, attempts))
}

/// Returns the token of the page that starts with a pairing; `None` after the last one.
pub(crate) fn pairings_token(next: Option<u64>) -> String {
    next.map_or_else(String::new, |index| index.to_string())
}

fn pairing_message(
    tournament: &Tournament,
    pairing: &Pairing,
    attempts: &[AttemptRow],
) -> proto::Pairing {
    let attempt = |row: &AttemptRow| {
        let played = row.played.as_ref();
        let head = played.and_then(|played| played.head.clone());
        proto::Attempt {
            r#match: played.map_or_else(String::new, |played| played.id.name()),
            state: played.map_or(0, |played| played.state.number()),
            scored: row.result.is_some(),
            record_sha256: head.unwrap_or_default(),
        }
    };
    let name = |entrant: &usize| tournament.entrant_name(*entrant).to_owned();
    let result = attempts.iter().find_map(|row| row.result.as_ref());
    proto::Pairing {
        index: pairing.index,
        round: pairing.round,
        block: pairing.block,
        entrants: pairing.seats.iter().map(name).collect(),
        attempts: attempts.iter().map(attempt).collect(),
        result: result.map(result_message),
    }
}

fn result_message(result: &MatchResult) -> proto::PairingResult {
    let seat_stats = |stats: &SeatStats| proto::SeatStats {
        termination: termination_message(stats.termination) as i32,
        illegal_submissions: stats.illegal_submissions,
        turns: stats.turn_times.turns(),
        think_nanos: stats.turn_times.nanos().min(MAX_EXACT_NUMBER),
        max_think_nanos: stats.turn_times.max_nanos().min(MAX_EXACT_NUMBER),
    };
    proto::PairingResult {
        places: result
            .places
            .iter()
            .map(|place| u32::from(*place))
            .collect(),
        rated: result.is_rated,
        voided: result.is_voided,
        adjudicated: result.is_adjudicated,
        seat_stats: result.seat_stats.iter().map(seat_stats).collect(),
    }
}

/// Maximum number of results of two entrants against each other in a response: a round robin of a thousand entrants has
/// half a million.
const MAX_HEAD_TO_HEAD: usize = 5000;

/// Reads the number of results of two entrants against each other that a client has.
///
/// # Errors
/// Returns an error if the token was not sent by a server.
pub(crate) fn head_to_head_start(token: &str) -> Result<usize, Error> {
    if token.is_empty() {
        return Ok(0);
    }
    token.parse().map_err(|_| {
        let message = "head_to_head_token: expected one of an earlier response";
        Error::new(Reason::BadRequest, message)
    })
}

/// Returns the response with the standings of a tournament.
pub(crate) fn standings_response(of: &TournamentStandings) -> proto::GetStandingsResponse {
    let pairs = &of.tally.pairs;
    proto::GetStandingsResponse {
        head_to_head: head_to_head(of, 0, MAX_HEAD_TO_HEAD),
        next_head_to_head_token: head_to_head_token(0, pairs.len()),
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
) -> proto::GetStandingsResponse {
    let pairs = &of.tally.pairs;
    proto::GetStandingsResponse {
        head_to_head: head_to_head(of, start, MAX_HEAD_TO_HEAD),
        next_head_to_head_token: head_to_head_token(start, pairs.len()),
        ..Default::default()
    }
}

/// Returns the part of complete standings that a response contains after the given number of results of entrants against
/// each other.
pub(crate) fn standings_part(
    complete: proto::GetStandingsResponse,
    start: usize,
) -> proto::GetStandingsResponse {
    let all = complete.head_to_head.len();
    let shown = complete.head_to_head.into_iter().skip(start);
    let head_to_head = shown.take(MAX_HEAD_TO_HEAD).collect();
    let next_head_to_head_token = head_to_head_token(start, all);
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

fn head_to_head_token(start: usize, all: usize) -> String {
    let next = start.saturating_add(MAX_HEAD_TO_HEAD);
    if next < all {
        next.to_string()
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
        bracket: bracket_messages(tournament, status.rounds_survived.as_deref(), tally),
        final_season: 0,
        tournament: Some(tournament_message(&of.description)),
    }
}

/// Returns the final table of a season as bytes. They are stored, so that nothing changes the table afterwards, be
/// it a result or another version of the statistics.
pub(crate) fn encode_final_table(of: &TournamentStandings, season: u32) -> Vec<u8> {
    let response = proto::GetStandingsResponse {
        final_season: season,
        tournament: Some(tournament_summary(&of.description)),
        ..complete_standings(of)
    };
    response.encode_to_vec()
}

/// Returns the response with the final table of a season.
///
/// # Errors
/// Returns an error if the table is corrupt.
pub(crate) fn final_standings(table: &[u8]) -> Result<proto::GetStandingsResponse, Error> {
    proto::GetStandingsResponse::decode(table).map_err(|error| {
        let message = format!("the stored table of the season is corrupt: {error}");
        Error::new(Reason::StoreUnavailable, message)
    })
}

/// Reads the entrant of a request.
///
/// # Errors
/// Returns an error if the entrant is missing or has no player, or one of its texts is too long.
pub(crate) fn added_entrant(message: Option<&proto::Entrant>) -> Result<Entrant, Error> {
    message
        .iter()
        .try_for_each(|message| check_entrant("entrant", message))?;
    message.and_then(entrant).ok_or_else(|| {
        let message = "entrant: set its name and one of agent, bot, launch_command and stdio";
        Error::new(Reason::BadRequest, message)
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
        withdrawn: is_withdrawn,
        adjudicated: stats.adjudicated,
        turn_times: turn_times_message(&stats.turn_times),
        tie_breaks: standing.tie_breaks.map(tie_breaks_message),
        anchor: configuration.entrants[standing.entrant].anchor.is_some(),
        measured_elo: standing.measured_elo.map(estimate),
        former_version: configuration.is_former_version(standing.entrant),
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

fn estimate(estimate: Estimate) -> proto::Estimate {
    let bound = |bound: f64| Some(bound).filter(|bound| bound.is_finite());
    proto::Estimate {
        value: estimate.value,
        low: bound(estimate.low),
        high: bound(estimate.high),
    }
}

#[cfg(test)]
mod tests {
    use botwerk_proto::v1 as proto;

    use super::*;

    #[test]
    fn tournament_state_numbers_are_those_of_the_api() {
        for state in TournamentState::ALL {
            let message = proto::TournamentState::try_from(state.number()).unwrap();
            let name = format!("TOURNAMENT_STATE_{}", state.label().to_uppercase());
            assert_eq!(message.as_str_name(), name);
            assert_eq!(tournament_state(state.number()), Ok(Some(state)));
        }
        assert_eq!(tournament_state(0), Ok(None));
        for number in [-1, 5] {
            assert_eq!(
                tournament_state(number).unwrap_err().reason,
                Reason::BadRequest
            );
        }
    }
}
