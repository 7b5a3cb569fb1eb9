//! The routes of all services.

use std::sync::Arc;

use axum::Router;
use axum::middleware::map_response;
use botwerk_proto::DESCRIPTORS;
use botwerk_proto::v1::analysis_service_server::AnalysisServiceServer;
use botwerk_proto::v1::bot_service_server::BotServiceServer;
use botwerk_proto::v1::catalog_service_server::CatalogServiceServer;
use botwerk_proto::v1::env_service_server::EnvServiceServer;
use botwerk_proto::v1::match_service_server::MatchServiceServer;
use botwerk_proto::v1::operator_service_server::OperatorServiceServer;
use botwerk_proto::v1::organizer_service_server::OrganizerServiceServer;
use botwerk_proto::v1::owner_service_server::OwnerServiceServer;
use botwerk_proto::v1::rules_service_server::RulesServiceServer;
use botwerk_proto::v1::tournament_service_server::TournamentServiceServer;
use botwerk_proto::v1::upload_service_server::UploadServiceServer;
use botwerk_proto::worker::host_service_server::HostServiceServer;
use botwerk_proto::worker::worker_service_server::WorkerServiceServer;
use tonic::service::Routes;
use tonic_health::pb::health_server::{Health, HealthServer};
use tonic_health::server::HealthReporter;

use super::account_callers::AccountCallers;
use super::agent_threads::AgentThreadLimit;
use super::analysis::AnalysisRpc;
use super::bots::BotRpc;
use super::catalog::CatalogRpc;
use super::envs::EnvRpc;
use super::hosts::HostRpc;
use super::matches::MatchRpc;
use super::operator::OperatorRpc;
use super::organizer::OrganizerRpc;
use super::owners::OwnerRpc;
use super::rules::RulesRpc;
use super::search_callers::SearchCallers;
use super::searches::SearchQueue;
use super::seated_clients::SeatedClients;
use super::tournaments::TournamentRpc;
use super::uploads::UploadRpc;
use super::workers::WorkerRpc;
use crate::accounts::{AuditLog, IssuedTokens, SignUpCodes};
use crate::bot_reports::BotReports;
use crate::bots::Bots;
use crate::config::Config;
use crate::edge::{Admission, PROMPT_MATCH_CALLS, send_encoded};
use crate::envs::Envs;
use crate::match_registry::MatchRegistry;
use crate::owners::Owners;
use crate::pool::SearchPool;
use crate::seat_logs::SeatLogs;
use crate::store::{AccountStore, SeatLogStore, Store};
use crate::tournaments::Tournaments;
use crate::tracked_store::TrackedStore;
use crate::uploads::{Hosting, Uploads};

/// Maximum size of a message of a player, in bytes. It is decoded on an I/O thread, and the largest turn
/// is far smaller.
const MAX_PROMPT_MESSAGE: usize = 64 << 10;

/// What the handlers of all services use.
pub(crate) struct RpcContext {
    pub(crate) registry: Arc<MatchRegistry>,
    pub(crate) store: Arc<TrackedStore>,
    pub(crate) seat_logs: Arc<dyn SeatLogStore>,
    pub(crate) pool: SearchPool,
    pub(crate) bots: Arc<Bots>,
    pub(crate) owners: Arc<Owners>,
    pub(crate) accounts: Arc<dyn AccountStore>,
    pub(crate) audit_log: AuditLog,
    pub(crate) issued_tokens: Arc<IssuedTokens>,
    pub(crate) uploads: Arc<Uploads>,
    pub(crate) hosting: Hosting,
    pub(crate) tournaments: Tournaments,
    pub(crate) envs: Arc<Envs>,
    pub(crate) admission: Admission,
}

/// Returns the routes of all services. `health` reports on the others.
///
/// # Errors
/// Returns an error if the descriptors of the API cannot be read.
pub(crate) fn routes(
    config: &Config,
    context: RpcContext,
    health: HealthServer<impl Health>,
) -> Result<Router, tonic_reflection::server::Error> {
    let reflection = || {
        tonic_reflection::server::Builder::configure()
            .register_encoded_file_descriptor_set(DESCRIPTORS)
            .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
    };
    let limit = config.max_message_bytes.get();
    let searches = SearchQueue::new(context.pool, config);
    let agent_threads = AgentThreadLimit::new(config);
    let page_tokens = context.registry.secret().page_tokens();
    let may_search = config.allow_player_searches;
    let seated = SeatedClients::new(Arc::clone(&context.registry), may_search);
    let rules = RulesRpc::new(&searches, seated.clone());
    let envs = EnvRpc {
        envs: context.envs,
        searches: searches.clone(),
        admission: context.admission.clone(),
        registry: Arc::clone(&context.registry),
        agent_threads,
    };
    let analysis = AnalysisRpc {
        searches,
        registry: Arc::clone(&context.registry),
        agent_threads,
        seated: seated.clone(),
        callers: SearchCallers {
            admission: context.admission.clone(),
            owners: Arc::clone(&context.owners),
            bots: Arc::clone(&context.bots),
            policy: config.searches,
        },
    };
    let stored_matches: Arc<dyn Store> = Arc::clone(&context.store) as _;
    let matches = MatchRpc {
        registry: context.registry,
        store: context.store,
        tournaments: context.tournaments.clone(),
        admission: context.admission.clone(),
        agent_threads,
        seated,
    };
    let matches = Arc::new(matches);
    let reports = BotReports {
        matches: Arc::clone(&stored_matches),
        seat_logs: Arc::clone(&context.seat_logs),
        tournaments: context.tournaments.clone(),
    };
    let seat_logs = SeatLogs::new(
        context.seat_logs,
        stored_matches,
        Arc::clone(&context.bots),
        context.tournaments.clone(),
    );
    let callers = AccountCallers {
        admission: context.admission.clone(),
        owners: Arc::clone(&context.owners),
    };
    let uploads = UploadRpc {
        uploads: context.uploads,
        bots: Arc::clone(&context.bots),
        callers: callers.clone(),
    };
    let hosts = HostRpc {
        versions: Arc::clone(&context.hosting.store),
        hosting: context.hosting,
        admission: context.admission.clone(),
    };
    let bots = BotRpc {
        bots: context.bots,
        seat_logs,
        reports,
        admission: context.admission.clone(),
        callers: callers.clone(),
        page_tokens,
    };
    let owners = OwnerRpc {
        owners: Arc::clone(&context.owners),
        callers,
    };
    let operator = OperatorRpc {
        owners: context.owners,
        sign_up_codes: SignUpCodes::new(context.accounts, context.audit_log.clone()),
        issued_tokens: context.issued_tokens,
        audit_log: context.audit_log.clone(),
        admission: context.admission.clone(),
        page_tokens,
    };
    let workers = WorkerRpc {
        tournaments: context.tournaments.clone(),
        admission: context.admission.clone(),
        audit_log: context.audit_log.clone(),
        page_tokens,
    };
    let organizer = OrganizerRpc {
        tournaments: context.tournaments.clone(),
        admission: context.admission.clone(),
        audit_log: context.audit_log,
        agent_threads,
    };
    let tournaments = TournamentRpc::new(context.tournaments, context.admission, page_tokens);
    let prompt = MatchServiceServer::from_arc(Arc::clone(&matches));
    let prompt = prompt.max_decoding_message_size(limit.min(MAX_PROMPT_MESSAGE));
    let matches = MatchServiceServer::from_arc(matches).max_decoding_message_size(limit);
    let routes = Routes::new(reflection().build_v1()?)
        // Many tools know only the version before.
        .add_service(reflection().build_v1alpha()?)
        .add_service(health)
        .add_service(CatalogServiceServer::new(CatalogRpc).max_decoding_message_size(limit))
        .add_service(RulesServiceServer::new(rules).max_decoding_message_size(limit))
        .add_service(AnalysisServiceServer::new(analysis).max_decoding_message_size(limit))
        .add_service(matches)
        .add_service(BotServiceServer::new(bots).max_decoding_message_size(limit))
        .add_service(UploadServiceServer::new(uploads).max_decoding_message_size(limit))
        .add_service(HostServiceServer::new(hosts).max_decoding_message_size(limit))
        .add_service(OwnerServiceServer::new(owners).max_decoding_message_size(limit))
        .add_service(OperatorServiceServer::new(operator).max_decoding_message_size(limit))
        .add_service(OrganizerServiceServer::new(organizer).max_decoding_message_size(limit))
        .add_service(TournamentServiceServer::new(tournaments).max_decoding_message_size(limit))
        .add_service(WorkerServiceServer::new(workers).max_decoding_message_size(limit))
        .add_service(EnvServiceServer::new(envs).max_decoding_message_size(limit));
    let mut router = routes.into_axum_router();
    for path in PROMPT_MATCH_CALLS {
        router = router.route_service(path, prompt.clone());
    }
    Ok(router.layer(map_response(send_encoded)))
}

/// Reports all services as serving.
pub(crate) async fn report_serving(reporter: &HealthReporter) {
    reporter
        .set_serving::<CatalogServiceServer<CatalogRpc>>()
        .await;
    reporter.set_serving::<RulesServiceServer<RulesRpc>>().await;
    reporter
        .set_serving::<AnalysisServiceServer<AnalysisRpc>>()
        .await;
    reporter.set_serving::<MatchServiceServer<MatchRpc>>().await;
    reporter.set_serving::<BotServiceServer<BotRpc>>().await;
    reporter
        .set_serving::<TournamentServiceServer<TournamentRpc>>()
        .await;
    reporter
        .set_serving::<OrganizerServiceServer<OrganizerRpc>>()
        .await;
    reporter.set_serving::<OwnerServiceServer<OwnerRpc>>().await;
    reporter
        .set_serving::<UploadServiceServer<UploadRpc>>()
        .await;
    reporter.set_serving::<HostServiceServer<HostRpc>>().await;
    reporter
        .set_serving::<OperatorServiceServer<OperatorRpc>>()
        .await;
    reporter.set_serving::<EnvServiceServer<EnvRpc>>().await;
    reporter
        .set_serving::<WorkerServiceServer<WorkerRpc>>()
        .await;
}

/// Reports that the service of matches accepts no new ones.
pub(crate) async fn report_matches_draining(reporter: &HealthReporter) {
    reporter
        .set_not_serving::<MatchServiceServer<MatchRpc>>()
        .await;
}
