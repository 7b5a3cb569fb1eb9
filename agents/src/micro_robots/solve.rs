//! The player that always finds a shortest route.

use botwerk_engine::Options;
use botwerk_engine::micro_robots::{Action, Board, MicroRobots, Route, View, ViewPhase};

use super::solver::{Instance, Solver};
use crate::agent::{Agent, Budget, Choice, Request};
use crate::roster::{AgentInfo, Entry};

/// Announces the length of a shortest route and shows it.
#[derive(Debug)]
pub(super) struct Optimal(Prepared);

/// The solver of the board that was seen last: a match has only one.
#[derive(Debug, Default)]
pub(super) struct Prepared(Option<Solver>);

impl Prepared {
    fn solver(&mut self, board: &Board) -> &Solver {
        match &mut self.0 {
            Some(solver) if solver.board() == board => {}
            other => *other = Some(Solver::new(board)),
        }
        self.0.get_or_insert_with(|| Solver::new(board))
    }
}

pub(super) const ENTRY: Entry<MicroRobots> = Entry {
    info: AgentInfo {
        name: "solver",
        about: "finds a shortest route by breadth-first search",
        settings: &[],
    },
    make: |_: &Options| Box::new(Optimal(Prepared::default())),
};

/// What a view asks to be solved.
pub(super) fn instance(view: &View) -> Option<Instance> {
    let table = &view.table;
    Instance::new(table.start?, table.target?, table.via).ok()
}

/// The answer to a request, given how a player solves and how it shows an announced length.
pub(super) fn answer(
    prepared: &mut Prepared,
    request: &Request<'_, MicroRobots>,
    announce: impl FnOnce(&Solver, &Instance) -> Choice<Action>,
    show: impl FnOnce(&Solver, &Instance, u8) -> Choice<Action>,
) -> Choice<Action> {
    let pass = || Choice::new(vec![Action::Pass], 0);
    let Some(instance) = instance(request.view) else {
        return pass();
    };
    let solver = prepared.solver(&request.view.table.board);
    match &request.view.phase {
        ViewPhase::Show(shown) => show(solver, &instance, shown.number),
        ViewPhase::Start | ViewPhase::Roll | ViewPhase::Race { .. } => {
            let choice = announce(solver, &instance);
            let max = request.game.race().max_announce;
            match choice.actions[..] {
                [Action::Say(number)] if number > max => pass(),
                _ => choice,
            }
        }
    }
}

/// What is expected of an announcement: that its route is shown.
pub(super) fn announced(number: u8, route: &Route) -> Vec<Action> {
    let moves = route.spaces()[1..].iter().map(|space| Action::To(*space));
    let say = [Action::Say(number)].into_iter();
    say.chain(moves).chain([Action::End]).collect()
}

/// A route shown as a whole.
pub(super) fn show_route(route: &Route, nodes: u64) -> Choice<Action> {
    let moves = route.spaces()[1..].iter().map(|space| Action::To(*space));
    Choice::new(moves.chain([Action::End]).collect(), nodes)
}

impl Agent<MicroRobots> for Optimal {
    fn decide(
        &mut self,
        request: &Request<'_, MicroRobots>,
        _budget: &Budget<'_>,
        _report: &mut dyn FnMut(&Choice<Action>),
    ) -> Choice<Action> {
        answer(
            &mut self.0,
            request,
            |solver, instance| match solver.shortest(instance) {
                Some(solution) => {
                    let number = solution.route.moves() as u8;
                    let mut choice = Choice::new(vec![Action::Say(number)], solution.nodes);
                    choice.value = Some(-i64::from(number));
                    choice.principal_variation = announced(number, &solution.route);
                    choice
                }
                None => Choice::new(vec![Action::Pass], 0),
            },
            show_exactly,
        )
    }
}

/// Shows a route of the announced length; where there is none, gives up.
pub(super) fn show_exactly(solver: &Solver, instance: &Instance, number: u8) -> Choice<Action> {
    match solver.shortest(instance) {
        Some(solution) if solution.route.moves() == usize::from(number) => {
            show_route(&solution.route, solution.nodes)
        }
        _ => match solver.exact(instance, usize::from(number)) {
            Some(route) => show_route(&route, u64::from(number) * 36),
            None => Choice::new(vec![Action::End], 0),
        },
    }
}
