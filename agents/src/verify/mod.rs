//! Verification of records: rules, chance outcomes, races, and the choices of reproducible agents.

mod players;
mod submissions;

use botwerk_engine::record::{Record, Replay, VerifyError};

use crate::roster::Roster;
use players::ReplayAgents;
use submissions::RecordedStep;

/// What a verification checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Verified {
    /// Number of events replayed.
    pub events: u64,
    /// Number of choices of reproducible agents that were repeated.
    pub choices: u64,
}

/// Replays a record and repeats the choices of all reproducible agents of a match on virtual time.
///
/// Each submission of such an agent must equal its choice within the match's node budget, including
/// effort and time, and it may leave the match only for an illegal submission or a crash. Choices
/// that a clock could stop are not repeatable: for timed agents, and for matches on wall time, only
/// the rules are checked.
///
/// # Errors
/// Returns the first difference from the rules, the seed or the agents' choices.
pub fn verify<G: Roster>(record: &Record) -> Result<Verified, VerifyError> {
    let replay = Replay::<G>::new(record)?;
    let agents = ReplayAgents::from_record(record)?;
    verify_with(replay, agents)
}

fn verify_with<G: Roster>(
    mut replay: Replay<'_, G>,
    mut agents: ReplayAgents<G>,
) -> Result<Verified, VerifyError> {
    let mut verified = Verified::default();
    // Remaining events of the current submission, which was chosen with its first event.
    let mut remaining = 0;
    loop {
        if remaining == 0 {
            agents.show_position(replay.referee());
        }
        let Some((line, event)) = replay.peek()? else {
            break;
        };
        let difference = |why: String| VerifyError {
            seq: replay.seq(),
            message: why,
        };
        if remaining > 0 {
            remaining -= 1;
        } else {
            let decision = RecordedStep::from_event(&replay, line, &event).map_err(difference)?;
            verified.choices += decision.check(&replay, &mut agents).map_err(difference)?;
            remaining = decision.following_events();
        }
        replay.step()?;
        verified.events += 1;
    }
    replay.check_outcome()?;
    Ok(verified)
}

#[cfg(test)]
mod tests;
