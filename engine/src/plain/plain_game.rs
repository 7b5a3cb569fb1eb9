//! The trait of games of plain data.

use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::Hash;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::chance::StableRng;
use crate::game::{Actor, Outcome, Viewer};
use crate::options::{OptionError, OptionSpec, Options};
use crate::seat::{Seat, Seats};

use super::grid::Grid;
use super::{flat, text};

/// What a position of a [`PlainGame`] waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// One seat, or several, which choose at the same time: what they choose is applied once all have, in the order of the
    /// seats.
    Seats(Seats),
    /// Chance.
    Chance,
    /// Nothing: the match is over.
    Over(Outcome),
}

impl Next {
    /// Returns that a seat is to act.
    pub const fn seat(seat: Seat) -> Self {
        Self::Seats(Seats::one(seat))
    }
}

/// A game whose positions and actions are plain data, from which text, numbers, hashes and observations follow.
///
/// [`Plain`] makes it a [`Game`](crate::Game) that a program can register. Seats that leave a match, the order in which
/// seats act at the same time, and the names of chance outcomes are its part; the functions here are only called for
/// positions that [`PlainGame::start`] and [`PlainGame::apply`] have returned, or that [`PlainGame::check`] accepts.
///
/// ```
/// use botwerk_engine::{
///     Actor, GameId, GameNotation, GameRules, Grid, Next, OptionError, Options, Outcome, Plain,
///     PlainGame, RootSeed, Seat, StableRng,
/// };
/// use serde::{Deserialize, Serialize};
///
/// /// Two seats take one or two stones in turn; the last one wins.
/// #[derive(Debug, Clone)]
/// struct Stones;
///
/// #[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
/// struct Heap { left: u8, to_act: u8 }
///
/// #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
/// enum Take { One, Two }
///
/// impl PlainGame for Stones {
///     type State = Heap;
///     type Action = Take;
///     const NAME: &'static str = "stones";
///     const TITLE: &'static str = "Stones";
///     const SEATS: (usize, usize) = (2, 2);
///
///     fn new(_seats: usize, _options: &Options) -> Result<Self, OptionError> { Ok(Self) }
///     fn start(&self, _rng: &mut StableRng) -> Heap { Heap { left: 7, to_act: 0 } }
///     fn actions(&self) -> Vec<Take> { vec![Take::One, Take::Two] }
///     fn next(&self, heap: &Heap) -> Next {
///         let seat = Seat::new(heap.to_act.into()).unwrap();
///         match heap.left {
///             0 => Next::Over(Outcome::ranked(&[heap.to_act == 1, heap.to_act == 0], vec![], "last")),
///             _ => Next::seat(seat),
///         }
///     }
///     fn legal_actions(&self, heap: &Heap, _actor: Actor, actions: &mut Vec<Take>) {
///         actions.push(Take::One);
///         if heap.left > 1 { actions.push(Take::Two); }
///     }
///     fn apply(&self, heap: &mut Heap, _actor: Actor, take: Take) {
///         heap.left -= 1 + take as u8;
///         heap.to_act = 1 - heap.to_act;
///     }
///     fn draw(&self, heap: &Heap) -> Grid { Grid::default().line(format!("{} left", heap.left)) }
/// }
///
/// let stones = GameId::register_type::<Plain<Stones>>().unwrap();
/// let game = stones.game(2, Options::default()).unwrap();
/// let mut state = game.initial_state(RootSeed::from_text("7"));
/// let take = game.parse_action("two").unwrap();
/// game.apply(&mut state, Actor::Seat(Seat::FIRST), take).unwrap();
/// assert!(game.format_position(&state).contains("\"left\":5"));
/// ```
pub trait PlainGame: Clone + Debug + Send + Sync + 'static {
    /// A position.
    type State: Clone + Eq + Hash + Debug + Send + Sync + Serialize + DeserializeOwned + 'static;
    /// An action of a seat or of chance, such as a variant of an enum.
    type Action: Copy + Ord + Hash + Debug + Send + Sync + Serialize + DeserializeOwned + 'static;

    /// The name, as used in the API, files, records and the command line, such as `connect-four`.
    const NAME: &'static str;
    /// The title, such as `Connect four`.
    const TITLE: &'static str;
    /// The minimum and the maximum number of seats.
    const SEATS: (usize, usize);
    /// The options.
    const OPTIONS: &'static [OptionSpec] = &[];
    /// The rules, in Markdown.
    const RULES: &'static str = "";
    /// The rules in short: lines of at most 96 characters.
    const SUMMARY: &'static [&'static str] = &[];
    /// The version of the rules: records say which one they were played by.
    const VERSION: &'static str = "1";
    /// The maximum number of actions of a match, or `None` if nothing limits it.
    const MAX_LENGTH: Option<u64> = None;
    /// The number of bytes of an observation: the numbers of the position in order, then zeros.
    const OBSERVATION_LEN: usize = 256;

    /// Creates the game for a number of seats and the given options.
    ///
    /// # Errors
    /// Returns an error if the values of options contradict each other.
    fn new(seats: usize, options: &Options) -> Result<Self, OptionError>;

    /// Returns the position before the first action.
    fn start(&self, rng: &mut StableRng) -> Self::State;

    /// Returns all actions of all actors that are ever legal or [seen](PlainGame::seen). Their order is that of their
    /// numbers.
    fn actions(&self) -> Vec<Self::Action>;

    /// Returns what a position waits for.
    fn next(&self, state: &Self::State) -> Next;

    /// Appends the legal actions of an actor that is to act.
    fn legal_actions(&self, state: &Self::State, actor: Actor, actions: &mut Vec<Self::Action>);

    /// Applies a legal action.
    fn apply(&self, state: &mut Self::State, actor: Actor, action: Self::Action);

    /// Draws a position, or what [`PlainGame::hide`] has left of it.
    fn draw(&self, state: &Self::State) -> Grid;

    /// Replaces what a viewer may not see: of two positions that differ only in that, the same is left.
    fn hide(&self, state: &mut Self::State, viewer: Viewer) {
        let _ = (state, viewer);
    }

    /// Returns what a viewer sees in place of an action, such as a card that is dealt face down. Seats see their own.
    fn seen(
        &self,
        state: &Self::State,
        viewer: Viewer,
        actor: Actor,
        action: Self::Action,
    ) -> Self::Action {
        let _ = (state, viewer, actor);
        action
    }

    /// Replaces what [`PlainGame::hide`] has replaced by something that the viewer considers possible.
    fn sample_hidden(&self, state: &mut Self::State, viewer: Viewer, rng: &mut StableRng) {
        let _ = (state, viewer, rng);
    }

    /// Returns the relative weight of a chance outcome.
    fn weight(&self, state: &Self::State, outcome: Self::Action) -> u32 {
        let _ = (state, outcome);
        1
    }

    /// Returns why an action is illegal: the id of the rule, and a sentence.
    fn explain(
        &self,
        state: &Self::State,
        actor: Actor,
        action: Self::Action,
    ) -> (&'static str, Cow<'static, str>) {
        let _ = (state, actor, action);
        (
            "legal",
            Cow::Borrowed("the action is not legal in this position"),
        )
    }

    /// Checks a position that was read from a text.
    ///
    /// # Errors
    /// Returns what is wrong with it.
    fn check(&self, state: &Self::State) -> Result<(), String> {
        let _ = state;
        Ok(())
    }

    /// Returns the text of an action, which no other action has, such as `drop 3`. By default the names of variants and the
    /// values of fields are its words.
    fn action_text(&self, action: Self::Action) -> String {
        text::words(&serde_json::to_value(action).unwrap_or_default())
    }

    /// Returns what a learning program sees of a position, or of what [`PlainGame::hide`] has left of it: at most
    /// [`PlainGame::OBSERVATION_LEN`] numbers. By default the numbers of the position in order.
    fn observe(&self, state: &Self::State) -> Vec<u8> {
        flat::bytes(state)
    }

    /// Returns why a match ended, as a clause such as `four in a row`, or `None` if the rule ends no match.
    fn ending(&self, rule: &str) -> Option<String> {
        Some(rule.to_owned())
    }

    /// Returns the name of a seat on the board, such as `White`.
    fn seat_name(&self, seat: Seat) -> String {
        format!("seat {seat}")
    }
}
