//! What calls about tournaments read from the store, and what strangers see of its entrants.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use botwerk_engine::{GameId, RootSeed};
use botwerk_tournament::configuration::{Configuration, Entrant, LaunchCommand, Player};
use botwerk_tournament::format::Format;
use botwerk_tournament::{MatchResult, NextStep, Progress, TournamentSeed};
use tokio::sync::oneshot;

use super::*;
use crate::config::Config;
use crate::store::{
    AttemptKey, AttemptRow, BotClaim, BotRow, Commit, DifferingRecord, LeagueRoundRow,
    ListedTournament, LocalChunks, MatchRow, MemoryStore, PendingRead, PendingWrite, ScoredAttempt,
    SeasonTableRow, StoredTournament, TournamentAdditions, TournamentChange, TournamentRow,
    TournamentStore,
};
use crate::tournament_state::TournamentState;
use crate::tournaments::{NewTournament, director_context, round_robin};

/// A store that counts its reads, and what they read.
#[derive(Default)]
pub(in crate::rpc) struct CountingStore {
    store: MemoryStore,
    pub(in crate::rpc) reads: AtomicUsize,
    /// Attempts that were read.
    attempts: Arc<AtomicUsize>,
    /// Tournaments that were read with everything that is stored of them.
    tournaments: AtomicUsize,
}

impl CountingStore {
    fn count_read(&self) -> &MemoryStore {
        self.reads.fetch_add(1, Ordering::SeqCst);
        &self.store
    }
}

impl TournamentStore for CountingStore {
    fn create_tournament(&self, row: TournamentRow) -> PendingWrite {
        self.store.create_tournament(row)
    }

    fn change_tournament(&self, change: TournamentChange) -> PendingWrite {
        self.store.change_tournament(change)
    }

    fn start_attempt(&self, row: MatchRow, attempt: AttemptKey) -> PendingWrite {
        self.store.start_attempt(row, attempt)
    }

    fn insert_finished_match(&self, row: MatchRow, commit: Commit) -> PendingWrite {
        self.store.insert_finished_match(row, commit)
    }

    fn forfeit(&self, scored: ScoredAttempt) -> PendingWrite {
        self.store.forfeit(scored)
    }

    fn tournament(&self, id: &TournamentId) -> PendingRead<StoredTournament> {
        self.tournaments.fetch_add(1, Ordering::SeqCst);
        self.count_read().tournament(id)
    }

    fn unfinished_tournaments(&self) -> PendingRead<Vec<StoredTournament>> {
        self.count_read().unfinished_tournaments()
    }

    fn tournament_by_request_id(&self, request_id: &str) -> PendingRead<Option<TournamentRow>> {
        self.count_read().tournament_by_request_id(request_id)
    }

    fn tournaments(
        &self,
        before: Option<&TournamentId>,
        state: Option<TournamentState>,
        limit: usize,
    ) -> PendingRead<Vec<ListedTournament>> {
        self.count_read().tournaments(before, state, limit)
    }

    fn attempts(&self, id: &TournamentId, from: u64, limit: u64) -> PendingRead<Vec<AttemptRow>> {
        let read = self.count_read().attempts(id, from, limit);
        let (answer, receiver) = oneshot::channel();
        let count = Arc::clone(&self.attempts);
        tokio::spawn(async move {
            let rows = read.await;
            count.fetch_add(rows.as_ref().map_or(0, Vec::len), Ordering::SeqCst);
            let _ = answer.send(rows);
        });
        PendingRead::waiting(receiver)
    }

    fn league_rounds(&self, id: &TournamentId) -> PendingRead<Vec<LeagueRoundRow>> {
        self.count_read().league_rounds(id)
    }

    fn season_table(&self, id: &TournamentId, season: u32) -> PendingRead<Option<SeasonTableRow>> {
        self.count_read().season_table(id, season)
    }

    fn add_differing_record(&self, record: DifferingRecord) -> PendingWrite {
        self.store.add_differing_record(record)
    }

    fn differing_records(
        &self,
        id: &TournamentId,
        limit: usize,
    ) -> PendingRead<Vec<DifferingRecord>> {
        self.count_read().differing_records(id, limit)
    }

    fn register_bot(&self, row: BotRow, claim: BotClaim) -> PendingWrite {
        self.store.register_bot(row, claim)
    }

    fn bots_named(&self, names: Vec<String>) -> PendingRead<Vec<BotRow>> {
        self.count_read().bots_named(names)
    }

    fn bot_by_token(&self, token_sha256: &str) -> PendingRead<Option<BotRow>> {
        self.count_read().bot_by_token(token_sha256)
    }

    fn bots(&self, after: &str, limit: usize) -> PendingRead<Vec<BotRow>> {
        self.count_read().bots(after, limit)
    }
}

pub(in crate::rpc) async fn tournaments(store: Arc<CountingStore>) -> Tournaments {
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
    round_robin(GameId::Netzwerk, ["a", "b"].map(entrant).to_vec(), 1)
}

/// Returns the handlers of tournaments on a store.
async fn rpc(store: &Arc<CountingStore>) -> TournamentRpc {
    let config = Config::default();
    let admission = Admission::new(&config, None, None, Arc::default());
    let tournaments = tournaments(Arc::clone(store)).await;
    TournamentRpc::new(tournaments, admission, AgentThreadLimit::new(&config))
}

/// Stores a tournament that has ended, and returns its name and its number of matches: the entrant with the smaller
/// number has won.
async fn store_ended(
    store: &CountingStore,
    id: &str,
    format: Format,
    entrants: usize,
) -> (String, u64) {
    let entrant =
        |number| Entrant::new(format!("entrant {number}"), Player::Agent("random".into()));
    let new = round_robin(GameId::ALL[0], (0..entrants).map(entrant).collect(), 1);
    let configuration = Configuration {
        format,
        ..new.configuration
    };
    let root = RootSeed::from_text(id);
    let schedule = configuration.schedule(TournamentSeed::new(root)).unwrap();
    let mut progress = Progress::new(schedule, Vec::new());
    let row = TournamentRow {
        id: id.into(),
        request_id: None,
        state: TournamentState::Running,
        created_micros: 7,
        configuration: serde_json::to_string(&configuration).unwrap(),
        seed: root.to_hex(),
        secret: "5".repeat(64),
        status: String::new(),
    };
    store.create_tournament(row).await.unwrap();
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
            seat_stats: Vec::new(),
        };
        progress.add(pairing.index, &result);
        let attempt = AttemptKey {
            tournament: id.into(),
            pairing: pairing.index,
            attempt: 1,
        };
        let scored = ScoredAttempt { attempt, result };
        store.forfeit(scored).await.unwrap();
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
        recount: None,
        additions: TournamentAdditions::default(),
    };
    store.change_tournament(change).await.unwrap();
    (TournamentId::from(id).name(), matches)
}

const SWISS: Format = Format::Swiss {
    rounds: 5,
    pairs: 6,
};

fn pairings_request(
    tournament: &str,
    page_size: u32,
    from: u64,
) -> Request<proto::ListPairingsRequest> {
    Request::new(proto::ListPairingsRequest {
        tournament: tournament.into(),
        page_size,
        page_token: from.to_string(),
    })
}

#[tokio::test]
async fn page_of_pairings_of_an_ended_swiss_reads_the_attempts_of_the_page() {
    let store = Arc::new(CountingStore::default());
    let (name, matches) = store_ended(&store, "swiss", SWISS, 16).await;
    assert_eq!(matches, 16 / 2 * 5 * 6 * 2);
    let rpc = Arc::new(rpc(&store).await);
    let attempts = || store.attempts.load(Ordering::SeqCst) as u64;
    // However many ask first: the pairings of all rounds follow from the results once.
    let mut first = tokio::task::JoinSet::new();
    for _ in 0..32 {
        let (rpc, name) = (Arc::clone(&rpc), name.clone());
        first.spawn(async move { rpc.list_pairings(pairings_request(&name, 1, 0)).await });
    }
    for page in first.join_all().await {
        assert_eq!(page.unwrap().into_inner().pairings.len(), 1);
    }
    assert!(attempts() <= matches + 32, "{}", attempts());
    assert_eq!(store.tournaments.load(Ordering::SeqCst), 1);
    let before = attempts();
    let mut token = 0;
    let mut seen = 0;
    loop {
        let page = rpc.list_pairings(pairings_request(&name, 7, token)).await;
        let page = page.unwrap().into_inner();
        for pairing in &page.pairings {
            assert_eq!((pairing.index, pairing.entrants.len()), (seen, 2));
            assert_eq!(u64::from(pairing.round), pairing.index / (matches / 5) + 1);
            assert!(pairing.result.is_some());
            seen += 1;
        }
        let Ok(next) = page.next_page_token.parse() else {
            break;
        };
        token = next;
    }
    assert_eq!((seen, attempts() - before), (matches, matches));
    assert_eq!(store.tournaments.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn list_of_tournaments_is_short_and_reads_each_ended_one_once() {
    let store = Arc::new(CountingStore::default());
    let robin = Format::RoundRobin { cycles: 1 };
    for number in 0..20 {
        store_ended(&store, &format!("t{number:02}"), robin, 4).await;
    }
    let rpc = rpc(&store).await;
    let list = |page_size| {
        rpc.list_tournaments(Request::new(proto::ListTournamentsRequest {
            page_size,
            ..Default::default()
        }))
    };
    let read = || store.tournaments.load(Ordering::SeqCst);
    let page = list(3).await.unwrap().into_inner();
    assert_eq!((page.tournaments.len(), read()), (3, 3));
    assert_eq!(page.next_page_token, "t17");
    for _ in 0..2 {
        let all = list(500).await.unwrap().into_inner();
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
    assert_eq!(store.attempts.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn callers_of_one_tournament_share_what_is_sent() {
    let store = Arc::new(CountingStore::default());
    let (name, _) = store_ended(&store, "swiss", SWISS, 16).await;
    let rpc = rpc(&store).await;
    for _ in 0..3 {
        let name = name.clone();
        let request = Request::new(proto::GetTournamentRequest { name });
        rpc.get_tournament(request).await.unwrap();
    }
    assert_eq!(store.tournaments.load(Ordering::SeqCst), 1);
    let which = FinalStandings {
        tournament: TournamentId::from_name(&name).unwrap(),
        season: 0,
        head_to_head_start: 0,
        is_operator: false,
    };
    let first = rpc.encoded_standings(which.clone()).await.unwrap();
    let second = rpc.encoded_standings(which).await.unwrap();
    let bytes = [first.clone(), second].map(|message| message.into_bytes().as_ptr());
    assert_eq!(bytes[0], bytes[1]);
    assert_eq!(store.tournaments.load(Ordering::SeqCst), 2);
    let standings: proto::GetStandingsResponse = first.decode();
    assert_eq!(standings.standings.len(), 16);
    assert_eq!(standings.standings[0].entrant, "entrant 0");
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
    let shown = without_commands(tournament(&["program", "--token=secret"]));
    assert_eq!(shown, tournament(&[]));
    assert_eq!(
        without_commands(proto::Tournament::default()),
        proto::Tournament::default()
    );
}
