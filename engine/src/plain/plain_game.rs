//! The trait of games of plain data.

use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::chance::{ChanceKey, RootSeed, StableRng};
use crate::drawing::{Diagram, Picture};
use crate::game::{Actor, Deadline, IllegalAction, Outcome, Viewer, default_virtual_time};
use crate::game_spec::GameSpec;
use crate::hash::StableHasher;
use crate::notation::ParseError;
use crate::options::{OptionError, OptionSpec, Options};
use crate::race::Overtime;
use crate::seat::{Seat, Seats};

use super::grid::Grid;
use super::state::PlainState;
use super::{flat, text};

/// A position of a match of the game `G`.
pub(super) type State<G> = PlainState<<G as PlainGame>::State, <G as PlainGame>::Action>;

/// What a position of a [`PlainGame`] waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// One seat, or several, which choose at the same time: what they choose is applied once all have, in the order of the
    /// seats.
    Seats(Seats),
    /// Several seats, which race: each of their actions is applied when it is made, and of
    /// [announcements](PlainGame::announces) the earliest counts. The race remains one decision as long as its
    /// [numbering](PlainGame::numbering) does, which such a game has.
    Race(Seats),
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
/// [`Plain`](crate::Plain) makes it a [`Game`](crate::Game) that a program can register. Seats that leave a match, the order in which
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
    /// The version of observations: another one for any other [`PlainGame::observe`].
    const OBSERVATION_VERSION: u32 = 1;
    /// The version of hashes: another one if equal positions have other ones, such as after a field was added to the position.
    const HASH_VERSION: u32 = 1;
    /// The number of bytes of an observation: the numbers of the position in order, then zeros. What exceeds it is cut off.
    const OBSERVATION_LEN: usize = 256;
    /// Whether legal actions are listed in the order of [`PlainGame::actions`]: otherwise they are sorted each time.
    const LISTS_IN_ORDER: bool = false;
    /// Whether several seats ever choose at the same time, as [`Next::Seats`]: otherwise no action has to be kept.
    const CHOOSES_TOGETHER: bool = true;
    /// The description of a game that says more than the constants above, in place of them.
    const SPEC: Option<&'static GameSpec> = None;

    /// Creates the game for a number of seats and the given options.
    ///
    /// # Errors
    /// Returns an error if the values of options contradict each other.
    fn new(seats: usize, options: &Options) -> Result<Self, OptionError>;

    /// Returns the position before the first action.
    fn start(&self, rng: &mut StableRng) -> Self::State;

    /// Returns the position before the first action, from the seed of the match: what is sampled apart from the rest has a
    /// chance outcome of its own. By default [`PlainGame::start`] with one.
    fn start_from_seed(&self, seed: RootSeed) -> Self::State {
        self.start(&mut seed.rng_for_chance(ChanceKey::setup("start")))
    }

    /// Returns all actions of all actors that are ever legal or [seen](PlainGame::seen). Their order is that of their
    /// numbers.
    fn actions(&self) -> Vec<Self::Action>;

    /// Returns what a position waits for.
    fn next(&self, state: &Self::State) -> Next;

    /// Appends the legal actions of an actor that is to act.
    fn legal_actions(&self, state: &Self::State, actor: Actor, actions: &mut Vec<Self::Action>);

    /// Applies a legal action.
    fn apply(&self, state: &mut Self::State, actor: Actor, action: Self::Action);

    /// Draws a position, or what [`PlainGame::hide`] has left of it. By default as JSON.
    fn draw(&self, state: &Self::State) -> Grid {
        Grid::default().line(serde_json::to_string(state).unwrap_or_default())
    }

    /// Returns the maximum number of actions of a match where it depends on options, as [`PlainGame::MAX_LENGTH`].
    fn max_length(&self) -> Option<u64> {
        Self::MAX_LENGTH
    }

    /// Replaces what a viewer may not see: of two positions that differ only in that, the same is left.
    fn hide(&self, state: &mut Self::State, viewer: Viewer) {
        let _ = (state, viewer);
    }

    /// Returns what a viewer sees in place of an action, such as a card that is dealt face down, or `None` if it does not
    /// learn of the action. Seats see their own.
    fn seen(
        &self,
        state: &Self::State,
        viewer: Viewer,
        actor: Actor,
        action: Self::Action,
    ) -> Option<Self::Action> {
        let _ = (state, viewer, actor);
        Some(action)
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

    /// Writes what a learning program sees of the position that [`PlainGame::hide`] has left: into zeros, as many as
    /// [`PlainGame::OBSERVATION_LEN`]. By default the numbers of the position in order.
    fn observe(&self, state: &Self::State, viewer: Viewer, bytes: &mut [u8]) {
        let _ = viewer;
        let numbers = flat::bytes(state);
        let len = numbers.len().min(bytes.len());
        bytes[..len].copy_from_slice(&numbers[..len]);
    }

    /// Returns why a match with these places ended, as a clause such as `four in a row`, or `None` if the rule ends no match.
    fn ending(&self, rule: &str, places: &[u8]) -> Option<String> {
        let _ = places;
        Some(rule.to_owned())
    }

    /// Returns the name of a seat on the board, such as `White`.
    fn seat_name(&self, seat: Seat) -> String {
        format!("seat {seat}")
    }

    // What a game may number, limit and leave in a way of its own.

    /// Returns the name and the number of the decision, or of the chance outcome, for which a position waits. By default they
    /// are counted for the game.
    fn numbering(&self, state: &Self::State) -> Option<(&'static str, u32)> {
        let _ = state;
        None
    }

    /// Returns the action of the referee by which a seat leaves, or `None` if the match ends once a seat has left.
    fn leave(&self, seat: Seat) -> Option<Self::Action> {
        let _ = seat;
        None
    }

    /// Appends the legal actions of the referee: of time limits, and of [`PlainGame::leave`].
    fn referee_actions(&self, state: &Self::State, actions: &mut Vec<Self::Action>) {
        let _ = (state, actions);
    }

    /// Returns the time limit that the rules set for a decision, with the action of the referee that follows it.
    fn deadline(&self, state: &Self::State) -> Option<Deadline<Self::Action>> {
        let _ = state;
        None
    }

    // What only a game with races defines.

    /// Returns `true` if the action competes in a race: it is applied once no other seat can be found earlier.
    fn announces(&self, action: Self::Action) -> bool {
        let _ = action;
        false
    }

    /// Returns the action with which a seat declines to announce.
    fn pass(&self) -> Option<Self::Action> {
        None
    }

    /// Returns the time after the first announcement in which others count, or `None` if it ends the race.
    fn overtime(&self, state: &Self::State) -> Option<Overtime<Self::Action>> {
        let _ = state;
        None
    }

    /// Returns `true` if the action is ignored, rather than rejected, after an action that has ended the turn of its seat.
    fn ignores_trailing(&self, action: Self::Action) -> bool {
        let _ = action;
        false
    }

    /// Returns the nanoseconds of a choice that took this number of search nodes and a pause of this number of microseconds,
    /// or `None` if it comes too late to count.
    fn virtual_time(&self, nodes: u64, pause_micros: u64) -> Option<u64> {
        default_virtual_time(nodes, pause_micros)
    }

    // What follows from plain data, unless a game replaces it: its own texts, numbers, hashes and drawings, and what it does
    // faster than by its list of legal actions.

    /// Applies an action unless it is illegal, in a decision of one seat or a race.
    ///
    /// # Errors
    /// Returns an error if the rules forbid the action; the position is then unchanged.
    fn try_apply(
        &self,
        state: &mut Self::State,
        actor: Actor,
        action: Self::Action,
    ) -> Result<(), IllegalAction> {
        let mut legal = Vec::new();
        match (self.next(state), actor) {
            (Next::Seats(seats) | Next::Race(seats), Actor::Seat(seat)) if seats.contains(seat) => {
                self.legal_actions(state, actor, &mut legal);
            }
            (Next::Chance, Actor::Chance) => self.legal_actions(state, actor, &mut legal),
            (Next::Seats(_) | Next::Race(_) | Next::Chance, Actor::Referee) => {
                self.referee_actions(state, &mut legal);
            }
            _ => return Err(IllegalAction::new("turn", format!("{actor} is not to act"))),
        }
        check_listed(self, state, actor, action, &legal)?;
        self.apply(state, actor, action);
        Ok(())
    }

    /// Samples a chance outcome: the same that one number below the sum of all weights selects from the legal ones. `None`
    /// leaves it to that.
    fn sample_outcome(&self, state: &Self::State, rng: &mut StableRng) -> Option<Self::Action> {
        let _ = (state, rng);
        None
    }

    /// Returns the place of an action in the order of all [`PlainGame::actions`]. `None` searches for it.
    fn action_number(&self, action: Self::Action) -> Option<u32> {
        let _ = action;
        None
    }

    /// Returns the stable hash of a position, or of what a viewer may know of it. By default of the numbers of the position.
    fn hash(&self, state: &State<Self>, viewer: Option<Viewer>) -> u64 {
        let mut hasher = StableHasher::new();
        match viewer {
            Some(Viewer::Seat(seat)) => hasher.write_u8(seat.index() as u8 + 1),
            Some(Viewer::Spectator) => hasher.write_u8(0),
            None => {}
        }
        hasher.write(&flat::bytes(state));
        hasher.finish()
    }

    /// Returns the text of a position. By default JSON. A text of the game alone requires a
    /// [numbering](PlainGame::numbering), and actions by which seats [leave](PlainGame::leave).
    fn position_text(&self, state: &State<Self>) -> String {
        // Plain data has a text.
        serde_json::to_string(state).unwrap_or_default()
    }

    /// Reads the text of a position, without checking it. By default JSON.
    ///
    /// # Errors
    /// Returns an error at the first offset at which the text is not a position.
    fn read_position(&self, text: &str) -> Result<State<Self>, ParseError> {
        serde_json::from_str(text).map_err(|error| {
            let offset = error.column().saturating_sub(1);
            ParseError::new("position", text, offset, format!("a position ({error})"))
        })
    }

    /// Returns the number of seats of the text of a position. By default of JSON.
    fn seats_of_text(text: &str) -> Option<usize> {
        let state: State<Self> = serde_json::from_str(text).ok()?;
        Some(state.seats.into())
    }

    /// Reads the text of an action. `None` looks for it among the texts of all actions.
    ///
    /// # Errors
    /// Returns an error at the first offset at which the text is not an action.
    fn read_action(&self, text: &str) -> Result<Option<Self::Action>, ParseError> {
        let _ = text;
        Ok(None)
    }

    /// Returns the text of a turn, or `None` for its actions, separated by commas.
    fn turn_text(&self, state: &Self::State, actions: &[Self::Action]) -> Option<String> {
        let _ = (state, actions);
        None
    }

    /// Reads the text of a turn. `None` reads actions that are separated by commas.
    ///
    /// # Errors
    /// Returns an error at the first offset at which the text is not a turn.
    fn read_turn(
        &self,
        state: &Self::State,
        text: &str,
    ) -> Result<Option<Vec<Self::Action>>, ParseError> {
        let _ = (state, text);
        Ok(None)
    }

    /// Returns hints of a route that turns announce or show, each revealing more than the one before.
    fn route_hints(&self, turns: &[Vec<Self::Action>]) -> Option<Vec<String>> {
        let _ = turns;
        None
    }

    /// Draws what a viewer sees as text, by default as [`PlainGame::draw`] does.
    fn diagram(&self, state: &Self::State, viewer: Viewer) -> Diagram {
        let _ = viewer;
        self.draw(state).diagram()
    }

    /// Draws what a viewer sees as a picture, by default as [`PlainGame::draw`] does.
    fn picture(&self, state: &Self::State, viewer: Viewer) -> Picture {
        let _ = viewer;
        self.draw(state).picture()
    }
}

/// Checks that an action is one of the legal ones.
///
/// # Errors
/// Returns the game's explanation if it is not.
pub(super) fn check_listed<G: PlainGame>(
    game: &G,
    state: &G::State,
    actor: Actor,
    action: G::Action,
    legal: &[G::Action],
) -> Result<(), IllegalAction> {
    if legal.contains(&action) {
        return Ok(());
    }
    let (rule, message) = game.explain(state, actor, action);
    Err(IllegalAction::new(rule, message))
}
