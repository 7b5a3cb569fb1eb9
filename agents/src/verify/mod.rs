//! Checking a record: rules, draws and races, and the choices of reproducible agents.

mod acts;
mod players;

use botwerk_engine::record::{Difference, Record, Replay};

use crate::roster::Roster;
use acts::Answered;
use players::Players;

/// What was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Verified {
    /// Events played again.
    pub events: u64,
    /// Answers for which a reproducible agent was asked again.
    pub choices: u64,
}

/// Plays a record again and asks every reproducible agent of a match on virtual time again.
///
/// Each of its acts, announcements and passes must be the one that it chooses, with its effort and
/// its time, within the match's budget of nodes, and it leaves a match only for an act that is
/// illegal or a crash. Where a clock could cut decisions off, nobody can make them again: of agents
/// that their settings make timed, and of matches by the clock, only the rules are checked.
///
/// # Errors
/// The first place where rules, seed or agents make something else of it.
pub fn verify<G: Roster>(record: &Record) -> Result<Verified, Difference> {
    let replay = Replay::<G>::new(record)?;
    let players = Players::of(record)?;
    verify_with(replay, players)
}

fn verify_with<G: Roster>(
    mut replay: Replay<'_, G>,
    mut players: Players<G>,
) -> Result<Verified, Difference> {
    let mut verified = Verified::default();
    // Actions of the present act that are still to come; they were chosen with its first.
    let mut chosen = 0;
    loop {
        if chosen == 0 {
            players.look(replay.referee());
        }
        let Some((line, event)) = replay.peek()? else {
            break;
        };
        let wrong = |why: String| Difference {
            seq: replay.seq(),
            why,
        };
        if chosen > 0 {
            chosen -= 1;
        } else {
            let answered = Answered::of(&replay, line, &event).map_err(wrong)?;
            verified.choices += answered.check(&replay, &mut players).map_err(wrong)?;
            chosen = answered.more();
        }
        replay.step()?;
        verified.events += 1;
    }
    replay.check_outcome()?;
    Ok(verified)
}

#[cfg(test)]
mod tests;
