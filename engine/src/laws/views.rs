//! Laws of views: they contain what the viewer may know and nothing else.

use std::collections::HashMap;

use crate::{Actor, Game, Seat, StableRng, Turn, Viewer, observation_fields};

use super::violation::LawResult;
use super::walk::choose;

fn viewers<G: Game>(game: &G) -> impl Iterator<Item = Viewer> {
    [Viewer::Spectator]
        .into_iter()
        .chain(Seat::all(game.seats()).map(Viewer::Seat))
}

fn contents_by_viewer<G: Game>(game: &G, state: &G::State) -> Vec<(Viewer, ViewContents<G>)> {
    viewers(game)
        .map(|viewer| (viewer, ViewContents::from_state(game, state, viewer)))
        .collect()
}

/// All data that can be derived from a view.
#[derive(Clone)]
struct ViewContents<G: Game> {
    view: G::View,
    hash: u64,
    text: String,
    bytes: Vec<u8>,
    actions: Vec<G::Action>,
    diagram: String,
}

impl<G: Game> ViewContents<G> {
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
            diagram: game.diagram(&view).to_string(),
            view,
        }
    }

    fn from_state(game: &G, state: &G::State, viewer: Viewer) -> Self {
        Self::new(game, game.view(state, viewer))
    }

    /// Returns an error if two views differ, naming the difference.
    fn expect_equal(&self, other: &Self) -> LawResult {
        let different = [
            ("views", self.view != other.view),
            ("hashes", self.hash != other.hash),
            ("texts", self.text != other.text),
            ("observations", self.bytes != other.bytes),
            ("legal actions", self.actions != other.actions),
            ("diagrams", self.diagram != other.diagram),
        ];
        match different.iter().find(|(_, different)| *different) {
            Some((what, _)) => Err(format!("the {what} differ")),
            None => Ok(()),
        }
    }
}

/// Positions that differ only in what the viewer does not know have the same view.
pub(super) fn views_reveal_nothing_hidden<G: Game>(
    game: &G,
    state: &G::State,
    generator: &mut StableRng,
) -> LawResult {
    for viewer in viewers(game) {
        let shown = ViewContents::from_state(game, state, viewer);
        for _ in 0..4 {
            let sampled = game.sample_hidden(&shown.view, generator);
            let text = game.format_position(&sampled);
            if game.parse_position(&text).as_ref() != Ok(&sampled) {
                return Err(format!(
                    "{viewer:?}: sampled `{text}`, which is not a valid position"
                ));
            }
            let other = ViewContents::from_state(game, &sampled, viewer);
            shown
                .expect_equal(&other)
                .map_err(|difference| format!("{viewer:?}: {difference} from `{text}`"))?;
        }
    }
    Ok(())
}

/// Parsing a view's text returns the view.
pub(super) fn texts_round_trip<G: Game>(
    game: &G,
    state: &G::State,
    _: &mut StableRng,
) -> LawResult {
    for viewer in viewers(game) {
        let view = game.view(state, viewer);
        let text = game.format_view(&view);
        match game.parse_view(viewer, &text) {
            Ok(parsed) if game.format_view(&parsed) == text => {
                ViewContents::new(game, parsed).expect_equal(&ViewContents::new(game, view))?;
            }
            parsed => return Err(format!("{viewer:?}: `{text}` is parsed as {parsed:?}")),
        }
    }
    Ok(())
}

/// While a simultaneous decision is open, a pass is visible to the seat that passed and to no other
/// viewer, in views and in events.
pub(super) fn pass_is_hidden<G: Game>(game: &G, state: &G::State, _: &mut StableRng) -> LawResult {
    let Turn::Decision(decision) = game.turn(state) else {
        return Ok(());
    };
    let Some(pass) = game.pass_action(state) else {
        return Ok(());
    };
    let shown = contents_by_viewer(game, state);
    for seat in decision.seats {
        let actor = Actor::Seat(seat);
        if game.visible_action(state, Viewer::Seat(seat), actor, pass) != Some(pass) {
            return Err(format!("seat {seat} does not see its own pass"));
        }
        let mut passed = state.clone();
        game.apply(&mut passed, actor, pass)
            .map_err(|error| error.to_string())?;
        let is_still_open = matches!(game.turn(&passed), Turn::Decision(now)
            if now.is_same(&decision));
        if !is_still_open {
            continue;
        }
        let others = shown
            .iter()
            .filter(|(viewer, _)| *viewer != Viewer::Seat(seat));
        for (viewer, before) in others {
            before
                .expect_equal(&ViewContents::from_state(game, &passed, *viewer))
                .map_err(|error| format!("seat {seat} passes, {viewer:?}: {error}"))?;
            if game.visible_action(state, *viewer, actor, pass).is_some() {
                return Err(format!("{viewer:?} sees that seat {seat} passes"));
            }
        }
    }
    Ok(())
}

/// An action that a viewer does not see changes nothing in its view, so that a view changes only with an
/// event. Chance and the end of a match are announced to every viewer, so that what precedes them may be
/// hidden.
pub(super) fn hidden_actions_change_no_view<G: Game>(
    game: &G,
    state: &G::State,
    generator: &mut StableRng,
) -> LawResult {
    let Turn::Decision(decision) = game.turn(state) else {
        return Ok(());
    };
    let shown = contents_by_viewer(game, state);
    for seat in decision.seats {
        let actor = Actor::Seat(seat);
        let chosen = choose(game, state, actor, generator);
        for action in chosen.into_iter().chain(game.pass_action(state)) {
            let mut after = state.clone();
            game.apply(&mut after, actor, action)
                .map_err(|error| error.to_string())?;
            if !matches!(game.turn(&after), Turn::Decision(_)) {
                continue;
            }
            let is_hidden =
                |viewer: &Viewer| game.visible_action(state, *viewer, actor, action).is_none();
            for (viewer, before) in shown.iter().filter(|(viewer, _)| is_hidden(viewer)) {
                before
                    .expect_equal(&ViewContents::from_state(game, &after, *viewer))
                    .map_err(|error| {
                        format!("{viewer:?} does not see `{action:?}` of {actor}, but {error}")
                    })?;
            }
        }
    }
    Ok(())
}

/// Number of actions of an actor that are compared with each other.
const COMPARED_ACTIONS: usize = 12;

/// Of two actions that lead to different positions, a viewer whose view is the same afterwards sees the same, and a viewer who
/// sees the same has the same view afterwards: neither events nor views show what the others hide.
pub(super) fn events_and_views_agree<G: Game>(
    game: &G,
    state: &G::State,
    generator: &mut StableRng,
) -> LawResult {
    let actors: Vec<Actor> = match game.turn(state) {
        Turn::Decision(decision) => decision.seats.map(Actor::Seat).collect(),
        Turn::Chance(_) => vec![Actor::Chance],
        Turn::Over(_) => Vec::new(),
    };
    for actor in actors {
        let mut actions = Vec::new();
        game.legal_actions(state, actor, &mut actions);
        generator.shuffle(&mut actions);
        actions.truncate(COMPARED_ACTIONS);
        let after = |action: &G::Action| {
            let mut after = state.clone();
            game.apply_unchecked(&mut after, actor, *action);
            after
        };
        let positions: Vec<G::State> = actions.iter().map(after).collect();
        for viewer in viewers(game) {
            if Some(actor) == viewer_as_actor(viewer) {
                continue;
            }
            let seen: Vec<_> = actions
                .iter()
                .map(|action| game.visible_action(state, viewer, actor, *action))
                .collect();
            let views: Vec<G::View> = positions
                .iter()
                .map(|after| game.view(after, viewer))
                .collect();
            for (first, second) in pairs(actions.len()) {
                let are_events_equal = seen[first] == seen[second];
                let are_views_equal = views[first] == views[second];
                if positions[first] == positions[second] || are_events_equal == are_views_equal {
                    continue;
                }
                let [one, other] = [first, second].map(|index| game.format_action(actions[index]));
                let (shows, hides) = if are_events_equal {
                    ("the view", "the event")
                } else {
                    ("the event", "the view")
                };
                return Err(format!(
                    "{shows} shows {viewer:?} whether {actor} does `{one}` or `{other}`, which {hides} hides"
                ));
            }
        }
    }
    Ok(())
}

fn viewer_as_actor(viewer: Viewer) -> Option<Actor> {
    match viewer {
        Viewer::Seat(seat) => Some(Actor::Seat(seat)),
        Viewer::Spectator => None,
    }
}

fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |second| (0..second).map(move |first| (first, second)))
}

/// A seat's view lists the seat's legal actions, and a spectator's view lists none.
pub(super) fn legal_actions_are_listed<G: Game>(
    game: &G,
    state: &G::State,
    _: &mut StableRng,
) -> LawResult {
    for viewer in viewers(game) {
        let view = game.view(state, viewer);
        let Some(before) = game.action_from_number(0) else {
            return Err("the game has no actions".into());
        };
        let mut legal = vec![before];
        if let Viewer::Seat(seat) = viewer {
            game.legal_actions(state, Actor::Seat(seat), &mut legal);
        }
        let mut listed = vec![before];
        game.view_actions(&view, &mut listed);
        if listed != legal {
            return Err(format!(
                "the view of {viewer:?} lists {listed:?} instead of {legal:?}"
            ));
        }
    }
    Ok(())
}

/// An observation writes every byte of its buffer.
pub(super) fn observations_are_complete<G: Game>(
    game: &G,
    state: &G::State,
    _: &mut StableRng,
) -> LawResult {
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

/// An observation consists of the fields of its game, whose numbers are in their ranges.
pub(super) fn observations_have_their_fields<G: Game>(
    game: &G,
    state: &G::State,
    _: &mut StableRng,
) -> LawResult {
    for viewer in viewers(game) {
        let mut bytes = vec![0; game.observation_len()];
        game.write_observation(&game.view(state, viewer), &mut bytes);
        let mut end = 0;
        for (range, field) in observation_fields(game.observation_fields(), game.seats()) {
            end = range.end;
            let found = bytes
                .get(range)
                .ok_or_else(|| format!("{}: beyond the observation", field.name))?;
            let (min, max) = field.range;
            let is_valid =
                |number: &u32| (min..=max).contains(number) || field.absent == Some(*number);
            if let Some(number) = field.numbers(found).find(|number| !is_valid(number)) {
                return Err(format!(
                    "{viewer:?}: {}: {number} is out of range",
                    field.name
                ));
            }
        }
        if end != bytes.len() {
            return Err(format!("the fields have {end} bytes, not {}", bytes.len()));
        }
    }
    Ok(())
}

/// Equal views have equal contents, and different views have different hashes.
pub(super) fn equality_agrees<G: Game>(
    game: &G,
    states: &[G::State],
    _: &mut StableRng,
) -> LawResult {
    let mut by_hash: HashMap<u64, ViewContents<G>> = HashMap::new();
    let viewers = [Viewer::Spectator, Viewer::Seat(Seat::FIRST)];
    for (state, viewer) in states
        .iter()
        .flat_map(|s| viewers.map(|viewer| (s, viewer)))
    {
        let shown = ViewContents::from_state(game, state, viewer);
        shown.expect_equal(&ViewContents::from_state(game, state, viewer))?;
        let first = by_hash.entry(shown.hash).or_insert_with(|| shown.clone());
        first
            .expect_equal(&shown)
            .map_err(|difference| format!("of hash {:016x} {difference}", shown.hash))?;
    }
    let mut views: Vec<_> = by_hash.into_values().map(|shown| shown.view).collect();
    while let Some(view) = views.pop() {
        if views.contains(&view) {
            return Err(format!("equal views have different hashes: {view:?}"));
        }
    }
    Ok(())
}
