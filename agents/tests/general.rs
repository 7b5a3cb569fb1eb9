//! The agents that any game can have, on games of plain data.

#![allow(clippy::unwrap_used, reason = "a missing prerequisite fails the test")]

use botwerk_agents::{GameAgents, arena};
use botwerk_engine::{
    Actor, GameId, Grid, Next, OptionError, Options, Outcome, Plain, PlainGame, RootSeed, Seat,
    Seats, StableRng,
};
use serde::{Deserialize, Serialize};

/// Two seats take one, two or three of 21 stones in turn; the last one wins. The first seat can always win.
#[derive(Debug, Clone)]
struct Stones;

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Heap {
    left: u8,
    mover: u8,
}

impl PlainGame for Stones {
    type State = Heap;
    type Action = u8;
    const NAME: &'static str = "stones";
    const TITLE: &'static str = "Stones";
    const SEATS: (usize, usize) = (2, 2);

    fn new(_seats: usize, _options: &Options) -> Result<Self, OptionError> {
        Ok(Self)
    }

    fn start(&self, _rng: &mut StableRng) -> Heap {
        Heap { left: 21, mover: 0 }
    }

    fn actions(&self) -> Vec<u8> {
        vec![1, 2, 3]
    }

    fn next(&self, heap: &Heap) -> Next {
        if heap.left == 0 {
            let ranks = [heap.mover == 1, heap.mover == 0];
            return Next::Over(Outcome::ranked(
                &ranks,
                Vec::new(),
                "the last stone is taken",
            ));
        }
        Next::seat(Seat::new(heap.mover.into()).unwrap())
    }

    fn legal_actions(&self, heap: &Heap, _actor: Actor, actions: &mut Vec<u8>) {
        actions.extend(1..=heap.left.min(3));
    }

    fn apply(&self, heap: &mut Heap, _actor: Actor, action: u8) {
        heap.left -= action;
        heap.mover = 1 - heap.mover;
    }

    fn draw(&self, heap: &Heap) -> Grid {
        Grid::default().line(format!("{} left", heap.left))
    }
}

/// Both seats name one of four numbers at the same time; the first seat wins if they are the same.
#[derive(Debug, Clone)]
struct Guess;

impl PlainGame for Guess {
    type State = Vec<u8>;
    type Action = u8;
    const NAME: &'static str = "guess";
    const TITLE: &'static str = "Guess";
    const SEATS: (usize, usize) = (2, 2);

    fn new(_seats: usize, _options: &Options) -> Result<Self, OptionError> {
        Ok(Self)
    }

    fn start(&self, _rng: &mut StableRng) -> Vec<u8> {
        Vec::new()
    }

    fn actions(&self) -> Vec<u8> {
        (0..4).collect()
    }

    fn next(&self, named: &Vec<u8>) -> Next {
        match named[..] {
            [one, other] => {
                let ranks = [one == other, one != other];
                Next::Over(Outcome::ranked(
                    &ranks,
                    Vec::new(),
                    "both have named a number",
                ))
            }
            _ => Next::Seats(Seats::all(2)),
        }
    }

    fn legal_actions(&self, _named: &Vec<u8>, _actor: Actor, actions: &mut Vec<u8>) {
        actions.extend(0..4);
    }

    fn apply(&self, named: &mut Vec<u8>, _actor: Actor, action: u8) {
        named.push(action);
    }

    fn draw(&self, named: &Vec<u8>) -> Grid {
        Grid::default().line(format!("{} named", named.len()))
    }
}

/// Plays matches and returns how many the first agent wins, on the first seat.
fn wins<G: PlainGame>(agents: [&str; 2], matches: u32) -> u32 {
    let game: GameId = GameId::register_type::<Plain<G>>().unwrap();
    let played = game.game(2, Options::default()).unwrap();
    let seeds = (0..matches).map(|number| RootSeed::from_text(&format!("{agents:?} {number}")));
    let won = seeds.filter(|seed| {
        let agents = agents.map(|agent| game.agent(&agent.parse().unwrap()).unwrap());
        let finished = arena::play(&played, *seed, &mut Vec::from(agents), &mut Vec::new());
        finished.outcome.places == [1, 2]
    });
    won.count() as u32
}

#[test]
fn mcts_finds_the_winning_takes() {
    assert_eq!(wins::<Stones>(["mcts:nodes=4000", "mcts:nodes=1000"], 6), 6);
    assert_eq!(wins::<Stones>(["mcts:nodes=4000", "random"], 6), 6);
}

#[test]
fn greedy_takes_the_last_stones() {
    let won = wins::<Stones>(["greedy", "random"], 40);
    assert!(won > 28, "{won} of 40");
    let lost = wins::<Stones>(["random", "greedy"], 40);
    assert!(lost < 12, "{lost} of 40");
}

#[test]
fn no_seat_knows_what_the_other_names() {
    for agent in ["mcts:nodes=300", "greedy"] {
        let won = wins::<Guess>([agent, "random"], 80);
        assert!((8..=36).contains(&won), "{agent}: {won} of 80");
        let won = wins::<Guess>(["random", agent], 80);
        assert!(
            (8..=36).contains(&won),
            "random against {agent}: {won} of 80"
        );
    }
}

#[test]
fn choice_depends_on_the_seed_alone() {
    let [one, other] = [(); 2].map(|()| wins::<Stones>(["mcts:nodes=50", "greedy"], 12));
    assert_eq!(one, other);
}
