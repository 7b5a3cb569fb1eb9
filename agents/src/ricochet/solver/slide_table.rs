//! Where the robots of a position stop.

use botwerk_engine::ricochet::{CELLS, Direction, Robot};

use super::instance::Instance;
use super::paths::{Paths, insert};
use super::slots::{Slots, owns_diagonal};

const NORTH: usize = Direction::North.index();
const EAST: usize = Direction::East.index();
const SOUTH: usize = Direction::South.index();
const WEST: usize = Direction::West.index();

/// For each slot, where its robot stops in each direction; its own cell if there is no move.
pub(super) type Ends<const N: usize> = [[u8; 4]; N];

/// The slides of the robot in each slot.
pub(super) struct SlideTable<const N: usize> {
    /// The slides without other robots.
    pub(super) paths: [Box<Paths>; N],
}

impl<const N: usize> SlideTable<N> {
    /// Prepares the board of an instance. Robots without a diagonal of their own have the same slides.
    pub(super) fn new(instance: &Instance, slots: &Slots<N>) -> Self {
        let stop_on_diagonal = instance.slide_rules().stop_on_diagonal;
        let new = |robot| Box::new(Paths::new(instance.board(), robot, stop_on_diagonal));
        // No diagonal has the colour of the transparent robot.
        let shared = new(Robot::Transparent);
        let paths = slots.robots.map(|robot| {
            if owns_diagonal(instance, robot) {
                new(robot)
            } else {
                shared.clone()
            }
        });
        Self { paths }
    }

    /// Returns where each robot stops in each direction.
    #[inline]
    pub(super) fn ends(&self, cells: &[u8; N]) -> Ends<N> {
        let mut ends: Ends<N> =
            std::array::from_fn(|slot| self.paths[slot].stops[usize::from(cells[slot])]);
        for a in 0..N {
            for b in a + 1..N {
                let (low, high) = if cells[a] < cells[b] { (a, b) } else { (b, a) };
                let differing = cells[a] ^ cells[b];
                if differing.is_multiple_of(16) {
                    let south = &mut ends[low][SOUTH];
                    *south = (*south).min(cells[high] - 16);
                    let north = &mut ends[high][NORTH];
                    *north = (*north).max(cells[low] + 16);
                } else if differing < 16 {
                    let east = &mut ends[low][EAST];
                    *east = (*east).min(cells[high] - 1);
                    let west = &mut ends[high][WEST];
                    *west = (*west).max(cells[low] + 1);
                }
            }
        }
        for slot in 0..N {
            let bent = self.paths[slot].bent[usize::from(cells[slot])];
            if bent != 0 {
                self.follow_bent(cells, slot, bent, &mut ends[slot]);
            }
        }
        ends
    }

    /// Follows the slides of a robot that pass a diagonal.
    fn follow_bent(&self, cells: &[u8; N], slot: usize, mut bent: u8, ends: &mut [u8; 4]) {
        let mut others = [0; CELLS / 64];
        for (other, cell) in cells.iter().enumerate() {
            if other != slot {
                insert(&mut others, *cell);
            }
        }
        while bent != 0 {
            let direction = bent.trailing_zeros() as usize;
            ends[direction] = self.paths[slot].bent_stop(cells[slot], direction, &others);
            bent &= bent - 1;
        }
    }
}
