//! The notation of announcements that are held, after that of positions and views.
//!
//! ` | held 1 10000 10 say 7` is what seat 1 announced after 10,000 ns and 10 search nodes; ` | first 1` lists
//! the seats that chance has put before others with the same time.

use std::fmt::Write;

use botwerk_engine::race::Announcement;
use botwerk_engine::{Game, Seat};

const HELD: &str = " | held ";
const FIRST: &str = " | first ";

/// The announcements after the text of a position or a view.
#[derive(Debug)]
pub(crate) struct HeldText<A> {
    pub(crate) held: Vec<Announcement<A>>,
    pub(crate) tie_order: Vec<Seat>,
}

/// Returns the text of announcements; empty without any.
pub(crate) fn format_held<G: Game>(
    game: &G,
    held: &[Announcement<G::Action>],
    tie_order: &[Seat],
) -> String {
    let mut text = String::new();
    for held in held {
        let Announcement {
            seat,
            nanos,
            effort,
            action,
        } = held;
        let action = game.format_action(*action);
        // Writing to a text cannot fail.
        let _ = write!(text, "{HELD}{seat} {nanos} {effort} {action}");
    }
    if !tie_order.is_empty() {
        let seats: Vec<String> = tie_order.iter().map(Seat::to_string).collect();
        let _ = write!(text, "{FIRST}{}", seats.join(","));
    }
    text
}

/// Splits a text into that of a position or a view and its announcements.
///
/// # Errors
/// Returns an error if an announcement is not valid.
pub(crate) fn split_held<'a, G: Game>(
    game: &G,
    text: &'a str,
) -> Result<(&'a str, HeldText<G::Action>), String> {
    let (rest, first) = match text.split_once(FIRST) {
        Some((rest, first)) => (rest, Some(first)),
        None => (text, None),
    };
    let mut parts = rest.split(HELD);
    let base = parts.next().unwrap_or_default();
    let held: Result<_, _> = parts.map(|part| parse_held(game, part)).collect();
    let seats = first.into_iter().flat_map(|seats| seats.split(','));
    let tie_order: Result<_, _> = seats.map(|seat| parse_seat(game, seat)).collect();
    let held = HeldText {
        held: held?,
        tie_order: tie_order?,
    };
    Ok((base, held))
}

fn parse_held<G: Game>(game: &G, text: &str) -> Result<Announcement<G::Action>, String> {
    let mut parts = text.splitn(4, ' ');
    let mut part = || {
        let part = parts.next();
        part.ok_or_else(|| {
            format!("`{text}`: expected a seat, nanoseconds, search nodes and an action")
        })
    };
    let number = |text: &str| {
        let number = text.parse::<u64>();
        number.map_err(|_| format!("`{text}`: expected a number"))
    };
    Ok(Announcement {
        seat: parse_seat(game, part()?)?,
        nanos: number(part()?)?,
        effort: number(part()?)?,
        action: game
            .parse_action(part()?)
            .map_err(|error| error.to_string())?,
    })
}

fn parse_seat<G: Game>(game: &G, text: &str) -> Result<Seat, String> {
    let seat = text.parse().ok().and_then(Seat::new);
    let seat = seat.filter(|seat| seat.index() < game.seats());
    seat.ok_or_else(|| format!("`{text}`: expected a seat of the match"))
}
