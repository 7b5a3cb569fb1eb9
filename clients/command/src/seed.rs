//! Seeds on the command line.

use botwerk_engine::RootSeed;
use botwerk_engine::record::SeedOrigin;
use rand::rand_core::TryRng;
use rand::rngs::SysRng;

use super::failure::{Failure, Reason};

/// A seed as text, given or random.
#[derive(Debug, Clone)]
pub struct Seed {
    text: String,
    /// The origin of the seed.
    pub origin: SeedOrigin,
}

impl Seed {
    /// Returns the given seed, or a random one if none is given.
    ///
    /// # Errors
    /// Returns an error if the system has no random numbers.
    pub fn given_or_random(given: Option<&str>) -> Result<Self, Failure> {
        match given {
            Some(text) => Ok(Self {
                text: text.into(),
                origin: SeedOrigin::Given,
            }),
            None => Self::random(),
        }
    }

    fn random() -> Result<Self, Failure> {
        let mut bytes = [0; 32];
        SysRng.try_fill_bytes(&mut bytes).map_err(|error| {
            let message = format!("no random numbers from the system: {error}; set --seed");
            Failure::new(Reason::BadArgument, message)
        })?;
        Ok(Self {
            text: RootSeed::new(bytes).to_hex(),
            origin: SeedOrigin::System,
        })
    }

    /// Returns the seed of one of several matches, counted from 1: `7`, `7/2`, `7/3`.
    pub fn of_match(&self, number: u64) -> String {
        if number == 1 {
            self.text.clone()
        } else {
            format!("{}/{number}", self.text)
        }
    }

    /// Returns the seed as text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the root seed.
    pub fn root(&self) -> RootSeed {
        RootSeed::from_text(&self.text)
    }
}
