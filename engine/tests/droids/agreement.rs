//! The engine and the naive rules agree: on what is legal, what it leads to, and who wins.

use std::collections::BTreeMap;

use botwerk_engine::{Generator, RootSeed, Seat};

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

/// Actions after which a match is given up.
const PATIENCE: usize = 6000;

fn one<'a, T>(generator: &mut Generator, of: &'a [T]) -> &'a T {
    &of[generator.below(of.len() as u64) as usize]
}

/// Seats and options of a match.
fn drawn_options(
    scenario: &'static str,
    generator: &mut Generator,
) -> (usize, Vec<(&'static str, &'static str)>) {
    let seats = match scenario {
        "5" => 1,
        _ => 2 + generator.below(3) as usize,
    };
    let mut given = vec![("scenario", scenario)];
    if scenario == "1" && seats == 4 && generator.below(2) == 0 {
        given.push(("teams", "true"));
    }
    if seats == 1 {
        given.push(("level", *one(generator, &["5", "6", "8"])));
    }
    for (name, values) in VALUES {
        let is_set = generator.below(3) == 0;
        if is_set && !(name == "cargo_capacity" && seats == 1) {
            given.push((name, *one(generator, values)));
        }
    }
    (seats, given)
}

/// An action of whoever acts, now and then of the referee. Stones are often set where a robot
/// stands, since blind ones are seldom sent.
fn drawn_action(pair: &Pair, leaves: u64, generator: &mut Generator) -> Option<(String, String)> {
    let asked = pair.asked()?;
    if leaves > 0 && generator.below(leaves) == 0 {
        let action = one(generator, &pair.legal("referee")).clone();
        return Some(("referee".into(), action));
    }
    let mut legal = pair.legal(&asked);
    if legal.len() > 1 && generator.below(3) > 0 {
        legal.retain(|action| action != "stop");
    }
    let columns = columns(pair, &asked);
    let aimed = |action: &&String| {
        let slot = action.rsplit(' ').next().unwrap_or_default();
        let transmitter = slot.split('.').next().unwrap_or_default();
        action.starts_with("set ") && columns.iter().any(|column| column == transmitter)
    };
    let aimed: Vec<String> = legal.iter().filter(aimed).cloned().collect();
    if !aimed.is_empty() && generator.below(4) > 0 {
        legal = aimed;
    }
    Some((asked, one(generator, &legal).clone()))
}

/// The transmitters of a seat in whose columns a robot stands.
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

/// The same position with robots, objects and strips elsewhere: random play seldom brings them
/// together.
fn strewn(pair: &Pair, generator: &mut Generator) -> String {
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
    // Robots stand close together, so that they push, hit and repair each other.
    let corner = (generator.below(6), generator.below(6));
    let mut near: Vec<String> = (0..25)
        .map(|i| format!("{}{}", corner.0 + i % 5, corner.1 + i / 5))
        .filter(is_free)
        .collect();
    let mut robots = Vec::new();
    for robot in fields[6].split(',') {
        let square = near.remove(generator.below(near.len() as u64) as usize);
        let (name, cargo) = (&robot[..1], &robot[3..]);
        robots.push((name.to_owned(), square, cargo.to_owned()));
    }
    let order = |robot: &(String, String, String)| {
        let (x, y) = robot.1.split_at(1);
        let place = "SWNErM".find(&robot.0).unwrap();
        let row = if place == 4 {
            format!("{y}{x}")
        } else {
            String::new()
        };
        (place, row)
    };
    robots.sort_by_key(order);
    let mut objects = Vec::new();
    for object in fields[7].split(',').filter(|object| *object != "-") {
        let name = object.trim_end_matches(|c: char| c.is_ascii_digit());
        // With few mines left the last one is met.
        if name == "m" && !objects.is_empty() && generator.below(8) > 0 {
            continue;
        }
        near.retain(is_dry);
        let at = if near.is_empty() || generator.below(3) == 0 {
            object[name.len()..].to_owned()
        } else {
            near.remove(generator.below(near.len() as u64) as usize)
        };
        let taken = |(_, square, _): &(String, String, String)| *square == at;
        let doubled = objects.iter().any(|(_, square)| *square == at);
        if robots.iter().any(taken) || doubled {
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

/// Plays a match; gives how it ended.
fn play(scenario: &'static str, number: u32, strews: bool) -> String {
    let seed = RootSeed::from_text(&format!("droids {scenario} {number}"));
    let mut generator = seed.agent(Seat::FIRST, number);
    let (seats, given) = drawn_options(scenario, &mut generator);
    let leaves = *one(&mut generator, &[0, 0, 0, 60, 400]);
    let mut pair = Pair::start(seats, &given);
    let mut strewn_in = String::new();
    for _ in 0..PATIENCE {
        let Some((by, action)) = drawn_action(&pair, leaves, &mut generator) else {
            let (_, rule) = pair.end().unwrap();
            return rule.to_owned();
        };
        let round = pair.field(2);
        let begins = pair.field(4) == "draw" && pair.field(13) == "-" && by == "chance";
        let begins = begins || pair.field(4) == "draw" && pair.field(15) == "-";
        if strews && begins && strewn_in != round && pair.field(15) != "die:M" {
            strewn_in = round;
            let text = strewn(&pair, &mut generator);
            if !text.contains("start") && seats > 1 {
                pair = Pair::at(seats, &given, &text);
                continue;
            }
        }
        pair.act(&by, &action);
    }
    "given up".to_owned()
}

fn ends(scenario: &'static str, matches: u32, strews: bool) -> BTreeMap<String, u32> {
    let mut ends = BTreeMap::new();
    for number in 0..matches {
        *ends.entry(play(scenario, number, strews)).or_default() += 1;
    }
    ends
}

#[test]
fn the_last_droid_agrees() {
    let ends = ends("1", 40, true);
    assert!(ends.contains_key("DR-31"), "{ends:?}");
}

#[test]
fn the_scrapyard_agrees() {
    let ends = ends("2", 40, true);
    assert!(ends.contains_key("DR-31"), "{ends:?}");
}

#[test]
fn mine_clearing_agrees() {
    let ends = ends("3", 40, true);
    assert!(ends.contains_key("DR-35"), "{ends:?}");
}

#[test]
fn the_garden_agrees() {
    ends("4", 40, true);
}

#[test]
fn the_mad_robot_agrees() {
    let ends = ends("5", 40, false);
    assert!(ends.contains_key("DR-37"), "{ends:?}");
}

#[test]
fn the_freight_agrees() {
    ends("6", 40, true);
}
