//! What a match of a tournament comes to, for its tables.

use std::collections::BTreeMap;

use botwerk_engine::record::OutcomeLine;
use botwerk_proto::v1 as proto;
use botwerk_tournament::{Conduct, Leaving, MatchResult};
use proto::{MatchState, Termination};

use super::conduct::Room;
use super::seat::{Post, termination_name};
use crate::store::ActRow;
use crate::wire::Wire;

impl<G: Wire> Room<G> {
    /// The result of a match that ends with this outcome and these last acts; `None` if it belongs
    /// to no tournament or is to be played again.
    pub(super) fn result(
        &self,
        state: MatchState,
        outcome: &OutcomeLine,
        acts: &[ActRow],
    ) -> Option<MatchResult> {
        let place = self.setup.place.as_ref()?;
        let seats = self.posts.iter().enumerate();
        let conduct: Vec<Conduct> = seats
            .map(|(seat, post)| {
                let why = outcome.terminations.get(seat).map_or("", String::as_str);
                conduct(post, why, acts)
            })
            .collect();
        let nobody_came = conduct
            .iter()
            .all(|conduct| conduct.left == Some(Leaving::NoShow));
        let is_over = state == MatchState::Over;
        if !is_over && !nobody_came {
            return None;
        }
        Some(MatchResult {
            seats: place.entrants.clone(),
            places: if is_over {
                outcome.places.clone()
            } else {
                vec![1; conduct.len()]
            },
            rated: is_over,
            void: false,
            conduct,
        })
    }
}

/// How a seat has played that ended for this reason.
fn conduct(post: &Post, why: &str, last: &[ActRow]) -> Conduct {
    let own = last
        .iter()
        .filter(|act| act.seat as usize == post.seat.index());
    // The time of a turn runs on from act to act.
    let mut turns: BTreeMap<u32, u64> = BTreeMap::new();
    let before = post.answered.iter();
    let times = before
        .map(|((turn, _), answered)| (*turn, answered.accepted.elapsed_nanos))
        .chain(own.map(|act| (act.turn, act.nanos)));
    for (turn, took) in times {
        let longest = turns.entry(turn).or_default();
        *longest = took.max(*longest);
    }
    Conduct {
        left: leaving(why),
        illegal_acts: post.illegal,
        turns: turns.len() as u64,
        nanos: turns
            .values()
            .fold(0, |sum, took| sum.saturating_add(*took)),
    }
}

/// The reason of a record's word; `None` if the seat played to the end.
fn leaving(why: &str) -> Option<Leaving> {
    let reasons = [
        (Termination::Resigned, Leaving::Resigned),
        (Termination::Flagged, Leaving::Flagged),
        (Termination::Illegal, Leaving::Illegal),
        (Termination::Disconnected, Leaving::Disconnected),
        (Termination::NoShow, Leaving::NoShow),
        (Termination::Crashed, Leaving::Crashed),
    ];
    let same = |(termination, _): &&(Termination, Leaving)| termination_name(*termination) == why;
    reasons.iter().find(same).map(|(_, leaving)| *leaving)
}
