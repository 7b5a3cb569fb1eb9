//! A turn that a person composes line by line. It is checked by the rules in this process and sent as
//! a whole, so that mistakes never reach the server and lines can be taken back.

use botwerk_engine::{
    Actor, AnyAction, AnyGame, AnyState, AnyView, GameNotation, GameRace, GameRules, GameViews,
    ParseError, Referee, RootSeed, Seat, Submission, SubmissionError, Viewer, is_same_decision,
    read_turn,
};

/// What a typed line does to a turn.
#[derive(Debug, PartialEq, Eq)]
pub enum DraftStep {
    /// The turn continues.
    Open,
    /// The turn is complete: its text, to be submitted.
    Complete(String),
}

/// The actions of an unfinished turn.
#[derive(Debug)]
pub struct TurnDraft {
    game: AnyGame,
    seat: Seat,
    /// The position before the turn, with hidden content sampled: the seat's own actions do not
    /// depend on that.
    start: AnyState,
    /// The actions of each line, and the position after it.
    lines: Vec<(Vec<AnyAction>, AnyState)>,
}

impl TurnDraft {
    /// Starts a turn from what the seat sees.
    pub fn new(game: &AnyGame, seat: Seat, view: &AnyView) -> Self {
        let mut generator = RootSeed::from_text("").rng_for_agent(seat, 0);
        Self {
            start: game.sample_hidden(view, &mut generator),
            game: game.clone(),
            seat,
            lines: Vec::new(),
        }
    }

    fn state(&self) -> &AnyState {
        self.lines.last().map_or(&self.start, |(_, state)| state)
    }

    /// Returns what the seat sees after the lines so far.
    pub fn view(&self) -> AnyView {
        self.game.view(self.state(), Viewer::Seat(self.seat))
    }

    /// Returns the texts of the actions that continue the turn.
    pub fn legal_actions(&self) -> Vec<String> {
        let mut actions = Vec::new();
        self.game.view_actions(&self.view(), &mut actions);
        let texts = actions.into_iter();
        texts
            .map(|action| self.game.format_action(action))
            .collect()
    }

    /// Adds a line.
    ///
    /// # Errors
    /// Returns what is wrong with the line, which is not added.
    pub fn add(&mut self, line: &str) -> Result<DraftStep, String> {
        let read = read_turn(&self.game, &self.view(), line, false);
        let (_, mut actions) = read.map_err(|error| parse_message(&error))?;
        let mut state = self.state().clone();
        let referee =
            Referee::from_position(self.game.clone(), RootSeed::from_text(""), state.clone());
        let submission = Submission {
            seat: self.seat,
            actions: &actions,
            nanos: Some(0),
            score: None,
            effort: 0,
        };
        let applied = referee.validate(submission);
        let applied = applied.map_err(|error| message(&error, actions.len()))?;
        let is_announcement = self.game.is_contested(&state, actions[0]);
        actions.truncate(applied);
        for action in &actions {
            self.game
                .apply_unchecked(&mut state, Actor::Seat(self.seat), *action);
        }
        let is_open = referee.decision().is_some_and(|decision| {
            !is_announcement && is_same_decision(&self.game, &state, decision, self.seat)
        });
        self.lines.push((actions, state));
        if is_open {
            return Ok(DraftStep::Open);
        }
        Ok(DraftStep::Complete(self.text()))
    }

    /// Takes back the latest line. Returns `false` if the turn has no line.
    pub fn undo(&mut self) -> bool {
        self.lines.pop().is_some()
    }

    /// Returns the turn so far.
    pub fn text(&self) -> String {
        let actions = self.lines.iter().flat_map(|(actions, _)| actions).copied();
        let view = self.game.view(&self.start, Viewer::Seat(self.seat));
        self.game
            .format_turn(&view, &actions.collect::<Vec<AnyAction>>())
    }
}

/// Returns what is wrong with a text. The person sees it just above, so no offset is needed.
fn parse_message(error: &ParseError) -> String {
    let expected = &error.expected;
    match error.found.as_str() {
        "" => format!("expected {expected} at the end of the line"),
        found => format!("expected {expected}, found `{found}`"),
    }
}

/// Returns what is wrong; the number of the action is omitted if it is the only one.
fn message(error: &SubmissionError, actions: usize) -> String {
    match error {
        SubmissionError::Illegal { error, .. } if actions == 1 => error.to_string(),
        SubmissionError::Illegal { index, error } => format!("action {}: {error}", index + 1),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests;
