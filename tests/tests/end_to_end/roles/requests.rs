//! A valid request of every call, with the token of a role where the call takes one.

use std::pin::Pin;

use botwerk_client::{proto, worker_proto};
use botwerk_tests::{BOARD, agent_seat, micro_robots};
use prost::Message;
use proto::entrant::Player;

use super::scene::{Stage, WITHOUT_HINTS, launched_bot};

/// The requests of a call.
pub(super) type Stream = Pin<Box<dyn tokio_stream::Stream<Item = Vec<u8>> + Send>>;

/// Returns the encoded request of the call of a row.
pub(super) async fn encoded(stage: &Stage<'_>, call: &str, token: &str) -> Vec<u8> {
    let call = call.strip_suffix(WITHOUT_HINTS).map_or(call, str::trim_end);
    let (service, method) = call.split_once('.').unwrap();
    match service {
        "CatalogService" => catalog(method),
        "RulesService" => rules(stage, method).await,
        "AnalysisService" => analysis(stage, method),
        "MatchService" => matches(stage, method, token),
        "BotService" => bots(stage, method),
        "OwnerService" => owners(stage, method),
        "UploadService" => uploads(stage, method),
        "HostService" => hosts(method),
        "OperatorService" => operator(stage, method),
        "EnvService" => envs(stage, method, token),
        "OrganizerService" | "TournamentService" => tournaments(stage, method),
        "WorkerService" => workers(stage, method),
        other => panic!("unknown service `{other}`"),
    }
}

/// Returns a request for a tournament between a built-in agent and a launched bot.
pub(super) fn create_tournament(command: &str) -> proto::CreateTournamentRequest {
    let agent = proto::Entrant {
        name: "agent".into(),
        player: Some(Player::Agent(proto::AgentSpec {
            name: "random".into(),
            settings: Vec::new(),
        })),
        ..Default::default()
    };
    let round_robin = proto::RoundRobin { cycles: 1 };
    proto::CreateTournamentRequest {
        setup: Some(proto::TournamentSetup {
            name: "a cup".into(),
            setup: Some(proto::GameSetup {
                game: "netzwerk".into(),
                ..Default::default()
            }),
            format: Some(proto::TournamentFormat {
                kind: Some(proto::tournament_format::Kind::RoundRobin(round_robin)),
            }),
            entrants: vec![agent, launched_bot(command)],
            ..Default::default()
        }),
        ..Default::default()
    }
}

fn catalog(method: &str) -> Vec<u8> {
    match method {
        "ListGames" => proto::ListGamesRequest::default().encode_to_vec(),
        "GetGame" => proto::GetGameRequest {
            game: "netzwerk".into(),
        }
        .encode_to_vec(),
        "ListAgents" => proto::ListAgentsRequest::default().encode_to_vec(),
        other => panic!("unknown method `{other}`"),
    }
}

async fn rules(stage: &Stage<'_>, method: &str) -> Vec<u8> {
    let setup = proto::GameSetup {
        game: "netzwerk".into(),
        seats: 2,
        ..Default::default()
    };
    let position = stage.position(&setup).await;
    let (setup, text, action) = (Some(setup), position.text, position.action);
    match method {
        "CreatePosition" => proto::CreatePositionRequest {
            setup,
            seed: "7".into(),
        }
        .encode_to_vec(),
        "DescribeMatch" => proto::DescribeMatchRequest { setup }.encode_to_vec(),
        "ListLegalActions" => proto::ListLegalActionsRequest {
            setup,
            position: text,
            actor: None,
            ..Default::default()
        }
        .encode_to_vec(),
        "ApplyActions" => proto::ApplyActionsRequest {
            setup,
            position: text,
            text: action.text,
            ..Default::default()
        }
        .encode_to_vec(),
        "GetView" => proto::GetViewRequest {
            setup,
            position: text,
            viewer: None,
            ..Default::default()
        }
        .encode_to_vec(),
        "ParsePosition" => proto::ParsePositionRequest { setup, text }.encode_to_vec(),
        "FormatPosition" => proto::FormatPositionRequest {
            setup,
            position: position.message,
        }
        .encode_to_vec(),
        "ParseAction" => proto::ParseActionRequest {
            setup,
            text: action.text,
        }
        .encode_to_vec(),
        "FormatAction" => proto::FormatActionRequest {
            setup,
            action: action.action,
        }
        .encode_to_vec(),
        "VerifyRecord" => proto::VerifyRecordRequest {
            record: stage.scene.record.clone(),
        }
        .encode_to_vec(),
        "ReplayRecord" => proto::ReplayRecordRequest {
            record: stage.scene.record.clone(),
            viewer: None,
        }
        .encode_to_vec(),
        other => panic!("unknown method `{other}`"),
    }
}

fn analysis(stage: &Stage<'_>, method: &str) -> Vec<u8> {
    let limits = Some(proto::SearchLimits {
        nodes: 1,
        ..Default::default()
    });
    match method {
        "AnalyzePosition" => proto::AnalyzePositionRequest {
            setup: Some(proto::GameSetup {
                game: "netzwerk".into(),
                ..Default::default()
            }),
            limits,
            ..Default::default()
        }
        .encode_to_vec(),
        "AnalyzeRecord" => proto::AnalyzeRecordRequest {
            record: stage.scene.record.clone(),
            limits,
            ..Default::default()
        }
        .encode_to_vec(),
        "GetHint" => proto::GetHintRequest {
            r#match: stage.created.name.clone(),
            agent: None,
            limits,
        }
        .encode_to_vec(),
        "SolveInstance" => {
            let instance = proto::MicroRobotsInstance {
                board: BOARD.into(),
                start: "1P".into(),
                target: "2W".into(),
                ..Default::default()
            };
            proto::SolveInstanceRequest {
                instance: Some(proto::solve_instance_request::Instance::MicroRobots(
                    instance,
                )),
            }
            .encode_to_vec()
        }
        other => panic!("unknown method `{other}`"),
    }
}

fn matches(stage: &Stage<'_>, method: &str, token: &str) -> Vec<u8> {
    let (name, token) = (stage.created.name.clone(), token.to_owned());
    let watch = |as_seat: bool| proto::WatchMatchRequest {
        matches: vec![proto::WatchTarget {
            r#match: name.clone(),
            resume_after_seq: 0,
        }],
        as_seat,
        ..Default::default()
    };
    match method {
        "CreateMatch" => {
            micro_robots(vec![agent_seat("random"), agent_seat("random")], &[]).encode_to_vec()
        }
        "GetMatch" => proto::GetMatchRequest { name }.encode_to_vec(),
        "ListMatches" => proto::ListMatchesRequest::default().encode_to_vec(),
        "Play (Join)" => proto::PlayRequest {
            kind: Some(proto::play_request::Kind::Join(proto::Join {
                r#match: name,
                seat_token: token,
                ..Default::default()
            })),
        }
        .encode_to_vec(),
        "WatchMatch" => watch(false).encode_to_vec(),
        "WatchMatch as seat" => watch(true).encode_to_vec(),
        "SubmitActions" => proto::SubmitActionsRequest {
            r#match: name,
            submission: Some(proto::Submission {
                turn: 1,
                text: "pass".into(),
                ..Default::default()
            }),
        }
        .encode_to_vec(),
        "ResignSeat" => proto::ResignSeatRequest {
            r#match: name,
            has_crashed: false,
        }
        .encode_to_vec(),
        "AbortMatch" => proto::AbortMatchRequest { r#match: name }.encode_to_vec(),
        "GetRecord" => proto::GetRecordRequest { r#match: name }.encode_to_vec(),
        "GetRecord after the end" => proto::GetRecordRequest {
            r#match: stage.scene.finished_match.clone(),
        }
        .encode_to_vec(),
        "GetComments" => proto::GetCommentsRequest { r#match: name }.encode_to_vec(),
        other => panic!("unknown method `{other}`"),
    }
}

fn uploads(stage: &Stage<'_>, method: &str) -> Vec<u8> {
    let bot = if method.ends_with("of another bot") {
        format!("bots/{}", stage.other_bot)
    } else {
        format!("bots/{}/spinner", stage.owner)
    };
    let upload = stage.upload.clone();
    match method {
        "CreateUpload" | "CreateUpload of another bot" => create_upload(bot).encode_to_vec(),
        "AppendUpload" => proto::AppendUploadRequest {
            upload,
            offset: 0,
            content: vec![7],
        }
        .encode_to_vec(),
        "FinishUpload" => proto::FinishUploadRequest { upload }.encode_to_vec(),
        "ListBotVersions" | "ListBotVersions of another bot" => {
            proto::ListBotVersionsRequest { bot }.encode_to_vec()
        }
        "GetBotVersion" => proto::GetBotVersionRequest { bot, number: 0 }.encode_to_vec(),
        other => panic!("unknown method `{other}`"),
    }
}

/// Returns the request for an upload of two bytes.
pub(super) fn create_upload(bot: String) -> proto::CreateUploadRequest {
    proto::CreateUploadRequest {
        bot,
        content_sha256: "0".repeat(64),
        bytes: 2,
    }
}

fn hosts(method: &str) -> Vec<u8> {
    let host = "a-host".to_owned();
    match method {
        "LeaseVersion" => worker_proto::LeaseVersionRequest {
            host,
            wait_nanos: 0,
        }
        .encode_to_vec(),
        "GetContent" => worker_proto::GetContentRequest {
            content_sha256: "0".repeat(64),
            part: 0,
        }
        .encode_to_vec(),
        "ReportVersion" => worker_proto::ReportVersionRequest {
            host,
            bot: "a bot".into(),
            number: 1,
            result: None,
        }
        .encode_to_vec(),
        "SyncBots" => worker_proto::SyncBotsRequest {
            host,
            capacity: 1,
            ..Default::default()
        }
        .encode_to_vec(),
        other => panic!("unknown method `{other}`"),
    }
}

fn owners(stage: &Stage<'_>, method: &str) -> Vec<u8> {
    let owner = if method.ends_with("of another owner") {
        &stage.other_owner
    } else {
        &stage.owner
    };
    let name = format!("owners/{owner}");
    match method {
        "SignUp" | "SignUp without a code" => proto::SignUpRequest {
            name: format!("{owner}-2"),
            code: match method {
                "SignUp" => stage.scene.sign_up_code.clone(),
                _ => String::new(),
            },
        }
        .encode_to_vec(),
        "GetSignInOptions" => proto::GetSignInOptionsRequest {}.encode_to_vec(),
        "SignIn" => proto::SignInRequest {
            ticket: "a-ticket".into(),
            binding: "a-binding".into(),
            ..Default::default()
        }
        .encode_to_vec(),
        "SignOut" => proto::SignOutRequest {}.encode_to_vec(),
        "GetOwner" | "GetOwner of another owner" => proto::GetOwnerRequest { name }.encode_to_vec(),
        "RotateOwnerToken" | "RotateOwnerToken of another owner" => {
            proto::RotateOwnerTokenRequest {
                name,
                lifetime_secs: Some(60),
            }
            .encode_to_vec()
        }
        "DeleteOwner" | "DeleteOwner of another owner" => {
            proto::DeleteOwnerRequest { name }.encode_to_vec()
        }
        other => panic!("unknown method `{other}`"),
    }
}

fn operator(stage: &Stage<'_>, method: &str) -> Vec<u8> {
    let name = format!("owners/{}", stage.owner);
    match method {
        "ListOwners" => proto::ListOwnersRequest::default().encode_to_vec(),
        "UpdateOwner" => proto::UpdateOwnerRequest {
            name,
            bots: Some(7),
            ..Default::default()
        }
        .encode_to_vec(),
        "BanOwner" => proto::BanOwnerRequest {
            name,
            reason: "a test".into(),
        }
        .encode_to_vec(),
        "UnbanOwner" => proto::UnbanOwnerRequest { name }.encode_to_vec(),
        "CreateSignUpCode" => proto::CreateSignUpCodeRequest::default().encode_to_vec(),
        "ListSignUpCodes" => proto::ListSignUpCodesRequest {}.encode_to_vec(),
        "DeleteSignUpCode" => proto::DeleteSignUpCodeRequest {
            name: "signUpCodes/7".into(),
        }
        .encode_to_vec(),
        "CreateToken" => proto::CreateTokenRequest {
            token_id: "a-worker".into(),
            scope: proto::TokenScope::Worker.into(),
            ..Default::default()
        }
        .encode_to_vec(),
        "ListTokens" => proto::ListTokensRequest {}.encode_to_vec(),
        "DeleteToken" => proto::DeleteTokenRequest {
            name: "tokens/unknown".into(),
        }
        .encode_to_vec(),
        "ListAuditEntries" => proto::ListAuditEntriesRequest::default().encode_to_vec(),
        other => panic!("unknown method `{other}`"),
    }
}

fn bots(stage: &Stage<'_>, method: &str) -> Vec<u8> {
    let name = stage.created.name.clone();
    let own = format!("bots/{}/spinner", stage.owner);
    let bot = if method.ends_with("of another bot") {
        format!("bots/{}", stage.other_bot)
    } else {
        own.clone()
    };
    match method {
        "RegisterBot" => proto::RegisterBotRequest {
            name: "another bot".into(),
            ..Default::default()
        }
        .encode_to_vec(),
        "GetBot" => proto::GetBotRequest { bot: own }.encode_to_vec(),
        "GetBotReport" => proto::GetBotReportRequest { bot: own }.encode_to_vec(),
        "UpdateBot" | "UpdateBot of another bot" => proto::UpdateBotRequest {
            bot,
            ..Default::default()
        }
        .encode_to_vec(),
        "DeleteBot" | "DeleteBot of another bot" => proto::DeleteBotRequest { bot }.encode_to_vec(),
        "RotateBotToken" | "RotateBotToken of another bot" => proto::RotateBotTokenRequest {
            bot,
            lifetime_secs: None,
        }
        .encode_to_vec(),
        "StreamInvitations" => proto::StreamInvitationsRequest {
            max_concurrent_matches: 1,
        }
        .encode_to_vec(),
        "ListBots" => proto::ListBotsRequest::default().encode_to_vec(),
        "AppendSeatLog" => proto::AppendSeatLogRequest {
            r#match: name,
            text: "a secret of the bot".into(),
        }
        .encode_to_vec(),
        "AppendSeatLog of a bot" => proto::AppendSeatLogRequest {
            text: "a text".into(),
            ..Default::default()
        }
        .encode_to_vec(),
        "GetSeatLog" => proto::GetSeatLogRequest {
            r#match: name,
            seat: 0,
        }
        .encode_to_vec(),
        other => panic!("unknown method `{other}`"),
    }
}

/// Returns the request for an environment of one lane.
pub(super) fn create_env() -> proto::CreateEnvRequest {
    proto::CreateEnvRequest {
        setup: Some(proto::GameSetup {
            game: "netzwerk".into(),
            ..Default::default()
        }),
        ..Default::default()
    }
}

fn envs(stage: &Stage<'_>, method: &str, token: &str) -> Vec<u8> {
    let (env, env_token) = (stage.env.clone(), token.to_owned());
    let batch = Some(proto::LaneBatch {
        step: 0,
        kind: Some(proto::lane_batch::Kind::RandomActions(
            proto::RandomActions {},
        )),
    });
    let lanes = Vec::new();
    match method {
        "CreateEnv" => create_env().encode_to_vec(),
        "StepEnv" => proto::StepEnvRequest { env, batch }.encode_to_vec(),
        "StreamSteps" => proto::StreamStepsRequest {
            env,
            env_token,
            batch,
        }
        .encode_to_vec(),
        "SaveLanes" => proto::SaveLanesRequest { env, lanes }.encode_to_vec(),
        "LoadLanes" => proto::LoadLanesRequest {
            env,
            lanes,
            saved: stage.saved_lanes.clone(),
        }
        .encode_to_vec(),
        "CloseEnv" => proto::CloseEnvRequest { env }.encode_to_vec(),
        other => panic!("unknown method `{other}`"),
    }
}

/// Returns the request that adds a cycle to the tournament of the scene, and an entrant whose command only the operator may
/// learn.
fn extend_tournament(name: String) -> proto::ExtendTournamentRequest {
    proto::ExtendTournamentRequest {
        name,
        extension: Some(proto::TournamentExtension {
            entrants: vec![proto::Entrant {
                name: "added".into(),
                ..launched_bot("added-program")
            }],
            cycles: Some(2),
            ..Default::default()
        }),
        request_id: String::new(),
    }
}

fn workers(stage: &Stage<'_>, method: &str) -> Vec<u8> {
    let tournament = stage.tournament.clone();
    let worker = Some(botwerk_tests::worker("the-secret-of-a-worker"));
    let lease = Some(worker_proto::ChunkLease {
        tournament: tournament.clone(),
        first_pairing: 0,
        epoch: 1,
    });
    match method {
        "LeaseChunk" => worker_proto::LeaseChunkRequest {
            worker,
            wait_nanos: 0,
        }
        .encode_to_vec(),
        "GetWork" => worker_proto::GetWorkRequest { tournament }.encode_to_vec(),
        "RenewLeases" => worker_proto::RenewLeasesRequest {
            worker,
            leases: lease.into_iter().collect(),
        }
        .encode_to_vec(),
        "ReportResults" => worker_proto::ReportResultsRequest {
            worker,
            lease,
            sequence: 1,
            ..Default::default()
        }
        .encode_to_vec(),
        "ReleaseLease" => worker_proto::ReleaseLeaseRequest { worker, lease }.encode_to_vec(),
        "ListWorkers" => worker_proto::ListWorkersRequest::default().encode_to_vec(),
        "ReadmitWorker" => worker_proto::ReadmitWorkerRequest {
            worker: "a worker".into(),
        }
        .encode_to_vec(),
        "ListDifferingMatches" => worker_proto::ListDifferingMatchesRequest {
            tournament,
            ..Default::default()
        }
        .encode_to_vec(),
        other => panic!("unknown method `{other}`"),
    }
}

fn tournaments(stage: &Stage<'_>, method: &str) -> Vec<u8> {
    let name = stage.tournament.clone();
    match method {
        "CreateTournament" => create_tournament("another-program").encode_to_vec(),
        "GetTournament" => proto::GetTournamentRequest { name }.encode_to_vec(),
        "ListTournaments" => proto::ListTournamentsRequest::default().encode_to_vec(),
        "PauseTournament" => proto::PauseTournamentRequest { name }.encode_to_vec(),
        "ResumeTournament" => proto::ResumeTournamentRequest { name }.encode_to_vec(),
        "CancelTournament" => proto::CancelTournamentRequest { name }.encode_to_vec(),
        "WithdrawEntrant" => proto::WithdrawEntrantRequest {
            tournament: name,
            entrant: "launched".into(),
            message: String::new(),
        }
        .encode_to_vec(),
        "ReadmitEntrant" => proto::ReadmitEntrantRequest {
            tournament: name,
            entrant: "launched".into(),
        }
        .encode_to_vec(),
        "ExtendTournament" => extend_tournament(name).encode_to_vec(),
        "GetBotTokens" => proto::GetBotTokensRequest { tournament: name }.encode_to_vec(),
        "WatchTournament" => proto::WatchTournamentRequest {
            name,
            interval_nanos: 0,
        }
        .encode_to_vec(),
        "GetStandings" => proto::GetStandingsRequest {
            name,
            season: 0,
            ..Default::default()
        }
        .encode_to_vec(),
        "ListPairings" => proto::ListPairingsRequest {
            tournament: name,
            ..Default::default()
        }
        .encode_to_vec(),
        other => panic!("unknown method `{other}`"),
    }
}
