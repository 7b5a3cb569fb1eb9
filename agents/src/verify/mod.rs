//! Verification of records: rules, chance outcomes, races, and the choices of reproducible agents.

mod replay_agents;
mod submissions;
mod verified;

pub use verified::{RecordEnd, Verified};

use botwerk_engine::record::{Record, Replay, VerifyError};

use crate::with_agents::WithAgents;
use replay_agents::ReplayAgents;
use submissions::{ChoiceCounts, RecordedStep};

/// Replays a record and repeats the choices of all reproducible agents.
///
/// Each submission of such an agent must equal its choice within the match's node budget, including
/// effort and, on virtual time, its time; it may leave the match only for an illegal submission or a
/// crash. Choices that a clock could stop are not repeatable: those of agents with a time limit, and in
/// a match with a clock those of agents without a node limit; neither are those of another version of an agent.
/// [`Verified::unchecked`] lists what was not checked.
///
/// # Errors
/// Returns the first difference from the rules, the seed or the agents' choices.
///
/// ```
/// # use botwerk_agents::{Roster, arena};
/// # use botwerk_engine::record::{Record, RecordedSeat, SeedOrigin};
/// # use botwerk_engine::{GameRules, GameType, Options, RootSeed, netzwerk::Netzwerk};
/// # fn play(names: [&str; 2], seed: &str) -> Record {
/// #     let board = [("width", "2"), ("ranks", "3")];
/// #     let options = Options::resolve(Netzwerk::spec().options, board).unwrap();
/// #     let game = Netzwerk::new(2, options).unwrap();
/// #     let agents = names.map(|name| Netzwerk::agent(&name.parse().unwrap()).unwrap());
/// #     let (seed, mut events) = (RootSeed::from_text(seed), Vec::new());
/// #     let finished = arena::play(&game, seed, &mut Vec::from(agents), &mut events);
/// #     let seats = names.map(|name| RecordedSeat { name: name.into(), agent: Some(name.into()) });
/// #     finished.record(&game, seats.into(), seed, SeedOrigin::Given, &events)
/// # }
/// use botwerk_agents::verify;
///
/// // `play` returns the record of a match between two agents.
/// let mut record = play(["greedy", "random"], "7");
/// let verified = verify::<Netzwerk>(&record).unwrap();
/// assert_eq!(verified.events, record.events.len() as u64);
/// assert!(verified.choices > 0);
///
/// // Another agent would have chosen other actions.
/// record.header.seats[0].agent = Some("random".into());
/// let error = verify::<Netzwerk>(&record).unwrap_err();
/// assert!(error.message.starts_with("seat 0 would choose"));
/// ```
pub fn verify<G: WithAgents>(record: &Record) -> Result<Verified, VerifyError> {
    verify_until::<G>(record, &|| false)
}

/// Does the same as [`verify`] until `should_stop` returns `true`: an agent in a record may have a node limit
/// beyond the life of its verifier.
///
/// # Errors
/// Returns the first difference from the rules, the seed or the agents' choices, or an error at the event at
/// which the verification was stopped.
pub fn verify_until<G: WithAgents>(
    record: &Record,
    should_stop: &(dyn Fn() -> bool + Sync),
) -> Result<Verified, VerifyError> {
    let replay = Replay::<G>::new(record)?;
    let agents = ReplayAgents::new(&replay, should_stop)?;
    verify_with(replay, agents)
}

fn verify_with<G: WithAgents>(
    mut replay: Replay<'_, G>,
    mut agents: ReplayAgents<'_, G>,
) -> Result<Verified, VerifyError> {
    let record = replay.record();
    let mut events = 0;
    let mut counts = ChoiceCounts::default();
    // Remaining events of the current submission, which was chosen with its first event.
    let mut remaining = 0;
    loop {
        if remaining == 0 {
            agents.show_position(replay.referee());
        }
        let Some((line, event)) = replay.peek()? else {
            break;
        };
        let difference = |message: String| VerifyError {
            seq: replay.seq(),
            message,
        };
        if agents.should_stop() {
            return Err(difference("the verification was stopped".into()));
        }
        if remaining > 0 {
            remaining -= 1;
        } else {
            let decision = RecordedStep::from_event(&replay, line, &event).map_err(difference)?;
            counts += decision.check(&replay, &mut agents).map_err(difference)?;
            remaining = decision.following_events();
        }
        replay.step()?;
        events += 1;
    }
    replay.check_outcome()?;
    replay.check_clock_kind()?;
    Ok(Verified {
        events,
        choices: counts.repeated,
        stopped_choices: counts.stopped,
        end: verified::end(record),
        unchecked: verified::unchecked(record, agents.seats(), agents.changed(), counts.stopped),
        head: record.head(),
    })
}

#[cfg(test)]
mod tests;
