//! Faults that games of plain data can have: the laws find each, and none in the game without one.

use botwerk_engine::laws;
use botwerk_engine::{
    Actor, Grid, Next, OptionError, Options, Outcome, Plain, PlainGame, Seat, Seats, StableRng,
    Viewer,
};
use serde::{Deserialize, Serialize};

/// Number of different cards; this number is a card that a viewer does not see.
const CARDS: u8 = 4;

/// What a game does wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Fault {
    None,
    ShowsHiddenCards,
    ShowsDealtCards,
    SamplesNothing,
    SamplesOwnCard,
    HasOutcomeWithoutWeight,
    ListsUnknownAction,
    OmitsAction,
    AcceptsEveryPosition,
    NeverEnds,
    ForgetsField,
}

/// Each seat is dealt a card; both say at the same time whether they swap theirs for the next higher one.
#[derive(Debug, Clone)]
struct Swap<const FAULT: u8>;

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table<const FAULT: u8> {
    cards: Vec<u8>,
    #[serde(skip_serializing_if = "is_forgotten::<FAULT>", default)]
    said: Vec<bool>,
}

#[allow(clippy::ptr_arg, reason = "the type of the field")]
const fn is_forgotten<const FAULT: u8>(_said: &Vec<bool>) -> bool {
    FAULT == Fault::ForgetsField as u8
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
enum Action {
    Deal(u8),
    Keep,
    Swap,
}

impl<const FAULT: u8> Swap<FAULT> {
    const fn has(fault: Fault) -> bool {
        FAULT == fault as u8
    }
}

impl<const FAULT: u8> PlainGame for Swap<FAULT> {
    type State = Table<FAULT>;
    type Action = Action;
    const NAME: &'static str = [
        "swap-0", "swap-1", "swap-2", "swap-3", "swap-4", "swap-5", "swap-6", "swap-7", "swap-8",
        "swap-9", "swap-10",
    ][FAULT as usize];
    const TITLE: &'static str = "Swap";
    const SEATS: (usize, usize) = (2, 2);
    const OBSERVATION_LEN: usize = 8;
    const MAX_LENGTH: Option<u64> = Some(4);

    fn new(_seats: usize, _options: &Options) -> Result<Self, OptionError> {
        Ok(Self)
    }

    fn start(&self, _rng: &mut StableRng) -> Table<FAULT> {
        Table {
            cards: Vec::new(),
            said: Vec::new(),
        }
    }

    fn actions(&self) -> Vec<Action> {
        let known = if Self::has(Fault::ListsUnknownAction) {
            CARDS - 1
        } else {
            CARDS + 1
        };
        let deals = (0..known).map(Action::Deal);
        deals.chain([Action::Keep, Action::Swap]).collect()
    }

    fn next(&self, table: &Table<FAULT>) -> Next {
        match (table.cards.len(), table.said.len()) {
            (2, 4..) if Self::has(Fault::NeverEnds) => Next::Seats(Seats::all(2)),
            (2, 4) => Next::Over(Outcome::ranked(&table.cards, vec![], "all have said")),
            (2, _) => Next::Seats(Seats::all(2)),
            _ => Next::Chance,
        }
    }

    fn legal_actions(&self, _table: &Table<FAULT>, actor: Actor, actions: &mut Vec<Action>) {
        match actor {
            Actor::Chance => actions.extend((0..CARDS).map(Action::Deal)),
            _ if Self::has(Fault::OmitsAction) => {}
            _ => actions.extend([Action::Keep, Action::Swap]),
        }
    }

    fn apply(&self, table: &mut Table<FAULT>, actor: Actor, action: Action) {
        match (actor, action) {
            (_, Action::Deal(card)) => table.cards.push(card),
            (Actor::Seat(seat), Action::Swap) => {
                let card = &mut table.cards[seat.index()];
                *card = (*card + 1) % CARDS;
                table.said.push(true);
            }
            _ => table.said.push(false),
        }
    }

    fn weight(&self, _table: &Table<FAULT>, outcome: Action) -> u32 {
        u32::from(!(Self::has(Fault::HasOutcomeWithoutWeight) && outcome == Action::Deal(1)))
    }

    fn hide(&self, table: &mut Table<FAULT>, viewer: Viewer) {
        if Self::has(Fault::ShowsHiddenCards) {
            return;
        }
        for (card, seat) in table.cards.iter_mut().zip(Seat::all(2)) {
            if viewer != Viewer::Seat(seat) {
                *card = CARDS;
            }
        }
    }

    fn seen(
        &self,
        table: &Table<FAULT>,
        viewer: Viewer,
        actor: Actor,
        action: Action,
    ) -> Option<Action> {
        let dealt = Seat::new(table.cards.len()).map(Viewer::Seat);
        if actor != Actor::Chance || dealt == Some(viewer) || Self::has(Fault::ShowsDealtCards) {
            return Some(action);
        }
        Some(Action::Deal(CARDS))
    }

    fn sample_hidden(&self, table: &mut Table<FAULT>, viewer: Viewer, rng: &mut StableRng) {
        for (card, seat) in table.cards.iter_mut().zip(Seat::all(2)) {
            let is_own = viewer == Viewer::Seat(seat);
            if (*card == CARDS && !Self::has(Fault::SamplesNothing))
                || (is_own && Self::has(Fault::SamplesOwnCard))
            {
                *card = rng.below(CARDS.into()) as u8;
            }
        }
    }

    fn check(&self, table: &Table<FAULT>) -> Result<(), String> {
        let is_valid = table.cards.len() <= 2
            && table.cards.iter().all(|card| *card < CARDS)
            && table.said.len().is_multiple_of(2)
            && (table.said.len() <= 4 || Self::has(Fault::NeverEnds))
            && (table.cards.len() == 2 || table.said.is_empty());
        if is_valid || Self::has(Fault::AcceptsEveryPosition) {
            return Ok(());
        }
        Err("two cards, and what was said".into())
    }

    fn draw(&self, table: &Table<FAULT>) -> Grid {
        Grid::default().line(format!("{:?}, {:?} said", table.cards, table.said))
    }
}

/// Returns the law that a fault violates.
fn violated<const FAULT: u8>() -> Option<&'static str> {
    let violation = laws::check::<Plain<Swap<FAULT>>>().err()?;
    println!("{violation}");
    Some(violation.law)
}

#[test]
fn plain_game_without_a_fault_obeys_all_laws() {
    assert_eq!(violated::<{ Fault::None as u8 }>(), None);
}

/// Defines a test for each fault.
macro_rules! faults {
    ($($name:ident: $fault:ident violates $law:literal;)+) => {
        $(
            #[test]
            fn $name() {
                assert_eq!(violated::<{ Fault::$fault as u8 }>(), Some($law));
            }
        )+
    };
}

faults! {
    hidden_card_that_is_shown_is_found: ShowsHiddenCards violates "events_and_views_show_the_same";
    dealt_card_that_is_shown_is_found: ShowsDealtCards violates "events_and_views_show_the_same";
    card_that_is_not_sampled_is_found: SamplesNothing violates "views_reveal_nothing_hidden";
    own_card_that_is_sampled_is_found: SamplesOwnCard violates "views_reveal_nothing_hidden";
    outcome_without_weight_is_found: HasOutcomeWithoutWeight violates "chance_outcomes_follow_the_weights";
    unknown_action_is_found: ListsUnknownAction violates "legal_actions_are_sorted_and_appended";
    decision_without_actions_is_found: OmitsAction violates "turn_names_exactly_the_actors_with_legal_actions";
    impossible_position_is_found: AcceptsEveryPosition violates "number_at_an_edge_is_rejected_or_leads_to_bounded_play";
    match_without_an_end_is_found: NeverEnds violates "random_matches_end";
    forgotten_field_is_found: ForgetsField violates "position_texts_round_trip";
}
