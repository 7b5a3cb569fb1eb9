//! Reads a configuration in layers: the defaults, the file, the environment and the flags, each of
//! which overrides those before it.
//!
//! No configuration crate is used: they guess the type of a variable, so that a token of digits
//! becomes a number, and clap alone has no place for a file below the environment. Here clap parses
//! variables as it parses flags, and its updates set only the fields that have a value.

use std::ffi::OsString;
use std::path::Path;

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use super::{Config, ConfigError};
use crate::token::AdminToken;

/// The fields that are set by flags of a command line.
#[derive(Debug, Clone)]
pub struct ConfigFlags(ArgMatches);

impl Args for ConfigFlags {
    fn augment_args(command: Command) -> Command {
        command.args(field_args())
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ConfigFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self(matches.clone()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Config {
    /// Reads and validates a configuration: flags override variables such as `BOTWERK_LISTEN`,
    /// which override the file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, if a key of the file is unknown, if a value of
    /// the file or of a variable is invalid, or if the fields contradict each other.
    pub fn load(
        file: Option<&Path>,
        variable: impl Fn(&str) -> Option<OsString>,
        flags: &ConfigFlags,
    ) -> Result<Self, ConfigError> {
        let mut config = match file {
            Some(path) => read_file(path)?,
            None => Self::default(),
        };
        config.apply_env(variable)?;
        config.apply(&flags.0)?;
        config.validate()?;
        Ok(config)
    }

    /// Returns the keys of the file, which are the names of all fields.
    pub fn field_names() -> Vec<String> {
        let names = field_args().into_iter();
        let mut names: Vec<_> = names.map(|arg| arg.get_id().to_string()).collect();
        names.extend(["admin_token".into(), "worker_token".into()]);
        names
    }

    /// Sets the fields that have a variable.
    fn apply_env(
        &mut self,
        variable: impl Fn(&str) -> Option<OsString>,
    ) -> Result<(), ConfigError> {
        for arg in field_args() {
            let name = variable_name(arg.get_id().as_str());
            let Some(value) = variable(&name) else {
                continue;
            };
            let mut flag = OsString::from(format!("--{}=", arg.get_long().unwrap_or_default()));
            flag.push(value);
            let command = Command::new("environment").no_binary_name(true);
            let matches = ConfigFlags::augment_args(command).try_get_matches_from([flag]);
            self.apply(&matches.map_err(|error| variable_error(&name, &error))?)?;
        }
        let is_set = |file: &str| variable(&variable_name(file)).is_some();
        if let Some(token) = token_variable("admin_token", &variable)? {
            if !is_set("admin_token_file") {
                self.admin_token_file = None;
            }
            self.admin_token = Some(token);
        }
        if let Some(token) = token_variable("worker_token", &variable)? {
            if !is_set("worker_token_file") {
                self.worker_token_file = None;
            }
            self.worker_token = Some(token);
        }
        Ok(())
    }

    /// Sets the fields that have a value.
    fn apply(&mut self, matches: &ArgMatches) -> Result<(), ConfigError> {
        if matches.contains_id("admin_token_file") {
            // It replaces a token of an earlier layer.
            self.admin_token = None;
        }
        if matches.contains_id("worker_token_file") {
            self.worker_token = None;
        }
        self.update_from_arg_matches(matches)
            .map_err(|error| ConfigError(first_paragraph(&error)))?;
        // An empty value means an empty list.
        if matches.contains_id("cors_origins") {
            self.cors_origins.retain(|origin| !origin.is_empty());
        }
        if matches.contains_id("allowed_hosts") {
            self.allowed_hosts.retain(|host| !host.is_empty());
        }
        Ok(())
    }
}

/// Returns the token of a variable, which replaces the file of an earlier layer.
fn token_variable(
    field: &str,
    variable: impl Fn(&str) -> Option<OsString>,
) -> Result<Option<AdminToken>, ConfigError> {
    let name = variable_name(field);
    let Some(token) = variable(&name) else {
        return Ok(None);
    };
    let token = token.to_string_lossy().parse();
    let token = token.map_err(|error| ConfigError(format!("{name}: {error}")))?;
    Ok(Some(token))
}

/// Returns a flag for every field but the tokens. The defaults stand in the help texts only,
/// so that a field has no value unless its flag is given.
fn field_args() -> Vec<Arg> {
    let command = Config::augment_args_for_update(Command::new("fields"));
    let args = command.get_arguments().cloned();
    args.map(|arg| {
        let Some(default) = arg.get_default_values().first() else {
            return arg;
        };
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        let help = format!("{help} [default: {}]", default.to_string_lossy());
        arg.help(help).default_value(None::<&'static str>)
    })
    .collect()
}

/// Returns the name of the variable that sets a field, such as `BOTWERK_LISTEN`.
fn variable_name(field: &str) -> String {
    format!("BOTWERK_{}", field.to_uppercase())
}

/// Returns what clap says of the value of a variable.
fn variable_error(name: &str, error: &clap::Error) -> ConfigError {
    ConfigError(format!("{name}: {}", first_paragraph(error)))
}

/// Returns what is wrong, as one line, without the hints on how the program is used.
fn first_paragraph(error: &clap::Error) -> String {
    let text = error.to_string();
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    let words: Vec<_> = paragraph.split_whitespace().collect();
    let line = words.join(" ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}

/// Reads a file over the defaults.
fn read_file(path: &Path) -> Result<Config, ConfigError> {
    let file_error = |message: String| ConfigError(format!("{}: {message}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| file_error(error.to_string()))?;
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        // Not the whole error, since it quotes the line, which may contain the token.
        let start = error.span().map_or(0, |span| span.start);
        let line = text[..start].matches('\n').count() + 1;
        file_error(format!("line {line}: {}", error.message()))
    })?;
    let known = Config::field_names();
    if let Some(key) = table.keys().find(|key| !known.contains(key)) {
        let similarity = |name: &String| strsim::jaro(key, name);
        let nearest = known
            .into_iter()
            .max_by(|a, b| similarity(a).total_cmp(&similarity(b)));
        let nearest = nearest.unwrap_or_default();
        return Err(file_error(format!(
            "unknown key `{key}`; the nearest known key is `{nearest}`"
        )));
    }
    table.try_into().map_err(|error: toml::de::Error| {
        // The last line names the key.
        let text = error.to_string();
        let text = text.trim_end();
        let (message, key) = text.rsplit_once('\n').unwrap_or((text, ""));
        let message = message.lines().collect::<Vec<_>>().join(" ");
        let key = key.trim_start_matches("in ").trim_matches('`');
        file_error(if key.is_empty() {
            message
        } else {
            format!("{key}: {message}")
        })
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fmt::Write;

    use clap::ArgAction;

    use super::*;

    /// Three values of a kind of field, each different from the one before it, and the first one
    /// different from every default of that kind.
    const VALUES: [[&str; 3]; 9] = [
        ["json", "text", "json"],
        ["[::1]:21", "[::1]:22", "[::1]:23"],
        ["full", "results", "full"],
        ["open", "code", "closed"],
        ["owners", "public", "owners"],
        ["true", "false", "true"],
        ["false", "true", "false"],
        ["21", "22", "23"],
        ["/21", "/22", "/23"],
    ];

    /// Reads a configuration from a file with this text, these variables and these flags.
    fn load(
        file: &str,
        variables: &[(String, &str)],
        flags: &[String],
    ) -> Result<Config, ConfigError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("botwerk.toml");
        std::fs::write(&path, file).unwrap();
        let variable = |name: &str| {
            let (_, value) = variables.iter().find(|(variable, _)| variable == name)?;
            Some(value.into())
        };
        let command = ConfigFlags::augment_args(Command::new("serve").no_binary_name(true));
        let flags = command.try_get_matches_from(flags).map(ConfigFlags);
        let flags = flags.map_err(|error| ConfigError(error.to_string()))?;
        let mut config = read_file(&path)?;
        config.apply_env(variable)?;
        config.apply(&flags.0)?;
        Ok(config)
    }

    /// Returns the error of a file or of variables.
    fn load_error(file: &str, variables: &[(&str, &str)]) -> String {
        let variables: Vec<_> = variables
            .iter()
            .map(|(name, value)| (format!("BOTWERK_{name}"), *value))
            .collect();
        load(file, &variables, &[]).unwrap_err().to_string()
    }

    /// Returns a line of a file that sets a field, with the value as it is or as a text or a list.
    fn file_line(field: &str, value: &str) -> String {
        [
            value.to_owned(),
            format!("'{value}'"),
            format!("['{value}']"),
        ]
        .into_iter()
        .map(|value| format!("{field} = {value}\n"))
        .find(|line| load(line, &[], &[]).is_ok())
        .unwrap_or_else(|| panic!("{field}: no TOML value of `{value}`"))
    }

    #[test]
    fn every_field_is_set_by_file_variable_and_flag_in_this_order() {
        for arg in field_args() {
            let field = arg.get_id().as_str();
            let flag = |value: &str| format!("--{}={value}", field.replace('_', "-"));
            let is_valid = |values: &&[&str; 3]| {
                let from_flag = |value: &&str| load("", &[], &[flag(value)]);
                let is_changed =
                    |value| from_flag(value).is_ok_and(|config| config != Config::default());
                values.iter().all(|value| from_flag(value).is_ok()) && is_changed(&values[0])
            };
            let values = VALUES.iter().find(is_valid);
            let [first, second, third] = values.unwrap_or_else(|| panic!("{field}: no values"));
            let file = file_line(field, first);
            let variable = [(variable_name(field), *second)];

            let from_file = load(&file, &[], &[]).unwrap();
            assert_ne!(from_file, Config::default(), "{field}");
            assert_eq!(from_file, load("", &[], &[flag(first)]).unwrap(), "{field}");
            let from_variable = load(&file, &variable, &[]).unwrap();
            assert_ne!(from_variable, from_file, "{field}");
            assert_eq!(
                from_variable,
                load("", &[], &[flag(second)]).unwrap(),
                "{field}"
            );
            let from_flag = load(&file, &variable, &[flag(third)]).unwrap();
            assert_ne!(from_flag, from_variable, "{field}");
            assert_eq!(from_flag, load("", &[], &[flag(third)]).unwrap(), "{field}");
        }
    }

    #[test]
    fn fields_of_the_file_are_the_flags_and_the_tokens() {
        let error = toml::from_str::<Config>("unknown = 1").unwrap_err();
        // The message lists the fields after the unknown one, each in backquotes.
        let fields: BTreeSet<_> = error.message().split('`').skip(3).step_by(2).collect();
        let args = field_args();
        let mut flags: BTreeSet<_> = args.iter().map(|arg| arg.get_id().as_str()).collect();
        assert!(flags.insert("admin_token") && flags.insert("worker_token"));
        assert_eq!(fields, flags);
    }

    #[test]
    fn help_shows_the_default_of_every_field_that_has_one() {
        let help = ConfigFlags::augment_args(Command::new("serve"))
            .render_long_help()
            .to_string();
        let fields = Config::augment_args(Command::new("serve"));
        for arg in fields.get_arguments() {
            let flag = format!("--{}", arg.get_long().unwrap());
            let text = help
                .split("\n\n")
                .find(|text| text.contains(&flag))
                .unwrap();
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let default = arg.get_default_values().first();
            let shown = default.map(|default| format!("[default: {}]", default.to_str().unwrap()));
            assert_eq!(text.contains("[default"), shown.is_some(), "{text}");
            assert!(text.contains(&shown.unwrap_or_default()), "{text}");
            let takes_value = matches!(arg.get_action(), ArgAction::Set | ArgAction::Append);
            assert!(takes_value, "{flag} cannot override a lower layer");
        }
    }

    #[test]
    fn guide_lists_every_field() {
        let mut table = "| key | default | description |\n|---|---|---|\n".to_owned();
        for arg in Config::augment_args(Command::new("serve")).get_arguments() {
            let default = arg.get_default_values().first();
            let default = default.map_or(String::new(), |default| {
                format!(" `{}`", default.to_str().unwrap())
            });
            let help = arg.get_help().unwrap();
            writeln!(table, "| `{}` |{default} | {help} |", arg.get_id()).unwrap();
        }
        let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/configuration.md");
        let guide = std::fs::read_to_string(guide).unwrap();
        assert!(
            guide.contains(&table),
            "docs/configuration.md must contain:\n{table}"
        );
    }

    #[test]
    fn errors_name_source_key_and_value() {
        for (file, parts) in [
            (
                "drain = 3",
                ["unknown key `drain`", "known key is `drain_secs`"],
            ),
            (
                "drain_secs = 'soon'",
                ["string \"soon\", expected u64", "drain_secs: "],
            ),
            (
                "max_streams = 0",
                ["integer `0`, expected a nonzero usize", "max_streams: "],
            ),
            (
                "durability = 'none'",
                ["`none`, expected `results` or `full`", "durability: "],
            ),
            (
                "listen = ''\nadmin_token = '0123456789abcdef",
                ["line 2", "literal string"],
            ),
        ] {
            let error = load_error(file, &[]);
            assert!(error.contains("botwerk.toml: "), "{error}");
            assert!(parts.iter().all(|part| error.contains(part)), "{error}");
            assert!(
                !error.contains("0123456789abcdef") && !error.contains('\n'),
                "{error}"
            );
        }
        for (name, value, part) in [
            (
                "DRAIN_SECS",
                "soon",
                "invalid value 'soon' for '--drain-secs <SECONDS>'",
            ),
            ("MAX_STREAMS", "0", "invalid value '0'"),
            ("DURABILITY", "none", "[possible values: results, full]"),
            (
                "ALLOW_UNAUTHENTICATED",
                "1",
                "[possible values: true, false]",
            ),
            ("ADMIN_TOKEN", "sesame", "at least 16"),
        ] {
            let error = load_error("", &[(name, value)]);
            assert!(error.contains(&format!("BOTWERK_{name}: ")), "{error}");
            assert!(error.contains(part), "{error}");
            assert!(
                !error.contains("sesame") && !error.contains('\n'),
                "{error}"
            );
        }
    }

    #[test]
    fn lists_are_separated_by_commas() {
        let variable = (
            variable_name("cors_origins"),
            " https://a.example, https://b.example,",
        );
        let config = load("", &[variable], &[]).unwrap();
        assert_eq!(
            config.cors_origins,
            ["https://a.example", "https://b.example"]
        );
        let file = "cors_origins = ['https://a.example']";
        let none = load(file, &[(variable_name("cors_origins"), "")], &[]).unwrap();
        assert!(none.cors_origins.is_empty());
    }

    #[test]
    fn token_of_a_layer_replaces_that_of_earlier_layers() {
        let digits = "01234567890123456789";
        let variable = |field: &str, value| (variable_name(field), value);
        let token = variable("admin_token", digits);
        let file = load("admin_token_file = 'a'", std::slice::from_ref(&token), &[]).unwrap();
        assert_eq!(file.admin_token, Some(digits.parse().unwrap()));
        assert_eq!(file.admin_token_file, None);
        assert!(!format!("{file:?}").contains(digits));

        let flag = ["--admin-token-file=b".to_owned()];
        let file = load(&format!("admin_token = '{digits}'"), &[], &flag).unwrap();
        assert_eq!(
            (file.admin_token, file.admin_token_file),
            (None, Some("b".into()))
        );
        let env = load("", std::slice::from_ref(&token), &flag).unwrap();
        assert_eq!(
            (env.admin_token, env.admin_token_file),
            (None, Some("b".into()))
        );

        let token_of_worker = variable("worker_token", digits);
        let file = load("worker_token_file = 'a'", &[token_of_worker], &[]).unwrap();
        assert_eq!(file.worker_token, Some(digits.parse().unwrap()));
        assert_eq!(file.worker_token_file, None);

        let both = load("", &[token, variable("admin_token_file", "c")], &[]).unwrap();
        let error = both.validate().unwrap_err().to_string();
        assert!(error.contains("both are set"), "{error}");
    }
}
