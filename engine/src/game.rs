//! The trait that every game fulfils.

use std::borrow::Cow;
use std::fmt::{self, Debug};
use std::hash::Hash;

use crate::chance::{ChanceKey, Generator, RootSeed};
use crate::diagram::Diagram;
use crate::games::GameId;
use crate::notation::ParseError;
use crate::options::{OptionError, OptionSpec, Options};
use crate::outcome::Outcome;
use crate::seat::{Seat, Seats};

/// What is known of a game before a match of it is made.
#[derive(Debug, Clone)]
pub struct GameSpec {
    /// Which game this is.
    pub id: GameId,
    /// The game's name in its own print.
    pub title: &'static str,
    /// Fewest seats.
    pub min_seats: usize,
    /// Most seats.
    pub max_seats: usize,
    /// All options.
    pub options: &'static [OptionSpec],
    /// The rules page.
    pub rules: &'static str,
    /// The data that the rules refer to, as text; its SHA-256 stands in every record.
    pub ruleset: &'static str,
    /// The notation of actions, one line each.
    pub notation: &'static [&'static str],
}

/// Who acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Actor {
    /// Chance, drawn from the match's seed.
    Chance,
    /// A player.
    Seat(Seat),
    /// Whoever conducts the match: time limits, leaving.
    Referee,
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chance => f.write_str("chance"),
            Self::Seat(seat) => write!(f, "seat {seat}"),
            Self::Referee => f.write_str("the referee"),
        }
    }
}

/// Whose turn it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// One or several seats may act.
    Act(Ask),
    /// Chance acts, with the draw of this name.
    Chance(ChanceKey),
    /// Nobody acts any more.
    Over(Outcome),
}

/// What is asked of the seats whose turn it is.
///
/// A seat is asked anew whenever `stage` or `number` changes; as long as both stay, the seat is
/// still answering the same request, whatever the others have done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ask {
    /// The seats that may act now, in any order if there are several.
    pub seats: Seats,
    /// What the seats are to do, a word of the game: `race`, `show`.
    pub stage: &'static str,
    /// Tells requests of the same stage apart.
    pub number: u32,
    /// Whether the seats answer at the same time and the earliest answer counts.
    pub simultaneous: bool,
}

/// A limit that the rules themselves set to a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadline<A> {
    /// Milliseconds that the turn may last.
    pub milliseconds: u64,
    /// The referee's action once they have passed.
    pub action: A,
    /// Whether the same happens if the seat's clock runs out before, instead of the seat leaving the
    /// match (DR-27).
    pub is_gentle: bool,
}

/// Who looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// The player on a seat.
    Seat(Seat),
    /// Anybody else.
    Spectator,
}

/// An action that the rules do not allow here. The state is as it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{why} ({rule})")]
pub struct IllegalAction {
    /// The id of the rule that forbids it.
    pub rule: &'static str,
    /// What is wrong, in words.
    pub why: Cow<'static, str>,
    /// Whether the rules let the seat try again for nothing, however often (MR-13).
    pub costs_nothing: bool,
}

impl IllegalAction {
    /// The error that names a rule and says what is wrong.
    pub fn new(rule: &'static str, why: impl Into<Cow<'static, str>>) -> Self {
        Self {
            rule,
            why: why.into(),
            costs_nothing: false,
        }
    }

    /// The error of an action that the rules refuse without any cost to the seat.
    pub fn costing_nothing(rule: &'static str, why: impl Into<Cow<'static, str>>) -> Self {
        Self {
            costs_nothing: true,
            ..Self::new(rule, why)
        }
    }
}

/// A game with its options and number of seats: pure functions of position and action.
///
/// The value holds what stays the same through a match; the position is a [`Game::State`].
/// Every function is deterministic, reads no clock and never panics on a state that came from
/// [`Game::start`], [`Game::parse_position`] and [`Game::apply`].
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// A position. Clones without heap, in at most 2 KB; equality covers the position only.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// One atomic action of a seat, of chance or of the referee. Ordered by its number.
    type Action: Copy + Ord + Hash + Debug + Send + Sync + 'static;
    /// What one viewer may know of a position; a type that cannot hold more.
    type View: Clone + Eq + Debug + Send + Sync + 'static;

    /// What is known of the game before a match.
    fn spec() -> &'static GameSpec;

    /// The game for so many seats with these options.
    ///
    /// # Errors
    /// If so many cannot play, or an option's value contradicts the rules.
    fn new(seats: usize, options: Options) -> Result<Self, OptionError>;

    /// The fewest seats that can play with these options; the fewest at all if none can, so that the
    /// game itself says why.
    fn fewest_seats(options: &Options) -> usize {
        let spec = Self::spec();
        let mut seats = spec.min_seats..=spec.max_seats;
        let fewest = seats.find(|seats| Self::new(*seats, options.clone()).is_ok());
        fewest.unwrap_or(spec.min_seats)
    }

    /// How many seats a position's text is for, as far as can be told from it.
    fn seats_of_position(text: &str) -> Option<usize>;

    /// Number of seats.
    fn seats(&self) -> usize;

    /// The options, defaults included.
    fn options(&self) -> &Options;

    /// The maps that can be shown by themselves, by name: those of the options' ruleset, where a game
    /// has any.
    fn maps(&self) -> Vec<(String, Diagram)> {
        Vec::new()
    }

    /// The position before the first action. Set-up that the rules leave open is drawn here.
    fn start(&self, seed: RootSeed) -> Self::State;

    /// Whose turn it is, or how the match ended.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Appends every action that `apply` accepts from `actor`, in the order of their numbers.
    fn legal_actions(&self, state: &Self::State, actor: Actor, actions: &mut Vec<Self::Action>);

    /// How many actions [`Game::legal_actions`] gives: a game that can count faster does.
    fn count_actions(&self, state: &Self::State, actor: Actor) -> usize {
        let mut actions = Vec::new();
        self.legal_actions(state, actor, &mut actions);
        actions.len()
    }

    /// Carries out an action.
    ///
    /// # Errors
    /// If the rules do not allow it; the state is then untouched.
    fn apply(
        &self,
        state: &mut Self::State,
        actor: Actor,
        action: Self::Action,
    ) -> Result<(), IllegalAction>;

    /// Carries out an action that [`Game::legal_actions`] lists for the actor: a game that need not
    /// ask again whether it is legal is faster than with [`Game::apply`]. Of any other action the
    /// outcome is unspecified.
    fn play(&self, state: &mut Self::State, actor: Actor, action: Self::Action) {
        let played = self.apply(state, actor, action);
        debug_assert!(played.is_ok(), "a listed action is legal: {played:?}");
    }

    /// How likely an outcome of the present chance node is, beside the other outcomes.
    fn weight(&self, state: &Self::State, outcome: Self::Action) -> u32 {
        let _ = (state, outcome);
        1
    }

    /// Draws an outcome of the present chance node.
    ///
    /// One number below the sum of weights is taken from the generator; it picks from the
    /// outcomes in the order of [`Game::legal_actions`]. An override must draw the same.
    fn draw(&self, state: &Self::State, generator: &mut Generator) -> Self::Action {
        let mut outcomes = Vec::new();
        self.legal_actions(state, Actor::Chance, &mut outcomes);
        let weights = outcomes.iter().map(|o| u64::from(self.weight(state, *o)));
        let drawn = generator.weighted(weights);
        outcomes[drawn.expect("a chance node has an outcome")]
    }

    /// The limit that the rules set to the present turn, if they set one.
    fn deadline(&self, state: &Self::State) -> Option<Deadline<Self::Action>> {
        let _ = state;
        None
    }

    /// The virtual time in nanoseconds of an answer that took so many search nodes and a pause of
    /// so many microseconds (MR-25); `None` for an answer that comes too late to count.
    fn virtual_time(&self, nodes: u64, pause_micros: u64) -> Option<u64> {
        // A microsecond a node, where a game sets no rate of its own.
        nodes.checked_add(pause_micros)?.checked_mul(1000)
    }

    /// Whether the effect of this seat's action depends on who is first, so that it must wait
    /// until no other seat can still be earlier.
    fn is_contested(&self, state: &Self::State, action: Self::Action) -> bool {
        let _ = (state, action);
        false
    }

    /// The action by which a seat says that it will not answer a simultaneous turn.
    fn silence(&self, state: &Self::State) -> Option<Self::Action> {
        let _ = state;
        None
    }

    /// Whether what a seat has listed behind an action that ended its turn is dropped instead of
    /// refused.
    fn drops_rest(&self, action: Self::Action) -> bool {
        let _ = action;
        false
    }

    /// The referee's action for a seat that leaves the match.
    fn leave(&self, seat: Seat) -> Self::Action;

    /// What repetition compares of a position, with all that does not matter to it left out;
    /// `None` if the position does not count as an occurrence.
    fn occurrence(&self, state: &Self::State) -> Option<Self::State> {
        let _ = state;
        None
    }

    /// Whether no position that occurred before this one can occur again, so that nobody needs to
    /// remember them.
    fn forgets(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// Takes notice that the position has now occurred `times` times.
    fn repeated(&self, state: &mut Self::State, times: u32) {
        let _ = (state, times);
    }

    /// What a viewer is shown of an action taken in `state`; `None` if nothing.
    fn shown(
        &self,
        state: &Self::State,
        viewer: Viewer,
        actor: Actor,
        action: Self::Action,
    ) -> Option<Self::Action> {
        let _ = (state, viewer, actor);
        Some(action)
    }

    /// What a viewer may know.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;

    /// Appends the viewing seat's legal actions, in order: the same as `legal_actions` gives.
    fn view_actions(&self, view: &Self::View, actions: &mut Vec<Self::Action>);

    /// A position that agrees with everything the viewer knows, drawn from what it does not.
    fn sample_hidden(&self, view: &Self::View, generator: &mut Generator) -> Self::State;

    /// The frozen hash of a position: equal positions, equal hashes, in every version.
    fn hash(&self, state: &Self::State) -> u64;

    /// The frozen hash of a view.
    fn view_hash(&self, view: &Self::View) -> u64;

    /// The position in the game's notation.
    fn format_position(&self, state: &Self::State) -> String;

    /// Reads a position.
    ///
    /// # Errors
    /// The first place where the text is not the canonical text of a position of this game.
    fn parse_position(&self, text: &str) -> Result<Self::State, ParseError>;

    /// The view in the notation of positions, with what the viewer may not know left out.
    fn format_view(&self, view: &Self::View) -> String;

    /// Reads what [`Game::format_view`] writes for this viewer.
    ///
    /// # Errors
    /// The first place where the text is not the canonical text of a view of this game.
    fn parse_view(&self, viewer: Viewer, text: &str) -> Result<Self::View, ParseError> {
        // Where nothing of a position is left out, the text of a view is that of a position.
        let state = self.parse_position(text)?;
        Ok(self.view(&state, viewer))
    }

    /// The action in the game's notation.
    fn format_action(&self, action: Self::Action) -> String;

    /// Reads an action.
    ///
    /// # Errors
    /// The first place where the text is not the canonical text of an action.
    fn parse_action(&self, text: &str) -> Result<Self::Action, ParseError>;

    /// A turn, several actions of one seat, in the game's notation.
    fn format_turn(&self, view: &Self::View, actions: &[Self::Action]) -> String;

    /// Reads a turn of the viewing seat.
    ///
    /// # Errors
    /// The first place where the text is not the canonical text of a turn.
    fn parse_turn(&self, view: &Self::View, text: &str) -> Result<Vec<Self::Action>, ParseError>;

    /// Number of different actions; numbers run from 0 to one less.
    fn action_count(&self) -> u32;

    /// The dense number of an action.
    fn action_number(&self, action: Self::Action) -> u32;

    /// The action with this number.
    fn numbered_action(&self, number: u32) -> Option<Self::Action>;

    /// Length in bytes of an observation, the same for every view of this game.
    fn observation_len(&self) -> usize;

    /// Writes what a view shows as bytes.
    ///
    /// # Panics
    /// If `bytes` is not [`Game::observation_len`] long.
    fn observe(&self, view: &Self::View, bytes: &mut [u8]);

    /// The picture of a view.
    fn diagram(&self, view: &Self::View) -> Diagram;
}
