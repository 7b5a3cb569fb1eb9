//! A game with a fault that violates one law, wrapped around a game that obeys all.

use std::sync::atomic::{AtomicU64, Ordering};

use botwerk_engine::race::Overtime;
use botwerk_engine::{
    Actor, ChanceKey, Deadline, Decision, Diagram, GameDrawing, GameEncoding, GameId, GameNotation,
    GameRace, GameRules, GameSpec, GameType, GameViews, IllegalAction, ObservationField,
    OptionError, Options, ParseError, Picture, RootSeed, StableRng, Turn, Viewer,
};

/// The fault of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GameFault {
    /// No fault.
    None,
    /// The last legal action is not listed.
    OmitsLegalAction,
    /// A list contains an illegal action.
    ListsIllegalAction,
    /// Applying an action without a check does nothing.
    IgnoresUncheckedActions,
    /// Lists are in reverse order.
    ReversesLists,
    /// Rejecting an action applies another one.
    ChangesStateOnRejection,
    /// A decision of seats is reported as a chance node.
    NamesChanceInsteadOfSeats,
    /// The match is never over.
    NeverEnds,
    /// The reason for the end of a match has no text.
    OmitsEnding,
    /// The deadline's action is not legal.
    OffersIllegalAction,
    /// Two actions share a number.
    DuplicatesActionNumber,
    /// Two actions share a text.
    DuplicatesActionText,
    /// Parsers accept texts with blanks around them.
    AcceptsBlanks,
    /// Parsers report every error beyond the end of the text.
    MisplacesErrors,
    /// Texts of positions and turns lose their last character.
    TruncatesTexts,
    /// All positions have the same hash.
    ReturnsConstantHash,
    /// The hash of a position changes with every call.
    ReturnsRandomHash,
    /// A view depends on the whole position.
    LeaksPosition,
    /// Every viewer sees every action.
    ShowsEveryAction,
    /// No viewer sees any action.
    HidesEveryAction,
    /// The hash of a view changes with every call.
    ReturnsRandomViewHash,
    /// A view omits a legal action.
    OmitsViewAction,
    /// The last byte of an observation is not written.
    OmitsObservationByte,
    /// Every byte of an observation is 254.
    FillsObservation,
    /// Sampled positions do not depend on the view.
    SamplesUnrelatedPosition,
    /// Sampling takes one random number too many.
    TakesTwoRandomNumbers,
    /// Sampling always returns the last outcome.
    SamplesLastOutcome,
    /// Every outcome has weight 0.
    ReturnsZeroWeights,
}

/// A game with a fault.
#[derive(Debug, Clone)]
pub(crate) struct FaultyGame<G> {
    pub(crate) game: G,
    pub(crate) fault: GameFault,
}

impl<G> FaultyGame<G> {
    fn has(&self, fault: GameFault) -> bool {
        self.fault == fault
    }

    fn trimmed<'a>(&self, text: &'a str) -> &'a str {
        if self.has(GameFault::AcceptsBlanks) {
            text.trim()
        } else {
            text
        }
    }

    fn moved(&self, mut error: ParseError) -> ParseError {
        if self.has(GameFault::MisplacesErrors) {
            error.offset += 1000;
        }
        error
    }

    fn noise(&self, fault: GameFault) -> u64 {
        static NOISE: AtomicU64 = AtomicU64::new(1);
        if self.has(fault) {
            NOISE.fetch_add(1, Ordering::Relaxed)
        } else {
            0
        }
    }
}

impl<G: GameType> GameType for FaultyGame<G> {
    const SPEC: &'static GameSpec = G::SPEC;

    fn new(seats: usize, options: Options) -> Result<Self, OptionError> {
        let fault = GameFault::None;
        G::new(seats, options).map(|game| Self { game, fault })
    }

    fn seats_of_position(text: &str) -> Option<usize> {
        G::seats_of_position(text)
    }
}

impl<G: GameType> GameRules for FaultyGame<G> {
    type State = G::State;
    type Action = G::Action;

    fn id(&self) -> GameId {
        self.game.id()
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn options(&self) -> &Options {
        self.game.options()
    }

    fn initial_state(&self, seed: RootSeed) -> G::State {
        self.game.initial_state(seed)
    }

    fn turn(&self, state: &G::State) -> Turn {
        let key = || match self
            .game
            .turn(&self.game.initial_state(RootSeed::from_text("7")))
        {
            Turn::Chance(key) => key,
            turn => panic!("the broken game begins with {turn:?}"),
        };
        match self.game.turn(state) {
            Turn::Decision(_) if self.has(GameFault::NamesChanceInsteadOfSeats) => {
                Turn::Chance(key())
            }
            Turn::Over(_) if self.has(GameFault::NeverEnds) => Turn::Chance(key()),
            turn => turn,
        }
    }

    fn max_match_length(&self) -> Option<u64> {
        self.game.max_match_length()
    }

    fn legal_actions(&self, state: &G::State, actor: Actor, actions: &mut Vec<G::Action>) {
        let before = actions.len();
        self.game.legal_actions(state, actor, actions);
        match self.fault {
            GameFault::OmitsLegalAction if actions.len() > before => {
                actions.pop();
            }
            GameFault::ListsIllegalAction => actions.extend(self.game.action_from_number(0)),
            GameFault::ReversesLists => actions[before..].reverse(),
            _ => {}
        }
    }

    fn apply(
        &self,
        state: &mut G::State,
        actor: Actor,
        action: G::Action,
    ) -> Result<(), IllegalAction> {
        let applied = self.game.apply(state, actor, action);
        if applied.is_err() && self.has(GameFault::ChangesStateOnRejection) {
            let mut others = Vec::new();
            self.game.legal_actions(state, Actor::Referee, &mut others);
            if let Some(other) = others.first() {
                self.game.apply(state, Actor::Referee, *other)?;
            }
        }
        applied
    }

    fn apply_unchecked(&self, state: &mut G::State, actor: Actor, action: G::Action) {
        if !self.has(GameFault::IgnoresUncheckedActions) {
            self.game.apply_unchecked(state, actor, action);
        }
    }

    fn outcome_weight(&self, state: &G::State, outcome: G::Action) -> u32 {
        if self.has(GameFault::ReturnsZeroWeights) {
            0
        } else {
            self.game.outcome_weight(state, outcome)
        }
    }

    fn sample_outcome(&self, state: &G::State, generator: &mut StableRng) -> G::Action {
        let mut outcomes = Vec::new();
        self.game.legal_actions(state, Actor::Chance, &mut outcomes);
        let drawn = self.game.sample_outcome(state, generator);
        match self.fault {
            GameFault::TakesTwoRandomNumbers => {
                generator.next_u64();
                drawn
            }
            GameFault::SamplesLastOutcome => outcomes.last().copied().unwrap_or(drawn),
            _ => drawn,
        }
    }

    fn deadline(&self, state: &G::State) -> Option<Deadline<G::Action>> {
        let action = self.game.action_from_number(0)?;
        let deadline = self.game.deadline(state)?;
        Some(if self.has(GameFault::OffersIllegalAction) {
            Deadline { action, ..deadline }
        } else {
            deadline
        })
    }

    fn leave_action(&self, seat: botwerk_engine::Seat) -> G::Action {
        self.game.leave_action(seat)
    }

    fn repetition_key(&self, state: &G::State) -> Option<G::State> {
        self.game.repetition_key(state)
    }

    fn is_irreversible(&self, state: &G::State) -> bool {
        self.game.is_irreversible(state)
    }

    fn set_repetitions(&self, state: &mut G::State, times: u32) {
        self.game.set_repetitions(state, times);
    }

    fn hash(&self, state: &G::State) -> u64 {
        if self.has(GameFault::ReturnsConstantHash) {
            return 7;
        }
        self.game.hash(state) ^ self.noise(GameFault::ReturnsRandomHash)
    }
}

impl<G: GameType> GameViews for FaultyGame<G> {
    type View = G::View;

    fn view(&self, state: &G::State, viewer: Viewer) -> G::View {
        let leaks = self.has(GameFault::LeaksPosition) && self.game.hash(state).is_multiple_of(2);
        let viewer = if leaks { Viewer::Spectator } else { viewer };
        self.game.view(state, viewer)
    }

    fn view_actions(&self, view: &G::View, actions: &mut Vec<G::Action>) {
        let before = actions.len();
        self.game.view_actions(view, actions);
        if self.has(GameFault::OmitsViewAction) && actions.len() > before {
            actions.pop();
        }
    }

    fn visible_action(
        &self,
        state: &G::State,
        viewer: Viewer,
        actor: Actor,
        action: G::Action,
    ) -> Option<G::Action> {
        if self.has(GameFault::ShowsEveryAction) {
            return Some(action);
        }
        if self.has(GameFault::HidesEveryAction) {
            return None;
        }
        self.game.visible_action(state, viewer, actor, action)
    }

    fn sample_hidden(&self, view: &G::View, generator: &mut StableRng) -> G::State {
        if self.has(GameFault::SamplesUnrelatedPosition) {
            self.game.initial_state(RootSeed::from_text("anything"))
        } else {
            self.game.sample_hidden(view, generator)
        }
    }

    fn view_hash(&self, view: &G::View) -> u64 {
        self.game.view_hash(view) ^ self.noise(GameFault::ReturnsRandomViewHash)
    }
}

impl<G: GameType> GameNotation for FaultyGame<G> {
    fn format_position(&self, state: &G::State) -> String {
        let mut text = self.game.format_position(state);
        if self.has(GameFault::TruncatesTexts) {
            text.pop();
        }
        text
    }

    fn parse_position(&self, text: &str) -> Result<G::State, ParseError> {
        let read = self.game.parse_position(self.trimmed(text));
        read.map_err(|error| self.moved(error))
    }

    fn format_view(&self, view: &G::View) -> String {
        self.game.format_view(view)
    }

    fn parse_view(&self, viewer: Viewer, text: &str) -> Result<G::View, ParseError> {
        self.game.parse_view(viewer, text)
    }

    fn format_action(&self, action: G::Action) -> String {
        let first = self.game.action_from_number(0).unwrap_or(action);
        self.game
            .format_action(if self.has(GameFault::DuplicatesActionText) {
                first
            } else {
                action
            })
    }

    fn parse_action(&self, text: &str) -> Result<G::Action, ParseError> {
        let read = self.game.parse_action(self.trimmed(text));
        read.map_err(|error| self.moved(error))
    }

    fn format_turn(&self, view: &G::View, actions: &[G::Action]) -> String {
        let mut text = self.game.format_turn(view, actions);
        if self.has(GameFault::TruncatesTexts) {
            text.pop();
        }
        text
    }

    fn parse_turn(&self, view: &G::View, text: &str) -> Result<Vec<G::Action>, ParseError> {
        self.game.parse_turn(view, text)
    }

    fn ending(&self, rule: &str, places: &[u8], points: &[i32]) -> Option<String> {
        let ending = self.game.ending(rule, places, points);
        ending.filter(|_| !self.has(GameFault::OmitsEnding))
    }
}

impl<G: GameType> GameDrawing for FaultyGame<G> {
    fn diagram(&self, view: &G::View) -> Diagram {
        self.game.diagram(view)
    }

    fn picture(&self, view: &G::View) -> Picture {
        self.game.picture(view)
    }
}

impl<G: GameType> GameEncoding for FaultyGame<G> {
    fn action_count(&self) -> u32 {
        self.game.action_count()
    }

    fn action_number(&self, action: G::Action) -> u32 {
        let number = self.game.action_number(action);
        if self.has(GameFault::DuplicatesActionNumber) {
            number.saturating_sub(1)
        } else {
            number
        }
    }

    fn action_from_number(&self, number: u32) -> Option<G::Action> {
        self.game.action_from_number(number)
    }

    fn observation_len(&self) -> usize {
        self.game.observation_len()
    }

    fn observation_fields(&self) -> &'static [ObservationField] {
        self.game.observation_fields()
    }

    fn write_observation(&self, view: &G::View, bytes: &mut [u8]) {
        let last = bytes.len() - 1;
        let before = bytes[last];
        self.game.write_observation(view, bytes);
        if self.has(GameFault::OmitsObservationByte) {
            bytes[last] = before;
        }
        if self.has(GameFault::FillsObservation) {
            bytes.fill(254);
        }
    }
}

impl<G: GameType> GameRace for FaultyGame<G> {
    fn is_contested(&self, state: &G::State, action: G::Action) -> bool {
        self.game.is_contested(state, action)
    }

    fn pass_action(&self, state: &G::State) -> Option<G::Action> {
        self.game.pass_action(state)
    }

    fn overtime(&self, state: &G::State) -> Option<Overtime<G::Action>> {
        self.game.overtime(state)
    }

    fn ignores_trailing(&self, action: G::Action) -> bool {
        self.game.ignores_trailing(action)
    }

    fn virtual_time(&self, nodes: u64, pause_micros: u64) -> Option<u64> {
        self.game.virtual_time(nodes, pause_micros)
    }

    fn tie_break_key(&self, decision: &Decision) -> ChanceKey {
        self.game.tie_break_key(decision)
    }
}
