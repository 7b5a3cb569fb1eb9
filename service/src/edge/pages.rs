//! Pages for operators, on the same port: `/metrics` and `/healthz`.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::header::{CONTENT_TYPE, WWW_AUTHENTICATE};
use http::{HeaderMap, StatusCode};
use tokio_util::sync::CancellationToken;

use super::Admission;
use crate::metrics::Metrics;
use crate::pool::SearchPool;
use crate::tracked_store::TrackedStore;

/// The format of Prometheus that the metrics are written in.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// What the pages tell of.
#[derive(Clone)]
pub(crate) struct OpsState {
    pub(crate) admission: Admission,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) pool: SearchPool,
    pub(crate) store: Arc<TrackedStore>,
    pub(crate) draining: CancellationToken,
}

/// The pages beside other routes.
pub(crate) fn with_ops_endpoints(routes: Router, pages: OpsState) -> Router {
    let own = Router::new()
        .route("/metrics", get(metrics))
        .route("/healthz", get(health))
        .with_state(pages);
    routes.merge(own)
}

/// Everything that is counted, for whoever bears the admin token.
async fn metrics(State(pages): State<OpsState>, headers: HeaderMap) -> Response {
    if let Err(error) = pages.admission.check_admin(&headers) {
        let challenge = [(WWW_AUTHENTICATE, "Bearer")];
        return (StatusCode::UNAUTHORIZED, challenge, format!("{error}\n")).into_response();
    }
    let text = pages.metrics.text(pages.pool.waiting());
    ([(CONTENT_TYPE, OPEN_METRICS)], text).into_response()
}

/// Whether new matches can be sent here.
async fn health(State(pages): State<OpsState>) -> (StatusCode, &'static str) {
    if pages.draining.is_cancelled() {
        return (StatusCode::SERVICE_UNAVAILABLE, "draining\n");
    }
    if pages.store.is_failing().await {
        return (StatusCode::SERVICE_UNAVAILABLE, "the store fails\n");
    }
    (StatusCode::OK, "ok\n")
}
