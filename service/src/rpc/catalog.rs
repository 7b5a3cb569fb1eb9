//! `CatalogService`: games and built-in agents.

use botwerk_proto::v1 as proto;
use botwerk_wire::catalog;
use proto::catalog_service_server::CatalogService;
use tonic::{Request, Response, Status};

/// The service of games and agents.
pub(crate) struct CatalogRpc;

#[tonic::async_trait]
impl CatalogService for CatalogRpc {
    async fn list_games(
        &self,
        request: Request<proto::ListGamesRequest>,
    ) -> Result<Response<proto::ListGamesResponse>, Status> {
        Ok(Response::new(catalog::list_games(request.get_ref())?))
    }

    async fn get_game(
        &self,
        request: Request<proto::GetGameRequest>,
    ) -> Result<Response<proto::GetGameResponse>, Status> {
        Ok(Response::new(catalog::get_game(request.get_ref())?))
    }

    async fn list_agents(
        &self,
        request: Request<proto::ListAgentsRequest>,
    ) -> Result<Response<proto::ListAgentsResponse>, Status> {
        Ok(Response::new(catalog::list_agents(request.get_ref())?))
    }
}
