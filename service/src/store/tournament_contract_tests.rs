//! The contract that every store keeps about tournaments.

use std::collections::BTreeSet;

use botwerk_engine::GameId;
use botwerk_engine::clock::TimeControl;
use botwerk_engine::record::OutcomeLine;
use botwerk_tournament::configuration::{Configuration, Entrant, Player};
use botwerk_tournament::format::{Format, Rotation};
use botwerk_tournament::{MatchResult, OpeningOrder, TournamentTally};

use super::test_stores::{AnyStore, TestStores, empty_match};
use super::{
    AttemptKey, BotClaim, BotRow, LeagueRoundRow, Recount, ScoredAttempt, SeasonTableRow,
    StoredTournament, TournamentAdditions, TournamentChange, TournamentRow,
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
        game: GameId::ALL[0],
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
    };
    TournamentRow {
        id: id.into(),
        request_id: None,
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
            seat_stats: Vec::new(),
        },
    }
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

fn tally(stored: &StoredTournament) -> TournamentTally {
    serde_json::from_str(&stored.tally).unwrap()
}

fn matches(stored: &StoredTournament) -> Vec<u64> {
    tally(stored)
        .entrants
        .iter()
        .map(|line| line.matches)
        .collect()
}

#[tokio::test]
async fn result_is_stored_once_with_the_end_of_its_match() {
    let stores = TestStores::open().await;
    for store in &stores {
        store.create_tournament(row("t", "5eed")).await.unwrap();
        store
            .start_attempt(match_row("a"), key(0, 1))
            .await
            .unwrap();
        store
            .start_attempt(match_row("b"), key(0, 2))
            .await
            .unwrap();
        let again = store.start_attempt(match_row("c"), key(0, 2)).await;
        assert!(again.is_err());
        assert!(matches!(
            store.load(&"c".into()).await,
            Err(StoreError::NotFound(_))
        ));
        store.commit(last("b", scored(0, 2))).await.unwrap();
        // The other attempt ends too late; of its end nothing is stored.
        assert!(store.commit(last("a", scored(0, 1))).await.is_err());
        assert_eq!(store.load(&"a".into()).await.unwrap().row.outcome, None);
        assert_eq!(store.load(&"a".into()).await.unwrap().events.len(), 0);

        store
            .insert_finished_match(match_row("d"), last("d", scored(1, 1)))
            .await
            .unwrap();
        assert!(
            store
                .insert_finished_match(match_row("e"), last("e", scored(1, 2)))
                .await
                .is_err()
        );
        assert!(matches!(
            store.load(&"e".into()).await,
            Err(StoreError::NotFound(_))
        ));
        store.forfeit(scored(3, 1)).await.unwrap();
        assert!(store.forfeit(scored(3, 2)).await.is_err());

        let stored = store.tournament(&"t".into()).await.unwrap();
        assert_eq!(matches(&stored), [3, 3, 0]);
        assert_eq!(
            (
                tally(&stored).counted_blocks,
                tally(&stored).uncounted_matches()
            ),
            (1, 1)
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
        let asked = |id, seed, request: &str| TournamentRow {
            request_id: Some(request.into()),
            ..row(id, seed)
        };
        store.create_tournament(asked("t", "1", "x")).await.unwrap();
        for other in [asked("u", "1", "y"), asked("u", "2", "x")] {
            let refused = store.create_tournament(other).await;
            assert!(matches!(refused, Err(StoreError::AlreadyExists(_))));
        }
        store.create_tournament(asked("u", "2", "y")).await.unwrap();
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

#[tokio::test]
async fn annulled_results_are_recounted_and_stay_out() {
    let stores = TestStores::open().await;
    for store in &stores {
        store.create_tournament(row("t", "5eed")).await.unwrap();
        store.forfeit(scored(0, 1)).await.unwrap();
        let change = TournamentChange {
            id: "t".into(),
            state: TournamentState::Paused,
            status: "changed".into(),
            recount: Some(Recount {
                annulled: BTreeSet::from([1]),
                ..Recount::default()
            }),
            additions: TournamentAdditions::default(),
        };
        store.change_tournament(change).await.unwrap();
        store.forfeit(scored(1, 1)).await.unwrap();
        let stored = store.tournament(&"t".into()).await.unwrap();
        assert_eq!(matches(&stored), [0, 0, 0]);
        assert_eq!(
            (stored.row.state, &*stored.row.status),
            (TournamentState::Paused, "changed")
        );
        assert_eq!(tally(&stored).counted_blocks, 1);
    }
}

#[tokio::test]
async fn removed_forfeits_no_longer_count_and_can_be_stored_again() {
    let stores = TestStores::open().await;
    for store in &stores {
        store.create_tournament(row("t", "5eed")).await.unwrap();
        for pairing in 0..3 {
            store.forfeit(scored(pairing, 1)).await.unwrap();
        }
        let before = store.tournament(&"t".into()).await.unwrap();
        let change = TournamentChange {
            id: "t".into(),
            state: TournamentState::Running,
            status: "changed".into(),
            recount: Some(Recount {
                removed_forfeits: vec![(1, 1), (2, 1)],
                ..Recount::default()
            }),
            additions: TournamentAdditions::default(),
        };
        store.change_tournament(change).await.unwrap();
        let attempts = store.attempts(&"t".into(), 0, 10).await.unwrap();
        let pairings: Vec<u64> = attempts.iter().map(|row| row.pairing).collect();
        assert_eq!(pairings, [0]);
        let stored = store.tournament(&"t".into()).await.unwrap();
        assert_eq!(tally(&stored).result_count(), 1);
        for pairing in 1..3 {
            store.forfeit(scored(pairing, 1)).await.unwrap();
        }
        let stored = store.tournament(&"t".into()).await.unwrap();
        assert_eq!(tally(&stored), tally(&before));
    }
}

#[tokio::test]
async fn rounds_and_final_tables_of_a_league_are_stored_once() {
    let stores = TestStores::open().await;
    let change = |status: &str, additions| TournamentChange {
        id: "t".into(),
        state: TournamentState::Running,
        status: status.into(),
        recount: None,
        additions,
    };
    let round = |round, blocks: &[[usize; 2]]| LeagueRoundRow {
        round,
        paired_micros: i64::from(round) * 10,
        blocks: blocks.iter().map(|block| block.to_vec()).collect(),
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
        store.create_tournament(row("t", "5eed")).await.unwrap();
        let rounds = [round(1, &[[2, 0], [1, 2]]), round(2, &[[1, 0]])];
        for round in &rounds {
            let change = change("paired", with_round(round.clone()));
            store.change_tournament(change).await.unwrap();
        }
        let again = change("again", with_round(round(2, &[[0, 1]])));
        assert!(store.change_tournament(again).await.is_err());
        store
            .change_tournament(change("over", with_table(table(b"first"))))
            .await
            .unwrap();
        // A final table does not change, and the rest of a rejected change is not stored either.
        let other = change("changed", with_table(table(b"other")));
        assert!(store.change_tournament(other).await.is_err());
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
async fn reopened_store_continues_its_tally() {
    let mut stores = TestStores::open().await;
    for store in &stores {
        store.create_tournament(row("t", "5eed")).await.unwrap();
    }
    for pairing in [4, 5, 0, 3, 1, 2] {
        stores.reopen().await;
        let mut tallies = Vec::new();
        for store in &stores {
            store.forfeit(scored(pairing, 1)).await.unwrap();
            tallies.push(store.tournament(&"t".into()).await.unwrap().tally);
        }
        tallies.dedup();
        assert_eq!(tallies.len(), 1, "{tallies:?}");
    }
}

#[tokio::test]
async fn bot_is_found_by_its_newest_token() {
    let stores = TestStores::open().await;
    for store in &stores {
        let bot = |name: &str, token: &str| BotRow {
            name: name.into(),
            created_micros: 7,
            token_sha256: token.into(),
            games: vec!["a game".into()],
            max_concurrent_matches: 2,
        };
        let register = |name: &str, token: &str, claim| store.register_bot(bot(name, token), claim);
        register("a", "1", BotClaim::Unused).await.unwrap();
        register("b", "2", BotClaim::Rotation).await.unwrap();
        for claim in [BotClaim::Unused, BotClaim::Holder("2".into())] {
            let taken = register("a", "3", claim).await;
            assert!(
                matches!(taken, Err(StoreError::AlreadyExists(_))),
                "{taken:?}"
            );
        }
        register("a", "4", BotClaim::Rotation).await.unwrap();
        register("a", "3", BotClaim::Holder("4".into()))
            .await
            .unwrap();
        let unknown = register("c", "5", BotClaim::Holder("5".into())).await;
        assert!(unknown.is_err());
        assert_eq!(store.bot_by_token("3").await.unwrap(), Some(bot("a", "3")));
        assert_eq!(store.bot_by_token("1").await.unwrap(), None);
        assert_eq!(store.bot_by_token("2").await.unwrap(), Some(bot("b", "2")));
        assert_eq!(store.bots("a", 9).await.unwrap(), [bot("b", "2")]);
        let names = vec!["b".to_owned(), "nobody".to_owned()];
        assert_eq!(store.bots_named(names).await.unwrap(), [bot("b", "2")]);
    }
}
