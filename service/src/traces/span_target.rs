//! Which spans are traced, and what receives them.

use tracing_subscriber::Registry;
use tracing_subscriber::layer::Layer;

/// The target of the spans of traces. It is enabled only while traces are exported, so that such a span costs a comparison
/// otherwise.
pub const TARGET: &str = "otlp";

/// Receives the spans of the process, for [`crate::logging::start`].
pub type TraceLayer = Box<dyn Layer<Registry> + Send + Sync>;
