//! The end of a match.

use std::collections::BTreeSet;

use super::entry::Entry;
use super::goal;
use super::position::Position;
use super::rules::Rules;
use super::scenario::Goal;
use super::seat::Seat;
use super::tie_break;

/// Returns the winners and the rule that ended the match, derived from the position, or `None` if
/// the match is not over.
pub(crate) fn end(rules: &Rules, position: &Position) -> Option<(BTreeSet<Seat>, &'static str)> {
    match position.pending.first() {
        Some(Entry::Won(winners)) => Some((winners.clone(), rule(rules, position, winners))),
        Some(Entry::Lost) => Some((BTreeSet::new(), rule(rules, position, &BTreeSet::new()))),
        Some(
            Entry::Start(..)
            | Entry::Stone(..)
            | Entry::Die(_)
            | Entry::Shift
            | Entry::Lift(_)
            | Entry::Mad,
        )
        | None => None,
    }
}

fn rule(rules: &Rules, position: &Position, winners: &BTreeSet<Seat>) -> &'static str {
    let mut winners = winners.iter();
    if rules.scenario.is_solo() {
        return "DR-37";
    }
    if winners.any(|seat| goal::is_reached(rules, position, *seat)) {
        return goal_rule(rules.scenario.goal);
    }
    match tie_break::sides(rules, position).len() {
        0 => "DR-19",
        1 => "DR-31",
        _ => "DR-32",
    }
}

fn goal_rule(goal: Goal) -> &'static str {
    match goal {
        Goal::LastActive => "DR-31",
        Goal::NoMinesLeft => "DR-35",
        Goal::GardenClosed => "DR-36",
        Goal::MadRobotEnclosed => "DR-37",
        Goal::ContainerOnPad => "DR-38",
    }
}
