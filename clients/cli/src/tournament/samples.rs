//! A small tournament for tests.

use botwerk_client::proto;
use proto::tournament_format::Kind;
use proto::{MatchState, Termination, TournamentState};

/// A name with characters that every format must escape.
pub(super) const NAME: &str = "<a&b|\"c\",d>";

/// A name without special characters.
pub(super) const OTHER: &str = "plain";

/// The name of an entrant that has not played.
pub(super) const IDLE: &str = "`idle`";

/// Returns a round robin of three entrants that is in progress.
pub(super) fn tournament() -> proto::Tournament {
    let entrant = |name: &str| proto::Entrant {
        name: name.into(),
        player: None,
        ..Default::default()
    };
    proto::Tournament {
        name: "tournaments/7".into(),
        setup: Some(proto::TournamentSetup {
            name: "a & b".into(),
            setup: Some(proto::GameSetup {
                game: "some-game".into(),
                seats: 2,
                ..Default::default()
            }),
            format: Some(proto::TournamentFormat {
                kind: Some(Kind::RoundRobin(proto::RoundRobin { cycles: 4 })),
            }),
            entrants: [NAME, OTHER, IDLE].map(entrant).into(),
            ..Default::default()
        }),
        state: TournamentState::Running as i32,
        seed_commitment: "5e".repeat(32),
        match_count: 24,
        result_count: 8,
        expected_match_count: 24,
        running_matches: 2,
        concurrency: 2,
        ..Default::default()
    }
}

/// Returns its standings.
pub(super) fn table() -> proto::GetStandingsResponse {
    let seat = |points, opponents| proto::SeatScore { points, opponents };
    let first = proto::Standing {
        place: 1,
        entrant: NAME.into(),
        matches: 8,
        points: 6.5,
        score_rate: Some(0.8125),
        wins: 6,
        draws: 1,
        losses: 1,
        pentanomial: vec![0, 0, 0, 1, 2],
        elo: Some(proto::Estimate {
            value: 254.5,
            low: Some(-12.25),
            high: None,
        }),
        los: Some(0.987),
        seats: vec![seat(4.0, 4), seat(2.5, 4)],
        terminations: vec![proto::TerminationCount {
            termination: Termination::Flagged as i32,
            count: 1,
        }],
        adjudicated: 3,
        regular_matches: 7,
        regular_score_rate: Some(0.9),
        turns: 40,
        think_nanos: 500_000_000,
        turn_times: Some(proto::TurnTimes {
            median_nanos: 11_000_000,
            p90_nanos: 20_000_000,
            p99_nanos: 30_500_000,
            max_nanos: 31_000_000,
        }),
        tie_breaks: Some(proto::TieBreaks {
            buchholz: 12.5,
            sonneborn_berger: 9.75,
            direct_encounter: None,
        }),
        ..Default::default()
    };
    let second = proto::Standing {
        place: 2,
        entrant: OTHER.into(),
        points: 1.5,
        score_rate: Some(0.1875),
        wins: 1,
        losses: 6,
        pentanomial: vec![2, 1, 0, 0, 0],
        elo: Some(proto::Estimate {
            value: -254.5,
            low: None,
            high: Some(12.25),
        }),
        los: Some(0.013),
        seats: vec![seat(1.5, 4), seat(0.0, 4)],
        terminations: Vec::new(),
        ..first.clone()
    };
    let third = proto::Standing {
        place: 3,
        entrant: IDLE.into(),
        points: 1.0,
        byes: 1,
        pentanomial: vec![0; 5],
        is_withdrawn: true,
        ..Default::default()
    };
    proto::GetStandingsResponse {
        tournament: Some(tournament()),
        standings: vec![first, second, third],
        head_to_head: vec![proto::HeadToHead {
            entrant: NAME.into(),
            opponent: OTHER.into(),
            pentanomial: vec![0, 0, 0, 1, 2],
        }],
        counted_blocks: 3,
        uncounted_matches: 1,
        result_counts: Some(proto::ResultCounts {
            rated: 6,
            repeated: 2,
            open: 1,
            annulled: 1,
            ..Default::default()
        }),
        ..Default::default()
    }
}

/// Returns the bracket of a knockout between the same entrants, whose final is not played.
pub(super) fn bracket() -> Vec<proto::BracketMatchup> {
    let matchup = |round, entrants: &[&str], points: &[f64], winner: &str| proto::BracketMatchup {
        round,
        entrants: entrants.iter().map(|name| (*name).to_owned()).collect(),
        points: points.to_vec(),
        winner: winner.into(),
    };
    vec![
        matchup(1, &[NAME], &[0.0], NAME),
        matchup(1, &[OTHER, IDLE], &[1.5, 0.5], OTHER),
        matchup(2, &[NAME, OTHER], &[0.0, 0.0], ""),
    ]
}

/// Returns a finished pairing with the entrant and place of each seat.
pub(super) fn pairing(index: u64, entrants: &[&str], places: &[u32]) -> proto::Pairing {
    let conduct = |_| proto::SeatStats {
        turns: 5,
        think_nanos: 1_500_000_000,
        max_think_nanos: 700_000_000,
        ..Default::default()
    };
    proto::Pairing {
        index,
        round: 1,
        block: index / entrants.len() as u64,
        entrants: entrants.iter().map(|name| (*name).to_owned()).collect(),
        attempts: vec![proto::Attempt {
            r#match: format!("matches/{index}"),
            state: MatchState::Over as i32,
            is_scored: true,
            record_sha256: String::new(),
        }],
        result: Some(proto::PairingResult {
            fingerprint: String::new(),
            places: places.to_vec(),
            is_rated: true,
            is_voided: false,
            is_adjudicated: false,
            seat_stats: places.iter().map(conduct).collect(),
        }),
    }
}
