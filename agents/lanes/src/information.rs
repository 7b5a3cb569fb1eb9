//! What a seat knows of an episode, and episodes that agree with it.

use botwerk_engine::race::Announcement;
use botwerk_engine::{Actor, Decision, Game, History, RootSeed, Seat, Seats, StableRng, Viewer};

use crate::episode::{Episode, Node, Progress};

/// Maximum number of attempts to sample what agrees with the knowledge of a seat. Each one succeeds with a
/// probability of at least about a quarter.
const ATTEMPTS: usize = 1000;

/// Maximum number of bits of the search nodes of a sampled announcement.
const MAX_EFFORT_BITS: u64 = 24;

/// What a seat knows of an episode in which no tie is open: its view, its own announcement, and whether it is
/// to act. Of the others in a race it knows that not all have acted, and, if it is to act, that those before
/// it have announced or passed.
#[derive(Debug)]
pub(crate) struct Information<'a, G: Game> {
    pub(crate) seat: Seat,
    pub(crate) view: G::View,
    /// The positions before this one that count for repetition: only games without hidden positions do so.
    pub(crate) earlier: &'a [G::State],
    /// The announcement of the seat that is held.
    pub(crate) own: Option<Announcement<G::Action>>,
    /// Whether the episode waits for the seat, rather than for one before it in the same decision.
    pub(crate) is_to_act: bool,
}

impl<G: Game> Information<'_, G> {
    /// Samples an episode that agrees, with all later chance from `seed`, or returns `None` if none was found.
    pub(crate) fn sample(
        &self,
        game: &G,
        seed: RootSeed,
        rng: &mut StableRng,
    ) -> Option<Episode<G>> {
        (0..ATTEMPTS).find_map(|_| {
            let state = game.sample_hidden(&self.view, rng);
            let history = History::with_occurrences(game, state, self.earlier);
            let episode = Episode::from_history(game, seed, history.clone());
            let Some(race) = race_of(game, &episode) else {
                return Some(episode);
            };
            let held = self.sample_announcements(game, episode.state(), race.seats, rng)?;
            let progress = Progress {
                held: &held,
                ..episode.progress()
            };
            Episode::restore(game, seed, history, progress).ok()
        })
    }

    /// Samples the announcements that are held in a race in which these seats have not passed, or returns
    /// `None` if they contradict what the seat knows.
    fn sample_announcements(
        &self,
        game: &G,
        state: &G::State,
        open: Seats,
        rng: &mut StableRng,
    ) -> Option<Vec<Announcement<G::Action>>> {
        let mut held: Vec<_> = self.own.into_iter().collect();
        for other in open.without(self.seat) {
            let has_acted = match self.is_to_act {
                true if other < self.seat => true,
                // Seats act in order unless the caller chooses another one.
                true => rng.below(4) == 0,
                false => rng.below(2) == 0,
            };
            if has_acted {
                let effort = self.sample_effort(rng);
                held.push(sample_announcement(game, state, other, effort, rng)?);
            }
        }
        let acted: Seats = held.iter().map(|held| held.seat).collect();
        let next = open.difference(acted).next()?;
        ((next == self.seat) == self.is_to_act).then_some(held)
    }

    /// Samples the search nodes of an announcement: none, those of the seat itself, or any number.
    fn sample_effort(&self, rng: &mut StableRng) -> u64 {
        match rng.below(4) {
            0 => {
                let bits = rng.below(MAX_EFFORT_BITS);
                rng.below(1 << bits)
            }
            1 => self.own.map_or(0, |own| own.effort),
            _ => 0,
        }
    }
}

/// Returns the open decision if seats announce in it.
fn race_of<G: Game>(game: &G, episode: &Episode<G>) -> Option<Decision> {
    let decision = episode.decision().filter(|decision| decision.simultaneous);
    decision.filter(|_| game.pass_action(episode.state()).is_some())
}

/// Samples an announcement of a seat, or returns `None` if it has none.
fn sample_announcement<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    effort: u64,
    rng: &mut StableRng,
) -> Option<Announcement<G::Action>> {
    // A choice that takes longer than the race allows is a pass.
    let timed = |effort| Some((effort, game.virtual_time(effort, 0)?));
    let (effort, nanos) = timed(effort).or_else(|| timed(0))?;
    Some(Announcement {
        seat,
        nanos,
        effort,
        action: sample_number(game, state, seat, rng)?,
    })
}

/// Samples an action with which a seat can announce, or returns `None` if it has none.
fn sample_number<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    rng: &mut StableRng,
) -> Option<G::Action> {
    let mut legal = Vec::new();
    game.legal_actions(state, Actor::Seat(seat), &mut legal);
    legal.retain(|action| game.is_contested(state, *action));
    let count = legal.len() as u64;
    (count > 0).then(|| legal[rng.below(count) as usize])
}

impl<G: Game> Episode<G> {
    /// Returns an episode that a seat cannot distinguish from this one, with everything that it does not know
    /// and all later chance sampled from `seed`.
    ///
    /// A seat knows its view, its own announcement, and whether it is to act. In a race it knows of the others
    /// that not all of them have acted, and, if it is to act, that those before it have: all passes and
    /// announcements that agree with this are sampled. At a tie it also knows who has announced, and when.
    pub fn resample(&self, game: &G, seat: Seat, seed: RootSeed) -> Self {
        let mut rng = seed.rng_for_agent(seat, self.turn(seat));
        let sampled = match self.node() {
            Node::Tie(_) => self.resample_tie(game, seat, seed, &mut rng),
            Node::Seat(_) | Node::Chance(_) | Node::Over => {
                let information = Information {
                    seat,
                    view: game.view(self.state(), Viewer::Seat(seat)),
                    earlier: self.history().earlier(game),
                    own: self.held_by(seat),
                    is_to_act: self.node() == Node::Seat(seat),
                };
                information.sample(game, seed, &mut rng)
            }
        };
        // The episode itself agrees with what the seat knows.
        let mut sampled = sampled.unwrap_or_else(|| self.clone());
        sampled.set_seed(seed);
        sampled.set_turns(self.progress().turns);
        sampled
    }

    /// Returns the announcement of a seat that is held.
    pub(crate) fn held_by(&self, seat: Seat) -> Option<Announcement<G::Action>> {
        self.held().iter().find(|held| held.seat == seat).copied()
    }

    /// Samples what the others have announced in a race that ends with a tie.
    fn resample_tie(
        &self,
        game: &G,
        seat: Seat,
        seed: RootSeed,
        rng: &mut StableRng,
    ) -> Option<Self> {
        (0..ATTEMPTS).find_map(|_| {
            let mut held = self.held().to_vec();
            for other in held.iter_mut().filter(|held| held.seat != seat) {
                other.action = sample_number(game, self.state(), other.seat, rng)?;
            }
            let progress = Progress {
                held: &held,
                ..self.progress()
            };
            let restored = Self::restore(game, seed, self.history().clone(), progress);
            restored.ok().filter(|it| it.node() == self.node())
        })
    }
}
