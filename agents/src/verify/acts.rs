//! What an event says that players have done, compared with what they do.

use botwerk_engine::record::{EventLine, Record, Replay};
use botwerk_engine::{Actor, Event, Seat, Seats, Termination};

use super::players::{Players, Reply};
use crate::roster::Roster;

/// Why the referee removes an agent from a match.
const FAULTS: [Termination; 2] = [Termination::Illegal, Termination::Crashed];

/// What an event says that players have done.
pub(super) enum Answered<A> {
    /// One seat acted; the event is the first of its actions.
    Act(Answer<A>),
    /// Several seats announced.
    Race(Vec<Answer<A>>),
    /// The referee took a seat out of the match, for this reason.
    Left(Seat, Option<Termination>),
    /// A limit passed.
    Limit,
    /// Chance acted.
    Nothing,
}

/// An act or an announcement as a record has it.
pub(super) struct Answer<A> {
    seat: Seat,
    actions: Vec<A>,
    nanos: u64,
    effort: u64,
}

impl<A: Copy + Eq> Answered<A> {
    /// What the next event says.
    pub(super) fn of<G: Roster<Action = A>>(
        replay: &Replay<'_, G>,
        line: &EventLine,
        event: &Event<A>,
    ) -> Result<Self, String> {
        let game = replay.referee().game();
        let (seat, answer) = match (event.actor, event.answer) {
            (Actor::Seat(seat), Some(answer)) => (seat, answer),
            (Actor::Referee, _) => {
                let mut seats = Seat::all(game.seats());
                let left = seats.find(|seat| game.leave_action(*seat) == event.action);
                return Ok(left.map_or(Self::Limit, |seat| Self::Left(seat, line.why)));
            }
            (Actor::Seat(_) | Actor::Chance, _) => return Ok(Self::Nothing),
        };
        if !event.finishes.is_empty() {
            let finishes = event.finishes.iter().map(|finish| Answer {
                seat: finish.seat,
                actions: vec![finish.action],
                nanos: finish.nanos,
                effort: finish.effort,
            });
            return Ok(Self::Race(finishes.collect()));
        }
        let lines = act_of(replay.record(), replay.seq());
        let actions: Result<Vec<_>, _> =
            lines.map(|line| game.parse_action(&line.action)).collect();
        Ok(Self::Act(Answer {
            seat,
            actions: actions.map_err(|error| error.to_string())?,
            nanos: answer.nanos,
            effort: answer.effort,
        }))
    }

    /// The events behind this one that belong to the same act.
    pub(super) fn more(&self) -> usize {
        match self {
            Self::Act(answer) => answer.actions.len() - 1,
            _ => 0,
        }
    }

    /// Asks the players; gives the number of answers for which one was asked.
    pub(super) fn check<G: Roster<Action = A>>(
        &self,
        replay: &Replay<'_, G>,
        players: &mut Players<G>,
    ) -> Result<u64, String> {
        match self {
            Self::Act(answer) => answer.check(replay, players),
            Self::Race(answers) => answers
                .iter()
                .map(|answer| answer.check(replay, players))
                .sum(),
            Self::Left(seat, why) => check_leaving(*seat, *why, replay, players),
            Self::Limit => check_limit(replay, players).map(|()| 0),
            Self::Nothing => Ok(0),
        }
    }
}

impl<A: Copy + Eq> Answer<A> {
    fn check<G: Roster<Action = A>>(
        &self,
        replay: &Replay<'_, G>,
        players: &mut Players<G>,
    ) -> Result<u64, String> {
        let mut latest = None;
        for reply in players.replies(replay.referee(), self.seat, replay.seed()) {
            if self.is(&reply) {
                return Ok(1);
            }
            latest.get_or_insert(reply);
        }
        match latest {
            None => Ok(0),
            Some(reply) => Err(would(self.seat, &reply)),
        }
    }

    fn is(&self, reply: &Reply<A>) -> bool {
        reply.actions.as_ref() == Some(&self.actions)
            && (reply.nanos, reply.effort) == (self.nanos, self.effort)
    }
}

/// An agent leaves a match only because of an illegal act or a crash.
fn check_leaving<G: Roster>(
    seat: Seat,
    why: Option<Termination>,
    replay: &Replay<'_, G>,
    players: &mut Players<G>,
) -> Result<u64, String> {
    if !players.seats().contains(seat) {
        return Ok(0);
    }
    let referee = replay.referee();
    if !referee.owing().contains(seat) {
        return Err(format!(
            "seat {seat} is not asked, and gives no cause to leave"
        ));
    }
    if why.is_some_and(|why| !FAULTS.contains(&why)) {
        return Err(format!(
            "seat {seat} leaves only for an illegal act or a crash"
        ));
    }
    let mut latest = None;
    for reply in players.replies(referee, seat, replay.seed()) {
        if reply.actions.is_none() {
            return Ok(1);
        }
        latest.get_or_insert(reply);
    }
    latest.map_or(Ok(0), |reply| Err(would(seat, &reply)))
}

/// No limit passes while only agents are asked: they are waited for.
fn check_limit<G: Roster>(replay: &Replay<'_, G>, players: &Players<G>) -> Result<(), String> {
    let referee = replay.referee();
    let all = Seats::first(referee.game().seats());
    let asked = referee.ask().map_or(all, |ask| ask.seats);
    if asked.difference(players.seats()).is_empty() {
        return Err("no limit passes while only bundled players are asked".into());
    }
    Ok(())
}

fn would<A>(seat: Seat, reply: &Reply<A>) -> String {
    format!("seat {seat} would {}", reply.text)
}

/// The lines of the act that begins with this event.
fn act_of(record: &Record, seq: u64) -> impl Iterator<Item = &EventLine> {
    let lines = record.events.get(seq as usize - 1..).unwrap_or_default();
    let first = lines.first();
    lines.iter().take_while(move |line| {
        first.is_some_and(|first| {
            (&line.by, line.turn, line.act) == (&first.by, first.turn, first.act)
        })
    })
}
