//! Playing the matches, several at a time.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use botwerk_agents::Roster;
use botwerk_agents::strength::{Comparison, MatchResult};
use botwerk_engine::RootSeed;
use botwerk_engine::record::Record;
use botwerk_tournament::format::{Format, Pairing, Rotation, Schedule};

use super::contestants::Contestants;
use super::keeping::{Keeping, Line};
use crate::program::contest::Contest;
use crate::program::failure::Failure;
use crate::program::interrupt::Interrupt;
use crate::program::progress;
use crate::program::seed::Seed;

/// Where two players meet.
pub(super) struct Hall<'a, G> {
    pub(super) contestants: &'a Contestants<G>,
    pub(super) seed: &'a Seed,
    pub(super) keeping: &'a Keeping,
}

/// What came of the matches.
#[derive(Default)]
pub(super) struct Counts {
    /// The matches whose records were accepted.
    pub(super) comparison: Comparison,
    /// Answers for which a reproducible player was asked again.
    pub(super) choices: u64,
    /// Which records were not accepted, and why.
    pub(super) refused: Vec<String>,
    /// What players were taken out of a match for.
    pub(super) faults: Vec<String>,
}

/// A match that was played, and what verification says of its record.
struct Verdict {
    pairing: Pairing,
    contest: Contest,
    result: Result<MatchResult, String>,
}

impl<G: Roster> Hall<'_, G> {
    /// Plays so many matches, or as many as have begun when it is interrupted.
    pub(super) fn play(
        &self,
        matches: u64,
        concurrency: usize,
        interrupt: &Interrupt,
    ) -> Result<Counts, Failure> {
        let schedule = schedule(matches)?;
        let stage = schedule.first();
        let next = AtomicU64::new(0);
        let (sender, verdicts) = channel();
        let bar = progress::bar(matches, "matches");
        let counts = thread::scope(|scope| {
            for _ in 0..concurrency {
                let (sender, next) = (sender.clone(), &next);
                let (schedule, stage) = (&schedule, &stage);
                scope.spawn(move || {
                    while !interrupt.is_told() {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let pairing = schedule.pairing(stage, 0, index);
                        let Some(pairing) = pairing else { return };
                        if sender.send(self.play_one(pairing)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut counts = Counts::default();
            for verdict in verdicts {
                self.count(verdict?, &mut counts)?;
                bar.set_message(counts.in_short());
                bar.inc(1);
            }
            Ok(counts)
        });
        bar.finish_and_clear();
        counts
    }

    /// Plays a match, keeps its record and verifies it.
    fn play_one(&self, pairing: Pairing) -> Result<Verdict, Failure> {
        // Both matches of a block begin with the same opening.
        let seed = self.seed.of_match(pairing.block + 1);
        let contest = self.contestants.play(&pairing, seed, self.seed.origin)?;
        let text = contest.record.to_text();
        self.keeping.keep_record(pairing.index, &text)?;
        let result = match Record::from_text(&text) {
            Ok(record) => MatchResult::verified::<G>(&record).map_err(|why| why.to_string()),
            Err(error) => Err(error.to_string()),
        };
        Ok(Verdict {
            pairing,
            contest,
            result,
        })
    }

    fn count(&self, verdict: Verdict, counts: &mut Counts) -> Result<(), Failure> {
        let Verdict {
            pairing,
            contest,
            result,
        } = verdict;
        let number = pairing.index + 1;
        let name = format!("match {number} (seed {})", contest.seed);
        for fault in &contest.faults {
            let player = &self.contestants.specs[pairing.seats[fault.seat]];
            let message = &fault.message;
            counts.faults.push(format!("{name}: {player}: {message}"));
        }
        let first_seat = usize::from(pairing.seats[0] != 0);
        let times = [time(&contest, 0), time(&contest, 1)];
        let mut line = Line::new(number, &pairing, &contest);
        match result {
            Ok(result) => {
                counts.comparison.add(first_seat, &result, times);
                counts.choices += result.choices;
                line.tell(&result, result.score(first_seat));
            }
            Err(why) => {
                counts.refused.push(format!("{name}: differs: {why}"));
                line.differs = Some(why);
            }
        }
        self.keeping.keep_line(&line)
    }
}

/// Two players, in pairs of matches with changed seats.
fn schedule(matches: u64) -> Result<Schedule, Failure> {
    let format = Format::RoundRobin {
        cycles: u32::try_from(matches / 2).unwrap_or(u32::MAX),
    };
    // Nothing is drawn to pair two.
    let seed = RootSeed::from_text("");
    Ok(Schedule::new(format, 2, 2, Rotation::Cyclic, seed)?)
}

fn time(contest: &Contest, seat: usize) -> Duration {
    contest.times.get(seat).copied().unwrap_or_default()
}

impl Counts {
    /// The score so far: `+12 =3 -5`.
    fn in_short(&self) -> String {
        let tally = self.comparison.tally();
        let (wins, draws, losses) = (tally.wins, tally.draws, tally.losses);
        let refused = match self.refused.len() {
            0 => String::new(),
            refused => format!(", {refused} refused"),
        };
        format!("+{wins} ={draws} -{losses}{refused}")
    }
}
