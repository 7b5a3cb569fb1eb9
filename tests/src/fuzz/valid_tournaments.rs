//! Generates requests about tournaments, nearly all of them valid.

use arbitrary::{Result, Unstructured};
use botwerk_client::proto;
use prost::Message;
use proto::entrant::Player;
use proto::tournament_format::Kind;

use super::messages::MessageGenerator;

/// Maximum number of cycles, so that tournaments end soon.
const MAX_CYCLES: u32 = 2;

/// Generates an encoded request of a method, which is about the open tournament or one that a fuzzed request has created.
/// Returns `None` if the method is unknown here.
pub(super) fn request(
    method: &str,
    open: &str,
    generator: &MessageGenerator,
    source: &mut Unstructured<'_>,
) -> Result<Option<Vec<u8>>> {
    let created = generator.learned_text("Tournament.name", source)?;
    let name = match created {
        Some(name) if source.arbitrary()? => name,
        _ => open.to_owned(),
    };
    let bytes = match method {
        "CreateTournament" => create(source)?.encode_to_vec(),
        "GetTournament" => proto::GetTournamentRequest { name }.encode_to_vec(),
        "PauseTournament" => proto::PauseTournamentRequest { name }.encode_to_vec(),
        "ResumeTournament" => proto::ResumeTournamentRequest { name }.encode_to_vec(),
        "CancelTournament" => proto::CancelTournamentRequest { name }.encode_to_vec(),
        "GetStandings" => proto::GetStandingsRequest {
            name,
            season: source.int_in_range(0..=2)?,
            ..Default::default()
        }
        .encode_to_vec(),
        "GetBotTokens" => proto::GetBotTokensRequest { tournament: name }.encode_to_vec(),
        "WithdrawEntrant" => proto::WithdrawEntrantRequest {
            tournament: name,
            entrant: (*source.choose(&["entrant 0", "entrant 1", "unknown"])?).into(),
            message: String::new(),
        }
        .encode_to_vec(),
        "ReadmitEntrant" => proto::ReadmitEntrantRequest {
            tournament: name,
            entrant: (*source.choose(&["entrant 0", "entrant 1", "entrant 0", "unknown"])?).into(),
        }
        .encode_to_vec(),
        "ExtendTournament" => proto::ExtendTournamentRequest {
            name,
            extension: Some(extension(source)?),
            request_id: String::new(),
        }
        .encode_to_vec(),
        "WatchTournament" => proto::WatchTournamentRequest {
            name,
            interval_nanos: source.int_in_range(0..=50_000_000)?,
        }
        .encode_to_vec(),
        "ListPairings" if source.arbitrary()? => proto::ListPairingsRequest {
            tournament: name,
            entrant: "entrant 1".into(),
            opponent: (*source.choose(&["", "entrant 0", "unknown"])?).into(),
            result: source.int_in_range(0..=3)?,
            min_create_time_nanos: *source.choose(&[0, 1, i64::MIN])?,
            max_create_time_nanos: *source.choose(&[0, 1, i64::MAX])?,
            min_end_time_nanos: *source.choose(&[0, 1, i64::MIN])?,
            max_end_time_nanos: *source.choose(&[0, 1, i64::MAX])?,
            ..Default::default()
        }
        .encode_to_vec(),
        "ListPairings" => proto::ListPairingsRequest {
            tournament: name,
            page_size: source.int_in_range(0..=5)?,
            page_token: generator
                .learned_text("ListPairingsRequest.page_token", source)?
                .unwrap_or_default(),
            first_index: source.int_in_range(0..=3)?,
            entrant: (*source.choose(&["", "", "entrant 1", "unknown"])?).into(),
            ..Default::default()
        }
        .encode_to_vec(),
        "StreamInvitations" => proto::StreamInvitationsRequest {
            max_concurrent_matches: source.int_in_range(0..=3)?,
        }
        .encode_to_vec(),
        _ => return Ok(None),
    };
    Ok(Some(bytes))
}

/// Generates a tournament of built-in agents, or one that waits for a launched bot.
fn create(source: &mut Unstructured<'_>) -> Result<proto::CreateTournamentRequest> {
    let has_launched_bot = source.ratio(9, 10)?;
    let cycles = source.int_in_range(1..=MAX_CYCLES)?;
    // Most are round robins, which can be extended in more ways than the others.
    let format = match source.int_in_range(0..=9)? {
        0 => Kind::Gauntlet(proto::Gauntlet {
            challengers: 1,
            cycles,
        }),
        1 => Kind::Swiss(proto::Swiss {
            rounds: 1,
            pairs: cycles,
            has_one_point_byes: false,
        }),
        2 => Kind::Knockout(proto::Knockout {
            pairs: cycles,
            tiebreak_pairs: 1,
        }),
        _ => Kind::RoundRobin(proto::RoundRobin { cycles }),
    };
    let mut setup = netzwerk_cup();
    setup.setup.get_or_insert_default().seats = source.int_in_range(0..=2)?;
    setup.format = Some(proto::TournamentFormat { kind: Some(format) });
    setup.entrants = entrants(source.int_in_range(2..=4)?, has_launched_bot);
    Ok(proto::CreateTournamentRequest {
        setup: Some(setup),
        concurrency: source.int_in_range(0..=2)?,
        ..Default::default()
    })
}

/// Generates an extension, most of which the round robins of [`create`] that wait for a launched bot accept.
fn extension(source: &mut Unstructured<'_>) -> Result<proto::TournamentExtension> {
    let entrant = proto::Entrant {
        name: match source.int_in_range(0..=9)? {
            0 => "entrant 0".into(),
            1 => String::new(),
            _ => format!("added {}", source.int_in_range(0..=1_000_000)?),
        },
        version: (*source.choose(&["", "", "", "1"])?).into(),
        player: Some(Player::Agent(proto::AgentSpec::new("random", &[]))),
        anchor: (*source.choose(&[None, None, None, None, None, Some(7)])?),
    };
    Ok(proto::TournamentExtension {
        entrants: vec![entrant],
        cycles: *source.choose(&[None, Some(MAX_CYCLES + 1), Some(MAX_CYCLES + 2)])?,
        rounds: *source.choose(&[None, None, None, None, Some(2)])?,
        ..Default::default()
    })
}

/// Returns a round robin of short matches, without entrants.
pub(super) fn netzwerk_cup() -> proto::TournamentSetup {
    proto::TournamentSetup {
        name: "a cup".into(),
        setup: Some(proto::GameSetup {
            game: "netzwerk".into(),
            options: vec![proto::GameOption {
                name: "turn_cap".into(),
                value: "4".into(),
            }],
            ..Default::default()
        }),
        format: Some(proto::TournamentFormat {
            kind: Some(Kind::RoundRobin(proto::RoundRobin { cycles: 1 })),
        }),
        ..Default::default()
    }
}

/// Returns entrants, the first of which may be a launched bot.
pub(super) fn entrants(count: usize, has_launched_bot: bool) -> Vec<proto::Entrant> {
    let entrant = |number: usize| proto::Entrant {
        name: format!("entrant {number}"),
        player: Some(if has_launched_bot && number == 0 {
            Player::LaunchCommand(proto::LaunchCommand {
                argv: vec!["a-program".into()],
                ..Default::default()
            })
        } else {
            Player::Agent(proto::AgentSpec {
                name: "random".into(),
                settings: Vec::new(),
            })
        }),
        ..Default::default()
    };
    (0..count).map(entrant).collect()
}
