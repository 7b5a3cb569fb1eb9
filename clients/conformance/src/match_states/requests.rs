//! The requests of the table.

use botwerk_client::{Client, proto};
use tonic::Status;

use super::identity::{MatchIdentity, bearer, reason_of};
use super::setup::MatchSetup;

/// A token that grants nothing.
const FOREIGN_TOKEN: &str = "0123456789abcdef0123456789abcdef";

impl MatchIdentity {
    /// Sends a request for seat 0 and returns `ok` or the reason of the rejection.
    pub(super) async fn send(&self, client: &Client, setup: &MatchSetup, request: &str) -> String {
        let (own, pass) = (&*self.tokens[0], &*setup.pass);
        let result = match request {
            "Join" => {
                return match self.join(client, 0).await {
                    Ok(_) => "ok".to_owned(),
                    Err(reason) => reason,
                };
            }
            "WatchMatch" => self.watch(client, None).await,
            "WatchMatch as seat" => self.watch(client, Some(own)).await,
            "submission" => self.submit(client, self.turn, 0, pass, own).await,
            "accepted submission resent" => self.submit(client, 1, 0, pass, own).await,
            "other content in its place" => {
                let other = &*setup.other_announcement;
                self.submit(client, 1, 0, other, own).await
            }
            "submission for an earlier turn" => self.submit(client, 1, 1, pass, own).await,
            "submission with another token" => {
                self.submit(client, self.turn, 0, pass, FOREIGN_TOKEN).await
            }
            "GetHint" => self.hint(client).await,
            "ResignSeat" => {
                let request = proto::ResignSeatRequest {
                    r#match: self.name.clone(),
                    has_crashed: false,
                };
                let Ok(client) = bearer(client, own) else {
                    return "the token is not valid".to_owned();
                };
                client.matches().resign_seat(request).await.map(|_| ())
            }
            "AbortMatch" => {
                let request = proto::AbortMatchRequest {
                    r#match: self.name.clone(),
                };
                let Ok(client) = bearer(client, &self.owner) else {
                    return "the token is not valid".to_owned();
                };
                client.matches().abort_match(request).await.map(|_| ())
            }
            "GetMatch" => {
                let request = proto::GetMatchRequest {
                    name: self.name.clone(),
                };
                client.matches().get_match(request).await.map(|_| ())
            }
            "GetRecord" => {
                let request = proto::GetRecordRequest {
                    r#match: self.name.clone(),
                };
                client.matches().get_record(request).await.map(|_| ())
            }
            other => return format!("the program does not know the request `{other}`"),
        };
        result.map_or_else(|status| reason_of(&status), |()| "ok".to_owned())
    }

    async fn watch(&self, client: &Client, token: Option<&str>) -> Result<(), Status> {
        let target = proto::WatchTarget {
            r#match: self.name.clone(),
            resume_after_seq: 0,
        };
        let request = proto::WatchMatchRequest {
            matches: vec![target],
            as_seat: token.is_some(),
            ..Default::default()
        };
        let client = match token {
            Some(token) => bearer(client, token)?,
            None => client.clone(),
        };
        let mut frames = client.matches().watch_match(request).await?.into_inner();
        let first = frames.message().await?.and_then(|frame| frame.kind);
        match first {
            Some(proto::watch_match_response::Kind::Joined(_)) => Ok(()),
            _ => Err(Status::data_loss("the first frame is not `Joined`")),
        }
    }

    async fn hint(&self, client: &Client) -> Result<(), Status> {
        let request = proto::GetHintRequest {
            r#match: self.name.clone(),
            ..Default::default()
        };
        let client = bearer(client, &self.tokens[0])?;
        client.analysis().get_hint(request).await.map(|_| ())
    }
}
