//! `OwnerService`: owners sign up, sign in, and manage themselves.

use std::sync::Arc;
use std::time::Duration;

use botwerk_proto::v1 as proto;
use proto::owner_service_server::OwnerService;
use tonic::{Request, Response, Status};

use super::account_callers::AccountCallers;
use crate::accounts::{Actor, owner_id};
use crate::edge::bearer_of;
use crate::error::Error;
use crate::owners::{NewOwner, Owners};
use crate::wire;

/// The service of owners.
pub(crate) struct OwnerRpc {
    pub(super) owners: Arc<Owners>,
    pub(super) callers: AccountCallers,
}

type Reply<T> = Result<Response<T>, Status>;

impl OwnerRpc {
    /// Returns who sends a request about an owner, and the id of the owner.
    async fn authorized<T>(
        &self,
        request: &Request<T>,
        name: &str,
    ) -> Result<(Actor, String), Error> {
        let requested = if name.is_empty() {
            None
        } else {
            Some(owner_id(name)?)
        };
        let caller = self.callers.caller(request).await?;
        let id = caller.owner_id(requested)?;
        Ok((caller.actor(), id))
    }
}

#[tonic::async_trait]
impl OwnerService for OwnerRpc {
    async fn sign_up(
        &self,
        request: Request<proto::SignUpRequest>,
    ) -> Reply<proto::SignUpResponse> {
        let actor = self.callers.admission.actor(&request);
        let request = request.into_inner();
        wire::check_text("code", &request.code)?;
        let new = NewOwner {
            name: request.name,
            code: request.code,
        };
        let (owner, owner_token) = self.owners.sign_up(new, &actor).await?;
        Ok(Response::new(proto::SignUpResponse {
            owner: Some(wire::owner_message(owner)),
            owner_token,
        }))
    }

    async fn get_sign_in_options(
        &self,
        _: Request<proto::GetSignInOptionsRequest>,
    ) -> Reply<proto::GetSignInOptionsResponse> {
        let options = self.owners.sign_in_options();
        Ok(Response::new(wire::sign_in_options_response(options)))
    }

    async fn sign_in(
        &self,
        request: Request<proto::SignInRequest>,
    ) -> Reply<proto::SignInResponse> {
        let owner = self.callers.presented_owner(&request).await?;
        let actor = self.callers.admission.actor(&request);
        let new = wire::new_sign_in(request.into_inner(), owner)?;
        let outcome = self.owners.sign_in(new, &actor).await?;
        Ok(Response::new(wire::sign_in_response(outcome)))
    }

    async fn sign_out(
        &self,
        request: Request<proto::SignOutRequest>,
    ) -> Reply<proto::SignOutResponse> {
        self.owners.sign_out(&bearer_of(&request)).await?;
        Ok(Response::new(proto::SignOutResponse {}))
    }

    async fn get_owner(
        &self,
        request: Request<proto::GetOwnerRequest>,
    ) -> Reply<proto::GetOwnerResponse> {
        let (_, id) = self.authorized(&request, &request.get_ref().name).await?;
        Ok(Response::new(proto::GetOwnerResponse {
            owner: Some(wire::owner_message(self.owners.get(&id).await?)),
        }))
    }

    async fn rotate_owner_token(
        &self,
        request: Request<proto::RotateOwnerTokenRequest>,
    ) -> Reply<proto::RotateOwnerTokenResponse> {
        let (actor, id) = self.authorized(&request, &request.get_ref().name).await?;
        let lifetime = request.get_ref().lifetime_secs.map(Duration::from_secs);
        let owner_token = self.owners.rotate_token(&actor, &id, lifetime).await?;
        Ok(Response::new(proto::RotateOwnerTokenResponse {
            owner_token,
        }))
    }

    async fn delete_owner(
        &self,
        request: Request<proto::DeleteOwnerRequest>,
    ) -> Reply<proto::DeleteOwnerResponse> {
        let id = owner_id(&request.get_ref().name)?;
        let (actor, id) = self.authorized(&request, &format!("owners/{id}")).await?;
        let deleted_bots = self.owners.delete(&actor, &id).await?;
        Ok(Response::new(proto::DeleteOwnerResponse { deleted_bots }))
    }
}
