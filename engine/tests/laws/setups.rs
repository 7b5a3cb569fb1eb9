//! Laws of setups: a position and its setup, a view and its setup describe each other.

use botwerk_engine::laws::LawResult;
use botwerk_engine::{FromSetup, Seat, StableRng, Viewer};

/// The setup of a position describes this position and no other one.
pub(crate) fn positions_round_trip<G: FromSetup>(
    game: &G,
    state: &G::State,
    _: &mut StableRng,
) -> LawResult {
    let setup = game.setup(state);
    match game.position_from_setup(&setup) {
        Ok(position) if position != *state => {
            return Err(format!("{setup:?} is another position: {position:?}"));
        }
        Ok(position) if game.setup(&position) != setup => {
            return Err(format!("the setup of {position:?} is not {setup:?}"));
        }
        Ok(_) => {}
        Err(error) => return Err(format!("{setup:?} is no position: {error}")),
    }
    for viewer in viewers(game) {
        let view = game.view(state, viewer);
        let setup = game.view_setup(&view);
        if game.view_from_setup(viewer, &setup).as_ref() != Ok(&view) {
            return Err(format!("{viewer:?}: {setup:?} is not the view {view:?}"));
        }
        // A view's setup is that of a position as well, or it lacks something and is refused.
        if let Ok(position) = game.position_from_setup(&setup) {
            let text = game.format_position(&position);
            if game.parse_position(&text).as_ref() != Ok(&position) {
                return Err(format!(
                    "{viewer:?}: {setup:?} is accepted, but not `{text}`"
                ));
            }
        }
    }
    Ok(())
}

fn viewers<G: FromSetup>(game: &G) -> impl Iterator<Item = Viewer> {
    let seats = Seat::all(game.seats()).map(Viewer::Seat);
    [Viewer::Spectator].into_iter().chain(seats)
}
