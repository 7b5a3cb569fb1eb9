//! `RulesService`: the rules as stateless functions.

use botwerk_agents::verify;
use botwerk_engine::record::{Record, VerifyError};
use botwerk_engine::{Actor, Game, History, RootSeed, Turn, Viewer, with_game};
use botwerk_proto::v1 as proto;
use prost::Message;
use proto::rules_service_server::RulesService;
use tonic::{Request, Response, Status};

use super::searches::SearchQueue;
use super::{game_of, required};
use crate::error::{Error, Reason};
use crate::match_description::GameDescription;
use crate::token::random_bytes;
use crate::wire::{self, InputPosition, SubmissionContent, Wire};

/// The service of the rules. What may take long runs on the threads for requests.
pub(crate) struct RulesRpc {
    pub(crate) searches: SearchQueue,
}

type Reply<T> = Result<Response<T>, Status>;

/// Maximum size of a request that is computed at once, in bytes.
const QUICK_REQUEST: usize = 4096;

/// A request about a game.
trait GameRequest: Message + Default + 'static {
    fn setup(&self) -> Option<&proto::GameSetup>;

    /// Returns `true` if the answer takes no longer than a hop to another thread. Options may name other
    /// rules, large boards or drawn openings.
    fn is_quick(&self) -> bool {
        let has_options = self.setup().is_some_and(|setup| !setup.options.is_empty());
        !has_options && self.encoded_len() <= QUICK_REQUEST
    }
}

macro_rules! game_requests {
    ($($request:ty),+ $(,)?) => {$(
        impl GameRequest for $request {
            fn setup(&self) -> Option<&proto::GameSetup> {
                self.setup.as_ref()
            }
        }
    )+};
}

game_requests![
    proto::NewPositionRequest,
    proto::DescribeMatchRequest,
    proto::LegalActionsRequest,
    proto::ApplyRequest,
    proto::ViewRequest,
    proto::ParsePositionRequest,
    proto::FormatPositionRequest,
    proto::ParseActionRequest,
    proto::FormatActionRequest,
];

impl RulesRpc {
    /// Answers a request, at once or on the threads for requests.
    async fn answer<R: GameRequest, T: Send + 'static>(
        &self,
        request: Request<R>,
        answer: fn(&R) -> Result<T, Error>,
    ) -> Reply<T> {
        let request = request.into_inner();
        let answered = if request.is_quick() {
            answer(&request)
        } else {
            self.searches.result(move |_| answer(&request)).await?
        };
        Ok(Response::new(answered?))
    }
}

#[tonic::async_trait]
impl RulesService for RulesRpc {
    async fn new_position(
        &self,
        request: Request<proto::NewPositionRequest>,
    ) -> Reply<proto::NewPositionResponse> {
        self.answer(request, |request| {
            let (setup, game) = game_of(request.setup.as_ref())?;
            with_game!(game, G => new_position::<G>(setup, &request.seed))
        })
        .await
    }

    async fn describe_match(
        &self,
        request: Request<proto::DescribeMatchRequest>,
    ) -> Reply<proto::DescribeMatchResponse> {
        self.answer(request, |request| {
            let (setup, game) = game_of(request.setup.as_ref())?;
            with_game!(game, G => describe_match::<G>(setup))
        })
        .await
    }

    async fn legal_actions(
        &self,
        request: Request<proto::LegalActionsRequest>,
    ) -> Reply<proto::LegalActionsResponse> {
        self.answer(request, |request| {
            let (_, game) = game_of(request.setup.as_ref())?;
            with_game!(game, G => legal_actions::<G>(request))
        })
        .await
    }

    async fn apply(&self, request: Request<proto::ApplyRequest>) -> Reply<proto::ApplyResponse> {
        self.answer(request, |request| {
            let (_, game) = game_of(request.setup.as_ref())?;
            with_game!(game, G => apply::<G>(request))
        })
        .await
    }

    async fn view(&self, request: Request<proto::ViewRequest>) -> Reply<proto::ViewResponse> {
        self.answer(request, |request| {
            let (_, game) = game_of(request.setup.as_ref())?;
            with_game!(game, G => view::<G>(request))
        })
        .await
    }

    async fn parse_position(
        &self,
        request: Request<proto::ParsePositionRequest>,
    ) -> Reply<proto::ParsePositionResponse> {
        self.answer(request, |request| {
            let (setup, game) = game_of(request.setup.as_ref())?;
            let position = with_game!(game, G => {
                read::<G>(Some(setup), &request.text, None)
                    .map(|(game, state)| position_info(&game, &state))
            })?;
            Ok(proto::ParsePositionResponse {
                position: Some(position),
            })
        })
        .await
    }

    async fn format_position(
        &self,
        request: Request<proto::FormatPositionRequest>,
    ) -> Reply<proto::FormatPositionResponse> {
        self.answer(request, |request| {
            let (setup, game) = game_of(request.setup.as_ref())?;
            let position = required(request.position.as_ref(), "position")?;
            let text = with_game!(game, G => format_position::<G>(setup, position))?;
            Ok(proto::FormatPositionResponse { text })
        })
        .await
    }

    async fn parse_action(
        &self,
        request: Request<proto::ParseActionRequest>,
    ) -> Reply<proto::ParseActionResponse> {
        self.answer(request, |request| {
            let (setup, game) = game_of(request.setup.as_ref())?;
            let action = with_game!(game, G => parse_action::<G>(setup, &request.text))?;
            Ok(proto::ParseActionResponse {
                action: Some(action),
            })
        })
        .await
    }

    async fn format_action(
        &self,
        request: Request<proto::FormatActionRequest>,
    ) -> Reply<proto::FormatActionResponse> {
        self.answer(request, |request| {
            let (setup, game) = game_of(request.setup.as_ref())?;
            let action = required(request.action.as_ref(), "action")?;
            let action = with_game!(game, G => format_action::<G>(setup, action))?;
            Ok(proto::FormatActionResponse {
                action: Some(action),
            })
        })
        .await
    }

    async fn verify(&self, request: Request<proto::VerifyRequest>) -> Reply<proto::VerifyResponse> {
        let text = request.into_inner().record;
        let verified = self.searches.result(move |_| verify_text(&text)).await?;
        Ok(Response::new(verified))
    }
}

/// Reads the game and position of a request.
fn read<G: Wire>(
    setup: Option<&proto::GameSetup>,
    text: &str,
    message: Option<&proto::Position>,
) -> Result<(G, G::State), Error> {
    InputPosition::new(text, message)?.read(required(setup, "setup")?)
}

fn position_info<G: Wire>(game: &G, state: &G::State) -> proto::PositionInfo {
    proto::PositionInfo {
        text: game.format_position(state),
        position: Some(game.position_message(state)),
        hash: game.hash(state),
        turn: Some(wire::turn_message(&game.turn(state))),
    }
}

fn new_position<G: Wire>(
    setup: &proto::GameSetup,
    seed: &str,
) -> Result<proto::NewPositionResponse, Error> {
    let game: G = wire::setup(setup, None)?;
    let seed = match seed {
        "" => RootSeed::new(random_bytes()?),
        text => RootSeed::from_text(text),
    };
    let position = position_info(&game, &game.initial_state(seed));
    Ok(proto::NewPositionResponse {
        position: Some(position),
        seed: seed.to_hex(),
    })
}

fn describe_match<G: Wire>(
    setup: &proto::GameSetup,
) -> Result<proto::DescribeMatchResponse, Error> {
    let game: G = wire::setup(setup, None)?;
    Ok(proto::DescribeMatchResponse {
        setup: Some(wire::game_setup_message(GameDescription::new(&game))),
        rules: game.rules_message(),
    })
}

fn legal_actions<G: Wire>(
    request: &proto::LegalActionsRequest,
) -> Result<proto::LegalActionsResponse, Error> {
    let typed = request.typed_position.as_ref();
    let (game, state) = read::<G>(request.setup.as_ref(), &request.position, typed)?;
    let actor = wire::actor(&game, &state, request.actor.as_ref())?;
    let mut actions = Vec::new();
    if let Some(actor) = actor {
        game.legal_actions(&state, actor, &mut actions);
    }
    Ok(proto::LegalActionsResponse {
        actions: actions
            .into_iter()
            .map(|action| wire::action_info(&game, action))
            .collect(),
        actor: actor.map(wire::actor_message),
    })
}

fn apply<G: Wire>(request: &proto::ApplyRequest) -> Result<proto::ApplyResponse, Error> {
    let typed = request.typed_position.as_ref();
    let (game, state) = read::<G>(request.setup.as_ref(), &request.position, typed)?;
    let earlier = wire::earlier_positions(
        &game,
        &request.earlier_positions,
        &request.typed_earlier_positions,
    )?;
    let actor = wire::actor(&game, &state, request.actor.as_ref())?;
    let actor = actor.ok_or_else(|| Error::new(Reason::MatchOver, "the match has ended"))?;
    let actions = actions_of(&game, &state, actor, request)?;
    let mut history = History::with_occurrences(&game, state, &earlier);
    for (i, action) in actions.iter().enumerate() {
        let before = history.state().clone();
        match history.apply(&game, actor, *action) {
            Ok(()) => {}
            Err(_) if i > 0 && is_dropped(&game, &before, actor, &actions[i..]) => break,
            Err(error) => return Err(Error::from(error).with_index(i)),
        }
    }
    Ok(proto::ApplyResponse {
        position: Some(position_info(&game, history.state())),
    })
}

/// Reads the actions of a request, which are messages or text.
fn actions_of<G: Wire>(
    game: &G,
    state: &G::State,
    actor: Actor,
    request: &proto::ApplyRequest,
) -> Result<Vec<G::Action>, Error> {
    match (
        SubmissionContent::new(request.actions.clone(), request.text.clone())?,
        actor,
    ) {
        (SubmissionContent::Actions(actions), _) => actions.decode(game),
        (SubmissionContent::Text(text), Actor::Seat(seat)) => {
            Ok(game.parse_turn(&game.view(state, Viewer::Seat(seat)), &text)?)
        }
        (SubmissionContent::Text(text), Actor::Chance | Actor::Referee) => {
            Ok(vec![game.parse_action(&text)?])
        }
    }
}

/// Returns `true` if the rest of a submission is dropped because another seat is to act.
fn is_dropped<G: Game>(game: &G, state: &G::State, actor: Actor, rest: &[G::Action]) -> bool {
    let passed_on = match (actor, game.turn(state)) {
        (Actor::Seat(seat), Turn::Decision(ask)) => !ask.seats.contains(seat),
        (Actor::Seat(_), Turn::Chance(_) | Turn::Over(_)) => true,
        (Actor::Chance | Actor::Referee, _) => false,
    };
    passed_on && rest.iter().all(|action| game.ignores_trailing(*action))
}

fn view<G: Wire>(request: &proto::ViewRequest) -> Result<proto::ViewResponse, Error> {
    let typed = request.typed_position.as_ref();
    let (game, state) = read::<G>(request.setup.as_ref(), &request.position, typed)?;
    let view = game.view(&state, wire::viewer(request.viewer.as_ref(), game.seats())?);
    let mut observation = vec![0; game.observation_len()];
    game.write_observation(&view, &mut observation);
    Ok(proto::ViewResponse {
        view: Some(game.view_message(&view)),
        text: game.format_view(&view),
        view_hash: game.view_hash(&view),
        observation,
        diagram: game.diagram(&view).to_string(),
    })
}

fn format_position<G: Wire>(
    setup: &proto::GameSetup,
    position: &proto::Position,
) -> Result<String, Error> {
    let (game, state) = InputPosition::Message(position).read::<G>(setup)?;
    Ok(game.format_position(&state))
}

fn parse_action<G: Wire>(setup: &proto::GameSetup, text: &str) -> Result<proto::ActionInfo, Error> {
    let game: G = wire::setup(setup, None)?;
    Ok(wire::action_info(&game, game.parse_action(text)?))
}

fn format_action<G: Wire>(
    setup: &proto::GameSetup,
    action: &proto::Action,
) -> Result<proto::ActionInfo, Error> {
    let game: G = wire::setup(setup, None)?;
    Ok(wire::action_info(&game, game.action(action)?))
}

/// Replays and verifies the text of a record.
fn verify_text(text: &str) -> proto::VerifyResponse {
    let differs = |difference: String| proto::VerifyResponse {
        mismatch: difference,
        ..Default::default()
    };
    let record = match Record::from_text(text) {
        Ok(record) => record,
        Err(error) => return differs(error.to_string()),
    };
    let Some(game) = record.header.game_id() else {
        return differs(format!("header: no game is named {}", record.header.game));
    };
    match with_game!(game, G => verify::<G>(&record)) {
        Ok(verified) => proto::VerifyResponse {
            is_valid: true,
            mismatch: String::new(),
            events_replayed: verified.events,
            choices_checked: verified.choices,
            is_complete: verified.is_complete(),
            stopped_choices: verified.stopped_choices,
            unchecked: verified.unchecked,
            head: verified.head,
        },
        Err(difference @ VerifyError { .. }) => differs(difference.to_string()),
    }
}
