//! The contract that every store keeps about tournaments.

use botwerk_engine::GameId;
use botwerk_engine::clock::TimeControl;
use botwerk_engine::record::OutcomeLine;
use botwerk_tournament::configuration::{Configuration, Entrant, Player};
use botwerk_tournament::format::{Format, Rotation};
use botwerk_tournament::{MatchResult, OpeningOrder};

use super::WriteCommand::{
    self, ChangeTournament, CreateTournament, Forfeit, InsertFinished, RemoveForfeits,
    SaveCheckpoint, StartAttempt,
};
use super::test_stores::{AnyStore, TestStores, empty_match};
use super::{
    AttemptKey, CheckpointRow, LeagueRoundRow, RatingSnapshotRow, RemovedForfeits, ScoredAttempt,
    SeasonTableRow, StoredExtension, TournamentAdditions, TournamentChange, TournamentRequest,
    TournamentRow,
};
use super::{Commit, MatchRow, StoreError};
use crate::ids::{MatchId, TournamentId};
use crate::match_state::MatchState;
use crate::tournament_state::TournamentState;

async fn ids(
    store: &dyn AnyStore,
    before: Option<&str>,
    state: Option<TournamentState>,
) -> Vec<String> {
    let before = before.map(TournamentId::from);
    let stored = store.tournaments(before.as_ref(), state, 9).await.unwrap();
    stored.iter().map(|it| it.id.to_string()).collect()
}

/// A tournament in progress.
pub(super) fn tournament_row(id: &str, seed: &str) -> TournamentRow {
    row(id, seed)
}

fn row(id: &str, seed: &str) -> TournamentRow {
    let entrant = |name: &str| Entrant::new(name.into(), Player::Agent("random".into()));
    let configuration = Configuration {
        name: "a cup".into(),
        game: GameId::BUILT_IN[0],
        options: Vec::new(),
        seats: 2,
        format: Format::RoundRobin { cycles: 2 },
        rotation: Rotation::Cyclic,
        opening_turns: None,
        openings: Vec::new(),
        opening_order: OpeningOrder::Shuffled,
        adjudication: None,
        entrants: ["a", "b", "c"].map(entrant).to_vec(),
        time_control: TimeControl::default(),
        virtual_time: true,
        sandbox: None,
        record_days: None,
        public_comments: false,
    };
    TournamentRow {
        record_days: None,
        id: id.into(),
        request: None,
        state: TournamentState::Running,
        created_micros: 7,
        configuration: serde_json::to_string(&configuration).unwrap(),
        seed: seed.into(),
        secret: "s".into(),
        status: "{}".into(),
    }
}

fn match_row(id: &str) -> MatchRow {
    empty_match(id, MatchState::Waiting)
}

fn key(pairing: u64, attempt: u32) -> AttemptKey {
    AttemptKey {
        tournament: "t".into(),
        pairing,
        attempt,
    }
}

fn scored(pairing: u64, attempt: u32) -> ScoredAttempt {
    ScoredAttempt {
        attempt: key(pairing, attempt),
        result: MatchResult {
            seats: if pairing.is_multiple_of(2) {
                vec![0, 1]
            } else {
                vec![1, 0]
            },
            places: vec![1, 2],
            is_rated: true,
            is_voided: false,
            is_adjudicated: false,
            fingerprint: None,
            seat_stats: Vec::new(),
        },
    }
}

/// A finished match of the tournament `t`.
pub(super) fn finished_match(pairing: u64) -> (MatchRow, Commit) {
    let id = format!("finished-{pairing}");
    (match_row(&id), last(&id, scored(pairing, 1)))
}

/// The last commit of a match.
fn last(id: &str, scored: ScoredAttempt) -> Commit {
    Commit {
        events: vec!["the end".into()],
        outcome: Some(OutcomeLine {
            outcome: "over".into(),
            places: vec![1, 2],
            points: Vec::new(),
            terminations: Vec::new(),
        }),
        scored: Some(scored),
        ..Commit::new(id.into(), 0, MatchState::Over)
    }
}

/// Returns the pairings that have a result, page by page.
async fn scored_pairings(store: &dyn AnyStore, limit: usize) -> Vec<u64> {
    let (mut pairings, mut next) = (Vec::new(), 0);
    loop {
        let page = store.results(&"t".into(), next..u64::MAX, limit).await;
        let page: Vec<u64> = page.unwrap().iter().map(|row| row.pairing).collect();
        assert!(page.len() <= limit);
        pairings.extend(&page);
        match page.last() {
            Some(last) => next = last + 1,
            None => return pairings,
        }
    }
}

#[tokio::test]
async fn result_is_stored_once_with_the_end_of_its_match() {
    let stores = TestStores::open().await;
    for store in &stores {
        store
            .write(CreateTournament(row("t", "5eed")))
            .await
            .unwrap();
        store
            .write(StartAttempt(match_row("a"), key(0, 1)))
            .await
            .unwrap();
        store
            .write(StartAttempt(match_row("b"), key(0, 2)))
            .await
            .unwrap();
        let again = store.write(StartAttempt(match_row("c"), key(0, 2))).await;
        assert!(again.is_err());
        assert!(matches!(
            store.load(&"c".into()).await,
            Err(StoreError::NotFound(_))
        ));
        store
            .write(WriteCommand::Commit(last("b", scored(0, 2))))
            .await
            .unwrap();
        // The other attempt ends too late; of its end nothing is stored.
        assert!(
            store
                .write(WriteCommand::Commit(last("a", scored(0, 1))))
                .await
                .is_err()
        );
        assert_eq!(store.load(&"a".into()).await.unwrap().row.outcome, None);
        assert_eq!(store.load(&"a".into()).await.unwrap().events.len(), 0);

        store
            .write(InsertFinished(match_row("d"), last("d", scored(1, 1))))
            .await
            .unwrap();
        assert!(
            store
                .write(InsertFinished(match_row("e"), last("e", scored(1, 2))))
                .await
                .is_err()
        );
        assert!(matches!(
            store.load(&"e".into()).await,
            Err(StoreError::NotFound(_))
        ));
        store.write(Forfeit(scored(3, 1))).await.unwrap();
        assert!(store.write(Forfeit(scored(3, 2))).await.is_err());

        let results = store.results(&"t".into(), 0..9, 9).await.unwrap();
        let listed: Vec<_> = results
            .iter()
            .map(|row| (row.pairing, row.attempt, row.is_forfeit))
            .collect();
        assert_eq!(listed, [(0, 2, false), (1, 1, false), (3, 1, true)]);
        assert_eq!(results[2].result, scored(3, 1).result);
        for limit in 1..4 {
            assert_eq!(scored_pairings(&**store, limit).await, [0, 1, 3]);
        }
        assert_eq!(
            store.results(&"t".into(), 1..3, 9).await.unwrap(),
            results[1..2]
        );
        let attempts = store.attempts(&"t".into(), 0, 9).await.unwrap();
        let listed: Vec<_> = attempts
            .iter()
            .map(|row| {
                (
                    row.pairing,
                    row.attempt,
                    row.played.as_ref().map(|it| (it.id.clone(), it.state)),
                    row.result.is_some(),
                )
            })
            .collect();
        let played = |id: &str, state| Some((MatchId::from(id), state));
        let expected = [
            (0, 1, played("a", MatchState::Waiting), false),
            (0, 2, played("b", MatchState::Over), true),
            (1, 1, played("d", MatchState::Over), true),
            (3, 1, None, true),
        ];
        assert_eq!(listed, expected);
        assert_eq!(store.attempts(&"t".into(), 1, 2).await.unwrap().len(), 1);
    }
}

#[tokio::test]
async fn seed_and_request_id_are_used_once() {
    let stores = TestStores::open().await;
    for store in &stores {
        let asked = |id, seed, request_id| TournamentRow {
            request: Some(request(request_id, None)),
            ..row(id, seed)
        };
        store
            .write(CreateTournament(asked("t", "1", "x")))
            .await
            .unwrap();
        for other in [asked("u", "1", "y"), asked("u", "2", "x")] {
            let refused = store.write(CreateTournament(other)).await;
            assert!(matches!(refused, Err(StoreError::AlreadyExists(_))));
        }
        store
            .write(CreateTournament(asked("u", "2", "y")))
            .await
            .unwrap();
        let found = store.tournament_by_request_id("x").await.unwrap().unwrap();
        assert_eq!(found.id.as_str(), "t");
        assert_eq!(ids(&**store, None, None).await, ["u", "t"]);
        assert_eq!(
            ids(&**store, Some("u"), Some(TournamentState::Running)).await,
            ["t"]
        );
        assert!(
            ids(&**store, None, Some(TournamentState::Paused))
                .await
                .is_empty()
        );
    }
}

fn request(id: &str, sha256: Option<&str>) -> TournamentRequest {
    TournamentRequest {
        id: id.into(),
        sha256: sha256.map(Into::into),
    }
}

/// Extends the tournament `t`, as a request with an id does.
fn extension(status: &str, request: Option<TournamentRequest>) -> TournamentChange {
    let extension = StoredExtension {
        configuration: status.into(),
        request,
    };
    TournamentChange {
        id: "t".into(),
        state: TournamentState::Running,
        status: status.into(),
        additions: TournamentAdditions {
            extension: Some(extension),
            ..TournamentAdditions::default()
        },
    }
}

#[tokio::test]
async fn tournament_is_found_by_the_request_that_created_it_and_by_those_that_extended_it() {
    let mut stores = TestStores::open().await;
    let requests = [
        request("created", Some("1")),
        request("extended", Some("2")),
        request("extended again", None),
    ];
    for store in &stores {
        let created = TournamentRow {
            request: Some(requests[0].clone()),
            ..row("t", "5eed")
        };
        store.write(CreateTournament(created)).await.unwrap();
        for (request, status) in requests[1..].iter().zip(["once", "twice"]) {
            let extended = extension(status, Some(request.clone()));
            store.write(ChangeTournament(extended)).await.unwrap();
        }
        // Without a request id it is found as before.
        store
            .write(ChangeTournament(extension("last", None)))
            .await
            .unwrap();
        for used in ["created", "extended"] {
            let again = extension("again", Some(request(used, None)));
            let rejected = store.write(ChangeTournament(again)).await;
            assert!(matches!(rejected, Err(StoreError::AlreadyExists(_))));
            let other = TournamentRow {
                request: Some(request(used, None)),
                ..row("u", "other")
            };
            let rejected = store.write(CreateTournament(other)).await;
            assert!(matches!(rejected, Err(StoreError::AlreadyExists(_))));
        }
    }
    stores.reopen().await;
    for store in &stores {
        for request in &requests {
            let found = store.tournament_by_request_id(&request.id).await.unwrap();
            let found = found.unwrap();
            assert_eq!((found.id.as_str(), &*found.status), ("t", "last"));
            assert_eq!(found.request.as_ref(), Some(request));
        }
        assert_eq!(store.tournament_by_request_id("x").await.unwrap(), None);
        let stored = store.tournament(&"t".into()).await.unwrap();
        assert_eq!(stored.row.request.as_ref(), requests.last());
        assert_eq!(stored.row.configuration, "last");
        assert_eq!(ids(&**store, None, None).await, ["t"]);
        let unfinished = store.unfinished_tournaments().await.unwrap();
        assert_eq!(unfinished[0].row, stored.row);
    }
}

#[tokio::test]
async fn attempts_are_open_until_their_pairing_has_a_result() {
    let stores = TestStores::open().await;
    for store in &stores {
        store
            .write(CreateTournament(row("t", "5eed")))
            .await
            .unwrap();
        for (id, pairing, attempt) in [("a", 0, 1), ("b", 0, 2), ("c", 1, 1), ("d", 7, 1)] {
            let started = store.write(StartAttempt(match_row(id), key(pairing, attempt)));
            started.await.unwrap();
        }
        store
            .write(WriteCommand::Commit(last("b", scored(0, 2))))
            .await
            .unwrap();
        store.write(Forfeit(scored(2, 1))).await.unwrap();
        let open = async |pairings, limit| {
            let rows = store.open_attempts(&"t".into(), pairings, limit).await;
            let rows = rows.unwrap().into_iter();
            let row = |row: crate::store::AttemptRow| (row.pairing, row.played.unwrap().id);
            rows.map(row).collect::<Vec<_>>()
        };
        let [c, d] = [(1, MatchId::from("c")), (7, MatchId::from("d"))];
        assert_eq!(open(0..u64::MAX, 9).await, [c.clone(), d.clone()]);
        assert_eq!(open(0..7, 9).await, std::slice::from_ref(&c));
        assert_eq!(open(0..u64::MAX, 1).await, [c]);
        assert_eq!(open(2..8, 9).await, [d]);
    }
}

#[tokio::test]
async fn checkpoint_replaces_the_previous_one_and_outlives_a_restart() {
    let mut stores = TestStores::open().await;
    let checkpoint = |results, content: &str| CheckpointRow {
        tournament: "t".into(),
        results,
        content: content.into(),
    };
    for store in &stores {
        store
            .write(CreateTournament(row("t", "5eed")))
            .await
            .unwrap();
        let id = "t".into();
        assert_eq!(store.checkpoint(&id).await.unwrap(), None);
        assert_eq!(store.tournament(&id).await.unwrap().results, 0);
        store
            .write(SaveCheckpoint(checkpoint(1, "[1]")))
            .await
            .unwrap();
        store.write(Forfeit(scored(0, 1))).await.unwrap();
        store
            .write(SaveCheckpoint(checkpoint(2, "[2]")))
            .await
            .unwrap();
        store.write(Forfeit(scored(1, 1))).await.unwrap();
    }
    stores.reopen().await;
    for store in stores.lasting() {
        let id = "t".into();
        assert_eq!(store.checkpoint(&id).await.unwrap(), Some("[2]".into()));
        assert_eq!(store.tournament(&id).await.unwrap().results, 2);
        assert_eq!(scored_pairings(&**store, 9).await, [0, 1]);
    }
}

#[tokio::test]
async fn removed_forfeits_can_be_stored_again_and_matches_are_not_removed() {
    let stores = TestStores::open().await;
    for store in &stores {
        store
            .write(CreateTournament(row("t", "5eed")))
            .await
            .unwrap();
        for pairing in 0..3 {
            store.write(Forfeit(scored(pairing, 1))).await.unwrap();
        }
        store
            .write(InsertFinished(match_row("d"), last("d", scored(3, 1))))
            .await
            .unwrap();
        let removed = RemovedForfeits {
            tournament: "t".into(),
            attempts: vec![(1, 1), (2, 1), (3, 1), (4, 1)],
        };
        store.write(RemoveForfeits(removed)).await.unwrap();
        assert_eq!(scored_pairings(&**store, 9).await, [0, 3]);
        for pairing in 1..3 {
            store.write(Forfeit(scored(pairing, 1))).await.unwrap();
        }
        assert_eq!(scored_pairings(&**store, 9).await, [0, 1, 2, 3]);
    }
}

#[tokio::test]
async fn rounds_and_final_tables_of_a_league_are_stored_once() {
    let stores = TestStores::open().await;
    let change = |status: &str, additions| TournamentChange {
        id: "t".into(),
        state: TournamentState::Running,
        status: status.into(),
        additions,
    };
    let round = |round, blocks: &[[usize; 2]]| LeagueRoundRow {
        round,
        paired_micros: i64::from(round) * 10,
        blocks: blocks
            .iter()
            .map(|block| block.to_vec())
            .collect::<Vec<_>>()
            .into(),
    };
    let table = |standings: &[u8]| SeasonTableRow {
        season: 1,
        ended_micros: 99,
        standings: standings.to_vec(),
    };
    let with_round = |round| TournamentAdditions {
        round: Some(round),
        ..TournamentAdditions::default()
    };
    let with_table = |table| TournamentAdditions {
        season_table: Some(table),
        ..TournamentAdditions::default()
    };
    for store in &stores {
        store
            .write(CreateTournament(row("t", "5eed")))
            .await
            .unwrap();
        let rounds = [round(1, &[[2, 0], [1, 2]]), round(2, &[[1, 0]])];
        for round in &rounds {
            let change = change("paired", with_round(round.clone()));
            store.write(ChangeTournament(change)).await.unwrap();
        }
        let again = change("again", with_round(round(2, &[[0, 1]])));
        assert!(store.write(ChangeTournament(again)).await.is_err());
        store
            .write(ChangeTournament(change(
                "over",
                with_table(table(b"first")),
            )))
            .await
            .unwrap();
        // A final table does not change, and the rest of a rejected change is not stored either.
        let other = change("changed", with_table(table(b"other")));
        assert!(store.write(ChangeTournament(other)).await.is_err());
        assert_eq!(store.league_rounds(&"t".into()).await.unwrap(), rounds);
        assert_eq!(store.league_rounds(&"u".into()).await.unwrap(), []);
        assert_eq!(
            store.season_table(&"t".into(), 1).await.unwrap(),
            Some(table(b"first"))
        );
        assert_eq!(store.season_table(&"t".into(), 2).await.unwrap(), None);
        let stored = store.tournament(&"t".into()).await.unwrap();
        assert_eq!(stored.row.status, "over");
    }
}

#[tokio::test]
async fn ratings_of_days_and_of_the_last_hours_are_kept() {
    let stores = TestStores::open().await;
    let hour = 3600 * 1_000_000;
    let snapshot = |at: i64| RatingSnapshotRow {
        taken_micros: at * hour,
        ratings: at.to_le_bytes().into(),
    };
    for store in &stores {
        store
            .write(CreateTournament(row("t", "5eed")))
            .await
            .unwrap();
        let take = async |at| {
            let change = TournamentChange {
                id: "t".into(),
                state: TournamentState::Running,
                status: "paired".into(),
                additions: TournamentAdditions {
                    ratings: Some(snapshot(at)),
                    ..TournamentAdditions::default()
                },
            };
            store.write(ChangeTournament(change)).await.unwrap();
            store.rating_snapshots(&"t".into()).await.unwrap()
        };
        for at in [1, 2, 23, 24, 30] {
            take(at).await;
        }
        let all = take(40).await;
        assert_eq!(all, [1, 2, 23, 24, 30, 40].map(snapshot));
        // The first two days are more than two days ago: the first snapshot of each stays.
        assert_eq!(take(97).await, [1, 24, 97].map(snapshot));
        let days = 24 * 400;
        assert_eq!(take(days + 2).await, [24, 97, days + 2].map(snapshot));
        // The same moment once more changes nothing.
        assert_eq!(take(days + 2).await.len(), 3);
        assert_eq!(store.rating_snapshots(&"u".into()).await.unwrap(), []);
    }
}
