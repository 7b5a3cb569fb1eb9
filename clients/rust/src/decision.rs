//! Decisions of bundled agents in this process: somebody must read the clock for them.

use std::time::Instant;

use botwerk_agents::{Agent, Choice, Limits, Request};
use botwerk_engine::Game;

/// Lets an agent decide for as long as its settings allow.
pub fn decide_in_time<G: Game>(
    agent: &mut dyn Agent<G>,
    request: &Request<'_, G>,
    limits: Limits,
) -> Choice<G::Action> {
    let begun = Instant::now();
    let should_stop = || limits.time.is_some_and(|time| begun.elapsed() >= time);
    agent.decide(request, &limits.budget(&should_stop), &mut |_| {})
}

#[cfg(test)]
mod tests;
