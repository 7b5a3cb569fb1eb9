//! Extensions of tournaments in progress: more blocks or rounds, and more entrants.

use crate::configuration::{Configuration, FieldError};
use crate::format::{Extent, Format};

/// Checks that a configuration extends the one of a tournament in progress; returns the size before.
///
/// A round robin or gauntlet may get more cycles and entrants after the present ones, a Swiss tournament more
/// rounds, and a sequential test more pairs. A league may get entrants and other limits: its rounds are stored. A
/// knockout cannot be extended.
///
/// # Errors
/// Returns an error if anything else differs, or nothing does.
pub fn check_extension(
    before: &Configuration,
    after: &Configuration,
) -> Result<Extent, FieldError> {
    let error = |field: &str, message: String| FieldError {
        field: field.into(),
        message,
    };
    let (old, new) = (before.entrants.len(), after.entrants.len());
    let allows_entrants = matches!(
        before.format,
        Format::RoundRobin { .. } | Format::Gauntlet { .. } | Format::League(_)
    );
    if !after.entrants.starts_with(&before.entrants) {
        let message =
            format!("expected the {old} entrants of the tournament, in their order, first");
        return Err(error("entrants", message));
    }
    if new > old && !allows_entrants {
        let message = format!("{} cannot get more entrants", before.format.name());
        return Err(error("entrants", message));
    }
    let (from, to) = repetitions(before.format, after.format).ok_or_else(|| {
        let message = "expected the format of the tournament with more cycles, rounds or pairs";
        error("format", message.into())
    })?;
    if to < from {
        return Err(error(
            "format",
            format!("expected at least {from}, found {to}"),
        ));
    }
    // The first bot of a league sets the default limit of its time.
    let expected = Configuration {
        format: after.format,
        entrants: after.entrants.clone(),
        ..before.clone()
    };
    let is_league = before.format.is_league();
    let limited = Configuration {
        time_control: expected.clone().with_defaults().time_control,
        ..expected.clone()
    };
    if expected != *after && !(is_league && limited == *after) {
        let message =
            "its name, game, options, seats and time control must be those of the tournament";
        return Err(error("setup", message.into()));
    }
    // Matches of untimed agents may share a core.
    if !is_league && after.is_timed() != before.is_timed() {
        let message = "the time of its matches is measured, and that of the others is not";
        return Err(error("entrants", message.into()));
    }
    if (from, old) == (to, new) && before.format == after.format {
        return Err(error("setup", "adds nothing to the tournament".into()));
    }
    Ok(Extent {
        entrants: old,
        cycles: from,
    })
}

/// Returns the numbers of cycles, rounds or pairs of two formats that differ in nothing else, or `None`.
fn repetitions(before: Format, after: Format) -> Option<(u32, u32)> {
    use Format::{Gauntlet, League, RoundRobin, Sprt, Swiss};
    match (before, after) {
        (RoundRobin { cycles: from }, RoundRobin { cycles: to }) => Some((from, to)),
        (
            Gauntlet {
                challengers,
                cycles: from,
            },
            Gauntlet {
                challengers: same,
                cycles: to,
            },
        ) if challengers == same => Some((from, to)),
        (
            Swiss {
                rounds: from,
                pairs,
                bye,
            },
            Swiss {
                rounds: to,
                pairs: same_pairs,
                bye: same_bye,
            },
        ) if pairs == same_pairs && bye == same_bye => Some((from, to)),
        (
            Sprt {
                hypotheses,
                max_pairs: from,
            },
            Sprt {
                hypotheses: same,
                max_pairs: to,
            },
        ) if hypotheses == same => Some((from, to)),
        // Its limits may be raised and lowered.
        (League(_), League(_)) => Some((0, 0)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::configuration::parse_file;

    fn configuration(format: &str, agents: &[&str]) -> Configuration {
        let entrants = agents.iter().enumerate();
        let entrants = entrants.map(|(number, agent)| {
            format!("[[entrant]]\nname = \"{number}\"\nplayer = \"{agent}\"\n")
        });
        let text = format!(
            "name = \"cup\"\ngame = \"netzwerk\"\n[format]\n{format}\n{}",
            entrants.collect::<String>()
        );
        parse_file(&text).unwrap().configuration
    }

    fn robin(cycles: u32, agents: &[&str]) -> Configuration {
        let format = format!("kind = \"round-robin\"\ncycles = {cycles}");
        configuration(&format, agents)
    }

    #[test]
    fn cycles_entrants_rounds_and_pairs_may_be_added() {
        let before = robin(2, &["random", "minimax"]);
        let extent = Extent {
            entrants: 2,
            cycles: 2,
        };
        for after in [
            robin(3, &["random", "minimax"]),
            robin(2, &["random", "minimax", "random"]),
            robin(5, &["random", "minimax", "random"]),
        ] {
            assert_eq!(check_extension(&before, &after), Ok(extent));
        }
        let swiss = |rounds: u32| {
            let format = format!("kind = \"swiss\"\nrounds = {rounds}\npairs = 1");
            configuration(&format, &["random"; 6])
        };
        assert!(check_extension(&swiss(1), &swiss(2)).is_ok());
        let sprt = |pairs: u32| {
            let format = format!("kind = \"sprt\"\nelo0 = 0.0\nelo1 = 5.0\nmax_pairs = {pairs}");
            configuration(&format, &["random", "minimax"])
        };
        assert!(check_extension(&sprt(10), &sprt(20)).is_ok());
    }

    #[test]
    fn league_may_get_entrants_bots_and_other_limits() {
        let league = |limits: &str, others: &str| {
            let text = format!(
                "name = \"league\"\ngame = \"netzwerk\"\n[format]\nkind = \"league\"\n{limits}\n\
                 [[entrant]]\nplayer = \"greedy\"\nanchor = true\n{others}"
            );
            let configuration = parse_file(&text).unwrap().configuration;
            configuration.with_defaults()
        };
        let rook = "[[entrant]]\nname = \"rook\"\nversion = \"1\"\nplayer = \"random\"\n";
        let before = league("season_days = 7", rook);
        let bot = format!("{rook}[[entrant]]\nplayer = \"bot:guest\"\n");
        for after in [
            league("season_days = 7", &bot),
            league("season_matches = 10", rook),
        ] {
            assert!(check_extension(&before, &after).is_ok(), "{after:?}");
        }
        let error = |after: &Configuration| check_extension(&before, after).unwrap_err().field;
        assert_eq!(error(&before), "setup");
        let other_anchor = Configuration {
            entrants: league("season_days = 7", &bot)
                .entrants
                .into_iter()
                .rev()
                .collect(),
            ..before.clone()
        };
        assert_eq!(error(&other_anchor), "entrants");
        let mut timed = league("season_days = 7", &bot);
        timed.time_control.turn_millis = Some(1);
        assert_eq!(error(&timed), "setup");
    }

    #[test]
    fn other_changes_are_rejected() {
        let before = robin(2, &["random", "minimax"]);
        let error = |after: &Configuration| check_extension(&before, after).unwrap_err().field;
        assert_eq!(error(&before), "setup");
        assert_eq!(error(&robin(1, &["random", "minimax", "random"])), "format");
        assert_eq!(error(&robin(3, &["minimax", "random"])), "entrants");
        assert_eq!(error(&robin(3, &["random"; 2])), "entrants");
        let renamed = Configuration {
            name: "other".into(),
            ..robin(3, &["random", "minimax"])
        };
        assert_eq!(error(&renamed), "setup");
        let timed = robin(2, &["random", "minimax", "minimax:time=100ms"]);
        assert_eq!(error(&timed), "entrants");
        let knockout = configuration("kind = \"knockout\"\npairs = 1", &["random"; 2]);
        assert_eq!(
            check_extension(&knockout, &knockout).unwrap_err().field,
            "format"
        );
    }
}
