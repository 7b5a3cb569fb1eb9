use botwerk_engine::droids::Droids;
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::{GameType, Options};

use super::*;

fn board() -> Netzwerk {
    let board = [("width", "3"), ("ranks", "4"), ("opening_turns", "2")];
    Netzwerk::new(
        2,
        Options::resolve(Netzwerk::spec().options, board).unwrap(),
    )
    .unwrap()
}

fn ladder(agent: &str, text: &str, matches: u64) -> Result<Ladder<Netzwerk>, LadderError> {
    Ladder::new(&board(), &agent.parse().unwrap(), text, matches, "ladder")
}

#[test]
fn larger_budgets_are_stronger() {
    let ladder = ladder("minimax:table=1,nodes=7", "nodes=1,1000", 20).unwrap();
    let matches: Vec<_> = (0..ladder.matches())
        .map(|index| ladder.play(index))
        .collect();
    let rungs = ladder.rungs(&matches);
    assert_eq!(rungs[1].agent, "minimax:table=1,nodes=1000");
    assert!(rungs[1].score > Some(0.5), "{rungs:?}");
    assert_eq!(rungs[1].wins + rungs[1].draws + rungs[1].losses, 20);
    assert_eq!((rungs[0].matches, rungs[0].total_elo), (0, Some(0.0)));
}

#[test]
fn steps_add_up_to_the_difference_to_the_lowest_value() {
    let ladder = ladder("minimax:table=1", "nodes=1,2,3", 4).unwrap();
    let played = |step: usize, score| LadderMatch { step, score };
    let [win, loss] = [Score::Win, Score::Loss];
    let matches = [
        played(0, win),
        played(0, win),
        played(0, win),
        played(0, loss),
        played(1, win),
        played(1, Score::Draw(2)),
        played(1, Score::Draw(2)),
        played(1, loss),
    ];
    let rungs = ladder.rungs(&matches);
    // Three of four points are 400 log10(3) = 190.8 Elo.
    assert!((rungs[1].elo.unwrap() - 190.849).abs() < 0.001);
    assert!(rungs[2].elo.unwrap().abs() < 1e-9);
    assert!((rungs[2].total_elo.unwrap() - 190.849).abs() < 0.001);
    let [first, both] = [1, 2].map(|number: usize| rungs[number].total_interval.unwrap());
    assert!(both.high - both.low > first.high - first.low);
    let all_won: Vec<_> = (0..4).map(|_| played(0, win)).collect();
    let rungs = ladder.rungs(&all_won);
    assert_eq!(
        (rungs[1].elo, rungs[1].elo_high, rungs[1].total_elo),
        (None, None, None)
    );
    assert!(rungs[1].elo_low.unwrap() > 0.0);
}

#[test]
fn elo_of_equal_strength_is_zero_for_any_number_of_seats() {
    for seats in 2..=4 {
        let even = 1.0 / f64::from(seats);
        assert!(elo(even, even).unwrap().abs() < 1e-9);
    }
    assert_eq!((elo(0.0, 0.5), elo(1.0, 0.5)), (None, None));
}

#[test]
fn single_seat_plays_each_value_alone() {
    let options = Options::resolve(Droids::spec().options, [("", ""); 0]).unwrap();
    let game = Droids::new(1, options).unwrap();
    let agent = "greedy".parse().unwrap();
    let ladder = Ladder::new(&game, &agent, "programs=1,30", 3, "alone").unwrap();
    assert_eq!(ladder.matches(), 6);
    let matches: Vec<_> = (0..6).map(|index| ladder.play(index)).collect();
    let rungs = ladder.rungs(&matches);
    assert_eq!(
        rungs.iter().map(|rung| rung.matches).collect::<Vec<_>>(),
        [3, 3]
    );
    assert!(
        rungs
            .iter()
            .all(|rung| rung.elo.is_none() && rung.total_elo.is_none())
    );
}

#[test]
fn unusable_ladders_are_rejected() {
    let error =
        |agent: &str, text: &str, matches| ladder(agent, text, matches).unwrap_err().to_string();
    for text in [
        "nodes",
        "nodes=",
        "nodes=5",
        "nodes=5,5",
        "nodes=9,5",
        "=1,2",
        "nodes=1,x",
    ] {
        assert!(error("minimax", text, 2).starts_with("ladder "), "{text}");
    }
    let unknown = error("minimax", "programs=1,2", 2);
    assert!(unknown.contains("agent minimax has no such setting") && unknown.contains("nodes"));
    assert!(error("random", "nodes=1,2", 2).contains("expected one of think"));
    assert!(error("minimax", "nodes=1,2", 3).contains("a multiple of 2 matches"));
    assert!(error("minimax", "nodes=1,2", 0).contains("found 0"));
    assert!(error("minimax:time=1s", "nodes=1,2", 2).contains("reproducible"));
    assert!(error("nobody", "nodes=1,2", 2).contains("unknown agent"));
    assert!(error("minimax", "table=1,999", 2).contains("table"));
}
