//! Opening a room from what is stored: for a new match, after a restart, or to look back.

use std::sync::Arc;

use botwerk_engine::record::EventLine;
use botwerk_engine::{Act, Event, Options, Referee, Seat};
use botwerk_proto::v1 as proto;
use proto::{MatchState, Termination};

use super::clock::Stamp;
use super::conduct::{RETRY, Room};
use super::players::Players;
use super::seat::Post;
use super::setup::MatchSetup;
use super::viewer::Reports;
use super::{Inbox, Surroundings};
use crate::error::{Error, Reason};
use crate::store::{ActRow, StoredMatch};
use crate::wire::Wire;

impl<G: Wire> Room<G> {
    /// The room of a stored match, its events played again and its reports written again.
    pub(super) fn recover(
        stored: StoredMatch,
        surroundings: Arc<Surroundings>,
        inbox: Arc<Inbox>,
    ) -> Result<Self, Error> {
        let StoredMatch { row, events, acts } = stored;
        let setup = MatchSetup::read(&row)?;
        let broken = |why: String| {
            let message = format!("match {} is stored in a form not understood: {why}", row.id);
            Error::new(Reason::StoreUnavailable, message)
        };
        let header = &setup.header;
        let options = Options::resolve(G::spec().options, header.options.iter())?;
        let game = G::new(header.seats.len(), options)?;
        let seed = header.root_seed().ok_or_else(|| broken("no seed".into()))?;
        let start = game.parse_position(&header.start)?;
        let (players, words) = Players::new(header, seed)?;
        let posts = Seat::all(game.seats()).zip(&setup.seats);
        let posts = posts
            .map(|(seat, plan)| Post::new(seat, plan.token))
            .collect();
        let state = MatchState::try_from(row.state).unwrap_or(MatchState::Waiting);
        let now = Stamp::now();
        let referee = Referee::from_position(game, seed, start);
        let mut room = Self {
            shown: referee.clone(),
            referee,
            row,
            setup,
            surroundings,
            inbox,
            unpublished: Vec::new(),
            posts,
            public: Reports::default(),
            players,
            words,
            state,
            asked: None,
            since: now,
            heard: now,
            retry: None,
            owed: Vec::new(),
            told_end: false,
            stopping: false,
        };
        for line in &events {
            room.replay(line)?;
        }
        room.remember(acts);
        Ok(room)
    }

    fn replay(&mut self, line: &str) -> Result<(), Error> {
        let broken = |why: String| {
            let message = format!(
                "match {} is stored with an event not understood: {why}",
                self.row.id
            );
            Error::new(Reason::StoreUnavailable, message)
        };
        let line: EventLine = serde_json::from_str(line).map_err(|e| broken(e.to_string()))?;
        let event = line
            .event(self.referee.game())
            .map_err(|e| broken(e.to_string()))?;
        self.referee
            .replay(&event)
            .map_err(|e| broken(e.to_string()))?;
        if let Some(why) = &line.why {
            let name = format!("TERMINATION_{why}");
            let termination = Termination::from_str_name(&name).unwrap_or_default();
            let game = self.referee.game();
            let seat = self
                .posts
                .iter_mut()
                .find(|post| game.leave(post.seat) == event.action);
            if let Some(post) = seat {
                post.termination = termination;
            }
        }
        self.unpublished.push(event);
        Ok(())
    }

    /// Remembers answered acts. Of the open race on virtual time the announcements are held again.
    fn remember(&mut self, acts: Vec<ActRow>) {
        for row in acts {
            let Some(seat) = Seat::new(row.seat as usize) else {
                continue;
            };
            if seat.index() >= self.posts.len() {
                continue;
            }
            let open = row.turn == self.referee.turn(seat)
                && row.act == self.referee.acts(seat)
                && self.referee.owing().contains(seat);
            if open && self.setup.is_virtual() {
                self.hold_again(seat, &row);
            }
            let accepted = self.accepted(&row);
            self.posts[seat.index()].joined = true;
            self.posts[seat.index()].remember(row, accepted);
        }
    }

    fn hold_again(&mut self, seat: Seat, row: &ActRow) {
        let game = self.referee.game();
        let Ok(action) = game.parse_action(&row.content) else {
            return;
        };
        let act = Act {
            seat,
            actions: &[action],
            nanos: row.nanos,
            effort: row.effort,
        };
        // It was accepted in this very position before.
        let _ = self.referee.act(act, &mut Vec::new());
    }

    /// Takes the match up where it stands.
    pub(super) async fn resume(&mut self) {
        match self.state {
            MatchState::Waiting => self.begin_if_complete().await,
            MatchState::Running => self.resume_running().await,
            _ => self.publish(),
        }
    }

    async fn resume_running(&mut self) {
        tracing::info!(events = self.row.events, "match taken up again");
        for post in &mut self.posts {
            post.joined = true;
        }
        let race = self
            .referee
            .ask()
            .filter(|ask| ask.simultaneous && !self.setup.is_virtual());
        let deadline = self.referee.deadline();
        if let (Some(_), Some(deadline)) = (race, deadline) {
            // Nobody knows any more who has searched for how long: the race is run again.
            let change = |referee: &mut Referee<G>, events: &mut Vec<Event<G::Action>>| {
                // Only a race can be broken off, and this is one.
                referee.intervene(deadline.action, events)?;
                referee.advance(events);
                Ok::<_, Error>(())
            };
            // Until then nobody is heard: announcements of the race are lost.
            while let Err(error) = self.change(change, Vec::new()).await {
                tracing::warn!(%error, "the match cannot be taken up yet");
                if error.reason != Reason::StoreUnavailable {
                    break;
                }
                tokio::time::sleep(RETRY).await;
            }
        }
        self.publish();
    }
}
