//! Where the robots of a position stop.

use botwerk_engine::ricochet::{Direction, Robot};

use super::grid::{CellGrid, CellNumber, insert};
use super::instance::Instance;
use super::paths::Paths;
use super::slots::{Slots, owns_diagonal};

const NORTH: usize = Direction::North.index();
const EAST: usize = Direction::East.index();
const SOUTH: usize = Direction::South.index();
const WEST: usize = Direction::West.index();

/// For each slot, where its robot stops in each direction; its own cell if there is no move.
pub(super) type Ends<G, const N: usize> = [[<G as CellGrid>::Number; 4]; N];

/// The slides of the robot in each slot.
pub(super) struct SlideTable<G: CellGrid, const N: usize> {
    /// The slides without other robots.
    pub(super) paths: [Box<Paths<G>>; N],
}

impl<G: CellGrid, const N: usize> SlideTable<G, N> {
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
    pub(super) fn ends(&self, cells: &[G::Number; N]) -> Ends<G, N> {
        let mut ends: Ends<G, N> =
            std::array::from_fn(|slot| self.paths[slot].stops[cells[slot].index()]);
        for a in 0..N {
            for b in a + 1..N {
                let (low, high) = if cells[a] < cells[b] { (a, b) } else { (b, a) };
                let (first, last) = (cells[low].index(), cells[high].index());
                let differing = first ^ last;
                if differing.is_multiple_of(G::SIDE) {
                    let south = &mut ends[low][SOUTH];
                    *south = (*south).min(G::Number::from_index(last - G::SIDE));
                    let north = &mut ends[high][NORTH];
                    *north = (*north).max(G::Number::from_index(first + G::SIDE));
                } else if differing < G::SIDE {
                    let east = &mut ends[low][EAST];
                    *east = (*east).min(G::Number::from_index(last - 1));
                    let west = &mut ends[high][WEST];
                    *west = (*west).max(G::Number::from_index(first + 1));
                }
            }
        }
        for slot in 0..N {
            let bent = self.paths[slot].bent[cells[slot].index()];
            if bent != 0 {
                self.follow_bent(cells, slot, bent, &mut ends[slot]);
            }
        }
        ends
    }

    /// Follows the slides of a robot that pass a diagonal.
    fn follow_bent(
        &self,
        cells: &[G::Number; N],
        slot: usize,
        mut bent: u8,
        ends: &mut [G::Number; 4],
    ) {
        let mut others = G::empty_set();
        for (other, cell) in cells.iter().enumerate() {
            if other != slot {
                insert::<G>(&mut others, *cell);
            }
        }
        while bent != 0 {
            let direction = bent.trailing_zeros() as usize;
            ends[direction] = self.paths[slot].bent_stop(cells[slot], direction, &others);
            bent &= bent - 1;
        }
    }
}
