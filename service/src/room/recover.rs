//! Opens a room from a stored match: a new one, one in progress, or one that is over.

use std::collections::BTreeSet;
use std::sync::Arc;

use botwerk_engine::record::EventLine;
use botwerk_engine::{
    AnyAction, AnyGame, Event, GameNotation, Referee, RootSeed, Seat, Seats, Submission,
};

use super::agents::RoomAgents;
use super::context::RoomContext;
use super::inbox::Inbox;
use super::life::{Life, MatchEnd};
use super::match_clock::MatchClock;
use super::match_core::MatchCore;
use super::match_room::Room;
use super::publisher::FramePublisher;
use super::running_record::RunningRecord;
use super::seats::RoomSeats;
use super::setup::MatchSetup;
use super::stamp::Stamp;
use crate::error::{Error, Reason};
use crate::match_state::MatchState;
use crate::store::{StoredMatch, SubmissionRow};
use crate::work_guard::{Work, fault_point};

/// A match whose stored events and submissions are being applied again.
struct Recovery {
    referee: Referee<AnyGame>,
    seats: RoomSeats,
    events: Vec<Event<AnyAction>>,
    /// The turns that were races, in which seat clocks do not run.
    races: BTreeSet<(Seat, u32)>,
    is_virtual: bool,
    /// `None` for a match that has ended: nothing more is recorded of it, and old ones are opened often.
    record: Option<RunningRecord>,
}

impl Room {
    /// Opens the room of a stored match: applies its events again and numbers their frames again.
    ///
    /// # Errors
    /// Returns an error if the stored match is corrupt or this server cannot play it.
    pub(super) fn recover(
        stored: StoredMatch,
        context: Arc<RoomContext>,
        inbox: Arc<Inbox>,
    ) -> Result<Self, Error> {
        let StoredMatch {
            mut row,
            events,
            submissions,
        } = stored;
        fault_point("opening");
        let setup = MatchSetup::read(&row)?;
        // It was read, and rooms are numerous.
        row.setup = String::new();
        let corrupt = |what: &dyn std::fmt::Display| {
            let message = format!("match {}: the stored match is corrupt: {what}", row.id);
            Error::new(Reason::StoreUnavailable, message)
        };
        let header = &setup.header;
        let seed = header.root_seed();
        let seed = seed.ok_or_else(|| corrupt(&"the seed is not valid"))?;
        let agents = RoomAgents::new(header, seed, Work::of_match(&row.id, "searching"))?;
        let mut recovery = Recovery::new(&setup, seed)?;
        if !row.state.has_ended() {
            recovery.record = Some(RunningRecord::new(header));
        }
        let has_frames: Vec<bool> = recovery.seats.iter().map(|seat| !seat.is_agent()).collect();
        let mut publisher = FramePublisher::new(recovery.referee.clone(), has_frames.into_iter());
        let start = recovery.referee.clone();
        for line in &events {
            recovery.replay(line).map_err(|error| corrupt(&error))?;
        }
        // Here and not in the room's task: a long match takes milliseconds.
        publisher.restore(std::mem::take(&mut recovery.events));
        recovery.restore_submissions(submissions);
        let now = Stamp::now();
        let limits = context.limits;
        let life = match row.state {
            MatchState::Waiting => Life::waiting(now, limits.join),
            MatchState::Running | MatchState::Suspended => {
                Life::interrupted(now, limits.rejoin, recovery.is_race_interrupted())
            }
            MatchState::Over => Life::ended(MatchEnd::Decided),
            MatchState::Aborted => Life::ended(MatchEnd::Aborted),
        };
        let clock = MatchClock::new(
            setup.time_control,
            setup.is_virtual(),
            limits.lag_cap_millis,
            limits.offline,
            now,
        );
        let record = recovery.record.take();
        let record = record.unwrap_or_else(|| RunningRecord::new(header));
        let core = MatchCore::new(
            row,
            setup,
            start,
            recovery.referee,
            record,
            Arc::clone(&context.store),
            Arc::clone(&context.attempt_observers),
        );
        Ok(Self {
            context,
            inbox,
            life,
            clock,
            seats: recovery.seats,
            publisher,
            core,
            agents,
        })
    }
}

impl Recovery {
    /// Creates the match at its start.
    fn new(setup: &MatchSetup, seed: RootSeed) -> Result<Self, Error> {
        let header = &setup.header;
        let game: AnyGame = header.create_game(header.game.parse()?)?;
        // The only place where the stored text of a starting position is parsed.
        let start = game.parse_position(&header.start)?;
        let tokens = setup.seats.iter().map(|access| access.token);
        Ok(Self {
            referee: Referee::from_position(game, seed, start)
                .with_adjudication(header.adjudication)
                .with_virtual_time(setup.is_virtual()),
            seats: RoomSeats::new(tokens),
            events: Vec::new(),
            races: BTreeSet::new(),
            is_virtual: setup.is_virtual(),
            record: None,
        })
    }

    /// Applies a stored event.
    fn replay(&mut self, text: &str) -> Result<(), Box<dyn std::error::Error>> {
        let line: EventLine = serde_json::from_str(text)?;
        if let Some(record) = &mut self.record {
            record.append(&line, text);
        }
        let event = line.event(self.referee.game())?;
        self.referee.replay(&event)?;
        self.seats.set_terminations(&self.referee);
        self.events.push(event);
        let race = self.referee.decision().filter(|ask| ask.simultaneous);
        for seat in race.map_or(Seats::EMPTY, |ask| ask.seats) {
            self.races.insert((seat, self.referee.turn(seat)));
        }
        Ok(())
    }

    /// Restores the accepted submissions and what they were charged. On virtual time the announcements
    /// of an open race are held again.
    fn restore_submissions(&mut self, rows: Vec<SubmissionRow>) {
        for row in rows {
            let Some(seat) = self.seats.find(row.seat as usize) else {
                continue;
            };
            let is_open = row.turn == self.referee.turn(seat)
                && row.part == self.referee.parts(seat)
                && self.referee.awaited_seats().contains(seat);
            if is_open && self.is_virtual {
                self.restore_announcement(seat, &row);
            }
            let state = &mut self.seats[seat];
            if !self.races.contains(&(seat, row.turn)) {
                state.restore_charge(&row, self.is_virtual);
            }
            state.remember(row);
        }
        let awaited = self.referee.awaited_seats();
        for state in self.seats.iter_mut() {
            let turn = self.referee.turn(state.seat());
            let is_open = awaited.contains(state.seat());
            state.restore_open_turn(is_open.then_some(turn));
        }
    }

    fn restore_announcement(&mut self, seat: Seat, row: &SubmissionRow) {
        let Ok(action) = self.referee.game().parse_action(&row.content) else {
            return;
        };
        let submission = Submission {
            seat,
            actions: &[action],
            nanos: row.nanos,
            effort: row.effort,
            score: row.score,
        };
        // It was accepted in this position before.
        let _ = self.referee.submit(submission, &mut Vec::new());
    }

    /// Returns `true` if the end of the server interrupted a race, so that it has to be run again. On
    /// virtual time its announcements are held again instead.
    fn is_race_interrupted(&self) -> bool {
        let decision = self.referee.decision();
        decision.is_some_and(|decision| decision.simultaneous) && !self.is_virtual
    }
}
