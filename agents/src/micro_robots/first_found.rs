//! The player that takes the first route it comes upon.

use botwerk_engine::Options;
use botwerk_engine::micro_robots::{Action, Board, Cell, Cells, MicroRobots, Moves, Route};

use super::solve::{Prepared, announced, answer, show_exactly, show_route};
use super::solver::Instance;
use crate::agent::{Agent, Budget, Choice, Request};
use crate::roster::{AgentInfo, Entry};

/// Searches depth first, never back onto a space of its route: fast, but its routes are long.
#[derive(Debug)]
struct FirstFound;

pub(super) const ENTRY: Entry<MicroRobots> = Entry {
    info: AgentInfo {
        name: "first-found",
        about: "takes the first route of a depth-first search: fewer nodes, longer routes",
        settings: &[],
    },
    make: |_: &Options| Box::new(FirstFound),
};

impl Agent<MicroRobots> for FirstFound {
    fn decide(
        &mut self,
        request: &Request<'_, MicroRobots>,
        _budget: &Budget<'_>,
        _report: &mut dyn FnMut(&Choice<Action>),
    ) -> Choice<Action> {
        let board = &request.view.table.board;
        answer(
            &mut Prepared::default(),
            request,
            |_, instance| match depth_first(board, instance) {
                Some((route, nodes)) => {
                    let number = route.moves() as u8;
                    let mut choice = Choice::new(vec![Action::Say(number)], nodes);
                    choice.principal_variation = announced(number, &route);
                    choice
                }
                None => Choice::new(vec![Action::Pass], 0),
            },
            |solver, instance, number| match depth_first(board, instance) {
                Some((route, nodes)) if route.moves() == usize::from(number) => {
                    show_route(&route, nodes)
                }
                _ => show_exactly(solver, instance, number),
            },
        )
    }
}

/// The first route and the number of spaces looked at; legs of the expert variant one by one.
fn depth_first(board: &Board, instance: &Instance) -> Option<(Route, u64)> {
    let moves = board.moves();
    let mut route = Route::new(instance.start);
    let mut nodes = 0;
    for target in instance.intermediate.into_iter().chain([instance.target]) {
        let from = board.cell(route.end()?);
        let mut leg = Vec::new();
        let target = board.cell(target);
        if !search(
            &moves,
            from,
            target,
            &mut Cells::one(from),
            &mut leg,
            &mut nodes,
        ) {
            return None;
        }
        for cell in leg {
            route.push(board.space(cell)).then_some(())?;
        }
    }
    Some((route, nodes))
}

/// Extends `leg` from `here` to `target`; cells once visited lead nowhere new.
fn search(
    moves: &Moves,
    here: Cell,
    target: Cell,
    visited: &mut Cells,
    leg: &mut Vec<Cell>,
    nodes: &mut u64,
) -> bool {
    *nodes += 1;
    let next = moves.from(here);
    if next.contains(target) {
        leg.push(target);
        return true;
    }
    for cell in next {
        if visited.contains(cell) {
            continue;
        }
        *visited = visited.union(Cells::one(cell));
        leg.push(cell);
        if search(moves, cell, target, visited, leg, nodes) {
            return true;
        }
        leg.pop();
    }
    false
}
