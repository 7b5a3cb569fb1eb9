//! Errors of setups that contradict their phase.

use botwerk_engine::droids::{Colour, Kind, Pending, Phase, Setup, Side, Sides, Slot, State};

use crate::setups::{CoveredErrors, drawing, first, hand, sending, setting, stone};

use Side::{North as N, South as S};

pub(crate) fn draw_phase(covered: &mut CoveredErrors) {
    let base = &drawing();
    let die = |s: &mut Setup| s.pending.push(Pending::Die(S));
    covered.position(
        base,
        |s| s.done = Sides::one(N),
        "done: expected `-` in the draw phase",
    );
    covered.position(
        base,
        |s| s.stones[0][0] = stone(Kind::V1),
        "stones: expected no stones before",
    );
    covered.position(
        base,
        |s| s.acting = Some(N),
        "acting: expected the first seat in the round's",
    );
    covered.position(
        base,
        |s| s.hands[2] = hand(Kind::V1, 1),
        "hands: expected no hand of seats",
    );
    covered.position(base, die, "pending: expected stones to draw");
    let push = |colours: &'static [(Side, Colour)]| {
        move |s: &mut Setup| {
            let stones = colours
                .iter()
                .map(|(side, colour)| Pending::Stone(*side, *colour));
            s.pending = stones.collect();
        }
    };
    covered.position(
        base,
        push(&[(N, Colour::Red)]),
        "pending: expected stones of the seat",
    );
    let unsorted = push(&[(S, Colour::Red), (S, Colour::Violet)]);
    covered.position(base, unsorted, "pending: expected colours in the order");
    let two = push(&[(S, Colour::Violet), (S, Colour::Red)]);
    covered.position(base, two, "pending: expected one stone, or all seven");
    for scenario in ["1", "2", "3", "4"] {
        let is_drawing = |state: &State| state.table().acting.is_some();
        let base = &first(2, &[("scenario", scenario)], is_drawing);
        let stones = base.0.rules().stones.colours();
        let missing = Colour::ALL
            .into_iter()
            .find(|colour| stones.count(*colour) == 0);
        if let (Some(missing), Some(acting)) = (missing, base.1.acting) {
            let draw = |s: &mut Setup| {
                s.pending.clear();
                s.pending.push(Pending::Stone(acting, missing));
            };
            covered.position(
                base,
                draw,
                "pending: expected a colour of which a stone is left",
            );
        }
    }
    let start = &first(2, &[("scenario", "1")], |_| true);
    let roll = |number| {
        move |s: &mut Setup| s.pending[0] = Pending::Start([S, N].into_iter().collect(), number)
    };
    covered.position(start, roll(0), "pending: expected the start roll");
    covered.position(start, |s| s.round = 2, "pending: expected the start roll");
    covered.position(
        start,
        |s| s.hands[0] = hand(Kind::V1, 1),
        "hands: expected no hand before the",
    );
}

pub(crate) fn set_and_send_phase(covered: &mut CoveredErrors) {
    let set = &setting();
    let die = |s: &mut Setup| s.pending.push(Pending::Die(N));
    covered.position(set, die, "pending: expected `-` in the set phase");
    covered.position(
        set,
        |s| s.hands[0] = hand(Kind::V1, 1),
        "hands: expected 7 stones of S",
    );
    let all_set = |s: &mut Setup| {
        s.hands[0] = hand(Kind::V1, 0);
        for (i, kind) in "V1 V1 V1 V2 V2 VM R1".split(' ').enumerate() {
            let kind = Kind::ALL.into_iter().find(|other| other.name() == kind);
            s.stones[0][i] = stone(kind.unwrap());
        }
    };
    covered.position(
        set,
        all_set,
        "done: expected S among those that have stopped",
    );
    let send = &sending();
    covered.position(
        send,
        |s| s.hands[2] = hand(Kind::V1, 1),
        "hands: expected no hands in the send",
    );
    covered.position(
        send,
        |s| (s.done, s.stones[2][0]) = (Sides::one(N), stone(Kind::V1)),
        "stones: expected no stones of a seat that has finished",
    );
    covered.position(
        send,
        |s| s.acting = Some(N),
        "acting: expected a seat that can send a stone",
    );
    let unsent = |s: &mut Setup| {
        die(s);
        s.sent[0] = Some(0);
    };
    covered.position(send, unsent, "sent: expected the order that causes");
    let finished = |s: &mut Setup| {
        die(s);
        (s.done, s.stones[0]) = (Sides::one(S), [None; Slot::COUNT]);
    };
    covered.position(
        send,
        finished,
        "acting: expected the seat that sent the order",
    );
    let mad = |s: &mut Setup| s.pending.extend([Pending::Die(N), Pending::MadRobot]);
    covered.position(send, mad, "pending: expected no mad robot here");
    let shift = |s: &mut Setup| s.pending.push(Pending::SoloDie);
    covered.position(send, shift, "pending: expected dice or a lift");
    let over = |s: &mut Setup| s.phase = Phase::Over(Sides::one(S));
    covered.position(send, over, "acting: expected `-` after the end");
    let lost = |s: &mut Setup| (s.phase, s.acting) = (Phase::Over(Sides::EMPTY), None);
    covered.position(send, lost, "won: expected the winners");
}
