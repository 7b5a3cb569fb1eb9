//! What spectators see of a match at this moment.

use botwerk_client::{Client, ClientError, proto};
use botwerk_command::failure::Failure;
use botwerk_engine::{AnyGame, AnyView, GameNotation, MAX_EXACT_NUMBER, Viewer};
use proto::watch_match_response::Kind;

/// Returns the position of a match in progress or the final one, as far as spectators see it.
///
/// # Errors
/// Returns an error if the match is unknown or the server does not answer.
pub(super) async fn current_view(
    client: &Client,
    game: &AnyGame,
    name: &str,
) -> Result<AnyView, Failure> {
    let request = proto::WatchMatchRequest {
        matches: vec![proto::WatchTarget {
            r#match: name.into(),
            // Only the position is of interest, not the frames that led to it.
            resume_after_seq: MAX_EXACT_NUMBER,
        }],
        view_options: Some(proto::ViewOptions {
            include_text: true,
            ..Default::default()
        }),
        ..Default::default()
    };
    let watched = client.matches().watch_match(request).await;
    let mut frames = watched.map_err(ClientError::from)?.into_inner();
    while let Some(frame) = frames.message().await.map_err(ClientError::from)? {
        if let Some(Kind::Joined(joined)) = frame.kind {
            let text = joined.view.unwrap_or_default().text;
            let view = game.parse_view(Viewer::Spectator, &text);
            return view.map_err(|error| Failure::position(&error));
        }
    }
    let message = "the server did not send the position of the match".to_owned();
    Err(ClientError::Protocol(message).into())
}
