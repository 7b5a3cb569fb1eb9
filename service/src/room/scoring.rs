//! What a match of a tournament comes to, for its tables.

use crate::match_state::MatchState;
use botwerk_engine::Termination;
use std::collections::BTreeMap;

use botwerk_engine::record::OutcomeLine;
use botwerk_tournament::{Conduct, MatchResult};

use super::conduct::Room;
use super::seat::Post;
use crate::store::SubmissionRow;
use crate::wire::Wire;

impl<G: Wire> Room<G> {
    /// The result of a match that ends with this outcome and these last acts; `None` if it belongs
    /// to no tournament or is to be played again.
    pub(super) fn result(
        &self,
        state: MatchState,
        outcome: &OutcomeLine,
        acts: &[SubmissionRow],
    ) -> Option<MatchResult> {
        let place = self.setup.place.as_ref()?;
        let seats = self.posts.iter().enumerate();
        let conduct: Vec<Conduct> = seats
            .map(|(seat, post)| {
                let termination = outcome.terminations.get(seat).copied().flatten();
                conduct(post, termination, acts)
            })
            .collect();
        let nobody_came = conduct
            .iter()
            .all(|conduct| conduct.left == Some(Termination::NoShow));
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
fn conduct(post: &Post, left: Option<Termination>, last: &[SubmissionRow]) -> Conduct {
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
        left,
        illegal_acts: post.illegal,
        turns: turns.len() as u64,
        nanos: turns
            .values()
            .fold(0, |sum, took| sum.saturating_add(*took)),
    }
}
