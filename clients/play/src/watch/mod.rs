//! `watch`: prints live matches of a server, on a terminal as a board that changes.

mod live_board;
mod live_match;

use std::collections::BTreeMap;

use botwerk_client::{Client, game_from_setup, proto};
use botwerk_command::connection::{ServerArgs, block_on};
use botwerk_command::failure::{Failure, Reason};
use botwerk_command::output::Output;
use botwerk_engine::{GameDrawing, GameNotation, Viewer};
use clap::Args;
use proto::watch_match_response::Kind;
use serde_json::{Value, json};

use crate::match_text::{SeatLabels, ending_lines, state_name, state_text};

/// Arguments of `watch`.
#[derive(Debug, Args)]
pub struct WatchArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// Matches, such as matches/0198... [default: the newest that is in progress]
    #[arg(value_name = "MATCH")]
    matches: Vec<String>,
}

/// Prints the matches until they are over.
///
/// # Errors
/// Returns an error if the server rejects a call, or the output cannot be written.
pub fn run(args: &WatchArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(1, watch(args, output))
}

async fn watch(args: &WatchArgs, output: &mut Output) -> Result<(), Failure> {
    let client = args.server.connect().await?;
    let names = if args.matches.is_empty() {
        vec![newest(&client).await?]
    } else {
        args.matches.clone()
    };
    let watched = names.iter().map(|name| proto::WatchTarget {
        r#match: name.clone(),
        resume_after_seq: 0,
    });
    let request = proto::WatchMatchRequest {
        matches: watched.collect(),
        view_options: Some(proto::ViewOptions {
            include_legal_actions: false,
            include_text: true,
            ..Default::default()
        }),
        ..Default::default()
    };
    let mut frames = client
        .matches()
        .watch_match(request)
        .await
        .map_err(botwerk_client::ClientError::from)?
        .into_inner();
    let mut joined_matches: BTreeMap<u32, proto::Joined> = BTreeMap::new();
    let mut over = 0;
    while over < names.len() {
        let frame = frames
            .message()
            .await
            .map_err(botwerk_client::ClientError::from)?;
        let Some(kind) = frame.and_then(|frame| frame.kind) else {
            break;
        };
        match kind {
            Kind::Joined(joined) if names.len() == 1 && output.can_redraw() => {
                return live_match::redraw(&client, &joined, &mut frames, output).await;
            }
            Kind::Joined(joined) => {
                show_joined(&joined, output)?;
                joined_matches.insert(joined.handle, joined);
            }
            Kind::Update(update) => show_update(&update, &joined_matches, output)?,
            Kind::MatchOver(end) => {
                over += 1;
                let joined = joined_matches.get(&end.handle).cloned();
                show_end(&client, &joined.unwrap_or_default(), &end, output).await?;
            }
            Kind::MatchStateChanged(changed) => show_state(&changed, output)?,
            Kind::ActionRequest(_) => {}
        }
        output.flush()?;
    }
    Ok(())
}

async fn newest(client: &Client) -> Result<String, Failure> {
    let state = proto::MatchState::Running as i32;
    let request = proto::ListMatchesRequest {
        page_size: 1,
        state,
        ..Default::default()
    };
    let list = client.matches().list_matches(request).await;
    let list = list
        .map_err(botwerk_client::ClientError::from)?
        .into_inner();
    let name = list.matches.into_iter().next().map(|found| found.name);
    name.ok_or_else(|| {
        Failure::new(
            Reason::BadArgument,
            "no match is in progress; name a finished one",
        )
    })
}

fn show_joined(joined: &proto::Joined, output: &mut Output) -> Result<(), Failure> {
    let setup = joined.setup.clone().unwrap_or_default();
    let text = joined.view.as_ref().map_or("", |view| view.text.as_str());
    if output.is_json() {
        return output.json(&json!({
            "match": joined.r#match, "game": setup.game, "seats": setup.seats, "position": text,
        }));
    }
    output.line(format!(
        "{}: {}, {} seats",
        joined.r#match, setup.game, setup.seats
    ))?;
    let game = game_from_setup(&setup)?;
    let view = game
        .parse_view(Viewer::Spectator, text)
        .map_err(|error| Failure::position(&error))?;
    output.diagram(&game.diagram(&view))
}

fn show_update(
    update: &proto::Update,
    joined_matches: &BTreeMap<u32, proto::Joined>,
    output: &mut Output,
) -> Result<(), Failure> {
    let name = joined_matches
        .get(&update.handle)
        .map_or("", |joined| joined.r#match.as_str());
    for event in &update.events {
        let actor = actor_name(event.actor);
        if output.is_json() {
            output.json(&json!({"match": name, "actor": actor, "action": event.text}))?;
        } else if joined_matches.len() > 1 {
            output.line(format!("{name}  {actor}: {}", event.text))?;
        } else {
            output.line(format!("{actor}: {}", event.text))?;
        }
    }
    Ok(())
}

/// Returns the name of an actor.
pub(super) fn actor_name(actor: Option<proto::Actor>) -> String {
    use proto::actor::Kind;
    match actor.and_then(|actor| actor.kind) {
        Some(Kind::Seat(seat)) => format!("seat {seat}"),
        Some(Kind::Chance(_)) => "chance".into(),
        Some(Kind::Referee(_)) | None => "referee".into(),
    }
}

/// Prints that a match is suspended or resumed.
pub(super) fn show_state(
    changed: &proto::MatchStateChanged,
    output: &mut Output,
) -> Result<(), Failure> {
    if output.is_json() {
        let (state, message) = (state_name(changed), &changed.message);
        return output.json(&json!({"state": state, "message": message}));
    }
    output.line(state_text(changed))
}

/// Prints how a match ended.
async fn show_end(
    client: &Client,
    joined: &proto::Joined,
    end: &proto::MatchOver,
    output: &mut Output,
) -> Result<(), Failure> {
    let lines = ending_of_match(client, joined, end).await?;
    if output.is_json() {
        return output.json(&end_json(end, &lines));
    }
    lines.iter().try_for_each(|line| output.line(line))
}

/// Returns the lines that say how a match ended.
async fn ending_of_match(
    client: &Client,
    joined: &proto::Joined,
    end: &proto::MatchOver,
) -> Result<Vec<String>, Failure> {
    let game = game_from_setup(&joined.setup.clone().unwrap_or_default())?;
    let labels = SeatLabels::request(client, &game, &joined.r#match, None).await?;
    Ok(ending_lines(&game, &labels, end))
}

/// Returns the end of a match as JSON; `lines` say the same in sentences.
pub(super) fn end_json(end: &proto::MatchOver, lines: &[String]) -> Value {
    let outcome = end.outcome.clone().unwrap_or_default();
    json!({
        "match": end.record, "places": outcome.places, "points": outcome.points,
        "rule": outcome.rule, "aborted": end.state() == proto::MatchState::Aborted,
        "message": lines.join(" "),
    })
}
