//! What calls about tournaments read from the store, and what strangers see of its entrants.

use std::sync::Arc;

use botwerk_engine::{GameId, RootSeed};
use botwerk_tournament::configuration::{Configuration, Entrant, LaunchCommand, Player};
use botwerk_tournament::format::{ByePoints, Format};
use botwerk_tournament::{MatchResult, NextStep, Progress, TournamentSeed};

use proto::organizer_service_server::OrganizerService;

use super::*;
use crate::accounts::{AuditLog, IssuedTokens};
use crate::config::Config;
use crate::rpc::agent_threads::AgentThreadLimit;
use crate::rpc::organizer::OrganizerRpc;
use crate::store::{
    AttemptKey, LocalChunks, MemoryStore, ScoredAttempt, TournamentAdditions, TournamentChange,
    TournamentRow, WriteCommand, WriteStore,
};
use crate::tournament_state::TournamentState;
use crate::tournaments::{NewTournament, RecordingStore, director_context, round_robin};

pub(in crate::rpc) async fn tournaments(store: Arc<RecordingStore>) -> Tournaments {
    let runtime = tokio::runtime::Handle::current();
    let chunks = LocalChunks::new(Arc::clone(&store) as _, runtime);
    let matches = Arc::new(MemoryStore::default());
    let workers = Arc::new(MemoryStore::default());
    let mut context = director_context(matches, store, workers, Arc::new(chunks)).await;
    // Longer than any test waits.
    context.stall_limit = Duration::from_secs(600);
    Tournaments::new(context)
}

/// A tournament that waits for its bots, which never connect.
pub(in crate::rpc) fn waiting_tournament() -> NewTournament {
    let entrant = |name: &str| {
        let command = LaunchCommand::new(vec!["bot".into()]);
        Entrant::new(name.into(), Player::Command(command))
    };
    round_robin(GameId::NETZWERK, ["a", "b"].map(entrant).to_vec(), 1)
}

/// Returns the handlers of tournaments on a store.
async fn rpc(store: &Arc<RecordingStore>) -> TournamentRpc {
    let config = Config::default();
    let admission = Admission::new(&config, None, None, IssuedTokens::of_test(), Arc::default());
    let tournaments = tournaments(Arc::clone(store)).await;
    TournamentRpc::new(tournaments, admission, PageTokens::default())
}

/// Stores a tournament that has ended, and returns its name and its number of matches: the entrant with the smaller
/// number has won.
async fn store_ended(
    store: &RecordingStore,
    id: &str,
    format: Format,
    entrants: usize,
) -> (String, u64) {
    let entrant =
        |number| Entrant::new(format!("entrant {number}"), Player::Agent("random".into()));
    let new = round_robin(GameId::BUILT_IN[0], (0..entrants).map(entrant).collect(), 1);
    let configuration = Configuration {
        format,
        ..new.configuration
    };
    let root = RootSeed::from_text(id);
    let schedule = configuration.schedule(TournamentSeed::new(root)).unwrap();
    let mut progress = Progress::new(schedule, Vec::new());
    let row = TournamentRow {
        record_days: None,
        id: id.into(),
        request: None,
        state: TournamentState::Running,
        created_micros: 7,
        configuration: serde_json::to_string(&configuration).unwrap(),
        seed: root.to_hex(),
        secret: "5".repeat(64),
        status: String::new(),
    };
    store
        .write(WriteCommand::CreateTournament(row))
        .await
        .unwrap();
    while let Some(NextStep::Play(pairing)) = progress.next_step() {
        let is_first_better = pairing.seats[0] < pairing.seats[1];
        let result = MatchResult {
            places: if is_first_better {
                vec![1, 2]
            } else {
                vec![2, 1]
            },
            seats: pairing.seats,
            is_rated: true,
            is_voided: false,
            is_adjudicated: false,
            fingerprint: None,
            seat_stats: Vec::new(),
        };
        progress.add(pairing.index, &result);
        let attempt = AttemptKey {
            tournament: id.into(),
            pairing: pairing.index,
            attempt: 1,
        };
        let scored = ScoredAttempt { attempt, result };
        store.write(WriteCommand::Forfeit(scored)).await.unwrap();
    }
    let matches = progress.match_count();
    let status = serde_json::json!({
        "concurrency": 1, "matches": matches, "byes": [], "rounds_survived": null, "by_points": true,
        "withdrawals": [],
    });
    let change = TournamentChange {
        id: id.into(),
        state: TournamentState::Over,
        status: status.to_string(),
        additions: TournamentAdditions::default(),
    };
    store
        .write(WriteCommand::ChangeTournament(change))
        .await
        .unwrap();
    (TournamentId::from(id).name(), matches)
}

const SWISS: Format = Format::Swiss {
    rounds: 5,
    pairs: 6,
    bye: ByePoints::Round,
};

fn pairings_request(
    tournament: &str,
    page_size: u32,
    from: u64,
) -> Request<proto::ListPairingsRequest> {
    Request::new(proto::ListPairingsRequest {
        tournament: tournament.into(),
        page_size,
        first_index: from,
        ..Default::default()
    })
}

#[tokio::test]
async fn page_of_pairings_of_an_ended_swiss_reads_the_attempts_of_the_page() {
    let store = Arc::new(RecordingStore::default());
    let (name, matches) = store_ended(&store, "swiss", SWISS, 16).await;
    assert_eq!(matches, 16 / 2 * 5 * 6 * 2);
    let rpc = Arc::new(rpc(&store).await);
    let attempts = || store.attempt_reads();
    // However many ask first: the pairings of all rounds follow from the results once.
    let mut first = tokio::task::JoinSet::new();
    for _ in 0..32 {
        let (rpc, name) = (Arc::clone(&rpc), name.clone());
        first.spawn(async move { rpc.list_pairings(pairings_request(&name, 1, 0)).await });
    }
    for page in first.join_all().await {
        assert_eq!(page.unwrap().into_inner().pairings.len(), 1);
    }
    assert_eq!(attempts(), 32);
    assert_eq!(store.tournament_reads(), 1);
    let before = attempts();
    let mut token = String::new();
    let mut seen = 0;
    loop {
        let mut request = pairings_request(&name, 7, 0);
        request.get_mut().page_token = token;
        let page = rpc.list_pairings(request).await;
        let page = page.unwrap().into_inner();
        for pairing in &page.pairings {
            assert_eq!((pairing.index, pairing.entrants.len()), (seen, 2));
            assert_eq!(u64::from(pairing.round), pairing.index / (matches / 5) + 1);
            assert!(pairing.result.is_some());
            seen += 1;
        }
        token = page.next_page_token;
        if token.is_empty() {
            break;
        }
    }
    // The last page may be shorter than what was asked for.
    assert_eq!(
        (seen, attempts() - before),
        (matches, matches.next_multiple_of(7))
    );
    assert_eq!(store.tournament_reads(), 1);
}

#[tokio::test]
async fn list_of_tournaments_is_short_and_reads_each_ended_one_once() {
    let store = Arc::new(RecordingStore::default());
    let robin = Format::RoundRobin { cycles: 1 };
    for number in 0..20 {
        store_ended(&store, &format!("t{number:02}"), robin, 4).await;
    }
    let rpc = rpc(&store).await;
    let list = async |page_size| -> proto::ListTournamentsResponse {
        let request = proto::ListTournamentsRequest {
            page_size,
            ..Default::default()
        };
        rpc.list_page(request).await.unwrap().decode()
    };
    let read = || store.tournament_reads();
    let page = list(3).await;
    assert_eq!((page.tournaments.len(), read()), (3, 3));
    let next = PageTokens::default().open(LIST, &page.next_page_token);
    assert_eq!(next.unwrap().as_deref(), Some("t17"));
    for _ in 0..2 {
        let all = list(500).await;
        assert_eq!((all.tournaments.len(), read()), (20, 20));
        let tournament = &all.tournaments[0];
        assert_eq!(tournament.name, "tournaments/t19");
        assert_eq!((tournament.entrant_count, tournament.result_count), (4, 12));
        // What may be long is in the description of one tournament only.
        assert!(tournament.setup.as_ref().unwrap().entrants.is_empty());
        assert!(
            tournament.encoded_len() < 512,
            "{}",
            tournament.encoded_len()
        );
    }
    assert_eq!(store.attempt_reads(), 0);
}

#[tokio::test]
async fn callers_of_one_tournament_share_what_is_sent() {
    let store = Arc::new(RecordingStore::default());
    let (name, _) = store_ended(&store, "swiss", SWISS, 16).await;
    let rpc = rpc(&store).await;
    for _ in 0..3 {
        let name = name.clone();
        let request = Request::new(proto::GetTournamentRequest { name });
        rpc.get_tournament(request).await.unwrap();
    }
    assert_eq!(store.tournament_reads(), 1);
    let which = FinalStandings {
        tournament: TournamentId::from_name(&name).unwrap(),
        season: 0,
        head_to_head_start: 0,
        is_organizer: false,
    };
    let first = rpc.encoded_standings(which.clone()).await.unwrap();
    let second = rpc.encoded_standings(which).await.unwrap();
    let bytes = [first.clone(), second].map(|message| message.into_bytes().as_ptr());
    assert_eq!(bytes[0], bytes[1]);
    assert_eq!(store.tournament_reads(), 2);
    let standings: proto::GetStandingsResponse = first.decode();
    assert_eq!(standings.standings.len(), 16);
    assert_eq!(standings.standings[0].entrant, "entrant 0");
}

#[tokio::test]
async fn empty_parts_of_standings_take_their_share_of_what_is_kept() {
    let store = Arc::new(RecordingStore::default());
    let (name, _) = store_ended(&store, "swiss", SWISS, 16).await;
    let rpc = rpc(&store).await;
    *rpc.final_standings.lock().unwrap() = WeightedCache::new(4096);
    let part = |number: usize| FinalStandings {
        tournament: TournamentId::from_name(&name).unwrap(),
        season: 0,
        head_to_head_start: 1_000_000 + number,
        is_organizer: false,
    };
    for number in 0..20 {
        let empty = rpc.encoded_standings(part(number)).await.unwrap();
        assert!(empty.len() < 20, "{}", empty.len());
    }
    let mut kept = rpc.final_standings.lock().unwrap();
    assert!(kept.get(&part(0)).is_none() && kept.get(&part(19)).is_some());
}

#[tokio::test]
async fn cause_of_a_withdrawal_has_a_maximum_length() {
    let config = Config::default();
    let rpc = OrganizerRpc {
        audit_log: AuditLog::new(Arc::<MemoryStore>::default()),
        tournaments: tournaments(Arc::default()).await,
        admission: Admission::new(&config, None, None, IssuedTokens::of_test(), Arc::default()),
        agent_threads: AgentThreadLimit::new(&config),
    };
    let request = proto::WithdrawEntrantRequest {
        tournament: "tournaments/1".into(),
        message: "x".repeat(1025),
        ..Default::default()
    };
    let status = rpc.withdraw_entrant(Request::new(request)).await;
    let message = status.unwrap_err().message().to_owned();
    assert_eq!(message, "message: longer than 1024 bytes");
}

#[test]
fn without_commands_keeps_everything_but_the_commands() {
    use proto::entrant::Player;

    let entrant = |player| proto::Entrant {
        name: "an entrant".into(),
        player: Some(player),
        ..Default::default()
    };
    let command = |argv: &[&str]| {
        let argv = argv.iter().map(|text| (*text).to_owned()).collect();
        Player::LaunchCommand(proto::LaunchCommand {
            argv,
            ..Default::default()
        })
    };
    let tournament = |argv: &[&str]| proto::Tournament {
        name: "tournaments/1".into(),
        setup: Some(proto::TournamentSetup {
            entrants: vec![entrant(Player::Bot("a bot".into())), entrant(command(argv))],
            ..Default::default()
        }),
        match_count: 3,
        ..Default::default()
    };
    let shown = visible(tournament(&["program", "--token=secret"]), false);
    assert_eq!(shown, tournament(&[]));
    assert_eq!(
        visible(proto::Tournament::default(), false),
        proto::Tournament::default()
    );
}
