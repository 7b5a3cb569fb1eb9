//! One match on a terminal, as a board that changes.

use std::time::Duration;

use botwerk_client::{Client, ClientError, game_from_setup, proto};
use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use botwerk_engine::{AnyGame, GameDrawing};
use proto::watch_match_response::Kind;
use tokio::time::Instant;
use tonic::Streaming;

use super::live_board::LiveBoard;
use crate::match_text::{SeatLabels, TurnLines, ending_lines, state_text};
use crate::spectator_view::current_view;

/// Minimum time between two boards.
const REDRAW_INTERVAL: Duration = Duration::from_millis(150);

/// Redraws the board of a match until it is over.
///
/// # Errors
/// Returns an error if the connection is lost.
pub(super) async fn redraw(
    client: &Client,
    joined: &proto::Joined,
    frames: &mut Streaming<proto::WatchMatchResponse>,
    output: &mut Output,
) -> Result<(), Failure> {
    let game = game_from_setup(&joined.setup.clone().unwrap_or_default())?;
    let name = &joined.r#match;
    let labels = SeatLabels::request(client, &game, name, None).await?;
    let mut lines = TurnLines::new(game.clone(), labels);
    let mut board = LiveBoard::default();
    output.line(format!("{name}: {}", lines.labels()))?;
    let mut drawn = draw(client, &game, name, &mut lines, &mut board, output).await?;
    let mut is_stale = false;
    loop {
        let frame = tokio::select! {
            frame = frames.message() => frame.map_err(ClientError::from)?,
            () = tokio::time::sleep_until(drawn + REDRAW_INTERVAL), if is_stale => {
                is_stale = false;
                drawn = draw(client, &game, name, &mut lines, &mut board, output).await?;
                continue;
            }
        };
        match frame.and_then(|frame| frame.kind) {
            Some(Kind::Update(update)) => {
                for line in update.events.iter().filter_map(|event| lines.add(event)) {
                    board.add_turn(line);
                }
                is_stale = true;
            }
            Some(Kind::MatchStateChanged(changed)) => {
                board.add_turn(state_text(&changed));
                is_stale = true;
            }
            Some(Kind::MatchOver(end)) => {
                lines
                    .take()
                    .into_iter()
                    .for_each(|line| board.add_turn(line));
                draw(client, &game, name, &mut lines, &mut board, output).await?;
                for line in ending_lines(&game, lines.labels(), &end) {
                    output.line(line)?;
                }
                return output.flush();
            }
            Some(_) => {}
            None => return Ok(()),
        }
    }
}

/// Draws the current position and returns when.
async fn draw(
    client: &Client,
    game: &AnyGame,
    name: &str,
    lines: &mut TurnLines,
    board: &mut LiveBoard,
    output: &mut Output,
) -> Result<Instant, Failure> {
    let view = current_view(client, game, name).await?;
    board.draw(&game.diagram(&view), output)?;
    lines.set_view(view);
    Ok(Instant::now())
}
