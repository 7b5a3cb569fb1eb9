//! The sizes of messages, by which the unread ones of a stream are limited.

use botwerk_wire::GameDescription;

use super::frame::{
    ActionRequest, Addressed, EncodedView, Frame, Joined, MatchOver, PlayMessage, RaceResult,
    StateChanged, Update,
};
use super::stream::StreamMessage;

/// What the numbers, names and hashes of a message take at most, in bytes.
const MESSAGE_BYTES: usize = 128;

/// What a list entry takes in addition to its texts and messages, in bytes.
const ENTRY_BYTES: usize = 16;

/// What the head of a record takes with its signature, in bytes.
const HEAD_BYTES: usize = 256;

impl StreamMessage for Addressed<PlayMessage> {
    fn size(&self) -> usize {
        match &self.message {
            PlayMessage::Frame(frame) => frame.size(),
            PlayMessage::Accepted(_) => MESSAGE_BYTES,
            PlayMessage::Rejected(rejected) => MESSAGE_BYTES + rejected.error.message.len(),
        }
    }
}

impl StreamMessage for Addressed<Frame> {
    fn size(&self) -> usize {
        self.message.size()
    }
}

impl Frame {
    /// Returns about the size of the encoded frame, in bytes.
    pub(super) fn size(&self) -> usize {
        let content = match self {
            Self::Joined(frame) => joined_size(frame),
            Self::ActionRequest(frame) => request_size(frame),
            Self::Update(frame) => update_size(frame),
            Self::MatchOver(MatchOver { terminations, .. }) => {
                HEAD_BYTES + terminations.len() * ENTRY_BYTES
            }
            Self::StateChanged(StateChanged {
                message, clocks, ..
            }) => message.len() + clocks.bank_nanos.len() * ENTRY_BYTES,
        };
        MESSAGE_BYTES + content
    }
}

fn joined_size(frame: &Joined) -> usize {
    let hash = frame.ruleset_sha256.len();
    hash + game_size(&frame.game) + frame.rules.encoded_len() + view_size(&frame.view)
}

fn game_size(game: &GameDescription) -> usize {
    let options = game.options.iter();
    let size = |(name, value): (&String, &String)| ENTRY_BYTES + name.len() + value.len();
    options.map(size).sum()
}

fn request_size(frame: &ActionRequest) -> usize {
    let legal_actions = frame.legal_actions.iter();
    let legal_actions =
        legal_actions.map(|legal| ENTRY_BYTES + legal.action.encoded_len() + legal.text.len());
    let clocks = frame.clocks.bank_nanos.len() * ENTRY_BYTES;
    view_size(&frame.view) + clocks + legal_actions.sum::<usize>()
}

fn update_size(frame: &Update) -> usize {
    let events = frame.events.iter();
    let events = events.map(|event| ENTRY_BYTES + event.action.encoded_len() + event.text.len());
    let clocks = frame.clocks.as_ref();
    let clocks = clocks.map_or(0, |clocks| clocks.bank_nanos.len() * ENTRY_BYTES);
    let race = frame.race.as_ref().map_or(0, race_size);
    let view = frame.view.as_ref().map_or(0, |view| view_size(view));
    events.sum::<usize>() + clocks + race + view
}

fn race_size(race: &RaceResult) -> usize {
    let announcements = race.announcements.iter();
    let announcements = announcements.map(|announcement| {
        2 * ENTRY_BYTES + announcement.action.encoded_len() + announcement.text.len()
    });
    announcements.sum()
}

fn view_size(view: &EncodedView) -> usize {
    view.position.encoded_len() + view.text.len() + view.observation.len()
}
