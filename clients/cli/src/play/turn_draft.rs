//! A turn that a person composes line by line. It is checked by the rules in this process and sent as
//! a whole, so that mistakes never reach the server and lines can be taken back.

use botwerk_engine::{
    Actor, Game, ParseError, Referee, RootSeed, Seat, Submission, SubmissionError, Viewer,
    is_same_decision,
};

/// What a typed line does to a turn.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum DraftStep {
    /// The turn continues.
    Open,
    /// The turn is complete: its text, to be submitted.
    Complete(String),
}

/// The actions of an unfinished turn.
pub(super) struct TurnDraft<G: Game> {
    game: G,
    seat: Seat,
    /// The position before the turn, with hidden content sampled: the seat's own actions do not
    /// depend on that.
    start: G::State,
    /// The actions of each line, and the position after it.
    lines: Vec<(Vec<G::Action>, G::State)>,
}

impl<G: Game> TurnDraft<G> {
    /// Starts a turn from what the seat sees.
    pub(super) fn new(game: &G, seat: Seat, view: &G::View) -> Self {
        let mut generator = RootSeed::from_text("").rng_for_agent(seat, 0);
        Self {
            start: game.sample_hidden(view, &mut generator),
            game: game.clone(),
            seat,
            lines: Vec::new(),
        }
    }

    fn state(&self) -> &G::State {
        self.lines.last().map_or(&self.start, |(_, state)| state)
    }

    /// Returns what the seat sees after the lines so far.
    pub(super) fn view(&self) -> G::View {
        self.game.view(self.state(), Viewer::Seat(self.seat))
    }

    /// Returns the texts of the actions that continue the turn.
    pub(super) fn legal_actions(&self) -> Vec<String> {
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
    pub(super) fn add(&mut self, line: &str) -> Result<DraftStep, String> {
        let actions = self.game.parse_turn(&self.view(), line);
        let mut actions = actions.map_err(|error| parse_message(&error))?;
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

    /// Takes back the latest line. Returns `false` if there is none.
    pub(super) fn undo(&mut self) -> bool {
        self.lines.pop().is_some()
    }

    /// Returns the turn so far.
    pub(super) fn text(&self) -> String {
        let actions = self.lines.iter().flat_map(|(actions, _)| actions).copied();
        let view = self.game.view(&self.start, Viewer::Seat(self.seat));
        self.game
            .format_turn(&view, &actions.collect::<Vec<G::Action>>())
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
mod tests {
    use botwerk_engine::Options;
    use botwerk_engine::droids::Droids;
    use botwerk_engine::micro_robots::MicroRobots;
    use botwerk_engine::netzwerk::Netzwerk;

    use super::*;

    /// Starts a turn of seat 0 in a match of two seats at its first decision.
    fn draft<G: Game>(options: &[(&str, &str)]) -> TurnDraft<G> {
        let options = Options::resolve(G::spec().options, options.iter().copied()).unwrap();
        let game = G::new(2, options).unwrap();
        let mut referee = Referee::new(game, RootSeed::from_text("7"));
        referee.resolve_chance(&mut Vec::new());
        let seat = referee.awaited_seats().next().unwrap();
        TurnDraft::new(referee.game(), seat, &referee.view(Viewer::Seat(seat)))
    }

    #[test]
    fn lines_add_up_to_a_turn_and_can_be_taken_back() {
        let mut draft = draft::<Netzwerk>(&[]);
        assert!(!draft.undo());
        assert_eq!(draft.add("b2-b4 b4-b6"), Ok(DraftStep::Open));
        assert_eq!(draft.add("/"), Ok(DraftStep::Open));
        assert!(draft.legal_actions().contains(&".".to_owned()));
        assert!(draft.undo());
        assert!(draft.undo());
        assert_eq!(draft.add("d2-d4"), Ok(DraftStep::Open));
        let text = "d2-d4 / .".to_owned();
        assert_eq!(draft.add("/ ."), Ok(DraftStep::Complete(text)));
    }

    #[test]
    fn mistakes_are_explained_and_change_nothing() {
        let mut draft = draft::<Netzwerk>(&[]);
        assert!(draft.add("b2-z9").unwrap_err().contains("found `z9`"));
        let error = draft.add("b2-b4 b12-b10").unwrap_err();
        assert!(error.contains("action 2"), "{error}");
        assert!(draft.add("/").unwrap_err().contains("NW-5"));
        assert!(!draft.undo());
    }

    #[test]
    fn announcement_and_drawn_stone_complete_a_turn() {
        let mut race = draft::<MicroRobots>(&[]);
        let text = "say 5".to_owned();
        assert_eq!(race.add("say 5"), Ok(DraftStep::Complete(text)));
        let mut drawn = draft::<Droids>(&[]);
        let text = "draw violet".to_owned();
        assert_eq!(drawn.add("draw violet"), Ok(DraftStep::Complete(text)));
    }
}
