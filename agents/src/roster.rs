//! Which players a game has.

use botwerk_engine::{Game, OptionSpec, Options};

use crate::agent::Agent;
use crate::spec::{AgentError, AgentSpec};

/// What is known of a bundled player.
#[derive(Debug, Clone, Copy)]
pub struct AgentInfo {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub about: &'static str,
    /// Its settings.
    pub settings: &'static [OptionSpec],
    /// Whether its choices are a function of settings, view and seed; all others are `timed`.
    pub reproducible: bool,
}

/// A player's information and how it is made.
pub struct Entry<G: Game> {
    /// What is known of it.
    pub info: AgentInfo,
    /// Makes one with these settings.
    pub make: fn(&Options) -> Box<dyn Agent<G>>,
}

impl<G: Game> std::fmt::Debug for Entry<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.info.fmt(f)
    }
}

/// A player with its settings, which is not made yet: it may take much memory.
#[derive(Debug)]
pub struct Candidate<G: Game> {
    entry: &'static Entry<G>,
    settings: Options,
}

impl<G: Game> Candidate<G> {
    /// Makes the player.
    pub fn make(&self) -> Box<dyn Agent<G>> {
        (self.entry.make)(&self.settings)
    }
}

/// A game that has bundled players.
pub trait Roster: Game {
    /// All players, the strongest first.
    fn roster() -> &'static [Entry<Self>];

    /// The strongest player, with its settings as they are if nothing is said.
    fn strongest() -> AgentSpec {
        let entry = Self::roster().first();
        AgentSpec {
            name: entry.map_or("", |entry| entry.info.name).to_owned(),
            settings: Vec::new(),
        }
    }

    /// Makes the player that a text names.
    ///
    /// # Errors
    /// If there is none of that name, or a setting is not one of its own.
    fn agent(spec: &AgentSpec) -> Result<Box<dyn Agent<Self>>, AgentError> {
        Self::candidate(spec).map(|candidate| candidate.make())
    }

    /// The player that a text names, before it is made.
    ///
    /// # Errors
    /// If there is none of that name, or a setting is not one of its own.
    fn candidate(spec: &AgentSpec) -> Result<Candidate<Self>, AgentError> {
        let entry = find::<Self>(spec)?;
        let options = Options::resolve(
            entry.info.settings,
            spec.settings.iter().map(|(n, v)| (n, v)),
        );
        let settings = options.map_err(|error| AgentError::Setting {
            name: spec.name.clone(),
            error,
        })?;
        Ok(Candidate { entry, settings })
    }

    /// What is known of the player that a text names.
    ///
    /// # Errors
    /// If there is none of that name.
    fn agent_info(spec: &AgentSpec) -> Result<AgentInfo, AgentError> {
        find::<Self>(spec).map(|entry| entry.info)
    }
}

fn find<G: Roster>(spec: &AgentSpec) -> Result<&'static Entry<G>, AgentError> {
    let roster = G::roster();
    roster
        .iter()
        .find(|entry| entry.info.name == spec.name)
        .ok_or_else(|| {
            let known: Vec<_> = roster.iter().map(|entry| entry.info.name).collect();
            let game = G::spec().id.name();
            AgentError::Unknown {
                name: spec.name.clone(),
                game,
                known: known.join(", "),
            }
        })
}
