//! Places for batteries: whether every battery can end a turn on a place of its own.

use arrayvec::ArrayVec;

use crate::netzwerk::lattice::Fields;
use crate::netzwerk::position::MAX_ROBOTS;

/// Maximum number of batteries of a board (NW-31).
pub(super) const MAX_BATTERIES: usize = 2 * (MAX_ROBOTS + 1);

/// The fields next to a robot, and how many more batteries they may hold.
#[derive(Debug, Clone, Copy)]
pub(super) struct CapacityGate {
    pub(super) fields: Fields,
    pub(super) room: usize,
}

/// Places of batteries, as bits: fields in the low 64 bits, and above them the room of every gate,
/// whose fields are interchangeable.
pub(super) type Places = u128;

/// Maximum number of batteries next to a robot.
const MAX_ADJACENT: usize = 4;

/// Returns the places that represent the fields.
pub(super) fn places_of(fields: Fields, gates: &[CapacityGate]) -> Places {
    let mut open = fields;
    let mut places = 0;
    for (number, gate) in gates.iter().enumerate() {
        if !fields.intersection(gate.fields).is_empty() {
            let room: Places = (1 << gate.room) - 1;
            places |= room << (64 + MAX_ADJACENT * number);
        }
        open = open.difference(gate.fields);
    }
    places | Places::from(open.bits())
}

/// Returns `true` if every battery can be assigned a place of its own, since a battery that has
/// moved does not move again (NW-17). Uses augmenting paths.
pub(super) fn have_places(places: &ArrayVec<Places, MAX_BATTERIES>) -> bool {
    let mut taken = [0; MAX_BATTERIES];
    (0..places.len()).all(|battery| take_place(places, &mut taken, battery, &mut 0))
}

/// Assigns a place to a battery, if necessary by reassigning those of other batteries. Returns
/// `false` if that is impossible.
fn take_place(places: &[Places], taken: &mut [Places], battery: usize, tried: &mut Places) -> bool {
    loop {
        let open = places[battery] & !*tried;
        let place = open & open.wrapping_neg();
        if place == 0 {
            return false;
        }
        *tried |= place;
        let holder = taken.iter().position(|taken| *taken == place);
        if holder.is_none_or(|holder| take_place(places, taken, holder, tried)) {
            taken[battery] = place;
            return true;
        }
    }
}
