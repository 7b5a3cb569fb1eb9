//! A game behind a pointer: its functions with values of any game.

use std::any::Any;
use std::fmt::Debug;

use super::values::{AnyAction, AnyState, AnyView};
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

/// The functions of the traits of a game, which say what they do.
pub(super) trait GameObject: Any + Debug + Send + Sync {
    fn id(&self) -> GameId;
    fn seats(&self) -> usize;
    fn options(&self) -> &Options;
    fn initial_state(&self, seed: RootSeed) -> AnyState;
    fn turn(&self, state: &AnyState) -> Turn;
    fn legal_actions(&self, state: &AnyState, actor: Actor, actions: &mut Vec<AnyAction>);
    fn count_actions(&self, state: &AnyState, actor: Actor) -> usize;
    fn apply(
        &self,
        state: &mut AnyState,
        actor: Actor,
        action: AnyAction,
    ) -> Result<(), IllegalAction>;
    fn apply_unchecked(&self, state: &mut AnyState, actor: Actor, action: AnyAction);
    fn outcome_weight(&self, state: &AnyState, outcome: AnyAction) -> u32;
    fn sample_outcome(&self, state: &AnyState, generator: &mut StableRng) -> AnyAction;
    fn deadline(&self, state: &AnyState) -> Option<Deadline<AnyAction>>;
    fn max_match_length(&self) -> Option<u64>;
    fn leave_action(&self, seat: Seat) -> AnyAction;
    fn leaving_seat(&self, action: AnyAction) -> Option<Seat>;
    fn repetition_key(&self, state: &AnyState) -> Option<AnyState>;
    fn is_irreversible(&self, state: &AnyState) -> bool;
    fn set_repetitions(&self, state: &mut AnyState, times: u32);
    fn hash(&self, state: &AnyState) -> u64;
    fn view(&self, state: &AnyState, viewer: Viewer) -> AnyView;
    fn view_actions(&self, view: &AnyView, actions: &mut Vec<AnyAction>);
    fn visible_action(
        &self,
        state: &AnyState,
        viewer: Viewer,
        actor: Actor,
        action: AnyAction,
    ) -> Option<AnyAction>;
    fn sample_hidden(&self, view: &AnyView, generator: &mut StableRng) -> AnyState;
    fn view_hash(&self, view: &AnyView) -> u64;
    fn format_position(&self, state: &AnyState) -> String;
    fn parse_position(&self, text: &str) -> Result<AnyState, ParseError>;
    fn read_position(&self, text: &str) -> Result<AnyState, ParseError>;
    fn format_view(&self, view: &AnyView) -> String;
    fn parse_view(&self, viewer: Viewer, text: &str) -> Result<AnyView, ParseError>;
    fn format_action(&self, action: AnyAction) -> String;
    fn parse_action(&self, text: &str) -> Result<AnyAction, ParseError>;
    fn format_turn(&self, view: &AnyView, actions: &[AnyAction]) -> String;
    fn parse_turn(&self, view: &AnyView, text: &str) -> Result<Vec<AnyAction>, ParseError>;
    fn seat_name(&self, seat: Seat) -> String;
    fn ending(&self, rule: &str, places: &[u8], points: &[i32]) -> Option<String>;
    fn hints(&self, view: &AnyView, turns: &[Vec<AnyAction>]) -> Vec<String>;
    fn route_hints(&self, turns: &[Vec<AnyAction>]) -> Option<Vec<String>>;
    fn diagram(&self, view: &AnyView) -> Diagram;
    fn picture(&self, view: &AnyView) -> Picture;
    fn maps(&self) -> Vec<(String, Diagram)>;
    fn action_count(&self) -> u32;
    fn action_from_number(&self, number: u32) -> Option<AnyAction>;
    fn observation_len(&self) -> usize;
    fn observation_fields(&self) -> &'static [ObservationField];
    fn write_observation(&self, view: &AnyView, bytes: &mut [u8]);
    fn is_contested(&self, state: &AnyState, action: AnyAction) -> bool;
    fn pass_action(&self, state: &AnyState) -> Option<AnyAction>;
    fn overtime(&self, state: &AnyState) -> Option<Overtime<AnyAction>>;
    fn ignores_trailing(&self, action: AnyAction) -> bool;
    fn virtual_time(&self, nodes: u64, pause_micros: u64) -> Option<u64>;
    fn tie_break_key(&self, decision: &Decision) -> ChanceKey;
}

/// Returns the action of a game with the number that the game has given it.
fn typed<G: GameEncoding>(game: &G, action: AnyAction) -> G::Action {
    let action = game.action_from_number(action.0);
    action.expect("every action that a game lists is one of all its actions")
}

fn all_typed<G: GameEncoding>(game: &G, actions: &[AnyAction]) -> Vec<G::Action> {
    actions.iter().map(|action| typed(game, *action)).collect()
}

fn turns_typed<G: GameEncoding>(game: &G, turns: &[Vec<AnyAction>]) -> Vec<Vec<G::Action>> {
    turns.iter().map(|turn| all_typed(game, turn)).collect()
}

/// Returns an action that was read from a text, unless it has no number in this match: such as a cell that only larger boards
/// have.
fn any_of_text<G: GameEncoding>(
    game: &G,
    action: G::Action,
    kind: &'static str,
    text: &str,
) -> Result<AnyAction, ParseError> {
    let number = game.action_number(action);
    if game.action_from_number(number).is_some() {
        return Ok(AnyAction(number));
    }
    let expected = "an action on the board of this match";
    Err(ParseError::new(kind, text, 0, expected))
}

fn any<G: GameEncoding>(game: &G, action: G::Action) -> AnyAction {
    AnyAction(game.action_number(action))
}

impl<G: GameNotation + GameDrawing + GameEncoding + GameRace> GameObject for G {
    fn id(&self) -> GameId {
        GameRules::id(self)
    }

    fn seats(&self) -> usize {
        GameRules::seats(self)
    }

    fn options(&self) -> &Options {
        GameRules::options(self)
    }

    fn initial_state(&self, seed: RootSeed) -> AnyState {
        AnyState::new(GameRules::initial_state(self, seed))
    }

    fn turn(&self, state: &AnyState) -> Turn {
        GameRules::turn(self, state.get())
    }

    fn legal_actions(&self, state: &AnyState, actor: Actor, actions: &mut Vec<AnyAction>) {
        let mut typed = Vec::new();
        GameRules::legal_actions(self, state.get(), actor, &mut typed);
        actions.extend(typed.into_iter().map(|action| any(self, action)));
    }

    fn count_actions(&self, state: &AnyState, actor: Actor) -> usize {
        GameRules::count_actions(self, state.get(), actor)
    }

    fn apply(
        &self,
        state: &mut AnyState,
        actor: Actor,
        action: AnyAction,
    ) -> Result<(), IllegalAction> {
        GameRules::apply(self, state.get_mut(), actor, typed(self, action))
    }

    fn apply_unchecked(&self, state: &mut AnyState, actor: Actor, action: AnyAction) {
        GameRules::apply_unchecked(self, state.get_mut(), actor, typed(self, action));
    }

    fn outcome_weight(&self, state: &AnyState, outcome: AnyAction) -> u32 {
        GameRules::outcome_weight(self, state.get(), typed(self, outcome))
    }

    fn sample_outcome(&self, state: &AnyState, generator: &mut StableRng) -> AnyAction {
        any(
            self,
            GameRules::sample_outcome(self, state.get(), generator),
        )
    }

    fn deadline(&self, state: &AnyState) -> Option<Deadline<AnyAction>> {
        GameRules::deadline(self, state.get())
            .map(|deadline| deadline.map(|action| any(self, action)))
    }

    fn max_match_length(&self) -> Option<u64> {
        GameRules::max_match_length(self)
    }

    fn leave_action(&self, seat: Seat) -> AnyAction {
        any(self, GameRules::leave_action(self, seat))
    }

    fn leaving_seat(&self, action: AnyAction) -> Option<Seat> {
        GameRules::leaving_seat(self, typed(self, action))
    }

    fn repetition_key(&self, state: &AnyState) -> Option<AnyState> {
        GameRules::repetition_key(self, state.get()).map(AnyState::new)
    }

    fn is_irreversible(&self, state: &AnyState) -> bool {
        GameRules::is_irreversible(self, state.get())
    }

    fn set_repetitions(&self, state: &mut AnyState, times: u32) {
        GameRules::set_repetitions(self, state.get_mut(), times);
    }

    fn hash(&self, state: &AnyState) -> u64 {
        GameRules::hash(self, state.get())
    }

    fn view(&self, state: &AnyState, viewer: Viewer) -> AnyView {
        AnyView::new(GameViews::view(self, state.get(), viewer))
    }

    fn view_actions(&self, view: &AnyView, actions: &mut Vec<AnyAction>) {
        let mut typed = Vec::new();
        GameViews::view_actions(self, view.get(), &mut typed);
        actions.extend(typed.into_iter().map(|action| any(self, action)));
    }

    fn visible_action(
        &self,
        state: &AnyState,
        viewer: Viewer,
        actor: Actor,
        action: AnyAction,
    ) -> Option<AnyAction> {
        GameViews::visible_action(self, state.get(), viewer, actor, typed(self, action))
            .map(|action| any(self, action))
    }

    fn sample_hidden(&self, view: &AnyView, generator: &mut StableRng) -> AnyState {
        AnyState::new(GameViews::sample_hidden(self, view.get(), generator))
    }

    fn view_hash(&self, view: &AnyView) -> u64 {
        GameViews::view_hash(self, view.get())
    }

    fn format_position(&self, state: &AnyState) -> String {
        GameNotation::format_position(self, state.get())
    }

    fn parse_position(&self, text: &str) -> Result<AnyState, ParseError> {
        GameNotation::parse_position(self, text).map(AnyState::new)
    }

    fn read_position(&self, text: &str) -> Result<AnyState, ParseError> {
        GameNotation::read_position(self, text).map(AnyState::new)
    }

    fn format_view(&self, view: &AnyView) -> String {
        GameNotation::format_view(self, view.get())
    }

    fn parse_view(&self, viewer: Viewer, text: &str) -> Result<AnyView, ParseError> {
        GameNotation::parse_view(self, viewer, text).map(AnyView::new)
    }

    fn format_action(&self, action: AnyAction) -> String {
        GameNotation::format_action(self, typed(self, action))
    }

    fn parse_action(&self, text: &str) -> Result<AnyAction, ParseError> {
        let action = GameNotation::parse_action(self, text)?;
        any_of_text(self, action, "action", text)
    }

    fn format_turn(&self, view: &AnyView, actions: &[AnyAction]) -> String {
        GameNotation::format_turn(self, view.get(), &all_typed(self, actions))
    }

    fn parse_turn(&self, view: &AnyView, text: &str) -> Result<Vec<AnyAction>, ParseError> {
        GameNotation::parse_turn(self, view.get(), text)?
            .into_iter()
            .map(|action| any_of_text(self, action, "turn", text))
            .collect()
    }

    fn seat_name(&self, seat: Seat) -> String {
        GameNotation::seat_name(self, seat)
    }

    fn ending(&self, rule: &str, places: &[u8], points: &[i32]) -> Option<String> {
        GameNotation::ending(self, rule, places, points)
    }

    fn hints(&self, view: &AnyView, turns: &[Vec<AnyAction>]) -> Vec<String> {
        GameNotation::hints(self, view.get(), &turns_typed(self, turns))
    }

    fn route_hints(&self, turns: &[Vec<AnyAction>]) -> Option<Vec<String>> {
        GameNotation::route_hints(self, &turns_typed(self, turns))
    }

    fn diagram(&self, view: &AnyView) -> Diagram {
        GameDrawing::diagram(self, view.get())
    }

    fn picture(&self, view: &AnyView) -> Picture {
        GameDrawing::picture(self, view.get())
    }

    fn maps(&self) -> Vec<(String, Diagram)> {
        GameDrawing::maps(self)
    }

    fn action_count(&self) -> u32 {
        GameEncoding::action_count(self)
    }

    fn action_from_number(&self, number: u32) -> Option<AnyAction> {
        GameEncoding::action_from_number(self, number).map(|_| AnyAction(number))
    }

    fn observation_len(&self) -> usize {
        GameEncoding::observation_len(self)
    }

    fn observation_fields(&self) -> &'static [ObservationField] {
        GameEncoding::observation_fields(self)
    }

    fn write_observation(&self, view: &AnyView, bytes: &mut [u8]) {
        GameEncoding::write_observation(self, view.get(), bytes);
    }

    fn is_contested(&self, state: &AnyState, action: AnyAction) -> bool {
        GameRace::is_contested(self, state.get(), typed(self, action))
    }

    fn pass_action(&self, state: &AnyState) -> Option<AnyAction> {
        GameRace::pass_action(self, state.get()).map(|action| any(self, action))
    }

    fn overtime(&self, state: &AnyState) -> Option<Overtime<AnyAction>> {
        GameRace::overtime(self, state.get())
            .map(|overtime| overtime.map(|action| any(self, action)))
    }

    fn ignores_trailing(&self, action: AnyAction) -> bool {
        GameRace::ignores_trailing(self, typed(self, action))
    }

    fn virtual_time(&self, nodes: u64, pause_micros: u64) -> Option<u64> {
        GameRace::virtual_time(self, nodes, pause_micros)
    }

    fn tie_break_key(&self, decision: &Decision) -> ChanceKey {
        GameRace::tie_break_key(self, decision)
    }
}
