//! Tournaments as messages.

use botwerk_engine::MAX_EXACT_NUMBER;
use botwerk_proto::v1 as proto;
use botwerk_tournament::configuration::{Configuration, Entrant};
use botwerk_tournament::format::{LeagueCalendar, LeagueLimits, Pairing, day_start_micros};
use botwerk_tournament::{MatchResult, SeatStats};
use botwerk_tournament_wire::{
    configuration, entrant, league_limits, setup_message, termination_message,
};
use botwerk_wire::{PageTokens, nanos};

use super::matches::{given_nanos, micros, non_empty, opponent, request_id, seat_result};
use super::page_size;
use super::text_limits::{check_entrant, check_text, check_tournament};
use super::{error_message, nanos_of_micros};
use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::request_origin::content_sha256;
use crate::store::{AttemptRow, TournamentRequest};
use crate::tournament_state::TournamentState;
use crate::tournaments::{
    LiveStats, NewTournament, Obstacle, PairingFilter, PairingsPage, Tournament,
    TournamentDescription, TournamentExtension, Withdrawal,
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
    let extension = request.extension.unwrap_or_default();
    let id = request_id(request.request_id)?;
    let entrants = extension.entrants.iter().enumerate();
    let entrants = entrants.map(|(index, entrant)| added_entrant(index, entrant));
    Ok(TournamentExtension {
        entrants: entrants.collect::<Result<_, _>>()?,
        cycles: extension.cycles,
        rounds: extension.rounds,
        max_pairs: extension.max_pairs,
        league: extension.league.map(|league| league_limits(&league)),
        // Whether a request that creates the extended tournament is the same follows from the tournament.
        request: id.map(|id| TournamentRequest { id, sha256: None }),
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
        let messages: Vec<_> = errors.iter().map(ToString::to_string).collect();
        Error::new(Reason::BadRequest, messages.join("\n"))
    })
}

/// Which page of which pairings a request asks for.
pub(crate) struct PairingsRequest {
    /// The list of pairings, for the tokens of its pages.
    list: String,
    /// The index of the first pairing.
    pub(crate) from: u64,
    /// Maximum number of pairings.
    pub(crate) limit: usize,
    pub(crate) filter: PairingFilter,
}

/// Reads which pairings a request asks for.
///
/// # Errors
/// Returns an error if a filter is not valid, or the page token was not sent by a server for the same filters.
pub(crate) fn pairings_request(
    request: &proto::ListPairingsRequest,
    tokens: PageTokens,
) -> Result<PairingsRequest, Error> {
    let filters = proto::ListPairingsRequest {
        page_size: 0,
        page_token: String::new(),
        first_index: 0,
        ..request.clone()
    };
    let list = format!("pairings {}", content_sha256(&filters));
    let next = tokens.open(&list, &request.page_token)?;
    let next = next.and_then(|next| next.parse().ok());
    let created_at = |nanos| given_nanos(nanos).map(MatchId::first_at);
    let filter = PairingFilter {
        entrant: non_empty(request.entrant.clone()),
        opponent: opponent("entrant", &request.entrant, &request.opponent)?,
        result: seat_result(request.result)?,
        created_from: created_at(request.min_create_time_nanos),
        created_before: created_at(request.max_create_time_nanos),
        ended_from: given_nanos(request.min_end_time_nanos).map(micros),
        ended_before: given_nanos(request.max_end_time_nanos).map(micros),
    };
    if filter.result.is_some() && filter.entrant.is_none() {
        let message = "entrant: required by `result`, but empty";
        return Err(Error::new(Reason::BadRequest, message));
    }
    Ok(PairingsRequest {
        list,
        from: next.unwrap_or(request.first_index),
        limit: page_size(request.page_size),
        filter,
    })
}

impl PairingsRequest {
    /// Returns the token of the page that starts with a pairing; `None` after the last one.
    pub(crate) fn token(&self, next: Option<u64>, tokens: PageTokens) -> String {
        next.map_or_else(String::new, |index| {
            tokens.seal(&self.list, &index.to_string())
        })
    }
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
        is_annulled: withdrawal.annulled,
        is_readmitted: withdrawal.until_batch.is_some(),
    };
    proto::Tournament {
        name: tournament.id.name(),
        setup: None,
        entrant_count: tournament.configuration.entrants.len() as u32,
        state: snapshot.state.number(),
        create_time_nanos: nanos_of_micros(tournament.created_micros),
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
        remaining_nanos: snapshot.remaining.map(nanos),
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
        remaining_nanos: remaining.map(nanos),
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
        season_end_nanos: calendar.season_end_micros(limits).map(nanos_of_micros),
        day_start_nanos: has_started.then(|| nanos_of_micros(day_start_micros(calendar.day))),
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
        Obstacle::AgentVersion { .. } => proto::ObstacleKind::AgentVersion,
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
        remaining_nanos: progress.remaining_nanos,
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
        left_early,
        live: [live_rating, live_uncertainty],
    } = snapshot.entrants[entrant];
    let bye_points = tournament.bye_points(&snapshot.status, entrant);
    proto::LiveStanding {
        entrant: tournament.entrant_name(entrant).to_owned(),
        matches,
        points: half_points as f64 / 2.0 + bye_points,
        wins,
        draws,
        losses,
        live_rating,
        live_uncertainty,
        left_early,
    }
}

/// Returns the messages of the pairings of a page.
pub(crate) fn pairing_messages(page: &PairingsPage) -> impl Iterator<Item = proto::Pairing> {
    let pairings = page.pairings.iter();
    pairings.map(|(pairing, attempts)| pairing_message(&page.tournament, pairing, attempts))
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
            is_scored: row.result.is_some(),
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
        unparsable_submissions: stats.unparsable_submissions,
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
        is_rated: result.is_rated,
        is_voided: result.is_voided,
        is_adjudicated: result.is_adjudicated,
        seat_stats: result.seat_stats.iter().map(seat_stats).collect(),
        fingerprint: result
            .fingerprint
            .map(|it| it.to_string())
            .unwrap_or_default(),
    }
}

/// Reads an entrant that is added to a tournament.
///
/// # Errors
/// Returns an error if a field is missing or too long.
fn added_entrant(index: usize, message: &proto::Entrant) -> Result<Entrant, Error> {
    let field = format!("extension.entrants[{index}]");
    check_entrant(&field, message)?;
    entrant(message).ok_or_else(|| {
        let message =
            format!("{field}: set its name and one of agent, bot, launch_command and stdio");
        Error::new(Reason::BadRequest, message)
    })
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
