//! Rules that are found, and lines that fit a terminal.

use botwerk_engine::GameId;

use super::*;

#[test]
fn one_rule_is_found_without_its_neighbours() {
    let droids = GameId::DROIDS.spec();
    let rule = lines(droids, "dr-6").unwrap().join(" ");
    assert_eq!(rule, "DR-6: A scenario places robots, obstacles and mines.");
    let netzwerk = GameId::NETZWERK.spec();
    let rule = lines(netzwerk, "NW-21").unwrap().join(" ");
    assert!(rule.starts_with("NW-21: A player who cannot move a robot loses."));
    assert_eq!(lines(netzwerk, "NW-99"), None);
    assert_eq!(lines(netzwerk, "DR-6"), None);
}

#[test]
fn every_rule_named_in_a_summary_exists_and_lines_fit_a_terminal() {
    for game in GameId::BUILT_IN {
        let spec = game.spec();
        for line in spec.summary.iter().chain(spec.legend) {
            assert!(line.len() <= WIDTH, "{line}");
        }
        let summary = spec.summary.join(" ");
        let is_id = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let words = summary.split(|c| !is_id(c)).filter(|word| {
            let series = word.split_once('-').map_or("", |(series, _)| series);
            ["MR", "NW", "DR", "RR"].contains(&series)
        });
        let mut count = 0;
        for id in words {
            assert!(lines(spec, id).is_some(), "{id}");
            count += 1;
        }
        assert!(count >= 5, "{game}: {count} rules");
    }
}

#[test]
fn whole_document_fits_a_terminal_and_is_complete() {
    for game in GameId::BUILT_IN {
        let spec = game.spec();
        let all = lines(spec, "all").unwrap();
        for line in all.iter().filter(|line| !line.starts_with('|')) {
            assert!(line.chars().count() <= WIDTH, "{line}");
        }
        let words = |text: &str| {
            text.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(words(&all.join("\n")), words(spec.rules));
    }
}
