//! What a power cut has undone: the log of a seat goes back to what remains of its match.
//!
//! After a power cut the seat joins for all frames again. Those that it knew are compared with those that
//! are sent, and from the first difference on its own are undone, if that was never excluded.

use std::sync::atomic::Ordering;

use botwerk_client::proto;

use super::{PartKey, SeatLog, SequencedFrame, Session};
use crate::chaos::violation::Violation;

impl SeatLog {
    /// Returns `true` if a power cut may have undone frames since they were last compared.
    pub(in crate::chaos) fn must_reconcile(&self) -> bool {
        self.promise.can_undo() && self.promise.run() > self.confirmed_run
    }

    /// Returns `true` if the start of a turn was undone since the last call: it can be another one now.
    pub(in crate::chaos) fn take_undone_turn(&mut self) -> bool {
        std::mem::take(&mut self.is_turn_undone)
    }

    /// Returns `true` while the frames of this session are compared with those before a power cut.
    pub(super) fn is_reconciling(&self) -> bool {
        let run = self.session.as_ref().map_or(0, Session::run);
        self.promise.can_undo() && run > self.confirmed_run
    }

    /// Records that the frames known now exist in this run of the server. Those of earlier runs have survived
    /// a power cut, so the disk has them: no other one undoes them.
    pub(super) fn confirm(&mut self) {
        if !self.is_reconciling() {
            return;
        }
        let run = self.session.as_ref().map_or(0, Session::run);
        self.confirmed_run = run;
        self.receipts.retain(|_, receipt| receipt.run() == run);
        for sent in self.submissions.values_mut() {
            sent.accepted = sent.accepted.filter(|receipt| receipt.run() == run);
        }
    }

    /// Undoes the frames after the last one that the match has.
    pub(super) fn reconcile_join(&mut self, joined: &proto::Joined) -> Result<(), Violation> {
        if !self.is_reconciling() {
            return Ok(());
        }
        self.roll_back(joined.seq)?;
        let known = self.frames.get(&joined.seq);
        let known = known.and_then(SequencedFrame::view_hash);
        let found = joined.view.as_ref().map(|view| view.view_hash);
        if known.is_some() && found.is_some() && known != found {
            self.roll_back(joined.seq - 1)?;
        }
        Ok(())
    }

    /// Undoes the frames from the first one on that a frame sent again contradicts.
    pub(super) fn reconcile_resend(&mut self, frame: &SequencedFrame) -> Result<(), Violation> {
        if !self.is_reconciling() {
            return Ok(());
        }
        let (seq, last) = (frame.seq(), self.last());
        let before = self.session.as_ref().map_or(0, Session::last_in_order);
        let mut between = self.frames.range(before + 1..seq.max(before + 1));
        // Requests are not sent again, except for the open one.
        let missing = between.find(|(_, known)| known.requested_part().is_none());
        if let Some((missing, _)) = missing {
            return self.roll_back(*missing - 1);
        }
        let known = self.frames.get(&seq);
        if known.is_some_and(|known| !known.matches_resend(frame, seq == last)) {
            return self.roll_back(seq - 1);
        }
        Ok(())
    }

    /// Undoes all frames after `last`, and the submissions that answered them.
    ///
    /// # Errors
    /// Returns a violation if the server has promised to keep one of them.
    pub(super) fn roll_back(&mut self, last: u64) -> Result<(), Violation> {
        let undone = self.frames.split_off(&(last + 1));
        let receipts = self.receipts.split_off(&(last + 1));
        for (seq, frame) in &undone {
            let may_be_undone = receipts
                .get(seq)
                .is_some_and(|receipt| self.promise.may_be_undone(*receipt));
            if !may_be_undone || matches!(frame, SequencedFrame::Over(_)) {
                let what = format!("is undone, although a result was reported after it: {frame:?}");
                return Err(self.violation(*seq, what));
            }
        }
        let mut lost = self.forget_replies(last)?;
        let requested = undone.values().filter_map(SequencedFrame::requested_part);
        for (turn, part) in requested {
            lost += if part == 0 {
                self.is_turn_undone = true;
                self.remove_turn(turn)
            } else {
                // Nothing but the parts before has changed the position, and they are sent again.
                u64::from(self.take_reply((turn, part)))
            };
        }
        let counts = self.promise.undone();
        let frames = undone.len() as u64;
        counts.frames.fetch_add(frames, Ordering::Relaxed);
        counts.submissions.fetch_add(lost, Ordering::Relaxed);
        Ok(())
    }

    /// Forgets the replies to submissions that were accepted after the frame `last`, and to those accepted
    /// right after it: no frame that remains shows whether they were undone. Returns the number of the
    /// former.
    fn forget_replies(&mut self, last: u64) -> Result<u64, Violation> {
        let is_after = |key: &&PartKey| {
            let reply = self.submissions[*key].reply;
            reply.is_some_and(|reply| reply.seq >= last)
        };
        let keys: Vec<_> = self.submissions.keys().filter(is_after).copied().collect();
        let mut lost = 0;
        for key in keys {
            let sent = &self.submissions[&key];
            let seq = sent.reply.map_or(0, |reply| reply.seq);
            let accepted = sent.accepted;
            if accepted.is_some_and(|receipt| self.promise.may_be_undone(receipt)) {
                self.take_reply(key);
                lost += u64::from(seq > last);
            } else if seq > last {
                let what = format!("{key:?} is undone, although a result was reported after it");
                return Err(self.violation(seq, what));
            }
        }
        Ok(lost)
    }

    /// Removes the submissions of a turn. Returns the number of those with a reply.
    fn remove_turn(&mut self, turn: u32) -> u64 {
        let keys = self.submissions.range((turn, 0)..=(turn, u32::MAX));
        let keys: Vec<_> = keys.map(|(key, _)| *key).collect();
        let removed = keys.iter().filter_map(|key| self.submissions.remove(key));
        removed.filter(|sent| sent.reply.is_some()).count() as u64
    }

    /// Forgets the reply to a submission. Returns `true` if there was one.
    fn take_reply(&mut self, key: PartKey) -> bool {
        let sent = self.submissions.get_mut(&key);
        sent.is_some_and(|sent| {
            sent.accepted = None;
            sent.rejected = None;
            sent.reply.take().is_some()
        })
    }
}
