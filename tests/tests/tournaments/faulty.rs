//! Faulty bots: the termination names the cause, the opponent receives the end of the match, and a
//! bot that fails repeatedly is withdrawn.

use std::collections::BTreeSet;
use std::time::Duration;

use botwerk_client::proto;
use botwerk_service::Config;
use botwerk_tests::{TestServer, in_memory};
use proto::Termination;

use crate::bots::{Behaviour, BotEvent, TestBot};
use crate::tournament::{
    agent, bot_token, create, launched_bot, netzwerk, pairings, round_robin, standings, wait_until,
    wait_until_over,
};

/// Returns a configuration with short time limits.
fn short_limits() -> Config {
    Config {
        join_limit_secs: 1,
        offline_limit_secs: 1,
        ..in_memory()
    }
}

/// The outcome of a tournament between a correct and a faulty bot.
struct TournamentResult {
    tournament: proto::Tournament,
    pairings: Vec<proto::Pairing>,
    standings: proto::GetStandingsResponse,
    good: Vec<BotEvent>,
    bad: Vec<BotEvent>,
}

async fn play(behaviour: Behaviour, cycles: u32, turn: Option<Duration>) -> TournamentResult {
    let setup = |entrants| netzwerk(round_robin(cycles), entrants, turn);
    play_setup(behaviour, setup).await
}

async fn play_setup(
    behaviour: Behaviour,
    setup: impl FnOnce(Vec<proto::Entrant>) -> proto::TournamentSetup,
) -> TournamentResult {
    let server = TestServer::start(short_limits()).await;
    let client = server.client().await;
    let entrants = vec![launched_bot("good"), launched_bot("bad")];
    let created = create(&client, setup(entrants)).await;
    let [good, bad] = ["good", "bad"].map(|name| bot_token(&client, &created.name, name));
    let good = TestBot::start(&server.address(), good.await, Behaviour::Plays);
    let bad = TestBot::start(&server.address(), bad.await, behaviour);
    let tournament = wait_until_over(&client, &created.name).await;
    TournamentResult {
        pairings: pairings(&client, &created.name).await,
        standings: standings(&client, &created.name).await,
        good: good.ended().await,
        bad: bad.ended().await,
        tournament,
    }
}

impl TournamentResult {
    /// Returns the terminations of the bad bot's played matches.
    fn bad_terminations(&self) -> BTreeSet<Termination> {
        let played = self.pairings.iter().filter(|pairing| {
            let attempts = &pairing.attempts;
            attempts
                .iter()
                .any(|attempt| attempt.is_scored && !attempt.r#match.is_empty())
        });
        let terminations = played.map(|pairing| {
            let seat = pairing
                .entrants
                .iter()
                .position(|name| name == "bad")
                .unwrap();
            let result = pairing.result.as_ref().unwrap();
            // The other seat must not be blamed.
            assert_eq!(result.seat_stats[1 - seat].termination(), Termination::None);
            result.seat_stats[seat].termination()
        });
        terminations.collect()
    }

    /// Returns the number of matches of which the good bot received the end.
    fn reported_ends(&self) -> usize {
        let is_over = |event: &&BotEvent| matches!(event, BotEvent::Over);
        self.good.iter().filter(is_over).count()
    }

    /// Returns the number of matches that were played.
    fn played(&self) -> usize {
        let attempts = self.pairings.iter().flat_map(|pairing| &pairing.attempts);
        attempts
            .filter(|attempt| !attempt.r#match.is_empty())
            .count()
    }

    fn check_withdrawn(&self, expected: &str) {
        let withdrawal = &self.tournament.withdrawals[0];
        assert_eq!(withdrawal.entrant, "bad");
        assert!(
            withdrawal.message.contains(expected),
            "{}",
            withdrawal.message
        );
        assert!(
            withdrawal.message.contains("3 times in a row"),
            "{}",
            withdrawal.message
        );
        assert_eq!(self.played(), 3);
        // Its other matches are forfeited.
        assert_eq!(self.tournament.result_count, self.tournament.match_count);
        assert!(
            self.standings
                .standings
                .iter()
                .any(|line| line.is_withdrawn)
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_wait_for_a_bot_that_is_away() {
    let config = Config {
        join_limit_secs: 2,
        ..in_memory()
    };
    let server = TestServer::start(config).await;
    let client = server.client().await;
    let entrants = vec![launched_bot("bot"), agent(0, "random")];
    let created = create(&client, netzwerk(round_robin(10), entrants, None)).await;
    let token = bot_token(&client, &created.name, "bot").await;
    let bot = TestBot::start(&server.address(), token.clone(), Behaviour::Plays);
    wait_until(&client, &created.name, |now| now.result_count >= 2).await;
    drop(bot);
    // More than twice the join limit: a test of time.
    tokio::time::sleep(Duration::from_secs(5)).await;
    let _bot = TestBot::start(&server.address(), token, Behaviour::Plays);
    let over = wait_until_over(&client, &created.name).await;
    assert_eq!((over.result_count, over.withdrawals.len()), (20, 0));
    // One that had started when the bot left, and one that was opened before the server noticed. Without waiting,
    // every second of its absence would cost a match.
    let table = standings(&client, &created.name).await;
    let terminations = table.standings.iter().flat_map(|line| &line.terminations);
    let left: u64 = terminations.map(|termination| termination.count).sum();
    assert!(left <= 2, "{left} matches were left");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bot_that_crashes_is_disconnected_then_a_no_show_then_withdrawn() {
    // Without a clock, the offline limit applies.
    let nodes = proto::TimeControl {
        kind: Some(proto::time_control::Kind::BudgetNodes(1000)),
        ..Default::default()
    };
    let setup = |entrants| proto::TournamentSetup {
        time_control: Some(nodes),
        ..netzwerk(round_robin(4), entrants, None)
    };
    let played = play_setup(Behaviour::Crashes, setup).await;
    let expected = [Termination::Disconnected, Termination::NoShow];
    assert_eq!(played.bad_terminations(), BTreeSet::from(expected));
    played.check_withdrawn("did not join");
    assert_eq!(played.reported_ends(), 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bot_that_hangs_is_flagged_and_withdrawn() {
    let played = play(Behaviour::Hangs, 4, Some(Duration::from_millis(200))).await;
    assert_eq!(
        played.bad_terminations(),
        BTreeSet::from([Termination::Flagged])
    );
    played.check_withdrawn("submitted nothing");
    assert_eq!(played.reported_ends(), 3);
    let is_withdrawn = |event: &BotEvent| matches!(event, BotEvent::Withdrawn(withdrawal) if withdrawal.message.contains("submitted nothing"));
    assert!(played.bad.iter().any(is_withdrawn), "{:?}", played.bad);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bot_that_floods_is_rejected_and_flagged() {
    let played = play(Behaviour::Floods, 2, Some(Duration::from_millis(300))).await;
    assert_eq!(
        played.bad_terminations(),
        BTreeSet::from([Termination::Flagged])
    );
    played.check_withdrawn("submitted nothing");
    assert_eq!(played.reported_ends(), 3);
    let is_rejected =
        |event: &BotEvent| matches!(event, BotEvent::Rejected(why) if why == "WRONG_TURN");
    assert!(played.bad.iter().any(is_rejected));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bot_that_reconnects_finishes_its_matches() {
    let played = play(Behaviour::Reconnects, 2, None).await;
    assert_eq!(
        played.bad_terminations(),
        BTreeSet::from([Termination::None])
    );
    assert!(played.tournament.withdrawals.is_empty());
    assert_eq!((played.played(), played.reported_ends()), (4, 4));
    let is_over = |event: &&BotEvent| matches!(event, BotEvent::Over);
    assert_eq!(played.bad.iter().filter(is_over).count(), 4);
    assert!(
        played
            .bad
            .iter()
            .any(|event| matches!(event, BotEvent::TournamentOver))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bot_that_plays_illegally_is_withdrawn_after_three_matches() {
    let played = play(Behaviour::Cheats, 2, None).await;
    assert_eq!(
        played.bad_terminations(),
        BTreeSet::from([Termination::Illegal])
    );
    played.check_withdrawn("submitted an illegal action");
    let ends: Vec<_> = played
        .good
        .iter()
        .filter(|h| matches!(h, BotEvent::Over))
        .collect();
    assert_eq!(ends.len(), 3);
    let is_rejected =
        |event: &&BotEvent| matches!(event, BotEvent::Rejected(why) if why == "ILLEGAL_ACTION");
    assert_eq!(played.bad.iter().filter(is_rejected).count(), 9);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bot_that_answers_one_millisecond_late_is_flagged() {
    let played = play(Behaviour::IsLate, 1, Some(Duration::from_millis(500))).await;
    assert_eq!(
        played.bad_terminations(),
        BTreeSet::from([Termination::Flagged])
    );
    assert_eq!(played.reported_ends(), 2);
    let is_flagged =
        |event: &&BotEvent| matches!(event, BotEvent::Rejected(why) if why == "FLAGGED");
    assert_eq!(
        played.bad.iter().filter(is_flagged).count(),
        2,
        "{:?}",
        played.bad
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bot_with_a_foreign_token_cannot_join() {
    let played = play(Behaviour::MixesUpTokens, 2, None).await;
    let expected = [Termination::None, Termination::NoShow];
    assert_eq!(played.bad_terminations(), BTreeSet::from(expected));
    let is_rejected =
        |event: &&BotEvent| matches!(event, BotEvent::Rejected(why) if why == "BAD_TOKEN");
    assert_eq!(
        played.bad.iter().filter(is_rejected).count(),
        3,
        "{:?}",
        played.bad
    );
    assert_eq!(played.reported_ends(), 4);
}
