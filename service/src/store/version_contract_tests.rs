//! The contract that every store keeps about uploaded versions of bots.

use std::sync::Arc;

use super::WriteCommand::{ChangeAccounts, ChangeVersions};
use super::test_stores::{AnyStore, TestStores};
use super::{
    AccountChange, AuditRow, BotRow, OwnerRow, ProcessorQuota, QuotaChange, SignUpPermission,
    StoreError, VersionChange, VersionCount, VersionKey, VersionQuotas, VersionRow, VersionState,
};
use crate::accounts::QuotaDay;
use crate::error::Reason;

const QUOTAS: VersionQuotas = VersionQuotas {
    per_day: 9,
    since_micros: 0,
    kept: 2,
};

/// A quota that no test uses up.
const PLENTY: ProcessorQuota = ProcessorQuota {
    day: QuotaDay::at(0),
    default_secs: 1,
};

fn entry() -> AuditRow {
    AuditRow {
        number: 0,
        at_micros: 7,
        actor: "owners/alice".into(),
        act: "bot.push".into(),
        subject: "bots/a".into(),
        detail: String::new(),
    }
}

fn version(bot: &str, created_micros: i64, content: &str) -> VersionRow {
    VersionRow {
        bot: bot.into(),
        number: 0,
        state: VersionState::Uploaded,
        reason: String::new(),
        created_micros,
        content_sha256: content.into(),
        bytes: 7,
        manifest: "{}".into(),
        host: None,
        leased_until_micros: 0,
    }
}

fn key(bot: &str, number: u32) -> VersionKey {
    VersionKey {
        bot: bot.into(),
        number,
    }
}

/// Stores a change; returns why it was rejected.
async fn change(store: &Arc<dyn AnyStore>, change: VersionChange) -> Option<Reason> {
    match store.write(ChangeVersions(change)).await {
        Ok(()) => None,
        Err(StoreError::Rejected(error)) => Some(error.reason),
        Err(error) => panic!("{error}"),
    }
}

async fn add_bot(store: &Arc<dyn AnyStore>, name: &str) {
    add_bot_of(store, name, None).await;
}

async fn add_bot_of(store: &Arc<dyn AnyStore>, name: &str, owner: Option<&str>) {
    let row = BotRow {
        name: name.into(),
        created_micros: 7,
        token_sha256: name.into(),
        token_expires_micros: None,
        games: Vec::new(),
        max_concurrent_matches: 1,
        owner: owner.map(str::to_owned),
    };
    let added = store.write(ChangeAccounts(AccountChange::AddBot(row, None), entry()));
    added.await.unwrap();
}

async fn add(store: &Arc<dyn AnyStore>, row: VersionRow) -> Option<Reason> {
    change(store, VersionChange::Add(row, QUOTAS, entry())).await
}

fn lease(version: VersionKey, to: VersionState, host: &str, now_micros: i64) -> VersionChange {
    VersionChange::Lease {
        version,
        from: match to {
            VersionState::Building => VersionState::Uploaded,
            _ => VersionState::Checked,
        },
        to,
        host: host.into(),
        now_micros,
        until_micros: now_micros + 10,
    }
}

fn report(version: VersionKey, host: &str, state: VersionState) -> VersionChange {
    VersionChange::Report {
        version,
        host: host.into(),
        state,
        reason: "why".into(),
        log: "built".into(),
    }
}

#[tokio::test]
async fn version_is_built_by_one_host_and_then_played_by_one() {
    let stores = TestStores::open().await;
    for store in &stores {
        add_bot(store, "a").await;
        assert_eq!(add(store, version("a", 10, "x")).await, None);
        assert_eq!(
            add(store, version("b", 10, "x")).await,
            Some(Reason::NotFound)
        );
        let waiting = store.version_to_build(20, PLENTY).await.unwrap().unwrap();
        assert_eq!(
            (waiting.key(), waiting.state),
            (key("a", 1), VersionState::Uploaded)
        );
        assert_eq!(
            change(store, lease(key("a", 1), VersionState::Building, "h", 20)).await,
            None
        );
        let taken = change(store, lease(key("a", 1), VersionState::Building, "i", 21)).await;
        assert_eq!(taken, Some(Reason::NotFound));
        assert_eq!(store.version_to_build(29, PLENTY).await.unwrap(), None);
        // The lease has ended.
        assert!(store.version_to_build(30, PLENTY).await.unwrap().is_some());
        let stranger = change(store, report(key("a", 1), "i", VersionState::Checked)).await;
        assert_eq!(stranger, Some(Reason::NotFound));
        assert_eq!(store.versions_to_play(99, PLENTY, 9).await.unwrap(), []);
        assert_eq!(
            change(store, report(key("a", 1), "h", VersionState::Checked)).await,
            None
        );
        assert_eq!(store.version_log(&key("a", 1)).await.unwrap(), "built");
        let ready = store.versions_to_play(40, PLENTY, 9).await.unwrap();
        assert_eq!(ready.len(), 1);
        assert_eq!(
            change(store, lease(key("a", 1), VersionState::Playing, "h", 40)).await,
            None
        );
        assert_eq!(store.versions_to_play(49, PLENTY, 9).await.unwrap(), []);
        assert_eq!(
            store.versions_to_play(50, PLENTY, 9).await.unwrap().len(),
            1
        );
        let renew = VersionChange::RenewPlaying {
            host: "h".into(),
            until_micros: 70,
        };
        assert_eq!(change(store, renew).await, None);
        assert_eq!(store.versions_to_play(50, PLENTY, 9).await.unwrap(), []);
        for (now_micros, leased) in [(50, 1), (70, 0)] {
            let counts = store.version_counts(now_micros).await.unwrap();
            let playing = VersionCount {
                state: VersionState::Playing,
                versions: 1,
                bytes: version("a", 10, "x").bytes,
                leased,
            };
            assert_eq!(counts, [playing]);
        }
        let played = store.versions_played_by("h", 9).await.unwrap();
        assert_eq!((played.len(), played[0].leased_until_micros), (1, 70));
        assert_eq!(store.versions_played_by("i", 9).await.unwrap(), []);
    }
}

#[tokio::test]
async fn newer_version_waits_until_it_replaces_the_one_that_plays() {
    let stores = TestStores::open().await;
    for store in &stores {
        add_bot(store, "a").await;
        for (number, content) in [(1, "x"), (2, "y"), (3, "z")] {
            assert_eq!(add(store, version("a", number.into(), content)).await, None);
            let version = key("a", number);
            let leased = change(
                store,
                lease(version.clone(), VersionState::Building, "h", 20),
            );
            assert_eq!(leased.await, None);
            assert_eq!(
                change(store, report(version, "h", VersionState::Checked)).await,
                None
            );
            if number == 1 {
                let played = change(store, lease(key("a", 1), VersionState::Playing, "h", 20));
                assert_eq!(played.await, None);
            }
        }
        // The one that plays is kept although two are newer.
        let versions = store.versions("a").await.unwrap();
        let numbers: Vec<_> = versions.iter().map(|row| (row.number, row.state)).collect();
        let expected = [
            (3, VersionState::Checked),
            (2, VersionState::Checked),
            (1, VersionState::Playing),
        ];
        assert_eq!(numbers, expected);
        assert_eq!(store.versions_to_play(25, PLENTY, 9).await.unwrap(), []);
        assert_eq!(store.bots_to_replace("h").await.unwrap(), ["a"]);
        assert_eq!(store.bots_to_replace("i").await.unwrap(), [""; 0]);
        assert_eq!(
            change(store, VersionChange::Replace(key("a", 1))).await,
            None
        );
        let ready = store.versions_to_play(25, PLENTY, 9).await.unwrap();
        assert_eq!(
            ready.iter().map(VersionRow::key).collect::<Vec<_>>(),
            [key("a", 3)]
        );
    }
}

#[tokio::test]
async fn content_is_stored_once_and_deleted_with_its_last_version() {
    let stores = TestStores::open().await;
    for store in &stores {
        add_bot(store, "a").await;
        add_bot(store, "b").await;
        let part = |content: &str, now_micros| VersionChange::AddPart {
            content_sha256: content.into(),
            part: 0,
            content: b"bytes".to_vec(),
            now_micros,
        };
        for content in ["x", "x", "y"] {
            assert_eq!(change(store, part(content, 10)).await, None);
        }
        assert_eq!(add(store, version("a", 11, "x")).await, None);
        assert_eq!(add(store, version("b", 11, "x")).await, None);
        let stored = async |content: &str| store.content_part(content, 0).await.unwrap();
        let clean = async |before_micros| {
            let unused = VersionChange::RemoveUnused { before_micros };
            assert_eq!(change(store, unused).await, None);
        };
        clean(10).await;
        assert_eq!(stored("y").await, Some(b"bytes".to_vec()));
        clean(11).await;
        assert_eq!(
            (stored("x").await.is_some(), stored("y").await),
            (true, None)
        );
        for bot in ["a", "b"] {
            let delete = AccountChange::DeleteBot(bot.into());
            assert!(stored("x").await.is_some());
            store.write(ChangeAccounts(delete, entry())).await.unwrap();
            assert_eq!(store.versions(bot).await.unwrap(), []);
            clean(11).await;
        }
        assert_eq!(stored("x").await, None);
    }
}

#[tokio::test]
async fn versions_of_a_day_are_limited() {
    let stores = TestStores::open().await;
    for store in &stores {
        add_bot(store, "a").await;
        let add = async |at: i64| {
            let quotas = VersionQuotas {
                per_day: 2,
                since_micros: at - 100,
                kept: 9,
            };
            let row = version("a", at, "x");
            change(store, VersionChange::Add(row, quotas, entry())).await
        };
        assert_eq!(add(10).await, None);
        assert_eq!(add(20).await, None);
        assert_eq!(add(109).await, Some(Reason::QuotaExceeded));
        assert_eq!(add(110).await, None);
    }
}

#[tokio::test]
async fn versions_wait_for_processor_time_of_their_owner() {
    let stores = TestStores::open().await;
    let days = [QuotaDay::at(0), QuotaDay::at(24 * 3600 * 1_000_000)];
    let quota = |day| ProcessorQuota {
        day,
        default_secs: 2,
    };
    for store in &stores {
        let owner = OwnerRow {
            name: "alice".into(),
            created_micros: 7,
            token_sha256: Some("alice".into()),
            token_expires_micros: None,
            ban_reason: None,
            max_bots: None,
            max_concurrent_matches: None,
            max_processor_secs: None,
            max_searches: None,
        };
        let permission = SignUpPermission::Open {
            since_micros: 0,
            limit: 9,
        };
        let sign_up = AccountChange::SignUp(owner, permission);
        store.write(ChangeAccounts(sign_up, entry())).await.unwrap();
        add_bot_of(store, "alice/a", Some("alice")).await;
        add_bot(store, "b").await;
        assert_eq!(add(store, version("alice/a", 10, "x")).await, None);
        let add_time = async |day, secs: u64| {
            let times = ["alice/a", "b", "unknown"].map(|bot| (bot.into(), secs * 1_000_000_000));
            let add = VersionChange::AddProcessorTimes(day, times.into());
            assert_eq!(change(store, add).await, None);
        };
        let used = async |day| store.processor_nanos("alice", day).await.unwrap() / 1_000_000_000;
        let can_build = async |day| {
            let found = store.version_to_build(20, quota(day)).await.unwrap();
            found.is_some()
        };
        add_time(days[0], 1).await;
        assert_eq!((used(days[0]).await, can_build(days[0]).await), (1, true));
        add_time(days[0], 1).await;
        assert_eq!((used(days[0]).await, can_build(days[0]).await), (2, false));
        assert_eq!((used(days[1]).await, can_build(days[1]).await), (0, true));

        let a = || key("alice/a", 1);
        for next in [
            lease(a(), VersionState::Building, "h", 20),
            report(a(), "h", VersionState::Checked),
        ] {
            assert_eq!(change(store, next).await, None);
        }
        let to_play = async |day| {
            let found = store.versions_to_play(40, quota(day), 9).await.unwrap();
            found.len()
        };
        assert_eq!(
            (to_play(days[0]).await, to_play(days[1]).await),
            (0, 1),
            "a checked version waits, too"
        );
        let play = lease(a(), VersionState::Playing, "h", 40);
        assert_eq!(change(store, play).await, None);
        let ending = async |day| store.bots_out_of_time("h", quota(day)).await.unwrap();
        assert_eq!(ending(days[0]).await, ["alice/a"]);
        assert_eq!(ending(days[1]).await, [""; 0]);
        let more = QuotaChange {
            processor_secs_per_day: Some(3),
            ..QuotaChange::default()
        };
        let more = AccountChange::SetQuotas("alice".into(), more);
        store.write(ChangeAccounts(more, entry())).await.unwrap();
        assert_eq!(ending(days[0]).await, [""; 0]);
        let (version, host) = (a(), "h".to_owned());
        let pause = VersionChange::Pause { version, host };
        assert_eq!(change(store, pause).await, None);
        assert_eq!(to_play(days[0]).await, 1);

        // The next day counts anew, and a late report of the day before counts for it.
        add_time(days[1], 1).await;
        add_time(days[0], 1).await;
        assert_eq!((used(days[0]).await, used(days[1]).await), (0, 2));
        let delete = AccountChange::DeleteOwner("alice".into());
        store.write(ChangeAccounts(delete, entry())).await.unwrap();
        assert_eq!(used(days[1]).await, 0);
    }
}
