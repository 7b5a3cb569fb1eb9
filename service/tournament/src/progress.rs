//! How far a tournament has come, and what is to be played next.

use std::collections::BTreeSet;

use botwerk_engine::Termination;

use crate::format::{Batch, Pairing, PlayedBatch, Schedule};
use crate::standings::RankingCriterion;
use crate::tally::{MatchResult, SeatStats};

/// What a tournament needs next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NextStep {
    /// A match is to be played.
    Play(Pairing),
    /// A match has a result without being played: somebody has withdrawn.
    Forfeit(Pairing, MatchResult),
}

/// How far a tournament has come. It depends on nothing but schedule, results and who has
/// withdrawn in which stage, so it stands as before once all stored results were added again.
#[derive(Debug, Clone)]
pub struct Progress {
    schedule: Schedule,
    /// Who takes part no more, and from which stage on nobody is paired with him.
    withdrawn: Vec<(usize, usize)>,
    played: Vec<PlayedBatch>,
    open: Option<OpenBatch>,
    stopped: bool,
}

/// A stage that is being played.
#[derive(Debug, Clone)]
struct OpenBatch {
    stage: Batch,
    /// The number of its first match.
    first: u64,
    /// How many matches it has.
    matches: u64,
    /// The number of the first match that was not begun.
    cursor: u64,
    /// Matches from the cursor on that need not be begun.
    done: BTreeSet<u64>,
    /// How many have ended.
    ended: u64,
    half_points: Vec<Vec<u64>>,
}

impl Progress {
    /// Before the first match, with those who have withdrawn and the first stage that does not pair
    /// them any more.
    pub fn new(schedule: Schedule, out: Vec<(usize, usize)>) -> Self {
        let mut progress = Self {
            schedule,
            withdrawn: out,
            played: Vec::new(),
            open: None,
            stopped: false,
        };
        progress.open_next(0);
        progress
    }

    /// What is to be done next, each match once; `None` while results of begun matches are needed
    /// first, and at the end.
    pub fn next_step(&mut self) -> Option<NextStep> {
        if self.stopped {
            return None;
        }
        let open = self.open.as_mut()?;
        while open.done.remove(&open.cursor) {
            open.cursor += 1;
        }
        let pairing = self
            .schedule
            .pairing(&open.stage, open.first, open.cursor)?;
        open.cursor += 1;
        Some(self.step_for(pairing))
    }

    /// What is to be done with a match that has no result yet.
    pub fn step_for(&self, pairing: Pairing) -> NextStep {
        let is_out = |entrant: &usize| self.withdrawn.iter().any(|(out, _)| out == entrant);
        if pairing.seats.iter().any(is_out) {
            let result = forfeit(&pairing, is_out);
            return NextStep::Forfeit(pairing, result);
        }
        NextStep::Play(pairing)
    }

    /// A match of any stage so far by its number.
    pub fn pairing(&self, index: u64) -> Option<Pairing> {
        let mut first = 0;
        for stage in self.stages() {
            let matches = self.schedule.matches(stage);
            if index < first + matches {
                return self.schedule.pairing(stage, first, index);
            }
            first += matches;
        }
        None
    }

    /// Notes that a match of the open stage was begun before.
    pub fn mark_started(&mut self, index: u64) {
        if let Some(open) = &mut self.open
            && index >= open.cursor
        {
            open.done.insert(index);
        }
    }

    /// Adds the result of a match of the open stage, and opens the next stage after its last one.
    pub fn add(&mut self, index: u64, result: &MatchResult) {
        let Some(open) = &mut self.open else { return };
        let a_block = self.schedule.matches_per_block();
        let block = (index - open.first) / a_block;
        let meeting = (block % open.stage.matchups.len() as u64) as usize;
        if !result.void {
            let entrants = &open.stage.matchups[meeting].entrants;
            for (seat, entrant) in result.seats.iter().enumerate() {
                if let Some(place) = entrants.iter().position(|other| other == entrant) {
                    open.half_points[meeting][place] += result.half_points(seat);
                }
            }
        }
        if index >= open.cursor {
            open.done.insert(index);
        }
        open.ended += 1;
        if open.ended == open.matches {
            let after = open.first + open.matches;
            if let Some(open) = self.open.take() {
                self.played.push(PlayedBatch {
                    stage: open.stage,
                    half_points: open.half_points,
                });
            }
            self.open_next(after);
        }
    }

    /// Matches that an entrant will play if he stays; `None` where results decide about that.
    pub fn planned_matches(&self, entrant: usize) -> Option<u64> {
        self.schedule.matches_of(entrant)
    }

    /// Takes an entrant out; the first stage that does not pair him any more.
    pub fn withdraw(&mut self, entrant: usize) -> usize {
        let from = self.played.len() + 1;
        self.withdrawn.push((entrant, from));
        from
    }

    /// Begins no more matches.
    pub fn stop(&mut self) {
        self.stopped = true;
    }

    /// Whether no match is to be begun any more, whatever comes of those that go on.
    pub fn is_over(&self) -> bool {
        self.stopped || self.open.is_none()
    }

    /// The stages so far, the open one last.
    pub fn stages(&self) -> impl Iterator<Item = &Batch> {
        let played = self.played.iter().map(|played| &played.stage);
        played.chain(self.open.as_ref().map(|open| &open.stage))
    }

    /// The stages that are complete.
    pub fn played(&self) -> &[PlayedBatch] {
        &self.played
    }

    /// Entrants who had no opponent, as often as they had none.
    pub fn byes(&self) -> Vec<usize> {
        self.stages()
            .flat_map(|stage| &stage.byes)
            .copied()
            .collect()
    }

    /// Matches of all stages so far.
    pub fn matches(&self) -> u64 {
        self.stages()
            .map(|stage| self.schedule.matches(stage))
            .sum()
    }

    /// What decides about places.
    pub fn ranking(&self) -> RankingCriterion {
        match self.schedule.rounds_survived(&self.played) {
            Some(survived) => RankingCriterion::Rounds(survived),
            // Who had a bye has met fewer.
            None if self.schedule.is_swiss() => RankingCriterion::Points,
            None => RankingCriterion::ScoreRate,
        }
    }

    fn open_next(&mut self, mut first: u64) {
        loop {
            let number = self.played.len();
            let out = self.withdrawn.iter().filter(|(_, from)| *from <= number);
            let out = out.map(|(entrant, _)| *entrant).collect();
            let Some(stage) = self.schedule.next(&self.played, &out) else {
                return;
            };
            let matches = self.schedule.matches(&stage);
            let empty = |meeting: &crate::format::Matchup| vec![0; meeting.entrants.len()];
            let half_points = stage.matchups.iter().map(empty).collect();
            if matches > 0 {
                self.open = Some(OpenBatch {
                    stage,
                    first,
                    matches,
                    cursor: first,
                    done: BTreeSet::new(),
                    ended: 0,
                    half_points,
                });
                return;
            }
            // Nobody is left to meet.
            self.played.push(PlayedBatch { stage, half_points });
            first += matches;
        }
    }
}

/// Who has withdrawn comes last.
fn forfeit(pairing: &Pairing, is_out: impl Fn(&usize) -> bool) -> MatchResult {
    let here = pairing
        .seats
        .iter()
        .filter(|entrant| !is_out(entrant))
        .count() as u8;
    let place = |entrant| if is_out(entrant) { here + 1 } else { 1 };
    let conduct = |entrant| SeatStats {
        termination: is_out(entrant).then_some(Termination::NoShow),
        ..SeatStats::default()
    };
    MatchResult {
        seats: pairing.seats.clone(),
        places: pairing.seats.iter().map(place).collect(),
        rated: false,
        void: false,
        conduct: pairing.seats.iter().map(conduct).collect(),
    }
}

#[cfg(test)]
mod tests {
    use botwerk_engine::RootSeed;

    use super::*;
    use crate::format::{Format, Rotation};

    fn progress(format: Format, entrants: usize) -> Progress {
        let seed = RootSeed::from_text("7");
        let schedule = Schedule::new(format, entrants, 2, Rotation::Cyclic, seed).unwrap();
        Progress::new(schedule, Vec::new())
    }

    /// The entrant with the smaller number wins.
    fn result(pairing: &Pairing) -> MatchResult {
        let first_wins = pairing.seats[0] < pairing.seats[1];
        MatchResult {
            seats: pairing.seats.clone(),
            places: if first_wins { vec![1, 2] } else { vec![2, 1] },
            rated: true,
            void: false,
            conduct: Vec::new(),
        }
    }

    /// All that can be begun now.
    fn todo(progress: &mut Progress) -> Vec<Pairing> {
        let mut pairings = Vec::new();
        while let Some(todo) = progress.next_step() {
            match todo {
                NextStep::Play(pairing) | NextStep::Forfeit(pairing, _) => pairings.push(pairing),
            }
        }
        pairings
    }

    #[test]
    fn a_round_opens_when_the_former_is_complete() {
        let format = Format::Swiss {
            rounds: 2,
            pairs: 1,
        };
        let mut progress = progress(format, 5);
        let first = todo(&mut progress);
        assert_eq!(first.len(), 4);
        assert_eq!(progress.byes().len(), 1);
        for (number, pairing) in first.iter().enumerate().rev() {
            assert_eq!(progress.matches(), 4);
            progress.add(pairing.index, &result(pairing));
            assert_eq!(todo(&mut progress).is_empty(), number > 0);
        }
        assert_eq!((progress.matches(), progress.byes().len()), (8, 2));
        assert!(!progress.is_over());
    }

    #[test]
    fn with_the_same_results_it_goes_on_in_the_same_way() {
        let format = Format::Knockout {
            pairs: 1,
            tie_pairs: 1,
        };
        let mut whole = progress(format, 5);
        let mut played = Vec::new();
        loop {
            let next = todo(&mut whole);
            if next.is_empty() {
                break;
            }
            for pairing in next {
                whole.add(pairing.index, &result(&pairing));
                played.push(pairing);
            }
        }
        assert!(whole.is_over());
        for killed_after in 0..played.len() {
            let mut again = progress(format, 5);
            let (before, after) = played.split_at(killed_after);
            for pairing in before {
                again.add(pairing.index, &result(pairing));
            }
            let mut rest = Vec::new();
            loop {
                let next = todo(&mut again);
                if next.is_empty() {
                    break;
                }
                for pairing in next {
                    again.add(pairing.index, &result(&pairing));
                    rest.push(pairing);
                }
            }
            assert_eq!(rest, after);
            assert_eq!(again.played(), whole.played());
        }
    }

    #[test]
    fn who_has_withdrawn_forfeits_what_is_to_come() {
        let mut progress = progress(Format::RoundRobin { cycles: 1 }, 3);
        let Some(NextStep::Play(first)) = progress.next_step() else {
            panic!("a first match")
        };
        progress.withdraw(first.seats[0]);
        let mut forfeits = 0;
        while let Some(todo) = progress.next_step() {
            if let NextStep::Forfeit(pairing, result) = todo {
                let seat = pairing.seats.iter().position(|e| *e == first.seats[0]);
                assert_eq!(result.places[seat.unwrap()], 2);
                assert!(!result.rated);
                forfeits += 1;
            }
        }
        assert_eq!(forfeits, 3);
    }
}
