//! The name and tokens of a match, and the calls that need them.

use std::time::Duration;

use botwerk_client::{Client, ClientError, PlayStream, proto};
use proto::play_response::Kind;
use tokio::time::timeout;
use tonic::Status;
use tonic_types::StatusExt;

/// Time in which a server sends a frame.
pub(super) const FRAME_TIMEOUT: Duration = Duration::from_secs(20);

/// The name and tokens of a match, and what seat 0 is to answer next.
#[derive(Debug, Clone)]
pub(super) struct MatchIdentity {
    pub(super) name: String,
    pub(super) tokens: Vec<String>,
    pub(super) owner: String,
    /// The turn of the latest request to seat 0.
    pub(super) turn: u32,
    /// A text that seat 0 and others may submit in the open race.
    pub(super) pass: String,
}

impl MatchIdentity {
    /// Opens a stream and joins a seat.
    pub(super) async fn join(&self, client: &Client, seat: usize) -> Result<PlayStream, String> {
        let mut stream = PlayStream::open(client).await.map_err(message)?;
        let join = proto::Join {
            r#match: self.name.clone(),
            seat_token: self.tokens[seat].clone(),
            ..Default::default()
        };
        stream.join(join).await.map_err(message)?;
        let joined = next_frame(&mut stream, FRAME_TIMEOUT, |frame| match frame {
            Kind::Joined(_) => Some(Ok(())),
            Kind::Rejected(rejected) => {
                let error = rejected.error.unwrap_or_default();
                Some(Err(error.reason().name().to_owned()))
            }
            _ => None,
        });
        joined.await??;
        Ok(stream)
    }

    /// Submits for the last seat and returns `ok` or the reason of the rejection.
    pub(super) async fn submit_for_last_seat(&self, client: &Client) -> String {
        let token = self.tokens.last().cloned().unwrap_or_default();
        let pass = self.pass.clone();
        let submitted = self.submit(client, self.turn, 0, &pass, &token).await;
        submitted.map_or_else(|status| reason_of(&status), |()| "ok".to_owned())
    }

    /// Returns the match.
    pub(super) async fn get(&self, client: &Client) -> Result<proto::Match, String> {
        let request = proto::GetMatchRequest {
            name: self.name.clone(),
        };
        let found = client.matches().get_match(request).await;
        let found = found.map_err(|status| format!("GetMatch: {}", reason_of(&status)))?;
        Ok(found.into_inner().r#match.unwrap_or_default())
    }

    /// Submits a text in the name of a token's seat.
    pub(super) async fn submit(
        &self,
        client: &Client,
        turn: u32,
        part: u32,
        text: &str,
        token: &str,
    ) -> Result<(), Status> {
        let request = proto::SubmitActionsRequest {
            r#match: self.name.clone(),
            submission: Some(proto::Submission {
                turn,
                part,
                text: text.to_owned(),
                ..Default::default()
            }),
        };
        bearer(client, token)?
            .matches()
            .submit_actions(request)
            .await
            .map(|_| ())
    }
}

/// Waits for the next frame for which `select` returns a value.
pub(super) async fn next_frame<T>(
    stream: &mut PlayStream,
    limit: Duration,
    select: impl Fn(Kind) -> Option<T>,
) -> Result<T, String> {
    let frames = async {
        loop {
            match stream.next().await.map_err(message)? {
                None => return Err("the stream has ended".to_owned()),
                Some(frame) => {
                    if let Some(value) = select(frame) {
                        return Ok(value);
                    }
                }
            }
        }
    };
    let seconds = limit.as_secs();
    timeout(limit, frames)
        .await
        .unwrap_or_else(|_| Err(format!("no such frame within {seconds} s")))
}

/// Returns the client with a token.
pub(super) fn bearer(client: &Client, token: &str) -> Result<Client, Status> {
    let client = client.with_token(token);
    client.map_err(|error| Status::invalid_argument(error.to_string()))
}

/// Returns the text of an error.
pub(super) fn message(error: ClientError) -> String {
    error.to_string()
}

/// Returns the reason of a rejected call, or its status if it has no reason of the API.
pub(super) fn reason_of(status: &Status) -> String {
    let details = status.get_error_details();
    match details.error_info() {
        Some(info) => info.reason.clone(),
        None => format!("{:?}: {}", status.code(), status.message()),
    }
}
