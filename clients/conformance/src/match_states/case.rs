//! A match that is brought into a state.

use std::time::Duration;

use botwerk_client::{Client, PlayStream, proto};
use proto::play_response::Kind;
use tokio::time::timeout;

use super::identity::{FRAME_TIMEOUT, MatchIdentity, message, next_frame, reason_of};
use super::setup::MatchSetup;

/// Time within which a match starts without the seats that have not joined.
const START_TIMEOUT: Duration = Duration::from_secs(90);

/// Interval at which a match is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// A match of three seats.
#[derive(Debug)]
pub(super) struct MatchCase {
    identity: MatchIdentity,
    /// The streams of the joined seats.
    streams: Vec<JoinedStream>,
}

/// The stream of one seat.
#[derive(Debug)]
struct JoinedStream {
    seat: usize,
    stream: PlayStream,
}

impl MatchCase {
    /// Creates a match and joins the given seats.
    pub(super) async fn joined(
        client: &Client,
        setup: &MatchSetup,
        seats: &[usize],
        turn_millis: Option<u64>,
    ) -> Result<Self, String> {
        let time_control = turn_millis.map(|millis| proto::TimeControl {
            kind: Some(proto::time_control::Kind::TurnNanos(millis * 1_000_000)),
            ..Default::default()
        });
        let request = proto::CreateMatchRequest {
            setup: Some(setup.game.message()),
            seats: vec![proto::SeatSetup::default(); setup.game.seats as usize],
            seed: "7".to_owned(),
            time_control,
            allows_hints: true,
            ..Default::default()
        };
        let created = client.matches().create_match(request).await;
        let created = created
            .map_err(|status| format!("CreateMatch: {}", reason_of(&status)))?
            .into_inner();
        let mut tokens = vec![String::new(); setup.game.seats as usize];
        for token in created.seat_tokens {
            if let Some(entry) = tokens.get_mut(token.seat as usize) {
                *entry = token.token;
            }
        }
        let mut case = Self {
            identity: MatchIdentity {
                name: created.r#match.unwrap_or_default().name,
                tokens,
                owner: created.owner_token,
                turn: 1,
                pass: setup.pass.clone(),
            },
            streams: Vec::new(),
        };
        for seat in seats {
            let stream = case.identity.join(client, *seat).await?;
            case.streams.push(JoinedStream {
                seat: *seat,
                stream,
            });
        }
        Ok(case)
    }

    /// Creates a match in its second race; seat 0 has passed in the first.
    pub(super) async fn running(
        client: &Client,
        setup: &MatchSetup,
        turn_millis: Option<u64>,
    ) -> Result<Self, String> {
        let mut case = Self::joined(client, setup, &[0, 1, 2], turn_millis).await?;
        case.submit(0, &setup.pass).await?;
        case.announce(1, setup).await?;
        case.submit(1, &setup.failed_show).await?;
        case.identity.turn = case.request(0).await?.turn;
        Ok(case)
    }

    /// Returns the name and tokens of the match.
    pub(super) fn identity(&self) -> MatchIdentity {
        self.identity.clone()
    }

    /// Announces for a seat in the open race.
    pub(super) async fn announce(&mut self, seat: usize, setup: &MatchSetup) -> Result<(), String> {
        if seat == 0 {
            // The request was read to learn its turn.
            let turn = self.identity.turn;
            return self.submit_in_turn(0, turn, &setup.announcement).await;
        }
        self.submit(seat, &setup.announcement).await
    }

    /// Answers the next request of a seat.
    async fn submit(&mut self, seat: usize, text: &str) -> Result<(), String> {
        let request = self.request(seat).await?;
        self.submit_in_turn(seat, request.turn, text).await
    }

    async fn submit_in_turn(&mut self, seat: usize, turn: u32, text: &str) -> Result<(), String> {
        let submission = proto::Submission {
            handle: 1,
            turn,
            text: text.to_owned(),
            ..Default::default()
        };
        let stream = self.stream(seat)?;
        stream.submit(submission).await.map_err(message)?;
        let accepted = next_frame(stream, FRAME_TIMEOUT, |frame| match frame {
            Kind::Accepted(_) => Some(Ok(())),
            Kind::Rejected(rejected) => {
                let reason = rejected.error.unwrap_or_default().reason;
                Some(Err(format!("`{text}` was rejected with {reason}")))
            }
            _ => None,
        });
        accepted.await?
    }

    async fn request(&mut self, seat: usize) -> Result<proto::ActionRequest, String> {
        self.request_within(seat, FRAME_TIMEOUT).await
    }

    async fn request_within(
        &mut self,
        seat: usize,
        limit: Duration,
    ) -> Result<proto::ActionRequest, String> {
        let stream = self.stream(seat)?;
        let request = next_frame(stream, limit, |frame| match frame {
            Kind::ActionRequest(request) => Some(request),
            _ => None,
        });
        let missing = |error| format!("seat {seat} has no action request: {error}");
        request.await.map_err(missing)
    }

    fn stream(&mut self, seat: usize) -> Result<&mut PlayStream, String> {
        let mut streams = self.streams.iter_mut();
        let joined = streams.find(|joined| joined.seat == seat);
        joined
            .map(|joined| &mut joined.stream)
            .ok_or_else(|| format!("seat {seat} has not joined"))
    }

    /// Waits until the match starts without the seats that have not joined.
    pub(super) async fn wait_for_start(&mut self) -> Result<(), String> {
        self.request_within(1, START_TIMEOUT).await.map(|_| ())
    }

    /// Waits until seat 0 has left because its clock has reached zero.
    pub(super) async fn wait_for_flag(&mut self, client: &Client) -> Result<(), String> {
        self.identity.turn = self.request(0).await?.turn;
        let flagged = async {
            loop {
                let found = self.identity.get(client).await?;
                if let Some(seat) = found.seats.first()
                    && seat.termination() == proto::Termination::Flagged
                {
                    return Ok(());
                }
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        timeout(FRAME_TIMEOUT, flagged)
            .await
            .unwrap_or_else(|_| Err("seat 0 was not flagged".to_owned()))
    }

    pub(super) async fn resign(&self, client: &Client, seat: usize) -> Result<(), String> {
        let request = proto::ResignSeatRequest {
            r#match: self.identity.name.clone(),
            has_crashed: false,
        };
        let client = client.with_token(&self.identity.tokens[seat]);
        let client = client.map_err(message)?;
        let resigned = client.matches().resign_seat(request).await;
        resigned
            .map(|_| ())
            .map_err(|status| format!("ResignSeat of seat {seat}: {}", reason_of(&status)))
    }

    pub(super) async fn abort(&self, client: &Client) -> Result<(), String> {
        let request = proto::AbortMatchRequest {
            r#match: self.identity.name.clone(),
        };
        let client = client.with_token(&self.identity.owner).map_err(message)?;
        let aborted = client.matches().abort_match(request).await;
        aborted
            .map(|_| ())
            .map_err(|status| format!("AbortMatch: {}", reason_of(&status)))
    }

    /// Returns the state of the match in the API, such as `RUNNING`.
    pub(super) async fn state(&self, client: &Client) -> Result<String, String> {
        let state = self.identity.get(client).await?.state();
        let name = state.as_str_name();
        Ok(name.strip_prefix("MATCH_STATE_").unwrap_or(name).to_owned())
    }

    /// Sends a request of the table and returns `ok` or the reason of the rejection.
    pub(super) async fn answer(
        &self,
        client: &Client,
        setup: &MatchSetup,
        request: &str,
    ) -> String {
        let answer = timeout(FRAME_TIMEOUT, self.identity.send(client, setup, request));
        answer.await.unwrap_or_else(|_| "no answer".to_owned())
    }
}
