//! Bots that fail: the blame has a name, the opponent is told how it ended, and whoever fails again
//! and again is taken out.

use std::collections::BTreeSet;
use std::time::Duration;

use botwerk_client::proto;
use botwerk_service::Config;
use botwerk_tests::{TestServer, in_memory};
use proto::Termination;

use crate::bots::{Heard, Manner, TestBot};
use crate::table::{
    create, netzwerk, pairings, program, round_robin, standings, token_of, until_over,
};

/// Times short enough for a test.
fn impatient() -> Config {
    Config {
        join_limit_secs: 1,
        offline_limit_secs: 1,
        ..in_memory()
    }
}

/// What came of a tournament of a good bot and one with a manner of its own.
struct Played {
    tournament: proto::Tournament,
    pairings: Vec<proto::Pairing>,
    standings: proto::GetStandingsResponse,
    good: Vec<Heard>,
    bad: Vec<Heard>,
}

async fn play(manner: Manner, cycles: u32, turn: Option<Duration>) -> Played {
    let setup = |entrants| netzwerk(round_robin(cycles), entrants, turn);
    play_setup(manner, setup).await
}

async fn play_setup(
    manner: Manner,
    setup: impl FnOnce(Vec<proto::Entrant>) -> proto::TournamentSetup,
) -> Played {
    let server = TestServer::with(impatient()).await;
    let client = server.client().await;
    let entrants = vec![program("good"), program("bad")];
    let made = create(&client, setup(entrants)).await;
    let [good, bad] = ["good", "bad"].map(|name| token_of(&client, &made.name, name));
    let mut good = TestBot::start(&server.address(), good.await, Manner::Plays);
    let mut bad = TestBot::start(&server.address(), bad.await, manner);
    let tournament = until_over(&client, &made.name).await;
    // What was told last is on its way.
    tokio::time::sleep(Duration::from_millis(300)).await;
    Played {
        pairings: pairings(&client, &made.name).await,
        standings: standings(&client, &made.name).await,
        good: good.heard_so_far(),
        bad: bad.heard_so_far(),
        tournament,
    }
}

impl Played {
    /// How the bad bot's played matches ended for it.
    fn blamed(&self) -> BTreeSet<Termination> {
        let played = self.pairings.iter().filter(|pairing| {
            let attempts = &pairing.attempts;
            attempts
                .iter()
                .any(|attempt| attempt.scored && !attempt.r#match.is_empty())
        });
        let blame = played.map(|pairing| {
            let seat = pairing
                .entrants
                .iter()
                .position(|name| name == "bad")
                .unwrap();
            let result = pairing.result.as_ref().unwrap();
            // Nobody else is to blame.
            assert_eq!(
                result.conduct[1 - seat].termination(),
                Termination::Unspecified
            );
            result.conduct[seat].termination()
        });
        blame.collect()
    }

    /// Matches of which the good bot was told the end.
    fn told(&self) -> usize {
        let over = |heard: &&Heard| matches!(heard, Heard::Over);
        self.good.iter().filter(over).count()
    }

    /// Matches that were really played.
    fn played(&self) -> usize {
        let attempts = self.pairings.iter().flat_map(|pairing| &pairing.attempts);
        attempts
            .filter(|attempt| !attempt.r#match.is_empty())
            .count()
    }

    fn check_withdrawn(&self, words: &str) {
        let out = &self.tournament.withdrawals[0];
        assert_eq!(out.entrant, "bad");
        assert!(out.why.contains(words), "{}", out.why);
        assert!(out.why.contains("3 times in a row"), "{}", out.why);
        assert_eq!(self.played(), 3);
        // The others of its matches are forfeited.
        assert_eq!(self.tournament.results, self.tournament.matches);
        assert!(self.standings.standings.iter().any(|line| line.withdrawn));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_that_crashes_is_disconnected_then_absent_then_withdrawn() {
    // Where no clock runs, absence is limited.
    let nodes = proto::TimeControl {
        kind: Some(proto::time_control::Kind::BudgetNodes(1000)),
        ..Default::default()
    };
    let setup = |entrants| proto::TournamentSetup {
        time_control: Some(nodes),
        ..netzwerk(round_robin(4), entrants, None)
    };
    let played = play_setup(Manner::Crashes, setup).await;
    let expected = [Termination::Disconnected, Termination::NoShow];
    assert_eq!(played.blamed(), BTreeSet::from(expected));
    played.check_withdrawn("did not join");
    assert_eq!(played.told(), 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_that_hangs_is_flagged_and_withdrawn() {
    let played = play(Manner::Hangs, 4, Some(Duration::from_millis(200))).await;
    assert_eq!(played.blamed(), BTreeSet::from([Termination::Flagged]));
    played.check_withdrawn("answered nothing");
    assert_eq!(played.told(), 3);
    let withdrawn = |heard: &Heard| matches!(heard, Heard::Withdrawn(out) if out.why.contains("answered nothing"));
    assert!(played.bad.iter().any(withdrawn), "{:?}", played.bad);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_that_floods_is_refused_and_flagged() {
    let played = play(Manner::Floods, 2, Some(Duration::from_millis(300))).await;
    assert_eq!(played.blamed(), BTreeSet::from([Termination::Flagged]));
    played.check_withdrawn("answered nothing");
    assert_eq!(played.told(), 3);
    let refused = |heard: &Heard| matches!(heard, Heard::Refused(why) if why == "WRONG_TURN");
    assert!(played.bad.iter().any(refused));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_that_loses_its_connection_and_returns_plays_on() {
    let played = play(Manner::Returns, 2, None).await;
    assert_eq!(played.blamed(), BTreeSet::from([Termination::Unspecified]));
    assert!(played.tournament.withdrawals.is_empty());
    assert_eq!((played.played(), played.told()), (4, 4));
    let over = |heard: &&Heard| matches!(heard, Heard::Over);
    assert_eq!(played.bad.iter().filter(over).count(), 4);
    assert!(
        played
            .bad
            .iter()
            .any(|heard| matches!(heard, Heard::TournamentOver))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_that_plays_illegally_is_out_after_three_acts_and_withdrawn_after_three_matches() {
    let played = play(Manner::Cheats, 2, None).await;
    assert_eq!(played.blamed(), BTreeSet::from([Termination::Illegal]));
    played.check_withdrawn("played illegally");
    let told: Vec<_> = played
        .good
        .iter()
        .filter(|h| matches!(h, Heard::Over))
        .collect();
    assert_eq!(told.len(), 3);
    let refused = |heard: &&Heard| matches!(heard, Heard::Refused(why) if why == "ILLEGAL_ACTION");
    assert_eq!(played.bad.iter().filter(refused).count(), 9);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_that_answers_a_millisecond_late_is_flagged() {
    let played = play(Manner::IsLate, 1, Some(Duration::from_millis(150))).await;
    assert_eq!(played.blamed(), BTreeSet::from([Termination::Flagged]));
    assert_eq!(played.told(), 2);
    let late = |heard: &&Heard| matches!(heard, Heard::Refused(why) if why == "FLAGGED");
    assert_eq!(
        played.bad.iter().filter(late).count(),
        2,
        "{:?}",
        played.bad
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_that_bears_a_foreign_token_does_not_get_the_seat() {
    let played = play(Manner::MixesUpTokens, 2, None).await;
    let expected = [Termination::Unspecified, Termination::NoShow];
    assert_eq!(played.blamed(), BTreeSet::from(expected));
    let refused = |heard: &&Heard| matches!(heard, Heard::Refused(why) if why == "BAD_TOKEN");
    assert_eq!(
        played.bad.iter().filter(refused).count(),
        3,
        "{:?}",
        played.bad
    );
    assert_eq!(played.told(), 4);
}
