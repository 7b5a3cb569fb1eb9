//! The task of a seat: keeps it online, and exchanges frames with the server until its match has ended.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use botwerk_client::{ClientError, FramePosition, PlayStream, Reconnects, proto};
use proto::play_response::Kind;

use super::played_seat::PlayedSeat;
use super::seat_progress::SeatStatus;
use super::seat_texts::request_texts;
use super::tool_error::ToolError;
use super::transcripts::Transcripts;

/// Maximum number of consecutive reconnects: ten minutes.
const MAX_RECONNECTS: u32 = 1200;

/// Delay before each reconnect.
const RETRY_DELAY: Duration = Duration::from_millis(500);

/// Time for the view at the end of a match.
const FINAL_VIEW_LIMIT: Duration = Duration::from_secs(2);

/// Time without a call after which a seat resigns, so that opponents do not wait for a model that is offline.
const IDLE_LIMIT: Duration = Duration::from_secs(2 * 3600);

/// Plays a seat to the end of its match, whose record is then written. A lost connection is opened again, for ten
/// minutes.
pub(super) async fn run_seat(seat: Arc<PlayedSeat>, transcripts: Option<Arc<Transcripts>>) {
    play_seat(&seat).await;
    if let Some(transcripts) = transcripts
        && seat.status() == SeatStatus::Over
    {
        let record = write_record(&seat, transcripts).await;
        seat.change(|progress| progress.record = Some(record));
    }
}

/// Writes the record of a match that has ended.
async fn write_record(seat: &PlayedSeat, transcripts: Arc<Transcripts>) -> Result<PathBuf, String> {
    let name = seat.ticket.r#match.clone();
    let record = seat.client.record(&name).await;
    let record = record.map_err(|error| error.to_string())?;
    let write = move || transcripts.write_record(&name, &record);
    let written = tokio::task::spawn_blocking(write).await;
    let written = written.map_err(|error| error.to_string())?;
    written.map_err(|error| error.to_string())
}

async fn play_seat(seat: &PlayedSeat) {
    let mut stream = SeatStream {
        seat,
        position: FramePosition::default(),
        handle: 0,
    };
    let mut reconnects = Reconnects::new(MAX_RECONNECTS, RETRY_DELAY);
    loop {
        let before = stream.position;
        match stream.play().await {
            Ok(StreamEnd::MatchOver) => return,
            Ok(StreamEnd::Rejoin) => reconnects.reset(),
            Err(error) => {
                if error.is_transient() {
                    seat.change(|progress| progress.lost = Some(error.to_string()));
                }
                let has_progressed = stream.position != before;
                if let Err(error) = reconnects.wait(error, has_progressed).await {
                    let failure = ToolError::from(error);
                    return seat.change(|progress| progress.on_failure(failure));
                }
            }
        }
    }
}

/// Why a stream is no longer used.
enum StreamEnd {
    MatchOver,
    /// The seat joins again on another stream: the confirmation has the current view, which events do not have, and
    /// is followed by the request that is still open.
    Rejoin,
}

/// The stream of a seat.
struct SeatStream<'a> {
    seat: &'a PlayedSeat,
    position: FramePosition,
    /// The handle of the seat on the current stream; 0 before it has joined.
    handle: u32,
}

impl SeatStream<'_> {
    /// Plays on one stream until the match is over, the view must be sent again, or the stream fails.
    async fn play(&mut self) -> Result<StreamEnd, ClientError> {
        self.handle = 0;
        let mut stream = self.join().await?;
        loop {
            let idle_deadline = self.seat.last_used() + IDLE_LIMIT;
            let has_joined = self.handle != 0;
            tokio::select! {
                frame = stream.next() => match frame? {
                    Some(Kind::MatchOver(over)) => {
                        let view = self.final_view().await;
                        self.seat.change(|progress| progress.on_over(over, view));
                        return Ok(StreamEnd::MatchOver);
                    }
                    Some(frame) => {
                        if self.handle_frame(frame).await? {
                            return Ok(StreamEnd::Rejoin);
                        }
                    }
                    None => {
                        let message = "the server ended the stream".into();
                        return Err(ClientError::Unreachable(message));
                    }
                },
                () = self.seat.submitted.notified() => {}
                () = self.seat.view_requested.notified(), if has_joined => {
                    return Ok(StreamEnd::Rejoin);
                }
                () = tokio::time::sleep_until(idle_deadline) => {
                    if self.seat.last_used() + IDLE_LIMIT <= tokio::time::Instant::now() {
                        // The end of the match follows, if it is one.
                        let _ = self.seat.resign().await;
                        self.seat.touch();
                    }
                }
            }
            self.send_pending(&stream).await?;
        }
    }

    /// Opens a stream and requests the seat on it.
    async fn join(&self) -> Result<PlayStream, ClientError> {
        let stream = PlayStream::open(&self.seat.client).await?;
        let join = proto::Join {
            r#match: self.seat.ticket.r#match.clone(),
            seat_token: self.seat.ticket.seat_token.clone(),
            resume_after_seq: self.position.last_seq(),
            view_options: Some(proto::ViewOptions {
                include_text: true,
                ..Default::default()
            }),
            ..Default::default()
        };
        stream.join(join).await?;
        Ok(stream)
    }

    /// Returns the view at the end of the match, or `None` if the server does not answer.
    async fn final_view(&self) -> Option<String> {
        let view = async {
            let mut stream = self.join().await?;
            match stream.next().await? {
                Some(Kind::Joined(joined)) => Ok(joined.view.map(|view| view.text)),
                _ => Ok(None),
            }
        };
        let view: Result<Result<_, ClientError>, _> =
            tokio::time::timeout(FINAL_VIEW_LIMIT, view).await;
        view.ok()?.ok()?
    }

    /// Handles a frame. Returns `true` if the seat must join again to know what is open.
    async fn handle_frame(&mut self, frame: Kind) -> Result<bool, ClientError> {
        self.position.record(&frame);
        match frame {
            Kind::Joined(joined) => {
                self.handle = joined.handle;
                if self.seat.progress().texts.is_none() {
                    let client = &self.seat.client;
                    let texts = request_texts(client, &joined).await?;
                    self.seat.progress().texts = Some(texts);
                }
                self.seat.change(|progress| progress.on_joined(&joined));
            }
            Kind::ActionRequest(request) => {
                self.seat.change(|progress| progress.on_request(request));
            }
            Kind::Update(update) => {
                return Ok(self.seat.change(|progress| progress.on_update(&update)));
            }
            Kind::Accepted(accepted) => {
                self.seat.change(|progress| progress.on_accepted(&accepted));
            }
            Kind::Rejected(rejected) => {
                let error = rejected.error.clone().unwrap_or_default();
                if rejected.handle == 0 || error.reason() == proto::ErrorReason::Replaced {
                    return Err(error.into());
                }
                self.seat
                    .change(|progress| progress.on_rejected(&rejected, error));
            }
            Kind::MatchStateChanged(changed) => {
                self.seat.change(|progress| progress.on_state(&changed));
            }
            Kind::MatchOver(_) => {}
        }
        Ok(false)
    }

    /// Sends the submission that this stream has not carried yet. The server answers one that it has received on
    /// an earlier stream again.
    async fn send_pending(&self, stream: &PlayStream) -> Result<(), ClientError> {
        let submission = {
            let mut progress = self.seat.progress();
            let pending = progress.pending.as_mut();
            pending
                .filter(|pending| !pending.is_sent && self.handle != 0)
                .map(|pending| {
                    pending.is_sent = true;
                    proto::Submission {
                        handle: self.handle,
                        turn: pending.turn,
                        part: pending.part,
                        text: pending.text.clone(),
                        effort: pending.effort,
                        comment: pending.comment.clone(),
                        ..Default::default()
                    }
                })
        };
        match submission {
            Some(submission) => stream.submit(submission).await,
            None => Ok(()),
        }
    }
}
