//! Tests that the naive rules reproduce the numbers and lists of the rules document.

use std::collections::BTreeSet;

use crate::naive::{Action, Naive, Point, Position, actions, after, perft, targets};

/// The second position of the rules document without its side to move.
pub(crate) const SECOND: &str = "h2,l4,j6,h8,j8 b10,j10,j12,l12 \
                                 a3,e3,i3,k3,m3,i5,k5,k7,i9,k9,g11,i11,k11,m11";

/// The diagram of the second position.
const DIAGRAM: [&str; 13] = [
    ".............",
    ".........x.x.",
    "......u.u.u.u",
    ".x.......x...",
    "........u.u..",
    ".......w.w...",
    "..........u..",
    ".........w...",
    "........u.u..",
    "...........w.",
    "u...u...u.u.u",
    ".......w.....",
    ".............",
];

fn second(side: &str, rest: &str) -> Naive {
    Naive::parse(&[], &format!("{side} {SECOND}{rest}")).unwrap()
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}

fn perft_from(naive: &Naive, depth: u32) -> u64 {
    perft(naive.rules(), naive.position(), depth)
}

/// Counts the sequences of robot actions of each length.
fn robot_sequences(naive: &Naive, max_length: usize) -> Vec<u64> {
    fn count(naive: &Naive, position: &Position, counts: &mut [u64]) {
        let Some((first, deeper)) = counts.split_first_mut() else {
            return;
        };
        for action in actions(naive.rules(), position) {
            if action != Action::Halt {
                *first += 1;
                let next = after(naive.rules(), position, action);
                count(naive, &next, deeper);
            }
        }
    }
    let mut counts = vec![0; max_length];
    count(naive, naive.position(), &mut counts);
    counts
}

/// Returns every position that can be reached in the current phase, with the given one.
pub(crate) fn reached_in_phase(naive: &Naive) -> Vec<Position> {
    let mut visited = BTreeSet::new();
    let mut reached = vec![naive.position().clone()];
    let mut expanded = 0;
    while let Some(position) = reached.get(expanded).cloned() {
        expanded += 1;
        for action in actions(naive.rules(), &position) {
            if matches!(action, Action::Halt | Action::Done) {
                continue;
            }
            let next = after(naive.rules(), &position, action);
            // Within one phase of a turn, these fields determine the others.
            if visited.insert((next.batteries.clone(), next.phase.clone())) {
                reached.push(next);
            }
        }
    }
    reached
}

/// Counts the battery sets to which a battery phase after b2-b4 can lead.
fn battery_sets(control: &str) -> usize {
    let mut naive = Naive::start(&[("battery_control", control)]).unwrap();
    naive.apply("b2-b4").unwrap();
    naive.apply("/").unwrap();
    let reached = reached_in_phase(&naive).into_iter();
    let sets: BTreeSet<_> = reached.map(|position| position.batteries).collect();
    sets.len()
}

#[test]
fn start_matches_the_rules_document() {
    let start = "w b2,d2,f2,h2,j2,l2 b12,d12,f12,h12,j12,l12 \
                 a3,c3,e3,g3,i3,k3,m3,a11,c11,e11,g11,i11,k11,m11";
    let naive = Naive::start(&[]).unwrap();
    assert_eq!(naive.text(), start);
    assert_eq!(Naive::parse(&[], start).unwrap().text(), start);
    let black = Naive::start(&[("first_player", "black")]).unwrap();
    assert_eq!(black.text(), start.replacen('w', "b", 1));
}

#[test]
fn perft_from_the_start_matches_the_known_counts() {
    let naive = Naive::start(&[]).unwrap();
    let counts = (1..=5).map(|depth| perft_from(&naive, depth));
    assert_eq!(counts.collect::<Vec<_>>(), [6, 62, 670, 7822, 94242]);
}

#[test]
fn robot_action_sequences_match_the_known_counts() {
    let naive = Naive::start(&[]).unwrap();
    let expected = [6, 56, 524, 4826, 39576];
    assert_eq!(robot_sequences(&naive, 5), expected);
}

#[test]
fn robot_phases_lead_to_the_known_number_of_boards() {
    let start = Naive::start(&[]).unwrap();
    let reached = reached_in_phase(&start).into_iter();
    let boards: BTreeSet<_> = reached.skip(1).map(|position| position.white).collect();
    assert_eq!(boards.len(), 2524);
}

#[test]
fn battery_phases_lead_to_the_known_number_of_sets() {
    assert_eq!(battery_sets("at_least"), 48639);
}

#[test]
fn battery_phases_with_control_by_presence_lead_to_the_known_number_of_sets() {
    assert_eq!(battery_sets("present"), 48639);
}

#[test]
fn second_position_matches_its_diagram() {
    let naive = second("w", "");
    let Position {
        white,
        black,
        batteries,
        ..
    } = naive.position();
    for (line, rank) in DIAGRAM.iter().zip((1..=13).rev()) {
        for (letter, file) in line.chars().zip(1..) {
            let point = Point::new(file, rank);
            let expected = match letter {
                'w' => (true, false, false),
                'x' => (false, true, false),
                'u' => (false, false, true),
                _ => (false, false, false),
            };
            let actual = (
                white.contains(&point),
                black.contains(&point),
                batteries.contains(&point),
            );
            assert_eq!(actual, expected, "{point}");
        }
    }
}

#[test]
fn batteries_of_the_second_position_have_the_known_moves() {
    let moves_of_k3 = |side: &str| {
        let mut legal = second(side, " 0 b:").legal();
        legal.retain(|action| action.starts_with("k3"));
        sorted(legal)
    };
    assert_eq!(moves_of_k3("w"), ["k3-g3", "k3-k1", "k3-k13"]);
    assert_eq!(moves_of_k3("b"), [""; 0]);
    let naive = second("w", "");
    let batteries = &naive.position().batteries;
    let from_m3 = targets(naive.rules(), batteries, Point::new(13, 3));
    assert_eq!(
        from_m3.len(),
        3,
        "only the move over the edge is impossible"
    );
}

#[test]
fn robots_of_the_second_position_have_the_known_moves() {
    let legal = second("b", "").legal();
    let expected = ["j10-h10", "j10-l10", "j10xj8", "j12-h12", "l12-l10"];
    assert_eq!(sorted(legal), expected);
}

#[test]
fn positions_within_a_turn_have_the_documented_text() {
    let mut naive = Naive::start(&[]).unwrap();
    let mut fields = vec![];
    for action in "b2-b4 d2-d4 / k3-k5 .".split(' ') {
        naive.apply(action).unwrap();
        let text = naive.text();
        let rest: Vec<_> = text.split(' ').skip(4).map(str::to_owned).collect();
        fields.push(rest.join(" "));
    }
    let expected = ["0 r:b2>b4:1", "0 r:b2>b4:1,d2>d4:1", "0 b:", "0 b:k5", ""];
    assert_eq!(fields, expected);
}
