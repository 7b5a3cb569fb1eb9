//! `CatalogService` as functions.

use botwerk_agents::{AgentInfo, GameAgents};
use botwerk_engine::record::ruleset_sha256;
use botwerk_engine::{GameEncoding, GameId};
use botwerk_proto::v1 as proto;

use crate::error::Error;
use crate::{PageTokens, observation_field_message, option_specs, setup};

/// Lists the games.
///
/// # Errors
/// Returns an error if the page token is not one of an earlier response.
pub fn list_games(request: &proto::ListGamesRequest) -> Result<proto::ListGamesResponse, Error> {
    let games: Vec<_> = GameId::all().iter().map(|game| summary(*game)).collect();
    let (games, next_page_token) = page("games", games, request.page_size, &request.page_token)?;
    Ok(proto::ListGamesResponse {
        games,
        next_page_token,
    })
}

/// Describes a game.
///
/// # Errors
/// Returns an error if no game has the name.
pub fn get_game(request: &proto::GetGameRequest) -> Result<proto::GetGameResponse, Error> {
    let game: GameId = request.game.parse()?;
    description(game)
}

/// Lists the built-in agents of a game, or of all games.
///
/// # Errors
/// Returns an error if no game has the name, or the page token is not one of an earlier response.
pub fn list_agents(request: &proto::ListAgentsRequest) -> Result<proto::ListAgentsResponse, Error> {
    let games = match request.game.as_str() {
        "" => GameId::all(),
        name => vec![name.parse()?],
    };
    let agents: Vec<_> = games.into_iter().flat_map(agents).collect();
    let (agents, next_page_token) = page("agents", agents, request.page_size, &request.page_token)?;
    Ok(proto::ListAgentsResponse {
        agents,
        next_page_token,
    })
}

fn summary(game: GameId) -> proto::GameSummary {
    let spec = game.spec();
    proto::GameSummary {
        name: game.name().into(),
        title: spec.title.into(),
        min_seats: spec.min_seats as u32,
        max_seats: spec.max_seats as u32,
    }
}

fn description(id: GameId) -> Result<proto::GetGameResponse, Error> {
    let spec = id.spec();
    let setup_message = proto::GameSetup {
        game: id.name().into(),
        ..Default::default()
    };
    let game = setup(&setup_message, None)?;
    Ok(proto::GetGameResponse {
        score_unit: spec.score_unit.unwrap_or_default().into(),
        summary: Some(summary(id)),
        options: option_specs(spec.options),
        rules: spec.rules.into(),
        ruleset: spec.ruleset.into(),
        ruleset_sha256: ruleset_sha256(id),
        notation: spec
            .notation
            .iter()
            .map(|line| (*line).to_owned())
            .collect(),
        action_count: game.action_count(),
        observation_len: game.observation_len() as u32,
        observation_layout: spec.observation.into(),
        observation_fields: spec
            .observation_fields
            .iter()
            .map(observation_field_message)
            .collect(),
        observation_version: spec.observation_version,
        hash_version: spec.hash_version,
    })
}

fn agents(game: GameId) -> Vec<proto::AgentSummary> {
    let agent = |info: AgentInfo| proto::AgentSummary {
        version: info.version,
        game: game.name().into(),
        name: info.name.into(),
        description: info.description.into(),
        settings: option_specs(info.settings),
        is_reproducible: info.limits().is_reproducible(),
    };
    game.roster().into_iter().map(agent).collect()
}

/// Returns one page of a list and the token of the next one: the number of entries before it.
fn page<T>(list: &str, entries: Vec<T>, size: u32, token: &str) -> Result<(Vec<T>, String), Error> {
    let total = entries.len();
    let tokens = PageTokens::default();
    let from = tokens.open(list, token)?;
    // A token of another request may be of a longer list.
    let from = from.map_or(0, |from| from.parse().unwrap_or(total).min(total));
    let size = if size == 0 { total } else { size as usize };
    let to = from.saturating_add(size).min(total);
    let next = if to < total {
        tokens.seal(list, &to.to_string())
    } else {
        String::new()
    };
    Ok((
        entries.into_iter().skip(from).take(to - from).collect(),
        next,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_of_a_longer_list_is_the_end() {
        let (first, token) = page("agents", vec![1, 2, 3, 4, 5], 4, "").unwrap();
        assert_eq!(first, [1, 2, 3, 4]);
        let (rest, next) = page("agents", vec![1, 2, 3], 4, &token).unwrap();
        assert_eq!((rest, next.as_str()), (vec![], ""));
        let (rest, next) = page("agents", vec![1, 2, 3, 4, 5], 4, &token).unwrap();
        assert_eq!((rest, next.as_str()), (vec![5], ""));
    }
}
