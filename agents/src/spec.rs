//! An agent named with its settings: `human:mean=12s,error=10`.

use std::fmt;
use std::str::FromStr;

use botwerk_engine::{OptionError, ParseError};

/// A built-in agent by name, with settings; the same text in the API, files and records.
///
/// ```
/// use botwerk_agents::AgentSpec;
///
/// let spec: AgentSpec = "minimax:nodes=20000,threads=2".parse().unwrap();
/// assert_eq!(spec.name, "minimax");
/// assert_eq!(spec.settings[0], ("nodes".into(), "20000".into()));
/// assert_eq!(spec.to_string(), "minimax:nodes=20000,threads=2");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AgentSpec {
    /// Name of the agent, such as `solver`; with a version, `solver@1`, only an agent of this version will do.
    pub name: String,
    /// Settings that differ from their defaults, in the order given.
    pub settings: Vec<(String, String)>,
}

impl AgentSpec {
    /// Returns the agent with its default settings.
    pub(crate) fn without_settings(&self) -> Self {
        Self {
            name: self.name.clone(),
            settings: Vec::new(),
        }
    }

    /// Returns the version that is asked for, if any.
    ///
    /// ```
    /// use botwerk_agents::AgentSpec;
    ///
    /// let agent: AgentSpec = "minimax:nodes=500".parse().unwrap();
    /// let second = agent.with_version(2);
    /// assert_eq!((second.to_string(), second.version()), ("minimax@2:nodes=500".into(), Some("2")));
    /// assert_eq!((second.without_version(), agent.version()), (agent.clone(), None));
    /// ```
    pub fn version(&self) -> Option<&str> {
        self.name_and_version().1
    }

    /// Returns the agent of this version alone.
    pub fn with_version(&self, version: u32) -> Self {
        let name = format!("{}@{version}", self.name_and_version().0);
        let settings = self.settings.clone();
        Self { name, settings }
    }

    /// Returns the agent of any version.
    pub fn without_version(&self) -> Self {
        let name = self.name_and_version().0.to_owned();
        let settings = self.settings.clone();
        Self { name, settings }
    }

    /// Returns the agent's name, and the version that is asked for, if any.
    pub(crate) fn name_and_version(&self) -> (&str, Option<&str>) {
        match self.name.split_once('@') {
            Some((name, version)) => (name, Some(version)),
            None => (&self.name, None),
        }
    }
}

/// An agent as a record names it: with its version, since another version may choose otherwise.
///
/// ```
/// use botwerk_agents::{AgentSpec, RecordedAgent};
///
/// let spec: AgentSpec = "minimax:nodes=500".parse().unwrap();
/// let recorded = RecordedAgent::new(&spec, 2);
/// assert_eq!(recorded.to_string(), "minimax@2:nodes=500");
/// assert_eq!("minimax@2:nodes=500".parse(), Ok(recorded));
/// // The first version is not written.
/// let first: RecordedAgent = "minimax:nodes=500".parse().unwrap();
/// assert_eq!((first.version, first.to_string()), (1, "minimax:nodes=500".into()));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RecordedAgent {
    /// The agent, without a version.
    pub spec: AgentSpec,
    /// The version that has played.
    pub version: u32,
}

impl RecordedAgent {
    /// Creates the agent of a spec that has this version.
    pub fn new(spec: &AgentSpec, version: u32) -> Self {
        Self {
            spec: spec.without_version(),
            version,
        }
    }
}

impl fmt::Display for RecordedAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { spec, version } = self;
        if *version == FIRST_VERSION {
            return spec.fmt(f);
        }
        spec.with_version(*version).fmt(f)
    }
}

impl FromStr for RecordedAgent {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let spec: AgentSpec = text.parse()?;
        let (name, version) = spec.name_and_version();
        let version = version.map_or(Ok(FIRST_VERSION), |version| {
            let error =
                |_| ParseError::new("agent", text, name.len() + 1, "the number of a version");
            version.parse().map_err(error)
        })?;
        Ok(Self::new(&spec, version))
    }
}

/// The version of an agent that a record names without one.
const FIRST_VERSION: u32 = 1;

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (i, (name, value)) in self.settings.iter().enumerate() {
            let separator = if i == 0 { ':' } else { ',' };
            write!(f, "{separator}{name}={value}")?;
        }
        Ok(())
    }
}

impl FromStr for AgentSpec {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let error = |offset, expected: &str| ParseError::new("agent", text, offset, expected);
        let (name, settings_text) = match text.split_once(':') {
            Some((name, settings_text)) => (name, Some(settings_text)),
            None => (text, None),
        };
        if name.is_empty() {
            return Err(error(0, "a name"));
        }
        let mut settings = Vec::new();
        let mut offset = name.len() + 1;
        for setting in settings_text
            .into_iter()
            .flat_map(|settings_text| settings_text.split(','))
        {
            let (setting_name, value) = setting
                .split_once('=')
                .filter(|(setting_name, value)| !setting_name.is_empty() && !value.is_empty())
                .ok_or_else(|| error(offset, "a setting such as `nodes=20000`"))?;
            settings.push((setting_name.to_owned(), value.to_owned()));
            offset += setting.len() + 1;
        }
        Ok(Self {
            name: name.to_owned(),
            settings,
        })
    }
}

/// The error for an agent spec that cannot be used.
///
/// ```
/// use botwerk_agents::Roster;
/// use botwerk_engine::netzwerk::Netzwerk;
///
/// let error = |text: &str| Netzwerk::limits(&text.parse().unwrap()).unwrap_err().to_string();
/// assert_eq!(
///     error("solver"),
///     "agent solver: unknown agent of netzwerk; expected one of minimax, greedy, random"
/// );
/// assert!(error("minimax:nodes=many").starts_with("agent minimax: "));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AgentError {
    /// The game has no agent of this name.
    #[error("agent {name}: unknown agent of {game}; expected one of {known}")]
    Unknown {
        /// The name given.
        name: String,
        /// Name of the game.
        game: &'static str,
        /// Names of the game's agents.
        known: String,
    },
    /// The agent has another version.
    #[error(
        "agent {name}: has version {version} here; leave the version out, or use a `botwerk` that has it"
    )]
    Version {
        /// The name given, with a version.
        name: String,
        /// The version of the agent.
        version: u32,
    },
    /// A setting is unknown or has an invalid value.
    #[error("agent {name}: {error}")]
    Setting {
        /// Name of the agent.
        name: String,
        /// What is wrong with the setting.
        error: OptionError,
    },
    /// The text is not an agent spec.
    #[error(transparent)]
    Text(#[from] ParseError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spec_display_round_trips() {
        for text in ["solver", "human:mean=12s", "minimax:nodes=20000,threads=2"] {
            assert_eq!(text.parse::<AgentSpec>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn invalid_spec_is_rejected_with_its_offset() {
        let error = |text: &str| text.parse::<AgentSpec>().unwrap_err();
        assert_eq!(error("").offset, 0);
        assert_eq!(error("human:").offset, 6);
        assert_eq!(error("human:mean=1s,error").offset, 14);
    }
}
