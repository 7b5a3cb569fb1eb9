//! Tests of the settings that mean the same in every game.

use botwerk_engine::{GameId, with_game};

use super::*;
use crate::roster::Roster;
use crate::spec::AgentSpec;

static SETTINGS: [OptionSpec; 2] = [
    time_setting("MR-12"),
    OptionSpec {
        name: THREADS,
        rule: "MR-12",
        kind: OptionKind::Number { min: 1, max: 64 },
        default: "1",
        help: "",
    },
];

fn limits(given: &[(&str, &str)]) -> AgentLimits {
    AgentLimits::from_settings(&Options::resolve(&SETTINGS, given.iter().copied()).unwrap())
}

#[test]
fn agent_is_timed_with_a_time_limit_or_several_threads() {
    let time = Some(Duration::from_millis(100));
    let timed = AgentLimits {
        time,
        threads: 1,
        is_bounded: false,
    };
    assert_eq!(limits(&[("time", "100ms")]), timed);
    assert!(!timed.is_reproducible());
    assert!(!limits(&[("threads", "2")]).is_reproducible());
    assert!(limits(&[]).is_reproducible());
    assert_eq!(limits(&[("time", "0ms")]), limits(&[]));
}

#[test]
fn agent_without_time_and_threads_is_reproducible() {
    let limits = AgentLimits::from_settings(&Options::default());
    assert_eq!((limits.time, limits.threads), (None, 1));
    assert!(limits.is_reproducible() && limits.is_bounded);
}

#[test]
fn budget_is_timed_only_with_a_time_limit() {
    let stop = || true;
    assert!(limits(&[("time", "1s")]).budget(&stop).is_timed);
    let budget = limits(&[]);
    let budget = budget.budget(&stop);
    assert!(!budget.is_timed && (budget.should_stop)());
}

#[test]
fn time_and_threads_have_the_same_spec_in_every_game() {
    fn check<G: Roster>() {
        for entry in G::roster() {
            for setting in entry.info.settings {
                match setting.name {
                    TIME => assert_eq!(*setting, time_setting(setting.rule)),
                    THREADS => {
                        let is_number = matches!(setting.kind, OptionKind::Number { min: 1, .. });
                        assert!(is_number && setting.default == "1", "{setting:?}");
                    }
                    _ => {}
                }
            }
            assert!(entry.info.limits().is_reproducible(), "{}", entry.info.name);
        }
    }
    for game in GameId::BUILT_IN {
        with_game!(*game, G => check::<G>());
    }
}

#[test]
fn limits_are_read_from_the_agent_spec() {
    fn limits(text: &str) -> Result<AgentLimits, crate::AgentError> {
        let spec: AgentSpec = text.parse().unwrap();
        botwerk_engine::micro_robots::MicroRobots::limits(&spec)
    }
    assert_eq!(limits("human:mean=1s").unwrap().time, None);
    assert!(limits("human:mean=never").is_err());
    assert!(limits("nobody").is_err());
}
