//! The conversion of setups to positions and views.

use super::{Setup, SetupError, consistency, fields};
use crate::droids::hand::KindCounts;
use crate::droids::rules::Rules;
use crate::droids::side::{Side, Sides};
use crate::droids::state::{State, View};
use crate::game::Viewer;

/// Returns the position that a setup describes in a match with these rules.
///
/// # Errors
/// Returns an error if the setup breaks a rule.
pub(in crate::droids) fn position(rules: &Rules, setup: &Setup) -> Result<State, SetupError> {
    validate(rules, Sides::from_iter(Side::ALL), setup)
}

/// Returns the view that a setup describes in a match with these rules.
///
/// # Errors
/// Returns an error if the setup breaks a rule, as far as the viewer can tell.
pub(in crate::droids) fn view(
    rules: &Rules,
    viewer: Viewer,
    setup: &Setup,
) -> Result<View, SetupError> {
    let side = match viewer {
        Viewer::Seat(seat) => rules.side_of(seat),
        Viewer::Spectator => None,
    };
    let State { table, hands } = validate(rules, side.into_iter().collect(), setup)?;
    Ok(View {
        viewer,
        side,
        table,
        hand: side.map_or_else(KindCounts::default, |side| hands[side.index()]),
    })
}

/// Validates a setup. The kinds of the hands of `known` sides must be known; the other hands keep
/// only their colours.
fn validate(rules: &Rules, known: Sides, setup: &Setup) -> Result<State, SetupError> {
    fields::validate(rules, known, setup)?;
    let state = setup.to_state(known);
    consistency::validate(rules, &state)?;
    Ok(state)
}
