//! Laws of the referee: its events determine the match, and a rejected submission changes nothing.

use crate::{
    Acceptance, Game, Referee, Seat, Seats, StableRng, Submission, SubmissionError, Viewer,
};

use super::matches::Match;
use super::referee_snapshot::RefereeSnapshot;
use super::violation::LawResult;
use super::walk::pick;

/// Replaying the events of a match leads a second referee through the same positions, decisions and
/// parts.
pub(super) fn replay_agrees<G: Game>(game: &G, played: &Match<G>, _: &mut StableRng) -> LawResult {
    let mut replayed = Referee::new(game.clone(), played.seed);
    let mut snapshots = played.snapshots.iter().peekable();
    for (count, event) in (1..).zip(&played.events) {
        replayed
            .replay(event)
            .map_err(|error| format!("event {count}, {event:?}: {error}"))?;
        // The replay does not restore submissions that have not led to an event yet.
        if let Some((_, first)) = snapshots.next_if(|(events, _)| *events == count) {
            let replayed = RefereeSnapshot::new(&replayed);
            if *first != replayed {
                return Err(format!(
                    "after event {count}: expected {first:?}, replayed {replayed:?}"
                ));
            }
        }
        while snapshots.next_if(|(events, _)| *events <= count).is_some() {}
    }
    if played.referee.outcome() != replayed.outcome() {
        return Err("the replayed outcome differs".into());
    }
    let mut terminations = vec![None; game.seats()];
    for event in &played.events {
        if let (Some(removal), Some(seat)) = (event.removal, game.leaving_seat(event.action)) {
            terminations[seat.index()] = Some(removal.termination);
        }
    }
    for (name, referee) in [("played", &played.referee), ("replayed", &replayed)] {
        let found = referee.terminations();
        if found != terminations {
            return Err(format!(
                "{name}: expected {terminations:?}, found {found:?}"
            ));
        }
    }
    Ok(())
}

/// A referee keeps at least the latest positions that count for repetition; a position that it has
/// discarded never recurs.
pub(super) fn earlier_positions_are_kept<G: Game>(
    game: &G,
    played: &Match<G>,
    _: &mut StableRng,
) -> LawResult {
    let mut replayed = Referee::new(game.clone(), played.seed);
    let mut counted = Vec::from_iter(game.repetition_key(replayed.state()));
    for event in &played.events {
        replayed.replay(event).map_err(|error| error.to_string())?;
        counted.extend(game.repetition_key(replayed.state()));
    }
    let seats = Seat::all(game.seats()).map(Viewer::Seat);
    for viewer in seats.chain([Viewer::Spectator]) {
        let views: Vec<_> = counted
            .iter()
            .map(|state| game.view(state, viewer))
            .collect();
        let kept = replayed.earlier_views(viewer);
        if game.repetition_key(replayed.state()).is_some() && kept.is_empty() {
            return Err(format!("{viewer:?}: the current position is not kept"));
        }
        let Some(discarded) = views.strip_suffix(&kept[..]) else {
            return Err(format!(
                "{viewer:?}: the views {kept:?} are not the latest of {views:?}"
            ));
        };
        if let Some(recurring) = kept.iter().find(|kept| discarded.contains(kept)) {
            return Err(format!(
                "{viewer:?}: {recurring:?} was discarded and recurs"
            ));
        }
    }
    Ok(())
}

/// `act` agrees with `check` and changes nothing if it rejects the submission.
pub(super) fn rejections_change_nothing<G: Game>(
    game: &G,
    played: &Match<G>,
    generator: &mut StableRng,
) -> LawResult {
    let mut referee = Referee::new(game.clone(), played.seed);
    for event in played.events.iter().take(200) {
        for _ in 0..4 {
            let mut trial = referee.clone();
            submit_random_actions(game, &mut trial, generator)?;
            // The second submission may find an announcement held.
            submit_random_actions(game, &mut trial, generator)?;
        }
        referee.replay(event).map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn submit_random_actions<G: Game>(
    game: &G,
    referee: &mut Referee<G>,
    generator: &mut StableRng,
) -> LawResult {
    let seat = match referee.decision() {
        Some(decision) if generator.below(4) > 0 => pick(decision.seats, generator),
        _ => pick(Seats::all(game.seats()), generator),
    };
    let count = generator.below(4);
    let actions: Vec<_> = (0..count)
        .filter_map(|_| {
            let mut legal = Vec::new();
            let actor = crate::Actor::Seat(seat);
            game.legal_actions(referee.state(), actor, &mut legal);
            let any = generator.below(u64::from(game.action_count())) as u32;
            let picked = generator.below(legal.len() as u64 + 1) as usize;
            legal.get(picked).copied().or(game.action_from_number(any))
        })
        .collect();
    let act = Submission {
        nanos: (generator.below(9) > 0).then(|| generator.below(9)),
        ..Submission::new(seat, &actions)
    };
    let before = RefereeSnapshot::new(referee);
    let checked = referee.validate(act);
    let mut events = Vec::new();
    let submitted = referee.submit(act, &mut events);
    let after = RefereeSnapshot::new(referee);
    match (checked, submitted) {
        (Err(checked), Err(submitted)) => {
            if checked != submitted {
                return Err(format!(
                    "`check` returns {checked}, `act` returns {submitted}"
                ));
            }
            if before != after || !events.is_empty() {
                return Err(format!(
                    "{actions:?} is rejected ({submitted}), but changes the match"
                ));
            }
            let index = match submitted {
                SubmissionError::Illegal { index, .. } => index,
                _ => 0,
            };
            if index > 0 && index >= actions.len() {
                return Err(format!(
                    "the index {index} of the illegal action is out of range for {actions:?}"
                ));
            }
        }
        (Ok(count), Ok(Acceptance::Applied)) => {
            let applied: Vec<_> = events.iter().map(|event| event.action).collect();
            if applied != actions[..count] {
                return Err(format!(
                    "{count} of {actions:?} are accepted, but {applied:?} are applied"
                ));
            }
        }
        (Ok(_), Ok(Acceptance::Held)) => {
            let is_held =
                !after.awaited.contains(seat) && after.has_announcements && events.is_empty();
            if !is_held || before.state != after.state {
                return Err(format!("{actions:?} is held, but changes the match"));
            }
        }
        (checked, submitted) => {
            return Err(format!(
                "`check` returns {checked:?}, `act` returns {submitted:?}"
            ));
        }
    }
    Ok(())
}
