//! A connection to a server.

use std::fmt;
use std::time::Duration;

use botwerk_proto::v1 as proto;
use proto::analysis_service_client::AnalysisServiceClient;
use proto::bot_service_client::BotServiceClient;
use proto::catalog_service_client::CatalogServiceClient;
use proto::match_service_client::MatchServiceClient;
use proto::rules_service_client::RulesServiceClient;
use proto::tournament_service_client::TournamentServiceClient;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::service::Interceptor;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint};
use tonic::{Request, Status};

use crate::error::ClientError;

/// How long a first connection may take.
const CONNECT_LIMIT: Duration = Duration::from_secs(5);

/// What carries calls: a connection, and the admin token with every call if there is one.
pub type AuthorizedChannel = InterceptedService<Channel, AdminTokenInterceptor>;

/// What lets a client in, and how it knows that the server is the right one.
#[derive(Clone, Default)]
pub struct ConnectOptions {
    /// The server's admin token, sent with every call: `CreateMatch` may need it.
    pub admin_token: Option<String>,
    /// Certificates in PEM format of the authorities that are trusted; unset: those of the system.
    pub ca: Option<Vec<u8>>,
}

impl fmt::Debug for ConnectOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Access")
            .field("admin_token", &self.admin_token.as_ref().map(|_| ".."))
            .field("ca", &self.ca.as_ref().map(Vec::len))
            .finish()
    }
}

/// Adds the admin token to calls.
#[derive(Clone, Debug, Default)]
pub struct AdminTokenInterceptor {
    /// `Bearer TOKEN`, marked as sensitive.
    authorization: Option<MetadataValue<Ascii>>,
}

impl Interceptor for AdminTokenInterceptor {
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
}

impl Client {
    /// Connects to a server at an address such as `127.0.0.1:4270`, `http://localhost:4270` or
    /// `https://play.example:4270`.
    ///
    /// # Errors
    /// If the address is none, nobody answers there, or its certificate is not trusted.
    pub async fn connect(server: &str) -> Result<Self, ClientError> {
        Self::connect_with(server, &ConnectOptions::default()).await
    }

    /// Connects with an admin token or with own authorities. An address without a scheme is
    /// reached by `https` if authorities are named.
    ///
    /// # Errors
    /// As [`connect`](Self::connect), and if token or authorities cannot be used.
    pub async fn connect_with(server: &str, options: &ConnectOptions) -> Result<Self, ClientError> {
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
        let unusable = |error: &dyn fmt::Display| {
            ClientError::Unreachable(format!("{server} cannot be connected to: {error}"))
        };
        let is_secured = url.starts_with("https://");
        let mut endpoint = Endpoint::from_shared(url)
            .map_err(|error| unusable(&error))?
            .connect_timeout(CONNECT_LIMIT)
            .tcp_nodelay(true)
            .http2_keep_alive_interval(Duration::from_secs(10))
            .keep_alive_timeout(Duration::from_secs(5));
        if is_secured {
            let tls = ClientTlsConfig::new();
            let tls = match &options.ca {
                Some(ca) => tls.ca_certificate(Certificate::from_pem(ca)),
                None => tls.with_native_roots(),
            };
            endpoint = endpoint.tls_config(tls)?;
        }
        let bearer = AdminTokenInterceptor {
            authorization: options.authorization()?,
        };
        let channel = endpoint.connect().await?;
        Ok(Self {
            channel: InterceptedService::new(channel, bearer),
        })
    }

    /// What there is.
    pub fn catalog(&self) -> CatalogServiceClient<AuthorizedChannel> {
        CatalogServiceClient::new(self.channel.clone())
    }

    /// The rules as functions without memory.
    pub fn rules(&self) -> RulesServiceClient<AuthorizedChannel> {
        RulesServiceClient::new(self.channel.clone())
    }

    /// Matches.
    pub fn matches(&self) -> MatchServiceClient<AuthorizedChannel> {
        MatchServiceClient::new(self.channel.clone())
    }

    /// Exact answers.
    pub fn analysis(&self) -> AnalysisServiceClient<AuthorizedChannel> {
        AnalysisServiceClient::new(self.channel.clone())
    }

    /// Bots that wait to be invited.
    pub fn bots(&self) -> BotServiceClient<AuthorizedChannel> {
        BotServiceClient::new(self.channel.clone())
    }

    /// Tournaments.
    pub fn tournaments(&self) -> TournamentServiceClient<AuthorizedChannel> {
        TournamentServiceClient::new(self.channel.clone())
    }

    /// The record of a match that has ended.
    ///
    /// # Errors
    /// If there is no such match, or it has not ended.
    pub async fn record(&self, name: &str) -> Result<String, ClientError> {
        let request = proto::GetRecordRequest {
            r#match: name.into(),
        };
        let mut pieces = self.matches().get_record(request).await?.into_inner();
        let mut text = String::new();
        while let Some(piece) = pieces.message().await? {
            text += &piece.lines;
        }
        Ok(text)
    }
}

impl ConnectOptions {
    /// The header's value; the token itself is never quoted.
    fn authorization(&self) -> Result<Option<MetadataValue<Ascii>>, ClientError> {
        let Some(token) = &self.admin_token else {
            return Ok(None);
        };
        let mut value = format!("Bearer {token}")
            .parse::<MetadataValue<Ascii>>()
            .map_err(|_| {
                let message = "the admin token has characters that no header may have; it is \
                               visible ASCII without blanks";
                ClientError::Unreachable(message.into())
            })?;
        value.set_sensitive(true);
        Ok(Some(value))
    }
}
