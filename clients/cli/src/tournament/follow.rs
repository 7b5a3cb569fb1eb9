//! Following a tournament from its beginning to its end.

use std::path::Path;
use std::time::Duration;

use botwerk_client::{Client, ClientError, proto};
use proto::TournamentState;

use super::launched_bots::LaunchedBots;
use super::server::TournamentServer;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::{Output, progress_bar};

/// How often Ctrl-C is looked for.
const LOOK: Duration = Duration::from_millis(100);

/// How a tournament was left.
pub(crate) enum FollowOutcome {
    /// It has ended.
    Ended,
    /// Ctrl-C was pressed.
    Interrupted(Box<proto::Tournament>),
}

/// Plays a tournament: its programs run for as long as this does.
pub(crate) async fn play(
    venue: &TournamentServer,
    tournament: proto::Tournament,
    logs: &Path,
    output: &mut Output,
) -> Result<FollowOutcome, Failure> {
    let interrupt = Interrupt::listen();
    let (client, address) = (&venue.client, &*venue.address);
    let mut programs = LaunchedBots::start(client, address, &tournament, logs).await?;
    let left = follow(client, tournament, &interrupt, &mut programs).await?;
    for (entrant, restarts) in programs.restarts() {
        let log = logs.display();
        let message = format!("{entrant} has ended and was started again {restarts} times");
        if output.is_json() {
            output.json(&serde_json::json!({"entrant": entrant, "restarts": restarts}))?;
        } else {
            output.line(format!("{message}; what it wrote is in {log}"))?;
        }
    }
    Ok(left)
}

async fn follow(
    client: &Client,
    tournament: proto::Tournament,
    interrupt: &Interrupt,
    programs: &mut LaunchedBots,
) -> Result<FollowOutcome, Failure> {
    let request = proto::WatchTournamentRequest {
        name: tournament.name.clone(),
        interval_millis: 100,
    };
    let news = client.tournaments().watch_tournament(request).await;
    let mut news = news.map_err(ClientError::from)?.into_inner();
    let bar = progress_bar(tournament.match_count, "matches");
    bar.set_position(tournament.result_count);
    let mut now = tournament;
    loop {
        let next = tokio::select! {
            next = news.message() => next.map_err(ClientError::from)?,
            () = tokio::time::sleep(LOOK) => {
                if interrupt.is_told() {
                    bar.finish_and_clear();
                    return Ok(FollowOutcome::Interrupted(Box::new(now)));
                }
                continue;
            }
        };
        let Some(told) = next.and_then(|next| next.tournament) else {
            bar.finish_and_clear();
            return Ok(FollowOutcome::Ended);
        };
        programs.end_withdrawn(&told);
        bar.set_length(told.match_count);
        bar.set_position(told.result_count);
        bar.set_message(words(&told));
        now = told;
    }
}

/// What holds it up, if anything does.
fn words(tournament: &proto::Tournament) -> String {
    if tournament.state == TournamentState::Paused as i32 {
        return "paused".into();
    }
    if !tournament.waiting_for.is_empty() {
        return format!("waits for {}", tournament.waiting_for.join(", "));
    }
    String::new()
}
