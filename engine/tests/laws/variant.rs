//! The options and numbers of seats with which a game is tried, made from its own list of options.

use botwerk_engine::{Game, OptionError, OptionKind, OptionSpec, Options};

/// A game to try, and what it is called in a failure.
pub(crate) struct Variant<G> {
    pub(crate) game: G,
    pub(crate) name: String,
}

/// The game with the fewest, one more and the most seats; with every flag turned, every other
/// choice, every least and greatest number and shortest time, each with the fewest seats that can
/// play so, and where one seat can with two as well; and with all flags and choices changed at
/// once, as far as they go together.
pub(crate) fn variants<G: Game>() -> Vec<Variant<G>> {
    let spec = G::spec();
    let (least, most) = (spec.min_seats, spec.max_seats);
    let more = (least + 1).min(most);
    let few = if least == 1 {
        vec![1, more]
    } else {
        vec![least]
    };
    let mut variants: Vec<Variant<G>> = Vec::new();
    let mut add = |seats, given: &Given| match variant(seats, given) {
        Ok(variant) => variants.push(variant),
        Err(why) => panic!("{} for {seats} with {given:?}: {why}", spec.id),
    };
    for seats in [least, more, most] {
        add(seats, &vec![]);
    }
    for option in spec.options {
        for value in values(option) {
            let given = vec![(option.name, value)];
            let fit: Vec<_> = few
                .iter()
                .filter(|seats| plays::<G>(**seats, &given))
                .collect();
            let fewest = (least..=most).find(|seats| plays::<G>(*seats, &given));
            match (fit.is_empty(), fewest) {
                (false, _) => fit.into_iter().for_each(|seats| add(*seats, &given)),
                (true, Some(seats)) => add(seats, &given),
                (true, None) => panic!("nobody can play {} with {given:?}", spec.id),
            }
        }
    }
    let mut changed = vec![];
    for option in spec.options {
        if let OptionKind::Flag | OptionKind::Choice(_) = option.kind
            && let Some(value) = values(option).pop()
        {
            changed.push((option.name, value));
            if !plays::<G>(more, &changed) {
                changed.pop();
            }
        }
    }
    add(more, &changed);
    variants
}

type Given = Vec<(&'static str, String)>;

fn plays<G: Game>(seats: usize, given: &Given) -> bool {
    variant::<G>(seats, given).is_ok()
}

fn variant<G: Game>(seats: usize, given: &Given) -> Result<Variant<G>, OptionError> {
    let options = Options::resolve(G::spec().options, given.iter().cloned())?;
    let game = G::new(seats, options)?;
    let name = format!("{} for {seats} with {given:?}", G::spec().id);
    Ok(Variant { game, name })
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
