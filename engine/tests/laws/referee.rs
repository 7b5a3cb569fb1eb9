//! Laws of the referee: its events tell everything, and a refused act changes nothing.

use botwerk_engine::{
    Accepted, Act, Decision, Game, Generator, Referee, Refusal, Seat, Seats, Viewer,
};

use crate::Held;
use crate::matches::Match;
use crate::walk::pick;

/// What can be asked of a referee about the match so far.
#[derive(Debug, PartialEq)]
pub(crate) struct Standing<S> {
    state: S,
    ask: Option<Decision>,
    owing: Seats,
    undecided: bool,
    requests: Vec<(u32, u32)>,
}

impl<S: Clone> Standing<S> {
    pub(crate) fn of<G: Game<State = S>>(referee: &Referee<G>) -> Self {
        Self {
            state: referee.state().clone(),
            ask: referee.ask(),
            owing: referee.owing(),
            undecided: referee.is_undecided(),
            requests: Seat::all(referee.game().seats())
                .map(|seat| (referee.turn(seat), referee.acts(seat)))
                .collect(),
        }
    }
}

/// The events of a match lead a second referee through the same positions, requests and acts.
pub(crate) fn replay_agrees<G: Game>(game: &G, played: &Match<G>, _: &mut Generator) -> Held {
    let mut second = Referee::new(game.clone(), played.seed);
    let mut standings = played.standings.iter().peekable();
    for (count, event) in (1..).zip(&played.events) {
        second
            .replay(event)
            .map_err(|why| format!("event {count}, {event:?}: {why}"))?;
        // Acts that have led to no event since are not known to the second referee.
        if let Some((_, first)) = standings.next_if(|(events, _)| *events == count) {
            let second = Standing::of(&second);
            if *first != second {
                return Err(format!(
                    "after event {count} played {first:?}, replayed {second:?}"
                ));
            }
        }
        while standings.next_if(|(events, _)| *events <= count).is_some() {}
    }
    if played.referee.outcome() != second.outcome() {
        return Err("the outcome differs".into());
    }
    Ok(())
}

/// A referee remembers the positions that count for repetition, the latest of them at least; one
/// that it has forgotten never occurs again.
pub(crate) fn earlier_is_remembered<G: Game>(
    game: &G,
    played: &Match<G>,
    _: &mut Generator,
) -> Held {
    let mut second = Referee::new(game.clone(), played.seed);
    let mut counted = Vec::from_iter(game.repetition_key(second.state()));
    for event in &played.events {
        second.replay(event).map_err(|why| why.to_string())?;
        counted.extend(game.repetition_key(second.state()));
    }
    let seats = Seat::all(game.seats()).map(Viewer::Seat);
    for viewer in seats.chain([Viewer::Spectator]) {
        let views: Vec<_> = counted
            .iter()
            .map(|state| game.view(state, viewer))
            .collect();
        let kept = second.earlier_views(viewer);
        let Some(forgotten) = views.strip_suffix(&kept[..]) else {
            return Err(format!("{viewer:?} had {views:?}, kept are {kept:?}"));
        };
        if let Some(again) = kept.iter().find(|kept| forgotten.contains(kept)) {
            return Err(format!(
                "{viewer:?}: {again:?} is forgotten and occurs again"
            ));
        }
    }
    Ok(())
}

/// `act` does what `check` says, and changes nothing if it refuses.
pub(crate) fn refusals_change_nothing<G: Game>(
    game: &G,
    played: &Match<G>,
    generator: &mut Generator,
) -> Held {
    let mut referee = Referee::new(game.clone(), played.seed);
    for event in played.events.iter().take(200) {
        for _ in 0..4 {
            let mut tried = referee.clone();
            try_act(game, &mut tried, generator)?;
            // Once more, when an announcement may already wait.
            try_act(game, &mut tried, generator)?;
        }
        referee.replay(event).map_err(|why| why.to_string())?;
    }
    Ok(())
}

fn try_act<G: Game>(game: &G, referee: &mut Referee<G>, generator: &mut Generator) -> Held {
    let seat = match referee.ask() {
        Some(ask) if generator.below(4) > 0 => pick(ask.seats, generator),
        _ => pick(Seats::first(game.seats()), generator),
    };
    let count = generator.below(4);
    let actions: Vec<_> = (0..count)
        .filter_map(|_| {
            let mut legal = Vec::new();
            let actor = botwerk_engine::Actor::Seat(seat);
            game.legal_actions(referee.state(), actor, &mut legal);
            let any = generator.below(u64::from(game.action_count())) as u32;
            let picked = generator.below(legal.len() as u64 + 1) as usize;
            legal.get(picked).copied().or(game.action_from_number(any))
        })
        .collect();
    let act = Act {
        seat,
        actions: &actions,
        nanos: generator.below(9),
        effort: 0,
    };
    let before = Standing::of(referee);
    let checked = referee.check(act);
    let mut events = Vec::new();
    let acted = referee.act(act, &mut events);
    let after = Standing::of(referee);
    match (checked, acted) {
        (Err(checked), Err(acted)) => {
            if checked != acted {
                return Err(format!("`check` says {checked}, `act` says {acted}"));
            }
            if before != after || !events.is_empty() {
                return Err(format!(
                    "{actions:?} is refused ({acted}) and changes something"
                ));
            }
            let index = match acted {
                Refusal::Illegal { index, .. } => index,
                _ => 0,
            };
            if index > 0 && index >= actions.len() {
                return Err(format!(
                    "action {index} of {actions:?} is said to be illegal"
                ));
            }
        }
        (Ok(count), Ok(Accepted::Done)) => {
            let done: Vec<_> = events.iter().map(|event| event.action).collect();
            if done != actions[..count] {
                return Err(format!(
                    "{count} of {actions:?} are accepted, {done:?} done"
                ));
            }
        }
        (Ok(_), Ok(Accepted::Held)) => {
            let waits = !after.owing.contains(seat) && after.undecided && events.is_empty();
            if !waits || before.state != after.state {
                return Err(format!("{actions:?} is held and changes something"));
            }
        }
        (checked, acted) => {
            return Err(format!("`check` says {checked:?}, `act` says {acted:?}"));
        }
    }
    Ok(())
}
