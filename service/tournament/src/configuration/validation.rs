//! Whether a tournament can be played.

use std::collections::BTreeMap;

use botwerk_agents::{AgentSpec, Roster};
use botwerk_engine::{Options, RootSeed, with_game};

use super::{Configuration, FieldError, OPENING_TURNS, Player};
use crate::TournamentSeed;

/// The option of such games that says what openings are drawn from.
const OPENING_SEED: &str = "opening_seed";

/// The longest name, in bytes.
const NAME_BYTES: usize = 128;

/// Everything that is wrong with a configuration.
pub fn validate(configuration: &Configuration) -> Vec<FieldError> {
    let mut faults = Faults(Vec::new());
    if configuration.name.is_empty() || configuration.name.len() > NAME_BYTES {
        faults.add("name", format!("must be 1 to {NAME_BYTES} bytes long"));
    }
    with_game!(configuration.game, G => faults.check_game::<G>(configuration));
    faults.check_names(configuration);
    faults.check_format(configuration);
    faults.0.extend(configuration.time_control.validate());
    faults.0
}

struct Faults(Vec<FieldError>);

impl Faults {
    fn add(&mut self, field: impl Into<String>, message: impl Into<String>) {
        self.0.push(FieldError {
            field: field.into(),
            message: message.into(),
        });
    }

    /// Options, seats and bundled players are those of the game.
    fn check_game<G: Roster>(&mut self, configuration: &Configuration) {
        let draws_openings = G::spec()
            .options
            .iter()
            .any(|option| option.name == OPENING_TURNS);
        for (name, value) in &configuration.options {
            let field = format!("options.{name}");
            if draws_openings && [OPENING_TURNS, OPENING_SEED].contains(&name.as_str()) {
                let message = "is set for every match; say opening_turns outside of the options";
                self.add(field, message);
            } else if let Err(error) = Options::resolve(G::spec().options, [(name, value)]) {
                let text = error.to_string();
                let start = format!("option {name}: ");
                self.add(field, text.strip_prefix(&start).unwrap_or(&text));
            }
        }
        if configuration.opening_turns.is_some() && !draws_openings {
            let message = format!("{} draws no openings; leave it out", G::spec().id);
            self.add(OPENING_TURNS, message);
        }
        if self.0.is_empty() {
            let given = configuration
                .options
                .iter()
                .map(|(name, value)| (name, value));
            let game = Options::resolve(G::spec().options, given)
                .and_then(|options| G::new(configuration.seats, options));
            if let Err(error) = game {
                self.add("seats", error.to_string());
            }
        }
        for (index, entrant) in configuration.entrants.iter().enumerate() {
            match &entrant.player {
                Player::Agent(text) => self.check_agent::<G>(index, text),
                Player::Bot(name) if name.is_empty() => {
                    self.add(format!("entrant[{index}].bot"), "must be a bot's name");
                }
                Player::Command(command) if command.iter().all(String::is_empty) => {
                    self.add(format!("entrant[{index}].command"), "names no program");
                }
                Player::Bot(_) | Player::Command(_) => {}
            }
        }
    }

    fn check_agent<G: Roster>(&mut self, index: usize, text: &str) {
        let spec: Result<AgentSpec, _> = text.parse();
        let checked = match spec {
            Ok(spec) => G::factory(&spec)
                .map(drop)
                .map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        if let Err(message) = checked {
            let start = format!("agent {}: ", text.split(':').next().unwrap_or_default());
            let message = message.strip_prefix(&start).unwrap_or(&message).to_owned();
            self.add(format!("entrant[{index}].agent"), message);
        }
    }

    /// Names are told apart by tables, and bots by their tokens.
    fn check_names(&mut self, configuration: &Configuration) {
        let mut names: BTreeMap<&str, usize> = BTreeMap::new();
        for (index, entrant) in configuration.entrants.iter().enumerate() {
            let field = format!("entrant[{index}].name");
            let name = entrant.name.as_str();
            if name.is_empty() || name.len() > NAME_BYTES || name.contains(char::is_control) {
                self.add(
                    &field,
                    format!("must be 1 to {NAME_BYTES} bytes of plain text"),
                );
            }
            if let Some(other) = names.insert(name, index) {
                let message =
                    format!("{name}: entrant[{other}] has the same name; give one of them another");
                self.add(field, message);
            }
        }
    }

    fn check_format(&mut self, configuration: &Configuration) {
        if let Err(error) = configuration.schedule(TournamentSeed::new(RootSeed::new([0; 32]))) {
            self.add("format", error.to_string());
        }
    }
}
