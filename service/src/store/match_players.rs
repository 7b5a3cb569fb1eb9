//! The names by which a match is found.

use std::borrow::Cow;

use serde::Deserialize;

/// What is read of the set-up of a match. Texts with escapes are not borrowed.
#[derive(Deserialize)]
struct Setup<'a> {
    #[serde(borrow)]
    header: Header<'a>,
    #[serde(borrow, default)]
    seats: Vec<Access<'a>>,
}

#[derive(Deserialize)]
struct Header<'a> {
    #[serde(borrow)]
    seats: Vec<Seat<'a>>,
}

#[derive(Deserialize)]
struct Seat<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Access<'a> {
    #[serde(borrow, default)]
    bot: Option<Cow<'a, str>>,
}

/// Returns the names of the seats of a match and of the bots that play them, each with its first seat.
pub(super) fn match_players(setup: &str) -> Vec<(String, u32)> {
    // A set-up that cannot be read is reported when the match is.
    let Ok(setup) = serde_json::from_str::<Setup<'_>>(setup) else {
        return Vec::new();
    };
    let names = setup.header.seats.into_iter().map(|seat| seat.name);
    let bots = setup.seats.into_iter().enumerate();
    let bots = bots.filter_map(|(seat, access)| Some((seat, access.bot?)));
    let mut players: Vec<(String, u32)> = Vec::new();
    for (seat, name) in names.enumerate().chain(bots) {
        // A text of PostgreSQL cannot have a zero byte.
        let is_known = players.iter().any(|(known, _)| *known == name);
        if !is_known && !name.contains('\0') {
            players.push((name.into_owned(), seat as u32));
        }
    }
    players
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn match_has_the_names_of_its_seats_and_bots_once() {
        let setup = r#"{"header":{"game":"x","seats":[{"name":"a"},{"name":"\"b\"","agent":null},{"name":"a"},
            {"name":"\u0000"}]},"seats":[{"token":null},{"token":null,"bot":"alice/b"},{},{"bot":"a"}],"more":1}"#;
        let expected = [("a", 0), ("\"b\"", 1), ("alice/b", 1)];
        let expected = expected.map(|(name, seat)| (name.to_owned(), seat));
        assert_eq!(match_players(setup), expected);
        assert_eq!(match_players("{}"), []);
    }
}
