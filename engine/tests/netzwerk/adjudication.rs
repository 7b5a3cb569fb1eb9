//! Adjudication: matches that end by the scores of both players, and records that claim so.

use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::record::{
    ClockKind, EventLine, Header, OutcomeLine, Record, RecordedSeat, Replay, SeedOrigin,
};
use botwerk_engine::{
    ADJUDICATED, Adjudication, DrawRule, Event, GameRules, GameType, GameViews, Options, Referee,
    ResignRule, RootSeed, Seat, Submission, Termination, Viewer,
};

const RULES: Adjudication = Adjudication {
    resign: Some(ResignRule {
        score: 500,
        turns: 2,
    }),
    draw: Some(DrawRule {
        score: 10,
        turns: 2,
        min_turn: 3,
    }),
};

fn game<G: GameType>() -> G {
    let options = Options::resolve(G::spec().options, [("", ""); 0]).unwrap();
    G::new(2, options).unwrap()
}

/// Starts a match with these rules.
fn start(rules: Option<Adjudication>) -> Referee<Netzwerk> {
    let seed = RootSeed::from_text("7");
    Referee::new(game(), seed).with_adjudication(rules)
}

/// Plays random actions, one per submission, with a score that depends on seat and turn, until the match is
/// over or a seat has played `turns` turns.
fn play_on(
    referee: &mut Referee<Netzwerk>,
    events: &mut Vec<Event<<Netzwerk as GameRules>::Action>>,
    turns: u32,
    score: impl Fn(usize, u32) -> Option<i32>,
) {
    let mut rng = RootSeed::from_text("actions").rng_for_agent(Seat::FIRST, 0);
    while let Some(seat) = referee.awaited_seats().next() {
        let turn = referee.turn(seat);
        if turn > turns {
            return;
        }
        let mut actions = Vec::new();
        let view = referee.view(Viewer::Seat(seat));
        referee.game().view_actions(&view, &mut actions);
        let action = actions[rng.below(actions.len() as u64) as usize];
        let submission = Submission {
            score: score(seat.index(), turn),
            ..Submission::new(seat, std::slice::from_ref(&action))
        };
        referee.submit(submission, events).unwrap();
    }
}

fn record(
    rules: Option<Adjudication>,
    referee: &Referee<Netzwerk>,
    events: &[Event<<Netzwerk as GameRules>::Action>],
) -> Record {
    let seats = ["a", "b"].map(|name| RecordedSeat {
        name: name.into(),
        agent: None,
    });
    let (seed, origin) = (RootSeed::from_text("7"), SeedOrigin::Given);
    let header = Header::new(referee.game(), seats.into(), seed, origin, ClockKind::Wall);
    let line = |(seq, event)| EventLine::new(referee.game(), seq, event);
    Record {
        header: Header {
            adjudication: rules,
            ..header
        },
        events: (1..).zip(events).map(line).collect(),
        outcome: OutcomeLine::from_referee(referee),
    }
}

/// Plays a match of at most `turns` turns of a seat and returns its record.
fn play(
    rules: Option<Adjudication>,
    turns: u32,
    score: impl Fn(usize, u32) -> Option<i32>,
) -> Record {
    let (mut referee, mut events) = (start(rules), Vec::new());
    play_on(&mut referee, &mut events, turns, score);
    record(rules, &referee, &events)
}

/// The first seat expects to win, and the second one agrees.
fn agreed(seat: usize, _turn: u32) -> Option<i32> {
    [500, -500].get(seat).copied()
}

fn check(record: &Record) -> Result<(), String> {
    let read = Record::from_text(&record.to_text()).unwrap();
    assert_eq!(read, *record);
    let replayed = Replay::<Netzwerk>::new(record).and_then(Replay::run);
    replayed.map_err(|error| error.to_string())
}

/// Asserts that a change of a genuine record is rejected with this message.
#[track_caller]
fn assert_rejected(genuine: &Record, message: &str, change: impl FnOnce(&mut Record)) {
    let mut forged = genuine.clone();
    change(&mut forged);
    assert_ne!(forged, *genuine);
    let error = check(&forged).unwrap_err();
    assert!(error.contains(message), "{error}");
}

#[test]
fn match_ends_once_both_players_agree_on_the_loser() {
    let record = play(Some(RULES), 50, agreed);
    let outcome = record.outcome.as_ref().unwrap();
    assert_eq!(
        (&*outcome.outcome, &*outcome.places),
        (ADJUDICATED, &[1, 2][..])
    );
    assert_eq!(outcome.terminations, []);
    let last = record.events.last().unwrap();
    assert_eq!(
        (&*last.actor, last.turn, last.score),
        ("1", Some(2), Some(-500))
    );
    assert_eq!(check(&record), Ok(()));
}

#[test]
fn draw_is_adjudicated_from_its_first_turn_on() {
    let record = play(Some(RULES), 50, |_, _| Some(0));
    let outcome = record.outcome.as_ref().unwrap();
    assert_eq!(
        (&*outcome.outcome, &*outcome.places),
        (ADJUDICATED, &[1, 1][..])
    );
    assert_eq!(record.events.last().unwrap().turn, Some(4));
    assert_eq!(check(&record), Ok(()));
}

#[test]
fn no_player_ends_a_match_alone_and_the_score_of_a_turn_is_its_last() {
    for score in [
        |_, _| Some(30_000),
        |_, _| Some(-30_000),
        |seat, _| (seat == 0).then_some(30_000),
        |seat, _| (seat == 0).then_some(-30_000),
    ] as [fn(usize, u32) -> Option<i32>; 4]
    {
        let record = play(Some(RULES), 6, score);
        assert_eq!(record.outcome, None);
        assert_eq!(check(&record), Ok(()));
    }
    let (mut referee, mut events) = (start(Some(RULES)), Vec::new());
    play_on(&mut referee, &mut events, 6, agreed);
    let whole = record(Some(RULES), &referee, &events);
    let parts = |record: &Record| {
        record
            .events
            .iter()
            .filter(|line| line.part > Some(0))
            .count()
    };
    assert!(parts(&whole) > 0);
    // Only the last part of a turn counts.
    let mut other = whole.clone();
    let lines = other.events.clone();
    for (line, next) in other.events.iter_mut().zip(&lines[1..]) {
        if line.turn == next.turn && line.actor == next.actor {
            line.score = None;
        }
    }
    assert_ne!(other, whole);
    assert_eq!(check(&other), Ok(()));
}

#[test]
fn adjudicated_match_accepts_nothing_more() {
    let (mut referee, mut events) = (start(Some(RULES)), Vec::new());
    play_on(&mut referee, &mut events, 50, agreed);
    assert_eq!(referee.outcome().unwrap().rule, ADJUDICATED);
    assert!(referee.decision().is_none() && referee.awaited_seats().is_empty());
    let before = events.len();
    referee.resolve_chance(&mut events);
    let removed = referee.remove_seat(Seat::FIRST, Termination::Resigned, &mut events);
    assert!(removed.is_err());
    let last = events[before - 1].clone();
    assert!(referee.replay(&last).is_err());
    assert_eq!(events.len(), before);
}

#[test]
fn forged_adjudications_are_rejected() {
    let genuine = play(Some(RULES), 50, agreed);
    let last = genuine.events.len() - 1;
    let not_over = "the match is not over";
    assert_rejected(&genuine, "has no outcome", |record| record.outcome = None);
    assert_rejected(&genuine, "outcome differs", |record| {
        record.outcome.as_mut().unwrap().places = vec![2, 1];
    });
    assert_rejected(&genuine, "outcome differs", |record| {
        record.outcome.as_mut().unwrap().outcome = "NW-20".into();
    });
    for score in [None, Some(-499), Some(500)] {
        assert_rejected(&genuine, not_over, |record| {
            record.events[last].score = score;
        });
    }
    assert_rejected(&genuine, not_over, |record| {
        record.header.adjudication = None;
    });
    assert_rejected(&genuine, not_over, |record| {
        let rules = record.header.adjudication.as_mut().unwrap();
        rules.resign.as_mut().unwrap().turns += 1;
    });
    assert_rejected(&genuine, not_over, |record| {
        let rules = record.header.adjudication.as_mut().unwrap();
        rules.resign.as_mut().unwrap().score += 1;
    });
    assert_rejected(&genuine, "adjudication.resign.score", |record| {
        let rules = record.header.adjudication.as_mut().unwrap();
        rules.resign.as_mut().unwrap().score = 0;
    });
    // A match without adjudication, and one that is adjudicated too early.
    let played_on = play(None, 6, agreed);
    assert_eq!(check(&played_on), Ok(()));
    assert_rejected(&played_on, "already over", |record| {
        record.header.adjudication = Some(RULES);
    });
    let disagreed = play(Some(RULES), 6, |_, _| Some(500));
    assert_rejected(&disagreed, not_over, |record| {
        record.outcome.clone_from(&genuine.outcome);
    });
}

#[test]
fn only_games_with_scores_are_adjudicated() {
    let game: MicroRobots = game();
    assert_eq!(MicroRobots::spec().score_unit, None);
    let seats = ["a", "b"].map(|name| RecordedSeat {
        name: name.into(),
        agent: None,
    });
    let (seed, origin) = (RootSeed::from_text("7"), SeedOrigin::Given);
    let header = Header::new(&game, seats.into(), seed, origin, ClockKind::Wall);
    let record = Record {
        header: Header {
            adjudication: Some(RULES),
            ..header
        },
        events: Vec::new(),
        outcome: None,
    };
    let error = Replay::<MicroRobots>::new(&record).unwrap_err();
    assert!(error.message.contains("have no scores"), "{error}");
}
