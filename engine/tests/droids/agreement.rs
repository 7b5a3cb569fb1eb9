//! Tests that the engine and the naive rules agree on legal actions, their results and the winner.

use std::collections::BTreeMap;

use botwerk_engine::{RootSeed, Seat, StableRng};

use crate::pair::Pair;

/// The values of every option that changes the rules.
const VALUES: [(&str, &[&str]); 9] = [
    ("draw_mode", &["sequential", "commit"]),
    ("relay_target", &["any_other_droid", "line_of_sight"]),
    ("repair_strips", &["1", "all"]),
    ("repeat_hit", &["no_effect", "reroll"]),
    ("mine_stops_move", &["true", "false"]),
    ("chain_push", &["true", "false"]),
    ("diag_corner_cutting", &["true", "false"]),
    ("put_on_water", &["true", "false"]),
    ("cargo_capacity", &["1", "2", "3", "8"]),
];

/// Number of actions after which a match is abandoned.
const MAX_ACTIONS: usize = 6000;

fn pick<'a, T>(rng: &mut StableRng, items: &'a [T]) -> &'a T {
    &items[rng.below(items.len() as u64) as usize]
}

/// Returns the number of seats and the options of a random match.
fn random_options(
    scenario: &'static str,
    rng: &mut StableRng,
) -> (usize, Vec<(&'static str, &'static str)>) {
    let seats = match scenario {
        "5" => 1,
        _ => 2 + rng.below(3) as usize,
    };
    let mut option_values = vec![("scenario", scenario)];
    if scenario == "1" && seats == 4 && rng.below(2) == 0 {
        option_values.push(("teams", "true"));
    }
    if scenario == "4" && rng.below(2) == 0 {
        option_values.push(("garden", "prepared"));
    }
    if seats == 2 && rng.below(2) == 0 {
        option_values.push(("sides", "neighbours"));
    }
    if seats > 1 && rng.below(3) == 0 {
        option_values.push(("round_cap", *pick(rng, &["0", "1", "4", "200"])));
    }
    if seats == 1 {
        option_values.push(("level", *pick(rng, &["5", "6", "8"])));
    }
    for (name, values) in VALUES {
        let is_set = rng.below(3) == 0;
        if is_set && !(name == "cargo_capacity" && seats == 1) {
            option_values.push((name, *pick(rng, values)));
        }
    }
    (seats, option_values)
}

/// Returns a random action of the actor to act, or occasionally of the referee. Stones are often
/// set in a robot's column, because others are rarely sent.
fn random_action(
    pair: &Pair,
    leave_interval: u64,
    rng: &mut StableRng,
) -> Option<(String, String)> {
    let actor = pair.to_act()?;
    if leave_interval > 0 && rng.below(leave_interval) == 0 {
        let action = pick(rng, &pair.legal("referee")).clone();
        return Some(("referee".into(), action));
    }
    let mut legal = pair.legal(&actor);
    if legal.len() > 1 && rng.below(3) > 0 {
        legal.retain(|action| action != "stop");
    }
    let columns = columns(pair, &actor);
    let is_aimed = |action: &&String| {
        let slot = action.rsplit(' ').next().unwrap_or_default();
        let transmitter = slot.split('.').next().unwrap_or_default();
        action.starts_with("set ") && columns.iter().any(|column| column == transmitter)
    };
    let aimed: Vec<String> = legal.iter().filter(is_aimed).cloned().collect();
    if !aimed.is_empty() && rng.below(4) > 0 {
        legal = aimed;
    }
    Some((actor, pick(rng, &legal).clone()))
}

/// Returns the transmitters of a seat that have a robot in their column.
fn columns(pair: &Pair, seat: &str) -> Vec<String> {
    let column = |robot: &str| {
        let name = robot.chars().next()?.to_string();
        let mut digits = robot.chars().skip(1).filter_map(|c| c.to_digit(10));
        let (x, y) = (digits.next()?, digits.next()?);
        let obeys = name == seat || name == "r";
        let number = match seat {
            "S" => x + 1,
            "W" => y + 1,
            "N" => 10 - x,
            _ => 10 - y,
        };
        obeys.then(|| number.to_string())
    };
    pair.field(6).split(',').filter_map(column).collect()
}

/// Returns the position's text with robots and objects moved close together, because random play
/// rarely brings them together.
fn scattered(pair: &Pair, rng: &mut StableRng) -> String {
    let mut fields: Vec<String> = pair.text().split(' ').map(str::to_owned).collect();
    let rules = pair.game.rules();
    let is_free = |square: &String| {
        let index = square[1..].parse::<usize>().unwrap() * 10;
        let index = index + square[..1].parse::<usize>().unwrap();
        let square = botwerk_engine::droids::Square::from_index(index).unwrap();
        !rules.walls.contains(square)
    };
    let is_dry = |square: &String| {
        let (x, y) = (square[..1].parse().unwrap(), square[1..].parse().unwrap());
        let square = botwerk_engine::droids::Square::at(x, y).unwrap();
        !rules.river.contains(square)
    };
    // Robots are close together, so that they push, hit and repair each other.
    let corner = (rng.below(6), rng.below(6));
    let mut near: Vec<String> = (0..25)
        .map(|i| format!("{}{}", corner.0 + i % 5, corner.1 + i / 5))
        .filter(is_free)
        .collect();
    let mut robots = Vec::new();
    for robot in fields[6].split(',') {
        let square = near.remove(rng.below(near.len() as u64) as usize);
        let (name, cargo) = (&robot[..1], &robot[3..]);
        robots.push((name.to_owned(), square, cargo.to_owned()));
    }
    let order = |robot: &(String, String, String)| {
        let (x, y) = robot.1.split_at(1);
        let rank = "SWNErM".find(&robot.0).unwrap();
        let row = if rank == 4 {
            format!("{y}{x}")
        } else {
            String::new()
        };
        (rank, row)
    };
    robots.sort_by_key(order);
    let mut objects = Vec::new();
    for object in fields[7].split(',').filter(|object| *object != "-") {
        let name = object.trim_end_matches(|c: char| c.is_ascii_digit());
        // Keeps few mines, so that the last one is reached.
        if name == "m" && !objects.is_empty() && rng.below(8) > 0 {
            continue;
        }
        near.retain(is_dry);
        let at = if near.is_empty() || rng.below(3) == 0 {
            object[name.len()..].to_owned()
        } else {
            near.remove(rng.below(near.len() as u64) as usize)
        };
        let is_occupied = |(_, square, _): &(String, String, String)| *square == at;
        let is_duplicate = objects.iter().any(|(_, square)| *square == at);
        if robots.iter().any(is_occupied) || is_duplicate {
            return pair.text();
        }
        objects.push((name.to_owned(), at));
    }
    objects.sort_by_key(|(_, square)| {
        let (x, y) = square.split_at(1);
        format!("{y}{x}")
    });
    let robots = robots
        .iter()
        .map(|(name, at, cargo)| format!("{name}{at}{cargo}"));
    fields[6] = robots.collect::<Vec<_>>().join(",");
    if !objects.is_empty() {
        let objects = objects.iter().map(|(name, at)| format!("{name}{at}"));
        fields[7] = objects.collect::<Vec<_>>().join(",");
    }
    fields.join(" ")
}

/// Plays a random match and returns the rule that ended it.
fn play(scenario: &'static str, number: u32, should_scatter: bool) -> String {
    let seed = RootSeed::from_text(&format!("droids {scenario} {number}"));
    let mut rng = seed.rng_for_agent(Seat::FIRST, number);
    let (seats, option_values) = random_options(scenario, &mut rng);
    let leave_interval = *pick(&mut rng, &[0, 0, 0, 60, 400]);
    let mut pair = Pair::start(seats, &option_values);
    let mut scattered_in = String::new();
    for _ in 0..MAX_ACTIONS {
        let Some((by, action)) = random_action(&pair, leave_interval, &mut rng) else {
            let (_, rule) = pair.end().unwrap();
            return rule.to_owned();
        };
        let round = pair.field(2);
        let is_round_start = pair.field(4) == "draw" && pair.field(13) == "-" && by == "chance";
        let is_round_start = is_round_start || pair.field(4) == "draw" && pair.field(15) == "-";
        if should_scatter && is_round_start && scattered_in != round && pair.field(15) != "die:M" {
            scattered_in = round;
            let text = scattered(&pair, &mut rng);
            if !text.contains("start") && seats > 1 {
                pair = Pair::at(seats, &option_values, &text);
                continue;
            }
        }
        pair.act(&by, &action);
    }
    "abandoned".to_owned()
}

fn ends(scenario: &'static str, matches: u32, should_scatter: bool) -> BTreeMap<String, u32> {
    let mut ends = BTreeMap::new();
    for number in 0..matches {
        *ends
            .entry(play(scenario, number, should_scatter))
            .or_default() += 1;
    }
    ends
}

#[test]
fn matches_of_the_last_droid_agree() {
    let ends = ends("1", 40, true);
    assert!(ends.contains_key("DR-31"), "{ends:?}");
}

#[test]
fn matches_of_the_scrapyard_agree() {
    let ends = ends("2", 40, true);
    assert!(ends.contains_key("DR-31"), "{ends:?}");
}

#[test]
fn matches_of_mine_clearing_agree() {
    let ends = ends("3", 40, true);
    assert!(ends.contains_key("DR-35"), "{ends:?}");
}

#[test]
fn matches_of_the_garden_agree() {
    ends("4", 40, true);
}

#[test]
fn matches_of_the_mad_robot_agree() {
    let ends = ends("5", 40, false);
    assert!(ends.contains_key("DR-37"), "{ends:?}");
}

#[test]
fn matches_of_the_freight_agree() {
    ends("6", 40, true);
}
