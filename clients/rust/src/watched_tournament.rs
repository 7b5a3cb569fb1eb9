//! The state of a tournament, put together from the messages of `WatchTournament`.

use botwerk_proto::v1 as proto;

/// The newest state of a watched tournament. The messages after the first one contain what has changed.
#[derive(Debug, Clone, Default)]
pub struct WatchedTournament {
    /// The tournament with its setup; unset before the first message.
    pub tournament: Option<proto::Tournament>,
    /// The results of all entrants, in the order of the setup.
    pub standings: Vec<proto::LiveStanding>,
}

impl WatchedTournament {
    /// Adds a message of the stream.
    pub fn update(&mut self, message: proto::WatchTournamentResponse) {
        let before = self.tournament.take();
        self.tournament = match (message.tournament, before) {
            (Some(described), before) => Some(proto::Tournament {
                setup: described.setup.or(before.and_then(|before| before.setup)),
                ..described
            }),
            (None, before) => before,
        };
        if let (Some(tournament), Some(progress)) = (&mut self.tournament, message.progress) {
            tournament.match_count = progress.match_count;
            tournament.result_count = progress.result_count;
            tournament.running_matches = progress.running_matches;
            tournament.expected_match_count = progress.expected_match_count;
            tournament.remaining_nanos = progress.remaining_nanos;
            tournament.league = progress.league;
        }
        if !message.is_change {
            self.standings = message.standings;
            return;
        }
        // Both are in the order of the setup.
        let mut standings = self.standings.iter_mut();
        for changed in message.standings {
            if let Some(standing) = standings.find(|it| it.entrant == changed.entrant) {
                *standing = changed;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_after_the_first_one_change_what_they_contain() {
        let standing = |entrant: &str, matches| proto::LiveStanding {
            entrant: entrant.into(),
            matches,
            ..Default::default()
        };
        let setup = proto::TournamentSetup {
            name: "cup".into(),
            ..Default::default()
        };
        let tournament = |setup, state| proto::Tournament {
            setup,
            state,
            match_count: 6,
            ..Default::default()
        };
        let mut watched = WatchedTournament::default();
        watched.update(proto::WatchTournamentResponse {
            tournament: Some(tournament(Some(setup.clone()), 1)),
            standings: vec![standing("a", 0), standing("b", 0)],
            ..Default::default()
        });
        let progress = proto::TournamentProgress {
            match_count: 6,
            result_count: 2,
            ..Default::default()
        };
        watched.update(proto::WatchTournamentResponse {
            progress: Some(progress),
            standings: vec![standing("b", 2)],
            is_change: true,
            ..Default::default()
        });
        let expected = proto::Tournament {
            result_count: 2,
            ..tournament(Some(setup.clone()), 1)
        };
        assert_eq!(watched.tournament, Some(expected));
        assert_eq!(watched.standings, [standing("a", 0), standing("b", 2)]);
        watched.update(proto::WatchTournamentResponse {
            tournament: Some(tournament(None, 3)),
            is_change: true,
            ..Default::default()
        });
        assert_eq!(watched.tournament, Some(tournament(Some(setup), 3)));
        assert_eq!(watched.standings.len(), 2);
    }
}
