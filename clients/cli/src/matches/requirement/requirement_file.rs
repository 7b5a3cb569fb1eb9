//! Files that say which scores a player must reach.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use botwerk_engine::GameId;
use botwerk_tournament::configuration::Sandbox;
use serde::{Deserialize, Deserializer};

use crate::failure::{Failure, Reason};
use crate::matches::match_series::check_matches;
use crate::matches::pair_tally::PAIR;
use crate::sandbox::SandboxArgs;

/// Maximum number of matches against a reference player.
const MAX_MATCHES: u64 = 1_000_000;

/// The scores that a player must reach against reference players.
#[derive(Debug)]
pub(in crate::matches) struct RequirementFile {
    path: PathBuf,
    pub(super) game: GameId,
    /// The seed of all matches, so that they can be repeated.
    pub(super) seed: String,
    pub(super) opening_turns: Option<u32>,
    options: BTreeMap<String, String>,
    has_sandbox: bool,
    pub(super) references: Vec<Reference>,
}

/// A player against which a score rate must be reached.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reference {
    /// The name; by default the player.
    #[serde(default)]
    pub(super) name: String,
    /// An agent, or a program that speaks the line protocol.
    pub(super) player: String,
    /// Number of matches, a multiple of 2.
    pub(super) matches: u64,
    /// The score rate to be reached, from 0 to 1.
    pub(super) min_score: f64,
    /// Whether the lower end of the 95 % interval must reach it, and not the score rate itself.
    #[serde(default)]
    pub(super) with_confidence: bool,
}

/// The content of a file before it is checked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RequirementText {
    game: String,
    #[serde(default = "default_seed")]
    seed: String,
    opening_turns: Option<u32>,
    #[serde(default)]
    options: BTreeMap<String, OptionText>,
    #[serde(default)]
    sandbox: bool,
    reference: Vec<Reference>,
}

fn default_seed() -> String {
    "require".into()
}

/// The value of an option, which need not be in quotes.
#[derive(Debug)]
struct OptionText(String);

impl<'de> Deserialize<'de> for OptionText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Scalar {
            Text(String),
            Integer(i64),
            Bool(bool),
        }
        Ok(Self(match Scalar::deserialize(deserializer)? {
            Scalar::Text(text) => text,
            Scalar::Integer(number) => number.to_string(),
            Scalar::Bool(value) => value.to_string(),
        }))
    }
}

impl RequirementFile {
    /// Reads a file.
    ///
    /// # Errors
    /// Returns an error with the file, the place and the field if it cannot be read or is not valid.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let text = fs::read_to_string(path).map_err(|error| Failure::file(&name, &error))?;
        let invalid =
            |message: String| Failure::new(Reason::BadArgument, format!("{name}: {message}"));
        let parsed: RequirementText = toml::from_str(&text)
            .map_err(|error| invalid(error.to_string().trim_end().to_owned()))?;
        let game = parsed.game.parse();
        let game = game.map_err(|error| invalid(format!("game: {error}")))?;
        if parsed.reference.is_empty() {
            return Err(invalid(
                "reference: expected at least one [[reference]]".into(),
            ));
        }
        let file = Self {
            path: path.to_owned(),
            game,
            seed: parsed.seed,
            opening_turns: parsed.opening_turns,
            options: parsed
                .options
                .into_iter()
                .map(|(name, value)| (name, value.0))
                .collect(),
            has_sandbox: parsed.sandbox,
            references: parsed
                .reference
                .into_iter()
                .map(Reference::with_name)
                .collect(),
        };
        for reference in &file.references {
            reference
                .check()
                .map_err(|failure| file.in_reference(reference, failure))?;
        }
        Ok(file)
    }

    /// Returns the options of the game that are set.
    pub(super) fn options(&self) -> Vec<(String, String)> {
        self.options.clone().into_iter().collect()
    }

    /// Returns the sandbox of programs, or `None` if they have none.
    pub(super) fn sandbox(&self, args: &SandboxArgs) -> Option<Sandbox> {
        args.sandbox()
            .or_else(|| self.has_sandbox.then(Sandbox::default))
    }

    /// Returns a failure with the file and the reference player that it is about.
    pub(super) fn in_reference(&self, reference: &Reference, failure: Failure) -> Failure {
        let (path, name) = (self.path.display(), &reference.name);
        failure.in_place(&format!("{path}: reference {name}"))
    }
}

impl Reference {
    fn with_name(mut self) -> Self {
        if self.name.is_empty() {
            self.name.clone_from(&self.player);
        }
        self
    }

    fn check(&self) -> Result<(), Failure> {
        check_matches("matches", self.matches, PAIR as u64)?;
        let invalid = |message: String| Err(Failure::new(Reason::BadArgument, message));
        if self.matches > MAX_MATCHES {
            let found = self.matches;
            return invalid(format!(
                "matches: expected at most {MAX_MATCHES}, found {found}"
            ));
        }
        if !(0.0..=1.0).contains(&self.min_score) {
            let found = self.min_score;
            return invalid(format!("min_score: expected 0.0 to 1.0, found {found}"));
        }
        Ok(())
    }
}
