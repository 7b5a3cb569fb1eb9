//! Players of Netzwerk.

pub mod minimax;
pub mod solver;

use botwerk_engine::netzwerk::Netzwerk;

use crate::random::Random;
use crate::roster::{Entry, Roster};

impl Roster for Netzwerk {
    fn roster() -> &'static [Entry<Self>] {
        static ROSTER: [Entry<Netzwerk>; 2] = [minimax::entry(), Random::entry()];
        &ROSTER
    }
}
