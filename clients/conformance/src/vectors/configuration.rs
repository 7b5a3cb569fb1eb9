//! The options and numbers of seats with which positions are sampled.

use std::collections::BTreeMap;

use botwerk_engine::{AnyGame, GameId, OptionKind, OptionSpec, Options, StableRng, format_millis};

use super::vector::VectorSetup;

/// Maximum number of seats, unless a game needs more: further ones are alike.
const MAX_SEATS: usize = 4;

/// Maximum number of options of a random configuration.
const MAX_RANDOM_OPTIONS: u64 = 4;

/// Values of options that are free text, by the name of the option. Each game uses those that it accepts.
const TEXTS: &[(&str, &str)] = &[
    (
        "board",
        "2Y 1W 1B 5P 2P 3P / 2W 2G 2R 6R 4R 3Y / 4P 6G 4W 4B 5G 3G / \
         6P 5Y 1P 6W 6B 2B / 1R 5B 6Y 3R 4Y 3W / 1G 5R 1Y 3B 4G 5W",
    ),
    ("board", "4B-3C-1A-2A"),
    (
        "board",
        concat!(
            r"cells:911111111111111380000000000000028028000000000002800000000028000280000000000000028000",
            r"04000000000280000104400000028000002ff80000028000002ff8400002800000011010000280000000000000",
            r"028000280000004002800000000000100280000000000000028000000000000002c444444444444446:d4/r,m1",
            r"0\b:r:o16,g:b2,*:h5,y:c12,b:n3",
        ),
    ),
    ("opening_seed", "7"),
    ("sides", "A"),
    ("sides", "BD"),
];

/// A game's options that differ from their defaults, and its number of seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Configuration {
    seats: usize,
    options: BTreeMap<String, String>,
}

impl Configuration {
    /// Returns the configurations of a game: the defaults with every number of seats, then each value of each
    /// option, with another option or number of seats where the value requires that.
    pub(super) fn all(game: GameId) -> Vec<Self> {
        let mut configurations: Vec<_> = seat_counts(game)
            .map(|seats| Self {
                seats,
                options: BTreeMap::new(),
            })
            .filter(|configuration| configuration.is_valid(game))
            .collect();
        for spec in game.spec().options {
            for value in values(game, spec) {
                configurations.extend(Self::with_value(game, spec, &value));
            }
        }
        configurations
    }

    /// Returns a valid configuration of several options.
    pub(super) fn random(game: GameId, rng: &mut StableRng) -> Self {
        let seats: Vec<_> = seat_counts(game).collect();
        loop {
            let mut configuration = Self {
                seats: *pick(rng, &seats),
                options: BTreeMap::new(),
            };
            for _ in 0..2 + rng.below(MAX_RANDOM_OPTIONS - 1) {
                let spec = pick(rng, game.spec().options);
                let values = values(game, spec);
                // The text of a ruleset is too long to be repeated in many lines.
                if let (false, true) = (values.is_empty(), !is_ruleset(spec)) {
                    let value = pick(rng, &values).clone();
                    configuration.options.insert(spec.name.to_owned(), value);
                }
            }
            if configuration.is_valid(game) {
                return configuration;
            }
        }
    }

    /// Returns a configuration in which an option has this value, or `None` if no configuration can have it.
    fn with_value(game: GameId, spec: &OptionSpec, value: &str) -> Option<Self> {
        let companions = game.spec().options.iter().flat_map(|other| {
            let values = values(game, other).into_iter();
            values.map(move |value| (other.name.to_owned(), value))
        });
        let companions = companions.filter(|(name, _)| name != spec.name).map(Some);
        let mut candidates = [None].into_iter().chain(companions).flat_map(|companion| {
            seat_counts(game).map(move |seats| Self {
                seats,
                options: companion.clone().into_iter().collect(),
            })
        });
        candidates.find_map(|mut candidate| {
            candidate
                .options
                .insert(spec.name.to_owned(), value.to_owned());
            candidate.is_valid(game).then_some(candidate)
        })
    }

    fn is_valid(&self, game: GameId) -> bool {
        self.game(game).is_some()
    }

    /// Returns the game, or `None` if it does not allow the options or the number of seats.
    pub(super) fn game(&self, game: GameId) -> Option<AnyGame> {
        let options = Options::resolve(game.spec().options, &self.options).ok()?;
        game.game(self.seats, options).ok()
    }

    /// Returns the set-up for vectors.
    pub(super) fn setup(&self, game: GameId) -> VectorSetup {
        VectorSetup {
            game: game.name().to_owned(),
            seats: self.seats as u32,
            options: self.options.clone(),
        }
    }
}

/// Returns the numbers of seats, two first.
fn seat_counts(game: GameId) -> impl Iterator<Item = usize> {
    let spec = game.spec();
    let all = spec.min_seats..=spec.max_seats.min(MAX_SEATS.max(spec.min_seats));
    let usual = all.contains(&2).then_some(2);
    let others = all.filter(move |seats| Some(*seats) != usual);
    usual.into_iter().chain(others)
}

/// Returns `true` if the value of the option may be the whole ruleset of the game.
fn is_ruleset(spec: &OptionSpec) -> bool {
    spec.name == "ruleset"
}

/// Returns values of an option: all names, the ends and the middle of a range. The default is left out.
fn values(game: GameId, spec: &OptionSpec) -> Vec<String> {
    let range = |min: u64, max: u64| [min, min.midpoint(max), max];
    let mut values: Vec<String> = match &spec.kind {
        OptionKind::Bool => vec!["true".into(), "false".into()],
        OptionKind::Choice(names) => names.iter().map(|name| (*name).to_owned()).collect(),
        OptionKind::Number { min, max } => range(*min, *max).map(|n| n.to_string()).into(),
        OptionKind::WordOrNumber { word, min, max } => {
            let numbers = range(*min, *max).into_iter().map(|n| n.to_string());
            [(*word).to_owned()].into_iter().chain(numbers).collect()
        }
        OptionKind::Time { min, max } => range(*min, *max).map(format_millis).into(),
        OptionKind::Text(_) if is_ruleset(spec) => vec![compact_ruleset(game.spec().ruleset)],
        OptionKind::Text(_) => {
            let texts = TEXTS.iter().filter(|(name, _)| *name == spec.name);
            texts.map(|(_, text)| (*text).to_owned()).collect()
        }
    };
    values.retain(|value| value != spec.default);
    values
}

/// Returns a ruleset without line breaks.
fn compact_ruleset(text: &str) -> String {
    serde_json::from_str(text).map_or_else(
        |_| text.to_owned(),
        |value: serde_json::Value| value.to_string(),
    )
}

/// Picks an item of a list, which must not be empty.
pub(super) fn pick<'a, T>(rng: &mut StableRng, items: &'a [T]) -> &'a T {
    &items[rng.below(items.len() as u64) as usize]
}

#[cfg(test)]
mod tests {
    use botwerk_engine::{GameId, RootSeed};

    use super::*;

    fn check_all(game: GameId) {
        let all = Configuration::all(game);
        for spec in game.spec().options {
            let has = |value: &str| {
                all.iter()
                    .any(|one| one.options.get(spec.name).is_some_and(|v| v == value))
            };
            if let OptionKind::Choice(names) = spec.kind {
                for name in names.iter().filter(|name| **name != spec.default) {
                    assert!(has(name), "{} = {name}", spec.name);
                }
            }
            let any = all.iter().any(|one| one.options.contains_key(spec.name));
            assert!(any, "{} has no value; add one to TEXTS", spec.name);
        }
        let mut rng = RootSeed::from_text("configurations").rng();
        for _ in 0..50 {
            assert!(Configuration::random(game, &mut rng).is_valid(game));
        }
    }

    #[test]
    fn every_option_has_a_value_and_every_choice_is_made() {
        for game in &GameId::all() {
            check_all(*game);
        }
    }
}
