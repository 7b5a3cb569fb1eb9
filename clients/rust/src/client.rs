//! A connection to a server.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use botwerk_proto::v1 as proto;
use botwerk_proto::worker::host_service_client::HostServiceClient;
use botwerk_proto::worker::worker_service_client::WorkerServiceClient;
use proto::analysis_service_client::AnalysisServiceClient;
use proto::bot_service_client::BotServiceClient;
use proto::catalog_service_client::CatalogServiceClient;
use proto::env_service_client::EnvServiceClient;
use proto::match_service_client::MatchServiceClient;
use proto::operator_service_client::OperatorServiceClient;
use proto::organizer_service_client::OrganizerServiceClient;
use proto::owner_service_client::OwnerServiceClient;
use proto::rules_service_client::RulesServiceClient;
use proto::tournament_service_client::TournamentServiceClient;
use proto::upload_service_client::UploadServiceClient;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::service::Interceptor;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint};
use tonic::{Request, Status};

use crate::error::ClientError;
use crate::proxy::proxy_text;

/// Maximum time to establish a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Maximum size of the results of an environment's step, in bytes.
const MAX_RESULTS: usize = 256 << 20;

/// A connection that adds the token, if there is one, to every call.
pub type AuthorizedChannel = InterceptedService<Channel, TokenInterceptor>;

/// The credentials of a client and the certificate authorities that it trusts.
#[derive(Clone, Default)]
pub struct ConnectOptions {
    /// The server's admin token, sent with every call. Calls such as `CreateMatch` may require it.
    pub admin_token: Option<String>,
    /// Certificates of the trusted authorities, in PEM format. `None`: those of the system.
    pub ca: Option<Vec<u8>>,
}

impl ConnectOptions {
    /// Returns the options that the environment names: the authorities of the file in `BOTWERK_CA`, and no token.
    ///
    /// ```
    /// use botwerk_client::ConnectOptions;
    ///
    /// let options = ConnectOptions::from_environment()?;
    /// assert_eq!(options.admin_token, None);
    /// # Ok::<(), botwerk_client::ClientError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn from_environment() -> Result<Self, ClientError> {
        let file = std::env::var("BOTWERK_CA")
            .ok()
            .filter(|file| !file.is_empty());
        let read = |file: String| {
            let failed = |error| ClientError::Tls(format!("BOTWERK_CA: {file}: {error}"));
            std::fs::read(&file).map_err(failed)
        };
        Ok(Self {
            admin_token: None,
            ca: file.map(read).transpose()?,
        })
    }
}

impl fmt::Debug for ConnectOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConnectOptions")
            .field("admin_token", &self.admin_token.as_ref().map(|_| ".."))
            .field("ca", &self.ca.as_ref().map(Vec::len))
            .finish()
    }
}

/// Adds a token to every call.
#[derive(Clone, Debug, Default)]
pub struct TokenInterceptor {
    /// `Bearer TOKEN`, marked as sensitive.
    authorization: Option<MetadataValue<Ascii>>,
}

impl Interceptor for TokenInterceptor {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        if let Some(value) = &self.authorization {
            request
                .metadata_mut()
                .insert("authorization", value.clone());
        }
        Ok(request)
    }
}

/// A connection to a server; clones share it.
#[derive(Debug, Clone)]
pub struct Client {
    channel: AuthorizedChannel,
    transport: Channel,
    /// The servers that share the matches, and how to connect to them.
    servers: Arc<Servers>,
    /// The index of the connected server, or `None` for one to which another has redirected.
    server: Option<usize>,
}

/// Servers that share a database.
#[derive(Debug)]
struct Servers {
    addresses: Vec<String>,
    options: ConnectOptions,
}

impl Client {
    /// Connects to a server at an address such as `127.0.0.1:4270`, `http://localhost:4270` or
    /// `https://play.example:4270`. Addresses of servers that share a database can be given together, separated by
    /// commas: the first that answers is used, and players follow their matches to the others.
    ///
    /// ```
    /// use botwerk_client::{Client, proto};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), botwerk_client::ClientError> {
    /// # let server = botwerk_tests::TestServer::in_memory().await;
    /// # let address = server.address();
    /// let client = Client::connect(&address).await?;
    /// let response = client.catalog().list_games(proto::ListGamesRequest::default()).await?;
    /// let games = response.into_inner().games;
    /// println!("the server offers {} games", games.len());
    /// # assert_eq!(games.len(), 4);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Returns an error if the address is invalid, no server answers within five seconds, or its
    /// certificate is not trusted. The trusted authorities are those of the file that `BOTWERK_CA` names, or else those
    /// of the system.
    pub async fn connect(server: &str) -> Result<Self, ClientError> {
        Self::connect_with(server, &ConnectOptions::from_environment()?).await
    }

    /// Returns the addresses of the servers, for messages.
    pub(crate) fn server(&self) -> String {
        self.servers.addresses.join(",")
    }

    /// Connects with an admin token or with custom certificate authorities. With authorities, an
    /// address without a scheme means `https`.
    ///
    /// ```
    /// use botwerk_client::{Client, ClientError, ConnectOptions};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), ClientError> {
    /// # let server = botwerk_tests::TestServer::in_memory().await;
    /// # let address = server.address();
    /// let token = "3f9c51d0a87e4b26".to_owned();
    /// let options = ConnectOptions { admin_token: Some(token), ..Default::default() };
    /// let client = Client::connect_with(&address, &options).await?;
    ///
    /// let options = ConnectOptions { ca: Some(b"not a certificate".into()), ..Default::default() };
    /// let error = Client::connect_with(&address, &options).await.unwrap_err();
    /// assert!(matches!(error, ClientError::Tls(_)));
    /// # drop(client);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Returns an error as [`connect`](Self::connect) does, and if the token or the authorities are
    /// not valid.
    pub async fn connect_with(server: &str, options: &ConnectOptions) -> Result<Self, ClientError> {
        let servers = Arc::new(Servers {
            addresses: server
                .split(',')
                .map(|address| address.trim().to_owned())
                .collect(),
            options: options.clone(),
        });
        let mut failure = ClientError::Unreachable("no address".into());
        for (index, address) in servers.addresses.iter().enumerate() {
            match channel(address, options).await {
                Ok((transport, channel)) => {
                    return Ok(Self {
                        channel,
                        transport,
                        servers: Arc::clone(&servers),
                        server: Some(index),
                    });
                }
                Err(error @ ClientError::Unreachable(_)) => failure = error,
                Err(error) => return Err(error),
            }
        }
        Err(failure)
    }

    /// Uses a channel over a transport of the caller's own, such as a Unix socket, a tunnel or a simulated network. The
    /// authorities of `options` are not used: the transport is what the channel makes of it.
    ///
    /// ```
    /// use botwerk_client::{Client, ClientError, ConnectOptions, proto};
    /// use tonic::transport::Endpoint;
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let server = botwerk_tests::TestServer::in_memory().await;
    /// # let address = server.address();
    /// let channel = Endpoint::from_shared(format!("http://{address}"))?.connect().await?;
    /// let client = Client::from_channel(channel, &ConnectOptions::default())?;
    /// let response = client.catalog().list_games(proto::ListGamesRequest::default()).await?;
    /// assert_eq!(response.into_inner().games.len(), 4);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Returns an error if the token is not valid.
    pub fn from_channel(channel: Channel, options: &ConnectOptions) -> Result<Self, ClientError> {
        let interceptor = TokenInterceptor {
            authorization: options.authorization()?,
        };
        let servers = Servers {
            addresses: Vec::new(),
            options: options.clone(),
        };
        Ok(Self {
            channel: InterceptedService::new(channel.clone(), interceptor),
            transport: channel,
            servers: Arc::new(servers),
            server: Some(0),
        })
    }

    /// Returns the connection for the next attempt after an error: to the server that the error names, to the next of the
    /// servers if this one is unreachable, and else this connection.
    ///
    /// # Errors
    /// Returns an error if that server cannot be reached.
    pub(crate) async fn after(&self, error: &ClientError) -> Result<Self, ClientError> {
        let Servers { addresses, options } = &*self.servers;
        let (address, server) = match error {
            ClientError::Rejected {
                address: Some(address),
                ..
            } => (address, None),
            ClientError::Unreachable(_) if self.server.is_none() || addresses.len() > 1 => {
                let next = self
                    .server
                    .map_or(0, |server| (server + 1) % addresses.len());
                (&addresses[next], Some(next))
            }
            _ => return Ok(self.clone()),
        };
        let connected = channel(address, options).await;
        match connected {
            Ok((transport, channel)) => Ok(Self {
                channel,
                transport,
                servers: Arc::clone(&self.servers),
                server,
            }),
            // The next attempt goes to the server after that.
            Err(_) if server.is_some() => Ok(Self {
                server,
                ..self.clone()
            }),
            Err(error) => Err(error),
        }
    }

    /// Returns the same connection with the token of a seat, a bot, the owner of a match or an environment, which is
    /// sent instead of the admin token.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use botwerk_tests::{agent_seat, create_match, micro_robots, open_seat};
    /// # let server = botwerk_tests::TestServer::in_memory().await;
    /// # let client = server.client().await;
    /// # let seats = vec![open_seat(), agent_seat("random")];
    /// # let created = create_match(&client, micro_robots(seats, &[])).await;
    /// # let (name, owner_token) = (created.name, created.owner);
    /// use botwerk_client::proto::AbortMatchRequest;
    ///
    /// let request = AbortMatchRequest { r#match: name };
    /// client.with_token(&owner_token)?.matches().abort_match(request).await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Returns an error if the token has characters that no token has.
    pub fn with_token(&self, token: &str) -> Result<Self, ClientError> {
        let interceptor = TokenInterceptor {
            authorization: Some(authorization(token)?),
        };
        Ok(Self {
            channel: InterceptedService::new(self.transport.clone(), interceptor),
            ..self.clone()
        })
    }

    /// Returns a gRPC client for games, agents and rulesets.
    pub fn catalog(&self) -> CatalogServiceClient<AuthorizedChannel> {
        CatalogServiceClient::new(self.channel.clone())
    }

    /// Returns a gRPC client for the rules as stateless functions.
    pub fn rules(&self) -> RulesServiceClient<AuthorizedChannel> {
        RulesServiceClient::new(self.channel.clone())
    }

    /// Returns a gRPC client for matches.
    pub fn matches(&self) -> MatchServiceClient<AuthorizedChannel> {
        MatchServiceClient::new(self.channel.clone())
    }

    /// Returns a gRPC client for exact solutions and searches.
    pub fn analysis(&self) -> AnalysisServiceClient<AuthorizedChannel> {
        AnalysisServiceClient::new(self.channel.clone())
    }

    /// Returns a gRPC client for owners of bots.
    pub fn owners(&self) -> OwnerServiceClient<AuthorizedChannel> {
        OwnerServiceClient::new(self.channel.clone())
    }

    /// Returns a gRPC client for who may use the server, and the audit log.
    pub fn operator(&self) -> OperatorServiceClient<AuthorizedChannel> {
        OperatorServiceClient::new(self.channel.clone())
    }

    /// Returns a gRPC client for bots and their invitations.
    pub fn bots(&self) -> BotServiceClient<AuthorizedChannel> {
        BotServiceClient::new(self.channel.clone())
    }

    /// Returns a gRPC client for environments, whose matches are stepped together.
    pub fn envs(&self) -> EnvServiceClient<AuthorizedChannel> {
        // The results of many lanes are larger than the messages of other calls.
        EnvServiceClient::new(self.channel.clone()).max_decoding_message_size(MAX_RESULTS)
    }

    /// Returns a gRPC client for workers, which play matches of tournaments for a server.
    pub fn workers(&self) -> WorkerServiceClient<AuthorizedChannel> {
        WorkerServiceClient::new(self.channel.clone())
    }

    /// Returns a gRPC client for hosts, which build, check and play uploaded bots.
    pub fn hosts(&self) -> HostServiceClient<AuthorizedChannel> {
        HostServiceClient::new(self.channel.clone())
    }

    /// Returns a gRPC client for uploads of the programs of bots.
    pub fn uploads(&self) -> UploadServiceClient<AuthorizedChannel> {
        UploadServiceClient::new(self.channel.clone())
    }

    /// Returns a gRPC client for the organisers of tournaments.
    pub fn organizer(&self) -> OrganizerServiceClient<AuthorizedChannel> {
        OrganizerServiceClient::new(self.channel.clone())
    }

    /// Returns a gRPC client for tournaments.
    pub fn tournaments(&self) -> TournamentServiceClient<AuthorizedChannel> {
        TournamentServiceClient::new(self.channel.clone())
    }

    /// Fetches the record of a finished match, as the text of a `.bwr` file.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use botwerk_tests::{agent_seat, create_match, finish_match, micro_robots, open_seat};
    /// # let server = botwerk_tests::TestServer::in_memory().await;
    /// # let client = server.client().await;
    /// # let seats = vec![open_seat(), agent_seat("random")];
    /// # let created = create_match(&client, micro_robots(seats, &[("chips_to_win", "1")])).await;
    /// # let over = finish_match(&client, &created).await;
    /// let text = client.record(&over.record).await?;
    /// let file = botwerk_client::RecordFile::from_bytes(text.as_bytes())?;
    /// assert_eq!(file.verify()?.events, file.record().events.len() as u64);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Returns an error if the match does not exist or is not over.
    pub async fn record(&self, match_name: &str) -> Result<String, ClientError> {
        let request = proto::GetRecordRequest {
            r#match: match_name.into(),
        };
        let mut chunks = self.matches().get_record(request).await?.into_inner();
        let mut text = String::new();
        while let Some(chunk) = chunks.message().await? {
            text += &chunk.lines;
        }
        Ok(text)
    }

    /// Fetches the comments of a match that the token of this client may read.
    ///
    /// # Errors
    /// Returns an error if the match does not exist.
    pub async fn comments(&self, match_name: &str) -> Result<Vec<proto::Comment>, ClientError> {
        let request = proto::GetCommentsRequest {
            r#match: match_name.into(),
        };
        let mut pages = self.matches().get_comments(request).await?.into_inner();
        let mut comments = Vec::new();
        while let Some(page) = pages.message().await? {
            comments.extend(page.comments);
        }
        Ok(comments)
    }
}

/// Connects to a server.
async fn channel(
    server: &str,
    options: &ConnectOptions,
) -> Result<(Channel, AuthorizedChannel), ClientError> {
    let scheme = if options.ca.is_some() {
        "https"
    } else {
        "http"
    };
    let url = if server.contains("://") {
        server.to_owned()
    } else {
        format!("{scheme}://{server}")
    };
    let invalid = |error: &dyn fmt::Display| {
        ClientError::Unreachable(format!("invalid address {server}: {error}"))
    };
    let uses_tls = url.starts_with("https://");
    let mut endpoint = Endpoint::from_shared(url)
        .map_err(|error| invalid(&error))?
        .connect_timeout(CONNECT_TIMEOUT)
        .tcp_nodelay(true)
        .http2_keep_alive_interval(Duration::from_secs(10))
        .keep_alive_timeout(Duration::from_secs(5));
    if uses_tls {
        let tls = ClientTlsConfig::new();
        let tls = match &options.ca {
            Some(ca) => tls.ca_certificate(Certificate::from_pem(ca)),
            None => tls.with_native_roots(),
        };
        endpoint = endpoint.tls_config(tls)?;
    }
    let interceptor = TokenInterceptor {
        authorization: options.authorization()?,
    };
    let connected = endpoint.connect().await;
    let channel = connected.map_err(|error| match error.into() {
        ClientError::Unreachable(message) => {
            ClientError::Unreachable(message + &proxy_text(server))
        }
        other => other,
    })?;
    let authorized = InterceptedService::new(channel.clone(), interceptor);
    Ok((channel, authorized))
}

impl ConnectOptions {
    /// Returns the value of the `authorization` header, or `None` without a token.
    fn authorization(&self) -> Result<Option<MetadataValue<Ascii>>, ClientError> {
        self.admin_token.as_deref().map(authorization).transpose()
    }
}

/// Returns the token that a call presents, for programs that answer calls in place of a server.
///
/// ```
/// let mut request = tonic::Request::new(());
/// assert_eq!(botwerk_client::bearer_token(&request), None);
/// request.metadata_mut().insert("authorization", "Bearer 3f9c51d0".parse().unwrap());
/// assert_eq!(botwerk_client::bearer_token(&request), Some("3f9c51d0"));
/// ```
pub fn bearer_token<T>(request: &Request<T>) -> Option<&str> {
    let value = request.metadata().get("authorization")?;
    value.to_str().ok()?.strip_prefix("Bearer ")
}

/// Returns the value of the `authorization` header with a token. Errors never quote the token.
fn authorization(token: &str) -> Result<MetadataValue<Ascii>, ClientError> {
    let mut value = format!("Bearer {token}")
        .parse::<MetadataValue<Ascii>>()
        .map_err(|_| {
            let message = "the token contains characters that are not allowed in a header; use visible ASCII \
                           without blanks";
            ClientError::Unreachable(message.into())
        })?;
    value.set_sensitive(true);
    Ok(value)
}
