//! Routes: the spaces that a robot visits, the start first.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

use super::space::{Space, read_space};
use crate::notation::{ParseError, Scanner};
use crate::race::notation::MAX_ANNOUNCEMENT;

/// Maximum number of moves that can be announced, for any value of `max_announce` (MR-13).
pub const MAX_MOVES: usize = MAX_ANNOUNCEMENT as usize;

/// A start space and up to [`MAX_MOVES`] moves, written `1P-6P-6W`.
///
/// A route may break the rules of movement; the game judges whether it is correct (MR-14).
///
/// ```
/// use botwerk_engine::micro_robots::Route;
///
/// let route: Route = "1P-6P-6W".parse().unwrap();
/// assert_eq!(route.moves(), 2);
/// assert_eq!(route.end(), Some("6W".parse().unwrap()));
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Route(ArrayVec<Space, { MAX_MOVES + 1 }>);

impl Route {
    /// Creates a route without moves that starts on `start`.
    pub fn new(start: Space) -> Self {
        let mut spaces = ArrayVec::new_const();
        spaces.push(start);
        Self(spaces)
    }

    /// Adds one move and returns `true`, or returns `false` if the route already has [`MAX_MOVES`]
    /// moves.
    pub fn push(&mut self, to: Space) -> bool {
        self.0.try_push(to).is_ok()
    }

    /// Returns the number of moves (MR-10).
    pub fn moves(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    /// Returns all spaces in order, the start first.
    pub fn spaces(&self) -> &[Space] {
        &self.0
    }

    /// Returns the first space, or `None` if the route is empty.
    pub fn start(&self) -> Option<Space> {
        self.0.first().copied()
    }

    /// Returns the last space, or `None` if the route is empty.
    pub fn end(&self) -> Option<Space> {
        self.0.last().copied()
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Written in one piece, so that a string is allocated only once.
        let mut text = [b'-'; 3 * (MAX_MOVES + 1)];
        for (space, bytes) in self.0.iter().zip(text.as_chunks_mut::<3>().0) {
            [bytes[0], bytes[1]] = space.bytes();
        }
        let text = &text[..(3 * self.0.len()).saturating_sub(1)];
        f.write_str(std::str::from_utf8(text).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Route({self})")
    }
}

impl FromStr for Route {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut scan = Scanner::new("route", text);
        let mut route = Self::default();
        loop {
            let before = scan.clone();
            if !route.push(read_space(&mut scan)?) {
                return Err(before.expected("at most 99 moves"));
            }
            if scan.is_at_end() {
                return Ok(route);
            }
            scan.expect("-")?;
        }
    }
}
