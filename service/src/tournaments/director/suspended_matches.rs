//! Matches of a tournament that are suspended since the server has failed while it worked on them.

use super::Director;
use crate::ids::MatchId;
use crate::tournament_state::TournamentState;

impl Director {
    /// Pauses a running tournament of which a match is suspended: the match would be played again and again.
    pub(super) async fn pause_for_suspended_match(&mut self) {
        if self.state != TournamentState::Running {
            return;
        }
        let guard = self.context.registry.guard();
        let mut rooms = self.rooms();
        if let Some(suspended) = rooms.find_map(|id| guard.suspension(&id.name())) {
            let message = suspended.text();
            drop(rooms);
            self.pause_with_failure(message).await;
        }
    }

    /// Tries the suspended matches of the tournament again.
    pub(super) fn retry_suspended_matches(&self) {
        let registry = &self.context.registry;
        for id in self.rooms() {
            if registry.guard().suspension(&id.name()).is_some() {
                registry.retry_suspended(id);
            }
        }
    }

    /// Returns the matches that are played in rooms.
    fn rooms(&self) -> impl Iterator<Item = &MatchId> {
        let running = self.running.values();
        running.filter_map(|running| running.room.as_ref())
    }
}
