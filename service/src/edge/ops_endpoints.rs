//! HTTP endpoints for operators: `/metrics` and `/healthz`.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::header::{CONTENT_TYPE, WWW_AUTHENTICATE};
use http::{HeaderMap, StatusCode};
use tokio_util::sync::CancellationToken;

use super::admission::Admission;
use crate::metric_sources::MetricSources;
use crate::tracked_store::TrackedStore;

/// The content type of the metrics.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The parts of the server that the endpoints report on.
#[derive(Clone)]
pub(crate) struct OpsState {
    pub(crate) admission: Admission,
    pub(crate) metrics: Arc<MetricSources>,
    pub(crate) store: Arc<TrackedStore>,
    pub(crate) draining: CancellationToken,
}

/// Adds the endpoints to other routes.
pub(crate) fn with_ops_endpoints(routes: Router, state: OpsState) -> Router {
    let endpoints = Router::new()
        .route("/metrics", get(metrics))
        .route("/healthz", get(health))
        .with_state(state);
    routes.merge(endpoints)
}

/// Responds with the metrics; requires the admin token.
async fn metrics(State(state): State<OpsState>, headers: HeaderMap) -> Response {
    if let Err(error) = state.admission.check_admin(&headers) {
        let challenge = [(WWW_AUTHENTICATE, "Bearer")];
        return (StatusCode::UNAUTHORIZED, challenge, format!("{error}\n")).into_response();
    }
    let text = state.metrics.text().await;
    ([(CONTENT_TYPE, OPEN_METRICS)], text).into_response()
}

/// Responds with 200 if the server accepts new matches, and with 503 otherwise.
async fn health(State(state): State<OpsState>) -> (StatusCode, &'static str) {
    if state.draining.is_cancelled() {
        return (StatusCode::SERVICE_UNAVAILABLE, "draining\n");
    }
    if state.store.is_failing() {
        return (
            StatusCode::SERVICE_UNAVAILABLE,
            "the store is unavailable\n",
        );
    }
    (StatusCode::OK, "ok\n")
}
