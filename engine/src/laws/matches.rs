//! Random matches run by a referee.

use crate::record::ClockKind;
use crate::{Actor, Event, Game, Referee, RootSeed, StableRng, Submission, Termination, Viewer};

use super::referee_snapshot::RefereeSnapshot;
use super::turns::random_turn;
use super::variant::may_be_long;
use super::violation::LawResult;
use super::walk::{choose, pick};

/// Number of events after which a match is abandoned.
const MAX_EVENTS: usize = 20_000;

/// A random match with its events.
#[derive(Debug)]
pub struct Match<G: Game> {
    /// The seed of the start and of chance.
    pub seed: RootSeed,
    /// The kind of its clock.
    pub time: ClockKind,
    /// The events, the first one first.
    pub events: Vec<Event<G::Action>>,
    /// The referee after the last event.
    pub referee: Referee<G>,
    /// Snapshots of the referee with their event counts, taken whenever no announcement was held.
    pub(super) snapshots: Vec<(usize, RefereeSnapshot<G::State>)>,
}

impl<G: Game> Match<G> {
    /// Plays a match with random actions; the referee acts in one of `every` turns, or never if `every` is 0.
    ///
    /// # Errors
    /// Returns what the referee rejects, although the game offers it.
    pub fn play(
        game: &G,
        seed: RootSeed,
        time: ClockKind,
        every: u64,
        generator: &mut StableRng,
    ) -> Result<Self, String> {
        let mut played = Self {
            seed,
            time,
            events: Vec::new(),
            referee: Referee::new(game.clone(), seed).with_virtual_time(time == ClockKind::Virtual),
            snapshots: Vec::new(),
        };
        let is_long = may_be_long(game);
        while played.events.len() < MAX_EVENTS {
            // A long match ends because seats leave it.
            let max = if is_long { 400 } else { MAX_EVENTS / 2 };
            let every = if played.events.len() > max { 10 } else { every };
            let continues = played.step(every, generator)?;
            if !played.referee.has_held_announcements() {
                let snapshot = RefereeSnapshot::new(&played.referee);
                played.snapshots.push((played.events.len(), snapshot));
            }
            if !continues {
                break;
            }
        }
        Ok(played)
    }

    /// Applies one random step; returns `false` once the match is over.
    pub(super) fn step(&mut self, every: u64, generator: &mut StableRng) -> Result<bool, String> {
        let Self {
            events,
            referee,
            time,
            ..
        } = self;
        let is_virtual = *time == ClockKind::Virtual;
        referee.resolve_chance(events);
        if referee.decision().is_none() {
            return Ok(false);
        }
        if every > 0 && generator.below(every) == 0 {
            let action = choose(referee.game(), referee.state(), Actor::Referee, generator);
            let action = action.ok_or("the referee has no legal action")?;
            let applied = match referee.game().leaving_seat(action) {
                Some(seat) => referee.remove_seat(seat, Termination::Illegal, events),
                None => referee.apply_referee_action(action, events),
            };
            return applied.map(|()| true).map_err(|error| error.to_string());
        }
        let awaited = referee.awaited_seats();
        if awaited.is_empty() {
            if !referee.resolve_race(|_| u64::MAX, events) {
                return Err("every seat has announced, but the race is not resolved".into());
            }
            return Ok(true);
        }
        // Every later announcement takes at least two nanoseconds, in overtime as many as the previous one.
        let earliest = referee
            .latest_applied_nanos()
            .map_or(2, |nanos| nanos.max(2));
        if !is_virtual && generator.below(2) == 0 && referee.resolve_race(|_| earliest, events) {
            return Ok(true);
        }
        let is_overtime = !is_virtual && referee.overtime_end_nanos().is_some();
        if is_overtime && generator.below(6) == 0 && referee.resolve_race(|_| u64::MAX, events) {
            return Ok(true);
        }
        let seat = pick(awaited, generator);
        let mut actions = random_turn(referee.game(), referee.state(), seat, generator);
        if actions.is_empty() {
            return Err(format!("seat {seat} is to act, but has no legal action"));
        }
        let effort = generator.below(3);
        let mut nanos = Some(earliest + generator.below(6));
        if is_virtual {
            let pass = referee.game().pass_action(referee.state());
            let time = referee.game().virtual_time(effort, 0);
            nanos = time;
            if let (None, Some(pass)) = (time, pass) {
                actions = vec![pass];
            }
        }
        let whole = Submission {
            seat,
            actions: &actions[..],
            nanos,
            effort,
            // In its record an agent plays the first seat, which declares nothing without adjudication.
            score: (effort > 0 && seat != crate::Seat::FIRST).then_some(effort as i32 - 2),
        };
        // A random turn may end with an illegal action; its first action is always legal.
        let first = Submission {
            actions: &actions[..1],
            ..whole
        };
        referee
            .submit(whole, events)
            .or_else(|_| referee.submit(first, events))
            .map_err(|error| {
                let position = referee.game().format_position(referee.state());
                format!("a legal action is rejected: {error}\nin {position}")
            })?;
        Ok(true)
    }
}

/// A random match ends, and no decision is open after its end.
pub(super) fn matches_end<G: Game>(game: &G, played: &Match<G>, _: &mut StableRng) -> LawResult {
    let referee = &played.referee;
    if referee.outcome().is_none() {
        let count = played.events.len();
        return Err(format!("the match is not over after {count} events"));
    }
    let acts = played
        .events
        .iter()
        .filter(|event| matches!(event.actor, Actor::Seat(_)));
    let (acts, max) = (acts.count() as u64, game.max_match_length());
    if max.is_some_and(|max| acts > max) {
        return Err(format!(
            "seats have acted {acts} times, more than the maximum length of a match"
        ));
    }
    let ending = referee
        .outcome()
        .and_then(|over| game.ending(over.rule, &over.places, &over.points));
    if ending.is_none_or(|clause| clause.is_empty()) {
        return Err("the reason why the match ended has no text".into());
    }
    if referee.decision().is_some()
        || referee.deadline().is_some()
        || !referee.awaited_seats().is_empty()
    {
        return Err("a decision is open after the end".into());
    }
    let text = game.format_view(&referee.view(Viewer::Spectator));
    if text.is_empty() {
        return Err("the view of the final position has no text".into());
    }
    Ok(())
}
