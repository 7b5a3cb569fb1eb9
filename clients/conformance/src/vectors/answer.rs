//! The answer of a server to the request of a vector.

use botwerk_client::{AuthorizedChannel, Client, proto};
use botwerk_wire::error::DOMAIN;
use proto::rules_service_client::RulesServiceClient;
use serde_json::{Map, Value, json};
use tonic::{Code, Response, Status};
use tonic_types::StatusExt;

use super::digest::{bytes_digest, lines_digest, messages_digest};
use super::vector::{RulesCall, VectorRequest};

/// Maximum length of a list of legal actions that is written out, in bytes.
const MAX_LISTED_BYTES: usize = 240;

/// The fields of an answer.
pub(crate) type Answer = Map<String, Value>;

/// Sends the request of a vector and returns the answer; a rejection is an answer, too.
///
/// # Errors
/// Returns the status of a call that the server did not answer.
pub(crate) async fn ask(client: &Client, request: &VectorRequest) -> Result<Answer, Status> {
    let mut caller = RulesCaller {
        rules: client.rules(),
        setup: request.setup.message(),
    };
    match caller.call(&request.call).await {
        Ok(answer) => Ok(answer),
        Err(status) => rejection(status),
    }
}

/// Returns the answer of a rejected call: its reason, the index of the offending action, and the rule that the
/// message names.
fn rejection(status: Status) -> Result<Answer, Status> {
    let details = status.get_error_details();
    let Some(info) = details.error_info().filter(|info| info.domain == DOMAIN) else {
        return match status.code() {
            Code::Unavailable | Code::Unknown | Code::Cancelled | Code::DeadlineExceeded => {
                Err(status)
            }
            code => Ok(Answer::from_iter([(
                "error".to_owned(),
                json!(format!(
                    "{code:?} without an ErrorInfo of the domain {DOMAIN}"
                )),
            )])),
        };
    };
    let mut answer = Answer::from_iter([("error".to_owned(), json!(info.reason))]);
    if let Some(index) = info.metadata.get("index") {
        answer.insert("index".to_owned(), json!(index.parse::<u32>().ok()));
    }
    if let Some(rule) = rule_of(status.message()) {
        answer.insert("rule".to_owned(), json!(rule));
    }
    Ok(answer)
}

/// Returns the rule id at the end of a message such as `a jump goes over one own robot (NW-10)`.
fn rule_of(message: &str) -> Option<&str> {
    let rule = message.strip_suffix(')')?.rsplit_once('(')?.1;
    let (prefix, number) = rule.split_once('-')?;
    let is_rule = prefix.bytes().all(|letter| letter.is_ascii_uppercase())
        && number.bytes().all(|digit| digit.is_ascii_digit());
    is_rule.then_some(rule)
}

/// Calls the rules of one game.
struct RulesCaller {
    rules: RulesServiceClient<AuthorizedChannel>,
    setup: proto::GameSetup,
}

impl RulesCaller {
    async fn call(&mut self, call: &RulesCall) -> Result<Answer, Status> {
        match call {
            RulesCall::Start { seed } => self.start(seed).await,
            RulesCall::Position { position } => self.position(position).await,
            RulesCall::Legal { position, actor } => self.legal(position, actor.as_deref()).await,
            RulesCall::Apply {
                position,
                actor,
                text,
                earlier,
            } => self.apply(position, actor.as_deref(), text, earlier).await,
            RulesCall::Chance {
                position, outcome, ..
            } => self.apply(position, Some("chance"), outcome, &[]).await,
            RulesCall::View { position, viewer } => self.view(position, viewer).await,
            RulesCall::Action { text } => self.action(text).await,
        }
    }

    async fn start(&mut self, seed: &str) -> Result<Answer, Status> {
        let request = proto::CreatePositionRequest {
            setup: Some(self.setup.clone()),
            seed: seed.to_owned(),
        };
        let response = content(self.rules.create_position(request).await)?;
        let position = present(response.position, "position")?;
        let mut answer = position_fields(&position)?;
        answer.insert(
            "message".to_owned(),
            json!(messages_digest(position.position)),
        );
        Ok(answer)
    }

    /// Parses a position, and formats its message, which must have the same text.
    async fn position(&mut self, text: &str) -> Result<Answer, Status> {
        let request = proto::ParsePositionRequest {
            setup: Some(self.setup.clone()),
            text: text.to_owned(),
        };
        let response = content(self.rules.parse_position(request).await)?;
        let position = present(response.position, "position")?;
        let request = proto::FormatPositionRequest {
            setup: Some(self.setup.clone()),
            position: position.position.clone(),
        };
        let formatted = content(self.rules.format_position(request).await)?.text;
        let mut answer = position_fields(&position)?;
        remove_known_text(&mut answer, "position", text);
        answer.insert(
            "message".to_owned(),
            json!(messages_digest(position.position)),
        );
        answer.insert("is_formatted_alike".to_owned(), json!(formatted == text));
        Ok(answer)
    }

    async fn legal(&mut self, position: &str, actor: Option<&str>) -> Result<Answer, Status> {
        let request = proto::ListLegalActionsRequest {
            setup: Some(self.setup.clone()),
            position: position.to_owned(),
            actor: actor.map(actor_message).transpose()?,
            ..Default::default()
        };
        let response = content(self.rules.list_legal_actions(request).await)?;
        let texts: Vec<_> = response.actions.iter().map(|info| &*info.text).collect();
        let numbers = response.actions.iter().map(|info| info.number);
        let messages = response
            .actions
            .iter()
            .filter_map(|info| info.action.clone());
        let mut answer = Answer::new();
        if let Some(actor) = &response.actor {
            answer.insert("actor".to_owned(), json!(actor_text(actor)));
        }
        answer.insert("count".to_owned(), json!(texts.len()));
        answer.insert("digest".to_owned(), json!(lines_digest(&texts)));
        answer.insert("numbers".to_owned(), json!(lines_digest(numbers)));
        answer.insert("messages".to_owned(), json!(messages_digest(messages)));
        let length: usize = texts.iter().map(|text| text.len() + 3).sum();
        if length <= MAX_LISTED_BYTES {
            answer.insert("actions".to_owned(), json!(texts));
        }
        Ok(answer)
    }

    async fn apply(
        &mut self,
        position: &str,
        actor: Option<&str>,
        text: &str,
        earlier: &[String],
    ) -> Result<Answer, Status> {
        let request = proto::ApplyActionsRequest {
            setup: Some(self.setup.clone()),
            position: position.to_owned(),
            actor: actor.map(actor_message).transpose()?,
            text: text.to_owned(),
            earlier_positions: earlier.to_vec(),
            ..Default::default()
        };
        let response = content(self.rules.apply_actions(request).await)?;
        position_fields(&present(response.position, "position")?)
    }

    async fn view(&mut self, position: &str, viewer: &str) -> Result<Answer, Status> {
        let request = proto::GetViewRequest {
            setup: Some(self.setup.clone()),
            position: position.to_owned(),
            viewer: Some(viewer_message(viewer)?),
            ..Default::default()
        };
        let response = content(self.rules.get_view(request).await)?;
        let mut answer = Answer::from_iter([
            ("text".to_owned(), json!(response.text)),
            ("hash".to_owned(), json!(hash_text(response.view_hash))),
            (
                "observation_len".to_owned(),
                json!(response.observation.len()),
            ),
            (
                "observation".to_owned(),
                json!(bytes_digest(&response.observation)),
            ),
            ("message".to_owned(), json!(messages_digest(response.view))),
        ]);
        remove_known_text(&mut answer, "text", position);
        Ok(answer)
    }

    /// Parses an action, and formats its message, which must be the same action.
    async fn action(&mut self, text: &str) -> Result<Answer, Status> {
        let request = proto::ParseActionRequest {
            setup: Some(self.setup.clone()),
            text: text.to_owned(),
        };
        let response = content(self.rules.parse_action(request).await)?;
        let action = present(response.action, "action")?;
        let request = proto::FormatActionRequest {
            setup: Some(self.setup.clone()),
            action: action.action.clone(),
        };
        let formatted = content(self.rules.format_action(request).await)?.action;
        Ok(Answer::from_iter([
            ("number".to_owned(), json!(action.number)),
            (
                "message".to_owned(),
                json!(messages_digest(action.action.clone())),
            ),
            (
                "is_formatted_alike".to_owned(),
                json!(formatted.as_ref() == Some(&action) && action.text == text),
            ),
        ]))
    }
}

fn content<T>(response: Result<Response<T>, Status>) -> Result<T, Status> {
    response.map(Response::into_inner)
}

/// Returns a field that every answer of a server has.
fn present<T>(field: Option<T>, name: &str) -> Result<T, Status> {
    field.ok_or_else(|| Status::data_loss(format!("{name}: missing in the response")))
}

/// Removes a text that is the same as that of the request.
fn remove_known_text(answer: &mut Answer, field: &str, known: &str) {
    if answer.get(field).and_then(Value::as_str) == Some(known) {
        answer.shift_remove(field);
    }
}

fn position_fields(position: &proto::PositionInfo) -> Result<Answer, Status> {
    let turn = present(position.turn.clone().and_then(|turn| turn.kind), "turn")?;
    Ok(Answer::from_iter([
        ("position".to_owned(), json!(position.text)),
        ("hash".to_owned(), json!(hash_text(position.hash))),
        ("turn".to_owned(), turn_json(&turn)),
    ]))
}

fn hash_text(hash: u64) -> String {
    format!("{hash:016x}")
}

/// Returns what a position waits for, named as in the API.
fn turn_json(turn: &proto::turn::Kind) -> Value {
    match turn {
        proto::turn::Kind::Decision(decision) => json!({"decision": {
            "seats": decision.seats,
            "stage": decision.stage,
            "is_simultaneous": decision.is_simultaneous,
        }}),
        proto::turn::Kind::Chance(key) => json!({"chance": key}),
        proto::turn::Kind::Over(outcome) => json!({"over": {
            "places": outcome.places,
            "points": outcome.points,
            "rule": outcome.rule,
        }}),
    }
}

fn actor_message(text: &str) -> Result<proto::Actor, Status> {
    use proto::actor::Kind;
    let kind = match text {
        "chance" => Kind::Chance(true),
        "referee" => Kind::Referee(true),
        seat => Kind::Seat(seat_number(seat)?),
    };
    Ok(proto::Actor { kind: Some(kind) })
}

fn viewer_message(text: &str) -> Result<proto::Viewer, Status> {
    use proto::viewer::Kind;
    let kind = match text {
        "spectator" => Kind::Spectator(true),
        seat => Kind::Seat(seat_number(seat)?),
    };
    Ok(proto::Viewer { kind: Some(kind) })
}

fn seat_number(text: &str) -> Result<u32, Status> {
    let message = || format!("expected a seat number such as 0, found `{text}`");
    text.parse()
        .map_err(|_| Status::invalid_argument(message()))
}

fn actor_text(actor: &proto::Actor) -> String {
    use proto::actor::Kind;
    match actor.kind {
        Some(Kind::Seat(seat)) => seat.to_string(),
        Some(Kind::Chance(_)) => "chance".to_owned(),
        Some(Kind::Referee(_)) => "referee".to_owned(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_is_the_last_parenthesis_of_a_message() {
        assert_eq!(
            rule_of("a jump goes over one own robot (NW-10)"),
            Some("NW-10")
        );
        for message in ["", "position: at byte 2", "a (b)", "before (NW-10) after"] {
            assert_eq!(rule_of(message), None, "{message}");
        }
    }

    #[test]
    fn rejection_without_a_reason_is_no_answer_of_the_api() {
        let answer = rejection(Status::invalid_argument("no")).unwrap();
        assert_eq!(
            answer["error"],
            "InvalidArgument without an ErrorInfo of the domain botwerk"
        );
        assert!(rejection(Status::unavailable("gone")).is_err());
    }
}
