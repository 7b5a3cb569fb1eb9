//! The sequential test on the command line: its hypotheses, and how it is printed.

use botwerk_client::proto;
use botwerk_engine::plain_line;
use botwerk_tournament::statistics::{Hypotheses, Scale, Sprt, SprtError, SprtVerdict};
use clap::Args;

use super::pair_tally::PairTally;
use crate::failure::{Failure, Reason};

/// Arguments of the sequential test.
#[derive(Debug, Args)]
pub(super) struct SprtArgs {
    /// Play until it is decided whether the first of two players is stronger, or --matches are played: the Elo difference
    /// under H0 and under H1, such as `0,10`
    #[arg(long = "sprt", value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = parse_differences)]
    differences: Option<EloDifferences>,
    /// The differences are logistic Elo, not normalised
    #[arg(long, requires = "differences")]
    logistic: bool,
    /// Probability of accepting H1 although H0 is true
    #[arg(
        long,
        value_name = "P",
        requires = "differences",
        default_value_t = 0.05
    )]
    alpha: f64,
    /// Probability of accepting H0 although H1 is true
    #[arg(
        long,
        value_name = "P",
        requires = "differences",
        default_value_t = 0.05
    )]
    beta: f64,
}

/// The Elo differences under both hypotheses.
#[derive(Debug, Clone, Copy)]
struct EloDifferences {
    elo0: f64,
    elo1: f64,
}

fn parse_differences(text: &str) -> Result<EloDifferences, String> {
    let numbers = text.split_once(',').and_then(|(elo0, elo1)| {
        Some(EloDifferences {
            elo0: elo0.trim().parse().ok()?,
            elo1: elo1.trim().parse().ok()?,
        })
    });
    numbers.ok_or_else(|| {
        format!(
            "expected two numbers such as 0,10, found {}",
            plain_line(text)
        )
    })
}

impl SprtArgs {
    /// Returns the test, or `None` without `--sprt`.
    ///
    /// # Errors
    /// Returns an error if the hypotheses cannot be tested.
    pub(super) fn test(&self) -> Result<Option<Sprt>, Failure> {
        let Some(EloDifferences { elo0, elo1 }) = self.differences else {
            return Ok(None);
        };
        let scale = if self.logistic {
            Scale::Logistic
        } else {
            Scale::Normalised
        };
        let (alpha, beta) = (self.alpha, self.beta);
        let sprt = Sprt::new(Hypotheses {
            elo0,
            elo1,
            scale,
            alpha,
            beta,
        });
        let invalid = |error: SprtError| {
            let argument = match error.field() {
                rate @ ("alpha" | "beta") => rate,
                _ => "sprt",
            };
            Failure::new(Reason::BadArgument, format!("--{argument}: {error}"))
        };
        sprt.map(Some).map_err(invalid)
    }
}

/// Returns the state of a test after pairs of matches, as tournaments report it.
pub(super) fn sprt_state(sprt: &Sprt, tally: &PairTally) -> proto::SprtState {
    let pairs = tally.pairs();
    let [lower, upper] = sprt.bounds();
    let verdict = match tally.verdict() {
        Some(SprtVerdict::H0) => proto::SprtVerdict::H0,
        Some(SprtVerdict::H1) => proto::SprtVerdict::H1,
        Some(SprtVerdict::Undecided) | None => proto::SprtVerdict::Unspecified,
    };
    proto::SprtState {
        llr: sprt.log_likelihood_ratio(&pairs),
        lower,
        upper,
        verdict: verdict.into(),
        pairs: pairs.total(),
    }
}
