//! The agents of a game.

use botwerk_engine::{FromSetup, Game, GameId, GameType, OptionSpec, Options};

use crate::agent::Agent;
use crate::level::LEVEL;
use crate::limits::AgentLimits;
use crate::spec::{AgentError, AgentSpec, RecordedAgent};

/// Name, description and settings of a built-in agent.
#[derive(Debug, Clone, Copy)]
pub struct AgentInfo {
    /// Name, such as `minimax`.
    pub name: &'static str,
    /// The version, which is raised by every change after which the agent may choose otherwise.
    pub version: u32,
    /// Description of what the agent does, in one line.
    pub description: &'static str,
    /// Unit of the values that the agent reports; empty if it reports none.
    pub value_unit: &'static str,
    /// Specifications of the settings.
    pub settings: &'static [OptionSpec],
}

impl AgentInfo {
    /// Returns the agent's spec with this limit of nodes per decision, if it has a setting for it.
    ///
    /// ```
    /// use botwerk_agents::Roster;
    /// use botwerk_engine::netzwerk::Netzwerk;
    ///
    /// let specs = Netzwerk::roster().iter().map(|entry| entry.info.with_node_limit(500).to_string());
    /// assert!(specs.eq(["minimax:nodes=500", "greedy", "random"]));
    /// ```
    pub fn with_node_limit(&self, nodes: u64) -> AgentSpec {
        let node_setting = self.settings.iter().find(|setting| setting.name == "nodes");
        let setting = node_setting.map(|setting| (setting.name.to_owned(), nodes.to_string()));
        AgentSpec {
            name: self.name.to_owned(),
            settings: setting.into_iter().collect(),
        }
    }

    /// Returns the limits of the default settings.
    pub fn limits(&self) -> AgentLimits {
        let no_settings: [(&str, &str); 0] = [];
        // Defaults are valid, so resolving them cannot fail.
        AgentLimits::from_settings(
            &Options::resolve(self.settings, no_settings).unwrap_or_default(),
        )
    }
}

/// An agent of a game's roster, with its constructor.
pub struct AgentEntry<G: Game> {
    /// Description of the agent.
    pub info: AgentInfo,
    /// Creates the agent with these settings.
    pub make: fn(&Options) -> Box<dyn Agent<G>>,
}

impl<G: Game> std::fmt::Debug for AgentEntry<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.info.fmt(f)
    }
}

/// An agent with its settings that is not created yet, since it may need much memory.
///
/// ```
/// use botwerk_agents::Roster;
/// use botwerk_engine::netzwerk::Netzwerk;
///
/// // The settings are checked now; the table is allocated by `make`.
/// let factory = Netzwerk::factory(&"minimax:table=64".parse().unwrap()).unwrap();
/// let first = factory.make();
/// let second = factory.make();
/// # drop((first, second));
/// assert!(Netzwerk::factory(&"minimax:table=100000".parse().unwrap()).is_err());
/// ```
pub struct AgentFactory<G: Game> {
    name: &'static str,
    version: u32,
    make: Box<dyn Fn() -> Box<dyn Agent<G>> + Send + Sync>,
}

impl<G: Game> AgentFactory<G> {
    pub(crate) fn new(
        info: &AgentInfo,
        make: impl Fn() -> Box<dyn Agent<G>> + Send + Sync + 'static,
    ) -> Self {
        Self {
            name: info.name,
            version: info.version,
            make: Box::new(make),
        }
    }

    /// Returns the name of the agent, such as `minimax`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the version of the agent.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Creates the agent.
    pub fn make(&self) -> Box<dyn Agent<G>> {
        (self.make)()
    }
}

impl<G: Game> std::fmt::Debug for AgentFactory<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AgentFactory")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// A game that has built-in agents.
///
/// ```
/// use botwerk_agents::Roster;
/// use botwerk_engine::micro_robots::MicroRobots;
///
/// let names = MicroRobots::roster().iter().map(|entry| entry.info.name);
/// assert!(names.eq(["solver", "first-found", "human", "random"]));
/// assert_eq!(MicroRobots::strongest().to_string(), "solver");
/// assert!(MicroRobots::agent(&"human:mean=5s".parse().unwrap()).is_ok());
/// assert!(MicroRobots::agent(&"minimax".parse().unwrap()).is_err());
/// ```
pub trait Roster: FromSetup + GameType {
    /// Returns all agents, the strongest first.
    fn roster() -> &'static [AgentEntry<Self>];

    /// Returns the strongest agent with its default settings.
    fn strongest() -> AgentSpec {
        let entry = Self::roster().first();
        AgentSpec {
            name: entry.map_or("", |entry| entry.info.name).to_owned(),
            settings: Vec::new(),
        }
    }

    /// Returns the opponent of a person at a level from 1 to 10: the strongest agent that has levels. In a game
    /// without such an agent it is the strongest one.
    ///
    /// ```
    /// use botwerk_agents::Roster;
    /// use botwerk_engine::micro_robots::MicroRobots;
    ///
    /// assert_eq!(MicroRobots::opponent_at_level(3).to_string(), "human:level=3");
    /// ```
    fn opponent_at_level(level: u8) -> AgentSpec {
        opponent_at_level(Self::roster().iter().map(|entry| &entry.info), level)
    }

    /// Creates the agent of a spec.
    ///
    /// # Errors
    /// Returns an error if the game has no agent of that name or a setting is invalid.
    fn agent(spec: &AgentSpec) -> Result<Box<dyn Agent<Self>>, AgentError> {
        Self::factory(spec).map(|factory| factory.make())
    }

    /// Returns the agent of a spec without creating it.
    ///
    /// # Errors
    /// Returns an error if the game has no agent of that name or a setting is invalid.
    fn factory(spec: &AgentSpec) -> Result<AgentFactory<Self>, AgentError> {
        let entry = find(Self::ID, Self::roster(), |entry| &entry.info, spec)?;
        let settings = resolve_settings(&entry.info, spec)?;
        let make = move || (entry.make)(&settings);
        Ok(AgentFactory::new(&entry.info, make))
    }

    /// Returns an agent as the records of this program name it.
    ///
    /// # Errors
    /// Returns an error under the same conditions as [`Self::agent`].
    fn recorded_agent(spec: &AgentSpec) -> Result<RecordedAgent, AgentError> {
        let version = Self::factory(spec)?.version();
        Ok(RecordedAgent::new(spec, version))
    }

    /// Returns the time and thread limits in the settings of a spec.
    ///
    /// # Errors
    /// Returns an error under the same conditions as [`Self::agent`].
    fn limits(spec: &AgentSpec) -> Result<AgentLimits, AgentError> {
        let info = &find(Self::ID, Self::roster(), |entry| &entry.info, spec)?.info;
        Ok(AgentLimits::from_settings(&resolve_settings(info, spec)?))
    }
}

/// Returns the first agent that has levels, at this one, or the first agent if none has.
pub(crate) fn opponent_at_level<'r>(
    mut roster: impl Iterator<Item = &'r AgentInfo> + Clone,
    level: u8,
) -> AgentSpec {
    let strongest = roster.clone().next();
    let has_levels = |info: &&AgentInfo| info.settings.iter().any(|setting| setting.name == LEVEL);
    let with_levels = roster.find(has_levels);
    AgentSpec {
        name: with_levels
            .or(strongest)
            .map_or("", |info| info.name)
            .to_owned(),
        settings: with_levels
            .map(|_| (LEVEL.to_owned(), level.to_string()))
            .into_iter()
            .collect(),
    }
}

/// Returns all settings of an agent, including defaults.
pub(crate) fn resolve_settings(info: &AgentInfo, spec: &AgentSpec) -> Result<Options, AgentError> {
    let settings = spec.settings.iter().map(|(name, value)| (name, value));
    Options::resolve(info.settings, settings).map_err(|error| AgentError::Setting {
        name: spec.name.clone(),
        error,
    })
}

/// Returns the agent of a game that a spec names.
pub(crate) fn find<'r, E>(
    game: GameId,
    roster: &'r [E],
    info: impl Fn(&E) -> &AgentInfo,
    spec: &AgentSpec,
) -> Result<&'r E, AgentError> {
    let (name, asked) = spec.name_and_version();
    let found = roster.iter().find(|entry| info(entry).name == name);
    let found = found.ok_or_else(|| {
        let known: Vec<_> = roster.iter().map(|entry| info(entry).name).collect();
        AgentError::Unknown {
            name: spec.name.clone(),
            game: game.name(),
            known: known.join(", "),
        }
    })?;
    let version = info(found).version;
    if asked.is_some_and(|asked| asked != version.to_string()) {
        let name = spec.name.clone();
        return Err(AgentError::Version { name, version });
    }
    Ok(found)
}
