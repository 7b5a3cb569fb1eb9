//! Who is there: seats that are played over a stream, and those that nobody plays now.

use super::clock::Stamp;
use super::conduct::Room;
use super::seat::Post;
use crate::wire::Wire;

impl<G: Wire> Room<G> {
    /// Notes since when seats are played by nobody.
    pub(super) fn note_absence(&mut self, now: Stamp) {
        for post in &mut self.posts {
            if post.is_missing() {
                post.away.get_or_insert(now);
            } else {
                post.away = None;
            }
        }
    }

    /// A seat that acts without a stream is there at that moment.
    pub(super) fn note_sign_of_life(&mut self, seat: usize, at: Stamp) {
        if let Some(away) = &mut self.posts[seat].away {
            *away = at.max(*away);
        }
    }

    /// When a seat that nobody plays leaves the match. Where a clock runs against it, the clock
    /// does that.
    pub(super) fn absence_limit(&self, post: &Post) -> Option<Stamp> {
        if self.setup.time_control.has_clock() {
            return None;
        }
        Some(post.away?.after(self.surroundings.limits.offline))
    }
}
