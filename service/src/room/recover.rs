//! Opening a room from what is stored: for a new match, after a restart, or to look back.

use crate::match_state::MatchState;
use std::collections::BTreeSet;
use std::sync::Arc;

use botwerk_engine::record::EventLine;
use botwerk_engine::{Act, Options, Referee, Seat, Seats};

use super::audience::Audience;
use super::clock::Stamp;
use super::conduct::Room;
use super::narrator::Narrator;
use super::players::Players;
use super::seat::Post;
use super::setup::MatchSetup;
use super::suspension::Cause;
use super::{Inbox, Surroundings};
use crate::error::{Error, Reason};
use crate::store::{StoredMatch, SubmissionRow};
use crate::wire::Wire;

impl<G: Wire> Room<G> {
    /// The room of a stored match, its events played again and its reports written again.
    pub(super) fn recover(
        stored: StoredMatch,
        surroundings: Arc<Surroundings>,
        inbox: Arc<Inbox>,
    ) -> Result<Self, Error> {
        let StoredMatch {
            mut row,
            events,
            submissions: acts,
        } = stored;
        let setup = MatchSetup::read(&row)?;
        // It was read, and rooms are many.
        row.setup = String::new();
        let broken = |why: String| {
            let message = format!("match {} is stored in a form not understood: {why}", row.id);
            Error::new(Reason::StoreUnavailable, message)
        };
        let header = &setup.header;
        let options = Options::resolve(G::spec().options, header.options.iter())?;
        let game = G::new(header.seats.len(), options)?;
        let seed = header.root_seed().ok_or_else(|| broken("no seed".into()))?;
        let start = game.parse_position(&header.start)?;
        let players = Players::new(header, seed)?;
        let posts = Seat::all(game.seats()).zip(&setup.seats);
        let posts: Vec<_> = posts
            .map(|(seat, plan)| Post::new(seat, plan.token))
            .collect();
        let state = row.state;
        let now = Stamp::now();
        let referee = Referee::from_position(game, seed, start);
        let listens = posts.iter().map(|post: &Post| !post.is_bundled());
        let mut room = Self {
            narrator: Narrator::new(referee.clone(), listens),
            told: Vec::new(),
            referee,
            row,
            setup,
            surroundings,
            inbox,
            unpublished: Vec::new(),
            posts,
            spectators: Audience::default(),
            players,
            state,
            asked: None,
            since: now,
            heard: now,
            standing: None,
            went_on: None,
            race_lost: false,
            retry: None,
            owed: Vec::new(),
            told_end: false,
            stopping: false,
        };
        // The turns that were races: the seats' clocks stood in them.
        let mut races = BTreeSet::new();
        for line in &events {
            room.replay(line)?;
            let ask = room.referee.ask().filter(|ask| ask.simultaneous);
            for seat in ask.map_or(Seats::EMPTY, |ask| ask.seats) {
                races.insert((seat, room.referee.turn(seat)));
            }
        }
        room.remember(acts, &races);
        Ok(room)
    }

    /// A narrator who has told nothing yet.
    pub(super) fn narrator_at_start(&self) -> Narrator<G> {
        let game = self.referee.game().clone();
        let start = game.parse_position(&self.setup.header.start);
        // The room was opened with this very position.
        let start = start.unwrap_or_else(|_| self.referee.state().clone());
        let referee = Referee::from_position(game, self.players.seed(), start);
        Narrator::new(referee, self.posts.iter().map(|post| !post.is_bundled()))
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
        if let Some(termination) = line.why {
            let game = self.referee.game();
            let seat = self
                .posts
                .iter_mut()
                .find(|post| game.leave_action(post.seat) == event.action);
            if let Some(post) = seat {
                post.termination = Some(termination);
            }
        }
        self.unpublished.push(event);
        Ok(())
    }

    /// Remembers answered acts and what they were charged. Of the open race on virtual time the
    /// announcements are held again.
    fn remember(&mut self, acts: Vec<SubmissionRow>, races: &BTreeSet<(Seat, u32)>) {
        for row in acts {
            let seat = Seat::new(row.seat as usize);
            let Some(seat) = seat.filter(|seat| seat.index() < self.posts.len()) else {
                continue;
            };
            let open = row.turn == self.referee.turn(seat)
                && row.act == self.referee.acts(seat)
                && self.referee.owing().contains(seat);
            if open && self.setup.is_virtual() {
                self.hold_again(seat, &row);
            }
            let post = &mut self.posts[seat.index()];
            if !races.contains(&(seat, row.turn)) {
                let by_effort = self.setup.is_virtual() || post.is_bundled();
                let step = if by_effort {
                    row.charged
                } else {
                    post.clock.step(row.turn, row.nanos)
                };
                post.clock.count(row.turn, step, row.charged);
            }
            post.joined = true;
            post.remember(row);
        }
        let owing = self.referee.owing();
        for post in &mut self.posts {
            let turn = self.referee.turn(post.seat);
            let is_open = owing.contains(post.seat);
            post.clock.go_on(is_open.then_some(turn));
        }
    }

    fn hold_again(&mut self, seat: Seat, row: &SubmissionRow) {
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
            MatchState::Running | MatchState::Suspended => self.resume_running().await,
            _ => self.publish(),
        }
    }

    /// Lets the match stand still until all seats are back; one that needs nobody goes on at once.
    async fn resume_running(&mut self) {
        tracing::info!(events = self.row.events, "match taken up again");
        for post in &mut self.posts {
            post.joined = true;
        }
        let ask = self.referee.ask();
        self.race_lost = ask.is_some_and(|ask| ask.simultaneous) && !self.setup.is_virtual();
        let until = Stamp::now().after(self.surroundings.limits.rejoin);
        self.suspend(Cause::Return { until });
        self.publish();
        self.go_on_if_all_are_back().await;
    }
}
