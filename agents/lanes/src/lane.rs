//! One of many matches that are stepped together.

use botwerk_engine::{Game, RootSeed, Seat};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::episode::{Effort, Episode, Node};
use crate::outputs::Fault;

/// What a lane is about to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LanePhase {
    /// Its episode runs.
    Running,
    /// Its episode has ended.
    Ended,
}

/// One of many matches that are stepped together.
#[derive(Debug, Clone)]
pub(crate) struct Lane<G: Game> {
    pub(crate) episode: Episode<G>,
    pub(crate) phase: LanePhase,
    /// The seat that acted last; the first one before that.
    pub(crate) latest_seat: Seat,
    /// Number of steps of the episode.
    pub(crate) steps: u32,
    /// The seed text of the first episode.
    pub(crate) seed: Box<str>,
    /// Number of episodes before this one.
    pub(crate) episodes: u32,
    /// The generator of random actions.
    pub(crate) sampler: SplitMix64,
}

impl<G: Game> Lane<G> {
    /// Creates a lane at the start of the episode with this number.
    pub(crate) fn new(game: &G, seed: Box<str>, episodes: u32) -> Self {
        let root = match episodes {
            0 => RootSeed::from_text(&seed),
            number => RootSeed::from_text(&format!("{seed}/{number}")),
        };
        Self {
            episode: Episode::new(game, root),
            phase: LanePhase::Running,
            latest_seat: Seat::FIRST,
            steps: 0,
            seed,
            episodes,
            sampler: SplitMix64::seed_from_u64(root.rng().next_u64()),
        }
    }

    /// Starts the next episode.
    pub(crate) fn start_next(&mut self, game: &G) {
        let seed = std::mem::take(&mut self.seed);
        *self = Self::new(game, seed, self.episodes.wrapping_add(1));
    }

    /// Applies the action with this number of the seat to act.
    pub(crate) fn act(&mut self, game: &G, number: i64, effort: Effort) -> Result<(), Fault> {
        let Node::Seat(seat) = self.episode.node() else {
            return Err(Fault::EpisodeOver);
        };
        let number = u32::try_from(number).ok();
        let action = number.and_then(|number| game.action_from_number(number));
        let action = action.ok_or(Fault::IllegalAction)?;
        let applied = self.episode.act(game, seat, action, effort);
        applied.map_err(|_| Fault::IllegalAction)?;
        self.latest_seat = seat;
        Ok(())
    }

    /// Applies a random legal action and returns its number; `legal` is overwritten.
    pub(crate) fn act_randomly(
        &mut self,
        game: &G,
        legal: &mut Vec<G::Action>,
    ) -> Result<u32, Fault> {
        let Node::Seat(seat) = self.episode.node() else {
            return Err(Fault::EpisodeOver);
        };
        legal.clear();
        self.episode.legal_actions(game, legal);
        // The high bits of a product are uniform enough for fewer than 2^32 actions.
        let product = u128::from(self.sampler.next_u64()) * legal.len() as u128;
        let action = legal[(product >> 64) as usize];
        self.episode.act_unchecked(game, action);
        self.latest_seat = seat;
        Ok(game.action_number(action))
    }

    /// Returns the seat to act, or `None` after the end of the episode.
    pub(crate) fn seat_to_act(&self) -> Option<Seat> {
        match (self.phase, self.episode.node()) {
            (LanePhase::Running, Node::Seat(seat)) => Some(seat),
            _ => None,
        }
    }

    /// Returns the seat whose view is observed.
    pub(crate) fn observer(&self) -> Seat {
        self.seat_to_act().unwrap_or(self.latest_seat)
    }
}
