//! Configurations that are accepted and that are rejected.

use botwerk_engine::{Referee, ResignRule, Seat, Termination};

use super::*;
use crate::configuration::{Entrant, LaunchCommand, TimeControl};
use crate::format::{Format, Rotation};
use crate::openings::OpeningOrder;

/// Returns a position in which the match is over, since a seat has left it.
fn final_position(game: GameId) -> String {
    let options = Options::resolve(game.spec().options, [("", ""); 0]);
    let game = game.game(2, options.unwrap()).unwrap();
    let mut referee = Referee::new(game.clone(), RootSeed::from_text("7"));
    let mut events = Vec::new();
    referee.resolve_chance(&mut events);
    let removed = referee.remove_seat(Seat::FIRST, Termination::Resigned, &mut events);
    removed.unwrap();
    game.format_position(referee.state())
}

fn start_position(game: GameId) -> String {
    let options = Options::resolve(game.spec().options, [("", ""); 0]);
    let game = game.game(2, options.unwrap()).unwrap();
    game.format_position(&game.initial_state(RootSeed::from_text("7")))
}

fn entrant(name: &str, player: Player) -> Entrant {
    Entrant::new(name.into(), player)
}

fn configuration() -> Configuration {
    Configuration {
        name: "cup".into(),
        game: "netzwerk".parse().unwrap(),
        options: Vec::new(),
        seats: 2,
        format: Format::RoundRobin { cycles: 1 },
        rotation: Rotation::Cyclic,
        opening_turns: None,
        openings: Vec::new(),
        opening_order: OpeningOrder::Shuffled,
        adjudication: None,
        entrants: vec![
            entrant("one", Player::Agent("random".into())),
            entrant("other", Player::Bot("bot".into())),
        ],
        time_control: TimeControl::default(),
        virtual_time: false,
        sandbox: None,
        record_days: None,
        public_comments: false,
    }
}

/// Returns the errors after a change of the valid configuration, as `field: message`.
fn errors(change: impl Fn(&mut Configuration)) -> Vec<String> {
    let mut configuration = configuration();
    change(&mut configuration);
    let errors = validate(&configuration);
    errors.iter().map(ToString::to_string).collect()
}

/// Asserts that the change causes exactly one error, which starts with this text.
fn assert_one(change: impl Fn(&mut Configuration), start: &str) {
    let errors = errors(change);
    assert_eq!(errors.len(), 1, "{errors:#?}");
    assert!(errors[0].starts_with(start), "{errors:#?}");
}

#[test]
fn names_have_1_to_128_bytes() {
    assert_eq!(errors(|_| ()), [""; 0]);
    assert_eq!(errors(|c| c.name = "n".repeat(128)), [""; 0]);
    assert_eq!(errors(|c| c.entrants[0].name = "n".repeat(128)), [""; 0]);
    for name in [String::new(), "n".repeat(129)] {
        assert_one(|c| c.name = name.clone(), "name: must be 1 to 128 bytes");
        let entrant = "entrant[1].name: must be 1 to 128 bytes";
        assert_one(|c| c.entrants[1].name = name.clone(), entrant);
    }
    let control = "entrant[0].name: must be 1 to 128 bytes";
    assert_one(|c| c.entrants[0].name = "a\tb".into(), control);
    let twice = "entrant[1].name: one is also the name of entrant[0]";
    assert_one(|c| c.entrants[1].name = "one".into(), twice);
}

#[test]
fn options_are_those_of_the_game_except_for_openings() {
    let set = |name: &'static str, value: &'static str| {
        move |c: &mut Configuration| c.options = vec![(name.into(), value.into())]
    };
    assert_eq!(errors(set("repetition", "3")), [""; 0]);
    for name in ["opening_turns", "opening_seed"] {
        let start = format!("options.{name}: is set for every match");
        assert_one(set(name, "1"), &start);
    }
    let errors = errors(set("repetition", "often"));
    assert_eq!(errors.len(), 1);
    assert!(errors[0].starts_with("options.repetition: "), "{errors:?}");
    assert!(!errors[0].contains("option repetition"), "{errors:?}");
}

#[test]
fn opening_turns_need_a_game_with_openings() {
    assert_eq!(errors(|c| c.opening_turns = Some(2)), [""; 0]);
    let robots = |c: &mut Configuration| {
        c.game = "micro-robots".parse().unwrap();
        c.opening_turns = Some(2);
    };
    assert_one(
        robots,
        "opening_turns: micro-robots has no sampled openings",
    );
}

#[test]
fn openings_are_legal_positions_of_matches_that_are_not_over() {
    let start = start_position(configuration().game);
    let open = |openings: &[&str]| {
        let openings: Vec<String> = openings.iter().map(|text| (*text).to_owned()).collect();
        move |c: &mut Configuration| c.openings.clone_from(&openings)
    };
    assert_eq!(errors(open(&[&start, &start])), [""; 0]);
    assert_one(open(&[&start, "nonsense"]), "openings[1]: ");
    let end = final_position(configuration().game);
    let over = "openings[1]: the match is over in this position";
    assert_one(open(&[&start, &end]), over);
    assert_one(
        open(&[&"x".repeat(8193)]),
        "openings[0]: expected at most 8192 bytes",
    );
    let many = vec![&*start; MAX_OPENINGS + 1];
    assert_one(open(&many), "openings: expected at most 10000 positions");
    let both = |c: &mut Configuration| {
        open(&[&start])(c);
        c.opening_turns = Some(2);
    };
    assert_one(both, "opening_turns: cannot be set together with openings");
}

#[test]
fn adjudication_needs_two_seats_and_a_game_with_scores() {
    let resign = |score| {
        let rule = ResignRule { score, turns: 3 };
        Some(Adjudication {
            resign: Some(rule),
            draw: None,
        })
    };
    assert_eq!(errors(|c| c.adjudication = resign(600)), [""; 0]);
    let start = "adjudication.resign.score: expected 1 to ";
    assert_one(|c| c.adjudication = resign(0), start);
    let start = "adjudication: expected a rule";
    assert_one(|c| c.adjudication = Some(Adjudication::default()), start);
    for game in ["micro-robots", "droids"] {
        let other = |c: &mut Configuration| {
            (c.game, c.adjudication) = (game.parse().unwrap(), resign(600));
        };
        let start = format!("adjudication: players of {game} have no scores");
        assert_one(other, &start);
    }
}

#[test]
fn players_exist() {
    let play = |player: Player| move |c: &mut Configuration| c.entrants[1].player = player.clone();
    assert_one(play(Player::Bot(String::new())), "entrant[1].player: ");
    assert_one(
        play(Player::Command(LaunchCommand::default())),
        "entrant[1].player: ",
    );
    let blank = Player::Command(LaunchCommand::new(vec![String::new()]));
    assert_one(play(blank), "entrant[1].player: ");
    let command = Player::Command(LaunchCommand::new(vec!["bot".into(), String::new()]));
    assert_eq!(errors(play(command)), [""; 0]);
    let agent = play(Player::Agent("minimax:depth=far".into()));
    assert_one(agent, "entrant[1].player: ");
}

#[test]
fn seats_format_and_times_are_validated() {
    let three = errors(|c| c.seats = 3);
    assert!(three[0].starts_with("seats: "), "{three:?}");
    assert_one(
        |c| c.format = Format::RoundRobin { cycles: 0 },
        "format.cycles: expected at least 1",
    );
    assert_one(
        |c| c.time_control.turn_millis = Some(0),
        "time_control.turn: ",
    );
}
