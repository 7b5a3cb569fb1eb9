//! Which players a game has.

use botwerk_engine::{Game, OptionSpec, Options};

use crate::agent::Agent;
use crate::limits::Limits;
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
}

impl AgentInfo {
    /// What its settings ask of whoever lets it decide, as they are if nothing is said.
    pub fn limits(&self) -> Limits {
        let nothing: [(&str, &str); 0] = [];
        // Where nothing is given, nothing can be wrong.
        Limits::of(&Options::resolve(self.settings, nothing).unwrap_or_default())
    }
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
        let settings = settings(&entry.info, spec)?;
        Ok(Candidate { entry, settings })
    }

    /// What the settings of the player that a text names ask of whoever lets it decide.
    ///
    /// # Errors
    /// As [`Self::agent`].
    fn limits(spec: &AgentSpec) -> Result<Limits, AgentError> {
        let info = &find::<Self>(spec)?.info;
        Ok(Limits::of(&settings(info, spec)?))
    }
}

/// All settings of a player, defaults included.
fn settings(info: &AgentInfo, spec: &AgentSpec) -> Result<Options, AgentError> {
    let given = spec.settings.iter().map(|(name, value)| (name, value));
    Options::resolve(info.settings, given).map_err(|error| AgentError::Setting {
        name: spec.name.clone(),
        error,
    })
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
