//! The routes of all services.

use std::sync::Arc;

use botwerk_proto::DESCRIPTORS;
use botwerk_proto::v1::analysis_service_server::AnalysisServiceServer;
use botwerk_proto::v1::bot_service_server::BotServiceServer;
use botwerk_proto::v1::catalog_service_server::CatalogServiceServer;
use botwerk_proto::v1::match_service_server::MatchServiceServer;
use botwerk_proto::v1::rules_service_server::RulesServiceServer;
use botwerk_proto::v1::tournament_service_server::TournamentServiceServer;
use tonic::service::Routes;
use tonic_health::server::HealthReporter;

use super::analysis::AnalysisRpc;
use super::bots::BotRpc;
use super::catalog::CatalogRpc;
use super::matches::MatchRpc;
use super::rules::RulesRpc;
use super::searches::SearchQueue;
use super::tournaments::TournamentRpc;
use crate::bots::Bots;
use crate::config::Config;
use crate::edge::Admission;
use crate::match_registry::MatchRegistry;
use crate::pool::SearchPool;
use crate::tournaments::Tournaments;
use crate::tracked_store::TrackedStore;

/// What the handlers of all services use.
pub(crate) struct RpcContext {
    pub(crate) registry: Arc<MatchRegistry>,
    pub(crate) store: Arc<TrackedStore>,
    pub(crate) pool: SearchPool,
    pub(crate) bots: Arc<Bots>,
    pub(crate) tournaments: Tournaments,
    pub(crate) admission: Admission,
}

/// Returns the routes of all services except health, which reports on them.
///
/// # Errors
/// Returns an error if the descriptors of the API cannot be read.
pub(crate) fn routes(
    config: &Config,
    context: RpcContext,
) -> Result<Routes, tonic_reflection::server::Error> {
    let reflection = tonic_reflection::server::Builder::configure()
        .register_encoded_file_descriptor_set(DESCRIPTORS)
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
        .build_v1()?;
    let limit = config.max_message_bytes.get();
    let searches = SearchQueue::new(context.pool, config);
    let rules = RulesRpc {
        searches: searches.clone(),
    };
    let analysis = AnalysisRpc {
        searches,
        registry: Arc::clone(&context.registry),
    };
    let matches = MatchRpc {
        registry: context.registry,
        store: context.store,
        admission: context.admission.clone(),
    };
    let bots = BotRpc {
        bots: context.bots,
        admission: context.admission.clone(),
    };
    let tournaments = TournamentRpc {
        tournaments: context.tournaments,
        admission: context.admission,
    };
    Ok(Routes::new(reflection)
        .add_service(CatalogServiceServer::new(CatalogRpc).max_decoding_message_size(limit))
        .add_service(RulesServiceServer::new(rules).max_decoding_message_size(limit))
        .add_service(AnalysisServiceServer::new(analysis).max_decoding_message_size(limit))
        .add_service(MatchServiceServer::new(matches).max_decoding_message_size(limit))
        .add_service(BotServiceServer::new(bots).max_decoding_message_size(limit))
        .add_service(TournamentServiceServer::new(tournaments).max_decoding_message_size(limit)))
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
}

/// Reports that the service of matches accepts no new ones.
pub(crate) async fn report_matches_draining(reporter: &HealthReporter) {
    reporter
        .set_not_serving::<MatchServiceServer<MatchRpc>>()
        .await;
}
