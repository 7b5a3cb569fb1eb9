//! Bots that do everything right, and bots that do one thing wrong.

mod bot;

use std::time::Duration;

use botwerk_engine::GameId;
use clap::ValueEnum;
use tokio::task::JoinSet;

use super::bot_process::{BotEnvironment, BotProcess, LastWords};
use super::check::Check;
use super::check_game::CheckGame;
use super::report::{Report, Verdict};
use super::runner::CheckRunner;
use super::timeouts::CheckTimeouts;
use crate::embedded_server::EmbeddedServer;
use crate::failure::Failure;
use bot::Wrong;

/// Little enough that a test need not wait long for what does not come.
const PATIENCE: CheckTimeouts = CheckTimeouts {
    turn: Duration::from_millis(1500),
    connect: Duration::from_secs(2),
    outage: Duration::from_millis(300),
};

/// Enough for a machine that has much else to do.
const LONG_PATIENCE: CheckTimeouts = CheckTimeouts {
    turn: Duration::from_secs(20),
    connect: Duration::from_secs(20),
    ..PATIENCE
};

/// What a check finds about a bot.
async fn report(check: Check, wrong: Wrong) -> Report {
    let host = EmbeddedServer::in_memory().await.unwrap();
    let inspection = CheckRunner {
        host: &host,
        field: CheckGame::new(GameId::Netzwerk).unwrap(),
        timeouts: match wrong {
            Wrong::Nothing => LONG_PATIENCE,
            _ => PATIENCE,
        },
        start: &|way| Ok(start(way, wrong)),
    };
    let report = inspection.make(check).await.unwrap();
    host.stop().await.unwrap();
    report
}

fn start(way: &BotEnvironment, wrong: Wrong) -> BotProcess {
    let (server, token) = (way.server.clone(), way.token.clone());
    let mut task = JoinSet::new();
    task.spawn(bot::attend(server, token, wrong));
    let end = async move {
        let ended = task.join_next().await;
        assert!(matches!(ended, Some(Ok(()))), "the bot panicked: {ended:?}");
        "ended".to_owned()
    };
    BotProcess::new(end, LastWords::default())
}

/// Checks that a bot is caught, and that the first words about it say so.
async fn is_caught(check: Check, wrong: Wrong, words: &str) {
    let report = report(check, wrong).await;
    assert_eq!(report.verdict, Verdict::Failed, "{wrong:?}: {report:?}");
    let first = report.words.first().unwrap();
    assert!(first.contains(words), "{wrong:?}: {report:?}");
    assert!(first.contains("; "), "says not what to do: {first}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_right_bot_passes_every_check() {
    for check in Check::value_variants() {
        let report = report(*check, Wrong::Nothing).await;
        let expected = match check {
            Check::Simultaneous => Verdict::Skipped,
            _ => Verdict::Passed,
        };
        assert_eq!(report.verdict, expected, "{report:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_does_not_come_back_is_caught() {
    let wrong = Wrong::NeverComesBack;
    is_caught(
        Check::Reconnect,
        wrong,
        "did not join its match again after its Play",
    )
    .await;
    is_caught(
        Check::Restart,
        wrong,
        "did not join its match again after the server",
    )
    .await;
    is_caught(
        Check::Reconnect,
        Wrong::NeverAttendsAgain,
        "did not attend after its Attend",
    )
    .await;
    let words = "resume_after_seq 10000, though it was sent nothing behind";
    is_caught(Check::Reconnect, Wrong::NamesFutureReports, words).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_takes_refusals_wrongly_is_caught() {
    let check = Check::RejectedSubmission;
    is_caught(check, Wrong::FallsSilent, "no valid answer to turn 1").await;
    is_caught(
        check,
        Wrong::GoesOnToTheNextTurn,
        "turn 2, act 1, which it was not asked",
    )
    .await;
    let flood = report(check, Wrong::Floods).await;
    assert_eq!(flood.verdict, Verdict::Failed, "{flood:?}");
    let words = flood.words.join("\n");
    assert!(
        words.contains("answered turn 1, act 1 more than once"),
        "{words}"
    );
    assert!(words.contains("acts for turn 1 within"), "{words}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_acts_after_the_end_is_caught() {
    let wrong = Wrong::ActsAfterTheEnd;
    for check in [Check::Matches, Check::LateSubmission, Check::Resignation] {
        is_caught(check, wrong, "after its match was over").await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_ignores_pings_is_caught() {
    is_caught(
        Check::Pings,
        Wrong::IgnoresPings,
        "0 of 3 Pings were answered",
    )
    .await;
    is_caught(Check::Pings, Wrong::InventsNonces, "which no Ping had").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_quits_after_a_match_is_caught() {
    let words = "it ended after its first match was over";
    is_caught(Check::Matches, Wrong::QuitsAfterAMatch, words).await;
    let words = "did not attend after its first match was over";
    is_caught(Check::Matches, Wrong::AttendsOnce, words).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_makes_numbers_up_is_caught() {
    let check = Check::Identifiers;
    is_caught(
        check,
        Wrong::KnowsTheHandle,
        "with handle 1, which no Joined",
    )
    .await;
    is_caught(
        check,
        Wrong::CountsTurns,
        "turn 0, act 0, which it was not asked",
    )
    .await;
    is_caught(check, Wrong::AnswersTwice, "turn 1, act 0 more than once").await;
    is_caught(check, Wrong::KeepsTheFirstToken, "not that of its seat").await;
    is_caught(
        check,
        Wrong::AttendsAsSomebodyElse,
        "a token that is not its own",
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_speaks_nonsense_is_caught() {
    let words = "its act in turn 1 was refused";
    is_caught(Check::Matches, Wrong::SpeaksNonsense, words).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_never_comes_is_caught() {
    is_caught(
        Check::Pings,
        Wrong::NeverAttends,
        "did not attend within 2 s",
    )
    .await;
    is_caught(Check::Pings, Wrong::NeverJoins, "did not join within 2 s").await;
    is_caught(
        Check::Matches,
        Wrong::NeverActs,
        "no valid answer to turn 1",
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_cannot_be_started_ends_everything() {
    let host = EmbeddedServer::in_memory().await.unwrap();
    let failure = || Failure::ReportedInvalid;
    let inspection = CheckRunner {
        host: &host,
        field: CheckGame::new(GameId::Netzwerk).unwrap(),
        timeouts: PATIENCE,
        start: &|_| Err(failure()),
    };
    let made = inspection.make(Check::Pings).await;
    assert!(matches!(made, Err(Failure::ReportedInvalid)), "{made:?}");
    host.stop().await.unwrap();
}
