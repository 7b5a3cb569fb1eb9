//! The contract that every store keeps about owners, bots, tokens and the audit log.

use std::sync::Arc;

use super::WriteCommand::{self, ChangeAccounts};
use super::test_stores::{AnyStore, TestStores, empty_match};
use super::{
    AccountChange, AuditFilter, AuditRow, BotRow, IdentityRow, MAX_CODES_AND_TOKENS,
    MAX_IDENTITIES, MatchRow, NewToken, OwnerRow, QuotaChange, SeatLogAppend, SessionRow,
    SignUpCodeRow, SignUpPermission, StoreError, TokenRow,
};
use crate::error::Reason;
use crate::match_state::MatchState;

fn owner(name: &str, token: &str) -> OwnerRow {
    OwnerRow {
        name: name.into(),
        created_micros: 7,
        token_sha256: Some(token.into()),
        token_expires_micros: None,
        ban_reason: None,
        max_bots: None,
        max_concurrent_matches: None,
        max_processor_secs: None,
        max_searches: None,
    }
}

fn bot(name: &str, token: &str, owner: Option<&str>) -> BotRow {
    BotRow {
        name: name.into(),
        created_micros: 7,
        token_sha256: token.into(),
        token_expires_micros: None,
        games: vec!["a game".into()],
        max_concurrent_matches: 2,
        owner: owner.map(Into::into),
    }
}

fn new_token(sha256: &str) -> NewToken {
    NewToken {
        sha256: sha256.into(),
        expires_micros: Some(99),
    }
}

fn code(id: &str, uses: u32) -> SignUpCodeRow {
    SignUpCodeRow {
        id: id.into(),
        code_sha256: format!("code {id}"),
        description: "a course".into(),
        remaining_uses: uses,
        created_micros: 7,
        expires_micros: 99,
    }
}

/// Stores a change; returns why it was rejected.
async fn change(store: &Arc<dyn AnyStore>, change: AccountChange) -> Option<Reason> {
    let entry = AuditRow {
        number: 0,
        at_micros: 7,
        actor: "operator".into(),
        act: "test".into(),
        subject: format!("{change:?}").chars().take(20).collect(),
        detail: String::new(),
    };
    match store.write(ChangeAccounts(change, entry)).await {
        Ok(()) => None,
        Err(StoreError::Rejected(error)) => Some(error.reason),
        Err(error) => panic!("{error}"),
    }
}

/// Stores an owner, who signs up where every client may.
async fn add_owner(store: &Arc<dyn AnyStore>, name: &str, token: &str) -> Option<Reason> {
    let permission = SignUpPermission::Open {
        since_micros: 0,
        limit: 100,
    };
    change(store, AccountChange::SignUp(owner(name, token), permission)).await
}

#[tokio::test]
async fn bot_is_found_by_its_newest_token() {
    let stores = TestStores::open().await;
    for store in &stores {
        let add = async |row: BotRow| change(store, AccountChange::AddBot(row, None)).await;
        let rotate = async |bot: &str, sha256: &str, held: Option<&str>| {
            let rotation = AccountChange::RotateBot {
                bot: bot.into(),
                token: new_token(sha256),
                held_sha256: held.map(Into::into),
            };
            change(store, rotation).await
        };
        assert_eq!(add(bot("a", "1", None)).await, None);
        assert_eq!(add(bot("b", "2", None)).await, None);
        assert_eq!(add(bot("a", "3", None)).await, Some(Reason::NameTaken));
        assert_eq!(rotate("a", "4", Some("2")).await, Some(Reason::BadToken));
        assert_eq!(rotate("a", "4", Some("1")).await, None);
        assert_eq!(rotate("a", "5", None).await, None);
        assert_eq!(rotate("c", "6", None).await, Some(Reason::NotFound));
        let found = async |token: &str| store.bot_by_token(token).await.unwrap();
        let expected = BotRow {
            token_expires_micros: Some(99),
            ..bot("a", "5", None)
        };
        assert_eq!(found("5").await.unwrap().row, expected);
        for former in ["1", "3", "4"] {
            assert_eq!(found(former).await, None);
        }
        let update = AccountChange::UpdateBot {
            bot: "b".into(),
            games: Vec::new(),
            max_concurrent_matches: 3,
        };
        assert_eq!(change(store, update).await, None);
        let updated = found("2").await.unwrap().row;
        assert_eq!(
            (updated.games.len(), updated.max_concurrent_matches),
            (0, 3)
        );
        let after_a = store.bots(None, "a", 9).await.unwrap();
        assert_eq!(after_a.len(), 1);
        let named = store.bots_named(vec!["b".into(), "nobody".into()]).await;
        assert_eq!(named.unwrap(), after_a);
        let delete = AccountChange::DeleteBot("b".into());
        assert_eq!(change(store, delete.clone()).await, None);
        assert_eq!(change(store, delete).await, Some(Reason::NotFound));
        assert_eq!(found("2").await, None);
    }
}

#[tokio::test]
async fn sign_up_code_is_used_as_often_as_it_may() {
    let stores = TestStores::open().await;
    for store in &stores {
        assert_eq!(
            change(store, AccountChange::AddCode(code("a", 2))).await,
            None
        );
        let sign_up = async |name: &str, code: &str, at: i64| {
            let row = OwnerRow {
                created_micros: at,
                ..owner(name, name)
            };
            let permission = SignUpPermission::Code(format!("code {code}"));
            change(store, AccountChange::SignUp(row, permission)).await
        };
        assert_eq!(
            sign_up("x", "b", 10).await,
            Some(Reason::BadToken),
            "unknown"
        );
        assert_eq!(
            sign_up("x", "a", 99).await,
            Some(Reason::BadToken),
            "expired"
        );
        assert_eq!(sign_up("x", "a", 10).await, None);
        // A rejected sign-up does not use the code up.
        assert_eq!(sign_up("x", "a", 10).await, Some(Reason::NameTaken));
        assert_eq!(sign_up("y", "a", 10).await, None);
        assert_eq!(
            sign_up("z", "a", 10).await,
            Some(Reason::BadToken),
            "used up"
        );
        let codes = store.sign_up_codes().await.unwrap();
        assert_eq!(codes, [code("a", 0)]);
        let delete = AccountChange::DeleteCode("a".into());
        assert_eq!(change(store, delete.clone()).await, None);
        assert_eq!(change(store, delete).await, Some(Reason::NotFound));
    }
}

#[tokio::test]
async fn open_sign_ups_are_limited_per_day() {
    let stores = TestStores::open().await;
    for store in &stores {
        let sign_up = async |name: &str, at: i64| {
            let row = OwnerRow {
                created_micros: at,
                ..owner(name, name)
            };
            let permission = SignUpPermission::Open {
                since_micros: at - 100,
                limit: 2,
            };
            change(store, AccountChange::SignUp(row, permission)).await
        };
        assert_eq!(sign_up("a", 10).await, None);
        assert_eq!(sign_up("b", 20).await, None);
        assert_eq!(sign_up("c", 109).await, Some(Reason::LimitExceeded));
        assert_eq!(sign_up("c", 110).await, None);
    }
}

#[tokio::test]
async fn owner_has_quotas_a_ban_and_a_name_for_ever() {
    let stores = TestStores::open().await;
    for store in &stores {
        assert_eq!(add_owner(store, "alice", "1").await, None);
        let own = |name: &str| AccountChange::AddBot(bot(name, name, Some("alice")), Some(2));
        assert_eq!(change(store, own("alice/a")).await, None);
        assert_eq!(change(store, own("alice/a")).await, Some(Reason::NameTaken));
        assert_eq!(change(store, own("alice/b")).await, None);
        assert_eq!(
            change(store, own("alice/c")).await,
            Some(Reason::QuotaExceeded)
        );
        assert_eq!(store.bot_count("alice").await.unwrap(), 2);
        assert_eq!(store.bots(Some("bob"), "", 9).await.unwrap(), []);
        for quotas in [
            QuotaChange {
                bots: Some(3),
                searches_per_day: Some(4),
                ..QuotaChange::default()
            },
            QuotaChange {
                processor_secs_per_day: Some(5),
                ..QuotaChange::default()
            },
        ] {
            let quotas = AccountChange::SetQuotas("alice".into(), quotas);
            assert_eq!(change(store, quotas).await, None);
        }
        let ban = AccountChange::SetBan("alice".into(), Some("cheats".into()));
        assert_eq!(change(store, ban).await, None);
        let rotate = AccountChange::RotateOwner("alice".into(), new_token("2"));
        assert_eq!(change(store, rotate).await, None);
        let expected = OwnerRow {
            token_expires_micros: Some(99),
            ban_reason: Some("cheats".into()),
            max_bots: Some(3),
            max_processor_secs: Some(5),
            max_searches: Some(4),
            ..owner("alice", "2")
        };
        let found = store.owner_by_token("2").await.unwrap();
        assert_eq!(found.as_ref(), Some(&expected));
        assert_eq!(store.owner("alice").await.unwrap(), found);
        assert_eq!(store.owners("", 9).await.unwrap(), [expected]);
        let bots = store.bots(Some("alice"), "alice/a", 9).await.unwrap();
        assert_eq!(bots.len(), 1);
        assert_eq!(bots[0].owner, found);
        let delete = AccountChange::DeleteOwner("alice".into());
        assert_eq!(change(store, delete.clone()).await, None);
        assert_eq!(change(store, delete).await, Some(Reason::NotFound));
        assert_eq!(store.bot_count("alice").await.unwrap(), 0);
        assert_eq!(store.owner_by_token("2").await.unwrap(), None);
        assert_eq!(
            add_owner(store, "alice", "3").await,
            Some(Reason::NameTaken)
        );
        assert_eq!(change(store, own("alice/a")).await, Some(Reason::NotFound));
    }
}

#[tokio::test]
async fn logs_of_bots_are_deleted_with_them() {
    let stores = TestStores::open().await;
    for store in &stores {
        add_owner(store, "alice", "1").await;
        for name in ["alice/a", "alice/b"] {
            let added = AccountChange::AddBot(bot(name, name, Some("alice")), None);
            assert_eq!(change(store, added).await, None);
        }
        let row = MatchRow {
            setup: r#"{"header":{"seats":[{"name":"x"},{"name":"y"},{"name":"z"},{"name":"z"}]},
                       "seats":[{"bot":"alice/a"},{"bot":"alice/b"},{"bot":"bob/c"},{"bot":"alice/b"}]}"#
                .into(),
            ..empty_match("m", MatchState::Over)
        };
        let former = MatchRow {
            id: "former".into(),
            ..row.clone()
        };
        for row in [row, former] {
            store.write(WriteCommand::Create(row)).await.unwrap();
        }
        for seat in 0..4 {
            let bot = ["alice/a", "alice/b", "bob/c", "alice/b"][seat];
            for (id, bot) in [("m", Some(bot.to_owned())), ("former", None)] {
                let append = SeatLogAppend {
                    id: id.into(),
                    seat,
                    bot,
                    text: "thinking\n".into(),
                };
                let append = WriteCommand::AppendSeatLog(append);
                store.write(append).await.unwrap();
            }
        }
        let logs_of = async |id: &str| {
            let mut logs = [false; 4];
            for (seat, has_text) in logs.iter_mut().enumerate() {
                let log = store.seat_log(&id.into(), seat).await.unwrap();
                *has_text = !log.text.is_empty();
            }
            logs
        };
        let logs = async || [logs_of("m").await, logs_of("former").await];
        assert_eq!(logs().await, [[true; 4]; 2]);
        let delete = AccountChange::DeleteBot("alice/b".into());
        assert_eq!(change(store, delete).await, None);
        // A former version has stored the first seat of each name only.
        assert_eq!(
            logs().await,
            [[true, false, true, false], [true, false, true, true]]
        );
        let delete = AccountChange::DeleteOwner("alice".into());
        assert_eq!(change(store, delete).await, None);
        assert_eq!(
            logs().await,
            [[false, false, true, false], [false, false, true, true]]
        );
    }
}

#[tokio::test]
async fn owner_cannot_have_a_name_that_bots_of_the_operator_begin_with() {
    let stores = TestStores::open().await;
    for store in &stores {
        for name in ["alice/old", "bob"] {
            let added = AccountChange::AddBot(bot(name, name, None), None);
            assert_eq!(change(store, added).await, None);
        }
        assert_eq!(
            add_owner(store, "alice", "1").await,
            Some(Reason::NameTaken)
        );
        for name in ["bob", "al", "alice-2"] {
            assert_eq!(add_owner(store, name, name).await, None);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_registrations_keep_the_quota() {
    let stores = TestStores::open().await;
    for store in &stores {
        assert_eq!(add_owner(store, "alice", "1").await, None);
        let registrations = (0..50).map(|number| {
            let store = Arc::clone(store);
            tokio::spawn(async move {
                let name = format!("alice/{number}");
                let row = bot(&name, &name, Some("alice"));
                change(&store, AccountChange::AddBot(row, Some(5))).await
            })
        });
        let registrations: Vec<_> = registrations.collect();
        let mut accepted = 0;
        for registration in registrations {
            match registration.await.unwrap() {
                None => accepted += 1,
                reason => assert_eq!(reason, Some(Reason::QuotaExceeded)),
            }
        }
        assert_eq!((accepted, store.bot_count("alice").await.unwrap()), (5, 5));
    }
}

#[tokio::test]
async fn tokens_are_stored_by_id_and_limited() {
    let stores = TestStores::open().await;
    for store in &stores {
        let row = |id: &str| TokenRow {
            id: id.into(),
            token_sha256: format!("token {id}"),
            scope: "\"worker\"".into(),
            created_micros: 7,
            expires_micros: None,
        };
        assert_eq!(change(store, AccountChange::AddToken(row("b"))).await, None);
        assert_eq!(change(store, AccountChange::AddToken(row("a"))).await, None);
        let taken = change(store, AccountChange::AddToken(row("a"))).await;
        assert_eq!(taken, Some(Reason::NameTaken));
        assert_eq!(store.tokens().await.unwrap(), [row("a"), row("b")]);
        for number in 2..MAX_CODES_AND_TOKENS {
            let added = AccountChange::AddToken(row(&format!("c{number}")));
            assert_eq!(change(store, added).await, None);
        }
        let full = change(store, AccountChange::AddToken(row("d"))).await;
        assert_eq!(full, Some(Reason::LimitExceeded));
        let delete = AccountChange::DeleteToken("a".into());
        assert_eq!(change(store, delete.clone()).await, None);
        assert_eq!(change(store, delete).await, Some(Reason::NotFound));
    }
}

#[tokio::test]
async fn audit_log_has_what_was_done_and_not_what_was_rejected() {
    let stores = TestStores::open().await;
    for store in &stores {
        let record = async |actor: &str, subject: &str| {
            let entry = AuditRow {
                number: 0,
                at_micros: 7,
                actor: actor.into(),
                act: "test".into(),
                subject: subject.into(),
                detail: "why".into(),
            };
            let stored = store.write(ChangeAccounts(AccountChange::None, entry));
            stored.await.unwrap();
        };
        record("operator", "a").await;
        let rejected = change(store, AccountChange::DeleteBot("b".into())).await;
        assert_eq!(rejected, Some(Reason::NotFound));
        record("owners/alice", "a").await;
        record("operator", "b").await;
        let entries = async |filter: AuditFilter, limit| {
            let found = store.audit_entries(&filter, limit).await.unwrap();
            let keys = found
                .iter()
                .map(|entry| (entry.number, entry.subject.clone()));
            keys.collect::<Vec<_>>()
        };
        let all = entries(AuditFilter::default(), 9).await;
        let subjects: Vec<_> = all.iter().map(|(_, subject)| subject.as_str()).collect();
        assert_eq!(subjects, ["b", "a", "a"]);
        assert!(all[0].0 > all[1].0 && all[1].0 > all[2].0);
        assert_eq!(entries(AuditFilter::default(), 1).await, all[..1]);
        let before = AuditFilter {
            before: Some(all[0].0),
            ..AuditFilter::default()
        };
        assert_eq!(entries(before, 9).await, all[1..]);
        let of_operator = AuditFilter {
            actor: Some("operator".into()),
            subject: Some("a".into()),
            ..AuditFilter::default()
        };
        assert_eq!(entries(of_operator, 9).await, all[2..]);
    }
}

fn identity(subject: &str, owner: &str) -> IdentityRow {
    IdentityRow {
        issuer: "https://id.example".into(),
        subject: subject.into(),
        owner: owner.into(),
        created_micros: 7,
    }
}

/// Returns a session that lasts until 100 microseconds after its creation.
fn session(token: &str, owner: &str, created_micros: i64) -> SessionRow {
    SessionRow {
        token_sha256: token.into(),
        owner: owner.into(),
        created_micros,
        expires_micros: created_micros + 100,
    }
}

/// Returns the name of the owner of a token, and when the token expires.
async fn owner_of(store: &Arc<dyn AnyStore>, token: &str) -> Option<(String, Option<i64>)> {
    let found = store.owner_by_token(token).await.unwrap();
    found.map(|found| (found.name, found.token_expires_micros))
}

#[tokio::test]
async fn identity_is_linked_to_one_owner_with_which_it_is_stored() {
    let stores = TestStores::open().await;
    for store in &stores {
        assert_eq!(add_owner(store, "alice", "1").await, None);
        let sign_up = async |name: &str, subject: &str| {
            let permission = SignUpPermission::Open {
                since_micros: 0,
                limit: 100,
            };
            let session = session(&format!("session {name}"), name, 7);
            let (owner, identity) = (owner(name, name), identity(subject, name));
            let sign_up = AccountChange::SignUpWithIdentity(owner, permission, identity, session);
            change(store, sign_up).await
        };
        let link = async |subject: &str, name: &str| {
            change(store, AccountChange::LinkIdentity(identity(subject, name))).await
        };
        assert_eq!(sign_up("bob", "b").await, None);
        assert_eq!(
            owner_of(store, "session bob").await,
            Some(("bob".into(), Some(107)))
        );
        assert_eq!(owner_of(store, "bob").await, Some(("bob".into(), None)));
        // All or none.
        assert_eq!(sign_up("carol", "b").await, Some(Reason::NameTaken));
        assert_eq!(store.owner("carol").await.unwrap(), None);
        assert_eq!(owner_of(store, "session carol").await, None);
        assert_eq!(sign_up("bob", "c").await, Some(Reason::NameTaken));
        assert_eq!(link("b", "alice").await, Some(Reason::NameTaken));
        assert_eq!(link("n", "unknown").await, Some(Reason::NotFound));
        for number in 0..MAX_IDENTITIES {
            assert_eq!(link(&format!("a{number}"), "alice").await, None);
        }
        assert_eq!(link("a", "alice").await, Some(Reason::LimitExceeded));
        let issuer = "https://id.example";
        assert_eq!(
            store.identity(issuer, "a0").await.unwrap(),
            Some(identity("a0", "alice"))
        );
        assert_eq!(store.identity(issuer, "a").await.unwrap(), None);
        let other = "https://other.example";
        assert_eq!(store.identity(other, "a0").await.unwrap(), None);
        let count = async |name: &str| store.identity_count(name).await.unwrap();
        assert_eq!(
            (count("alice").await, count("bob").await),
            (MAX_IDENTITIES, 1)
        );
        let delete = AccountChange::DeleteOwner("alice".into());
        assert_eq!(change(store, delete).await, None);
        assert_eq!(store.identity_count("alice").await.unwrap(), 0);
        assert_eq!(link("a0", "bob").await, None);
    }
}

#[tokio::test]
async fn owner_has_a_limited_number_of_sessions_until_they_are_deleted_or_expire() {
    let stores = TestStores::open().await;
    for store in &stores {
        for name in ["alice", "bob"] {
            assert_eq!(add_owner(store, name, name).await, None);
        }
        let add = async |token: &str, name: &str, at: i64| {
            change(store, AccountChange::AddSession(session(token, name, at))).await
        };
        let is_open = async |token: &str| owner_of(store, token).await.is_some();
        assert_eq!(add("of bob", "bob", 0).await, None);
        for number in 0..=MAX_IDENTITIES {
            let at = i64::from(number);
            assert_eq!(add(&format!("{number}"), "alice", at).await, None);
        }
        assert!(!is_open("0").await, "the oldest one");
        assert!(is_open("1").await && is_open("10").await && is_open("of bob").await);
        assert_eq!(
            owner_of(store, "1").await,
            Some(("alice".into(), Some(101)))
        );
        // Those that have expired by then.
        assert_eq!(add("later", "alice", 105).await, None);
        assert!(!is_open("5").await && is_open("6").await && is_open("later").await);
        let delete = AccountChange::DeleteSession("6".into());
        assert_eq!(change(store, delete.clone()).await, None);
        assert_eq!(change(store, delete).await, Some(Reason::BadToken));
        // The token of the owner is no session.
        let delete = AccountChange::DeleteSession("alice".into());
        assert_eq!(change(store, delete).await, Some(Reason::BadToken));
        assert!(is_open("alice").await && is_open("7").await);
        let rotate = AccountChange::RotateOwner("alice".into(), new_token("new"));
        assert_eq!(change(store, rotate).await, None);
        assert!(!is_open("7").await && !is_open("later").await && is_open("new").await);
        let ban =
            |reason: Option<&str>| AccountChange::SetBan("bob".into(), reason.map(str::to_owned));
        assert_eq!(change(store, ban(Some("cheats"))).await, None);
        assert!(!is_open("of bob").await);
        assert_eq!(add("x", "bob", 7).await, Some(Reason::Banned));
        assert_eq!(change(store, ban(None)).await, None);
        assert_eq!(add("x", "bob", 7).await, None);
        let delete = AccountChange::DeleteOwner("bob".into());
        assert_eq!(change(store, delete).await, None);
        assert!(!is_open("x").await);
        assert_eq!(add("y", "bob", 7).await, Some(Reason::NotFound));
    }
}
