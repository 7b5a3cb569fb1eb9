//! Hints for the person at the terminal.

use botwerk_client::{Client, ClientError, proto};
use botwerk_games::position::AnalysisReport;
use tokio::task::JoinHandle;

/// Time limit of the search, in nanoseconds.
const LIMIT_NANOS: u64 = 3_000_000_000;

/// A running search for a hint; dropping it cancels the search.
pub(super) struct Hint(JoinHandle<Result<AnalysisReport, ClientError>>);

impl Drop for Hint {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Hint {
    /// Requests a hint for a seat.
    ///
    /// # Errors
    /// Returns an error if the token has characters that no token has.
    pub(super) fn start(client: &Client, name: &str, token: &str) -> Result<Self, ClientError> {
        let request = proto::GetHintRequest {
            r#match: name.into(),
            agent: None,
            limits: Some(proto::SearchLimits {
                time_nanos: LIMIT_NANOS,
                ..Default::default()
            }),
        };
        let found = receive_result(client.with_token(token)?, request);
        Ok(Self(tokio::spawn(found)))
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

/// The hints for a decision, of which one more is shown each time.
#[derive(Debug, Default)]
pub(super) struct GradedHints {
    hints: Vec<String>,
    shown: usize,
}

impl GradedHints {
    /// Creates the hints that a search has found.
    pub(super) fn new(hints: Vec<String>) -> Self {
        Self { hints, shown: 0 }
    }

    /// Returns the line with the next hint, or the last one again. Returns `None` if there are no hints.
    pub(super) fn next_line(&mut self) -> Option<String> {
        let count = self.hints.len();
        let hint = self.hints.get(self.shown.min(count.saturating_sub(1)))?;
        self.shown += 1;
        Some(match count {
            1 => format!("hint: {hint}"),
            count => format!("hint {} of {count}: {hint}", self.shown.min(count)),
        })
    }
}

async fn receive_result(
    client: Client,
    request: proto::GetHintRequest,
) -> Result<AnalysisReport, ClientError> {
    let mut responses = client.analysis().get_hint(request).await?.into_inner();
    while let Some(found) = responses.message().await? {
        let report = AnalysisReport::from_message(found.analysis, found.is_final);
        if report.is_final {
            return Ok(report);
        }
    }
    let message = "the search for a hint ended without a result";
    Err(ClientError::Protocol(message.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_are_shown_one_by_one_and_the_last_again() {
        let mut hints = GradedHints::new(vec!["7 moves".into(), "next: rN".into()]);
        let lines: Vec<_> = (0..3).filter_map(|_| hints.next_line()).collect();
        assert_eq!(
            lines,
            [
                "hint 1 of 2: 7 moves",
                "hint 2 of 2: next: rN",
                "hint 2 of 2: next: rN"
            ]
        );
        let mut single = GradedHints::new(vec!["pass".into()]);
        assert_eq!(single.next_line().as_deref(), Some("hint: pass"));
        assert_eq!(GradedHints::default().next_line(), None);
    }
}
