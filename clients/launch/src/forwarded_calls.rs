//! Services whose calls are forwarded to another server unchanged.

use botwerk_client::{Client, proto};
use proto::bot_service_server::{BotService, BotServiceServer};
use proto::catalog_service_server::{CatalogService, CatalogServiceServer};
use proto::match_service_server::{MatchService, MatchServiceServer};
use proto::rules_service_server::{RulesService, RulesServiceServer};
use tonic::transport::Server;
use tonic::transport::server::Router;
use tonic::{Request, Response, Status};

type Reply<T> = Result<Response<T>, Status>;

/// The services that do not depend on a match, as another server answers them.
#[derive(Debug, Clone)]
pub struct ForwardedCalls {
    server: Client,
}

impl ForwardedCalls {
    /// Forwards calls to this server.
    pub const fn new(server: Client) -> Self {
        Self { server }
    }

    /// Returns everything that a bot calls: the services of its seat, and these.
    pub fn with_seat_services<S: BotService + MatchService + Clone>(
        self,
        mut server: Server,
        seat: S,
    ) -> Router {
        server
            .add_service(BotServiceServer::new(seat.clone()))
            .add_service(MatchServiceServer::new(seat))
            .add_service(CatalogServiceServer::new(self.clone()))
            .add_service(RulesServiceServer::new(self))
    }
}

macro_rules! pass_on {
    ($service:ident through $calls:ident: $($call:ident($request:ident) -> $response:ident;)+) => {
        #[tonic::async_trait]
        impl $service for ForwardedCalls {
            $(async fn $call(
                &self,
                request: Request<proto::$request>,
            ) -> Reply<proto::$response> {
                self.server.$calls().$call(request.into_inner()).await
            })+
        }
    };
}

pass_on! { CatalogService through catalog:
    list_games(ListGamesRequest) -> ListGamesResponse;
    get_game(GetGameRequest) -> GetGameResponse;
    list_agents(ListAgentsRequest) -> ListAgentsResponse;
}

pass_on! { RulesService through rules:
    describe_match(DescribeMatchRequest) -> DescribeMatchResponse;
    create_position(CreatePositionRequest) -> CreatePositionResponse;
    list_legal_actions(ListLegalActionsRequest) -> ListLegalActionsResponse;
    apply_actions(ApplyActionsRequest) -> ApplyActionsResponse;
    get_view(GetViewRequest) -> GetViewResponse;
    parse_position(ParsePositionRequest) -> ParsePositionResponse;
    format_position(FormatPositionRequest) -> FormatPositionResponse;
    parse_action(ParseActionRequest) -> ParseActionResponse;
    format_action(FormatActionRequest) -> FormatActionResponse;
    verify_record(VerifyRecordRequest) -> VerifyRecordResponse;
    replay_record(ReplayRecordRequest) -> ReplayRecordResponse;
}
