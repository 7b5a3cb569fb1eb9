//! Tasks for the solver of Ricochet Robots, and its solutions.

use botwerk_agents::ricochet::solver::{
    Answer, Budget, Certificate, Instance, Outcome, Solution, solve,
};
use botwerk_engine::ricochet::{CrossingCost, Move, Ricochet, Robots, SlideRules, State, Target};
use botwerk_proto::v1 as proto;
use proto::solve_instance_response::Kind;

use super::super::position::bad_field;
use super::board::board;
use super::pieces::{cell, move_message, robot};
use crate::error::{Error, Reason};
use crate::solver_task::SolverTask;

/// Maximum memory of a search in bytes.
const MAX_MEMORY: usize = 256 << 20;

/// A task for the solver: a solution of minimum cost.
pub(crate) struct SolutionTask {
    instance: Instance,
    /// Maximum number of visited positions.
    max_nodes: u64,
}

impl SolutionTask {
    /// Reads a task from a message.
    ///
    /// # Errors
    /// Returns an error if a field is invalid.
    pub(crate) fn read(message: &proto::RicochetInstance) -> Result<Self, Error> {
        let board = board(message.board.as_ref())?;
        let mut robots = Robots::EMPTY;
        for (index, placed) in message.robots.iter().enumerate() {
            let read = robot(placed.robot).zip(cell(placed.cell));
            let read = read.filter(|(robot, _)| robots.cell(*robot).is_none());
            let (robot, cell) = read.ok_or_else(|| {
                let field = format!("robots[{index}]");
                bad_field(
                    field,
                    "a robot once, on a cell from 0 to 1023",
                    "another value",
                )
            })?;
            robots = robots.with(robot, cell);
        }
        let crossing_cost = match message.crossing_cost.as_str() {
            "" => Some(CrossingCost::default()),
            name => CrossingCost::from_name(name),
        };
        let rules = SlideRules {
            stop_on_diagonal: message.stop_on_diagonal,
            crossing_cost: crossing_cost.ok_or_else(|| {
                let found = &message.crossing_cost;
                bad_field("crossing_cost", "`replaces` or `surcharge`", found)
            })?,
            ..SlideRules::default()
        };
        let instance = Instance::with_rules(board, robots, target(message)?, rules);
        let instance =
            instance.map_err(|error| Error::new(Reason::BadPosition, error.to_string()))?;
        Ok(Self {
            instance: instance.with_ricochet_rule(message.ricochet_rule),
            max_nodes: match message.max_nodes {
                0 => u64::MAX,
                nodes => nodes,
            },
        })
    }

    /// Creates the task of reaching the open target of a position.
    ///
    /// # Errors
    /// Returns an error if no target is open.
    pub(crate) fn from_position(game: &Ricochet, state: &State) -> Result<Self, Error> {
        let bad = |message: String| Error::new(Reason::BadPosition, message);
        let instance = Instance::of_open_round(game, state.table());
        let instance =
            instance.ok_or_else(|| bad("position: expected a target, as in a race".into()))?;
        Ok(Self {
            instance: instance.map_err(|error| bad(error.to_string()))?,
            max_nodes: u64::MAX,
        })
    }
}

fn target(message: &proto::RicochetInstance) -> Result<Target, Error> {
    let bad = || {
        bad_field(
            "target",
            "a cell from 0 to 1023 and a robot or none",
            "another value",
        )
    };
    let target = message.target.as_ref().ok_or_else(bad)?;
    Ok(Target {
        cell: cell(target.cell).ok_or_else(bad)?,
        robot: match target.robot {
            0 => None,
            number => Some(robot(number).ok_or_else(bad)?),
        },
    })
}

impl SolverTask for SolutionTask {
    fn solve(
        &self,
        report: &mut dyn FnMut(u32),
        should_stop: &dyn Fn() -> bool,
    ) -> Result<proto::SolveInstanceResponse, Error> {
        let budget = Budget {
            nodes: self.max_nodes,
            bytes: MAX_MEMORY,
            should_stop,
            ..Budget::DEFAULT
        };
        let solution = solution_message(&solve(&self.instance, budget, report));
        Ok(proto::SolveInstanceResponse {
            kind: Some(Kind::Ricochet(solution)),
        })
    }
}

fn solution_message(answer: &Answer) -> proto::RicochetSolution {
    let message = proto::RicochetSolution {
        nodes: answer.nodes,
        proof: Some(proof_message(&answer.certificate)),
        ..Default::default()
    };
    match &answer.outcome {
        Outcome::Solved(Solution { moves, cost }) => {
            let texts: Vec<_> = moves.iter().map(Move::to_string).collect();
            proto::RicochetSolution {
                is_solved: true,
                cost: *cost,
                moves: moves.iter().copied().map(move_message).collect(),
                text: texts.join(" "),
                ..message
            }
        }
        Outcome::NoSolution => message,
        Outcome::Bounded { at_least, .. } => proto::RicochetSolution {
            is_exhausted: true,
            at_least: *at_least,
            ..message
        },
    }
}

fn proof_message(certificate: &Certificate) -> proto::RicochetProof {
    let layers = certificate.layers.iter();
    proto::RicochetProof {
        at_least: certificate.at_least,
        weak_limit: certificate.weak_limit,
        visited: certificate.visited,
        layers: layers
            .map(|layer| proto::RicochetLayer {
                count: layer.count,
                digest: layer.digest,
            })
            .collect(),
    }
}
