//! A hint for the person at the terminal.

use botwerk_client::{Client, ClientError, proto};
use tokio::task::JoinHandle;

use crate::analyze::AnalysisReport;

/// Time limit of the search, in milliseconds.
const LIMIT_MILLIS: u64 = 3_000;

/// A running search for a hint; dropping it cancels the search.
pub(super) struct Hint(JoinHandle<Result<AnalysisReport, ClientError>>);

impl Drop for Hint {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Hint {
    /// Requests a hint for a seat.
    pub(super) fn start(client: &Client, name: &str, token: &str) -> Self {
        let request = proto::HintRequest {
            r#match: name.into(),
            seat_token: token.into(),
            agent: None,
            limits: Some(proto::SearchLimits {
                millis: LIMIT_MILLIS,
                ..Default::default()
            }),
        };
        Self(tokio::spawn(receive_result(client.clone(), request)))
    }

    /// Waits for the result. Never returns if no search is running.
    pub(super) async fn result(hint: Option<&mut Self>) -> Result<AnalysisReport, ClientError> {
        let Some(hint) = hint else {
            return std::future::pending().await;
        };
        let ended = (&mut hint.0).await;
        ended.unwrap_or_else(|_| Err(ClientError::Protocol("the hint was lost".into())))
    }
}

async fn receive_result(
    client: Client,
    request: proto::HintRequest,
) -> Result<AnalysisReport, ClientError> {
    let mut responses = client.analysis().hint(request).await?.into_inner();
    while let Some(found) = responses.message().await? {
        let report = AnalysisReport::from_message(found.analysis, found.r#final);
        if report.is_final {
            return Ok(report);
        }
    }
    let message = "the search for a hint ended without a result";
    Err(ClientError::Protocol(message.into()))
}
