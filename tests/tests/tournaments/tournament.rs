//! Creates tournaments and waits for their progress.

use std::time::Duration;

use botwerk_client::{Client, WatchedTournament, proto};
use proto::TournamentState;
use proto::entrant::Player;
use proto::tournament_format::Kind;

/// Returns a round robin with this number of cycles.
pub(crate) fn round_robin(cycles: u32) -> Kind {
    Kind::RoundRobin(proto::RoundRobin { cycles })
}

/// Returns an entrant played by a built-in agent, named after the agent and a number.
pub(crate) fn agent(number: usize, name: &str) -> proto::Entrant {
    proto::Entrant {
        name: format!("{name} {number}"),
        player: Some(Player::Agent(proto::AgentSpec {
            name: name.into(),
            settings: Vec::new(),
        })),
        ..Default::default()
    }
}

/// Returns an entrant played by a launched bot; the test starts the process.
pub(crate) fn launched_bot(name: &str) -> proto::Entrant {
    proto::Entrant {
        name: name.into(),
        player: Some(Player::LaunchCommand(proto::LaunchCommand {
            argv: vec!["a-program".into()],
            ..Default::default()
        })),
        ..Default::default()
    }
}

/// Returns an entrant played by a registered bot.
pub(crate) fn bot(name: &str) -> proto::Entrant {
    proto::Entrant {
        name: name.into(),
        player: Some(Player::Bot(name.into())),
        ..Default::default()
    }
}

/// Returns one numbered entrant for each agent name.
pub(crate) fn agents(names: &[&str]) -> Vec<proto::Entrant> {
    let numbered = names.iter().enumerate();
    numbered.map(|(number, name)| agent(number, name)).collect()
}

/// Returns a tournament of short matches of Micro Robots on virtual time.
pub(crate) fn robots(format: Kind, entrants: Vec<proto::Entrant>) -> proto::TournamentSetup {
    proto::TournamentSetup {
        name: "a cup".into(),
        setup: Some(proto::GameSetup {
            game: "micro-robots".into(),
            options: vec![proto::GameOption {
                name: "chips_to_win".into(),
                value: "1".into(),
            }],
            seats: 2,
        }),
        format: Some(proto::TournamentFormat { kind: Some(format) }),
        entrants,
        uses_virtual_time: true,
        ..Default::default()
    }
}

/// Returns a tournament of Netzwerk with an optional turn limit.
pub(crate) fn netzwerk(
    format: Kind,
    entrants: Vec<proto::Entrant>,
    turn: Option<Duration>,
) -> proto::TournamentSetup {
    let control = turn.map(|turn| proto::TimeControl {
        kind: Some(proto::time_control::Kind::TurnNanos(
            turn.as_millis() as u64 * 1_000_000,
        )),
        lag_cap_nanos: Some(0),
    });
    proto::TournamentSetup {
        name: "a cup".into(),
        setup: Some(proto::GameSetup {
            game: "netzwerk".into(),
            options: Vec::new(),
            seats: 2,
        }),
        format: Some(proto::TournamentFormat { kind: Some(format) }),
        opening_turns: Some(2),
        entrants,
        time_control: control,
        ..Default::default()
    }
}

/// Creates a tournament.
pub(crate) async fn create(client: &Client, setup: proto::TournamentSetup) -> proto::Tournament {
    create_with(client, setup, |_| ()).await
}

/// Creates a tournament with a changed request.
pub(crate) async fn create_with(
    client: &Client,
    setup: proto::TournamentSetup,
    change: impl FnOnce(&mut proto::CreateTournamentRequest),
) -> proto::Tournament {
    let mut request = proto::CreateTournamentRequest {
        setup: Some(setup),
        ..Default::default()
    };
    change(&mut request);
    let created = client.organizer().create_tournament(request).await;
    created.unwrap().into_inner().tournament.unwrap()
}

/// Returns the current state of a tournament.
pub(crate) async fn get(client: &Client, name: &str) -> proto::Tournament {
    let request = proto::GetTournamentRequest { name: name.into() };
    let found = client.tournaments().get_tournament(request).await;
    found.unwrap().into_inner().tournament.unwrap()
}

/// Waits until a tournament fulfils a condition.
pub(crate) async fn wait_until(
    client: &Client,
    name: &str,
    condition: impl Fn(&proto::Tournament) -> bool,
) -> proto::Tournament {
    let request = proto::WatchTournamentRequest {
        name: name.into(),
        interval_nanos: 0,
    };
    let mut updates = client.tournaments().watch_tournament(request).await;
    let updates = updates.as_mut().unwrap().get_mut();
    let mut watched = WatchedTournament::default();
    let watch = async {
        while let Some(update) = updates.message().await.unwrap() {
            watched.update(update);
            if condition(watched.tournament.as_ref().unwrap()) {
                return;
            }
        }
        panic!("the tournament is over: {watched:?}");
    };
    let limit = Duration::from_secs(180);
    let is_in_time = tokio::time::timeout(limit, watch).await.is_ok();
    assert!(is_in_time, "{watched:?}");
    watched.tournament.unwrap()
}

/// Waits until a tournament is over.
pub(crate) async fn wait_until_over(client: &Client, name: &str) -> proto::Tournament {
    wait_until(client, name, |now| {
        now.state == TournamentState::Over as i32
    })
    .await
}

/// Returns all pairings of a tournament.
pub(crate) async fn pairings(client: &Client, name: &str) -> Vec<proto::Pairing> {
    let mut pairings = Vec::new();
    let mut page_token = String::new();
    loop {
        let request = proto::ListPairingsRequest {
            tournament: name.into(),
            // Small pages, so that there are several.
            page_size: 7,
            page_token,
            ..Default::default()
        };
        let page = client.tournaments().list_pairings(request).await;
        let page = page.unwrap().into_inner();
        pairings.extend(page.pairings);
        page_token = page.next_page_token;
        if page_token.is_empty() {
            return pairings;
        }
    }
}

/// Returns the standings of a tournament.
pub(crate) async fn standings(client: &Client, name: &str) -> proto::GetStandingsResponse {
    let request = proto::GetStandingsRequest {
        name: name.into(),
        season: 0,
        ..Default::default()
    };
    let table = client.tournaments().get_standings(request).await;
    table.unwrap().into_inner()
}

/// Returns the token of an entrant's launched bot.
pub(crate) async fn bot_token(client: &Client, tournament: &str, entrant: &str) -> String {
    let request = proto::GetBotTokensRequest {
        tournament: tournament.into(),
    };
    let tokens = client.organizer().get_bot_tokens(request).await;
    let tokens = tokens.unwrap().into_inner().bot_tokens;
    let token = tokens.into_iter().find(|token| token.entrant == entrant);
    token.unwrap().bot_token
}
