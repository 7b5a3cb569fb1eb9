//! Validation of configurations.

use std::collections::BTreeMap;

use botwerk_agents::{AgentError, AgentSpec, GameAgents};
use botwerk_engine::{
    Adjudication, AnyGame, GameId, GameNotation, GameRules, OptionError, Options, RootSeed, Turn,
};

use super::draft::{ConfigurationDraft, EntrantDraft};
use super::{
    Configuration, FieldError, OPENING_TURNS, Player, PlayerError, Sandbox, match_options,
    name_without_version,
};
use crate::format::{Format, Schedule};
use crate::openings::{MAX_OPENING_BYTES, MAX_OPENINGS, MAX_OPENINGS_BYTES};

/// The option of games with sampled openings: the seed of the opening.
const OPENING_SEED: &str = "opening_seed";

/// The start positions of blocks.
const OPENINGS: &str = "openings";

/// Maximum length of a name, in bytes.
const MAX_NAME_BYTES: usize = 128;

/// Maximum length of a version, in bytes.
const MAX_VERSION_BYTES: usize = 32;

/// Maximum distance of the rating of an anchor from 0, in Elo.
const MAX_ANCHOR_ELO: i32 = 10_000;

/// Maximum number of days for which records are kept.
pub(super) const MAX_RECORD_DAYS: u32 = 36_500;

/// Returns all errors of a configuration, or an empty list if it can be played.
pub fn validate(configuration: &Configuration) -> Vec<FieldError> {
    validate_draft(&configuration.clone().into())
}

/// Returns an error for each built-in agent of a version that this program does not have, among the entrants from the one
/// with the index `first` on. What exists already is valid without its agents: it has results, and other programs.
pub fn missing_versions(draft: &ConfigurationDraft, first: usize) -> Vec<FieldError> {
    let entrants = draft.entrants.iter().enumerate().skip(first);
    let errors = entrants.filter_map(|(index, entrant)| {
        let error = entrant.player.as_ref()?.missing_version(draft.game?)?;
        let field = player_field(index);
        let message = agent_message(&error);
        Some(FieldError { field, message })
    });
    errors.collect()
}

/// Returns all errors of the fields that could be read, but for [versions of agents](missing_versions).
pub fn validate_draft(draft: &ConfigurationDraft) -> Vec<FieldError> {
    let mut validator = Validator::default();
    if let Some(name) = &draft.name
        && (name.is_empty() || name.len() > MAX_NAME_BYTES)
    {
        let message = format!("must be 1 to {MAX_NAME_BYTES} bytes long");
        validator.report("name", message);
    }
    if let Some(game) = draft.game {
        validator.check_game(game, draft);
    }
    validator.check_players(&draft.entrants);
    validator.check_names(&draft.entrants);
    validator.check_versions(&draft.entrants);
    if let Some(format) = draft.format {
        validator.check_format(draft, format);
        validator.check_anchors(&draft.entrants, format);
    }
    if !draft.openings.is_empty() && draft.opening_turns.is_some() {
        validator.report(OPENING_TURNS, EXCLUSIVE_OPENINGS);
    }
    if let Some(days) = draft.record_days.filter(|days| *days > MAX_RECORD_DAYS) {
        let message = format!("expected 0 to {MAX_RECORD_DAYS}, found {days}");
        validator.report("record_days", message);
    }
    for error in draft.time_control.validate() {
        validator.report(error.field, error.message);
    }
    validator
        .errors
        .extend(draft.sandbox.iter().flat_map(Sandbox::errors));
    validator.errors
}

/// Why openings from a list and sampled ones exclude each other.
pub(super) const EXCLUSIVE_OPENINGS: &str =
    "cannot be set together with openings, which are complete positions; omit one of them";

/// Returns the index of every opening that is invalid with its error, if the other fields of the draft are
/// valid enough to tell.
pub(super) fn opening_errors(draft: &ConfigurationDraft) -> Vec<(Option<usize>, FieldError)> {
    let Some(game) = draft.game else {
        return Vec::new();
    };
    let mut validator = Validator::default();
    validator.check_game(game, draft);
    let index = |error: &FieldError| {
        let text = error.field.strip_prefix(OPENINGS)?.strip_prefix('[')?;
        text.strip_suffix(']')?.parse().ok()
    };
    let errors = validator.errors.into_iter();
    let openings = errors.filter(|error| error.field.starts_with(OPENINGS));
    openings.map(|error| (index(&error), error)).collect()
}

fn check_opening(game: &AnyGame, text: &str) -> Result<(), String> {
    if text.len() > MAX_OPENING_BYTES {
        let found = text.len();
        return Err(format!(
            "expected at most {MAX_OPENING_BYTES} bytes, found {found}"
        ));
    }
    let state = game
        .parse_position(text)
        .map_err(|error| error.to_string())?;
    match game.turn(&state) {
        Turn::Over(outcome) => Err(format!(
            "the match is over in this position ({})",
            outcome.rule
        )),
        Turn::Decision(_) | Turn::Chance(_) => Ok(()),
    }
}

/// Returns the text of an agent's error without the agent, which the field has.
fn agent_message(error: &AgentError) -> String {
    let message = error.to_string();
    let start = message
        .strip_prefix("agent ")
        .and_then(|rest| rest.split_once(": "));
    start.map_or(message.clone(), |(_, message)| message.to_owned())
}

/// Returns the path of an entrant's player.
fn player_field(entrant: usize) -> String {
    format!("entrant[{entrant}].player")
}

#[derive(Default)]
struct Validator {
    errors: Vec<FieldError>,
}

impl Validator {
    fn report(&mut self, field: impl Into<String>, message: impl Into<String>) {
        self.errors.push(FieldError {
            field: field.into(),
            message: message.into(),
        });
    }

    /// Reports an error whose text may start with the name of its field.
    fn report_text(&mut self, field: impl Into<String>, text: &str) {
        let field = field.into();
        let name = field.rsplit('.').next().unwrap_or(&field);
        let text = text.strip_prefix("option ").unwrap_or(text);
        let message = text.strip_prefix(name).and_then(|it| it.strip_prefix(": "));
        let message = message.unwrap_or(text).to_owned();
        self.report(field, message);
    }

    /// Checks options, seats and agents against the game.
    fn check_game(&mut self, game: GameId, draft: &ConfigurationDraft) {
        let specs = game.spec().options;
        let has_openings = specs.iter().any(|option| option.name == OPENING_TURNS);
        let errors_before = self.errors.len();
        for (name, value) in &draft.options {
            let field = format!("options.{name}");
            if has_openings && [OPENING_TURNS, OPENING_SEED].contains(&name.as_str()) {
                let message = "is set for every match; set opening_turns outside of the options";
                self.report(field, message);
            } else if let Err(error) = Options::resolve(specs, [(name, value)]) {
                self.report_text(field, &error.to_string());
            }
        }
        if let Some(turns) = draft.opening_turns {
            if !has_openings {
                let message = format!("{game} has no sampled openings; omit it");
                self.report(OPENING_TURNS, message);
            } else if let Err(error) = Options::resolve(specs, [(OPENING_TURNS, turns.to_string())])
            {
                self.report_text(OPENING_TURNS, &error.to_string());
            }
        }
        let (min, max) = (game.spec().min_seats, game.spec().max_seats);
        if !(min..=max).contains(&draft.seats) {
            let found = draft.seats;
            let error = OptionError::SeatCount { found, min, max };
            self.report_text("seats", &error.to_string());
        } else if self.errors.len() == errors_before {
            // Values that are possible each may contradict one another.
            let options = match_options(&draft.options, draft.opening_turns);
            let game = Options::resolve(specs, options).and_then(|it| game.game(draft.seats, it));
            match game {
                Ok(game) => self.check_openings(&game, &draft.openings),
                Err(error) => self.report_text("options", &error.to_string()),
            }
        }
        if let Some(rules) = draft.adjudication {
            self.check_adjudication(game, rules, draft.seats);
        }
        for (index, entrant) in draft.entrants.iter().enumerate() {
            if let Some(Player::Agent(text)) = &entrant.player {
                self.check_agent(game, index, text);
            }
        }
    }

    /// Checks that every start position is legal and that the match is not over in it.
    fn check_openings(&mut self, game: &AnyGame, openings: &[String]) {
        let bytes: usize = openings.iter().map(String::len).sum();
        if openings.len() > MAX_OPENINGS || bytes > MAX_OPENINGS_BYTES {
            let found = openings.len();
            return self.report(
                OPENINGS,
                format!(
                    "expected at most {MAX_OPENINGS} positions of together at most \
                     {MAX_OPENINGS_BYTES} bytes, found {found} of {bytes} bytes"
                ),
            );
        }
        for (index, opening) in openings.iter().enumerate() {
            if let Err(message) = check_opening(game, opening) {
                self.report(format!("{OPENINGS}[{index}]"), message);
            }
        }
    }

    fn check_adjudication(&mut self, game: GameId, rules: Adjudication, seats: usize) {
        if game.spec().score_unit.is_none() {
            let message = format!("players of {game} have no scores; omit it");
            return self.report("adjudication", message);
        }
        for error in rules.errors(seats) {
            self.report(error.field, error.message);
        }
    }

    fn check_agent(&mut self, game: GameId, index: usize, text: &str) {
        let spec = text.parse::<AgentSpec>().map_err(AgentError::from);
        match spec.and_then(|spec| game.factory(&spec).map(drop)) {
            Ok(()) | Err(AgentError::Version { .. }) => {}
            Err(error) => self.report(player_field(index), agent_message(&error)),
        }
    }

    /// Checks what does not depend on the game.
    fn check_players(&mut self, entrants: &[EntrantDraft]) {
        for (index, entrant) in entrants.iter().enumerate() {
            match &entrant.player {
                Some(Player::Bot(name)) if name.is_empty() => {
                    self.report(player_field(index), PlayerError::NoBot.to_string());
                }
                Some(Player::Command(command) | Player::Stdio(command))
                    if command.argv.iter().all(String::is_empty) =>
                {
                    self.report(player_field(index), PlayerError::Empty.to_string());
                }
                Some(_) | None => {}
            }
        }
    }

    /// Checks that the entrants' names are printable and unique.
    fn check_names(&mut self, entrants: &[EntrantDraft]) {
        let mut names: BTreeMap<&str, usize> = BTreeMap::new();
        for (index, entrant) in entrants.iter().enumerate() {
            let Some(name) = entrant.name.as_deref() else {
                continue;
            };
            let field = format!("entrant[{index}].name");
            if name.is_empty() || name.len() > MAX_NAME_BYTES || name.contains(char::is_control) {
                let message =
                    format!("must be 1 to {MAX_NAME_BYTES} bytes without control characters");
                self.report(&field, message);
            }
            if let Some(other) = names.insert(name, index) {
                let message = format!("{name} is also the name of entrant[{other}]; change one");
                self.report(field, message);
            }
        }
    }

    /// Checks that names end with their versions, so that all tables tell them apart.
    fn check_versions(&mut self, entrants: &[EntrantDraft]) {
        for (index, entrant) in entrants.iter().enumerate() {
            let Some(version) = entrant.version.as_deref() else {
                continue;
            };
            let field = format!("entrant[{index}].version");
            if version.is_empty()
                || version.len() > MAX_VERSION_BYTES
                || version.contains(char::is_control)
            {
                let message =
                    format!("must be 1 to {MAX_VERSION_BYTES} bytes without control characters");
                self.report(field, message);
            } else if let Some(name) = &entrant.name {
                let player = name_without_version(name, Some(version));
                if player == name || player.is_empty() {
                    let message = format!(
                        "the name must be that of the player, a space and the version; found {name}"
                    );
                    self.report(field, message);
                }
            }
        }
    }

    /// Checks that a league has anchors, whose strength does not change, and no other format has any.
    fn check_anchors(&mut self, entrants: &[EntrantDraft], format: Format) {
        let anchors = entrants.iter().enumerate();
        let anchors =
            anchors.filter_map(|(index, entrant)| Some((index, entrant, entrant.anchor?)));
        let mut ratings: BTreeMap<i32, usize> = BTreeMap::new();
        for (index, entrant, rating) in anchors {
            let field = format!("entrant[{index}].anchor");
            if !format.is_league() {
                self.report(&field, "only a league has anchors; omit it");
            } else if !matches!(entrant.player, None | Some(Player::Agent(_))) {
                let message = "only a built-in agent can be an anchor: a bot may change";
                self.report(&field, message);
            } else if rating.abs() > MAX_ANCHOR_ELO {
                let message = format!(
                    "expected a rating from -{MAX_ANCHOR_ELO} to {MAX_ANCHOR_ELO}, found {rating}"
                );
                self.report(&field, message);
            }
            if let Some(other) = ratings.insert(rating, index) {
                let message = format!(
                    "{rating} is also the rating of entrant[{other}]; measure both in a round-robin, and set the \
                     difference"
                );
                self.report(&field, message);
            }
        }
        if format.is_league() && ratings.is_empty() && !entrants.is_empty() {
            let message = "a league needs an anchor, a built-in agent with a fixed rating: set anchor = true \
                           for one, and anchor = RATING (in Elo) for others";
            self.report("entrant", message);
        }
    }

    fn check_format(&mut self, draft: &ConfigurationDraft, format: Format) {
        let (entrants, seats) = (draft.entrants.len(), draft.seats);
        let errors = format.errors(entrants, seats);
        for error in &errors {
            self.report_text(error.field(), &error.to_string());
        }
        if errors.is_empty() {
            let seed = RootSeed::new([0; 32]);
            if let Err(error) = Schedule::new(format, entrants, seats, draft.rotation, seed) {
                self.report_text(error.field(), &error.to_string());
            }
        }
    }
}

#[cfg(test)]
mod tests;
