//! A connection to a server.

use std::time::Duration;

use botwerk_proto::v1 as proto;
use proto::analysis_service_client::AnalysisServiceClient;
use proto::catalog_service_client::CatalogServiceClient;
use proto::match_service_client::MatchServiceClient;
use proto::rules_service_client::RulesServiceClient;
use tonic::transport::{Channel, Endpoint};

use crate::error::ClientError;

/// How long a first connection may take.
const CONNECT_LIMIT: Duration = Duration::from_secs(5);

/// A connection to a server; clones share it.
#[derive(Debug, Clone)]
pub struct Client {
    channel: Channel,
}

impl Client {
    /// Connects to a server at an address such as `127.0.0.1:4270` or `http://localhost:4270`.
    ///
    /// # Errors
    /// If the address is none or nobody answers there.
    pub async fn connect(server: &str) -> Result<Self, ClientError> {
        let url = if server.contains("://") {
            server.to_owned()
        } else {
            format!("http://{server}")
        };
        let endpoint = Endpoint::from_shared(url)
            .map_err(|error| ClientError::Unreachable(format!("{server}: {error}")))?
            .connect_timeout(CONNECT_LIMIT)
            .tcp_nodelay(true)
            .http2_keep_alive_interval(Duration::from_secs(10))
            .keep_alive_timeout(Duration::from_secs(5));
        Ok(Self {
            channel: endpoint.connect().await?,
        })
    }

    /// What there is.
    pub fn catalog(&self) -> CatalogServiceClient<Channel> {
        CatalogServiceClient::new(self.channel.clone())
    }

    /// The rules as functions without memory.
    pub fn rules(&self) -> RulesServiceClient<Channel> {
        RulesServiceClient::new(self.channel.clone())
    }

    /// Matches.
    pub fn matches(&self) -> MatchServiceClient<Channel> {
        MatchServiceClient::new(self.channel.clone())
    }

    /// Exact answers.
    pub fn analysis(&self) -> AnalysisServiceClient<Channel> {
        AnalysisServiceClient::new(self.channel.clone())
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
