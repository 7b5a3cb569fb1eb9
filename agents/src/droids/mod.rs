//! Players of Droids.

use botwerk_engine::droids::Droids;

use crate::random::Random;
use crate::roster::{Entry, Roster};

impl Roster for Droids {
    fn roster() -> &'static [Entry<Self>] {
        static ROSTER: [Entry<Droids>; 1] = [Random::entry()];
        &ROSTER
    }
}
