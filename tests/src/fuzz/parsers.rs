//! Text parsers: a parser either accepts a text and formats it back identically, or reports an
//! error.

use arbitrary::{Result, Unstructured};
use botwerk_agents::{AgentSpec, Roster};
use botwerk_engine::{
    Actor, GameId, GameType, Options, ParseError, RootSeed, Seat, Viewer, parse_millis, with_game,
};

use super::corpus::{self, GameCorpus};

/// Maximum number of generated options or settings.
const MAX_PAIRS: usize = 4;

/// Parses a text that the bytes generate: a position, an action, a turn, options with boards, an
/// agent, a seed or a name.
///
/// # Panics
/// Panics if a parser panics, accepts a text that is not canonical, or returns something unusable.
pub fn parsers(bytes: &[u8]) {
    let mut source = Unstructured::new(bytes);
    // Input that ends too early generates nothing.
    let Ok(id) = source.choose(GameId::BUILT_IN) else {
        return;
    };
    let _ = with_game!(*id, G => parse::<G>(&mut source));
}

fn parse<G: Roster>(source: &mut Unstructured<'_>) -> Result<()> {
    let corpus = corpus::for_game(G::ID);
    match source.int_in_range(0..=5)? {
        0 => position::<G>(&corpus::text(source, &corpus.positions)?),
        1 => action::<G>(&corpus::text(source, &corpus.texts)?),
        2 => turn::<G>(corpus, source)?,
        3 => options::<G>(corpus, source)?,
        4 => agent::<G>(&corpus::text(source, &corpus.texts)?),
        _ => names(&corpus::text(source, &corpus.texts)?),
    }
    Ok(())
}

fn game<G: GameType>(seats: usize) -> G {
    let options = Options::resolve(G::spec().options, [("", ""); 0]).unwrap();
    G::new(seats, options).unwrap()
}

fn check_error_location(text: &str, error: &ParseError) {
    let found = text.get(error.offset..).map(|rest| rest.chars().take(16));
    let found = found.map(String::from_iter);
    assert_eq!(found.as_ref(), Some(&error.found), "{error}");
}

fn position<G: GameType>(text: &str) {
    let spec = G::spec();
    let seats = G::seats_of_position(text);
    let seats = seats.filter(|seats| (spec.min_seats..=spec.max_seats).contains(seats));
    let game: G = game(seats.unwrap_or(spec.min_seats));
    let state = match game.parse_position(text) {
        Ok(state) => state,
        Err(error) => return check_error_location(text, &error),
    };
    assert_eq!(game.format_position(&state), text);
    check_position(&game, &state);
}

/// Checks all queries and legal actions of a position.
fn check_position<G: GameType>(game: &G, state: &G::State) {
    game.turn(state);
    game.hash(state);
    game.deadline(state);
    game.pass_action(state);
    let seats = || Seat::all(game.seats());
    let mut actions = Vec::new();
    for actor in seats()
        .map(Actor::Seat)
        .chain([Actor::Chance, Actor::Referee])
    {
        actions.clear();
        game.legal_actions(state, actor, &mut actions);
        for action in actions.iter().step_by(actions.len() / 8 + 1) {
            let mut next = state.clone();
            game.apply(&mut next, actor, *action).unwrap();
            let text = game.format_position(&next);
            assert_eq!(game.parse_position(&text).as_ref(), Ok(&next), "{text}");
        }
    }
    let viewers = seats().map(Viewer::Seat).chain([Viewer::Spectator]);
    for viewer in viewers {
        let view = game.view(state, viewer);
        game.format_view(&view);
        game.view_hash(&view);
        let _ = game.diagram(&view).to_string();
        let mut bytes = vec![0; game.observation_len()];
        game.write_observation(&view, &mut bytes);
        actions.clear();
        game.view_actions(&view, &mut actions);
        game.sample_hidden(
            &view,
            &mut RootSeed::from_text("").rng_for_agent(Seat::FIRST, 0),
        );
    }
}

fn action<G: GameType>(text: &str) {
    let game: G = game(G::spec().min_seats);
    match game.parse_action(text) {
        Ok(action) => {
            assert_eq!(game.format_action(action), text);
            let number = game.action_number(action);
            assert_eq!(game.action_from_number(number), Some(action));
        }
        Err(error) => check_error_location(text, &error),
    }
}

fn turn<G: GameType>(corpus: &GameCorpus, source: &mut Unstructured<'_>) -> Result<()> {
    let game: G = game(G::spec().min_seats);
    let state = game.parse_position(source.choose(&corpus.positions)?);
    let view = game.view(&state.unwrap(), Viewer::Seat(Seat::FIRST));
    let text = corpus::text(source, &corpus.texts)?;
    match game.parse_turn(&view, &text) {
        Ok(actions) => assert_eq!(game.format_turn(&view, &actions), text),
        Err(error) => check_error_location(&text, &error),
    }
    Ok(())
}

/// Parses options with boards among their values and checks the start position.
fn options<G: GameType>(corpus: &GameCorpus, source: &mut Unstructured<'_>) -> Result<()> {
    let spec = G::spec();
    let mut pairs = Vec::new();
    for _ in 0..source.int_in_range(0..=MAX_PAIRS)? {
        let name = if source.ratio(7, 8)? {
            source.choose(spec.options)?.name.to_owned()
        } else {
            source.arbitrary()?
        };
        pairs.push((name, corpus::text(source, &corpus.texts)?));
    }
    let seats = source.int_in_range(0..=spec.max_seats + 2)?;
    let game = Options::resolve(spec.options, pairs).and_then(|options| G::new(seats, options));
    match game {
        Ok(game) => {
            let state = game.initial_state(RootSeed::from_text(&source.arbitrary::<String>()?));
            let text = game.format_position(&state);
            assert_eq!(game.parse_position(&text).as_ref(), Ok(&state), "{text}");
            check_position(&game, &state);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    Ok(())
}

fn agent<G: Roster>(text: &str) {
    match text.parse::<AgentSpec>() {
        Ok(spec) => {
            assert_eq!(spec.to_string(), text);
            if let Err(error) = G::agent(&spec) {
                assert!(!error.to_string().is_empty());
            }
        }
        Err(error) => check_error_location(text, &error),
    }
}

/// Parses seeds, game names and times.
fn names(text: &str) {
    RootSeed::from_text(text);
    if let Some(seed) = RootSeed::from_hex(text) {
        assert_eq!(seed.to_hex(), text);
    }
    if let Ok(id) = text.parse::<GameId>() {
        assert_eq!(id.name(), text);
    }
    parse_millis(text);
}
