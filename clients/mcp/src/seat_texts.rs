//! What a seat knows of its match, as text in the terms of the game.

use botwerk_client::{Client, ClientError, game_from_setup, proto};
use botwerk_engine::{
    AnyGame, AnyView, GameDrawing, GameNotation, GameRules, GameViews, RootSeed, Seat, Turn, Viewer,
};
use botwerk_play::match_text::{SeatLabels, TurnLines, ending_lines};
use botwerk_play::turn_draft::{DraftStep, TurnDraft};

use super::tool_error::ToolError;

/// What continues a turn.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Continuation {
    /// These actions are legal.
    Actions(Vec<String>),
    /// The turn is complete.
    Complete,
}

/// The texts of one seat of a match of any game.
pub(super) trait SeatTexts: Send {
    /// Returns the name of the own seat on the board.
    fn own_name(&self) -> String;

    /// Returns the labels of all seats, such as `you, Black (greedy)`.
    fn players(&self) -> String;

    /// Returns the label of a seat.
    fn label(&self, seat: usize) -> String;

    /// Returns the diagram of a view.
    fn diagram(&self, view: &str) -> String;

    /// Returns the stage of the decision that the seat has to make in a view, or `None` if it has none.
    fn stage_to_act(&self, view: &str) -> Option<&'static str>;

    /// Sets the view in which the next turn starts.
    fn set_view(&mut self, view: &str);

    /// Adds an event. Returns the line of the previous turn if a new one starts.
    fn add(&mut self, event: &proto::VisibleEvent) -> Option<String>;

    /// Ends the line in progress and returns it, or `None` if nothing has happened.
    fn take(&mut self) -> Option<String>;

    /// Returns the lines that say how the match ended.
    fn ending(&self, over: &proto::MatchOver) -> Vec<String>;

    /// Checks actions by the rules, as the next ones of a turn.
    ///
    /// # Errors
    /// Returns what is wrong with them.
    fn check(&self, view: &str, actions: &str) -> Result<(), ToolError>;

    /// Returns what continues the turn after these actions; the empty text for none.
    ///
    /// # Errors
    /// Returns what is wrong with the actions.
    fn continuation(&self, view: &str, after: &str) -> Result<Continuation, ToolError>;
}

/// The texts of a seat of a match of one game.
struct TextsOfGame {
    game: AnyGame,
    seat: Seat,
    lines: TurnLines,
}

/// Returns the texts of a seat that has joined; the names of the players are requested from the server.
///
/// # Errors
/// Returns an error if the server does not answer, or has another version of the game.
pub(super) async fn request_texts(
    client: &Client,
    joined: &proto::Joined,
) -> Result<Box<dyn SeatTexts>, ClientError> {
    let unknown = |message: String| ClientError::Protocol(format!("Joined: {message}"));
    let setup = joined.setup.clone().unwrap_or_default();
    let game = game_from_setup(&setup).map_err(|error| unknown(error.to_string()))?;
    let seat = joined.seat.and_then(|seat| Seat::new(seat as usize));
    let seat = seat.filter(|seat| seat.index() < game.seats());
    let seat = seat.ok_or_else(|| unknown("no seat of a match".into()))?;
    let own = Some(seat.index());
    let labels = SeatLabels::request(client, &game, &joined.r#match, own).await?;
    Ok(Box::new(TextsOfGame {
        lines: TurnLines::new(game.clone(), labels),
        game,
        seat,
    }))
}

impl TextsOfGame {
    fn view(&self, text: &str) -> Option<AnyView> {
        self.game.parse_view(Viewer::Seat(self.seat), text).ok()
    }

    fn draft(&self, view: &str) -> Result<TurnDraft, ToolError> {
        let view = self.view(view).ok_or_else(|| {
            let message = "the server has sent a position that this version does not know";
            ToolError::new("INTERNAL", message)
        })?;
        Ok(TurnDraft::new(&self.game, self.seat, &view))
    }
}

/// Returns the error for actions that break a rule or cannot be parsed.
fn illegal(message: String) -> ToolError {
    let message = format!("{message}; your turn is still open");
    ToolError::new("ILLEGAL_ACTION", message)
}

impl SeatTexts for TextsOfGame {
    fn own_name(&self) -> String {
        self.game.seat_name(self.seat)
    }

    fn players(&self) -> String {
        self.lines.labels().to_string()
    }

    fn label(&self, seat: usize) -> String {
        self.lines.labels().label(seat)
    }

    fn diagram(&self, view: &str) -> String {
        let view = self.view(view);
        view.map_or_else(String::new, |view| self.game.diagram(&view).to_string())
    }

    fn stage_to_act(&self, view: &str) -> Option<&'static str> {
        let view = self.view(view)?;
        let mut generator = RootSeed::from_text("").rng_for_agent(self.seat, 0);
        // Who is to act does not depend on what is hidden.
        let state = self.game.sample_hidden(&view, &mut generator);
        match self.game.turn(&state) {
            Turn::Decision(decision) if decision.seats.contains(self.seat) => Some(decision.stage),
            Turn::Decision(_) | Turn::Chance(_) | Turn::Over(_) => None,
        }
    }

    fn set_view(&mut self, view: &str) {
        if let Some(view) = self.view(view) {
            self.lines.set_view(view);
        }
    }

    fn add(&mut self, event: &proto::VisibleEvent) -> Option<String> {
        self.lines.add(event)
    }

    fn take(&mut self) -> Option<String> {
        self.lines.take()
    }

    fn ending(&self, over: &proto::MatchOver) -> Vec<String> {
        ending_lines(&self.game, self.lines.labels(), over)
    }

    fn check(&self, view: &str, actions: &str) -> Result<(), ToolError> {
        let added = self.draft(view)?.add(actions);
        added.map(drop).map_err(illegal)
    }

    fn continuation(&self, view: &str, after: &str) -> Result<Continuation, ToolError> {
        let mut draft = self.draft(view)?;
        if !after.is_empty() && matches!(draft.add(after).map_err(illegal)?, DraftStep::Complete(_))
        {
            return Ok(Continuation::Complete);
        }
        Ok(Continuation::Actions(draft.legal_actions()))
    }
}
