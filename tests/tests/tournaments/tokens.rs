//! The tokens of registered bots: who may replace one, and what ends with it.

use botwerk_client::invitations::{InvitationHandler, SeatSession, answer_invitations};
use botwerk_client::{Client, ClientError, ConnectOptions, proto};
use botwerk_tests::{TestServer, bearer, eventually, in_memory, wait_until};
use proto::stream_invitations_response::Kind;
use tonic::Streaming;

use crate::tournament::{agent, bot, create, netzwerk, round_robin};

const ADMIN_TOKEN: &str = "an-admin-token-of-length";

fn reason(error: impl Into<ClientError>) -> &'static str {
    match error.into() {
        ClientError::Rejected { reason, .. } => reason.name(),
        other => panic!("{other}"),
    }
}

async fn register(client: &Client, bot_token: &str) -> Result<String, tonic::Status> {
    let request = proto::RegisterBotRequest {
        name: "guest".into(),
        ..Default::default()
    };
    let mut bots = bearer(client, bot_token).bots();
    let registered = bots.register_bot(request);
    Ok(registered.await?.into_inner().bot_token)
}

async fn rotate(client: &Client, bot_token: &str) -> Result<String, tonic::Status> {
    let request = proto::RotateBotTokenRequest {
        bot: "bots/guest".into(),
        lifetime_secs: None,
    };
    let mut bots = bearer(client, bot_token).bots();
    let rotated = bots.rotate_bot_token(request);
    Ok(rotated.await?.into_inner().bot_token)
}

/// Opens a stream and receives its first message.
async fn connect(client: &Client, token: &str) -> Streaming<proto::StreamInvitationsResponse> {
    let request = proto::StreamInvitationsRequest {
        max_concurrent_matches: 0,
    };
    let opened = bearer(client, token)
        .bots()
        .stream_invitations(request)
        .await;
    let mut stream = opened.unwrap().into_inner();
    let first = stream.message().await.unwrap().unwrap();
    assert!(matches!(first.kind, Some(Kind::Online(_))), "{first:?}");
    stream
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn registered_name_is_taken_over_by_a_rotation_only_which_ends_the_stream_of_the_former_token()
 {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let first = register(&client, "").await.unwrap();
    let mut former = connect(&client, &first).await;
    let taken = register(&client, "").await.unwrap_err();
    assert!(taken.message().contains("bot rotate"), "{taken:?}");
    assert_eq!(reason(taken), "NAME_TAKEN");
    let useless = register(&client, &first).await.unwrap_err();
    assert_eq!(reason(useless), "NAME_TAKEN");
    // Nothing has changed for the holder.
    let second = rotate(&client, "").await.unwrap();
    assert_ne!(first, second);
    let ended = eventually(former.message()).await.unwrap_err();
    assert!(ended.message().contains("revoked"), "{ended:?}");
    assert_eq!(reason(ended), "BAD_TOKEN");
    // Invitations go to the holder of the present token.
    let mut stream = connect(&client, &second).await;
    let entrants = vec![bot("guest"), agent(0, "random")];
    create(&client, netzwerk(round_robin(1), entrants, None)).await;
    let invitation = stream.message().await.unwrap().unwrap();
    assert!(matches!(invitation.kind, Some(Kind::Invitation(_))));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn holder_of_the_present_token_replaces_it_without_the_admin_token() {
    let server = TestServer::start(botwerk_service::Config {
        admin_token: Some(ADMIN_TOKEN.parse().unwrap()),
        ..in_memory()
    })
    .await;
    let options = ConnectOptions {
        admin_token: Some(ADMIN_TOKEN.into()),
        ca: None,
    };
    let address = server.address();
    let operator = Client::connect_with(&address, &options).await.unwrap();
    let stranger = server.client().await;
    let first = register(&operator, "").await.unwrap();
    let rejected = register(&stranger, "").await.unwrap_err();
    assert_eq!(reason(rejected), "BAD_TOKEN");
    for token in ["", "another token"] {
        let rejected = rotate(&stranger, token).await.unwrap_err();
        assert_eq!(reason(rejected), "BAD_TOKEN", "{token}");
    }
    let second = rotate(&stranger, &first).await.unwrap();
    let rejected = rotate(&stranger, &first).await.unwrap_err();
    assert_eq!(reason(rejected), "BAD_TOKEN");
    drop(connect(&stranger, &second).await);
}

/// A bot that is never invited.
struct IdleBot;

impl InvitationHandler for IdleBot {
    fn session(
        &mut self,
        _client: &Client,
        _invitation: &proto::Invitation,
    ) -> Result<SeatSession, ClientError> {
        Err(ClientError::Player("never invited".into()))
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn client_of_a_revoked_token_does_not_try_again() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let token = register(&client, "").await.unwrap();
    let running = client.clone();
    let bot =
        tokio::spawn(async move { answer_invitations(&running, &token, 1, &mut IdleBot).await });
    wait_until("the bot is online", async || {
        let mut bots = client.bots();
        let listed = bots.list_bots(proto::ListBotsRequest::default());
        listed.await.unwrap().into_inner().bots[0].is_online
    })
    .await;
    rotate(&client, "").await.unwrap();
    let error = eventually(bot).await.unwrap().unwrap_err();
    assert_eq!(reason(error), "BAD_TOKEN");
}
