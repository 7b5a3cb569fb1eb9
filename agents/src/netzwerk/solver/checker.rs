//! The check of a certificate, which shares nothing with the search that wrote it but the rules.
//!
//! Every value must follow from those of the positions that a turn leads to. Turns are made by
//! plain recursion over the rules' atomic actions. A distance rests on shorter ones, so that wins
//! and losses are proven from the end on; and a position from which no turn wins and one turn leads
//! to another draw is a draw, because this can go on for ever.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use botwerk_engine::netzwerk::{Action, Fields, Point, PointSet, Position, Rules, Side, Squares};
use rustc_hash::FxHashMap;

use super::certificate::{Certificate, position_text};
use super::task::Task;
use super::workers::share;

/// What a position is worth to the side to move: 127 - n for a win in n turns, n - 127 for a loss
/// in n turns, 0 for a draw.
type Worth = i8;

/// The worth of having won or lost already, whose negation is the other.
const OVER: Worth = 127;

/// Why a certificate is not true.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// It has not as many positions as there are.
    #[error("certificate: {found} positions where there are {expected}")]
    Positions {
        /// Those of the certificate.
        found: usize,
        /// Those that there are.
        expected: usize,
    },
    /// A byte is none of a value.
    #[error("certificate: {position}: the byte {byte} is no value")]
    NoValue {
        /// The position's text.
        position: String,
        /// Its byte.
        byte: u8,
    },
    /// A value does not follow from those of the positions that turns lead to.
    #[error("certificate: {position}: is stated to be {stated}, but its turns make it {follows}")]
    Wrong {
        /// The position's text.
        position: String,
        /// The value stated.
        stated: String,
        /// The value that follows.
        follows: String,
    },
    /// The value of the position asked for is not the one in the table.
    #[error("certificate: the value is stated to be {stated}, but the table has {follows}")]
    Value {
        /// The value stated.
        stated: String,
        /// The value of the table.
        follows: String,
    },
}

/// Checks every value of a certificate with so many threads, and tells `watch` how many placements
/// of robots are done and how many there are, twice for each: a pass for the battery phases comes
/// before that for the robots'.
///
/// # Errors
/// What is wrong first, in the certificate's order.
pub fn check(
    certificate: &Certificate<'_>,
    threads: usize,
    watch: &(dyn Fn(usize, usize) + Sync),
) -> Result<(), CheckError> {
    let mut checker = Checker::new(certificate)?;
    let placements = checker.placements.len();
    let sets = checker.sets.len();
    let done = Mutex::new(0);
    let tell = || {
        let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
        *done += 1;
        watch(*done, 2 * placements);
    };

    let mut after = vec![0; placements * sets];
    let items = checker.placements.iter().zip(after.chunks_mut(sets));
    share(
        threads,
        items,
        || (),
        |(), (robots, after)| {
            checker.after_robots(*robots, after);
            tell();
        },
    );
    checker.after = after;

    let mut errors = vec![None; placements];
    let items = checker.placements.iter().zip(errors.iter_mut());
    share(
        threads,
        items,
        || (),
        |(), (robots, error)| {
            *error = checker.first_wrong(*robots);
            tell();
        },
    );
    if let Some(error) = errors.into_iter().flatten().next() {
        return Err(error);
    }

    let start = text(checker.worth(certificate.task().start()));
    if start == certificate.value() {
        Ok(())
    } else {
        Err(CheckError::Value {
            stated: certificate.value().into(),
            follows: start,
        })
    }
}

/// What positions of a battery phase are worth, by the batteries and those that may still be moved.
type Known = FxHashMap<(Fields, Fields), Worth>;

struct Checker<'a> {
    rules: &'a Rules,
    /// Where the robots stand, in the certificate's order, and the places in it.
    placements: Vec<[Squares; 2]>,
    place: HashMap<[Squares; 2], usize>,
    /// Where the batteries lie, in the same way.
    sets: Vec<Fields>,
    number: FxHashMap<Fields, usize>,
    /// The certificate's bytes.
    scores: &'a [u8],
    /// What follows for the battery phases, by placement and batteries, White to move.
    after: Vec<Worth>,
}

impl<'a> Checker<'a> {
    fn new(certificate: &'a Certificate<'a>) -> Result<Self, CheckError> {
        let task = certificate.task();
        let placements = placements(task);
        let sets = subsets(task.rules().board.fields(), task.batteries());
        let checker = Self {
            rules: task.rules(),
            place: placements.iter().copied().zip(0..).collect(),
            placements,
            number: sets.iter().copied().zip(0..).collect(),
            sets,
            scores: certificate.scores,
            after: Vec::new(),
        };
        let expected = checker.placements.len() * checker.sets.len();
        let found = checker.scores.len();
        if found != expected {
            return Err(CheckError::Positions { found, expected });
        }
        let is_value = |byte: u8| matches!(byte, 0..=125 | 127 | 130..=255);
        match checker.scores.iter().position(|byte| !is_value(*byte)) {
            None => Ok(checker),
            Some(at) => {
                let robots = checker.placements[at / checker.sets.len()];
                let batteries = checker.sets[at % checker.sets.len()];
                let position = text_of(robots, batteries);
                let byte = checker.scores[at];
                Err(CheckError::NoValue { position, byte })
            }
        }
    }

    /// Writes what White can make of the battery phase, for every set of batteries.
    fn after_robots(&self, robots: [Squares; 2], after: &mut [Worth]) {
        let mut known = Known::default();
        for (batteries, after) in self.sets.iter().zip(after) {
            let mut position = Position::at_start_of_turn(robots, *batteries, Side::White);
            self.rules.play(&mut position, Action::EndRobots);
            *after = self.best_of_batteries(&position, &mut known);
        }
    }

    /// The best that comes of a position in a battery phase, all of whose robots stand as in those
    /// that are `known`.
    fn best_of_batteries(&self, position: &Position, known: &mut Known) -> Worth {
        let key = (position.batteries(), self.rules.movable(position));
        if let Some(best) = known.get(&key) {
            return *best;
        }
        let mut best = -OVER;
        self.rules.each_action(position, |action| {
            let mut next = *position;
            self.rules.play(&mut next, action);
            let worth = match action {
                Action::EndTurn => a_turn_earlier(self.worth(&next)),
                _ => self.best_of_batteries(&next, known),
            };
            best = best.max(worth);
        });
        known.insert(key, best);
        best
    }

    /// The first wrong value of a placement.
    fn first_wrong(&self, robots: [Squares; 2]) -> Option<CheckError> {
        self.sets.iter().find_map(|batteries| {
            let position = Position::at_start_of_turn(robots, *batteries, Side::White);
            let follows = self.best_of_robots(&position, &mut HashSet::new());
            let stated = self.worth(&position);
            (stated != follows).then(|| CheckError::Wrong {
                position: text_of(robots, *batteries),
                stated: text(stated),
                follows: text(follows),
            })
        })
    }

    /// The best that comes of a position in White's robot phase; that of nothing is a loss
    /// (NW-21). Positions that were `seen` in the same turn add nothing.
    fn best_of_robots(&self, position: &Position, seen: &mut HashSet<Position>) -> Worth {
        let mut best = -OVER;
        self.rules.each_action(position, |action| {
            let mut next = *position;
            self.rules.play(&mut next, action);
            let next = next.as_repeated();
            let worth = match self.rules.decided(&next) {
                Some(end) if end.winner == Some(Side::White) => OVER - 1,
                Some(_) => 1 - OVER,
                None if action == Action::EndRobots => self.worth_after(&next),
                None if seen.insert(next) => self.best_of_robots(&next, seen),
                None => return,
            };
            best = best.max(worth);
        });
        best
    }

    /// What follows for White's battery phase.
    fn worth_after(&self, position: &Position) -> Worth {
        self.after[self.index(robots_of(position), position.batteries())]
    }

    /// What a position at the start of a turn is worth by the certificate, or by its end.
    fn worth(&self, position: &Position) -> Worth {
        if let Some(end) = self.rules.decided(position) {
            let won = end.winner == Some(position.side());
            return if won { OVER } else { -OVER };
        }
        let (mut robots, mut batteries) = (robots_of(position), position.batteries());
        if position.side() == Side::Black {
            let board = &self.rules.board;
            let [white, black] = robots;
            robots = [black, white].map(|robots| upside_down(robots, board.ranks() - 1));
            batteries = upside_down(batteries, board.ranks());
        }
        match self.scores[self.index(robots, batteries)] {
            loss @ 0..127 => loss as Worth - OVER,
            127 => 0,
            win => (win - 128) as Worth,
        }
    }

    /// The place of a position with White to move; whichever of two mirror images stands there.
    fn index(&self, robots: [Squares; 2], batteries: Fields) -> usize {
        let width = self.rules.board.width();
        let (place, batteries) = match self.place.get(&robots) {
            Some(place) => (*place, batteries),
            None => {
                let mirrored = robots.map(|robots| left_to_right(robots, width - 1));
                (self.place[&mirrored], left_to_right(batteries, width))
            }
        };
        place * self.sets.len() + self.number[&batteries]
    }
}

/// What a turn is worth that leads to a position of this worth for the opponent.
const fn a_turn_earlier(worth: Worth) -> Worth {
    -worth + worth.signum()
}

fn robots_of(position: &Position) -> [Squares; 2] {
    Side::ALL.map(|side| position.robots(side))
}

/// All placements of a certificate in its order.
fn placements(task: &Task) -> Vec<[Squares; 2]> {
    let Rules { board, .. } = task.rules();
    let [most_white, most_black] = Side::ALL.map(|side| task.start().robots(side).len());
    let counts = |white, black| {
        let within = |a, b| white <= a && black <= b;
        within(most_white, most_black) || within(most_black, most_white)
    };
    let most = most_white.max(most_black) as usize;
    let groups = (1..=most).flat_map(|size| subsets(board.squares(), size));
    let groups: Vec<_> = groups.collect();
    let mut placements = Vec::new();
    for white in &groups {
        for black in &groups {
            let robots = [*white, *black];
            let apart = white.intersection(*black).is_empty();
            if apart && counts(white.len(), black.len()) {
                let position = Position::at_start_of_turn(robots, Fields::EMPTY, Side::White);
                let mirrored = robots.map(|robots| left_to_right(robots, board.width() - 1));
                if task.rules().decided(&position).is_none() && robots <= mirrored {
                    placements.push(robots);
                }
            }
        }
    }
    placements.sort_unstable();
    placements
}

/// All sets of so many points, in the order of their bits.
fn subsets<P: Point>(points: PointSet<P>, size: usize) -> Vec<PointSet<P>> {
    let mut sets = vec![PointSet::EMPTY];
    for _ in 0..size {
        let one_more = sets.iter().flat_map(|set| {
            let behind = set.last();
            let free = points.filter(move |point| behind.is_none_or(|last| *point > last));
            free.map(|point| set.with(point))
        });
        sets = one_more.collect();
    }
    sets.sort_unstable();
    sets
}

fn left_to_right<P: Point>(points: PointSet<P>, last_file: usize) -> PointSet<P> {
    let place = |point: P| P::at(last_file - point.file(), point.rank());
    Iterator::filter_map(points, place).collect()
}

/// Far to near; which way round left and right are does not matter.
fn upside_down<P: Point>(points: PointSet<P>, last_rank: usize) -> PointSet<P> {
    let place = |point: P| P::at(point.file(), last_rank - point.rank());
    Iterator::filter_map(points, place).collect()
}

fn text(worth: Worth) -> String {
    match worth {
        0 => "draw".into(),
        win @ 1.. => format!("win {}", OVER - win),
        loss => format!("loss {}", OVER + loss),
    }
}

fn text_of(robots: [Squares; 2], batteries: Fields) -> String {
    position_text(&Position::at_start_of_turn(robots, batteries, Side::White))
}
