//! Tests of positions given as a seat's view.

use botwerk_agents::parse_position_or_view;
use botwerk_engine::{GameNotation, GameViews, RootSeed, Viewer};

use crate::positions::{acting_seat, game, random_positions};

#[test]
fn view_of_the_acting_seat_is_a_position() {
    let seed = RootSeed::from_text("seen");
    let game = game(3, &[("scenario", "1")]);
    let mut rejected_count = 0;
    for state in random_positions(&game, "seen", 200) {
        let acting = acting_seat(&game, &state).unwrap();
        let complete = game.format_position(&state);
        assert_eq!(
            parse_position_or_view(&game, &complete, None, seed),
            Ok(state.clone())
        );
        let view = |viewer| game.view(&state, Viewer::Seat(viewer));
        let acting_view = game.format_view(&view(acting));
        for seat in [None, Some(acting)] {
            let sampled = parse_position_or_view(&game, &acting_view, seat, seed).unwrap();
            assert!(
                game.view(&sampled, Viewer::Seat(acting)) == view(acting),
                "{acting_view}"
            );
        }
        for other in acting.others(3) {
            let text = game.format_view(&view(other));
            if text != complete && text != acting_view {
                // This is not the view of a seat that is to act.
                for seat in [None, Some(acting)] {
                    assert!(
                        parse_position_or_view(&game, &text, seat, seed).is_err(),
                        "{text}"
                    );
                }
                rejected_count += 1;
            }
        }
    }
    assert!(rejected_count > 50, "{rejected_count}");
}
