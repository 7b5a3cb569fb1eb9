//! Games that are known when the program runs.

mod object;
mod values;

pub use values::{AnyAction, AnyState, AnyView};

use std::any::Any;
use std::sync::Arc;

use object::GameObject;

use crate::chance::{ChanceKey, RootSeed, StableRng};
use crate::drawing::{Diagram, GameDrawing, Picture};
use crate::game::{
    Actor, Deadline, Decision, GameEncoding, GameNotation, GameRace, GameRules, GameViews,
    IllegalAction, ObservationField, Turn, Viewer,
};
use crate::game_id::GameId;
use crate::notation::ParseError;
use crate::options::Options;
use crate::race::Overtime;
use crate::seat::Seat;

/// A game that is known when the program runs, with its options and number of seats.
///
/// It is a [`Game`](crate::Game) like the one behind it: positions and views are boxed, actions are their numbers. Code that works for
/// every game takes this type, and is compiled once; code that counts plies in nanoseconds takes a type parameter instead.
///
/// ```
/// use botwerk_engine::netzwerk::{Netzwerk, State};
/// use botwerk_engine::{AnyGame, GameNotation, GameRules, GameType, Options, RootSeed};
///
/// let options = Options::resolve(Netzwerk::spec().options, [("", ""); 0]).unwrap();
/// let netzwerk = Netzwerk::new(2, options).unwrap();
/// let game = AnyGame::new(netzwerk.clone());
/// let seed = RootSeed::from_text("7");
/// let start = game.initial_state(seed);
/// assert_eq!(*start.get::<State>(), netzwerk.initial_state(seed));
/// assert_eq!(game.hash(&start), netzwerk.hash(start.get::<State>()));
/// assert_eq!(game.parse_position(&game.format_position(&start)), Ok(start));
/// ```
#[derive(Debug, Clone)]
pub struct AnyGame(Arc<dyn GameObject>);

impl AnyGame {
    /// Puts a game behind this type.
    pub fn new<G: GameNotation + GameDrawing + GameEncoding + GameRace>(game: G) -> Self {
        Self(Arc::new(game))
    }

    /// Returns the game behind this type, or `None` if it is another one.
    pub fn get<G: 'static>(&self) -> Option<&G> {
        let game: &dyn Any = &*self.0;
        game.downcast_ref()
    }

    /// Returns the game as this type, which may be `AnyGame` itself, or `None` if it is another one.
    pub fn into_type<G: Clone + 'static>(self) -> Option<G> {
        let any: &dyn Any = &self;
        any.downcast_ref().or_else(|| self.get()).cloned()
    }
}

impl GameRules for AnyGame {
    type State = AnyState;
    type Action = AnyAction;

    fn id(&self) -> GameId {
        self.0.id()
    }

    fn seats(&self) -> usize {
        self.0.seats()
    }

    fn options(&self) -> &Options {
        self.0.options()
    }

    fn initial_state(&self, seed: RootSeed) -> AnyState {
        self.0.initial_state(seed)
    }

    fn turn(&self, state: &AnyState) -> Turn {
        self.0.turn(state)
    }

    fn legal_actions(&self, state: &AnyState, actor: Actor, actions: &mut Vec<AnyAction>) {
        self.0.legal_actions(state, actor, actions);
    }

    fn count_actions(&self, state: &AnyState, actor: Actor) -> usize {
        self.0.count_actions(state, actor)
    }

    fn apply(
        &self,
        state: &mut AnyState,
        actor: Actor,
        action: AnyAction,
    ) -> Result<(), IllegalAction> {
        self.0.apply(state, actor, action)
    }

    fn apply_unchecked(&self, state: &mut AnyState, actor: Actor, action: AnyAction) {
        self.0.apply_unchecked(state, actor, action);
    }

    fn outcome_weight(&self, state: &AnyState, outcome: AnyAction) -> u32 {
        self.0.outcome_weight(state, outcome)
    }

    fn sample_outcome(&self, state: &AnyState, generator: &mut StableRng) -> AnyAction {
        self.0.sample_outcome(state, generator)
    }

    fn deadline(&self, state: &AnyState) -> Option<Deadline<AnyAction>> {
        self.0.deadline(state)
    }

    fn max_match_length(&self) -> Option<u64> {
        self.0.max_match_length()
    }

    fn leave_action(&self, seat: Seat) -> AnyAction {
        self.0.leave_action(seat)
    }

    fn leaving_seat(&self, action: AnyAction) -> Option<Seat> {
        self.0.leaving_seat(action)
    }

    fn repetition_key(&self, state: &AnyState) -> Option<AnyState> {
        self.0.repetition_key(state)
    }

    fn is_irreversible(&self, state: &AnyState) -> bool {
        self.0.is_irreversible(state)
    }

    fn set_repetitions(&self, state: &mut AnyState, times: u32) {
        self.0.set_repetitions(state, times);
    }

    fn hash(&self, state: &AnyState) -> u64 {
        self.0.hash(state)
    }
}

impl GameViews for AnyGame {
    type View = AnyView;

    fn view(&self, state: &AnyState, viewer: Viewer) -> AnyView {
        self.0.view(state, viewer)
    }

    fn view_actions(&self, view: &AnyView, actions: &mut Vec<AnyAction>) {
        self.0.view_actions(view, actions);
    }

    fn visible_action(
        &self,
        state: &AnyState,
        viewer: Viewer,
        actor: Actor,
        action: AnyAction,
    ) -> Option<AnyAction> {
        self.0.visible_action(state, viewer, actor, action)
    }

    fn sample_hidden(&self, view: &AnyView, generator: &mut StableRng) -> AnyState {
        self.0.sample_hidden(view, generator)
    }

    fn view_hash(&self, view: &AnyView) -> u64 {
        self.0.view_hash(view)
    }
}

impl GameNotation for AnyGame {
    fn format_position(&self, state: &AnyState) -> String {
        self.0.format_position(state)
    }

    fn parse_position(&self, text: &str) -> Result<AnyState, ParseError> {
        self.0.parse_position(text)
    }

    fn read_position(&self, text: &str) -> Result<AnyState, ParseError> {
        self.0.read_position(text)
    }

    fn format_view(&self, view: &AnyView) -> String {
        self.0.format_view(view)
    }

    fn parse_view(&self, viewer: Viewer, text: &str) -> Result<AnyView, ParseError> {
        self.0.parse_view(viewer, text)
    }

    fn format_action(&self, action: AnyAction) -> String {
        self.0.format_action(action)
    }

    fn parse_action(&self, text: &str) -> Result<AnyAction, ParseError> {
        self.0.parse_action(text)
    }

    fn format_turn(&self, view: &AnyView, actions: &[AnyAction]) -> String {
        self.0.format_turn(view, actions)
    }

    fn parse_turn(&self, view: &AnyView, text: &str) -> Result<Vec<AnyAction>, ParseError> {
        self.0.parse_turn(view, text)
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.0.seat_name(seat)
    }

    fn ending(&self, rule: &str, places: &[u8], points: &[i32]) -> Option<String> {
        self.0.ending(rule, places, points)
    }

    fn hints(&self, view: &AnyView, turns: &[Vec<AnyAction>]) -> Vec<String> {
        self.0.hints(view, turns)
    }

    fn route_hints(&self, turns: &[Vec<AnyAction>]) -> Option<Vec<String>> {
        self.0.route_hints(turns)
    }
}

impl GameDrawing for AnyGame {
    fn diagram(&self, view: &AnyView) -> Diagram {
        self.0.diagram(view)
    }

    fn picture(&self, view: &AnyView) -> Picture {
        self.0.picture(view)
    }

    fn maps(&self) -> Vec<(String, Diagram)> {
        self.0.maps()
    }
}

impl GameEncoding for AnyGame {
    fn action_count(&self) -> u32 {
        self.0.action_count()
    }

    fn action_number(&self, action: AnyAction) -> u32 {
        action.0
    }

    fn action_from_number(&self, number: u32) -> Option<AnyAction> {
        self.0.action_from_number(number)
    }

    fn observation_len(&self) -> usize {
        self.0.observation_len()
    }

    fn observation_fields(&self) -> &'static [ObservationField] {
        self.0.observation_fields()
    }

    fn write_observation(&self, view: &AnyView, bytes: &mut [u8]) {
        self.0.write_observation(view, bytes);
    }
}

impl GameRace for AnyGame {
    fn is_contested(&self, state: &AnyState, action: AnyAction) -> bool {
        self.0.is_contested(state, action)
    }

    fn pass_action(&self, state: &AnyState) -> Option<AnyAction> {
        self.0.pass_action(state)
    }

    fn overtime(&self, state: &AnyState) -> Option<Overtime<AnyAction>> {
        self.0.overtime(state)
    }

    fn ignores_trailing(&self, action: AnyAction) -> bool {
        self.0.ignores_trailing(action)
    }

    fn virtual_time(&self, nodes: u64, pause_micros: u64) -> Option<u64> {
        self.0.virtual_time(nodes, pause_micros)
    }

    fn tie_break_key(&self, decision: &Decision) -> ChanceKey {
        self.0.tie_break_key(decision)
    }
}
