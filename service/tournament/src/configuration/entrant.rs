//! The participants of a tournament.

use botwerk_agents::{AgentSpec, GameAgents};
use botwerk_engine::GameId;
use serde::{Deserialize, Serialize};

use super::player::Player;

/// A participant of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// The name in all tables, unique within the tournament. It ends with the version, if there is one: `rook 2`.
    pub name: String,
    /// The version of the player. Versions of a player are entrants of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The player that acts for the entrant.
    pub player: Player,
    /// The fixed rating of an anchor of a league, in Elo; `None` for an entrant that is not an anchor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<i32>,
}

impl Entrant {
    /// Returns an entrant without a version that is no anchor.
    pub const fn new(name: String, player: Player) -> Self {
        Self {
            name,
            version: None,
            player,
            anchor: None,
        }
    }

    /// Returns the built-in agent of an anchor.
    fn anchor_agent(&self) -> Option<AgentSpec> {
        match &self.player {
            Player::Agent(text) if self.anchor.is_some() => text.parse().ok(),
            _ => None,
        }
    }

    /// Names the version of an anchor, if it names none.
    pub(super) fn fix_version(&mut self, game: GameId) {
        let agent = self
            .anchor_agent()
            .filter(|agent| agent.version().is_none());
        let Some(agent) = agent else { return };
        if let Ok(present) = game.recorded_agent(&agent) {
            self.player = Player::Agent(agent.with_version(present.version).to_string());
        }
    }

    /// Takes over the version of an anchor that differs in nothing else from this one, which names none.
    pub(super) fn keep_version(&mut self, known: &Self) {
        let agents = self.anchor_agent().zip(known.anchor_agent());
        let is_same = |(own, known): (AgentSpec, AgentSpec)| {
            own.version().is_none() && own == known.without_version()
        };
        if agents.is_some_and(is_same) {
            self.player = known.player.clone();
        }
    }

    /// Returns `true` for a built-in agent that is to be of a version that this program does not have.
    pub(super) fn is_of_other_version(&self, game: GameId) -> bool {
        self.player.missing_version(game).is_some()
    }

    /// Returns the name without the version, which all versions of a player share.
    pub fn player_name(&self) -> &str {
        name_without_version(&self.name, self.version.as_deref())
    }
}

/// Returns the name of an entrant without its version.
pub fn name_without_version<'a>(name: &'a str, version: Option<&str>) -> &'a str {
    let player = version.and_then(|version| name.strip_suffix(version)?.strip_suffix(' '));
    player.unwrap_or(name)
}

/// Returns the name of a version of a player.
pub fn versioned_name(player: &str, version: &str) -> String {
    format!("{player} {version}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn anchor(player: &str) -> Entrant {
        Entrant {
            anchor: Some(0),
            ..Entrant::new("a".into(), Player::Agent(player.into()))
        }
    }

    #[test]
    fn anchor_is_of_the_version_with_which_it_started() {
        let game = GameId::NETZWERK;
        let version = game
            .recorded_agent(&"minimax".parse().unwrap())
            .unwrap()
            .version;
        let fixed = format!("minimax@{version}:nodes=500");
        let mut started = anchor("minimax:nodes=500");
        started.fix_version(game);
        assert_eq!(started, anchor(&fixed));
        assert!(!started.is_of_other_version(game));

        let old = anchor("minimax@1:nodes=500");
        assert!(old.is_of_other_version(game));
        let kept = |player: &str| {
            let mut entrant = anchor(player);
            entrant.keep_version(&old);
            entrant.fix_version(game);
            entrant
        };
        assert_eq!(kept("minimax:nodes=500"), old);
        assert_ne!(kept("minimax:nodes=501"), old);
        assert_eq!(kept(&fixed), anchor(&fixed));
    }

    #[test]
    fn other_entrants_are_of_the_present_version() {
        let player = Player::Agent("minimax".into());
        let mut entrant = Entrant::new("a".into(), player.clone());
        entrant.fix_version(GameId::NETZWERK);
        assert_eq!(entrant.player, player);
    }
}
