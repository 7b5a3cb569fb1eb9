//! Contents of submissions to action requests.

use std::sync::Arc;

use arbitrary::{Result, Unstructured};
use botwerk_agents::GameAgents;
use botwerk_client::{AgentPlayer, Bot, Choice, Match, View, proto};
use botwerk_engine::GameId;

/// The content of a submission.
#[derive(Debug, Clone, Default)]
pub(super) struct SubmissionContent {
    pub(super) actions: Vec<proto::Action>,
    pub(super) text: String,
    pub(super) effort: u64,
}

/// Generates an answer to an action request: a built-in agent's choice or any legal action. Without
/// a request, returns `pass`.
pub(super) fn generate_content(
    joined: &proto::Joined,
    request: Option<&proto::ActionRequest>,
    source: &mut Unstructured<'_>,
) -> Result<SubmissionContent> {
    let text = |text: &str| SubmissionContent {
        text: text.to_owned(),
        ..SubmissionContent::default()
    };
    let Some(request) = request else {
        return Ok(text("pass"));
    };
    let variant = source.int_in_range(0..=5)?;
    if variant <= 2
        && let Some(choice) = agent_answer(joined, request)
    {
        return Ok(SubmissionContent {
            effort: choice.effort,
            ..text(&choice.text)
        });
    }
    if request.legal_actions.is_empty() {
        return Ok(text("pass"));
    }
    let legal = source.choose(&request.legal_actions)?;
    Ok(if variant == 5 {
        text(&legal.text)
    } else {
        SubmissionContent {
            actions: legal.action.clone().into_iter().collect(),
            effort: source.int_in_range(0..=100)?,
            ..SubmissionContent::default()
        }
    })
}

/// Search nodes of the agent that answers.
const AGENT_NODES: u64 = 100;

/// Returns the choice of the game's strongest agent, if the request carries the view as text.
fn agent_answer(joined: &proto::Joined, request: &proto::ActionRequest) -> Option<Choice> {
    let game: GameId = joined.setup.as_ref()?.game.parse().ok()?;
    let strongest = game.roster().first()?.with_node_limit(AGENT_NODES);
    let mut player = AgentPlayer::new(game, &strongest.to_string()).ok()?;
    let joined = Arc::new(Match {
        joined: joined.clone(),
    });
    player.started(&joined).ok()?;
    player.choose(&View::new(joined, request.clone()), &[]).ok()
}
