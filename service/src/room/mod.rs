//! Rooms: one task per match, which alone owns position, clocks and subscribers.
//!
//! Other tasks send commands. A command is stamped and queued in one step under a lock, so that the
//! order of the queue is the order of stamps: a command that leaves the queue later arrived later.
//! That makes a busy room fair (MR-24).
//!
//! A room is a [`match_room::Room`], which consists of parts that know nothing of each other's state:
//! `life`, `match_clock`, `seats`, `publisher`, `match_core` and `agents`. Its behaviour is in
//! `timing`, `lifecycle`, `submissions` and `subscriptions`, on top of which `task` runs it.

mod agents;
mod attempt_observers;
mod command;
mod context;
mod deadlines;
#[cfg(test)]
mod failure_tests;
mod frame;
mod frame_sequencer;
mod inbox;
mod life;
mod lifecycle;
mod mailbox;
mod match_clock;
mod match_core;
mod match_room;
mod message_size;
mod missed_updates;
mod open_request;
mod publisher;
mod recover;
mod running_record;
mod scoring;
mod seat;
mod seats;
mod setup;
mod stamp;
mod stream;
mod submissions;
mod subscriber;
mod subscribers;
mod subscriptions;
mod suspension;
mod task;
mod timing;

pub(crate) use attempt_observers::{AttemptEnd, AttemptEnded, AttemptObservers};
pub(crate) use command::{Command, SeatSearch, SubmissionSource, SubmitCommand};
pub(crate) use context::{MatchLimits, RoomContext, RoomRuntimes};
pub(crate) use frame::{
    Accepted, ActionRequest, Addressed, ClockReading, EncodedView, Frame, Joined, LegalAction,
    MatchOver, PlayMessage, RaceResult, Rejected, StateChanged, Update, ViewOptions,
    VisibleAnnouncement, VisibleEvent,
};
pub(crate) use inbox::{QueueError, RoomHandle};
pub(crate) use setup::{MatchSetup, SeatAccess, TournamentMatch, describe_stored};
pub(crate) use stream::{StreamMessage, StreamReceiver, StreamSender, stream_channel};
pub(crate) use subscriber::{PlaySender, Subscriber, SubscriberId, WatchSender};
pub(crate) use task::{ReplayedRoom, replay};

use crate::error::{Error, Reason};

/// Returns the error of a command whose room has failed.
pub(crate) fn room_failed() -> Error {
    let message = "the match's room failed because of a fault in the server; rejoin";
    Error::new(Reason::Internal, message)
}
