//! Many callers of every call that reads, on a server with a long history.

use std::time::Duration;

use botwerk_client::{Client, proto};
use botwerk_command::failure::Failure;
use tokio::time::sleep;

use super::attack::{Attack, AttackContext, at_most, information};
use super::bystander::{Bystander, SmallCall};
use super::raw_call::RawCall;
use super::stored_tournament::{store, swiss};
use super::tournament_state::{cancel, create, wait_until};
use crate::bench::flood::Flood;
use crate::bench::reopen::play_matches;
use crate::bench::server::block_on_this_thread;
use crate::child_server::ChildServer;

/// Callers at once, each with a connection of its own.
const CALLERS: u64 = 64;

/// The finished Swiss tournament.
const ENTRANTS: u64 = 500;
const ROUNDS: u64 = 10;
const MATCHES: u64 = 50_000;

/// Other tournaments that have ended.
const ENDED_TOURNAMENTS: u64 = 120;

/// Matches outside tournaments that have ended.
const ENDED_MATCHES: u64 = 600;

/// Share of the duration for which each kind of call is made.
const SHARE: u32 = 10;

/// Time for the stored tournament to be opened and to end.
const END_LIMIT: Duration = Duration::from_secs(120);

pub(super) const ATTACK: Attack = Attack {
    name: "reads",
    about: "64 callers of every call that reads, in turn, on a server with a finished Swiss tournament of 500 entrants and \
            50,000 matches and 120 other tournaments: memory added, and the longest waits of others",
    figures: &[
        at_most("reads-memory", "MB", 64.0),
        at_most("reads-healthz", "s", 0.1),
        at_most("reads-get-match", "s", 1.0),
        information("reads-submission", "s"),
    ],
    run,
};

fn run(context: &AttackContext) -> Result<Vec<f64>, Failure> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("strangers.db");
    block_on_this_thread(async {
        let matches = context.scaled(MATCHES, 64);
        let entrants = context.scaled(ENTRANTS, 16);
        let setup = swiss(entrants, ROUNDS.min(entrants / 4), matches);
        let name = store(context, &file, setup.clone(), u64::MAX).await?;
        // The tournament ends once a server opens it.
        let server = context.start_server(&file, &[])?;
        let client = Client::connect(server.address()).await?;
        let is_over = |found: &proto::Tournament| found.state() == proto::TournamentState::Over;
        wait_until(&client, &name, END_LIMIT, is_over).await?;
        let ended = play_matches(&client, context.scaled(ENDED_MATCHES, 2) as usize).await?;
        for number in 0..context.scaled(ENDED_TOURNAMENTS, 2) {
            let seed = format!("{}/{number}", context.seed);
            let ended = create(&client, setup.clone(), &seed).await?;
            cancel(&client, &ended).await?;
        }
        drop(server);
        let mut worst = [0.0_f64; 4];
        for call in calls(&name, &ended[0]) {
            let server = context.start_server(&file, &[])?;
            let figures = attack(context, &server, &call).await?;
            eprintln!(
                "{}: {:.1} MB added; waits of {:.3} s (health), {:.3} s (GetMatch), {:.3} s (submission)",
                call.method, figures[0], figures[1], figures[2], figures[3]
            );
            for (worst, figure) in worst.iter_mut().zip(figures) {
                *worst = worst.max(figure);
            }
        }
        Ok(worst.to_vec())
    })
}

/// Returns the calls that read most.
fn calls(tournament: &str, r#match: &str) -> Vec<RawCall> {
    let pairings = |page_size| proto::ListPairingsRequest {
        tournament: tournament.into(),
        page_size,
        ..Default::default()
    };
    vec![
        RawCall::new("/botwerk.v1.TournamentService/ListPairings", &pairings(1)),
        RawCall::new("/botwerk.v1.TournamentService/ListPairings", &pairings(500)),
        RawCall::new(
            "/botwerk.v1.TournamentService/ListTournaments",
            &proto::ListTournamentsRequest {
                page_size: 500,
                ..Default::default()
            },
        ),
        RawCall::new(
            "/botwerk.v1.TournamentService/GetTournament",
            &proto::GetTournamentRequest {
                name: tournament.into(),
            },
        ),
        RawCall::new(
            "/botwerk.v1.TournamentService/GetStandings",
            &proto::GetStandingsRequest {
                name: tournament.into(),
                ..Default::default()
            },
        ),
        RawCall::new(
            "/botwerk.v1.TournamentService/WatchTournament",
            &proto::WatchTournamentRequest {
                name: tournament.into(),
                interval_nanos: 1_000_000,
            },
        ),
        RawCall::new(
            "/botwerk.v1.MatchService/ListMatches",
            &proto::ListMatchesRequest {
                page_size: 500,
                ..Default::default()
            },
        ),
        RawCall::new(
            "/botwerk.v1.MatchService/GetRecord",
            &proto::GetRecordRequest {
                r#match: r#match.into(),
            },
        ),
        RawCall::new(
            "/botwerk.v1.MatchService/GetMatch",
            &proto::GetMatchRequest {
                name: r#match.into(),
            },
        ),
    ]
}

/// Returns the megabytes that the calls add to a server, and the longest waits of others.
async fn attack(
    context: &AttackContext,
    server: &ChildServer,
    call: &RawCall,
) -> Result<[f64; 4], Failure> {
    let address = server.address();
    let bystanders = [
        SmallCall::Health(address.into()),
        SmallCall::get_match(address).await?,
        SmallCall::submit(address).await?,
    ];
    let bystanders = bystanders.map(Bystander::start);
    server.reset_peak_memory()?;
    let before = server.memory()?;
    let (call, to) = (call.clone(), address.to_owned());
    let callers = context.scaled(CALLERS, 2) as usize;
    let flood = Flood::start(callers, move || call.clone().repeat(to.clone()))?;
    sleep(context.duration / SHARE).await;
    let mut figures = [0.0; 4];
    for (figure, bystander) in figures[1..].iter_mut().zip(bystanders) {
        *figure = bystander.longest_wait().await?;
    }
    drop(flood);
    figures[0] = server.peak_memory()?.saturating_sub(before) as f64 / 1e6;
    Ok(figures)
}
