//! Owners of bots: they sign up, keep to their quotas, and are banned, on a server with an admin token.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use botwerk_client::{Client, ClientError, ConnectOptions, proto};
use botwerk_service::{Config, SearchPolicy, SignUpPolicy};
use botwerk_tests::{TestServer, bearer, eventually, in_memory};
use tonic::{Response, Status, Streaming};

const ADMIN_TOKEN: &str = "an-admin-token-of-length";

/// A server, and its operator.
struct Arena {
    server: TestServer,
    operator: Client,
    stranger: Client,
}

impl Arena {
    async fn start(config: Config) -> Self {
        let server = TestServer::start(Config {
            admin_token: Some(ADMIN_TOKEN.parse().unwrap()),
            ..config
        })
        .await;
        let options = ConnectOptions {
            admin_token: Some(ADMIN_TOKEN.into()),
            ca: None,
        };
        let operator = Client::connect_with(&server.address(), &options).await;
        Self {
            operator: operator.unwrap(),
            stranger: server.client().await,
            server,
        }
    }

    async fn sign_up_code(&self, uses: u32) -> String {
        let request = proto::CreateSignUpCodeRequest {
            description: "a course".into(),
            uses,
            lifetime_secs: 0,
        };
        let created = self.operator.operator().create_sign_up_code(request).await;
        created.unwrap().into_inner().code
    }

    async fn sign_up(&self, name: &str, code: &str) -> Result<String, &'static str> {
        let request = proto::SignUpRequest {
            name: name.into(),
            code: code.into(),
        };
        let signed_up = self.stranger.owners().sign_up(request).await;
        reason(signed_up).map(|signed_up| signed_up.owner_token)
    }

    /// Returns the acts in the audit log, the newest first.
    async fn acts(&self, actor: &str) -> Vec<(String, String)> {
        let request = proto::ListAuditEntriesRequest {
            actor: actor.into(),
            ..Default::default()
        };
        let listed = self.operator.operator().list_audit_entries(request).await;
        let entries = listed.unwrap().into_inner().entries.into_iter();
        entries.map(|entry| (entry.act, entry.subject)).collect()
    }
}

/// Returns the answer to a call, or the reason of its rejection.
fn reason<T>(answer: Result<Response<T>, Status>) -> Result<T, &'static str> {
    match answer.map_err(ClientError::from) {
        Ok(answer) => Ok(answer.into_inner()),
        Err(ClientError::Rejected { reason, .. }) => Err(reason.name()),
        Err(other) => panic!("{other}"),
    }
}

async fn register(client: &Client, token: &str, name: &str) -> Result<String, &'static str> {
    let request = proto::RegisterBotRequest {
        name: name.into(),
        ..Default::default()
    };
    let registered = bearer(client, token).bots().register_bot(request).await;
    reason(registered).map(|registered| registered.bot_token)
}

/// Opens the stream of a bot and receives its first message.
async fn connect(
    client: &Client,
    token: &str,
) -> Result<Streaming<proto::StreamInvitationsResponse>, &'static str> {
    let request = proto::StreamInvitationsRequest {
        max_concurrent_matches: 0,
    };
    let opened = bearer(client, token)
        .bots()
        .stream_invitations(request)
        .await;
    let mut stream = reason(opened)?;
    stream.message().await.unwrap().unwrap();
    Ok(stream)
}

/// Returns the reason with which the stream of a bot ends.
async fn end_of(stream: &mut Streaming<proto::StreamInvitationsResponse>) -> &'static str {
    let ended = eventually(stream.message()).await.unwrap_err();
    reason::<()>(Err(ended)).unwrap_err()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn owner_signs_up_with_a_code_and_registers_bots_under_its_name() {
    let arena = Arena::start(in_memory()).await;
    let code = arena.sign_up_code(1).await;
    assert_eq!(arena.sign_up("alice", "").await, Err("BAD_TOKEN"));
    assert_eq!(arena.sign_up("Alice", &code).await, Err("BAD_REQUEST"));
    let token = arena.sign_up("alice", &code).await.unwrap();
    assert_eq!(arena.sign_up("bob", &code).await, Err("BAD_TOKEN"));
    let stranger = &arena.stranger;
    let bot = register(stranger, &token, "spinner").await.unwrap();
    assert_eq!(
        register(stranger, &token, "alice/spinner").await,
        Err("NAME_TAKEN")
    );
    assert_eq!(
        register(stranger, &token, "bob/spinner").await,
        Err("BAD_REQUEST")
    );
    // The operator registers no bot in the name of an owner, and none that an owner could have.
    assert_eq!(
        register(stranger, ADMIN_TOKEN, "alice/x").await,
        Err("BAD_REQUEST")
    );
    let _stream = connect(stranger, &bot).await.unwrap();
    let request = proto::ListBotsRequest {
        owner: "owners/alice".into(),
        ..Default::default()
    };
    let bots = stranger
        .bots()
        .list_bots(request)
        .await
        .unwrap()
        .into_inner()
        .bots;
    assert_eq!(bots.len(), 1);
    assert_eq!(
        (bots[0].name.as_str(), bots[0].owner.as_str()),
        ("alice/spinner", "owners/alice")
    );
    assert!(bots[0].is_online);
    let show = proto::GetOwnerRequest::default();
    let shown = bearer(stranger, &token).owners().get_owner(show).await;
    let owner = shown.unwrap().into_inner().owner.unwrap();
    assert_eq!(owner.name, "owners/alice");
    assert_eq!(
        (owner.r#use.unwrap().bots, owner.quotas.unwrap().bots),
        (1, 5)
    );
    let acts = arena.acts("owners/alice").await;
    assert_eq!(
        acts,
        [("bot.register".to_owned(), "bots/alice/spinner".to_owned())]
    );
    let acts = arena.acts("").await;
    let acts: Vec<_> = acts.iter().map(|(act, _)| act.as_str()).collect();
    assert_eq!(
        acts,
        ["bot.register", "owner.sign-up", "sign-up-code.create"]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn banned_owner_and_its_bots_are_out_at_once_until_the_ban_ends() {
    let arena = Arena::start(in_memory()).await;
    let code = arena.sign_up_code(2).await;
    let alice = arena.sign_up("alice", &code).await.unwrap();
    let bob = arena.sign_up("bob", &code).await.unwrap();
    let stranger = &arena.stranger;
    let spinner = register(stranger, &alice, "spinner").await.unwrap();
    let other = register(stranger, &bob, "other").await.unwrap();
    let mut stream = connect(stranger, &spinner).await.unwrap();
    let mut others = connect(stranger, &other).await.unwrap();
    let ban = proto::BanOwnerRequest {
        name: "owners/alice".into(),
        reason: "floods the server".into(),
    };
    let mut operator = arena.operator.operator();
    operator.ban_owner(ban).await.unwrap();
    let ended = eventually(stream.message()).await.unwrap_err();
    assert!(ended.message().contains("floods the server"), "{ended:?}");
    assert_eq!(connect(stranger, &spinner).await.map(drop), Err("BANNED"));
    assert_eq!(register(stranger, &alice, "second").await, Err("BANNED"));
    let delete = proto::DeleteOwnerRequest {
        name: "owners/alice".into(),
    };
    let deleted = bearer(stranger, &alice).owners().delete_owner(delete).await;
    assert_eq!(reason(deleted).map(drop), Err("BANNED"));
    let unban = proto::UnbanOwnerRequest {
        name: "owners/alice".into(),
    };
    operator.unban_owner(unban).await.unwrap();
    connect(stranger, &spinner).await.unwrap();
    // The bots of others were not touched.
    let message = tokio::time::timeout(std::time::Duration::from_millis(50), others.message());
    assert!(message.await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deleted_owner_takes_its_bots_along_and_its_name_stays_taken() {
    let arena = Arena::start(in_memory()).await;
    let code = arena.sign_up_code(2).await;
    let alice = arena.sign_up("alice", &code).await.unwrap();
    let stranger = &arena.stranger;
    let spinner = register(stranger, &alice, "spinner").await.unwrap();
    let mut stream = connect(stranger, &spinner).await.unwrap();
    let rotate = proto::RotateOwnerTokenRequest::default();
    let rotated = bearer(stranger, &alice)
        .owners()
        .rotate_owner_token(rotate)
        .await;
    let present = rotated.unwrap().into_inner().owner_token;
    assert_eq!(register(stranger, &alice, "second").await, Err("BAD_TOKEN"));
    let delete = proto::DeleteOwnerRequest {
        name: "owners/alice".into(),
    };
    let deleted = bearer(stranger, &present)
        .owners()
        .delete_owner(delete)
        .await;
    assert_eq!(deleted.unwrap().into_inner().deleted_bots, 1);
    assert_eq!(end_of(&mut stream).await, "BAD_TOKEN");
    assert_eq!(arena.sign_up("alice", &code).await, Err("NAME_TAKEN"));
    assert_eq!(
        register(stranger, &present, "spinner").await,
        Err("BAD_TOKEN")
    );
}

/// Starts a search; returns why it is rejected.
async fn search(client: &Client) -> Result<(), &'static str> {
    let request = proto::AnalyzePositionRequest {
        setup: Some(proto::GameSetup {
            game: "netzwerk".into(),
            ..Default::default()
        }),
        limits: Some(proto::SearchLimits {
            nodes: 1,
            ..Default::default()
        }),
        ..Default::default()
    };
    reason(client.analysis().analyze_position(request).await).map(drop)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn searches_of_an_owner_and_its_bots_count_together() {
    let arena = Arena::start(Config {
        max_searches_per_owner: 3,
        ..in_memory()
    })
    .await;
    let code = arena.sign_up_code(2).await;
    let [alice, bob] = ["alice", "bob"];
    let alice = arena.sign_up(alice, &code).await.unwrap();
    let bob = arena.sign_up(bob, &code).await.unwrap();
    let stranger = &arena.stranger;
    let spinner = register(stranger, &alice, "spinner").await.unwrap();
    let of = |token: &str| bearer(stranger, token);
    assert_eq!(search(&of(&alice)).await, Ok(()));
    assert_eq!(search(&of(&spinner)).await, Ok(()));
    assert_eq!(search(&of(&alice)).await, Ok(()));
    assert_eq!(search(&of(&spinner)).await, Err("QUOTA_EXCEEDED"));
    assert_eq!(search(&of(&bob)).await, Ok(()));
    let shown = of(&alice)
        .owners()
        .get_owner(proto::GetOwnerRequest::default())
        .await;
    let used = shown.unwrap().into_inner().owner.unwrap().r#use.unwrap();
    assert_eq!(used.searches, 3);
    let more = proto::UpdateOwnerRequest {
        name: "owners/alice".into(),
        searches_per_day: Some(4),
        ..Default::default()
    };
    arena.operator.operator().update_owner(more).await.unwrap();
    assert_eq!(search(&of(&spinner)).await, Ok(()));
    assert_eq!(search(&of(&spinner)).await, Err("QUOTA_EXCEEDED"));
    // Neither the operator nor clients without a token have a quota.
    for _ in 0..4 {
        assert_eq!(search(&arena.operator).await, Ok(()));
        assert_eq!(search(stranger).await, Ok(()));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn server_searches_only_for_owners_if_its_operator_says_so() {
    let arena = Arena::start(Config {
        searches: SearchPolicy::Owners,
        ..in_memory()
    })
    .await;
    let code = arena.sign_up_code(1).await;
    let alice = arena.sign_up("alice", &code).await.unwrap();
    assert_eq!(search(&arena.stranger).await, Err("BAD_TOKEN"));
    let unknown = bearer(&arena.stranger, "unknown");
    assert_eq!(search(&unknown).await, Err("BAD_TOKEN"));
    assert_eq!(search(&bearer(&arena.stranger, &alice)).await, Ok(()));
    assert_eq!(search(&arena.operator).await, Ok(()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn token_with_a_lifetime_expires() {
    let arena = Arena::start(in_memory()).await;
    let code = arena.sign_up_code(1).await;
    let alice = arena.sign_up("alice", &code).await.unwrap();
    let stranger = &arena.stranger;
    register(stranger, &alice, "spinner").await.unwrap();
    let rotate = |lifetime_secs| proto::RotateBotTokenRequest {
        bot: "bots/alice/spinner".into(),
        lifetime_secs,
    };
    let mut bots = bearer(stranger, &alice).bots();
    let rejected = bots.rotate_bot_token(rotate(Some(0))).await;
    assert_eq!(reason(rejected).map(drop), Err("BAD_REQUEST"));
    let brief = bots.rotate_bot_token(rotate(Some(1))).await.unwrap();
    let brief = brief.into_inner().bot_token;
    connect(stranger, &brief).await.unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
    assert_eq!(connect(stranger, &brief).await.map(drop), Err("BAD_TOKEN"));
    let lasting = bots.rotate_bot_token(rotate(Some(3600))).await.unwrap();
    connect(stranger, &lasting.into_inner().bot_token)
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn issued_tokens_grant_their_scope_until_they_are_revoked() {
    let arena = Arena::start(in_memory()).await;
    let mut operator = arena.operator.operator();
    let mut issue = async |id: &str, scope: proto::TokenScope| {
        let request = proto::CreateTokenRequest {
            token_id: id.into(),
            scope: scope.into(),
            ..Default::default()
        };
        reason(operator.create_token(request).await).map(|created| created.secret)
    };
    let assistant = issue("assistant", proto::TokenScope::Operator)
        .await
        .unwrap();
    let worker = issue("worker", proto::TokenScope::Worker).await.unwrap();
    let taken = issue("worker", proto::TokenScope::Worker).await;
    assert_eq!(taken, Err("NAME_TAKEN"));
    let unscoped = issue("third", proto::TokenScope::Unspecified).await;
    assert_eq!(unscoped, Err("BAD_REQUEST"));
    let without = issue("fourth", proto::TokenScope::Organizer).await;
    assert_eq!(without, Err("BAD_REQUEST"));
    let list = async |token: &str| {
        let listed = bearer(&arena.stranger, token).operator();
        let listed = { listed }.list_tokens(proto::ListTokensRequest {}).await;
        reason(listed).map(|listed| listed.tokens.len())
    };
    let workers = async |token: &str| {
        let request = botwerk_client::worker_proto::LeaseChunkRequest {
            worker: Some(botwerk_tests::worker("the-secret-of-a-worker")),
            wait_nanos: 0,
        };
        reason(
            bearer(&arena.stranger, token)
                .workers()
                .lease_chunk(request)
                .await,
        )
        .map(drop)
    };
    assert_eq!(list(&assistant).await, Ok(2));
    assert_eq!(list(&worker).await, Err("BAD_TOKEN"));
    assert_eq!(workers(&worker).await, Ok(()));
    register(&arena.stranger, &assistant, "a bot")
        .await
        .unwrap();
    assert_eq!(
        register(&arena.stranger, &worker, "b").await,
        Err("BAD_TOKEN")
    );
    let acts = arena.acts("tokens/assistant").await;
    assert_eq!(acts, [("bot.register".to_owned(), "bots/a bot".to_owned())]);
    for (id, token) in [("assistant", assistant), ("worker", worker)] {
        let name = format!("tokens/{id}");
        let delete = proto::DeleteTokenRequest { name };
        arena
            .operator
            .operator()
            .delete_token(delete)
            .await
            .unwrap();
        assert_eq!(list(&token).await, Err("BAD_TOKEN"));
        assert_eq!(workers(&token).await, Err("BAD_TOKEN"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closed_server_signs_no_client_up_and_an_open_one_a_limited_number() {
    let closed = Arena::start(Config {
        sign_up: SignUpPolicy::Closed,
        ..in_memory()
    })
    .await;
    let code = closed.sign_up_code(1).await;
    assert_eq!(closed.sign_up("alice", &code).await, Err("BAD_TOKEN"));
    let open = Arena::start(Config {
        sign_up: SignUpPolicy::Open,
        max_sign_ups_per_day: 2,
        ..in_memory()
    })
    .await;
    for name in ["a", "b"] {
        open.sign_up(name, "").await.unwrap();
    }
    assert_eq!(open.sign_up("c", "").await, Err("LIMIT_EXCEEDED"));
    let code = open.sign_up_code(1).await;
    open.sign_up("c", &code).await.unwrap();
}

/// 50 callers at a time sign up, register bots, ban one another's owners and read, each by its rights. No quota is
/// exceeded, and no caller changes what belongs to another.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_owners_keep_to_their_quotas_and_to_themselves() {
    const CALLERS: usize = 50;
    const ROUNDS: usize = 6;
    let arena = Arc::new(Arena::start(in_memory()).await);
    let code: Arc<str> = arena.sign_up_code((CALLERS / 2) as u32).await.into();
    let callers = (0..CALLERS).map(|caller| {
        let (arena, code) = (Arc::clone(&arena), Arc::clone(&code));
        tokio::spawn(async move {
            let name = format!("owner-{caller}");
            let Ok(token) = arena.sign_up(&name, &code).await else {
                return None;
            };
            let neighbour = format!("owner-{}", (caller + 1) % CALLERS);
            let mut registered = 0;
            for round in 0..ROUNDS {
                // Twice at the same time, under the same name.
                let bot = format!("bot-{round}");
                let (first, second) = tokio::join!(
                    register(&arena.stranger, &token, &bot),
                    register(&arena.stranger, &token, &bot)
                );
                assert!(first.is_err() || second.is_err());
                registered += usize::from(first.is_ok() || second.is_ok());
                let foreign = proto::RotateBotTokenRequest {
                    bot: format!("bots/{neighbour}/{bot}"),
                    lifetime_secs: None,
                };
                let mut bots = bearer(&arena.stranger, &token).bots();
                let rotated = bots.rotate_bot_token(foreign);
                let rotated = reason(rotated.await).map(drop);
                assert!(
                    [Err("BAD_TOKEN"), Err("NOT_FOUND")].contains(&rotated),
                    "{rotated:?}"
                );
                let name = format!("owners/{neighbour}");
                let shown = bearer(&arena.stranger, &token).owners();
                let shown = { shown }.get_owner(proto::GetOwnerRequest { name }).await;
                assert_eq!(reason(shown).map(drop), Err("BAD_TOKEN"));
            }
            Some((name, registered))
        })
    });
    let callers: Vec<_> = callers.collect();
    let mut owners = 0;
    for caller in callers {
        if let Some((name, registered)) = caller.await.unwrap() {
            owners += 1;
            let request = proto::GetOwnerRequest {
                name: format!("owners/{name}"),
            };
            let shown = arena.operator.owners().get_owner(request).await.unwrap();
            let owner = shown.into_inner().owner.unwrap();
            assert_eq!((registered, owner.r#use.unwrap().bots), (5, 5), "{name}");
        }
    }
    assert_eq!(owners, CALLERS / 2);
    drop(arena.server.address());
}
