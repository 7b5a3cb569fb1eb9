//! Floods: every kind of call that a stranger can make, with the smallest message that makes it slow.

use std::fmt::Write;

use botwerk_client::{Client, ClientError, proto};
use tokio_stream::StreamExt;

use crate::matches::{agent_seat, bearer};
use crate::robots::BOARD;

/// Number of finished matches that a watching call names, as many as the server allows.
const WATCHED_MATCHES: usize = 64;

/// What the calls refer to.
#[derive(Debug, Clone, Default)]
pub struct FloodTargets {
    /// Names of matches that have ended, 64 or more: as many as a call may watch.
    pub ended: Vec<String>,
    /// The text of a record.
    pub record: String,
}

/// A kind of call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FloodCall {
    /// A drawn opening on the widest board, 50 bytes that take seconds.
    NewPosition,
    /// A match with such an opening.
    CreateMatch,
    /// A ruleset of 60 KiB in a request for a position.
    Ruleset,
    /// A thousand options.
    Options,
    /// The record of a whole match.
    Verify,
    /// Many finished matches, each of which is replayed.
    WatchMatch,
    /// The record of a finished match.
    GetRecord,
    /// A page of all matches.
    ListMatches,
    /// A search with as many nodes as allowed.
    Analyze,
    /// A task that takes the solver long.
    Solve,
    /// A tournament of many entrants in Swiss rounds.
    CreateTournament,
    /// A submission of a thousand actions with a wrong token.
    SubmitActions,
    /// A resignation with a wrong token.
    Resign,
}

impl FloodCall {
    /// All kinds. What creates something comes last, since matches in progress are work of their own.
    pub const ALL: [Self; 13] = [
        Self::NewPosition,
        Self::Ruleset,
        Self::Options,
        Self::Verify,
        Self::WatchMatch,
        Self::GetRecord,
        Self::ListMatches,
        Self::Analyze,
        Self::Solve,
        Self::SubmitActions,
        Self::Resign,
        Self::CreateTournament,
        Self::CreateMatch,
    ];

    /// Makes the call and reads its answer. A rejection is an answer, too.
    ///
    /// # Errors
    /// Returns an error if the server does not answer.
    pub async fn send(self, client: &Client, targets: &FloodTargets) -> Result<(), ClientError> {
        match self
            .try_send(client, targets)
            .await
            .map_err(ClientError::from)
        {
            Ok(()) | Err(ClientError::Rejected { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    async fn try_send(self, client: &Client, targets: &FloodTargets) -> Result<(), tonic::Status> {
        let (mut rules, mut matches) = (client.rules(), client.matches());
        let ended = || targets.ended.first().cloned().unwrap_or_default();
        match self {
            Self::NewPosition => drop(rules.create_position(position(wide_board())).await?),
            Self::Ruleset => {
                let ruleset = "[".repeat(60_000);
                let setup = setup("droids", vec![option("ruleset", &ruleset)]);
                drop(rules.create_position(position(setup)).await?);
            }
            Self::Options => {
                let options = (0..1000).map(|number| option(&format!("{number}"), "1"));
                let setup = setup("netzwerk", options.collect());
                drop(rules.create_position(position(setup)).await?);
            }
            Self::CreateMatch => {
                let request = proto::CreateMatchRequest {
                    setup: Some(wide_board()),
                    seats: vec![agent_seat("random"); 2],
                    ..Default::default()
                };
                drop(matches.create_match(request).await?);
            }
            Self::Verify => {
                let record = targets.record.clone();
                drop(
                    rules
                        .verify_record(proto::VerifyRecordRequest { record })
                        .await?,
                );
            }
            Self::WatchMatch => {
                let target = |name: &String| proto::WatchTarget {
                    r#match: name.clone(),
                    resume_after_seq: 0,
                };
                let watched = targets.ended.iter().take(WATCHED_MATCHES);
                let request = proto::WatchMatchRequest {
                    matches: watched.map(target).collect(),
                    ..Default::default()
                };
                let mut frames = matches.watch_match(request).await?.into_inner();
                frames.message().await?;
            }
            Self::GetRecord => {
                let request = proto::GetRecordRequest { r#match: ended() };
                let mut lines = matches.get_record(request).await?.into_inner();
                while lines.next().await.is_some() {}
            }
            Self::ListMatches => {
                let request = proto::ListMatchesRequest {
                    page_size: 500,
                    ..Default::default()
                };
                drop(matches.list_matches(request).await?);
            }
            Self::Analyze => {
                let request = proto::AnalyzePositionRequest {
                    setup: Some(setup("netzwerk", Vec::new())),
                    agent: Some(agent_spec("minimax", "100000")),
                    ..Default::default()
                };
                let mut depths = client
                    .analysis()
                    .analyze_position(request)
                    .await?
                    .into_inner();
                while let Some(depth) = depths.next().await {
                    depth?;
                }
            }
            Self::Solve => {
                let mut stream = client
                    .analysis()
                    .solve_instance(solve_request())
                    .await?
                    .into_inner();
                while let Some(bound) = stream.next().await {
                    bound?;
                }
            }
            Self::CreateTournament => {
                let created = client
                    .organizer()
                    .create_tournament(swiss(1000))
                    .await?
                    .into_inner();
                let name = created.tournament.unwrap_or_default().name;
                let request = proto::CancelTournamentRequest { name };
                drop(client.organizer().cancel_tournament(request).await?);
            }
            Self::SubmitActions => {
                let mut text = String::from("b2-b4");
                for _ in 0..1000 {
                    let _ = write!(text, ", b2-b4");
                }
                let request = proto::SubmitActionsRequest {
                    r#match: ended(),
                    submission: Some(proto::Submission {
                        turn: 1,
                        text,
                        ..Default::default()
                    }),
                };
                let client = bearer(client, &"0".repeat(32));
                drop(client.matches().submit_actions(request).await?);
            }
            Self::Resign => {
                let request = proto::ResignSeatRequest {
                    r#match: ended(),
                    has_crashed: false,
                };
                let client = bearer(client, &"0".repeat(32));
                drop(client.matches().resign_seat(request).await?);
            }
        }
        Ok(())
    }
}

fn option(name: &str, value: &str) -> proto::GameOption {
    proto::GameOption {
        name: name.into(),
        value: value.into(),
    }
}

fn setup(game: &str, options: Vec<proto::GameOption>) -> proto::GameSetup {
    proto::GameSetup {
        game: game.into(),
        options,
        seats: 2,
    }
}

/// A board whose opening takes longest to draw.
fn wide_board() -> proto::GameSetup {
    setup("netzwerk", vec![option("opening_turns", "10")])
}

fn position(setup: proto::GameSetup) -> proto::CreatePositionRequest {
    proto::CreatePositionRequest {
        setup: Some(setup),
        ..Default::default()
    }
}

fn agent_spec(name: &str, nodes: &str) -> proto::AgentSpec {
    let settings = [("nodes", nodes)]
        .into_iter()
        .filter(|(_, it)| !it.is_empty());
    let setting = |(name, value): (&str, &str)| proto::AgentSetting {
        name: name.into(),
        value: value.into(),
    };
    proto::AgentSpec {
        name: name.into(),
        settings: settings.map(setting).collect(),
    }
}

/// The longest way over a board.
fn solve_request() -> proto::SolveInstanceRequest {
    let instance = proto::MicroRobotsInstance {
        board: BOARD.into(),
        start: "1P".into(),
        target: "6W".into(),
        intermediate: "3B".into(),
        length: 30,
    };
    proto::SolveInstanceRequest {
        instance: Some(proto::solve_instance_request::Instance::MicroRobots(
            instance,
        )),
    }
}

/// A tournament of random agents in Swiss rounds.
fn swiss(entrants: usize) -> proto::CreateTournamentRequest {
    use proto::entrant::Player;
    use proto::tournament_format::Kind;
    let entrant = |number: usize| proto::Entrant {
        name: number.to_string(),
        player: Some(Player::Agent(agent_spec("random", ""))),
        ..Default::default()
    };
    let format = Kind::Swiss(proto::Swiss {
        rounds: 9,
        pairs: 1,
        has_one_point_byes: false,
    });
    proto::CreateTournamentRequest {
        setup: Some(proto::TournamentSetup {
            name: "a flood".into(),
            setup: Some(setup("micro-robots", Vec::new())),
            format: Some(proto::TournamentFormat { kind: Some(format) }),
            entrants: (0..entrants).map(entrant).collect(),
            uses_virtual_time: true,
            ..Default::default()
        }),
        concurrency: 1,
        ..Default::default()
    }
}
