//! Positions told as a seat sees them.

use botwerk_agents::seen_position;
use botwerk_engine::{GameNotation, GameViews, RootSeed, Viewer};

use crate::asking::{asked_seat, drawn_positions, game};

#[test]
fn what_the_asked_seat_sees_is_enough_to_look_at_a_position() {
    let seed = RootSeed::from_text("seen");
    let game = game(3, &[("scenario", "1")]);
    let mut refused = 0;
    for state in drawn_positions(&game, "seen", 200) {
        let asked = asked_seat(&game, &state).unwrap();
        let whole = game.format_position(&state);
        assert_eq!(seen_position(&game, &whole, None, seed), Ok(state.clone()));
        let view = |viewer| game.view(&state, Viewer::Seat(viewer));
        let own = game.format_view(&view(asked));
        for seat in [None, Some(asked)] {
            let drawn = seen_position(&game, &own, seat, seed).unwrap();
            assert!(
                game.view(&drawn, Viewer::Seat(asked)) == view(asked),
                "{own}"
            );
        }
        for other in asked.others(3) {
            let text = game.format_view(&view(other));
            if text != whole && text != own {
                // Nobody who is asked sees this.
                for seat in [None, Some(asked)] {
                    assert!(seen_position(&game, &text, seat, seed).is_err(), "{text}");
                }
                refused += 1;
            }
        }
    }
    assert!(refused > 50, "{refused}");
}
