//! What a seat may answer to a request.

use arbitrary::{Result, Unstructured};
use botwerk_agents::Roster;
use botwerk_client::{AgentPlayer, Player, Reply, proto};
use botwerk_engine::{GameId, with_game};

/// The content of an act.
#[derive(Debug, Clone, Default)]
pub(super) struct Answer {
    pub(super) actions: Vec<proto::Action>,
    pub(super) text: String,
    pub(super) effort: u64,
}

/// An answer: what a bundled player would say, or any legal action; something if nothing was asked.
pub(super) fn answer(
    joined: &proto::Joined,
    request: Option<&proto::ActRequest>,
    source: &mut Unstructured<'_>,
) -> Result<Answer> {
    let text = |text: &str| Answer {
        text: text.to_owned(),
        ..Answer::default()
    };
    let Some(request) = request else {
        return Ok(text("pass"));
    };
    let way = source.int_in_range(0..=5)?;
    if way <= 2
        && let Some(reply) = bundled_answer(joined, request)
    {
        return Ok(Answer {
            effort: reply.effort,
            ..text(&reply.text)
        });
    }
    if request.legal_actions.is_empty() {
        return Ok(text("pass"));
    }
    let legal = source.choose(&request.legal_actions)?;
    Ok(if way == 5 {
        text(&legal.text)
    } else {
        Answer {
            actions: legal.action.into_iter().collect(),
            effort: source.int_in_range(0..=100)?,
            ..Answer::default()
        }
    })
}

/// Nodes of a player that answers quickly.
const QUICK: u64 = 100;

/// The answer of the game's strongest player, if the request carries the view's text.
fn bundled_answer(joined: &proto::Joined, request: &proto::ActRequest) -> Option<Reply> {
    let game: GameId = joined.setup.as_ref()?.game.parse().ok()?;
    with_game!(game, G => {
        let strongest = <G as Roster>::roster().first()?;
        let strongest = strongest.info.within(QUICK).to_string();
        let mut player = AgentPlayer::<G>::new(&strongest).ok()?;
        player.joined(joined).ok()?;
        player.act(request).ok()
    })
}
