//! Owners sign in with an OpenID Connect provider, as their browsers do: a certified provider, in Go.
//!
//! `BOTWERK_OIDC_PROVIDER` is the path of its program; without it, `tests/oidc_provider/build` builds it. Without `go` the
//! tests with the provider are skipped, unless `BOTWERK_REQUIRE_LANGUAGES` is set.

// A panic fails the test, in helper functions as well.
#![allow(clippy::unwrap_used)]

mod provider;

use std::time::{Duration, Instant};

use botwerk_client::{Client, ClientError, ConnectOptions, proto};
use botwerk_engine::hex;
use botwerk_service::{Config, SignUpPolicy};
use botwerk_tests::{TestServer, bearer, http_get, http1, in_memory};
use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;
use tonic::{Response, Status};

use self::provider::{Provider, START_LIMIT, free_port, provider_program};

const ADMIN_TOKEN: &str = "an-admin-token-of-length";

/// The secret of a page.
const BINDING: &str = "the-secret-of-a-page";

/// A person whom the provider knows.
const USER: &str = "test-user@localhost";

/// Another one.
const OTHER_USER: &str = "test-user2";

/// A server with a provider, its operator and a client without a token.
struct SignInScene {
    server: TestServer,
    /// `None` if nothing answers at its address.
    provider: Option<Provider>,
    operator: Client,
    stranger: Client,
    _secret: NamedTempFile,
}

impl SignInScene {
    /// Starts a server with a provider, or returns `None` if the provider cannot be built here.
    async fn start(sign_up: SignUpPolicy) -> Option<Self> {
        let program = provider_program().await?;
        let port = free_port();
        let provider = Provider::start(program, free_port(), port).await;
        let issuer = format!("http://localhost:{}/", provider.port);
        Some(Self::with_issuer(issuer, Some(provider), sign_up, port).await)
    }

    async fn without_provider() -> Self {
        let issuer = format!("http://localhost:{}/", free_port());
        Self::with_issuer(issuer, None, SignUpPolicy::Identity, free_port()).await
    }

    async fn with_issuer(
        issuer: String,
        provider: Option<Provider>,
        sign_up: SignUpPolicy,
        port: u16,
    ) -> Self {
        let secret = NamedTempFile::new().unwrap();
        std::fs::write(secret.path(), "secret\n").unwrap();
        let address = format!("127.0.0.1:{port}");
        let config = Config {
            admin_token: Some(ADMIN_TOKEN.parse().unwrap()),
            sign_up,
            oidc_issuer: Some(issuer),
            oidc_client_id: Some("web".into()),
            oidc_client_secret_file: Some(secret.path().into()),
            oidc_name: Some("Example".into()),
            public_url: Some(format!("http://{address}")),
            ..in_memory()
        };
        config.validate().unwrap();
        let server = TestServer::start_at(&address, config).await;
        let options = ConnectOptions {
            admin_token: Some(ADMIN_TOKEN.into()),
            ca: None,
        };
        let operator = Client::connect_with(&server.address(), &options).await;
        Self {
            operator: operator.unwrap(),
            stranger: server.client().await,
            server,
            provider,
            _secret: secret,
        }
    }

    /// Ends the provider and starts it again at the same address, with another key.
    async fn restart_provider(&mut self) {
        let port = self.provider.take().unwrap().port;
        let program = provider_program().await.unwrap();
        let server_port = self.server.address().rsplit_once(':').unwrap().1.parse();
        self.provider = Some(Provider::start(program, port, server_port.unwrap()).await);
    }

    /// Starts a sign-in of a page; returns where the browser is redirected.
    async fn begin(&self, binding: &str) -> String {
        let hash = hex(&Sha256::digest(binding));
        self.location(&format!("/sign-in?binding={hash}")).await
    }

    /// Requests a path of the server; returns where the browser is redirected.
    async fn location(&self, path: &str) -> String {
        let (status, response) = http_get(&self.server.address(), path, None).await;
        assert_eq!(status, 303, "{response}");
        for header in ["cache-control: no-store", "referrer-policy: no-referrer"] {
            assert!(response.to_lowercase().contains(header), "{response}");
        }
        location(&response)
    }

    /// Starts a sign-in of a page and signs a person in with the provider; returns the path of the server to which the
    /// browser is redirected.
    async fn callback(&self, binding: &str, user: &str) -> String {
        let mut browser = self.provider_browser();
        let begun = self.begin(binding).await;
        let form = browser.get(&begun).await;
        let page = browser.page(&form).await;
        let id = form.split_once("authRequestID=").unwrap().1;
        assert!(page.contains(id), "{page}");
        let user = user.replace('@', "%40");
        let fields = format!("id={id}&username={user}&password=verysecure");
        let signed_in = browser.post("/login/username", &fields).await;
        let callback = browser.get(&signed_in).await;
        let server = format!("http://{}", self.server.address());
        callback.strip_prefix(&server).unwrap().to_owned()
    }

    /// Signs a person in with the provider; returns the ticket for the page.
    async fn ticket(&self, binding: &str, user: &str) -> String {
        let callback = self.callback(binding, user).await;
        let page = self.location(&callback).await;
        let ticket = page.strip_prefix("/bots#ticket=");
        ticket.unwrap_or_else(|| panic!("{page}")).to_owned()
    }

    fn provider_browser(&self) -> ProviderBrowser {
        ProviderBrowser {
            origin: format!("http://localhost:{}", self.provider.as_ref().unwrap().port),
        }
    }

    /// Presents a ticket, with the token of an owner if it is not empty.
    async fn sign_in(
        &self,
        ticket: &str,
        name: &str,
        token: &str,
    ) -> Result<proto::SignInResponse, &'static str> {
        let request = proto::SignInRequest {
            ticket: ticket.into(),
            binding: BINDING.into(),
            name: name.into(),
            code: String::new(),
        };
        let client = &self.stranger;
        let signed_in = match token {
            "" => client.owners().sign_in(request).await,
            token => bearer(client, token).owners().sign_in(request).await,
        };
        reason(signed_in)
    }

    /// Returns the owner of a token.
    async fn owner(&self, token: &str) -> Result<proto::Owner, &'static str> {
        let request = proto::GetOwnerRequest::default();
        let mut owners = bearer(&self.stranger, token).owners();
        let shown = reason(owners.get_owner(request).await);
        shown.map(|shown| shown.owner.unwrap())
    }

    async fn sign_out(&self, token: &str) -> Result<proto::SignOutResponse, &'static str> {
        let request = proto::SignOutRequest {};
        reason(
            bearer(&self.stranger, token)
                .owners()
                .sign_out(request)
                .await,
        )
    }

    /// Returns what the audit log says, the newest first.
    async fn audit_log(&self) -> Vec<proto::AuditEntry> {
        let request = proto::ListAuditEntriesRequest::default();
        let listed = self.operator.operator().list_audit_entries(request).await;
        listed.unwrap().into_inner().entries
    }
}

/// A browser at the pages of the provider.
struct ProviderBrowser {
    origin: String,
}

impl ProviderBrowser {
    /// Requests an address; returns where the browser is redirected.
    async fn get(&mut self, address: &str) -> String {
        location(&self.send("GET", address, "").await)
    }

    /// Requests an address; returns the page.
    async fn page(&mut self, address: &str) -> String {
        let page = self.send("GET", address, "").await;
        assert!(page.starts_with("HTTP/1.1 200 "), "{page}");
        page
    }

    /// Sends a form; returns where the browser is redirected.
    async fn post(&mut self, address: &str, fields: &str) -> String {
        location(&self.send("POST", address, fields).await)
    }

    async fn send(&self, method: &str, address: &str, fields: &str) -> String {
        let path = address.strip_prefix(&self.origin).unwrap_or(address);
        let host = self.origin.strip_prefix("http://").unwrap();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/x-www-form-urlencoded\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n{fields}",
            fields.len()
        );
        http1(host, &request).await
    }
}

/// Returns the address to which a response redirects.
fn location(response: &str) -> String {
    let lines = response.lines();
    let mut lines = lines.filter_map(|line| line.split_once(": "));
    let found = lines.find(|(name, _)| name.eq_ignore_ascii_case("location"));
    let (_, address) = found.unwrap_or_else(|| panic!("no redirect: {response}"));
    address.to_owned()
}

/// Returns the answer to a call, or the reason of its rejection.
fn reason<T>(answer: Result<Response<T>, Status>) -> Result<T, &'static str> {
    match answer.map_err(ClientError::from) {
        Ok(answer) => Ok(answer.into_inner()),
        Err(ClientError::Rejected { reason, .. }) => Err(reason.name()),
        Err(other) => panic!("{other}"),
    }
}

/// Asserts that a browser is redirected to the page with an error.
fn assert_failed(page: &str, message: &str) {
    let error = page.strip_prefix("/bots#sign-in-error=");
    let error = error.unwrap_or_else(|| panic!("{page}"));
    let error = error.replace("%20", " ").replace("%2D", "-");
    assert!(error.contains(message), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn person_signs_up_with_an_identity_signs_in_again_and_out() {
    let Some(scene) = SignInScene::start(SignUpPolicy::Identity).await else {
        return;
    };
    let mut owners = scene.stranger.owners();
    let options = owners.get_sign_in_options(proto::GetSignInOptionsRequest {});
    let expected = proto::GetSignInOptionsResponse {
        accepts_sign_up: true,
        needs_code: true,
        provider: "Example".into(),
        provider_replaces_code: true,
    };
    assert_eq!(options.await.unwrap().into_inner(), expected);
    // Others need a code.
    let sign_up = proto::SignUpRequest {
        name: "bob".into(),
        code: String::new(),
    };
    let signed_up = scene.stranger.owners().sign_up(sign_up).await;
    assert_eq!(reason(signed_up).map(drop), Err("BAD_TOKEN"));

    let ticket = scene.ticket(BINDING, USER).await;
    let unknown = scene.sign_in(&ticket, "", "").await.unwrap();
    assert_eq!((unknown.owner, &*unknown.session_token), (None, ""));
    assert_eq!(unknown.suggested_name, "test-user");
    assert_eq!(
        scene.sign_in(&ticket, "Not A Name", "").await,
        Err("BAD_REQUEST")
    );
    let signed_up = scene.sign_in(&ticket, "alice", "").await.unwrap();
    let owner = signed_up.owner.unwrap();
    assert_eq!((&*owner.name, owner.identities), ("owners/alice", 1));
    let first = signed_up.session_token;
    assert_eq!(scene.owner(&first).await.unwrap(), owner);

    // The same person; a name in the request changes nothing.
    let ticket = scene.ticket(BINDING, USER).await;
    let again = scene.sign_in(&ticket, "", "").await.unwrap();
    assert_eq!(again.owner.unwrap().name, "owners/alice");
    let again = again.session_token;
    assert_ne!(again, first);
    let named = scene.sign_in(&ticket, "carol", "").await.unwrap();
    assert_eq!(named.owner.unwrap().name, "owners/alice");
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap();
    let left = named.expire_time_nanos - now.as_nanos() as i64;
    let hours = left as f64 / 3.6e12;
    assert!((11.9..=12.0).contains(&hours), "{hours} hours");

    assert_eq!(scene.sign_out(&first).await.map(drop), Ok(()));
    assert_eq!(scene.owner(&first).await, Err("BAD_TOKEN"));
    assert_eq!(scene.sign_out(&first).await, Err("BAD_TOKEN"));
    assert!(scene.owner(&again).await.is_ok());
    // The page presents what grants nothing any more.
    let with_old = scene.sign_in(&ticket, "", &first).await.unwrap();
    assert_eq!(with_old.owner.unwrap().name, "owners/alice");

    // A new token of the owner ends all sessions, and is none itself.
    let rotate = proto::RotateOwnerTokenRequest::default();
    let rotated = bearer(&scene.stranger, &again)
        .owners()
        .rotate_owner_token(rotate)
        .await;
    let token = rotated.unwrap().into_inner().owner_token;
    assert_eq!(scene.owner(&again).await, Err("BAD_TOKEN"));
    assert!(scene.owner(&token).await.is_ok());
    assert_eq!(scene.sign_out(&token).await, Err("BAD_TOKEN"));

    let log = scene.audit_log().await;
    let acts: Vec<_> = log.iter().map(|entry| &*entry.act).collect();
    let expected = [
        "owner.rotate-token",
        "owner.sign-in",
        "owner.sign-out",
        "owner.sign-in",
        "owner.sign-in",
        "owner.sign-up",
    ];
    assert_eq!(acts, expected);
    assert!(log.iter().all(|entry| entry.subject == "owners/alice"));
    assert!(!format!("{log:?}").contains("id1"), "the id of the person");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn identity_is_linked_to_the_owner_whose_token_is_presented() {
    let Some(scene) = SignInScene::start(SignUpPolicy::Open).await else {
        return;
    };
    let mut tokens = Vec::new();
    for name in ["alice", "bob"] {
        let sign_up = proto::SignUpRequest {
            name: name.into(),
            code: String::new(),
        };
        let signed_up = scene.stranger.owners().sign_up(sign_up).await;
        tokens.push(signed_up.unwrap().into_inner().owner_token);
    }
    let [alice, bob] = &tokens[..] else { panic!() };
    let ticket = scene.ticket(BINDING, USER).await;
    for _ in 0..2 {
        let linked = scene.sign_in(&ticket, "", alice).await.unwrap();
        let owner = linked.owner.unwrap();
        assert_eq!((&*owner.name, owner.identities), ("owners/alice", 1));
        assert_eq!(linked.session_token, "");
    }
    assert_eq!(scene.sign_in(&ticket, "", bob).await, Err("NAME_TAKEN"));
    let session = scene.sign_in(&ticket, "", "").await.unwrap().session_token;
    assert_eq!(scene.owner(&session).await.unwrap().name, "owners/alice");
    // A session links further identities as well.
    let other = scene.ticket(BINDING, OTHER_USER).await;
    let linked = scene.sign_in(&other, "", &session).await.unwrap();
    assert_eq!(linked.owner.unwrap().identities, 2);

    let ban = proto::BanOwnerRequest {
        name: "owners/alice".into(),
        reason: "floods the server".into(),
    };
    scene.operator.operator().ban_owner(ban).await.unwrap();
    assert_eq!(scene.owner(&session).await, Err("BAD_TOKEN"));
    assert_eq!(scene.sign_in(&ticket, "", "").await, Err("BANNED"));
    assert_eq!(scene.sign_in(&other, "", alice).await, Err("BANNED"));
    let name = "owners/alice".to_owned();
    let mut operator = scene.operator.operator();
    let unban = proto::UnbanOwnerRequest { name: name.clone() };
    operator.unban_owner(unban).await.unwrap();
    assert_eq!(scene.owner(&session).await, Err("BAD_TOKEN"));

    // The identities of a deleted owner are free again.
    let delete = proto::DeleteOwnerRequest { name };
    let deleted = bearer(&scene.stranger, alice)
        .owners()
        .delete_owner(delete)
        .await;
    deleted.unwrap();
    let unknown = scene.sign_in(&ticket, "", "").await.unwrap();
    assert_eq!(unknown.owner, None);
    let acts = scene.audit_log().await.into_iter().map(|entry| entry.act);
    let links = acts.filter(|act| act == "owner.link-identity").count();
    assert_eq!(links, 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_of_the_provider_may_change() {
    let Some(mut scene) = SignInScene::start(SignUpPolicy::Identity).await else {
        return;
    };
    let ticket = scene.ticket(BINDING, USER).await;
    scene.sign_in(&ticket, "alice", "").await.unwrap();
    scene.restart_provider().await;
    // The keys are fetched again at most every five seconds.
    let started = Instant::now();
    let ticket = loop {
        let callback = scene.callback(BINDING, USER).await;
        let page = scene.location(&callback).await;
        if let Some(ticket) = page.strip_prefix("/bots#ticket=") {
            break ticket.to_owned();
        }
        assert_failed(&page, "Example has not confirmed");
        assert!(started.elapsed() < START_LIMIT, "{page}");
        tokio::time::sleep(Duration::from_millis(500)).await;
    };
    let again = scene.sign_in(&ticket, "", "").await.unwrap();
    assert_eq!(again.owner.unwrap().name, "owners/alice");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_but_the_own_sign_in_is_accepted() {
    let Some(scene) = SignInScene::start(SignUpPolicy::Open).await else {
        return;
    };
    // A page that did not start the sign-in has another secret.
    let foreign = scene.ticket("the-secret-of-another-page", USER).await;
    assert_eq!(scene.sign_in(&foreign, "alice", "").await, Err("BAD_TOKEN"));
    let ticket = scene.ticket(BINDING, USER).await;
    let (content, tag) = ticket.split_once('.').unwrap();
    let (foreign_content, _) = foreign.split_once('.').unwrap();
    for changed in [
        String::new(),
        content.to_owned(),
        format!("{foreign_content}.{tag}"),
        format!("{}.{tag}", content.to_lowercase()),
        "x".repeat(100_000),
    ] {
        assert_eq!(scene.sign_in(&changed, "alice", "").await, Err("BAD_TOKEN"));
    }
    let callback = scene.callback(BINDING, USER).await;
    let state = callback.split_once("state=").unwrap().1;
    let state = state.split('&').next().unwrap();
    for (given, message) in [
        (callback.replace(state, "a.b"), "not started here"),
        (callback.replace(state, &ticket), "not started here"),
        (
            callback.replace("code=", "kode="),
            "neither a code nor an error",
        ),
        (
            callback.replace("code=", "code=x"),
            "Example has not confirmed",
        ),
        (
            format!("/sign-in/callback?error=access_denied&state={state}"),
            "not signed you in",
        ),
        (
            "/sign-in/callback".to_owned(),
            "neither a code nor an error",
        ),
        ("/sign-in".to_owned(), "starts no sign-in"),
        ("/sign-in?binding=abc".to_owned(), "starts no sign-in"),
    ] {
        assert_failed(&scene.location(&given).await, message);
    }
    // The code of another sign-in belongs to another verifier.
    let other = scene.callback(BINDING, OTHER_USER).await;
    let other_state = other.split_once("state=").unwrap().1;
    let other_state = other_state.split('&').next().unwrap();
    let mixed = scene.location(&callback.replace(state, other_state)).await;
    assert_failed(&mixed, "Example has not confirmed");
    // A code is exchanged once.
    let page = scene.location(&other).await;
    assert!(page.starts_with("/bots#ticket="), "{page}");
    assert_failed(&scene.location(&other).await, "Example has not confirmed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn server_runs_without_its_provider_and_answers_a_limited_number_of_requests() {
    let scene = SignInScene::without_provider().await;
    let page = scene.begin(BINDING).await;
    assert_failed(&page, "Example does not answer");
    let mut answered = 0;
    loop {
        let address = scene.server.address();
        let (status, response) = http_get(&address, "/sign-in?binding=x", None).await;
        if status == 429 {
            assert!(response.contains("cache-control: no-store"), "{response}");
            break;
        }
        answered += 1;
        assert!(answered < 5000, "no limit");
    }
    assert!(answered >= 99, "{answered}");
}
