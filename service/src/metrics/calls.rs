//! Calls by method and code.

use std::collections::HashMap;
use std::sync::LazyLock;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicI64, AtomicU64};
use std::time::Duration;

use botwerk_proto::DESCRIPTORS;
use prost::Message;
use prost_types::FileDescriptorSet;
use tonic::Code;

use super::page::{MetricKind, MetricsPage};
use crate::histogram::Histogram;

/// The label of all methods that the server does not have: a client can request any path.
pub(super) const UNKNOWN_METHOD: &str = "unknown";

/// Bounds of the durations of calls, in nanoseconds.
const BOUNDS: [u64; 7] = [
    1_000_000,
    5_000_000,
    25_000_000,
    100_000_000,
    500_000_000,
    2_500_000_000,
    10_000_000_000,
];

/// The codes of gRPC, each at the index of its number.
const CODES: [&str; 17] = [
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
];

/// A method of the API.
#[derive(Debug)]
struct Method {
    /// Its service and name, such as `botwerk.v1.MatchService/Play`.
    name: String,
    is_streaming: bool,
}

/// The methods of all services, and [`UNKNOWN_METHOD`] at the end.
static METHODS: LazyLock<Vec<Method>> = LazyLock::new(|| {
    let descriptors = [
        DESCRIPTORS,
        tonic_health::pb::FILE_DESCRIPTOR_SET,
        tonic_reflection::pb::v1::FILE_DESCRIPTOR_SET,
        tonic_reflection::pb::v1alpha::FILE_DESCRIPTOR_SET,
    ];
    let mut methods = Vec::new();
    for set in descriptors {
        // They are part of the program.
        for file in FileDescriptorSet::decode(set).unwrap_or_default().file {
            for service in &file.service {
                methods.extend(service.method.iter().map(|method| Method {
                    name: format!("{}.{}/{}", file.package(), service.name(), method.name()),
                    is_streaming: method.client_streaming() || method.server_streaming(),
                }));
            }
        }
    }
    methods.push(Method {
        name: UNKNOWN_METHOD.to_owned(),
        is_streaming: false,
    });
    methods
});

/// The index of each method in [`METHODS`].
static INDICES: LazyLock<HashMap<&'static str, usize>> = LazyLock::new(|| {
    let methods = METHODS.iter().enumerate();
    methods
        .map(|(index, method)| (method.name.as_str(), index))
        .collect()
});

/// A method, as the metrics know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CalledMethod(usize);

impl CalledMethod {
    /// Returns the method of the path of a request.
    pub(crate) fn from_path(path: &str) -> Self {
        let found = path.strip_prefix('/').and_then(|name| INDICES.get(name));
        Self(found.copied().unwrap_or(METHODS.len() - 1))
    }

    /// Returns the label.
    pub(super) fn name(self) -> &'static str {
        METHODS[self.0].name.as_str()
    }
}

/// Counts of the calls of each method.
#[derive(Debug)]
pub(super) struct CallCounts(Vec<MethodCounts>);

#[derive(Debug)]
struct MethodCounts {
    by_code: [AtomicU64; CODES.len()],
    open: AtomicI64,
    /// `None` for a stream.
    durations: Option<Histogram>,
}

impl MethodCounts {
    /// Returns `true` if a call has ended.
    fn was_called(&self) -> bool {
        self.by_code.iter().any(|count| count.load(Relaxed) > 0)
    }
}

impl Default for CallCounts {
    fn default() -> Self {
        let counts = METHODS.iter().map(|method| MethodCounts {
            by_code: Default::default(),
            open: AtomicI64::new(0),
            durations: (!method.is_streaming).then(|| Histogram::new(&BOUNDS)),
        });
        Self(counts.collect())
    }
}

impl CallCounts {
    /// Counts a call that starts.
    pub(super) fn start(&self, method: CalledMethod) {
        self.0[method.0].open.fetch_add(1, Relaxed);
    }

    /// Counts a call that has ended.
    pub(super) fn end(&self, method: CalledMethod, code: Code, duration: Duration) {
        let counts = &self.0[method.0];
        counts.open.fetch_sub(1, Relaxed);
        if let Some(count) = counts.by_code.get(code as usize) {
            count.fetch_add(1, Relaxed);
        }
        if let Some(durations) = &counts.durations {
            durations.record_duration(duration);
        }
    }

    /// Adds the methods that were called to a page.
    pub(super) fn write(&self, page: &mut MetricsPage) {
        let by_code = |is_stream: bool| {
            let methods = METHODS.iter().zip(&self.0);
            let methods =
                methods.filter(move |(_, counts)| counts.durations.is_none() == is_stream);
            methods.flat_map(|(method, counts)| {
                let was_called = counts.was_called();
                let codes = CODES.iter().zip(&counts.by_code);
                codes.filter_map(move |(code, count)| {
                    let count = count.load(Relaxed) as i64;
                    // From 0 on, so that the first fault of a method is an increase.
                    let is_shown = count > 0 || (was_called && *code == "INTERNAL");
                    is_shown.then_some(([method.name.as_str(), *code], count))
                })
            })
        };
        let help = "Calls with one response that have ended, by method and code";
        page.pairs(
            MetricKind::Counter,
            "calls",
            help,
            ["method", "code"],
            by_code(false),
        );
        let help = "Streams that have ended, by method and code";
        page.pairs(
            MetricKind::Counter,
            "streams",
            help,
            ["method", "code"],
            by_code(true),
        );
        let streams = METHODS.iter().zip(&self.0);
        let streams = streams.filter(|(_, counts)| counts.durations.is_none());
        let open: Vec<_> = streams
            .map(|(method, counts)| (method.name.as_str(), counts.open.load(Relaxed)))
            .collect();
        page.values(
            MetricKind::Gauge,
            "open_streams",
            "Open streams, by method",
            ("method", &open),
        );
        let called = METHODS.iter().zip(&self.0).filter_map(|(method, counts)| {
            let durations = counts.durations.as_ref()?;
            let was_called = counts.was_called();
            was_called.then(|| (format!("method=\"{}\"", method.name), durations))
        });
        page.histograms(
            "call_duration_seconds",
            "Time from the request to the end of the response of calls with one response, by method",
            1e9,
            called,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_of_strangers_share_one_label() {
        let play = CalledMethod::from_path("/botwerk.v1.MatchService/Play");
        assert_eq!(play.name(), "botwerk.v1.MatchService/Play");
        assert!(METHODS[play.0].is_streaming);
        let lease = CalledMethod::from_path("/botwerk.worker.v1.WorkerService/LeaseChunk");
        assert!(!METHODS[lease.0].is_streaming);
        for path in ["", "/", "/unknown", "/botwerk.v1.MatchService/Pla", "x\"}"] {
            assert_eq!(CalledMethod::from_path(path).name(), UNKNOWN_METHOD);
        }
    }

    #[test]
    fn every_code_has_its_name() {
        for (number, name) in CODES.into_iter().enumerate() {
            let code = Code::from_i32(number as i32);
            assert_eq!(code as usize, number);
            let found = format!("{code:?}").to_uppercase();
            // CANCELLED is `Cancelled`, and INVALID_ARGUMENT is `InvalidArgument`.
            assert_eq!(name.replace('_', ""), found);
        }
    }
}
