//! `AnalysisService`: exact answers and searches.

use std::sync::Arc;

use botwerk_agents::micro_robots::solver::{Certificate, Instance, InstanceError, Solver, certify};
use botwerk_agents::{Roster, Subject, seen_position};
use botwerk_engine::micro_robots::{Board, BoardError, MAX_MOVES, Route, Space};
use botwerk_engine::{History, ParseError, Referee, RootSeed, Seat, with_game};
use botwerk_proto::v1 as proto;
use proto::analysis_service_server::AnalysisService;
use proto::solve_response::Kind;
use tonic::{Request, Response, Status};

use super::searches::{Found, Searches, Stop};
use super::{ask, game_of, required, rules};
use crate::error::{Error, Reason};
use crate::inquiry::Inquiry;
use crate::lobby::Lobby;
use crate::room::{Command, StreamReceiver, StreamSender};
use crate::token::random_bytes;
use crate::wire::{self, analysis_message, space_message};

/// Solvers and searchers run on the search threads.
pub(crate) struct Analysis {
    pub(crate) searches: Searches,
    pub(crate) lobby: Arc<Lobby>,
}

#[tonic::async_trait]
impl AnalysisService for Analysis {
    type AnalyzeStream = StreamReceiver<proto::AnalyzeResponse>;
    type HintStream = StreamReceiver<proto::HintResponse>;
    type SolveStream = StreamReceiver<proto::SolveResponse>;

    async fn analyze(
        &self,
        request: Request<proto::AnalyzeRequest>,
    ) -> Result<Response<Self::AnalyzeStream>, Status> {
        let request = request.into_inner();
        let (_, game) = game_of(request.setup.as_ref())?;
        let inquiry = with_game!(game, G => inquiry::<G>(&request))?;
        let limits = request.limits.unwrap_or_default();
        let message = |found: Found| proto::AnalyzeResponse {
            analysis: Some(analysis_message(found.analysis, found.passed)),
            r#final: found.is_final,
        };
        let found = self.searches.analysis(inquiry, limits, message)?;
        Ok(Response::new(found))
    }

    async fn hint(
        &self,
        request: Request<proto::HintRequest>,
    ) -> Result<Response<Self::HintStream>, Status> {
        let proto::HintRequest {
            r#match,
            seat_token: token,
            agent,
            limits,
        } = request.into_inner();
        let command = |reply| Command::Hint {
            token,
            agent: agent.as_ref().map(wire::agent_spec),
            reply,
        };
        let inquiry = ask(&self.lobby, &r#match, command).await?;
        let message = |found: Found| proto::HintResponse {
            analysis: Some(analysis_message(found.analysis, found.passed)),
            r#final: found.is_final,
        };
        let limits = limits.unwrap_or_default();
        let found = self.searches.analysis(inquiry, limits, message)?;
        Ok(Response::new(found))
    }

    async fn solve(
        &self,
        request: Request<proto::SolveRequest>,
    ) -> Result<Response<Self::SolveStream>, Status> {
        let Some(proto::solve_request::Instance::MicroRobots(instance)) =
            request.into_inner().instance
        else {
            return Err(Error::new(Reason::BadRequest, "instance: it is missing").into());
        };
        let (board, task) = read(&instance)?;
        let length = instance.length as usize;
        if length > MAX_MOVES {
            let message = format!("length: {length}; a route has at most {MAX_MOVES} moves");
            return Err(Error::new(Reason::BadRequest, message).into());
        }
        let search =
            move |to: &StreamSender<_>, stop: &Stop| solve(&board, &task, length, to, stop);
        Ok(Response::new(self.searches.stream(search)?))
    }
}

/// A player in front of the position of a request.
fn inquiry<G: Roster>(request: &proto::AnalyzeRequest) -> Result<Inquiry, Error> {
    let seed = match request.seed.as_str() {
        "" => RootSeed::new(random_bytes()?),
        text => RootSeed::from_text(text),
    };
    let referee = referee::<G>(request, seed)?;
    let seat = request
        .seat
        .map(|seat| wire::seat(seat, referee.game().seats()));
    let subject = Subject::new(&referee, seat.transpose()?, seed)?;
    let agent = request.agent.as_ref().map(wire::agent_spec);
    Inquiry::new(subject, agent.as_ref())
}

/// A match that stands at the position of a request.
fn referee<G: Roster>(
    request: &proto::AnalyzeRequest,
    seed: RootSeed,
) -> Result<Referee<G>, Error> {
    if request.position.is_empty() {
        let (setup, _) = game_of(request.setup.as_ref())?;
        let mut referee = Referee::new(wire::setup::<G>(setup, None)?, seed);
        referee.advance(&mut Vec::new());
        return Ok(referee);
    }
    let text = &request.position;
    let game: G = wire::setup(required(request.setup.as_ref(), "setup")?, Some(text))?;
    let viewer = request.seat.and_then(|seat| Seat::new(seat as usize));
    let state = seen_position(&game, text, viewer, seed)?;
    let earlier = rules::earlier(&game, &request.earlier)?;
    let history = History::with_earlier(&game, state, &earlier);
    Ok(Referee::from_history(game, seed, history))
}

fn read(message: &proto::MicroRobotsInstance) -> Result<(Board, Instance), Error> {
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
    Ok((board, instance))
}

/// Sends a bound and the answer; a client that has gone is not waited for.
fn solve(
    board: &Board,
    instance: &Instance,
    length: usize,
    to: &StreamSender<proto::SolveResponse>,
    stop: &Stop,
) {
    let solver = Solver::new(board);
    let legs = instance.legs().count() as u32;
    to.send(proto::SolveResponse {
        kind: Some(Kind::LowerBound(legs)),
    });
    if stop.is_told() {
        return;
    }
    let solution = if length == 0 {
        shortest(&solver, board, instance)
    } else {
        exact(&solver, instance, length)
    };
    to.send(proto::SolveResponse {
        kind: Some(Kind::MicroRobots(solution)),
    });
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
        .exact(instance, length)
        .map_or_else(Default::default, |route| solution(&route))
}

fn solution(route: &Route) -> proto::MicroRobotsSolution {
    proto::MicroRobotsSolution {
        solved: true,
        moves: route.moves() as u32,
        route: route.to_string(),
        spaces: route.spaces().iter().copied().map(space_message).collect(),
        ..Default::default()
    }
}

fn certificate_message(certificate: &Certificate) -> Vec<proto::MicroRobotsCertificateLeg> {
    let layer = |layer: &Vec<Space>| proto::MicroRobotsLayer {
        spaces: layer.iter().copied().map(space_message).collect(),
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
        });
    legs.collect()
}
