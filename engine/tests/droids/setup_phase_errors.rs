//! Errors of setups that contradict their phase.

use botwerk_engine::droids::{Colour, Kind, Pending, Phase, Setup, Side, Sides, Slot, State};

use crate::setups::{Met, drawing, first, hand, sending, setting, stone};

use Side::{North as N, South as S};

pub(crate) fn draw_phase(met: &mut Met) {
    let base = &drawing();
    let die = |s: &mut Setup| s.pending.push(Pending::Die(S));
    met.position(
        base,
        |s| s.done = Sides::one(N),
        "done: expected `-`: nobody stops drawing",
    );
    met.position(
        base,
        |s| s.stones[0][0] = stone(Kind::V1),
        "stones: expected no stones before",
    );
    met.position(
        base,
        |s| s.acting = Some(N),
        "acting: expected the first seat in the round's",
    );
    met.position(
        base,
        |s| s.hands[2] = hand(Kind::V1, 1),
        "hands: expected no hand of seats",
    );
    met.position(base, die, "pending: expected stones that are drawn");
    let push = |colours: &'static [(Side, Colour)]| {
        move |s: &mut Setup| {
            let stones = colours
                .iter()
                .map(|(side, colour)| Pending::Stone(*side, *colour));
            s.pending = stones.collect();
        }
    };
    met.position(
        base,
        push(&[(N, Colour::Red)]),
        "pending: expected stones of the seat",
    );
    let unsorted = push(&[(S, Colour::Red), (S, Colour::Violet)]);
    met.position(base, unsorted, "pending: expected colours in the order");
    let two = push(&[(S, Colour::Violet), (S, Colour::Red)]);
    met.position(
        base,
        two,
        "pending: expected as many stones as are drawn at once",
    );
    for scenario in ["1", "2", "3", "4"] {
        let is_drawing = |state: &State| state.table().acting.is_some();
        let base = &first(2, &[("scenario", scenario)], is_drawing);
        let stones = base.0.rules().stones.colours();
        let missing = Colour::ALL
            .into_iter()
            .find(|colour| stones.of(*colour) == 0);
        if let (Some(missing), Some(acting)) = (missing, base.1.acting) {
            let draw = |s: &mut Setup| {
                s.pending.clear();
                s.pending.push(Pending::Stone(acting, missing));
            };
            met.position(
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
    met.position(start, roll(0), "pending: expected the start roll");
    met.position(start, |s| s.round = 2, "pending: expected the start roll");
    met.position(
        start,
        |s| s.hands[0] = hand(Kind::V1, 1),
        "hands: expected no hand before the",
    );
}

pub(crate) fn set_and_send_phase(met: &mut Met) {
    let set = &setting();
    let die = |s: &mut Setup| s.pending.push(Pending::Die(N));
    met.position(set, die, "pending: expected `-` in the set phase");
    met.position(
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
    met.position(
        set,
        all_set,
        "done: expected S among those that have stopped",
    );
    let send = &sending();
    met.position(
        send,
        |s| s.hands[2] = hand(Kind::V1, 1),
        "hands: expected no hands in the send",
    );
    met.position(
        send,
        |s| (s.done, s.stones[2][0]) = (Sides::one(N), stone(Kind::V1)),
        "stones: expected no stones of a seat that has finished",
    );
    met.position(
        send,
        |s| s.acting = Some(N),
        "acting: expected a seat that can send a stone",
    );
    let unsent = |s: &mut Setup| {
        die(s);
        s.sent[0] = Some(0);
    };
    met.position(send, unsent, "sent: expected the order that causes");
    let finished = |s: &mut Setup| {
        die(s);
        (s.done, s.stones[0]) = (Sides::one(S), [None; Slot::COUNT]);
    };
    met.position(
        send,
        finished,
        "acting: expected the seat that sent the order",
    );
    let mad = |s: &mut Setup| s.pending.extend([Pending::Die(N), Pending::MadRobot]);
    met.position(send, mad, "pending: expected no mad robot here");
    let shift = |s: &mut Setup| s.pending.push(Pending::SoloDie);
    met.position(send, shift, "pending: expected dice or a lift");
    let over = |s: &mut Setup| s.phase = Phase::Over(Sides::one(S));
    met.position(send, over, "acting: expected `-` after the end");
    let lost = |s: &mut Setup| (s.phase, s.acting) = (Phase::Over(Sides::EMPTY), None);
    met.position(send, lost, "won: expected who has won");
}
