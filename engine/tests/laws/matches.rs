//! Random matches conducted by a referee.

use botwerk_engine::record::TimeKind;
use botwerk_engine::{Act, Actor, Event, Game, Generator, Referee, RootSeed, Viewer};

use crate::Held;
use crate::referee::Standing;
use crate::turns::random_turn;
use crate::variant::may_be_long;
use crate::walk::{choose, pick};

/// Events after which a match is given up, and for a long one the seats begin to leave.
const PATIENCE: usize = 20_000;

/// A match that was played.
pub(crate) struct Match<G: Game> {
    pub(crate) seed: RootSeed,
    pub(crate) time: TimeKind,
    pub(crate) events: Vec<Event<G::Action>>,
    pub(crate) referee: Referee<G>,
    /// The referee after so many events, whenever it held no announcement.
    pub(crate) standings: Vec<(usize, Standing<G::State>)>,
}

impl<G: Game> Match<G> {
    /// Plays a match in which all act at random, the referee at one of `every` turns (0: never).
    pub(crate) fn play(
        game: &G,
        seed: RootSeed,
        time: TimeKind,
        every: u64,
        generator: &mut Generator,
    ) -> Result<Self, String> {
        let mut played = Self {
            seed,
            time,
            events: Vec::new(),
            referee: Referee::new(game.clone(), seed),
            standings: Vec::new(),
        };
        let long = may_be_long(game);
        while played.events.len() < PATIENCE {
            let every = if long && played.events.len() > 400 {
                10
            } else {
                every
            };
            let goes_on = played.step(every, generator)?;
            if !played.referee.is_undecided() {
                let standing = Standing::of(&played.referee);
                played.standings.push((played.events.len(), standing));
            }
            if !goes_on {
                break;
            }
        }
        Ok(played)
    }

    /// Lets somebody act; `false` once the match is over.
    fn step(&mut self, every: u64, generator: &mut Generator) -> Result<bool, String> {
        let Self {
            events,
            referee,
            time,
            ..
        } = self;
        let is_virtual = *time == TimeKind::Virtual;
        referee.advance(events);
        if referee.ask().is_none() {
            return Ok(false);
        }
        if every > 0 && generator.below(every) == 0 {
            let action = choose(referee.game(), referee.state(), Actor::Referee, generator);
            let action = action.ok_or("the referee can do nothing")?;
            let done = referee.intervene(action, events);
            return done.map(|()| true).map_err(|why| why.to_string());
        }
        let owing = referee.owing();
        if owing.is_empty() {
            if !referee.decide(|_| u64::MAX, events) {
                return Err("all have announced, and nothing is decided".into());
            }
            return Ok(true);
        }
        // Who has not announced yet needs at least two nanoseconds.
        if !is_virtual && generator.below(2) == 0 && referee.decide(|_| 2, events) {
            return Ok(true);
        }
        let seat = pick(owing, generator);
        let mut actions = random_turn(referee.game(), referee.state(), seat, generator);
        let effort = generator.below(3);
        let mut nanos = 2 + generator.below(6);
        if is_virtual {
            let silence = referee.game().pass_action(referee.state());
            let time = referee.game().virtual_time(effort, 0);
            nanos = time.unwrap_or(u64::MAX);
            if let (None, Some(silence)) = (time, silence) {
                actions = vec![silence];
            }
        }
        let whole = Act {
            seat,
            actions: &actions[..],
            nanos,
            effort,
        };
        // A random turn may end with something illegal; its first action is always accepted.
        let first = Act {
            actions: &actions[..1],
            ..whole
        };
        referee
            .act(whole, events)
            .or_else(|_| referee.act(first, events))
            .map_err(|why| format!("a listed action is refused: {why}"))?;
        Ok(true)
    }
}

/// A random match ends, and after its end nothing is asked.
pub(crate) fn matches_end<G: Game>(game: &G, played: &Match<G>, _: &mut Generator) -> Held {
    let referee = &played.referee;
    if referee.outcome().is_none() {
        let count = played.events.len();
        return Err(format!("after {count} events a match goes on"));
    }
    if referee.ask().is_some() || referee.deadline().is_some() || !referee.owing().is_empty() {
        return Err("after the end somebody is asked".into());
    }
    let shown = game.format_view(&referee.view(Viewer::Spectator));
    if shown.is_empty() {
        return Err("the end shows nothing".into());
    }
    Ok(())
}
