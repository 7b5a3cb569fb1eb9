//! The turns of a record, with what an agent expected before each.

use std::time::{Duration, Instant};

use botwerk_agents::{Agent, Analysis, AnalysisPosition, Budget, TurnValue, ValueBasis};
use botwerk_engine::record::{EventLine, Replay, VerifyError};
use botwerk_engine::{Actor, Event, Game, Seat, Seats};

use super::search::SearchLimits;

/// A turn of a record.
#[derive(Debug, Clone)]
pub(super) struct RecordTurn<G: Game> {
    /// Number of the first event of the turn.
    pub(super) seq: u64,
    pub(super) seat: Seat,
    pub(super) turn: u32,
    /// What the seat played, in the notation of the game; empty if it played nothing.
    pub(super) text: String,
    /// The turn that the agent suggests.
    pub(super) best: String,
    /// What the agent expects for the seat before the turn.
    pub(super) before: Option<i64>,
    actions: Vec<G::Action>,
    view: G::View,
}

impl<G: TurnValue> RecordTurn<G> {
    /// Returns the value that the turn announces.
    pub(super) fn announced(&self) -> Option<i64> {
        self.actions
            .first()
            .and_then(|action| G::announced_value(*action))
    }
}

/// Returns what each turn of a list was worth to its seat afterwards, or `None` where nothing tells.
pub(super) fn values_after<G: TurnValue>(turns: &[RecordTurn<G>]) -> Vec<Option<i64>> {
    let after = |(index, turn): (usize, &RecordTurn<G>)| {
        let mut later = turns[index + 1..].iter();
        match G::value_basis() {
            ValueBasis::Announced => turn.announced(),
            ValueBasis::OwnNext => later.find(|next| next.seat == turn.seat)?.before,
            ValueBasis::Opposed => {
                let next = later.next()?;
                let sign = if next.seat == turn.seat { 1 } else { -1 };
                Some(sign * next.before?)
            }
        }
    };
    turns.iter().enumerate().map(after).collect()
}

/// Searches before each turn of a record.
pub(super) struct RecordSearch<'a, G: Game> {
    pub(super) replay: Replay<'a, G>,
    /// The seats whose turns are wanted. In games with opposed values all are searched.
    pub(super) seats: Seats,
    pub(super) agent: Box<dyn Agent<G>>,
    pub(super) limits: SearchLimits,
}

impl<G: TurnValue> RecordSearch<'_, G> {
    /// Returns all turns. `found` is called with the number of the next event after each search.
    ///
    /// # Errors
    /// Returns an error if the record contradicts the rules.
    pub(super) fn run(
        mut self,
        mut found: impl FnMut(u64),
    ) -> Result<Vec<RecordTurn<G>>, VerifyError> {
        let mut turns: Vec<RecordTurn<G>> = Vec::new();
        loop {
            let referee = self.replay.referee();
            for seat in referee.awaited_seats() {
                let turn = referee.turn(seat);
                let is_known = latest(&mut turns, seat).is_some_and(|latest| latest.turn == turn);
                if is_known || !self.is_searched(seat) {
                    continue;
                }
                // A seat that is to act can be searched for.
                let seed = self.replay.seed();
                if let Ok(position) = AnalysisPosition::new(referee, Some(seat), seed) {
                    let analysis = search(&position, &mut *self.agent, self.limits);
                    let best = analysis.principal_variation.into_iter().next();
                    turns.push(RecordTurn {
                        seq: self.replay.seq(),
                        seat,
                        turn,
                        text: String::new(),
                        best: best.map_or_else(String::new, |best| best.text),
                        before: analysis.value,
                        actions: Vec::new(),
                        view: position.view().clone(),
                    });
                    found(self.replay.seq());
                }
            }
            let Some((line, event)) = self.replay.peek()? else {
                break;
            };
            add_actions(self.replay.referee().game(), &mut turns, line, &event);
            self.replay.step()?;
        }
        let game = self.replay.referee().game();
        for turn in &mut turns {
            if !turn.actions.is_empty() {
                turn.text = game.format_turn(&turn.view, &turn.actions);
            }
        }
        Ok(turns)
    }

    fn is_searched(&self, seat: Seat) -> bool {
        G::value_basis() == ValueBasis::Opposed || self.seats.contains(seat)
    }
}

fn search<G: Game>(
    position: &AnalysisPosition<G>,
    agent: &mut dyn Agent<G>,
    limits: SearchLimits,
) -> Analysis<G::Action> {
    let time = limits.millis.map(Duration::from_millis);
    let deadline = time.and_then(|time| Instant::now().checked_add(time));
    let should_stop = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let budget = Budget {
        nodes: limits.nodes,
        depth: limits.depth,
        is_timed: deadline.is_some(),
        should_stop: &should_stop,
    };
    position.search(agent, &budget, &mut |_| {})
}

/// Adds what an event tells of the turns of seats.
fn add_actions<G: Game>(
    game: &G,
    turns: &mut [RecordTurn<G>],
    line: &EventLine,
    event: &Event<G::Action>,
) {
    for announcement in &line.announcements {
        let turn = Seat::new(announcement.seat as usize).and_then(|seat| latest(turns, seat));
        if let (Some(turn), Ok(action)) = (turn, game.parse_action(&announcement.action)) {
            turn.actions = vec![action];
        }
    }
    // The announcements of a race include that of the event.
    if let Actor::Seat(seat) = event.actor
        && line.announcements.is_empty()
        && let Some(turn) = latest(turns, seat)
        && line.turn == Some(turn.turn)
    {
        turn.actions.push(event.action);
    }
}

/// Returns the latest turn of a seat that was searched.
fn latest<G: Game>(turns: &mut [RecordTurn<G>], seat: Seat) -> Option<&mut RecordTurn<G>> {
    turns.iter_mut().rev().find(|turn| turn.seat == seat)
}
