//! Changes of the entrants of a long tournament, after which all its results are added up again.

use std::path::Path;
use std::time::Duration;

use botwerk_client::{Client, proto};
use botwerk_command::failure::Failure;
use botwerk_test_postgres::{PostgresCluster, Sync};
use tokio::time::{sleep, timeout};
use tonic::Status;

use super::attack::{Attack, AttackContext, at_most};
use super::bystander::{ANSWER_LIMIT, Bystander, SmallCall};
use super::stored_tournament::{copy_to_postgres, round_robin, store};
use super::tournament_state::pause;
use crate::bench::server::block_on_this_thread;
use crate::bench::tournament::setup::agent;

/// Results of the tournament, and its entrants.
const RESULTS: u64 = 400_000;
const ENTRANTS: u64 = 64;

/// Time for the tournament to be opened.
const OPEN_LIMIT: Duration = Duration::from_secs(120);

/// Time after the last change for which others are still watched.
const AFTERMATH: Duration = Duration::from_secs(1);

pub(super) const ATTACK: Attack = Attack {
    name: "recounts",
    about: "Withdraw, readmit and add an entrant and extend a tournament with 400,000 results: the longest wait of any \
            submission, GetMatch and CreateMatch",
    figures: &[
        at_most("recounts-sqlite", "s", 0.05),
        at_most("recounts-postgres", "s", 0.05),
    ],
    run,
};

fn run(context: &AttackContext) -> Result<Vec<f64>, Failure> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("strangers.db");
    let results = context.scaled(RESULTS, 100);
    let setup = round_robin(ENTRANTS, results);
    block_on_this_thread(async {
        let name = store(context, &file, setup.clone(), results).await?;
        let postgres = PostgresCluster::start(Sync::Off);
        let database = postgres.as_ref().map(PostgresCluster::create_database);
        if let Some(url) = &database {
            copy_to_postgres(context, &file, url)?;
        }
        let sqlite = attack(context, &file, &name, &setup).await?;
        let postgres = match &database {
            Some(url) => attack(context, url.as_ref(), &name, &setup).await?,
            None => f64::NAN,
        };
        Ok(vec![sqlite, postgres])
    })
}

/// Returns the longest wait of another client, which is infinite if a change itself does not end or fails.
async fn attack(
    context: &AttackContext,
    db: &Path,
    name: &str,
    setup: &proto::TournamentSetup,
) -> Result<f64, Failure> {
    let server = context.start_server(db, &[])?;
    let address = server.address();
    let client = Client::connect(address).await?;
    pause(&client, name, OPEN_LIMIT).await?;
    let mut longest = 0.0_f64;
    for change in Change::ALL {
        let bystanders = [
            SmallCall::submit(address).await?,
            SmallCall::get_match(address).await?,
            SmallCall::CreateMatch(Client::connect(address).await?),
        ];
        let bystanders = bystanders.map(Bystander::start);
        let changed = timeout(ANSWER_LIMIT, change.send(&client, name, setup)).await;
        sleep(AFTERMATH).await;
        let mut waits = Vec::new();
        for bystander in bystanders {
            waits.push(bystander.longest_wait().await?);
        }
        eprintln!("{change:?} at {}: waits of {waits:.3?} s", scheme(db));
        longest = waits.into_iter().fold(longest, f64::max);
        match changed {
            Ok(Ok(())) => {}
            Ok(Err(status)) => {
                eprintln!("{change:?} at {}: {}", scheme(db), status.message());
                return Ok(f64::INFINITY);
            }
            Err(_) => return Ok(f64::INFINITY),
        }
    }
    Ok(longest)
}

fn scheme(db: &Path) -> &'static str {
    if db.to_string_lossy().starts_with("postgres:") {
        "PostgreSQL"
    } else {
        "SQLite"
    }
}

/// A change after which results count otherwise.
#[derive(Debug, Clone, Copy)]
enum Change {
    Withdraw,
    Readmit,
    AddEntrant,
    Extend,
}

impl Change {
    const ALL: [Self; 4] = [
        Self::Withdraw,
        Self::Readmit,
        Self::AddEntrant,
        Self::Extend,
    ];

    async fn send(
        self,
        client: &Client,
        name: &str,
        setup: &proto::TournamentSetup,
    ) -> Result<(), Status> {
        let mut organizer = client.organizer();
        let (tournament, entrant) = (name.to_owned(), setup.entrants[0].name.clone());
        match self {
            Self::Withdraw => {
                let request = proto::WithdrawEntrantRequest {
                    tournament,
                    entrant,
                    ..Default::default()
                };
                organizer.withdraw_entrant(request).await.map(drop)
            }
            Self::Readmit => {
                let request = proto::ReadmitEntrantRequest {
                    tournament,
                    entrant,
                };
                organizer.readmit_entrant(request).await.map(drop)
            }
            Self::AddEntrant => {
                let extension = proto::TournamentExtension {
                    entrants: vec![agent("newcomer", "random")],
                    ..Default::default()
                };
                extend(client, tournament, extension).await
            }
            Self::Extend => {
                let extension = proto::TournamentExtension {
                    cycles: Some(cycles(setup) + 1),
                    ..Default::default()
                };
                extend(client, tournament, extension).await
            }
        }
    }
}

/// Returns the number of cycles of a round robin.
fn cycles(setup: &proto::TournamentSetup) -> u32 {
    use proto::tournament_format::Kind;
    match setup.format.as_ref().and_then(|format| format.kind) {
        Some(Kind::RoundRobin(round_robin)) => round_robin.cycles,
        _ => 0,
    }
}

async fn extend(
    client: &Client,
    name: String,
    extension: proto::TournamentExtension,
) -> Result<(), Status> {
    let request = proto::ExtendTournamentRequest {
        name,
        extension: Some(extension),
        ..Default::default()
    };
    client
        .organizer()
        .extend_tournament(request)
        .await
        .map(drop)
}
