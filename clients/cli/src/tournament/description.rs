//! Descriptions of tournaments as text.

use botwerk_client::proto;
pub(super) use botwerk_launch::stdio::termination;
use botwerk_tournament::configuration::DEFAULT_SEATS;
use proto::TournamentState;
use proto::tournament_format::Kind;

use super::number::{count, signed};

/// Returns the name, format and game in one line.
pub(super) fn headline(tournament: &proto::Tournament) -> String {
    let setup = tournament.setup.clone().unwrap_or_default();
    let (name, format, game) = (&setup.name, format_name(&setup), game(tournament));
    format!("{name}: {format} in {game}")
}

/// Returns the game with its seats and options.
pub(super) fn game(tournament: &proto::Tournament) -> String {
    let setup = tournament.setup.clone().unwrap_or_default();
    let game = setup.setup.unwrap_or_default();
    let mut text = format!("{} with {} seats", game.game, seats(tournament));
    if let Some(turns) = setup.opening_turns {
        text += &format!(", openings of {}", count(turns, "turn"));
    }
    for option in game.options {
        text += &format!(", {}={}", option.name, option.value);
    }
    text
}

/// Returns the number of seats of a match.
pub(super) fn seats(tournament: &proto::Tournament) -> usize {
    let setup = tournament.setup.as_ref();
    let game = setup.and_then(|setup| setup.setup.as_ref());
    game.map(|game| game.seats as usize)
        .filter(|seats| *seats > 0)
        .unwrap_or(DEFAULT_SEATS)
}

/// Returns the state in lower case.
pub(super) fn state(tournament: &proto::Tournament) -> String {
    enum_name(tournament.state().as_str_name(), "TOURNAMENT_STATE_")
}

/// Returns the number of matches of all rounds: of those that were paired once the tournament has ended, and as far as
/// it is known before.
pub(super) fn planned_matches(tournament: &proto::Tournament) -> u64 {
    let matches = tournament.match_count.max(tournament.result_count);
    if has_ended(tournament) {
        return matches;
    }
    matches.max(tournament.expected_match_count)
}

/// Returns `true` if no further matches are played.
pub(super) fn has_ended(tournament: &proto::Tournament) -> bool {
    let ended = [TournamentState::Over, TournamentState::Cancelled];
    ended.contains(&tournament.state())
}

/// Returns the name of the format.
pub(super) fn format_name(setup: &proto::TournamentSetup) -> &'static str {
    match kind(setup) {
        Some(Kind::RoundRobin(_)) => "round-robin",
        Some(Kind::Gauntlet(_)) => "gauntlet",
        Some(Kind::Swiss(_)) => "swiss",
        Some(Kind::Knockout(_)) => "knockout",
        Some(Kind::Sprt(_)) => "sprt",
        Some(Kind::League(_)) => "league",
        None => "no format",
    }
}

/// Returns the format with all settings.
pub(super) fn format(tournament: &proto::Tournament) -> String {
    let setup = tournament.setup.clone().unwrap_or_default();
    let name = format_name(&setup);
    let settings = match kind(&setup) {
        Some(Kind::RoundRobin(format)) => count(format.cycles, "cycle"),
        Some(Kind::Gauntlet(format)) => {
            let challengers = count(format.challengers, "challenger");
            format!("{challengers}, {}", count(format.cycles, "cycle"))
        }
        Some(Kind::Swiss(format)) => {
            let rounds = count(format.rounds, "round");
            format!("{rounds} of {}", count(format.pairs, "pair"))
        }
        Some(Kind::Knockout(format)) => {
            let pairs = count(format.pairs, "pair");
            format!("{pairs}, up to {} more while drawn", format.tiebreak_pairs)
        }
        Some(Kind::Sprt(format)) => {
            let scale = if format.is_normalised {
                "normalised Elo"
            } else {
                "Elo"
            };
            let [elo0, elo1] = [format.elo0, format.elo1].map(signed);
            let pairs = count(format.max_pairs, "pair");
            format!("{scale} {elo0} (H0) against {elo1} (H1), at most {pairs}")
        }
        Some(Kind::League(league)) => league_limits(league),
        None => return name.into(),
    };
    format!("{name}, {settings}")
}

/// Returns the limits of a league.
fn league_limits(league: &proto::League) -> String {
    let limit = |number: u32, text: String| (number > 0).then_some(text);
    let season = [
        limit(league.season_matches, count(league.season_matches, "match")),
        limit(league.season_days, count(league.season_days, "day")),
    ];
    let season: Vec<_> = season.into_iter().flatten().collect();
    let seasons = match league.seasons {
        0 => "seasons".to_owned(),
        seasons => count(seasons, "season"),
    };
    let seasons = if season.is_empty() {
        "one season without an end".to_owned()
    } else {
        format!("{seasons} of at most {}", season.join(" and "))
    };
    let day = limit(
        league.matches_per_day,
        format!("at most {} a day", count(league.matches_per_day, "match")),
    );
    let open = league.is_open.then(|| "open to uploaded bots".to_owned());
    [Some(seasons), day, open]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns `true` if later rounds depend on the results of earlier ones.
pub(super) fn is_by_rounds(tournament: &proto::Tournament) -> bool {
    let kind = tournament.setup.as_ref().and_then(kind);
    matches!(
        kind,
        Some(Kind::Swiss(_) | Kind::Knockout(_) | Kind::League(_))
    )
}

/// Returns the entrants whose matches do not count.
pub(super) fn annulled_entrants(tournament: &proto::Tournament) -> Vec<&str> {
    let annulled = tournament.withdrawals.iter();
    let annulled = annulled.filter(|withdrawal| withdrawal.is_annulled);
    annulled
        .map(|withdrawal| withdrawal.entrant.as_str())
        .collect()
}

/// Returns the verdict of an SPRT.
pub(super) fn verdict(sprt: &proto::SprtState) -> &'static str {
    match sprt.verdict() {
        proto::SprtVerdict::Unspecified | proto::SprtVerdict::Open => "undecided",
        proto::SprtVerdict::H0 => "H0",
        proto::SprtVerdict::H1 => "H1",
    }
}

fn kind(setup: &proto::TournamentSetup) -> Option<&Kind> {
    setup.format.as_ref()?.kind.as_ref()
}

pub(super) fn enum_name(name: &str, prefix: &str) -> String {
    name.trim_start_matches(prefix).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tournament(kind: Kind) -> proto::Tournament {
        let game = proto::GameSetup {
            game: "some-game".into(),
            seats: 3,
            options: vec![proto::GameOption {
                name: "width".into(),
                value: "4".into(),
            }],
        };
        proto::Tournament {
            setup: Some(proto::TournamentSetup {
                name: "cup".into(),
                setup: Some(game),
                format: Some(proto::TournamentFormat { kind: Some(kind) }),
                opening_turns: Some(1),
                ..Default::default()
            }),
            state: TournamentState::Paused as i32,
            ..Default::default()
        }
    }

    #[test]
    fn descriptions_are_complete() {
        let swiss = proto::Swiss {
            rounds: 3,
            pairs: 1,
            has_one_point_byes: false,
        };
        let swiss = tournament(Kind::Swiss(swiss));
        let game = "some-game with 3 seats, openings of 1 turn, width=4";
        assert_eq!(headline(&swiss), format!("cup: swiss in {game}"));
        assert_eq!(format(&swiss), "swiss, 3 rounds of 1 pair");
        assert_eq!(state(&swiss), "paused");
        assert!(!has_ended(&swiss));
        assert!(is_by_rounds(&swiss));
        let test = proto::SprtFormat {
            elo1: 20.0,
            is_normalised: true,
            max_pairs: 500,
            ..Default::default()
        };
        let expected = "sprt, normalised Elo +0.0 (H0) against +20.0 (H1), at most 500 pairs";
        assert_eq!(format(&tournament(Kind::Sprt(test))), expected);
    }

    #[test]
    fn limits_of_leagues_are_described() {
        let text = |league| format(&tournament(Kind::League(league)));
        let endless = proto::League::default();
        assert_eq!(text(endless), "league, one season without an end");
        let limited = proto::League {
            seasons: 4,
            season_matches: 500,
            season_days: 7,
            matches_per_day: 100,
            is_open: true,
        };
        let expected = "league, 4 seasons of at most 500 matches and 7 days, at most 100 matches a day, open to \
                        uploaded bots";
        assert_eq!(text(limited), expected);
        assert!(is_by_rounds(&tournament(Kind::League(limited))));
    }

    #[test]
    fn descriptions_of_missing_parts_are_empty() {
        let nothing = proto::Tournament::default();
        assert_eq!(seats(&nothing), 2);
        assert_eq!(format(&nothing), "no format");
        assert_eq!(termination(proto::Termination::Unspecified), None);
        let no_show = termination(proto::Termination::NoShow);
        assert_eq!(no_show.as_deref(), Some("no_show"));
    }
}
