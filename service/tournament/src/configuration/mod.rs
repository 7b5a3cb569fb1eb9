//! The configuration of a tournament, as read from a file or a message.

mod draft;
mod entrant;
mod error;
mod file;
mod launch_command;
mod opening_file;
mod player;
mod sandbox;
mod toml_reader;
mod validation;

use std::collections::BTreeSet;

use botwerk_agents::{AgentSpec, GameAgents};
use botwerk_engine::clock::TimeControl;
use botwerk_engine::{Adjudication, GameId, GameRules, Options, RootSeed, Turn};
use serde::{Deserialize, Serialize};

pub use draft::{ConfigurationDraft, DEFAULT_SEATS, EntrantDraft};
pub use entrant::{Entrant, name_without_version, versioned_name};
pub use error::{FieldError, FileError, PlayerError};
pub use file::{ParsedFile, TournamentFile, parse_file};
pub use launch_command::{LaunchCommand, command_text};
pub use player::Player;
pub use sandbox::Sandbox;
pub use validation::{missing_versions, validate, validate_draft};

use crate::TournamentSeed;
use crate::format::{Format, FormatError, LeagueLimits, Rotation, Schedule};
use crate::openings::{OpeningOrder, opening_index};
use crate::statistics::Sprt;

/// The option of games with sampled openings: the number of turns.
const OPENING_TURNS: &str = "opening_turns";

/// Default number of turns that are sampled before each match, in games with sampled openings.
pub const DEFAULT_OPENING_TURNS: u32 = 2;

/// The turn limit of bots if the configuration limits nothing.
const DEFAULT_BOT_TURN_MILLIS: u64 = 60_000;

/// The configuration of a tournament.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Configuration {
    /// The display name.
    pub name: String,
    /// The game.
    #[serde(with = "game_name")]
    pub game: GameId,
    /// Options of the game by name. Options that are not listed have their defaults.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// The number of seats of a match.
    pub seats: usize,
    /// The format.
    pub format: Format,
    /// How entrants change seats within a block.
    #[serde(default)]
    pub rotation: Rotation,
    /// The number of turns sampled before each match, in games with sampled openings. `None`: none, in a tournament that
    /// was created before there was a default.
    #[serde(default)]
    pub opening_turns: Option<u32>,
    /// The positions from which blocks start, in the game's notation. Empty: every block starts with the
    /// position of its seed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub openings: Vec<String>,
    /// The order in which blocks start from the openings.
    #[serde(default, skip_serializing_if = "OpeningOrder::is_default")]
    pub opening_order: OpeningOrder,
    /// When matches are adjudicated; `None` if they are not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudication: Option<Adjudication>,
    /// The participants; in a knockout the best seed first.
    pub entrants: Vec<Entrant>,
    /// The server's time limits, in addition to those in the settings of agents.
    #[serde(default)]
    pub time_control: TimeControl,
    /// Whether submissions in a race are compared by declared effort instead of by the clock
    /// (MR-25).
    #[serde(default)]
    pub virtual_time: bool,
    /// What confines launched bots. `None`: they run as their launcher does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<Sandbox>,
    /// The number of days after which the record of a match is deleted. `None`: records are kept for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record_days: Option<u32>,
    /// Whether the comments of players are shown to all once the matches of their block have ended.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub public_comments: bool,
}

impl Configuration {
    /// Returns the entrants that are a built-in agent of a version that this program does not have.
    pub fn entrants_of_other_version(&self) -> BTreeSet<usize> {
        let entrants = self.entrants.iter().enumerate();
        let other = entrants.filter(|(_, entrant)| entrant.is_of_other_version(self.game));
        other.map(|(index, _)| index).collect()
    }

    /// Returns the game's options in every match. Openings are sampled from the match's seed, which
    /// all matches of a block share.
    pub fn match_options(&self) -> Vec<(String, String)> {
        match_options(&self.options, self.opening_turns)
    }

    /// Returns the position from which all matches of a block start, or `None` if it follows from the
    /// block's seed.
    pub fn opening(&self, seed: TournamentSeed, block: u64) -> Option<&str> {
        let count = self.openings.len();
        let index = (count > 0).then(|| opening_index(count, self.opening_order, seed, block));
        index.map(|index| self.openings[index].as_str())
    }

    /// Returns `true` if all matches start from the same position: players that do not vary their choices then play the
    /// same matches again and again.
    pub fn has_fixed_start(&self) -> bool {
        self.openings.len() == 1 || (self.openings.is_empty() && has_fixed_start(self.game, self))
    }

    /// Returns `true` if matches of the game can start from sampled openings.
    pub fn can_sample_openings(&self) -> bool {
        has_openings(self.game)
    }

    /// Returns the number of matches of a block, which share a seed.
    pub fn matches_per_block(&self) -> u64 {
        self.rotation.matches_per_block(self.seats)
    }

    /// Returns `true` if time is measured: by a clock, or because an agent's settings limit its
    /// thinking time.
    pub fn is_timed(&self) -> bool {
        let control = self.time_control;
        let is_timed = |entrant: &Entrant| match &entrant.player {
            Player::Agent(text) => is_timed(self.game, text),
            Player::Bot(_) | Player::Command(_) | Player::Stdio(_) => false,
        };
        control.has_clock() || control.round_millis.is_some() || self.entrants.iter().any(is_timed)
    }

    /// Returns the configuration of a new tournament. In games with sampled openings it has
    /// [`DEFAULT_OPENING_TURNS`] of them, unless openings are given in another way: otherwise players that do not vary
    /// their choices would play the same matches again and again. Bots have a turn limit of 60 s if nothing limits their
    /// time, so that one that stays silent cannot delay the tournament forever. An anchor is the present version of its
    /// agent, unless it names one: another version may have another strength.
    pub fn with_defaults(mut self) -> Self {
        if self.opening_turns.is_none() && self.openings.is_empty() && has_openings(self.game) {
            self.opening_turns = Some(DEFAULT_OPENING_TURNS);
        }
        let is_bot = |entrant: &Entrant| !matches!(entrant.player, Player::Agent(_));
        let control = &mut self.time_control;
        let is_limited = control.has_clock() || control.round_millis.is_some();
        if self.entrants.iter().any(is_bot) && !is_limited && control.budget_nodes.is_none() {
            control.turn_millis = Some(DEFAULT_BOT_TURN_MILLIS);
        }
        for entrant in &mut self.entrants {
            entrant.fix_version(self.game);
        }
        self
    }

    /// Returns the configuration that changes or repeats the one of an existing tournament: what it leaves to a default that
    /// tournaments have not always had is as there, and an anchor that names no version remains of its version.
    pub fn with_defaults_beside(mut self, existing: &Self) -> Self {
        for (entrant, known) in self.entrants.iter_mut().zip(&existing.entrants) {
            entrant.keep_version(known);
        }
        let opening_turns = self.opening_turns.or(existing.opening_turns);
        Self {
            opening_turns,
            ..self.with_defaults()
        }
    }

    /// Returns the sequential test, or `None` for the other formats.
    pub fn sprt(&self) -> Option<Sprt> {
        match self.format {
            Format::Sprt { hypotheses, .. } => Sprt::new(hypotheses).ok(),
            _ => None,
        }
    }

    /// Returns the limits of a league, or `None` for the other formats.
    pub const fn league(&self) -> Option<LeagueLimits> {
        match self.format {
            Format::League(limits) => Some(limits),
            _ => None,
        }
    }

    /// Returns the fixed rating of each entrant, or `None` if it is no anchor.
    pub fn anchors(&self) -> Vec<Option<i32>> {
        self.entrants.iter().map(|entrant| entrant.anchor).collect()
    }

    /// Returns `true` if a later entrant is another version of the same player.
    pub fn is_former_version(&self, entrant: usize) -> bool {
        let own = &self.entrants[entrant];
        let is_newer =
            |other: &Entrant| other.version.is_some() && other.player_name() == own.player_name();
        own.version.is_some() && self.entrants[entrant + 1..].iter().any(is_newer)
    }

    /// Returns the schedule.
    ///
    /// # Errors
    /// Returns an error if the format does not fit the number of entrants or seats.
    pub fn schedule(&self, seed: TournamentSeed) -> Result<Schedule, FormatError> {
        let entrants = self.entrants.len();
        Schedule::new(
            self.format,
            entrants,
            self.seats,
            self.rotation,
            seed.root(),
        )
    }
}

fn match_options(
    options: &[(String, String)],
    opening_turns: Option<u32>,
) -> Vec<(String, String)> {
    let opening = opening_turns.map(|turns| (OPENING_TURNS.to_owned(), turns.to_string()));
    options.iter().cloned().chain(opening).collect()
}

/// Number of seeds by which it is found whether the start depends on them.
const SAMPLED_STARTS: u32 = 8;

fn has_fixed_start(game: GameId, configuration: &Configuration) -> bool {
    let options = Options::resolve(game.spec().options, configuration.match_options());
    let Ok(game) = options.and_then(|options| game.game(configuration.seats, options)) else {
        return false;
    };
    let start = |number: u32| game.initial_state(RootSeed::from_text(&number.to_string()));
    let first = start(0);
    let is_chance = matches!(game.turn(&first), Turn::Chance(_));
    !is_chance && (1..SAMPLED_STARTS).all(|number| start(number) == first)
}

/// Returns `true` if matches of the game can start from sampled openings.
fn has_openings(game: GameId) -> bool {
    has_option(game, OPENING_TURNS)
}

fn has_option(game: GameId, name: &str) -> bool {
    game.spec().options.iter().any(|option| option.name == name)
}

fn is_timed(game: GameId, agent: &str) -> bool {
    let limits = agent.parse().ok().map(|spec: AgentSpec| game.limits(&spec));
    limits.is_some_and(|limits| limits.is_ok_and(|limits| limits.time.is_some()))
}

/// Serializes games as their names.
mod game_name {
    use botwerk_engine::GameId;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        game: &GameId,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(game.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<GameId, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use botwerk_engine::clock::Bank;

    use super::*;

    fn round_robin(players: Vec<Player>) -> Configuration {
        let entrant = |(index, player)| Entrant::new(format!("entrant {index}"), player);
        Configuration {
            name: "cup".into(),
            game: "netzwerk".parse().unwrap(),
            options: vec![("repetition".into(), "3".into())],
            seats: 2,
            format: Format::RoundRobin { cycles: 1 },
            rotation: Rotation::Cyclic,
            opening_turns: None,
            openings: Vec::new(),
            opening_order: OpeningOrder::Shuffled,
            adjudication: None,
            entrants: players.into_iter().enumerate().map(entrant).collect(),
            time_control: TimeControl::default(),
            virtual_time: false,
            sandbox: None,
            record_days: None,
            public_comments: false,
        }
    }

    fn agents(specs: [&str; 2]) -> Configuration {
        round_robin(specs.map(|spec| Player::Agent(spec.into())).to_vec())
    }

    fn with_control(time_control: TimeControl) -> Configuration {
        Configuration {
            time_control,
            ..round_robin(vec![
                Player::Bot("b".into()),
                Player::Agent("greedy".into()),
            ])
        }
    }

    const BANK: TimeControl = TimeControl {
        turn_millis: None,
        round_millis: None,
        bank: Some(Bank {
            base_millis: 60_000,
            increment_millis: 0,
        }),
        budget_nodes: None,
        lag_cap_millis: None,
    };

    fn turn(millis: u64) -> TimeControl {
        TimeControl {
            turn_millis: Some(millis),
            ..TimeControl::default()
        }
    }

    fn round(millis: u64) -> TimeControl {
        TimeControl {
            round_millis: Some(millis),
            ..TimeControl::default()
        }
    }

    fn budget(nodes: u64) -> TimeControl {
        TimeControl {
            budget_nodes: Some(nodes),
            ..TimeControl::default()
        }
    }

    #[test]
    fn match_options_end_with_the_opening_turns() {
        let mut configuration = agents(["random", "greedy"]);
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let repetition = || option("repetition", "3");
        assert_eq!(configuration.match_options(), [repetition()]);
        configuration.opening_turns = Some(4);
        let expected = [repetition(), option("opening_turns", "4")];
        assert_eq!(configuration.match_options(), expected);
    }

    #[test]
    fn time_is_measured_under_clocks_and_for_agents_with_a_time_setting() {
        assert!(!agents(["random", "minimax:nodes=2000"]).is_timed());
        assert!(agents(["random", "minimax:time=100ms"]).is_timed());
        assert!(!with_control(TimeControl::default()).is_timed());
        assert!(!with_control(budget(1000)).is_timed());
        for control in [turn(1), round(1), BANK] {
            assert!(with_control(control).is_timed(), "{control}");
        }
    }

    #[test]
    fn default_turn_limit_applies_only_to_unlimited_bots() {
        let limit = |configuration: Configuration| {
            let control = configuration.with_defaults().time_control;
            control.turn_millis
        };
        let launched = Player::Command(LaunchCommand::new(vec!["b".into()]));
        for bot in [Player::Bot("b".into()), launched] {
            let configuration = round_robin(vec![Player::Agent("random".into()), bot]);
            assert_eq!(limit(configuration), Some(60_000));
        }
        assert_eq!(limit(agents(["random", "greedy"])), None);
        assert_eq!(limit(with_control(turn(5))), Some(5));
        for control in [round(1), BANK, budget(1000)] {
            assert_eq!(limit(with_control(control)), None, "{control}");
        }
    }

    #[test]
    fn sprt_is_the_test_of_the_format() {
        let mut configuration = agents(["random", "greedy"]);
        assert_eq!(configuration.sprt(), None);
        let hypotheses = crate::statistics::Hypotheses {
            elo0: 0.0,
            elo1: 5.0,
            scale: crate::statistics::Scale::Logistic,
            alpha: 0.05,
            beta: 0.05,
        };
        configuration.format = Format::Sprt {
            hypotheses,
            max_pairs: 10,
        };
        let sprt = configuration.sprt().unwrap();
        assert_eq!(sprt.hypotheses(), &hypotheses);
    }

    #[test]
    fn configuration_is_stored_with_the_name_of_its_game() {
        let configuration = agents(["random", "greedy"]);
        let text = serde_json::to_string(&configuration).unwrap();
        assert!(text.contains(r#""game":"netzwerk""#), "{text}");
        assert_eq!(
            serde_json::from_str::<Configuration>(&text).unwrap(),
            configuration
        );
        let unknown = text.replace("netzwerk", "chess");
        assert!(serde_json::from_str::<Configuration>(&unknown).is_err());
    }
}
