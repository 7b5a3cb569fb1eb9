//! A correct bot passes every check, and bots with one mistake fail.

mod bot;

use std::time::Duration;

use botwerk_command::failure::Failure;
use botwerk_engine::GameId;
use botwerk_tests::TestServer;
use clap::ValueEnum;
use tokio::task::JoinSet;

use super::bot_process::{BotEnvironment, BotProcess, StderrTail};
use super::check_game::CheckGame;
use super::check_timeouts::CheckTimeouts;
use super::checks::Check;
use super::report::{CheckReport, Verdict};
use super::runner::CheckRunner;
use bot::Wrong;

/// Short timeouts, so that tests of missing answers end soon.
const SHORT_TIMEOUTS: CheckTimeouts = CheckTimeouts {
    turn: Duration::from_millis(1500),
    connect: Duration::from_secs(2),
    outage: Duration::from_millis(300),
};

/// Timeouts for a busy machine.
const LONG_TIMEOUTS: CheckTimeouts = CheckTimeouts {
    turn: Duration::from_secs(20),
    connect: Duration::from_secs(20),
    ..SHORT_TIMEOUTS
};

/// Runs a check on a bot with this mistake.
async fn report(check: Check, wrong: Wrong) -> CheckReport {
    let host = TestServer::in_memory().await;
    let runner = CheckRunner {
        server: host.client().await,
        game: CheckGame::new(GameId::NETZWERK).unwrap(),
        timeouts: match wrong {
            Wrong::Nothing => LONG_TIMEOUTS,
            _ => SHORT_TIMEOUTS,
        },
        start: &|environment| Ok(start(environment, wrong)),
    };
    let report = runner.run(check).await.unwrap();
    host.stop().await;
    report
}

fn start(environment: &BotEnvironment, wrong: Wrong) -> BotProcess {
    let (server, token) = (environment.server.clone(), environment.token.clone());
    let mut task = JoinSet::new();
    task.spawn(bot::attend(server, token, wrong));
    let end = async move {
        let ended = task.join_next().await;
        assert!(matches!(ended, Some(Ok(()))), "the bot panicked: {ended:?}");
        "ended".to_owned()
    };
    BotProcess::new(end, StderrTail::default())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_faults_that_every_check_would_meet_are_fatal() {
    for (check, wrong, is_fatal) in [
        (Check::Matches, Wrong::NeverOnline, true),
        (Check::Reconnect, Wrong::NeverJoins, true),
        (Check::Identifiers, Wrong::NeverActs, true),
        (Check::Matches, Wrong::SubmitsNonsense, true),
        (Check::Reconnect, Wrong::NeverReconnects, false),
        (Check::RejectedSubmission, Wrong::StopsAnswering, false),
        (Check::Matches, Wrong::QuitsAfterAMatch, false),
        (Check::Matches, Wrong::Nothing, false),
    ] {
        let report = report(check, wrong).await;
        assert_eq!(report.is_fatal, is_fatal, "{wrong:?}: {report:?}");
    }
}

/// Checks that a bot is caught, and that the first message says so.
async fn assert_caught(check: Check, wrong: Wrong, expected: &str) {
    let report = report(check, wrong).await;
    assert_eq!(report.verdict, Verdict::Failed, "{wrong:?}: {report:?}");
    let first = report.messages.first().unwrap();
    assert!(first.contains(expected), "{wrong:?}: {report:?}");
    assert!(first.contains("; "), "no advice: {first}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn correct_bot_passes_every_check() {
    for check in Check::value_variants()
        .iter()
        .filter(|check| !check.is_for_clients())
    {
        let report = report(*check, Wrong::Nothing).await;
        let expected = match check {
            Check::Simultaneous => Verdict::Skipped,
            _ => Verdict::Passed,
        };
        assert_eq!(report.verdict, expected, "{report:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bot_that_does_not_reconnect_fails() {
    let wrong = Wrong::NeverReconnects;
    assert_caught(
        Check::Reconnect,
        wrong,
        "did not rejoin its match for 2 s after its Play",
    )
    .await;
    assert_caught(
        Check::Restart,
        wrong,
        "did not rejoin its match for 2 s after the server",
    )
    .await;
    assert_caught(
        Check::Reconnect,
        Wrong::NeverOnlineAgain,
        "not online for 2 s after its StreamInvitations",
    )
    .await;
    let expected = "resume_after_seq 10000, but the last seq";
    assert_caught(Check::Reconnect, Wrong::SendsFutureSeq, expected).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bot_that_reconnects_as_often_as_ever_fails() {
    let expected = "double the delay before every further attempt";
    assert_caught(Check::BackOff, Wrong::Nothing, expected).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bot_that_mishandles_rejections_fails() {
    let check = Check::RejectedSubmission;
    assert_caught(check, Wrong::StopsAnswering, "no valid answer to turn 1").await;
    let advice = "send another Submission with the same turn and part";
    assert_caught(check, Wrong::StopsAnswering, advice).await;
    assert_caught(
        check,
        Wrong::SkipsToTheNextTurn,
        "part 1 of turn 2, which was not requested",
    )
    .await;
    let flood = report(check, Wrong::Floods).await;
    assert_eq!(flood.verdict, Verdict::Failed, "{flood:?}");
    let expected = flood.messages.join("\n");
    assert!(
        expected.contains("answered part 1 of turn 1 more than once"),
        "{expected}"
    );
    assert!(
        expected.contains("submissions for turn 1 within"),
        "{expected}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bot_that_submits_after_the_end_fails() {
    let wrong = Wrong::ActsAfterTheEnd;
    for check in [Check::Matches, Check::LateSubmission, Check::Resignation] {
        assert_caught(check, wrong, "after its match was over").await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bot_that_quits_after_a_match_fails() {
    let expected = "it ended after its first match was over";
    assert_caught(Check::Matches, Wrong::QuitsAfterAMatch, expected).await;
    let expected = "not online for 2 s after its first match was over";
    assert_caught(Check::Matches, Wrong::OnlineOnce, expected).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bot_with_invalid_identifiers_fails() {
    let check = Check::Identifiers;
    assert_caught(
        check,
        Wrong::AssumesTheHandle,
        "with handle 1, which no Joined",
    )
    .await;
    assert_caught(
        check,
        Wrong::CountsTurns,
        "part 0 of turn 0, which was not requested",
    )
    .await;
    assert_caught(
        check,
        Wrong::AnswersTwice,
        "part 0 of turn 1 more than once",
    )
    .await;
    assert_caught(check, Wrong::KeepsTheFirstToken, "is not its seat_token").await;
    assert_caught(
        check,
        Wrong::UsesAnotherToken,
        "a token that is not its own",
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bot_with_illegal_submissions_fails() {
    let expected = "its submission in turn 1 was rejected";
    assert_caught(Check::Matches, Wrong::SubmitsNonsense, expected).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bot_that_never_connects_fails() {
    assert_caught(
        Check::Identifiers,
        Wrong::NeverOnline,
        "was not online within 2 s",
    )
    .await;
    assert_caught(
        Check::Identifiers,
        Wrong::NeverJoins,
        "did not join within 2 s",
    )
    .await;
    assert_caught(
        Check::Matches,
        Wrong::NeverActs,
        "no valid answer to turn 1",
    )
    .await;
}

/// The test bot follows the protocol, but does not do what clients do.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bot_without_a_client_fails_the_checks_of_clients() {
    for (check, wrong, expected) in [
        (Check::LoweredSeq, Wrong::Nothing, "lower the last seq"),
        (
            Check::Log,
            Wrong::Nothing,
            "no line to standard error when it",
        ),
        (Check::Tls, Wrong::OnlineOnce, "was not online within 2 s"),
        (
            Check::Redirect,
            Wrong::OnlineOnce,
            "was rejected with WRONG_SERVER",
        ),
        (
            Check::ExcessiveSubmission,
            Wrong::StopsAnswering,
            "same turn and part",
        ),
        (
            Check::UnparsableSubmission,
            Wrong::StopsAnswering,
            "same turn and part",
        ),
    ] {
        assert_caught(check, wrong, expected).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bot_that_cannot_be_started_is_an_error() {
    let host = TestServer::in_memory().await;
    let failure = || Failure::ReportedInvalid;
    let runner = CheckRunner {
        server: host.client().await,
        game: CheckGame::new(GameId::NETZWERK).unwrap(),
        timeouts: SHORT_TIMEOUTS,
        start: &|_| Err(failure()),
    };
    let result = runner.run(Check::Identifiers).await;
    assert!(
        matches!(result, Err(Failure::ReportedInvalid)),
        "{result:?}"
    );
    host.stop().await;
}
