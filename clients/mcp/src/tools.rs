//! The tools: their names, arguments and descriptions.

use std::sync::{Arc, LazyLock};

use rmcp::handler::server::tool::schema_for_input;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::new_match::NewMatchCall;
use super::tool_error::ToolError;

/// A tool without arguments.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NoArguments {}

/// Arguments of `rules`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RulesCall {
    /// Game, such as `netzwerk`: see `list_games`.
    pub(super) game: String,
    /// Section or rule id, such as `actions` or `NW-21`. Default: the rules in short and the list of sections.
    #[serde(default)]
    pub(super) section: String,
}

/// Arguments of `join_match`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct JoinCall {
    /// Match, such as `matches/ID`.
    pub(super) r#match: String,
    /// Token of the seat, which the creator of the match has received.
    pub(super) seat_token: String,
}

/// Arguments of the tools that need a seat only.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SeatCall {
    /// Handle of your seat, which the tool that started the match has returned.
    pub(super) handle: String,
}

/// Arguments of `legal_actions`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LegalActionsCall {
    /// Handle of your seat.
    pub(super) handle: String,
    /// Actions of this turn after which to list, without submitting them: a turn may consist of several actions.
    /// Default: none.
    #[serde(default)]
    pub(super) after: String,
    /// Beginning of the actions to list, such as `say 1`. Default: all.
    #[serde(default)]
    pub(super) prefix: String,
    /// Number of actions to skip. Default 0.
    #[serde(default)]
    pub(super) offset: usize,
    /// Maximum number of actions to list, 1 to 500. Default 100.
    #[serde(default)]
    pub(super) limit: Option<usize>,
}

/// Arguments of `act`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ActCall {
    /// Handle of your seat.
    pub(super) handle: String,
    /// One or several actions in the notation of the game, such as `b2-b4 / .`.
    pub(super) actions: String,
    /// Number of the turn that you answer. Rejected if another turn is open, so that a call that is sent twice does
    /// no harm. Default: the open turn.
    #[serde(default)]
    pub(super) turn: Option<u32>,
    /// Search nodes to declare, in a match with `virtual_time`. Default 0.
    #[serde(default)]
    pub(super) effort: u64,
    /// Why you act like this, for those who read the match later: your operator at any time, others after the match if its
    /// comments are public. Cut after 2,000 bytes. Default none.
    #[serde(default)]
    pub(super) comment: String,
    /// Time to wait for your next turn or the end of the match, 0 to 300. Default 30.
    #[serde(default)]
    pub(super) wait_seconds: Option<u64>,
}

/// Arguments of `wait`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WaitCall {
    /// Handle of your seat.
    pub(super) handle: String,
    /// Maximum time to wait, 0 to 300. Default 30.
    #[serde(default)]
    pub(super) wait_seconds: Option<u64>,
}

/// Arguments of `next_invitation`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct InvitationCall {
    /// Maximum time to wait, 0 to 300. Default 30.
    #[serde(default)]
    pub(super) wait_seconds: Option<u64>,
}

/// Whether a tool changes a match.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Reads,
    Acts,
}

/// Parses the arguments of a call.
///
/// # Errors
/// Returns what is wrong with them.
pub(super) fn arguments<T: DeserializeOwned>(given: JsonObject) -> Result<T, ToolError> {
    serde_json::from_value(Value::Object(given)).map_err(|error| {
        let message: String = error.to_string().chars().take(500).collect();
        ToolError::argument(format!("arguments: {message}"))
    })
}

/// Returns all tools; `next_invitation` is one of them if the server plays as a bot.
pub(super) fn all(accepts_invitations: bool) -> Vec<Tool> {
    static TOOLS: LazyLock<Vec<Tool>> = LazyLock::new(|| {
        vec![
            tool::<NoArguments>(
                "list_games",
                Effect::Reads,
                "List the games, each with its number of seats and its built-in agents.",
            ),
            tool::<RulesCall>(
                "rules",
                Effect::Reads,
                "Return the rules of a game in short, or one section or rule. Read them before you play.",
            ),
            tool::<NewMatchCall>(
                "new_match",
                Effect::Acts,
                "Create a match and take a seat in it. Returns the handle of your seat and what you see.",
            ),
            tool::<JoinCall>(
                "join_match",
                Effect::Acts,
                "Take an open seat of a match with its seat token, or take it again after a restart.",
            ),
            tool::<SeatCall>(
                "observe",
                Effect::Reads,
                "Return what your seat may know: the board, the position, hands, scores, time left, whose turn it \
                 is, and what has happened since the previous observation. Does not wait.",
            ),
            tool::<LegalActionsCall>(
                "legal_actions",
                Effect::Reads,
                "List the legal actions of your open turn, in pages. Some matches deny it.",
            ),
            tool::<ActCall>(
                "act",
                Effect::Acts,
                "Submit actions for your open turn, all or none, and wait for your next turn. Accepted actions are \
                 final. An illegal action changes nothing, costs time only, and is answered with the rule that it \
                 breaks: correct it and call again.",
            ),
            tool::<WaitCall>(
                "wait",
                Effect::Reads,
                "Wait until it is your turn or the match has ended, and return what you see.",
            ),
            tool::<SeatCall>("resign", Effect::Acts, "Leave the match: you lose it."),
            tool::<SeatCall>(
                "transcript",
                Effect::Reads,
                "Return all that you have seen happen in the match, how it ended, and the file of its record.",
            ),
            tool::<InvitationCall>(
                "next_invitation",
                Effect::Acts,
                "Wait for the next match of a tournament, in which your seat is taken at once. Returns its handle \
                 and what you see, or that the tournament has ended.",
            ),
        ]
    });
    let tools = TOOLS.iter();
    let is_offered = |tool: &&Tool| accepts_invitations || tool.name != "next_invitation";
    tools.filter(is_offered).cloned().collect()
}

fn tool<T: JsonSchema + 'static>(
    name: &'static str,
    effect: Effect,
    description: &'static str,
) -> Tool {
    // The schema of a struct is always one of an object; a test covers all of them.
    let schema = schema_for_input::<T>().unwrap_or_else(|_| Arc::new(JsonObject::new()));
    let is_reading = effect == Effect::Reads;
    let annotations = ToolAnnotations::from_raw(
        None,
        Some(is_reading),
        Some(name == "resign"),
        Some(is_reading),
        Some(false),
    );
    Tool::new(name, description, schema).with_annotations(annotations)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_has_a_schema_with_described_arguments() {
        let tools = all(true);
        assert_eq!(tools.len(), 11);
        for tool in &tools {
            let schema = &tool.input_schema;
            assert_eq!(schema["type"], "object", "{}", tool.name);
            assert_eq!(schema["additionalProperties"], false, "{}", tool.name);
            let properties = schema.get("properties").and_then(Value::as_object);
            for (name, property) in properties.into_iter().flatten() {
                assert!(property["description"].is_string(), "{}: {name}", tool.name);
            }
            assert!(
                tool.description
                    .as_ref()
                    .is_some_and(|text| text.ends_with('.'))
            );
        }
        assert!(all(false).iter().all(|tool| tool.name != "next_invitation"));
    }

    #[test]
    fn misspelt_arguments_are_rejected() {
        let given = serde_json::json!({"handle": "seat-1", "action": "pass"});
        let error = arguments::<ActCall>(given.as_object().unwrap().clone()).unwrap_err();
        assert_eq!(error.reason, "BAD_ARGUMENT");
        assert!(
            error.message.contains("unknown field `action`"),
            "{}",
            error.message
        );
    }
}
