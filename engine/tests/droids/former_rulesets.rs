//! Matches that were played under a former ruleset.

use botwerk_engine::droids::Droids;
use botwerk_engine::record::{
    ClockKind, EventLine, Header, OutcomeLine, Record, Replay, SeedOrigin,
};
use botwerk_engine::record::{RecordedSeat, ruleset_sha256};
use botwerk_engine::{
    GameId, GameNotation, GameRules, GameType, GameViews, Options, Referee, RootSeed, Submission,
    Viewer, hex,
};
use sha2::{Digest, Sha256};

/// Every ruleset with which matches were played, the current one last. None may be removed or changed: after
/// a change of a ruleset its former text is listed in `GameSpec::former_rulesets`, and its new hash here.
const RULESETS: [(GameId, &[&str]); 4] = [
    (
        GameId::MICRO_ROBOTS,
        &["8132d2376971ba5ceff7b54761dfd9d8d88c1cb8991a18545102513ac0970ea1"],
    ),
    (
        GameId::NETZWERK,
        &[
            "422d4bcdf560d36861361caafc5dee91c256f513100bd20eed805a351cb62fc6",
            "566cde01f9fba4b36fc11e562aa14d0e70d249e5e6cec8efe7e69b86d2613b40",
        ],
    ),
    (
        GameId::DROIDS,
        &[
            "21af8cca0c84fb131200cf97b74e27b87d3c3ed5bcb8365e4725d6db9b6cf5d0",
            "1f1757701148779e379fcf8fe01a613872848a7c4def0415910db4ae787a0be5",
            "96f98dc0dad3d4ebdb12b28453dac14a57bf60dc9f3303fab3c4eea0bb30a2cb",
        ],
    ),
    (
        GameId::RICOCHET,
        &[
            "67de1cb9fd8457d5b8482148adb4501dd2ec7d562467fb6ed0a1e8f15182f605",
            "edfee0787333b447637880aec4325ac570ae62548359fe0c7e6f04e55dbcf12e",
        ],
    ),
];

#[test]
fn every_ruleset_that_was_ever_used_is_kept() {
    for (game, expected) in RULESETS {
        let spec = game.spec();
        let former = spec.former_rulesets.iter().copied();
        let all = former.chain([spec.ruleset]);
        let hashes: Vec<_> = all.map(|text| hex(&Sha256::digest(text))).collect();
        assert_eq!(hashes, *expected, "{game}");
        assert_eq!(hashes.last(), Some(&ruleset_sha256(game)));
    }
}

/// Returns the record of a match of the garden, in which the rulesets differ: the first legal actions are
/// played until the match is over.
fn play(ruleset: &'static str) -> Record {
    let options = Options::resolve(Droids::spec().options, [("scenario", "4")]).unwrap();
    let game = Droids::with_ruleset(2, options, ruleset).unwrap();
    let seed = RootSeed::from_text("garden");
    let seat = RecordedSeat {
        name: "first".into(),
        agent: None,
    };
    let (seats, origin) = (vec![seat; 2], SeedOrigin::Given);
    let header = Header {
        ruleset: ruleset.into(),
        ruleset_sha256: hex(&Sha256::digest(ruleset)),
        ..Header::new(&game, seats, seed, origin, ClockKind::Virtual)
    };
    let mut referee = Referee::new(game.clone(), seed);
    let mut events = Vec::new();
    referee.resolve_chance(&mut events);
    while let Some(seat) = referee.awaited_seats().into_iter().next() {
        let mut actions = Vec::new();
        let view = referee.view(Viewer::Seat(seat));
        game.view_actions(&view, &mut actions);
        let submission = Submission::new(seat, &actions[..1]);
        referee.submit(submission, &mut events).unwrap();
        referee.resolve_race(|_| u64::MAX, &mut events);
        referee.resolve_chance(&mut events);
    }
    let line = |(seq, event)| EventLine::new(&game, seq, event);
    Record {
        header,
        events: (1..).zip(&events).map(line).collect(),
        outcome: OutcomeLine::from_referee(&referee),
    }
}

#[test]
fn record_is_replayed_under_the_ruleset_of_its_match() {
    for former in Droids::spec().former_rulesets {
        let record = play(former);
        assert!(record.outcome.is_some());
        let record = Record::from_text(&record.to_text()).unwrap();
        assert_eq!(Replay::<Droids>::new(&record).unwrap().run(), Ok(()));
    }
}

#[test]
fn record_is_not_replayed_under_another_ruleset() {
    // Version 1.1.0 has no repair robots in the garden, so the start is another one.
    let record = play(Droids::spec().former_rulesets[1]);
    let current = play(Droids::spec().ruleset);
    assert_ne!(current.header.start, record.header.start);
    let mut forged = record;
    forged.header.ruleset = current.header.ruleset.clone();
    forged.header.ruleset_sha256 = current.header.ruleset_sha256.clone();
    let error = Replay::<Droids>::new(&forged).unwrap_err();
    assert!(error.message.starts_with("start: "), "{error}");
}

#[test]
fn dr_36_former_ruleset_has_the_garden_of_its_time() {
    let start = |ruleset, garden: &[(&str, &str)]| {
        let values = [("scenario", "4")].iter().chain(garden).copied();
        let options = Options::resolve(Droids::spec().options, values).unwrap();
        let game = Droids::with_ruleset(4, options, ruleset).unwrap();
        game.format_position(&game.initial_state(RootSeed::from_text("garden")))
    };
    let spec = Droids::spec();
    let [first, second] = spec.former_rulesets else {
        panic!("expected two former rulesets");
    };
    assert_eq!(start(spec.ruleset, &[]), start(first, &[]));
    let prepared = start(spec.ruleset, &[("garden", "prepared")]);
    assert_eq!(prepared, start(second, &[]));
    assert_ne!(prepared, start(first, &[]));
}

#[test]
fn ruleset_that_no_program_had_is_rejected() {
    let mut record = play(Droids::spec().ruleset);
    record.header.ruleset.push(' ');
    record.header.ruleset_sha256 = hex(&Sha256::digest(&record.header.ruleset));
    let error = Record::from_text(&record.to_text()).unwrap_err();
    assert!(
        error.message.contains("does not know the ruleset"),
        "{error}"
    );
}
