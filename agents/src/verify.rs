//! Checking a record: rules, draws and races, and the choices of reproducible agents.

use botwerk_engine::record::{Difference, EventLine, Record, Replay, TimeKind};
use botwerk_engine::{Event, Seat, Viewer};

use crate::agent::{Agent, Budget, Request};
use crate::arena;
use crate::roster::Roster;
use crate::spec::AgentSpec;

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
/// # Errors
/// The first place where rules, seed or agents make something else of it.
pub fn verify<G: Roster>(record: &Record) -> Result<Verified, Difference> {
    let mut replay = Replay::<G>::new(record)?;
    let mut agents = agents::<G>(record)?;
    let mut verified = Verified::default();
    while let Some((line, event)) = replay.peek()? {
        verified.choices += check_choices(&replay, &mut agents, record, line, &event)?;
        replay.step()?;
        verified.events += 1;
    }
    replay.check_outcome()?;
    Ok(verified)
}

type Agents<G> = Vec<Option<Box<dyn Agent<G>>>>;

/// The agents that would choose the same again.
fn agents<G: Roster>(record: &Record) -> Result<Agents<G>, Difference> {
    let wrong = |why: String| Difference { seq: 0, why };
    let agent = |text: &String| -> Result<Option<Box<dyn Agent<G>>>, Difference> {
        let spec: AgentSpec = text.parse().map_err(|e| wrong(format!("{e}")))?;
        let info = G::agent_info(&spec).map_err(|e| wrong(e.to_string()))?;
        let agent = G::agent(&spec).map_err(|e| wrong(e.to_string()))?;
        Ok((info.reproducible && record.header.time == TimeKind::Virtual).then_some(agent))
    };
    let seats = record.header.seats.iter();
    seats
        .map(|seat| seat.agent.as_ref().map_or(Ok(None), agent))
        .collect()
}

/// Asks the agents behind an event again: the seat that acts, or all that announced in its race.
fn check_choices<G: Roster>(
    replay: &Replay<'_, G>,
    agents: &mut Agents<G>,
    record: &Record,
    line: &EventLine,
    event: &Event<G::Action>,
) -> Result<u64, Difference> {
    let botwerk_engine::Actor::Seat(seat) = event.actor else {
        return Ok(0);
    };
    let referee = replay.referee();
    let game = referee.game();
    let mut choices = 0;
    let mut check = |seat: Seat, actions: &[G::Action], nanos: u64| -> Result<(), Difference> {
        let Some(agent) = &mut agents[seat.index()] else {
            return Ok(());
        };
        let view = referee.view(Viewer::Seat(seat));
        let turn = referee.turn(seat);
        let request = Request {
            game,
            view: &view,
            seat,
            turn,
            seed: replay.seed(),
        };
        let choice = agent.decide(&request, &Budget::UNLIMITED, &mut |_| {});
        let (chosen, time) = arena::timed(referee, choice);
        choices += 1;
        if chosen.starts_with(actions) && time == nanos {
            return Ok(());
        }
        let chosen = game.format_turn(&view, &chosen);
        let why = format!("seat {seat} would choose `{chosen}` after {time} ns");
        Err(Difference { seq: line.seq, why })
    };
    if !event.finishes.is_empty() {
        for finish in &event.finishes {
            check(finish.seat, &[finish.action], finish.nanos)?;
        }
        return Ok(choices);
    }
    // Later actions of an act were chosen together with its first.
    if referee.acts(seat) > 0 {
        return Ok(0);
    }
    let same_act =
        |next: &&EventLine| next.by == line.by && next.turn == line.turn && next.act == line.act;
    let rest = record.events[line.seq as usize - 1..]
        .iter()
        .take_while(same_act);
    let actions: Result<Vec<_>, _> = rest.map(|line| game.parse_action(&line.action)).collect();
    let actions = actions.map_err(|e| Difference {
        seq: line.seq,
        why: e.to_string(),
    })?;
    check(seat, &actions, line.nanos.unwrap_or(0))?;
    Ok(choices)
}
