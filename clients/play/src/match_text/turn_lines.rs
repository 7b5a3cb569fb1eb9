//! Events as one line per turn.

use botwerk_client::proto;
use botwerk_engine::{AnyAction, AnyGame, AnyView, GameNotation};
use proto::actor::Kind;

use super::seat_labels::SeatLabels;

/// A part of a line.
#[derive(Debug)]
enum LinePart<A> {
    /// Actions of the seat.
    Actions(Vec<A>),
    /// A chance outcome, an action of the referee, or an action that cannot be parsed.
    Text(String),
}

/// Collects events until the next seat acts.
#[derive(Debug)]
pub struct TurnLines {
    game: AnyGame,
    labels: SeatLabels,
    /// A view to format turns with; `None` until one is received.
    view: Option<AnyView>,
    /// The seat that acts, or `None` if only chance or the referee has acted.
    seat: Option<u32>,
    parts: Vec<LinePart<AnyAction>>,
}

impl TurnLines {
    /// Creates the lines of a match.
    pub fn new(game: AnyGame, labels: SeatLabels) -> Self {
        Self {
            game,
            labels,
            view: None,
            seat: None,
            parts: Vec::new(),
        }
    }

    /// Returns the labels of the seats.
    pub fn labels(&self) -> &SeatLabels {
        &self.labels
    }

    /// Sets the view in which the next turn starts.
    pub fn set_view(&mut self, view: AnyView) {
        self.view = Some(view);
    }

    /// Adds an event. Returns the line of the previous turn if a new one starts.
    pub fn add(&mut self, event: &proto::VisibleEvent) -> Option<String> {
        let kind = event.actor.as_ref().and_then(|actor| actor.kind.as_ref());
        let Some(Kind::Seat(seat)) = kind else {
            let referee = matches!(kind, Some(Kind::Chance(_)));
            let who = if referee { "" } else { "referee: " };
            let text = format!("[{who}{}]", event.text);
            self.parts.push(LinePart::Text(text));
            return None;
        };
        let line = if self.seat.is_some_and(|current| current != *seat) {
            self.take()
        } else {
            None
        };
        self.seat = Some(*seat);
        match (self.game.parse_action(&event.text), self.parts.last_mut()) {
            (Ok(action), Some(LinePart::Actions(actions))) => actions.push(action),
            (Ok(action), _) => self.parts.push(LinePart::Actions(vec![action])),
            (Err(_), _) => self.parts.push(LinePart::Text(event.text.clone())),
        }
        line
    }

    /// Returns `true` if a line is unfinished.
    pub fn is_open(&self) -> bool {
        !self.parts.is_empty()
    }

    /// Ends the current line and returns it, or `None` if nothing has happened.
    pub fn take(&mut self) -> Option<String> {
        let seat = self.seat.take();
        if self.parts.is_empty() {
            return None;
        }
        let texts = self.parts.iter().map(|part| match part {
            LinePart::Text(text) => text.clone(),
            LinePart::Actions(actions) => self.format(actions),
        });
        let text = texts.collect::<Vec<_>>().join(" ");
        self.parts.clear();
        Some(match seat {
            Some(seat) => format!("{}: {text}", self.labels.label(seat as usize)),
            None => text,
        })
    }

    fn format(&self, actions: &[AnyAction]) -> String {
        if let Some(view) = &self.view {
            return self.game.format_turn(view, actions);
        }
        let texts = actions
            .iter()
            .map(|action| self.game.format_action(*action));
        texts.collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests;
