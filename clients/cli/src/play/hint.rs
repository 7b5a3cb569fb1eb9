//! A hint for the person at the terminal.

use botwerk_client::{Client, ClientError, proto};
use tokio::task::JoinHandle;

use crate::analyze::Report;

/// Time limit of the search, in milliseconds.
const MILLIS: u64 = 3_000;

/// A running search for a hint; dropping it cancels the search.
pub(super) struct Hint(JoinHandle<Result<Report, ClientError>>);

impl Drop for Hint {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Hint {
    /// Requests a hint for a seat.
    pub(super) fn ask(client: &Client, name: &str, token: &str) -> Self {
        let request = proto::HintRequest {
            r#match: name.into(),
            seat_token: token.into(),
            agent: None,
            limits: Some(proto::SearchLimits {
                millis: MILLIS,
                ..Default::default()
            }),
        };
        Self(tokio::spawn(look(client.clone(), request)))
    }

    /// Waits for the result. Never returns if no search is running.
    pub(super) async fn found(hint: Option<&mut Self>) -> Result<Report, ClientError> {
        let Some(hint) = hint else {
            return std::future::pending().await;
        };
        let ended = (&mut hint.0).await;
        ended.unwrap_or_else(|_| Err(ClientError::Protocol("a hint got lost".into())))
    }
}

async fn look(client: Client, request: proto::HintRequest) -> Result<Report, ClientError> {
    let mut answers = client.analysis().hint(request).await?.into_inner();
    while let Some(found) = answers.message().await? {
        let report = Report::of_message(found.analysis, found.r#final);
        if report.is_final {
            return Ok(report);
        }
    }
    let message = "the search for a hint has ended without one";
    Err(ClientError::Protocol(message.into()))
}
