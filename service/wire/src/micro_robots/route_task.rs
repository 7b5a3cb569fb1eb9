//! Tasks for the solver of Micro Robots, and its solutions.

use botwerk_agents::micro_robots::solver::{Certificate, Instance, InstanceError, Solver, certify};
use botwerk_engine::ParseError;
use botwerk_engine::micro_robots::{Board, BoardError, MAX_MOVES, Route, Space, State};
use botwerk_proto::v1 as proto;
use proto::solve_instance_response::Kind;

use super::spaces::space_messages;
use crate::error::{Error, Reason};
use crate::solver_task::SolverTask;

/// A task for the solver: a route on a board, of minimum or of given length.
pub(crate) struct RouteTask {
    board: Board,
    instance: Instance,
    /// Number of moves; 0 for a route of minimum length.
    length: usize,
}

impl RouteTask {
    /// Reads a task from a message.
    ///
    /// # Errors
    /// Returns an error if the board, a space or the length is invalid.
    pub(crate) fn read(message: &proto::MicroRobotsInstance) -> Result<Self, Error> {
        let bad = |message: String| Error::new(Reason::BadPosition, message);
        let board = message
            .board
            .parse()
            .map_err(|error: BoardError| bad(error.to_string()))?;
        let space = |name: &str, text: &str| -> Result<Space, Error> {
            text.parse()
                .map_err(|error: ParseError| bad(format!("{name}: {error}")))
        };
        let start = space("start", &message.start)?;
        let target = space("target", &message.target)?;
        let intermediate = match message.intermediate.as_str() {
            "" => None,
            text => Some(space("intermediate", text)?),
        };
        let instance = Instance::new(start, target, intermediate)
            .map_err(|error: InstanceError| bad(error.to_string()))?;
        let length = message.length as usize;
        if length > MAX_MOVES {
            let message = format!("length: {length}; a route has at most {MAX_MOVES} moves");
            return Err(Error::new(Reason::BadRequest, message));
        }
        Ok(Self {
            board,
            instance,
            length,
        })
    }
}

impl RouteTask {
    /// Creates the task of finding a shortest route from a position with a target.
    ///
    /// # Errors
    /// Returns an error if the position has no start or no target.
    pub(crate) fn from_position(state: &State) -> Result<Self, Error> {
        let bad = |message: String| Error::new(Reason::BadPosition, message);
        let table = state.table();
        let (Some(start), Some(target)) = (table.start, table.target) else {
            return Err(bad(
                "position: expected a start and a target, as in a race".into()
            ));
        };
        let instance = Instance::new(start, target, table.intermediate)
            .map_err(|error: InstanceError| bad(error.to_string()))?;
        Ok(Self {
            board: table.board,
            instance,
            length: 0,
        })
    }
}

impl SolverTask for RouteTask {
    fn solve(
        &self,
        report: &mut dyn FnMut(u32),
        _: &dyn Fn() -> bool,
    ) -> Result<proto::SolveInstanceResponse, Error> {
        report(self.instance.legs().count() as u32);
        let solver = Solver::new(&self.board);
        let solution = if self.length == 0 {
            shortest(&solver, &self.board, &self.instance)
        } else {
            exact(&solver, &self.instance, self.length)
        };
        Ok(proto::SolveInstanceResponse {
            kind: Some(Kind::MicroRobots(solution)),
        })
    }
}

fn shortest(solver: &Solver, board: &Board, instance: &Instance) -> proto::MicroRobotsSolution {
    let certificate = certificate_message(&certify(board, instance));
    match solver.shortest(instance) {
        Some(found) => proto::MicroRobotsSolution {
            shortest_routes: solver.count_shortest(instance),
            nodes: found.nodes,
            certificate,
            ..solution(&found.route)
        },
        None => proto::MicroRobotsSolution {
            certificate,
            ..Default::default()
        },
    }
}

fn exact(solver: &Solver, instance: &Instance, length: usize) -> proto::MicroRobotsSolution {
    solver
        .route_of_length(instance, length)
        .map_or_else(Default::default, |route| solution(&route))
}

fn solution(route: &Route) -> proto::MicroRobotsSolution {
    proto::MicroRobotsSolution {
        is_solved: true,
        moves: route.moves() as u32,
        route: route.to_string(),
        spaces: space_messages(route.spaces()),
        ..Default::default()
    }
}

fn certificate_message(certificate: &Certificate) -> Vec<proto::MicroRobotsCertificateLeg> {
    let layer = |layer: &Vec<Space>| proto::MicroRobotsLayer {
        spaces: space_messages(layer),
    };
    let legs = certificate
        .legs
        .iter()
        .map(|leg| proto::MicroRobotsCertificateLeg {
            route: leg
                .route
                .as_ref()
                .map_or_else(String::new, Route::to_string),
            layers: leg.layers.iter().map(layer).collect(),
            spaces: leg
                .route
                .as_ref()
                .map_or_else(Vec::new, |route| space_messages(route.spaces())),
        });
    legs.collect()
}
