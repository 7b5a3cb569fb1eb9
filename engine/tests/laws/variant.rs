//! The options and numbers of seats with which a game is tried, made from its own list of options.

use botwerk_engine::{Game, OptionKind, OptionSpec, Options};

/// A game to try, and what it is called in a failure.
pub(crate) struct Variant<G> {
    pub(crate) game: G,
    pub(crate) name: String,
}

/// The game with every flag turned, every other choice, every least and greatest number and
/// shortest time, with the fewest, one more and the most seats, and with all flags and choices
/// changed at once.
pub(crate) fn variants<G: Game>() -> Vec<Variant<G>> {
    let spec = G::spec();
    let more = (spec.min_seats + 1).min(spec.max_seats);
    let mut settings = vec![
        (spec.min_seats, vec![]),
        (more, vec![]),
        (spec.max_seats, vec![]),
    ];
    for option in spec.options {
        for value in values(option) {
            settings.push((spec.min_seats, vec![(option.name, value)]));
        }
    }
    let changed = spec
        .options
        .iter()
        .filter(|option| matches!(option.kind, OptionKind::Flag | OptionKind::Choice(_)))
        .filter_map(|option| Some((option.name, values(option).pop()?)))
        .collect();
    settings.push((more, changed));
    settings.dedup();
    let game = |(seats, given): (usize, Vec<(&'static str, String)>)| {
        let name = format!("{} for {seats} with {given:?}", spec.id);
        let options = Options::resolve(spec.options, given);
        let options = options.unwrap_or_else(|why| panic!("{name}: {why}"));
        let game = G::new(seats, options).unwrap_or_else(|why| panic!("{name}: {why}"));
        Variant { game, name }
    };
    settings.into_iter().map(game).collect()
}

/// Whether a number of the game was set to its greatest value, so that a match may take long.
pub(crate) fn may_be_long<G: Game>(game: &G) -> bool {
    G::spec().options.iter().any(|option| {
        let value = game.options().text(option.name);
        let greatest = matches!(&option.kind, OptionKind::Number { max, .. }
            if max.to_string() == value);
        greatest && value != option.default
    })
}

/// The values of an option that may make a difference, without its default.
fn values(option: &OptionSpec) -> Vec<String> {
    let values: Vec<String> = match &option.kind {
        OptionKind::Flag => vec!["true".into(), "false".into()],
        OptionKind::Choice(words) => words.iter().map(|word| (*word).into()).collect(),
        OptionKind::Number { min, max } => vec![min.to_string(), max.to_string()],
        OptionKind::Time { min, .. } => vec![botwerk_engine::time_text(*min)],
        OptionKind::Text(_) => vec![],
    };
    values
        .into_iter()
        .filter(|value| value != option.default)
        .collect()
}
