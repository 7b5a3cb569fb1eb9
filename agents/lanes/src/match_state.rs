//! An episode of any game, with actions as numbers.

use std::hash::Hasher;
use std::sync::Arc;

use botwerk_engine::{
    Actor, Game, ObservationField, Outcome, ParseError, Picture, RootSeed, Seat, StableHasher,
    Viewer,
};

use crate::episode::{ActError, Effort, Episode, Node, Progress, SampledOutcome};
use crate::held_notation::format_held;

/// Number of bytes of the own announcement in an information state.
const ANNOUNCEMENT_LEN: usize = 12;

/// An episode of any game, with actions as numbers. The outcomes of a tie are the numbers after those of all
/// actions: the first seat is [`Self::action_count`].
pub trait MatchState: Send + Sync {
    /// Returns a copy.
    fn clone_boxed(&self) -> Box<dyn MatchState>;

    /// Returns the seed of sampled chance outcomes.
    fn seed(&self) -> RootSeed;

    /// Returns what the match waits for.
    fn node(&self) -> Node;

    /// Returns the seats that must still act in the open decision.
    fn awaited(&self) -> Vec<Seat>;

    /// Returns `true` if a seat must act in a decision in which several seats act without seeing what the others
    /// do; `false` at a tie, where chance acts.
    fn is_simultaneous(&self) -> bool;

    /// Returns the number of seats.
    fn seats(&self) -> usize;

    /// Returns an upper bound for the number of actions of all seats from the start of a match to its end: see
    /// [`GameRules::max_match_length`](botwerk_engine::GameRules::max_match_length).
    fn max_match_length(&self) -> Option<u64>;

    /// Returns the number of action numbers.
    fn action_count(&self) -> u32;

    /// Returns the number of bytes of an observation.
    fn observation_len(&self) -> usize;

    /// Returns the fields of an observation, in order.
    fn observation_fields(&self) -> &'static [ObservationField];

    /// Returns the legal actions of a seat in order; none if it is not awaited.
    fn legal_actions(&self, seat: Seat) -> Vec<u32>;

    /// Returns the outcomes of chance with their probabilities; none unless chance acts.
    fn chance_outcomes(&self) -> Vec<(u32, f64)>;

    /// Applies an action of an awaited seat.
    ///
    /// # Errors
    /// Returns an error if the seat is not awaited or the action is illegal; nothing is changed.
    fn act(&mut self, seat: Seat, action: u32, effort: Effort) -> Result<(), NumberedActError>;

    /// Applies an outcome of chance.
    ///
    /// # Errors
    /// Returns an error if chance is not to act or has no such outcome; nothing is changed.
    fn apply_outcome(&mut self, outcome: u32) -> Result<(), NumberedActError>;

    /// Samples chance outcomes from the seed until a seat must act or the match is over, and returns them.
    fn resolve_chance(&mut self) -> Vec<u32>;

    /// Returns the outcome, or `None` if the match is not over.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns the text of an action or an outcome of chance, or `None` if there is no such number.
    fn action_text(&self, action: u32) -> Option<String>;

    /// Returns the number of an action.
    ///
    /// # Errors
    /// Returns an error if the text is not an action of the game.
    fn action_number(&self, text: &str) -> Result<u32, ParseError>;

    /// Returns the position in the notation of the game.
    fn position_text(&self) -> String;

    /// Returns the position with the announcements that are held, from which [`GameSetup::parse`](crate::GameSetup::parse) continues: of a
    /// race with announcements ` | held SEAT NANOSECONDS NODES ACTION` for each of them.
    fn match_text(&self) -> String;

    /// Returns the hash of the position, the same in every version.
    fn position_hash(&self) -> u64;

    /// Returns what a viewer may know, in the notation of positions.
    fn view_text(&self, viewer: Viewer) -> String;

    /// Returns the hash of what a viewer may know.
    fn view_hash(&self, viewer: Viewer) -> u64;

    /// Returns all that a seat knows: its view and, in a race, its own announcement as in [`Self::match_text`].
    fn information_text(&self, seat: Seat) -> String;

    /// Returns the hash of all that a seat knows: that of its view unless an announcement of the seat is held.
    fn information_hash(&self, seat: Seat) -> u64;

    /// Returns the number of bytes of an information state.
    fn information_len(&self) -> usize {
        self.observation_len() + ANNOUNCEMENT_LEN
    }

    /// Writes all that a seat knows: its observation, then the number of its announced action plus 1 as 4 bytes
    /// and the time of its announcement in nanoseconds as 8, little-endian, 0 if none is held.
    ///
    /// # Panics
    /// Panics if `bytes` is not [`Self::information_len`] long.
    fn write_information(&self, seat: Seat, bytes: &mut [u8]);

    /// Returns a drawing of what a viewer may know.
    fn diagram(&self, viewer: Viewer) -> String;

    /// Returns a picture of what a viewer may know.
    fn picture(&self, viewer: Viewer) -> Picture;

    /// Writes the observation of a viewer.
    ///
    /// # Panics
    /// Panics if `bytes` is not [`Self::observation_len`] long.
    fn write_observation(&self, viewer: Viewer, bytes: &mut [u8]);

    /// Returns a match that a seat cannot distinguish from this one, with everything that it does not know and all
    /// later chance sampled from `seed`: see [`Episode::resample`].
    fn resample(&self, seat: Seat, seed: RootSeed) -> Box<dyn MatchState>;

    /// Returns the match as JSON: see [`GameSetup::load`](crate::GameSetup::load).
    fn save(&self) -> String;
}

/// The error of an action number that was not applied; nothing is changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NumberedActError {
    /// There is no such number.
    #[error("action {action}: expected a number below {count}")]
    NoSuchAction {
        /// The number that was given.
        action: u32,
        /// The number of action numbers.
        count: u32,
    },
    /// The action was not applied.
    #[error("{text}: {error}")]
    Act {
        /// The action in the notation of the game.
        text: String,
        /// Why it was not applied.
        error: ActError,
    },
}

pub(crate) struct MatchOf<G: Game> {
    game: Arc<G>,
    episode: Episode<G>,
}

impl<G: Game> MatchOf<G> {
    pub(crate) fn boxed(game: Arc<G>, episode: Episode<G>) -> Box<dyn MatchState> {
        Box::new(Self { game, episode })
    }

    fn view(&self, viewer: Viewer) -> G::View {
        self.game.view(self.episode.state(), viewer)
    }

    fn action(&self, number: u32) -> Result<G::Action, NumberedActError> {
        let action = self.game.action_from_number(number);
        action.ok_or_else(|| NumberedActError::NoSuchAction {
            action: number,
            count: self.game.action_count(),
        })
    }

    fn describe(&self, number: u32, error: ActError) -> NumberedActError {
        NumberedActError::Act {
            text: self.action_text(number).unwrap_or_default(),
            error,
        }
    }

    /// Returns the seat of an outcome of a tie.
    fn tied_seat(&self, outcome: u32) -> Option<Seat> {
        let index = outcome.checked_sub(self.game.action_count())?;
        Seat::new(index as usize).filter(|seat| seat.index() < self.game.seats())
    }
}

impl<G: Game> MatchState for MatchOf<G> {
    fn clone_boxed(&self) -> Box<dyn MatchState> {
        Self::boxed(Arc::clone(&self.game), self.episode.clone())
    }

    fn seed(&self) -> RootSeed {
        self.episode.seed()
    }

    fn node(&self) -> Node {
        self.episode.node()
    }

    fn awaited(&self) -> Vec<Seat> {
        self.episode.awaited().collect()
    }

    fn is_simultaneous(&self) -> bool {
        let decision = self.episode.decision();
        let is_to_act = matches!(self.episode.node(), Node::Seat(_));
        is_to_act && decision.is_some_and(|decision| decision.simultaneous)
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn max_match_length(&self) -> Option<u64> {
        self.game.max_match_length()
    }

    fn action_count(&self) -> u32 {
        self.game.action_count()
    }

    fn observation_len(&self) -> usize {
        self.game.observation_len()
    }

    fn observation_fields(&self) -> &'static [ObservationField] {
        self.game.observation_fields()
    }

    fn legal_actions(&self, seat: Seat) -> Vec<u32> {
        let mut actions = Vec::new();
        if self.episode.awaited().contains(seat) {
            let state = self.episode.state();
            self.game
                .legal_actions(state, Actor::Seat(seat), &mut actions);
        }
        let numbers = actions.into_iter();
        numbers
            .map(|action| self.game.action_number(action))
            .collect()
    }

    fn chance_outcomes(&self) -> Vec<(u32, f64)> {
        match self.episode.node() {
            Node::Chance(_) => {
                let state = self.episode.state();
                let mut outcomes = Vec::new();
                self.game.legal_actions(state, Actor::Chance, &mut outcomes);
                let weight = |outcome| f64::from(self.game.outcome_weight(state, outcome));
                let total: f64 = outcomes.iter().copied().map(weight).sum();
                let outcomes = outcomes.into_iter();
                outcomes
                    .map(|outcome| (self.game.action_number(outcome), weight(outcome) / total))
                    .collect()
            }
            Node::Tie(tied) => {
                let count = tied.len() as f64;
                let number = |seat: Seat| self.game.action_count() + seat.index() as u32;
                tied.map(|seat| (number(seat), 1.0 / count)).collect()
            }
            Node::Seat(_) | Node::Over => Vec::new(),
        }
    }

    fn act(&mut self, seat: Seat, action: u32, effort: Effort) -> Result<(), NumberedActError> {
        let read = self.action(action)?;
        let acted = self.episode.act(&self.game, seat, read, effort);
        acted.map_err(|error| self.describe(action, error))
    }

    fn apply_outcome(&mut self, outcome: u32) -> Result<(), NumberedActError> {
        let applied = match self.tied_seat(outcome) {
            Some(seat) => self.episode.break_tie(&self.game, seat),
            None => {
                let read = self.action(outcome)?;
                self.episode.apply_outcome(&self.game, read)
            }
        };
        applied.map_err(|error| self.describe(outcome, error))
    }

    fn resolve_chance(&mut self) -> Vec<u32> {
        let Self { game, episode } = self;
        let sampled = std::iter::from_fn(|| episode.sample_outcome(game));
        let number = |outcome| match outcome {
            SampledOutcome::Outcome(outcome) => game.action_number(outcome),
            SampledOutcome::First(seat) => game.action_count() + seat.index() as u32,
        };
        sampled.map(number).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.episode.outcome(&self.game)
    }

    fn action_text(&self, action: u32) -> Option<String> {
        if let Some(seat) = self.tied_seat(action) {
            return Some(format!("seat {seat} first"));
        }
        let action = self.game.action_from_number(action)?;
        Some(self.game.format_action(action))
    }

    fn action_number(&self, text: &str) -> Result<u32, ParseError> {
        let action = self.game.parse_action(text)?;
        Ok(self.game.action_number(action))
    }

    fn position_text(&self) -> String {
        self.game.format_position(self.episode.state())
    }

    fn match_text(&self) -> String {
        let Progress {
            held, tie_order, ..
        } = self.episode.progress();
        self.position_text() + &format_held(&*self.game, held, tie_order)
    }

    fn information_text(&self, seat: Seat) -> String {
        let own = self.episode.held_by(seat);
        self.view_text(Viewer::Seat(seat)) + &format_held(&*self.game, own.as_slice(), &[])
    }

    fn information_hash(&self, seat: Seat) -> u64 {
        let view = self.view_hash(Viewer::Seat(seat));
        let Some(own) = self.episode.held_by(seat) else {
            return view;
        };
        let mut hasher = StableHasher::new();
        hasher.write(&view.to_le_bytes());
        hasher.write(&self.game.action_number(own.action).to_le_bytes());
        hasher.write(&own.nanos.to_le_bytes());
        hasher.finish()
    }

    fn write_information(&self, seat: Seat, bytes: &mut [u8]) {
        let (observation, announcement) = bytes.split_at_mut(self.observation_len());
        self.write_observation(Viewer::Seat(seat), observation);
        let own = self.episode.held_by(seat);
        let number = own.map_or(0, |own| self.game.action_number(own.action) + 1);
        let nanos = own.map_or(0, |own| own.nanos);
        announcement[..4].copy_from_slice(&number.to_le_bytes());
        announcement[4..].copy_from_slice(&nanos.to_le_bytes());
    }

    fn view_text(&self, viewer: Viewer) -> String {
        self.game.format_view(&self.view(viewer))
    }

    fn position_hash(&self) -> u64 {
        self.game.hash(self.episode.state())
    }

    fn view_hash(&self, viewer: Viewer) -> u64 {
        self.game.view_hash(&self.view(viewer))
    }

    fn diagram(&self, viewer: Viewer) -> String {
        self.game.diagram(&self.view(viewer)).to_string()
    }

    fn picture(&self, viewer: Viewer) -> Picture {
        self.game.picture(&self.view(viewer))
    }

    fn write_observation(&self, viewer: Viewer, bytes: &mut [u8]) {
        self.game.write_observation(&self.view(viewer), bytes);
    }

    fn resample(&self, seat: Seat, seed: RootSeed) -> Box<dyn MatchState> {
        let episode = self.episode.resample(&self.game, seat, seed);
        Self::boxed(Arc::clone(&self.game), episode)
    }

    fn save(&self) -> String {
        self.episode.save(&self.game)
    }
}
