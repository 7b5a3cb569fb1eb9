//! What a turn of a race is worth, in moves.

use super::route_search::RouteSearch;
use crate::turn_value::{TurnValue, ValueBasis};

impl<G: RouteSearch> TurnValue for G {
    fn value_basis(&self) -> ValueBasis {
        ValueBasis::Announced
    }

    fn blunder_loss(&self) -> i64 {
        1
    }

    fn announced_value(&self, action: G::Action) -> Option<i64> {
        G::announcement(action).map(|length| -i64::from(length))
    }
}
