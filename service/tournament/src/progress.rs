//! The progress of a tournament.

use std::collections::BTreeSet;
use std::sync::Arc;

use botwerk_engine::Termination;

use crate::absence::Absence;
use crate::format::{Batch, Matchup, Pairing, PairingTable, PlayedBatch, RoundPairing, Schedule};
use crate::match_result::{MatchResult, SeatStats};
use crate::pairing_ranges::PairingRanges;
use crate::standings::RankingCriterion;

/// The next step of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NextStep {
    /// A match to be played.
    Play(Pairing),
    /// A match that is forfeited because an entrant has withdrawn, with its result.
    Forfeit(Pairing, MatchResult),
}

/// The progress of a tournament.
///
/// It is a function of the schedule, the results and the absences with their batches, and in a league of its stored
/// rounds. Adding all stored results to a new value therefore restores it, and so do [`Self::restore`] with what was
/// kept of the first of them and adding the others.
#[derive(Debug, Clone)]
pub struct Progress {
    schedule: Schedule,
    absences: Vec<Absence>,
    /// The batches before the one in progress; empty ones in a league, of which no later one depends on them.
    played: Vec<PlayedBatch>,
    /// The pairings of all batches so far.
    table: PairingTable,
    /// The entrant of every bye so far.
    byes: Vec<usize>,
    open: Option<OpenBatch>,
    /// The first match of the batch that stays open although all its matches have a result.
    held_from: Option<u64>,
    is_stopped: bool,
}

/// The half points of every matchup's entrants in a batch, in the order of the matchups and of their entrants.
pub type BatchHalfPoints = Vec<Vec<u64>>;

/// The batch in progress.
#[derive(Debug, Clone)]
struct OpenBatch {
    batch: Batch,
    /// The index of its first match.
    first: u64,
    /// The number of its matches.
    matches: u64,
    /// The index of the first match that may not have been started.
    cursor: u64,
    /// Started matches from the cursor on, and some before it.
    started: PairingRanges,
    /// The number of matches with a result.
    ended: u64,
    half_points: Vec<Vec<u64>>,
}

impl Progress {
    /// Creates the progress before the first match, given all absences of entrants.
    pub fn new(schedule: Schedule, absences: Vec<Absence>) -> Self {
        let mut progress = Self {
            table: schedule.empty_table(),
            byes: Vec::new(),
            schedule,
            absences,
            played: Vec::new(),
            open: None,
            held_from: None,
            is_stopped: false,
        };
        progress.open_next_batch(0);
        progress
    }

    /// Returns the next step, each match once. Returns `None` while it depends on results of started
    /// matches, and at the end of the tournament.
    pub fn next_step(&mut self) -> Option<NextStep> {
        if self.is_stopped {
            return None;
        }
        let open = self.open.as_mut()?;
        let next = open.started.first_missing(open.cursor);
        let pairing = self.schedule.pairing(&open.batch, open.first, next)?;
        open.cursor = next + 1;
        Some(self.step_for(pairing))
    }

    /// Returns the index of the match of the next step, if there is one.
    pub fn next_index(&self) -> Option<u64> {
        let open = self.open.as_ref()?;
        let next = open.started.first_missing(open.cursor);
        (next < open.first + open.matches).then_some(next)
    }

    /// Returns the step for a match without a result.
    pub fn step_for(&self, pairing: Pairing) -> NextStep {
        let has_withdrawn = |entrant: &usize| {
            let mut absences = self.absences.iter();
            absences.any(|absence| absence.entrant == *entrant && absence.is_open())
        };
        if pairing.seats.iter().any(has_withdrawn) {
            let result = forfeit(&pairing, has_withdrawn);
            return NextStep::Forfeit(pairing, result);
        }
        NextStep::Play(pairing)
    }

    /// Returns the match with this index, or `None` if no batch so far contains it.
    pub fn pairing(&self, index: u64) -> Option<Pairing> {
        self.table.pairing(index)
    }

    /// Returns the index after the last match of the batch that contains a match, or of all batches so far.
    pub fn batch_end(&self, index: u64) -> u64 {
        self.table.batch_end(index)
    }

    /// Returns the pairings of all batches so far.
    pub fn pairing_table(&self) -> PairingTable {
        self.table.clone()
    }

    /// Adds the batches that a table of this tournament lacks.
    pub fn extend_table(&self, table: &mut PairingTable) {
        table.extend_from(&self.table);
    }

    /// Marks a match of the batch in progress as started, so that it is not the next step.
    pub fn mark_started(&mut self, index: u64) {
        if let Some(open) = &mut self.open {
            open.mark_started(index);
        }
    }

    /// Adds the result of a match of the batch in progress, and opens the next batch after the last
    /// one.
    pub fn add(&mut self, index: u64, result: &MatchResult) {
        let Some(open) = &mut self.open else { return };
        open.add_half_points(index, result, &self.schedule, |sum, half_points| {
            *sum = sum.saturating_add(half_points);
        });
        open.mark_started(index);
        open.ended += 1;
        self.close_ended_batch();
    }

    /// Continues after the results of these pairings, which had led to these half points. They are added to a new value
    /// before any other result.
    pub fn restore(&mut self, counted: &PairingRanges, half_points: Vec<BatchHalfPoints>) {
        let mut half_points = half_points.into_iter();
        loop {
            let batches = self.played.len();
            let Some(open) = &mut self.open else { return };
            if let Some(half_points) = half_points.next() {
                open.half_points = half_points;
            }
            let indexes = open.first..open.first + open.matches;
            for range in counted.within(indexes) {
                open.ended += range.end - range.start;
                open.started.extend(range);
            }
            self.close_ended_batch();
            if self.played.len() == batches {
                return;
            }
        }
    }

    /// Returns the half points of all batches so far if later ones depend on them, for [`Self::restore`].
    pub fn half_points(&self) -> Vec<BatchHalfPoints> {
        if !self.schedule.depends_on_results() {
            return Vec::new();
        }
        let played = self.played.iter().map(|played| &played.half_points);
        let open = self.open.iter().map(|open| &open.half_points);
        played.chain(open).cloned().collect()
    }

    /// Opens the next batch if all matches of the one in progress have a result.
    fn close_ended_batch(&mut self) {
        let held_from = self.held_from.unwrap_or(u64::MAX);
        let has_ended = |open: &mut OpenBatch| open.ended == open.matches && open.first < held_from;
        if let Some(open) = self.open.take_if(has_ended) {
            self.push_played(open.batch, open.half_points);
            self.open_next_batch(open.first + open.matches);
        }
    }

    /// Continues with the schedule of an extension, whose matches follow those so far.
    pub fn extend(&mut self, schedule: Schedule) {
        self.schedule = schedule.with_rounds_of(&mut self.schedule);
    }

    /// Returns `true` if the next round of a league has to be paired: all matches so far have a result.
    pub fn is_round_due(&self) -> bool {
        self.schedule.is_league() && self.open.is_none() && !self.is_stopped
    }

    /// Adds a round that was paired in a league. It is played after those before.
    pub fn add_round(&mut self, round: Batch) {
        let first = self.match_count();
        self.schedule.add_round(round);
        if self.open.is_none() {
            self.open_next_batch(first);
        }
    }

    /// Returns what the next round of a league is paired from, or `None` if too few entrants can play. `max_blocks`
    /// limits its size.
    pub fn round_pairing(
        &self,
        available: BTreeSet<usize>,
        is_anchor: Vec<bool>,
        max_blocks: u64,
    ) -> Option<RoundPairing> {
        let is_free = |entrant: &usize| !is_anchor[*entrant];
        let is_possible = available.len() >= self.schedule.seats() && available.iter().any(is_free);
        is_possible.then(|| RoundPairing {
            round: self.played.len() as u32 + 1,
            available,
            is_anchor,
            meetings: Arc::clone(self.schedule.meetings()),
            seats: self.schedule.seats(),
            matches_per_block: self.schedule.matches_per_block(),
            max_blocks,
            seed: self.schedule.seed(),
        })
    }

    /// Returns the number of matches of an entrant that does not withdraw, or `None` in a knockout or league,
    /// where it depends on the results.
    pub fn planned_matches(&self, entrant: usize) -> Option<u64> {
        self.schedule.planned_matches(entrant)
    }

    /// Withdraws an entrant; returns the index of the first batch that does not pair it.
    pub fn withdraw(&mut self, entrant: usize) -> usize {
        let from_batch = self.next_batch_index();
        self.absences.push(Absence {
            entrant,
            from_batch,
            until_batch: None,
        });
        from_batch
    }

    /// Readmits a withdrawn entrant; returns the index of the first batch that pairs it again.
    pub fn readmit(&mut self, entrant: usize) -> usize {
        let until_batch = self.next_batch_index();
        for absence in &mut self.absences {
            if absence.entrant == entrant && absence.is_open() {
                absence.until_batch = Some(until_batch);
            }
        }
        until_batch
    }

    /// Keeps the batch in progress open, which starts with match `first`, although all its matches may have a result:
    /// forfeits are about to be removed.
    pub fn hold(&mut self, first: u64) {
        self.held_from = Some(first);
    }

    /// Undoes [`Self::hold`], and opens the next batch if no match of the one in progress is left.
    pub fn release(&mut self) {
        self.held_from = None;
        self.close_ended_batch();
    }

    /// Removes the result of a forfeit of the batch in progress, which is to be played after all.
    pub fn remove_forfeit(&mut self, index: u64, result: &MatchResult) {
        let indexes = |open: &OpenBatch| open.first..open.first + open.matches;
        let open = self.open.as_mut();
        if let Some(open) = open.filter(|open| indexes(open).contains(&index)) {
            open.add_half_points(index, result, &self.schedule, |sum, half_points| {
                *sum = sum.saturating_sub(half_points);
            });
            open.ended -= 1;
            // It is the next step again.
            if index < open.cursor {
                open.started.extend(index..open.cursor);
                open.cursor = index;
            }
            open.started.remove(index);
        }
    }

    /// Returns the index of the first match of the batch in progress, or of the next round of a league; `None`
    /// after the last batch.
    pub fn first_open_match(&self) -> Option<u64> {
        let open = self.open.as_ref().map(|open| open.first);
        open.or_else(|| self.is_round_due().then(|| self.match_count()))
    }

    /// Returns the index of the batch after the one in progress.
    pub fn next_batch_index(&self) -> usize {
        self.played.len() + 1
    }

    /// Stops the tournament: there are no further steps.
    pub fn stop(&mut self) {
        self.is_stopped = true;
    }

    /// Returns `true` if the tournament was stopped before all its matches were played.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Returns `true` if there are no further steps, regardless of the results of started
    /// matches.
    pub fn is_over(&self) -> bool {
        self.is_stopped || (self.open.is_none() && !self.schedule.is_league())
    }

    /// Returns the entrant of every bye so far.
    pub fn byes(&self) -> Vec<usize> {
        self.byes.clone()
    }

    /// Returns the number of matches of all batches so far.
    pub fn match_count(&self) -> u64 {
        self.table.match_count()
    }

    /// Returns what the places in the standings depend on.
    pub fn ranking(&self) -> RankingCriterion {
        match self.schedule.rounds_survived(&self.played) {
            Some(survived) => RankingCriterion::RoundsSurvived(survived),
            // Entrants with a bye have met fewer opponents.
            None if self.schedule.is_swiss() => RankingCriterion::Points,
            None => RankingCriterion::ScoreRate,
        }
    }

    fn open_next_batch(&mut self, first: u64) {
        loop {
            let index = self.played.len();
            let absences = self.absences.iter();
            let withdrawn = absences.filter(|absence| absence.contains(index));
            let withdrawn = withdrawn.map(|absence| absence.entrant).collect();
            let Some(batch) = self.schedule.next_batch(&self.played, &withdrawn) else {
                return;
            };
            let zeros = |matchup: &Matchup| vec![0; matchup.entrants.len()];
            let half_points = batch.matchups.iter().map(zeros).collect();
            let matches = self.schedule.match_count(&batch);
            self.schedule.extend_table(&mut self.table, index, &batch);
            self.byes.extend(&batch.byes);
            if matches > 0 {
                self.open = Some(OpenBatch {
                    batch,
                    first,
                    matches,
                    cursor: first,
                    started: PairingRanges::default(),
                    ended: 0,
                    half_points,
                });
                return;
            }
            // Fewer than two entrants are left.
            self.push_played(batch, half_points);
        }
    }

    /// Adds a batch to those before the one in progress.
    fn push_played(&mut self, batch: Batch, half_points: BatchHalfPoints) {
        self.played.push(if self.schedule.is_league() {
            PlayedBatch::default()
        } else {
            PlayedBatch { batch, half_points }
        });
    }
}

impl OpenBatch {
    fn mark_started(&mut self, index: u64) {
        if index >= self.cursor {
            self.started.insert(index);
        }
    }

    /// Changes the half points of a match's entrants by those of its result.
    fn add_half_points(
        &mut self,
        index: u64,
        result: &MatchResult,
        schedule: &Schedule,
        change: impl Fn(&mut u64, u64),
    ) {
        if result.is_voided {
            return;
        }
        let block = (index - self.first) / schedule.matches_per_block();
        let matchup = (block % self.batch.matchups.len() as u64) as usize;
        let entrants = &self.batch.matchups[matchup].entrants;
        for (seat, entrant) in result.seats.iter().enumerate() {
            if let Some(position) = entrants.iter().position(|other| other == entrant) {
                let sum = &mut self.half_points[matchup][position];
                change(sum, result.half_points(seat));
            }
        }
    }
}

/// Returns the result of a match in which the withdrawn entrants share the last place.
fn forfeit(pairing: &Pairing, has_withdrawn: impl Fn(&usize) -> bool) -> MatchResult {
    let seats = pairing.seats.iter();
    let present = seats.filter(|entrant| !has_withdrawn(entrant)).count() as u8;
    let place = |entrant| {
        if has_withdrawn(entrant) {
            present + 1
        } else {
            1
        }
    };
    let stats = |entrant| SeatStats {
        termination: has_withdrawn(entrant).then_some(Termination::NoShow),
        ..SeatStats::default()
    };
    MatchResult {
        seats: pairing.seats.clone(),
        places: pairing.seats.iter().map(place).collect(),
        is_rated: false,
        is_voided: false,
        is_adjudicated: false,
        fingerprint: None,
        seat_stats: pairing.seats.iter().map(stats).collect(),
    }
}

#[cfg(test)]
mod tests;
