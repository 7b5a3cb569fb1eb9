//! `RulesService`: the rules as stateless functions.

use std::time::Duration;

use botwerk_proto::v1 as proto;
use botwerk_wire::replay::replay;
use botwerk_wire::rules;
use prost::Message;
use proto::rules_service_server::RulesService;
use tonic::{Request, Response, Status};

use super::searches::{SearchEnd, SearchQueue};
use super::seated_clients::SeatedClients;
use crate::error::Error;
use crate::token::fresh_seed;

/// The service of the rules. What may take long runs on the threads for requests.
pub(crate) struct RulesRpc {
    searches: SearchQueue,
    seated: SeatedClients,
}

type Reply<T> = Result<Response<T>, Status>;

/// How to reduce a request about a position that takes too long.
pub(super) const SMALLER_POSITION: &str = "request a smaller board or fewer sampled openings, or compute it with `botwerk` on your machine";

/// How to reduce a request about a record that takes too long.
pub(super) const SHORTER_RECORD: &str = "send a shorter record, or use `botwerk record show`, `record verify` or `record analyze` on your machine";

/// Maximum duration of a call.
const LIMIT: Duration = Duration::from_secs(20);

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
    proto::CreatePositionRequest,
    proto::DescribeMatchRequest,
    proto::ListLegalActionsRequest,
    proto::ApplyActionsRequest,
    proto::GetViewRequest,
    proto::ParsePositionRequest,
    proto::FormatPositionRequest,
    proto::ParseActionRequest,
    proto::FormatActionRequest,
];

impl RulesRpc {
    pub(super) fn new(searches: &SearchQueue, seated: SeatedClients) -> Self {
        Self {
            searches: searches.within(LIMIT),
            seated,
        }
    }

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
            let answer = move |_: &SearchEnd<'_>| answer(&request);
            self.searches.result(SMALLER_POSITION, answer).await?
        };
        Ok(Response::new(answered?))
    }
}

#[tonic::async_trait]
impl RulesService for RulesRpc {
    async fn create_position(
        &self,
        request: Request<proto::CreatePositionRequest>,
    ) -> Reply<proto::CreatePositionResponse> {
        self.answer(request, |request| {
            rules::create_position(request, fresh_seed)
        })
        .await
    }

    async fn describe_match(
        &self,
        request: Request<proto::DescribeMatchRequest>,
    ) -> Reply<proto::DescribeMatchResponse> {
        self.answer(request, rules::describe_match).await
    }

    async fn list_legal_actions(
        &self,
        request: Request<proto::ListLegalActionsRequest>,
    ) -> Reply<proto::ListLegalActionsResponse> {
        self.answer(request, rules::list_legal_actions).await
    }

    async fn apply_actions(
        &self,
        request: Request<proto::ApplyActionsRequest>,
    ) -> Reply<proto::ApplyActionsResponse> {
        self.answer(request, rules::apply_actions).await
    }

    async fn get_view(
        &self,
        request: Request<proto::GetViewRequest>,
    ) -> Reply<proto::GetViewResponse> {
        self.answer(request, rules::get_view).await
    }

    async fn parse_position(
        &self,
        request: Request<proto::ParsePositionRequest>,
    ) -> Reply<proto::ParsePositionResponse> {
        self.answer(request, rules::parse_position).await
    }

    async fn format_position(
        &self,
        request: Request<proto::FormatPositionRequest>,
    ) -> Reply<proto::FormatPositionResponse> {
        self.answer(request, rules::format_position).await
    }

    async fn parse_action(
        &self,
        request: Request<proto::ParseActionRequest>,
    ) -> Reply<proto::ParseActionResponse> {
        self.answer(request, rules::parse_action).await
    }

    async fn format_action(
        &self,
        request: Request<proto::FormatActionRequest>,
    ) -> Reply<proto::FormatActionResponse> {
        self.answer(request, rules::format_action).await
    }

    async fn replay_record(
        &self,
        request: Request<proto::ReplayRecordRequest>,
    ) -> Reply<proto::ReplayRecordResponse> {
        let request = request.into_inner();
        let replay = move |_: &SearchEnd<'_>| replay(&request);
        let replayed = self.searches.result(SHORTER_RECORD, replay).await?;
        Ok(Response::new(replayed?))
    }

    async fn verify_record(
        &self,
        request: Request<proto::VerifyRecordRequest>,
    ) -> Reply<proto::VerifyRecordResponse> {
        // The choices of agents are repeated, which tells what an agent would choose.
        self.seated.check_search().await?;
        let text = request.into_inner().record;
        let verify = move |end: &SearchEnd<'_>| {
            let verified = rules::verify_record(&text, &|| end.is_due());
            (verified, end.is_due())
        };
        let (verified, is_stopped) = self.searches.result(SHORTER_RECORD, verify).await?;
        if is_stopped {
            return Err(self.searches.timeout_error(SHORTER_RECORD).into());
        }
        Ok(Response::new(verified))
    }
}
