//! `OperatorService`: who may use the server, and what they did.

use std::sync::Arc;

use botwerk_proto::v1 as proto;
use botwerk_wire::PageTokens;
use proto::operator_service_server::OperatorService;
use tonic::{Request, Response, Status};

use crate::accounts::{Actor, AuditLog, IssuedTokens, SignUpCodes, owner_id};
use crate::edge::Admission;
use crate::error::{Error, Reason};
use crate::owners::Owners;
use crate::wire;

/// The service of operators.
pub(crate) struct OperatorRpc {
    pub(super) owners: Arc<Owners>,
    pub(super) sign_up_codes: SignUpCodes,
    pub(super) issued_tokens: Arc<IssuedTokens>,
    pub(super) audit_log: AuditLog,
    pub(super) admission: Admission,
    pub(super) page_tokens: PageTokens,
}

/// The lists of owners and of the audit log, for the tokens of their pages.
const OWNERS: &str = "owners";
const AUDIT_LOG: &str = "audit log";

type Reply<T> = Result<Response<T>, Status>;

impl OperatorRpc {
    /// Returns a request that only operators may send, and its sender.
    fn authorized<T>(&self, request: Request<T>) -> Result<(Actor, T), Error> {
        let actor = self.admission.operator_actor(&request)?;
        Ok((actor, request.into_inner()))
    }
}

#[tonic::async_trait]
impl OperatorService for OperatorRpc {
    async fn list_owners(
        &self,
        request: Request<proto::ListOwnersRequest>,
    ) -> Reply<proto::ListOwnersResponse> {
        let (_, request) = self.authorized(request)?;
        let limit = wire::page_size(request.page_size);
        let after = self.page_tokens.open(OWNERS, &request.page_token)?;
        let (owners, has_more) = self.owners.list(&after.unwrap_or_default(), limit).await?;
        let last = owners.last().filter(|_| has_more);
        let next = last.map(|owner| self.page_tokens.seal(OWNERS, &owner.row.name));
        Ok(Response::new(proto::ListOwnersResponse {
            next_page_token: next.unwrap_or_default(),
            owners: owners.into_iter().map(wire::owner_message).collect(),
        }))
    }

    async fn update_owner(
        &self,
        request: Request<proto::UpdateOwnerRequest>,
    ) -> Reply<proto::UpdateOwnerResponse> {
        let (actor, request) = self.authorized(request)?;
        let id = owner_id(&request.name)?;
        let quotas = wire::quota_change(&request);
        let updated = self.owners.set_quotas(&actor, &id, quotas);
        Ok(Response::new(proto::UpdateOwnerResponse {
            owner: Some(wire::owner_message(updated.await?)),
        }))
    }

    async fn ban_owner(
        &self,
        request: Request<proto::BanOwnerRequest>,
    ) -> Reply<proto::BanOwnerResponse> {
        let (actor, request) = self.authorized(request)?;
        let id = owner_id(&request.name)?;
        wire::check_text("reason", &request.reason)?;
        if request.reason.is_empty() {
            let message = "reason: required, since it is shown to the owner";
            return Err(Error::new(Reason::BadRequest, message).into());
        }
        let banned = self.owners.set_ban(&actor, &id, Some(request.reason));
        Ok(Response::new(proto::BanOwnerResponse {
            owner: Some(wire::owner_message(banned.await?)),
        }))
    }

    async fn unban_owner(
        &self,
        request: Request<proto::UnbanOwnerRequest>,
    ) -> Reply<proto::UnbanOwnerResponse> {
        let (actor, request) = self.authorized(request)?;
        let id = owner_id(&request.name)?;
        let owner = self.owners.set_ban(&actor, &id, None).await?;
        Ok(Response::new(proto::UnbanOwnerResponse {
            owner: Some(wire::owner_message(owner)),
        }))
    }

    async fn create_sign_up_code(
        &self,
        request: Request<proto::CreateSignUpCodeRequest>,
    ) -> Reply<proto::CreateSignUpCodeResponse> {
        let (actor, request) = self.authorized(request)?;
        let new = wire::new_sign_up_code(request)?;
        let (created, code) = self.sign_up_codes.create(&actor, new).await?;
        Ok(Response::new(proto::CreateSignUpCodeResponse {
            sign_up_code: Some(wire::sign_up_code_message(created)),
            code,
        }))
    }

    async fn list_sign_up_codes(
        &self,
        request: Request<proto::ListSignUpCodesRequest>,
    ) -> Reply<proto::ListSignUpCodesResponse> {
        self.authorized(request)?;
        let codes = self.sign_up_codes.list().await?.into_iter();
        Ok(Response::new(proto::ListSignUpCodesResponse {
            sign_up_codes: codes.map(wire::sign_up_code_message).collect(),
        }))
    }

    async fn delete_sign_up_code(
        &self,
        request: Request<proto::DeleteSignUpCodeRequest>,
    ) -> Reply<proto::DeleteSignUpCodeResponse> {
        let (actor, request) = self.authorized(request)?;
        let id = wire::resource_id(&request.name, "signUpCodes/")?;
        self.sign_up_codes.delete(&actor, id).await?;
        Ok(Response::new(proto::DeleteSignUpCodeResponse {}))
    }

    async fn create_token(
        &self,
        request: Request<proto::CreateTokenRequest>,
    ) -> Reply<proto::CreateTokenResponse> {
        let (actor, request) = self.authorized(request)?;
        let new = wire::new_issued_token(request)?;
        let (token, secret) = self.issued_tokens.issue(&actor, new).await?;
        Ok(Response::new(proto::CreateTokenResponse {
            token: Some(wire::token_message(token)),
            secret,
        }))
    }

    async fn list_tokens(
        &self,
        request: Request<proto::ListTokensRequest>,
    ) -> Reply<proto::ListTokensResponse> {
        self.authorized(request)?;
        let tokens = self.issued_tokens.list().await?.into_iter();
        Ok(Response::new(proto::ListTokensResponse {
            tokens: tokens.map(wire::token_message).collect(),
        }))
    }

    async fn delete_token(
        &self,
        request: Request<proto::DeleteTokenRequest>,
    ) -> Reply<proto::DeleteTokenResponse> {
        let (actor, request) = self.authorized(request)?;
        let id = wire::resource_id(&request.name, "tokens/")?;
        self.issued_tokens.revoke(&actor, id).await?;
        Ok(Response::new(proto::DeleteTokenResponse {}))
    }

    async fn list_audit_entries(
        &self,
        request: Request<proto::ListAuditEntriesRequest>,
    ) -> Reply<proto::ListAuditEntriesResponse> {
        let (_, request) = self.authorized(request)?;
        let limit = wire::page_size(request.page_size);
        let before = self.page_tokens.open(AUDIT_LOG, &request.page_token)?;
        let before = before.and_then(|number| number.parse().ok());
        let filter = wire::audit_filter(&request, before)?;
        let (entries, has_more) = self.audit_log.entries(&filter, limit).await?;
        let last = entries.last().filter(|_| has_more);
        let next = last.map(|entry| self.page_tokens.seal(AUDIT_LOG, &entry.number.to_string()));
        Ok(Response::new(proto::ListAuditEntriesResponse {
            next_page_token: next.unwrap_or_default(),
            entries: entries.into_iter().map(wire::audit_entry_message).collect(),
        }))
    }
}
