//! The variants that the laws test: options and seat counts, derived from a game's list of options.

use std::sync::OnceLock;

use crate::{Game, GameId, OptionError, OptionKind, OptionSpec, Options};

use super::walk::RandomWalk;

/// A game with its options on which laws are tested, and its random walks.
#[derive(Debug)]
pub struct Variant<G: Game> {
    /// The game.
    pub game: G,
    /// Its name in violations.
    pub name: String,
    walks: OnceLock<Vec<RandomWalk<G>>>,
}

impl<G: Game> Variant<G> {
    /// Returns a game as a variant.
    pub fn new(game: G, name: String) -> Self {
        let walks = OnceLock::new();
        Self { game, name, walks }
    }

    /// Returns the walks on which laws are tested. All laws look at the same ones: most of a test's time would be spent
    /// on walking.
    pub(super) fn walks(&self) -> &[RandomWalk<G>] {
        self.walks.get_or_init(|| RandomWalk::all(&self.game))
    }
}

/// Returns the variants of a game: the default options with the minimum number of seats, one more,
/// and the maximum; every single option with its other values (for a number the minimum and
/// maximum, for a time the minimum), each with the minimum number of seats that allows it, with two seats
/// as well if one seat can play, and with another option if it needs one; and all flags and choices changed at once, as far as
/// they are compatible.
///
/// # Errors
/// Returns an error if no number of seats can play a value of an option.
pub fn variants<G: Game>(id: GameId) -> Result<Vec<Variant<G>>, String> {
    let spec = id.spec();
    let (min, max) = (spec.min_seats, spec.max_seats);
    let min_plus_one = (min + 1).min(max);
    let small_counts = if min == 1 {
        vec![1, min_plus_one]
    } else {
        vec![min]
    };
    let mut variants: Vec<Variant<G>> = Vec::new();
    let mut add = |seats, given: &Given| -> Result<(), String> {
        let created = variant(id, seats, given)
            .map_err(|error| format!("{id} for {seats} with {given:?}: {error}"))?;
        variants.push(created);
        Ok(())
    };
    let mut counts = vec![min, min_plus_one, max];
    counts.dedup();
    for seats in counts {
        add(seats, &vec![])?;
    }
    for option in spec.options {
        for value in values(option) {
            let given = vec![(option.name, value)];
            let playable: Vec<_> = small_counts
                .iter()
                .filter(|seats| is_playable::<G>(id, **seats, &given))
                .collect();
            let min_seats = (min..=max).find(|seats| is_playable::<G>(id, *seats, &given));
            match (playable.is_empty(), min_seats) {
                (false, _) => playable
                    .into_iter()
                    .try_for_each(|seats| add(*seats, &given))?,
                (true, Some(seats)) => add(seats, &given)?,
                (true, None) => {
                    let (seats, given) = with_another_option::<G>(id, &given).ok_or_else(|| {
                        format!("no number of seats can play {id} with {given:?}")
                    })?;
                    add(seats, &given)?;
                }
            }
        }
    }
    let mut changed = vec![];
    for option in spec.options {
        if let OptionKind::Bool | OptionKind::Choice(_) = option.kind
            && let Some(value) = values(option).pop()
        {
            changed.push((option.name, value));
            if !is_playable::<G>(id, min_plus_one, &changed) {
                changed.pop();
            }
        }
    }
    if !changed.is_empty() {
        add(min_plus_one, &changed)?;
    }
    Ok(variants)
}

/// Returns an option that needs another one together with the first such one and the minimum number of
/// seats, or `None` if no single other option is enough.
fn with_another_option<G: Game>(id: GameId, given: &Given) -> Option<(usize, Given)> {
    let spec = id.spec();
    let others = spec.options.iter().flat_map(|option| {
        let values = values(option).into_iter();
        values.map(|value| (option.name, value))
    });
    let mut candidates = others
        .filter(|(name, _)| given.iter().all(|(other, _)| other != name))
        .flat_map(|other| {
            let both: Given = given.iter().cloned().chain([other]).collect();
            (spec.min_seats..=spec.max_seats).map(move |seats| (seats, both.clone()))
        });
    candidates.find(|(seats, both)| is_playable::<G>(id, *seats, both))
}

type Given = Vec<(&'static str, String)>;

fn is_playable<G: Game>(id: GameId, seats: usize, given: &Given) -> bool {
    variant::<G>(id, seats, given).is_ok()
}

fn variant<G: Game>(id: GameId, seats: usize, given: &Given) -> Result<Variant<G>, OptionError> {
    let spec = id.spec();
    let options = Options::resolve(spec.options, given.iter().cloned())?;
    let game = G::create(id, seats, options, spec.ruleset)?;
    let given = given
        .iter()
        .map(|(name, value)| format!(", {name}={value}"));
    let name = format!("{id}, {seats} seats{}", given.collect::<String>());
    Ok(Variant::new(game, name))
}

/// Returns `true` if a numeric option is set to its maximum, so that a match may be long.
pub(super) fn may_be_long<G: Game>(game: &G) -> bool {
    game.id().spec().options.iter().any(|option| {
        let value = game.options().text(option.name);
        let is_long = match &option.kind {
            OptionKind::Number { max, .. } => max.to_string() == value,
            // 0 switches a cap off.
            OptionKind::WordOrNumber { max, .. } => value == "0" || max.to_string() == value,
            OptionKind::Bool
            | OptionKind::Choice(_)
            | OptionKind::Time { .. }
            | OptionKind::Text(_) => false,
        };
        is_long && value != option.default
    })
}

/// Returns the values of an option to test, without its default.
fn values(option: &OptionSpec) -> Vec<String> {
    let values: Vec<String> = match &option.kind {
        OptionKind::Bool => vec!["true".into(), "false".into()],
        OptionKind::Choice(names) => names.iter().map(|name| (*name).into()).collect(),
        OptionKind::Number { min, max } => vec![min.to_string(), max.to_string()],
        OptionKind::WordOrNumber { word, min, max } => {
            vec![(*word).into(), min.to_string(), max.to_string()]
        }
        OptionKind::Time { min, .. } => vec![crate::format_millis(*min)],
        OptionKind::Text(_) => vec![],
    };
    values
        .into_iter()
        .filter(|value| value != option.default)
        .collect()
}
