//! Validation of configurations.

use std::collections::BTreeMap;

use botwerk_agents::{AgentSpec, Roster};
use botwerk_engine::{Adjudication, Game, OptionError, Options, RootSeed, Turn, with_game};

use super::draft::{ConfigurationDraft, EntrantDraft};
use super::{
    Configuration, FieldError, OPENING_TURNS, Player, match_options, name_without_version,
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

/// Returns all errors of a configuration, or an empty list if it can be played.
pub fn validate(configuration: &Configuration) -> Vec<FieldError> {
    validate_draft(&configuration.clone().into())
}

/// Returns all errors of the fields that could be read.
pub fn validate_draft(draft: &ConfigurationDraft) -> Vec<FieldError> {
    let mut validator = Validator::default();
    if let Some(name) = &draft.name
        && (name.is_empty() || name.len() > MAX_NAME_BYTES)
    {
        let message = format!("must be 1 to {MAX_NAME_BYTES} bytes long");
        validator.report("name", message);
    }
    if let Some(game) = draft.game {
        with_game!(game, G => validator.check_game::<G>(draft));
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
    for error in draft.time_control.validate() {
        validator.report(error.field, error.message);
    }
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
    with_game!(game, G => validator.check_game::<G>(draft));
    let index = |error: &FieldError| {
        let text = error.field.strip_prefix(OPENINGS)?.strip_prefix('[')?;
        text.strip_suffix(']')?.parse().ok()
    };
    let errors = validator.errors.into_iter();
    let openings = errors.filter(|error| error.field.starts_with(OPENINGS));
    openings.map(|error| (index(&error), error)).collect()
}

fn check_opening<G: Game>(game: &G, text: &str) -> Result<(), String> {
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
    fn check_game<G: Roster>(&mut self, draft: &ConfigurationDraft) {
        let specs = G::spec().options;
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
                let message = format!("{} has no sampled openings; omit it", G::spec().id);
                self.report(OPENING_TURNS, message);
            } else if let Err(error) = Options::resolve(specs, [(OPENING_TURNS, turns.to_string())])
            {
                self.report_text(OPENING_TURNS, &error.to_string());
            }
        }
        let (min, max) = (G::spec().min_seats, G::spec().max_seats);
        if !(min..=max).contains(&draft.seats) {
            let found = draft.seats;
            let error = OptionError::SeatCount { found, min, max };
            self.report_text("seats", &error.to_string());
        } else if self.errors.len() == errors_before {
            // Values that are possible each may contradict one another.
            let options = match_options(&draft.options, draft.opening_turns);
            let game = Options::resolve(specs, options).and_then(|it| G::new(draft.seats, it));
            match game {
                Ok(game) => self.check_openings(&game, &draft.openings),
                Err(error) => self.report_text("options", &error.to_string()),
            }
        }
        if let Some(rules) = draft.adjudication {
            self.check_adjudication::<G>(rules, draft.seats);
        }
        for (index, entrant) in draft.entrants.iter().enumerate() {
            if let Some(Player::Agent(text)) = &entrant.player {
                self.check_agent::<G>(index, text);
            }
        }
    }

    /// Checks that every start position is legal and that the match is not over in it.
    fn check_openings<G: Game>(&mut self, game: &G, openings: &[String]) {
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

    fn check_adjudication<G: Roster>(&mut self, rules: Adjudication, seats: usize) {
        if G::score_unit().is_none() {
            let message = format!("players of {} have no scores; omit it", G::spec().id);
            return self.report("adjudication", message);
        }
        for error in rules.errors(seats) {
            self.report(error.field, error.message);
        }
    }

    fn check_agent<G: Roster>(&mut self, index: usize, text: &str) {
        let spec: Result<AgentSpec, _> = text.parse();
        let checked = match spec {
            Ok(spec) => G::factory(&spec)
                .map(drop)
                .map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        if let Err(message) = checked {
            let start = format!("agent {}: ", text.split(':').next().unwrap_or_default());
            let message = message.strip_prefix(&start).unwrap_or(&message).to_owned();
            self.report(format!("entrant[{index}].agent"), message);
        }
    }

    /// Checks what does not depend on the game.
    fn check_players(&mut self, entrants: &[EntrantDraft]) {
        for (index, entrant) in entrants.iter().enumerate() {
            match &entrant.player {
                Some(Player::Bot(name)) if name.is_empty() => {
                    self.report(format!("entrant[{index}].bot"), "must be a bot's name");
                }
                Some(player @ (Player::Command(argv) | Player::Stdio(argv)))
                    if argv.iter().all(String::is_empty) =>
                {
                    let message = "names no program; write one such as [\"python3\", \"bot.py\"]";
                    let field = player.field();
                    self.report(format!("entrant[{index}].{field}"), message);
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
mod tests {
    use botwerk_engine::{Referee, ResignRule, Seat, Termination};

    use super::*;
    use crate::configuration::{Entrant, TimeControl};
    use crate::format::{Format, Rotation};
    use crate::openings::OpeningOrder;

    /// Returns a position in which the match is over, since a seat has left it.
    fn final_position<G: Game>() -> String {
        let options = Options::resolve(G::spec().options, [("", ""); 0]);
        let game = G::new(2, options.unwrap()).unwrap();
        let mut referee = Referee::new(game.clone(), RootSeed::from_text("7"));
        let mut events = Vec::new();
        referee.resolve_chance(&mut events);
        let removed = referee.remove_seat(Seat::FIRST, Termination::Resigned, &mut events);
        removed.unwrap();
        game.format_position(referee.state())
    }

    fn start_position<G: Game>() -> String {
        let options = Options::resolve(G::spec().options, [("", ""); 0]);
        let game = G::new(2, options.unwrap()).unwrap();
        game.format_position(&game.initial_state(RootSeed::from_text("7")))
    }

    fn entrant(name: &str, player: Player) -> Entrant {
        Entrant::new(name.into(), player)
    }

    fn configuration() -> Configuration {
        Configuration {
            name: "cup".into(),
            game: "netzwerk".parse().unwrap(),
            options: Vec::new(),
            seats: 2,
            format: Format::RoundRobin { cycles: 1 },
            rotation: Rotation::Cyclic,
            opening_turns: None,
            openings: Vec::new(),
            opening_order: OpeningOrder::Shuffled,
            adjudication: None,
            entrants: vec![
                entrant("one", Player::Agent("random".into())),
                entrant("other", Player::Bot("bot".into())),
            ],
            time_control: TimeControl::default(),
            virtual_time: false,
        }
    }

    /// Returns the errors after a change of the valid configuration, as `field: message`.
    fn errors(change: impl Fn(&mut Configuration)) -> Vec<String> {
        let mut configuration = configuration();
        change(&mut configuration);
        let text = |error: FieldError| format!("{}: {}", error.field, error.message);
        validate(&configuration).into_iter().map(text).collect()
    }

    /// Asserts that the change causes exactly one error, which starts with this text.
    fn assert_one(change: impl Fn(&mut Configuration), start: &str) {
        let errors = errors(change);
        assert_eq!(errors.len(), 1, "{errors:#?}");
        assert!(errors[0].starts_with(start), "{errors:#?}");
    }

    #[test]
    fn names_have_1_to_128_bytes() {
        assert_eq!(errors(|_| ()), [""; 0]);
        assert_eq!(errors(|c| c.name = "n".repeat(128)), [""; 0]);
        assert_eq!(errors(|c| c.entrants[0].name = "n".repeat(128)), [""; 0]);
        for name in [String::new(), "n".repeat(129)] {
            assert_one(|c| c.name = name.clone(), "name: must be 1 to 128 bytes");
            let entrant = "entrant[1].name: must be 1 to 128 bytes";
            assert_one(|c| c.entrants[1].name = name.clone(), entrant);
        }
        let control = "entrant[0].name: must be 1 to 128 bytes";
        assert_one(|c| c.entrants[0].name = "a\tb".into(), control);
        let twice = "entrant[1].name: one is also the name of entrant[0]";
        assert_one(|c| c.entrants[1].name = "one".into(), twice);
    }

    #[test]
    fn options_are_those_of_the_game_except_for_openings() {
        let set = |name: &'static str, value: &'static str| {
            move |c: &mut Configuration| c.options = vec![(name.into(), value.into())]
        };
        assert_eq!(errors(set("repetition", "3")), [""; 0]);
        for name in ["opening_turns", "opening_seed"] {
            let start = format!("options.{name}: is set for every match");
            assert_one(set(name, "1"), &start);
        }
        let errors = errors(set("repetition", "often"));
        assert_eq!(errors.len(), 1);
        assert!(errors[0].starts_with("options.repetition: "), "{errors:?}");
        assert!(!errors[0].contains("option repetition"), "{errors:?}");
    }

    #[test]
    fn opening_turns_need_a_game_with_openings() {
        assert_eq!(errors(|c| c.opening_turns = Some(2)), [""; 0]);
        let robots = |c: &mut Configuration| {
            c.game = "micro-robots".parse().unwrap();
            c.opening_turns = Some(2);
        };
        assert_one(
            robots,
            "opening_turns: micro-robots has no sampled openings",
        );
    }

    #[test]
    fn openings_are_legal_positions_of_matches_that_are_not_over() {
        let start = with_game!(configuration().game, G => start_position::<G>());
        let open = |openings: &[&str]| {
            let openings: Vec<String> = openings.iter().map(|text| (*text).to_owned()).collect();
            move |c: &mut Configuration| c.openings.clone_from(&openings)
        };
        assert_eq!(errors(open(&[&start, &start])), [""; 0]);
        assert_one(open(&[&start, "nonsense"]), "openings[1]: ");
        let end = with_game!(configuration().game, G => final_position::<G>());
        let over = "openings[1]: the match is over in this position";
        assert_one(open(&[&start, &end]), over);
        assert_one(
            open(&[&"x".repeat(8193)]),
            "openings[0]: expected at most 8192 bytes",
        );
        let many = vec![&*start; MAX_OPENINGS + 1];
        assert_one(open(&many), "openings: expected at most 10000 positions");
        let both = |c: &mut Configuration| {
            open(&[&start])(c);
            c.opening_turns = Some(2);
        };
        assert_one(both, "opening_turns: cannot be set together with openings");
    }

    #[test]
    fn adjudication_needs_two_seats_and_a_game_with_scores() {
        let resign = |score| {
            let rule = ResignRule { score, turns: 3 };
            Some(Adjudication {
                resign: Some(rule),
                draw: None,
            })
        };
        assert_eq!(errors(|c| c.adjudication = resign(600)), [""; 0]);
        let start = "adjudication.resign.score: expected 1 to ";
        assert_one(|c| c.adjudication = resign(0), start);
        let start = "adjudication: expected a rule";
        assert_one(|c| c.adjudication = Some(Adjudication::default()), start);
        for game in ["micro-robots", "droids"] {
            let other = |c: &mut Configuration| {
                (c.game, c.adjudication) = (game.parse().unwrap(), resign(600));
            };
            let start = format!("adjudication: players of {game} have no scores");
            assert_one(other, &start);
        }
    }

    #[test]
    fn players_exist() {
        let play =
            |player: Player| move |c: &mut Configuration| c.entrants[1].player = player.clone();
        assert_one(play(Player::Bot(String::new())), "entrant[1].bot: ");
        assert_one(play(Player::Command(Vec::new())), "entrant[1].command: ");
        let blank = Player::Command(vec![String::new()]);
        assert_one(play(blank), "entrant[1].command: ");
        let command = Player::Command(vec!["bot".into(), String::new()]);
        assert_eq!(errors(play(command)), [""; 0]);
        let agent = play(Player::Agent("minimax:depth=far".into()));
        assert_one(agent, "entrant[1].agent: ");
    }

    #[test]
    fn seats_format_and_times_are_validated() {
        let three = errors(|c| c.seats = 3);
        assert!(three[0].starts_with("seats: "), "{three:?}");
        assert_one(
            |c| c.format = Format::RoundRobin { cycles: 0 },
            "format.cycles: expected at least 1",
        );
        assert_one(
            |c| c.time_control.turn_millis = Some(0),
            "time_control.turn: ",
        );
    }
}
