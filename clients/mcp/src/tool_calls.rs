//! What the tools do.

use std::sync::Arc;
use std::time::Duration;

use botwerk_client::{Client, ClientError, proto};
use botwerk_engine::GameId;
use botwerk_engine::record::RecordComment;
use rmcp::model::JsonObject;

use super::invitations::{BotMessage, Invitations};
use super::new_match::{self, NewMatchCall};
use super::observation::{match_transcript, news, observation};
use super::played_seat::{PlayedSeat, SeatTicket};
use super::rules_section::{game_list, section_text};
use super::seat_progress::{SeatProgress, SeatStatus};
use super::seat_registry::SeatRegistry;
use super::seat_texts::Continuation;
use super::tool_error::ToolError;
use super::tools::{
    ActCall, InvitationCall, JoinCall, LegalActionsCall, NoArguments, RulesCall, SeatCall,
    WaitCall, arguments,
};

/// Time for a seat to join its match.
const JOIN_LIMIT: Duration = Duration::from_secs(10);

/// Time for the effect of an action to be reported to a call that does not wait for the next turn.
const EFFECT_LIMIT: Duration = Duration::from_millis(500);

/// Time for the record of a match that has ended to be written.
const RECORD_LIMIT: Duration = Duration::from_secs(5);

/// Time that a call waits for the next turn if it names none, in seconds.
const DEFAULT_WAIT_SECS: u64 = 30;

/// Longest time that a call waits, in seconds.
const MAX_WAIT_SECS: u64 = 300;

/// Number of legal actions of a page, if none is named.
const DEFAULT_PAGE_LEN: usize = 100;

/// Longest page of legal actions.
const MAX_PAGE_LEN: usize = 500;

/// Maximum number of bytes of a name or a token.
const MAX_NAME_LEN: usize = 256;

/// The answer of a tool.
pub(super) struct ToolAnswer {
    pub(super) text: String,
    /// The seat that the call was about.
    pub(super) seat: Option<Arc<PlayedSeat>>,
}

/// What the tools work with.
pub(super) struct ToolContext {
    pub(super) client: Client,
    pub(super) registry: Arc<SeatRegistry>,
    /// The invitations, if the server plays as a bot.
    pub(super) invitations: Option<Arc<Invitations>>,
    /// Whether legal actions may be listed, where the match allows it.
    pub(super) allows_legal_actions: bool,
    /// Whether matches outlive this process, so that a seat can be joined again.
    pub(super) outlives_process: bool,
}

impl ToolContext {
    /// Calls a tool. Returns `None` if there is no such tool.
    ///
    /// # Errors
    /// Returns an error that the model can read.
    pub(super) async fn call(
        &self,
        tool: &str,
        given: JsonObject,
    ) -> Option<Result<ToolAnswer, ToolError>> {
        Some(match tool {
            "list_games" => arguments(given).map(|NoArguments {}| game_list().into()),
            "rules" => self.rules(given),
            "new_match" => self.new_match(given).await,
            "join_match" => self.join_match(given).await,
            "observe" => self.observe(given).await,
            "legal_actions" => self.legal_actions(given),
            "act" => self.act(given).await,
            "wait" => self.wait(given).await,
            "resign" => self.resign(given).await,
            "transcript" => self.transcript(given).await,
            "next_invitation" => {
                self.next_invitation(given, self.invitations.as_deref()?)
                    .await
            }
            _ => return None,
        })
    }

    #[expect(clippy::unused_self, reason = "a tool as the others")]
    fn rules(&self, given: JsonObject) -> Result<ToolAnswer, ToolError> {
        let call: RulesCall = arguments(given)?;
        Ok(section_text(game_id(&call.game)?, &call.section)?.into())
    }

    async fn new_match(&self, given: JsonObject) -> Result<ToolAnswer, ToolError> {
        let call: NewMatchCall = arguments(given)?;
        let game = game_id(&call.game)?;
        let client = &self.client;
        let created = new_match::create(game, client, &call).await?;
        let allows_legal_actions = call.legal_actions.unwrap_or(true);
        if !allows_legal_actions {
            self.registry.deny_legal_actions(&created.name);
        }
        let seat = self.play(SeatTicket {
            game,
            r#match: created.name.clone(),
            seat_token: created.seat_token.clone(),
            allows_legal_actions: self.allows_legal_actions,
        })?;
        self.await_join(&seat, created.open_seats.is_empty())
            .await?;
        let mut text = String::new();
        for open in &created.open_seats {
            let (seat, token) = (open.seat, &open.token);
            let name = &created.name;
            text += &format!(
                "open seat {seat}: another client calls join_match with match {name} and seat_token {token}\n"
            );
        }
        if self.outlives_process {
            let token = &created.seat_token;
            text +=
                &format!("seat_token: {token}, for join_match after a restart; keep it secret\n");
        }
        text += &observation(&seat).await;
        Ok(ToolAnswer {
            text,
            seat: Some(seat),
        })
    }

    async fn join_match(&self, given: JsonObject) -> Result<ToolAnswer, ToolError> {
        let JoinCall {
            r#match,
            seat_token,
        } = arguments(given)?;
        if r#match.len().max(seat_token.len()) > MAX_NAME_LEN {
            let message = format!("match, seat_token: expected at most {MAX_NAME_LEN} bytes");
            return Err(ToolError::argument(message));
        }
        let request = proto::GetMatchRequest {
            name: r#match.clone(),
        };
        let found = self.client.matches().get_match(request).await;
        let found = found.map_err(ClientError::from)?.into_inner();
        let setup = found.r#match.unwrap_or_default().setup.unwrap_or_default();
        let seat = self.play(SeatTicket {
            game: game_id(&setup.game)?,
            r#match,
            seat_token,
            allows_legal_actions: self.allows_legal_actions,
        })?;
        self.await_join(&seat, false).await?;
        self.seat_answer(seat).await
    }

    async fn observe(&self, given: JsonObject) -> Result<ToolAnswer, ToolError> {
        let call: SeatCall = arguments(given)?;
        self.seat_answer(self.registry.get(&call.handle)?).await
    }

    fn legal_actions(&self, given: JsonObject) -> Result<ToolAnswer, ToolError> {
        let call: LegalActionsCall = arguments(given)?;
        let seat = self.registry.get(&call.handle)?;
        if !seat.ticket.allows_legal_actions {
            let message = "this match does not list legal actions; section `actions` of `rules` shows how to \
                           write them";
            return Err(ToolError::new("LEGAL_ACTIONS_DENIED", message));
        }
        let continuation = {
            let progress = seat.progress();
            let open = progress.open_request()?;
            let texts = progress.texts.as_ref();
            let continuation =
                texts.map(|texts| texts.continuation(open.view(), call.after.trim()));
            continuation.unwrap_or(Ok(Continuation::Complete))?
        };
        let text = match continuation {
            Continuation::Actions(actions) => page(&actions, &call)?,
            Continuation::Complete => {
                "the turn is complete with these actions; submit them with `act`".to_owned()
            }
        };
        Ok(ToolAnswer {
            text,
            seat: Some(seat),
        })
    }

    async fn act(&self, given: JsonObject) -> Result<ToolAnswer, ToolError> {
        let call: ActCall = arguments(given)?;
        let limit = wait_limit(call.wait_seconds)?;
        let seat = self.registry.get(&call.handle)?;
        let lines = seat.progress().line_count();
        let comment = RecordComment::plain_text(&call.comment);
        seat.act(&call.actions, call.turn, call.effort, comment)
            .await?;
        if limit.is_zero() {
            let is_reported = |progress: &SeatProgress| {
                progress.line_count() > lines || progress.status() != SeatStatus::Waiting
            };
            seat.wait_until(EFFECT_LIMIT, is_reported).await;
        } else {
            seat.wait_for_turn(limit).await;
        }
        let text = format!(
            "accepted: {}\n{}",
            call.actions.trim(),
            observation(&seat).await
        );
        Ok(ToolAnswer {
            text,
            seat: Some(seat),
        })
    }

    async fn wait(&self, given: JsonObject) -> Result<ToolAnswer, ToolError> {
        let call: WaitCall = arguments(given)?;
        let limit = wait_limit(call.wait_seconds)?;
        let seat = self.registry.get(&call.handle)?;
        seat.wait_for_turn(limit).await;
        Ok(ToolAnswer {
            text: news(&seat).await,
            seat: Some(seat),
        })
    }

    async fn resign(&self, given: JsonObject) -> Result<ToolAnswer, ToolError> {
        let call: SeatCall = arguments(given)?;
        let seat = self.registry.get(&call.handle)?;
        if seat.status() == SeatStatus::Over {
            return Err(ToolError::new("MATCH_OVER", "the match has ended"));
        }
        seat.resign().await?;
        let is_over = |progress: &SeatProgress| progress.status() == SeatStatus::Over;
        seat.wait_until(EFFECT_LIMIT, is_over).await;
        self.seat_answer(seat).await
    }

    async fn transcript(&self, given: JsonObject) -> Result<ToolAnswer, ToolError> {
        let call: SeatCall = arguments(given)?;
        let seat = self.registry.get(&call.handle)?;
        if seat.status() == SeatStatus::Over {
            seat.wait_until(RECORD_LIMIT, |progress| progress.record.is_some())
                .await;
        }
        Ok(ToolAnswer {
            text: match_transcript(&seat),
            seat: Some(seat),
        })
    }

    async fn next_invitation(
        &self,
        given: JsonObject,
        invitations: &Invitations,
    ) -> Result<ToolAnswer, ToolError> {
        let call: InvitationCall = arguments(given)?;
        let limit = wait_limit(call.wait_seconds)?;
        match invitations.next(limit).await {
            Some(BotMessage::Seat(seat)) => {
                seat.touch();
                seat.wait_for_turn(JOIN_LIMIT).await;
                self.seat_answer(seat).await
            }
            Some(BotMessage::Notice(notice)) => Ok(notice.into()),
            None => Ok("no invitation yet; call `next_invitation` again"
                .to_owned()
                .into()),
        }
    }

    async fn seat_answer(&self, seat: Arc<PlayedSeat>) -> Result<ToolAnswer, ToolError> {
        Ok(ToolAnswer {
            text: observation(&seat).await,
            seat: Some(seat),
        })
    }

    fn play(&self, ticket: SeatTicket) -> Result<Arc<PlayedSeat>, ToolError> {
        self.registry.play(self.client.clone(), ticket)
    }

    /// Waits until a seat has joined or, if nothing else can delay it, until its first turn.
    async fn await_join(&self, seat: &PlayedSeat, is_alone: bool) -> Result<(), ToolError> {
        if is_alone {
            seat.wait_for_turn(JOIN_LIMIT).await;
        } else {
            let has_joined =
                |progress: &SeatProgress| progress.texts.is_some() || progress.failure.is_some();
            seat.wait_until(JOIN_LIMIT, has_joined).await;
        }
        let failure = seat.progress().failure.clone();
        match failure {
            Some(failure) => {
                self.registry.remove(&seat.handle);
                Err(failure)
            }
            None => Ok(()),
        }
    }
}

impl From<String> for ToolAnswer {
    fn from(text: String) -> Self {
        Self { text, seat: None }
    }
}

fn game_id(name: &str) -> Result<GameId, ToolError> {
    let shown: String = name.chars().take(64).collect();
    let id = shown.parse::<GameId>();
    id.map_err(|error| ToolError::new("UNKNOWN_GAME", error.to_string()))
}

fn wait_limit(seconds: Option<u64>) -> Result<Duration, ToolError> {
    let seconds = seconds.unwrap_or(DEFAULT_WAIT_SECS);
    if seconds <= MAX_WAIT_SECS {
        return Ok(Duration::from_secs(seconds));
    }
    let message = format!("wait_seconds: expected 0 to {MAX_WAIT_SECS}, found {seconds}");
    Err(ToolError::argument(message))
}

/// Returns a page of legal actions.
fn page(actions: &[String], call: &LegalActionsCall) -> Result<String, ToolError> {
    let len = call.limit.unwrap_or(DEFAULT_PAGE_LEN);
    if !(1..=MAX_PAGE_LEN).contains(&len) {
        let message = format!("limit: expected 1 to {MAX_PAGE_LEN}, found {len}");
        return Err(ToolError::argument(message));
    }
    let found = actions
        .iter()
        .filter(|action| action.starts_with(&call.prefix));
    let found: Vec<&str> = found.map(String::as_str).collect();
    let shown: Vec<&str> = found.iter().copied().skip(call.offset).take(len).collect();
    let (first, last) = (call.offset + 1, call.offset + shown.len());
    let total = found.len();
    if shown.is_empty() {
        return Ok(format!(
            "no legal action here; {total} match the prefix, before the offset"
        ));
    }
    let mut text = format!(
        "legal actions {first} to {last} of {total}:\n{}",
        shown.join("\n")
    );
    if last < total {
        text += &format!("\nmore: call again with offset {last}, or with a prefix");
    }
    Ok(text)
}
