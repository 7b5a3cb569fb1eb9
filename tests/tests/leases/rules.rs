//! The rules of the lease protocol, which can be broken one by one.

/// A rule of the lease protocol.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Rule {
    /// Every transaction of a server is refused if the server's row does not exist.
    CheckServerRow,
    /// The check of the server's row locks the row until the transaction ends.
    LockServerRow,
    /// An append is refused if the match is owned by another epoch.
    CheckOwner,
    /// An append is refused if the match has another number of events than its writer expects.
    CheckExpectedEvents,
    /// A registration also takes over the previous epochs of the same address, in one transaction.
    TakeOverAtRegistration,
    /// The transaction that deletes an expired row also moves everything unfinished of its epoch.
    TakeOverUnfinished,
    /// A takeover reads the unfinished work of the expired epoch after it has locked the expired row.
    ReadAfterLock,
    /// A takeover locks the two rows of servers in the order of their epochs.
    LockRowsInOrder,
    /// The database aborts open transactions whose server has stopped.
    AbortIdleTransactions,
    /// A server finds what it owns by reading, not only by the answers to its own transactions.
    AdoptByReading,
    /// A tournament is reserved before it is stored, and before its director is started, so that no other task of the
    /// server starts one.
    ReserveDirector,
    /// A tournament of a list is read again after it was reserved: it may have ended since the list was read.
    ReadAfterReservation,
    /// A room that was opened from stored events recognises the submissions among them.
    RecognizeStoredSubmissions,
    /// A submission to an ended match is answered from the stored events, by any server.
    AnswerFromStore,
    /// The transaction that creates a chunk checks that its pairings have neither chunk nor result.
    CreateOnlyMissingChunks,
    /// A chunk whose lease has expired can be leased again.
    LeaseExpiredChunks,
    /// A lease starts with the report number 0.
    ResetReportSeq,
    /// A report with other results than the previous one has the next number.
    NumberNewContent,
    /// A worker accepts a grant only for its current request; request ids are never used twice.
    MatchGrantToRequest,
    /// A report is refused if its lease epoch is not that of the chunk.
    CheckLeaseEpoch,
    /// A report whose number is not above the stored one changes nothing, and is acknowledged.
    CheckReportSeq,
    /// The checks and the writes of a report are one transaction, which locks the row of the chunk.
    LockChunkRow,
    /// A pairing that has a result gets no second one.
    UniqueResults,
    /// Only results that were missing are added to the sums.
    AbsoluteResults,
}

/// The rules that a model keeps: all except those that are listed as broken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    broken: &'static [Rule],
}

impl Rules {
    /// The whole protocol.
    pub(crate) const ALL: Rules = Rules { broken: &[] };

    /// Returns the protocol without the given rules.
    pub(crate) const fn without(broken: &'static [Rule]) -> Rules {
        Rules { broken }
    }

    /// Returns whether the rule is kept.
    pub(crate) fn has(self, rule: Rule) -> bool {
        !self.broken.contains(&rule)
    }
}
