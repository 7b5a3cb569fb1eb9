//! Laws of views: they show what the viewer may know and nothing else.

use std::collections::HashMap;

use botwerk_engine::{Actor, Game, Generator, Seat, Turn, Viewer};

use crate::Held;

fn viewers<G: Game>(game: &G) -> impl Iterator<Item = Viewer> {
    [Viewer::Spectator]
        .into_iter()
        .chain(Seat::all(game.seats()).map(Viewer::Seat))
}

/// Everything that can be got out of a view.
#[derive(Clone)]
struct Shown<G: Game> {
    view: G::View,
    hash: u64,
    text: String,
    bytes: Vec<u8>,
    actions: Vec<G::Action>,
    picture: String,
}

impl<G: Game> Shown<G> {
    fn new(game: &G, view: G::View) -> Self {
        let mut bytes = vec![0; game.observation_len()];
        game.write_observation(&view, &mut bytes);
        let mut actions = Vec::new();
        game.view_actions(&view, &mut actions);
        Self {
            hash: game.view_hash(&view),
            text: game.format_view(&view),
            bytes,
            actions,
            picture: game.diagram(&view).to_string(),
            view,
        }
    }

    fn of(game: &G, state: &G::State, viewer: Viewer) -> Self {
        Self::new(game, game.view(state, viewer))
    }

    /// Says in what two views differ, if they do.
    fn same(&self, other: &Self) -> Held {
        let different = [
            ("views", self.view != other.view),
            ("hashes", self.hash != other.hash),
            ("texts", self.text != other.text),
            ("observations", self.bytes != other.bytes),
            ("legal actions", self.actions != other.actions),
            ("pictures", self.picture != other.picture),
        ];
        match different.iter().find(|(_, different)| *different) {
            Some((what, _)) => Err(format!("the {what} differ")),
            None => Ok(()),
        }
    }
}

/// A position that differs in what the viewer does not know shows him the same.
pub(crate) fn hidden_stays_hidden<G: Game>(
    game: &G,
    state: &G::State,
    generator: &mut Generator,
) -> Held {
    for viewer in viewers(game) {
        let shown = Shown::of(game, state, viewer);
        for _ in 0..4 {
            let sampled = game.sample_hidden(&shown.view, generator);
            let text = game.format_position(&sampled);
            if game.parse_position(&text).as_ref() != Ok(&sampled) {
                return Err(format!("{viewer:?}: `{text}` is sampled, but no position"));
            }
            let other = Shown::of(game, &sampled, viewer);
            shown
                .same(&other)
                .map_err(|why| format!("{viewer:?}: {why} from `{text}`"))?;
        }
    }
    Ok(())
}

/// A view is read as it is written.
pub(crate) fn texts_round_trip<G: Game>(game: &G, state: &G::State, _: &mut Generator) -> Held {
    for viewer in viewers(game) {
        let view = game.view(state, viewer);
        let text = game.format_view(&view);
        match game.parse_view(viewer, &text) {
            Ok(read) if game.format_view(&read) == text => {
                Shown::new(game, read).same(&Shown::new(game, view))?;
            }
            read => return Err(format!("{viewer:?}: `{text}` is read {read:?}")),
        }
    }
    Ok(())
}

/// As long as a simultaneous turn goes on, nobody sees or is told that another seat has said that
/// it will not answer; the seat itself is told.
pub(crate) fn silence_is_hidden<G: Game>(game: &G, state: &G::State, _: &mut Generator) -> Held {
    let Turn::Decision(ask) = game.turn(state) else {
        return Ok(());
    };
    let Some(silence) = game.pass_action(state) else {
        return Ok(());
    };
    for seat in ask.seats {
        let actor = Actor::Seat(seat);
        if game.visible_action(state, Viewer::Seat(seat), actor, silence) != Some(silence) {
            return Err(format!("seat {seat} is not told its own silence"));
        }
        let mut silent = state.clone();
        game.apply(&mut silent, actor, silence)
            .map_err(|why| why.to_string())?;
        let goes_on = matches!(game.turn(&silent), Turn::Decision(now)
            if now.stage == ask.stage && now.number == ask.number);
        if !goes_on {
            continue;
        }
        for viewer in viewers(game).filter(|viewer| *viewer != Viewer::Seat(seat)) {
            Shown::of(game, state, viewer)
                .same(&Shown::of(game, &silent, viewer))
                .map_err(|why| format!("seat {seat} is silent, {viewer:?}: {why}"))?;
            if game.visible_action(state, viewer, actor, silence).is_some() {
                return Err(format!("{viewer:?} is told that seat {seat} is silent"));
            }
        }
    }
    Ok(())
}

/// A view lists the legal actions of its seat, and none for a spectator.
pub(crate) fn actions_are_the_legal_ones<G: Game>(
    game: &G,
    state: &G::State,
    _: &mut Generator,
) -> Held {
    for viewer in viewers(game) {
        let view = game.view(state, viewer);
        let Some(before) = game.action_from_number(0) else {
            return Err("there is no action".into());
        };
        let mut legal = vec![before];
        if let Viewer::Seat(seat) = viewer {
            game.legal_actions(state, Actor::Seat(seat), &mut legal);
        }
        let mut listed = vec![before];
        game.view_actions(&view, &mut listed);
        if listed != legal {
            return Err(format!(
                "{viewer:?} is shown {listed:?} instead of {legal:?}"
            ));
        }
    }
    Ok(())
}

/// An observation has its length and writes every byte, whatever stood there.
pub(crate) fn observations_are_complete<G: Game>(
    game: &G,
    state: &G::State,
    _: &mut Generator,
) -> Held {
    for viewer in viewers(game) {
        let view = game.view(state, viewer);
        let [mut one, mut other] = [0x00, 0xff].map(|byte| vec![byte; game.observation_len()]);
        game.write_observation(&view, &mut one);
        game.write_observation(&view, &mut other);
        if let Some(at) = one.iter().zip(&other).position(|(a, b)| a != b) {
            return Err(format!("{viewer:?}: byte {at} is not written"));
        }
    }
    Ok(())
}

/// Equal views show the same; different views have different hashes.
pub(crate) fn equality_agrees<G: Game>(game: &G, states: &[G::State], _: &mut Generator) -> Held {
    let mut by_hash: HashMap<u64, Shown<G>> = HashMap::new();
    let few = [Viewer::Spectator, Viewer::Seat(Seat::FIRST)];
    for (state, viewer) in states.iter().flat_map(|s| few.map(|viewer| (s, viewer))) {
        let shown = Shown::of(game, state, viewer);
        shown.same(&Shown::of(game, state, viewer))?;
        let known = by_hash.entry(shown.hash).or_insert_with(|| shown.clone());
        known
            .same(&shown)
            .map_err(|why| format!("of hash {:016x} {why}", shown.hash))?;
    }
    let mut views: Vec<_> = by_hash.into_values().map(|shown| shown.view).collect();
    while let Some(view) = views.pop() {
        if views.contains(&view) {
            return Err(format!("equal views have different hashes: {view:?}"));
        }
    }
    Ok(())
}
