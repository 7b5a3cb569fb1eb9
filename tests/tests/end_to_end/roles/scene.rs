//! A server with a match and a tournament, and the roles that call it.

use std::sync::atomic::{AtomicUsize, Ordering};

use botwerk_client::{Client, ConnectOptions, proto};
use botwerk_proto::DESCRIPTORS;
use botwerk_service::Config;
use botwerk_tests::{
    Bytes, CreatedMatch, SeatStream, TestServer, bearer, create_match, eventually, http_get,
    in_memory, micro_robots, open_seat, rejection_reason, status_reason,
};
use prost::Message;
use prost_reflect::DescriptorPool;
use proto::entrant::Player;
use proto::play_response::Kind;
use tonic::transport::{Channel, Endpoint};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;
use tonic_reflection::pb::v1 as reflection;

use super::requests;

/// The admin token of the server.
const ADMIN_TOKEN: &str = "an-admin-token-of-a-test";

/// The end of the name of a call that is made while its caller plays.
pub(super) const WITHOUT_HINTS: &str = "while a seat without hints is played";

/// A token that no server has issued.
const UNKNOWN_TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// The command of the launched bot in the tournament.
pub(super) const COMMAND: &str = "a-program-that-only-the-operator-sees";

/// A caller, as far as the server distinguishes callers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Presents the admin token.
    Operator,
    /// Presents the owner token of the match, or the token of the environment.
    Owner,
    /// Presents the token of seat 0.
    Player,
    /// Presents the token of seat 1.
    Opponent,
    /// Presents the token of a registered bot.
    Bot,
    /// Presents nothing, or an unknown token where a call requires one.
    Stranger,
    /// Presents the token of an owner of bots.
    BotOwner,
    /// Presents a token of the organiser of the tournament.
    Organizer,
}

impl Role {
    /// All roles, in the order of the table's columns.
    pub(super) const ALL: [Self; 8] = [
        Self::Operator,
        Self::Owner,
        Self::Player,
        Self::Opponent,
        Self::Bot,
        Self::Stranger,
        Self::BotOwner,
        Self::Organizer,
    ];

    /// Returns `true` if the role learns the commands of entrants and the tokens of their bots.
    pub(super) fn sees_commands(self) -> bool {
        matches!(self, Self::Operator | Self::Organizer)
    }
}

/// The answer to a call.
pub(super) struct Answer {
    /// `ok`, or the reason of the rejection.
    pub(super) outcome: String,
    /// The first message of the answer.
    pub(super) bytes: Vec<u8>,
}

impl Answer {
    fn ok(bytes: Vec<u8>) -> Self {
        let outcome = "ok".into();
        Self { outcome, bytes }
    }

    fn rejected(status: &tonic::Status) -> Self {
        Self {
            outcome: status_reason(status),
            bytes: format!("{status:?}").into_bytes(),
        }
    }
}

/// A server with an admin token, a registered bot and a finished match.
pub(super) struct Scene {
    server: TestServer,
    operator: Client,
    channel: Channel,
    bot_token: String,
    /// A sign-up code for any number of owners.
    pub(super) sign_up_code: String,
    /// Number of stages so far.
    stages: AtomicUsize,
    pub(super) finished_match: String,
    pub(super) record: String,
}

impl Scene {
    pub(super) async fn start() -> Self {
        let server = TestServer::start(Config {
            admin_token: Some(ADMIN_TOKEN.parse().unwrap()),
            ..in_memory()
        })
        .await;
        let access = ConnectOptions {
            admin_token: Some(ADMIN_TOKEN.into()),
            ca: None,
        };
        let operator = Client::connect_with(&server.address(), &access)
            .await
            .unwrap();
        let register = proto::RegisterBotRequest {
            name: "a bot".into(),
            ..Default::default()
        };
        let registered = operator.bots().register_bot(register).await.unwrap();
        let request = micro_robots(vec![open_seat(), open_seat()], &[]);
        let finished = create_match(&operator, request).await;
        let abort = proto::AbortMatchRequest {
            r#match: finished.name.clone(),
        };
        bearer(&operator, &finished.owner)
            .matches()
            .abort_match(abort)
            .await
            .unwrap();
        let record = operator.record(&finished.name).await.unwrap();
        let code = proto::CreateSignUpCodeRequest {
            uses: 100_000,
            ..Default::default()
        };
        let code = operator.operator().create_sign_up_code(code).await.unwrap();
        let url = format!("http://{}", server.address());
        Self {
            channel: Endpoint::from_shared(url).unwrap().connect().await.unwrap(),
            server,
            operator,
            bot_token: registered.into_inner().bot_token,
            sign_up_code: code.into_inner().code,
            stages: AtomicUsize::new(0),
            finished_match: finished.name,
            record,
        }
    }

    /// Creates a match in its first race, and a tournament that waits for its launched bot.
    pub(super) async fn stage(&self) -> Stage<'_> {
        let request = proto::CreateMatchRequest {
            allows_hints: true,
            ..micro_robots(vec![open_seat(), open_seat()], &[("race_limit", "600s")])
        };
        let created = create_match(&self.operator, request).await;
        let mut streams = Vec::new();
        for seat in 0..2 {
            streams.push(SeatStream::join(&self.operator, &created, seat).await);
        }
        for stream in &mut streams {
            stream.request().await;
        }
        let request = requests::create_tournament(COMMAND);
        let tournament = self.operator.organizer().create_tournament(request).await;
        let tournament = tournament.unwrap().into_inner().tournament.unwrap().name;
        let tokens = proto::GetBotTokensRequest {
            tournament: tournament.clone(),
        };
        let tokens = self
            .operator
            .organizer()
            .get_bot_tokens(tokens)
            .await
            .unwrap();
        let number = self.stages.fetch_add(1, Ordering::Relaxed);
        let owner = format!("o{number}");
        let owner_token = self.sign_up(&owner).await;
        let organizer_token = self.organizer_token(number, &tournament).await;
        let register = proto::RegisterBotRequest {
            name: "spinner".into(),
            ..Default::default()
        };
        let mut own_bots = bearer(&self.operator, &owner_token).bots();
        own_bots.register_bot(register).await.unwrap();
        let upload = requests::create_upload(format!("bots/{owner}/spinner"));
        let mut uploads = bearer(&self.operator, &owner_token).uploads();
        let upload = uploads
            .create_upload(upload)
            .await
            .unwrap()
            .into_inner()
            .upload;
        let other_bot = format!("bot {number}");
        let register = proto::RegisterBotRequest {
            name: other_bot.clone(),
            ..Default::default()
        };
        self.operator.bots().register_bot(register).await.unwrap();
        let other_owner = format!("p{number}");
        self.sign_up(&other_owner).await;
        let created_env = self
            .operator
            .envs()
            .create_env(requests::create_env())
            .await;
        let created_env = created_env.unwrap().into_inner();
        let env = created_env.env.unwrap();
        let save = proto::SaveLanesRequest {
            env: env.name.clone(),
            lanes: Vec::new(),
        };
        let saved = bearer(&self.operator, &created_env.env_token)
            .envs()
            .save_lanes(save)
            .await;
        Stage {
            scene: self,
            created,
            tournament,
            launched_bot_token: tokens.into_inner().bot_tokens[0].bot_token.clone(),
            env: env.name,
            env_token: created_env.env_token,
            saved_lanes: saved.unwrap().into_inner().saved,
            owner,
            owner_token,
            other_owner,
            other_bot,
            organizer_token,
            upload,
            _streams: streams,
        }
    }

    /// Signs up an owner; returns its token.
    async fn sign_up(&self, name: &str) -> String {
        let request = proto::SignUpRequest {
            name: name.into(),
            code: self.sign_up_code.clone(),
        };
        let signed_up = self.operator.owners().sign_up(request).await.unwrap();
        signed_up.into_inner().owner_token
    }

    /// Returns a token of the organiser of a tournament, and revokes that of the previous stage.
    async fn organizer_token(&self, number: usize, tournament: &str) -> String {
        if let Some(previous) = number.checked_sub(1) {
            let name = format!("tokens/organizer-{previous}");
            let delete = proto::DeleteTokenRequest { name };
            self.operator.operator().delete_token(delete).await.unwrap();
        }
        let request = proto::CreateTokenRequest {
            token_id: format!("organizer-{number}"),
            scope: proto::TokenScope::Organizer.into(),
            tournaments: vec![tournament.into()],
            lifetime_secs: None,
        };
        let created = self
            .operator
            .operator()
            .create_token(request)
            .await
            .unwrap();
        created.into_inner().secret
    }
}

/// A running match, a running tournament and an environment, of which one call may change anything.
pub(super) struct Stage<'a> {
    pub(super) scene: &'a Scene,
    pub(super) created: CreatedMatch,
    pub(super) tournament: String,
    launched_bot_token: String,
    pub(super) env: String,
    env_token: String,
    pub(super) saved_lanes: Vec<String>,
    /// An owner of bots, whose bot is called `spinner`.
    pub(super) owner: String,
    owner_token: String,
    /// An owner that no role is.
    pub(super) other_owner: String,
    /// A bot of the operator.
    pub(super) other_bot: String,
    organizer_token: String,
    /// An upload of the bot `spinner`.
    pub(super) upload: String,
    _streams: Vec<SeatStream>,
}

impl Stage<'_> {
    /// Ends the upload: a server has a limited number in progress.
    pub(super) async fn end_upload(&self) {
        let request = proto::FinishUploadRequest {
            upload: self.upload.clone(),
        };
        let mut uploads = bearer(&self.scene.operator, &self.owner_token).uploads();
        // The call may have ended it, or the owner.
        let _ = uploads.finish_upload(request).await;
    }

    /// Returns the token that a role presents wherever a call takes one.
    fn token(&self, role: Role) -> &str {
        match role {
            Role::Operator => ADMIN_TOKEN,
            Role::Owner => &self.created.owner,
            Role::Player => &self.created.tokens[0],
            Role::Opponent => &self.created.tokens[1],
            Role::Bot => &self.scene.bot_token,
            Role::Stranger => UNKNOWN_TOKEN,
            Role::BotOwner => &self.owner_token,
            Role::Organizer => &self.organizer_token,
        }
    }

    /// Returns the token that a role presents in a call: the owner that of what the call is about.
    fn token_for(&self, role: Role, call: &str) -> &str {
        match role {
            Role::Owner if call.starts_with("EnvService.") => &self.env_token,
            _ => self.token(role),
        }
    }

    /// Returns what no answer may tell a role, with its name.
    pub(super) fn secrets_withheld_from(&self, role: Role) -> Vec<(String, String)> {
        let others = Role::ALL.into_iter().filter(|other| *other != role);
        let tokens = others.filter(|other| *other != Role::Stranger);
        let mut secrets: Vec<_> = tokens
            .map(|other| {
                (
                    format!("the token of {other:?}"),
                    self.token(other).to_owned(),
                )
            })
            .collect();
        if role != Role::Owner {
            let token = self.env_token.clone();
            secrets.push(("the token of the environment".into(), token));
        }
        if !role.sees_commands() {
            let token = self.launched_bot_token.clone();
            secrets.push(("the token of the launched bot".into(), token));
            secrets.push(("a command".into(), COMMAND.into()));
        }
        secrets
    }

    /// Makes the call of a row with the credentials of a role.
    pub(super) async fn call(&self, call: &str, role: Role) -> Answer {
        let admin_token = (role != Role::Stranger).then(|| self.token_for(role, call));
        if let Some(path) = call.strip_prefix("GET ") {
            let address = self.scene.server.address();
            let (status, text) = http_get(&address, path, admin_token).await;
            let is_bad_token = status == 401 && text.contains("BAD_TOKEN");
            return match status {
                200 => Answer::ok(text.into_bytes()),
                _ if is_bad_token => Answer {
                    outcome: "BAD_TOKEN".into(),
                    bytes: text.into_bytes(),
                },
                _ => panic!("{text}"),
            };
        }
        if call == "health and reflection" {
            return self.health_and_reflection().await;
        }
        let request = requests::encoded(self, call, self.token_for(role, call)).await;
        let method = call.split(' ').next().unwrap();
        if call.ends_with(WITHOUT_HINTS) {
            let played = self.play_without_hints().await;
            let answer = self.grpc(method, request, admin_token).await;
            self.abort(&played).await;
            return answer;
        }
        self.grpc(method, request, admin_token).await
    }

    /// Joins a seat of a match without hints, from the address of all roles.
    async fn play_without_hints(&self) -> CreatedMatch {
        let client = &self.scene.operator;
        let request = micro_robots(vec![open_seat(), open_seat()], &[]);
        let created = create_match(client, request).await;
        // The seat counts as played until the end of the match, although its stream closes.
        let stream = SeatStream::join(client, &created, 0).await;
        let _other = SeatStream::join(client, &created, 1).await;
        drop(stream);
        created
    }

    async fn abort(&self, created: &CreatedMatch) {
        let abort = proto::AbortMatchRequest {
            r#match: created.name.clone(),
        };
        bearer(&self.scene.operator, &created.owner)
            .matches()
            .abort_match(abort)
            .await
            .unwrap();
    }

    /// Calls a method such as `MatchService.Play` and reads the first message of the answer.
    async fn grpc(&self, method: &str, request: Vec<u8>, admin_token: Option<&str>) -> Answer {
        let mut grpc = tonic::client::Grpc::new(self.scene.channel.clone());
        grpc.ready().await.unwrap();
        let package = if method.starts_with("WorkerService") || method.starts_with("HostService") {
            "botwerk.worker.v1"
        } else {
            "botwerk.v1"
        };
        let path = format!("/{package}.{}", method.replace('.', "/"))
            .parse()
            .unwrap();
        // A stream of requests that stays open, for Play; other calls read one.
        let is_play = method == "MatchService.Play";
        let rest = tokio_stream::pending();
        let requests = tokio_stream::StreamExt::chain(tokio_stream::once(request), rest);
        let mut request = if is_play {
            tonic::Request::new(Box::pin(requests) as requests::Stream)
        } else {
            let first = tokio_stream::StreamExt::take(requests, 1);
            tonic::Request::new(Box::pin(first) as requests::Stream)
        };
        if let Some(token) = admin_token {
            let value = format!("Bearer {token}").parse().unwrap();
            request.metadata_mut().insert("authorization", value);
        }
        let mut answers = match eventually(grpc.streaming(request, path, Bytes)).await {
            Ok(answers) => answers.into_inner(),
            Err(status) => return Answer::rejected(&status),
        };
        if method == "BotService.StreamInvitations" {
            // No bot is invited.
            return Answer::ok(Vec::new());
        }
        let first = match eventually(answers.message()).await {
            Ok(first) => first.unwrap_or_default(),
            Err(status) => return Answer::rejected(&status),
        };
        if is_play {
            let played = proto::PlayResponse::decode(&first[..]).unwrap();
            if let Some(Kind::Rejected(rejected)) = &played.kind {
                return Answer {
                    outcome: rejection_reason(rejected).to_owned(),
                    bytes: first,
                };
            }
        }
        Answer::ok(first)
    }

    async fn health_and_reflection(&self) -> Answer {
        let mut health = HealthClient::new(self.scene.channel.clone());
        let request = HealthCheckRequest {
            service: String::new(),
        };
        if let Err(status) = health.check(request).await {
            return Answer::rejected(&status);
        }
        let channel = self.scene.channel.clone();
        let mut client = reflection::server_reflection_client::ServerReflectionClient::new(channel);
        let request = reflection::ServerReflectionRequest {
            host: String::new(),
            message_request: Some(
                reflection::server_reflection_request::MessageRequest::ListServices(String::new()),
            ),
        };
        let answers = client
            .server_reflection_info(tokio_stream::once(request))
            .await;
        let answer = answers
            .unwrap()
            .into_inner()
            .message()
            .await
            .unwrap()
            .unwrap();
        let text = format!("{answer:?}");
        let pool = DescriptorPool::decode(DESCRIPTORS).unwrap();
        for service in pool.services() {
            assert!(text.contains(service.full_name()), "{text}");
        }
        Answer::ok(text.into_bytes())
    }

    /// Returns the termination of every seat of the match.
    pub(super) async fn terminations(&self) -> Vec<String> {
        let request = proto::GetMatchRequest {
            name: self.created.name.clone(),
        };
        let found = self
            .scene
            .operator
            .matches()
            .get_match(request)
            .await
            .unwrap();
        let seats = found.into_inner().r#match.unwrap().seats;
        let name = |seat: &proto::MatchSeat| {
            let name = seat.termination().as_str_name();
            name.trim_start_matches("TERMINATION_").to_owned()
        };
        seats.iter().map(name).collect()
    }

    /// Returns the text of a position and an action that is legal in it, for calls about the rules.
    pub(super) async fn position(&self, setup: &proto::GameSetup) -> KnownPosition {
        let client = &self.scene.operator;
        let request = proto::CreatePositionRequest {
            setup: Some(setup.clone()),
            seed: "7".into(),
        };
        let new = client
            .rules()
            .create_position(request)
            .await
            .unwrap()
            .into_inner();
        let position = new.position.unwrap();
        let request = proto::ListLegalActionsRequest {
            setup: Some(setup.clone()),
            position: position.text.clone(),
            actor: None,
            ..Default::default()
        };
        let legal = client
            .rules()
            .list_legal_actions(request)
            .await
            .unwrap()
            .into_inner();
        KnownPosition {
            text: position.text,
            message: position.position,
            action: legal.actions[0].clone(),
        }
    }
}

/// A position with one of its legal actions.
pub(super) struct KnownPosition {
    pub(super) text: String,
    pub(super) message: Option<proto::Position>,
    pub(super) action: proto::ActionInfo,
}

/// Returns an entrant with a command.
pub(super) fn launched_bot(command: &str) -> proto::Entrant {
    proto::Entrant {
        name: "launched".into(),
        player: Some(Player::LaunchCommand(proto::LaunchCommand {
            argv: vec![command.into()],
            ..Default::default()
        })),
        ..Default::default()
    }
}
