//! Tests of the searches that clients request.

use std::sync::mpsc::channel;

use tokio_stream::StreamExt;
use tonic::Code;

use super::*;

fn queue(max_queued: usize, limit: Duration) -> SearchQueue {
    let pool = SearchPool::new(1, max_queued).unwrap();
    let client = Requester::Address([192, 0, 2, 1].into());
    SearchQueue {
        pool,
        requester: Some(client),
        limit,
        max_nodes: 1_000,
    }
}

const LONG: Duration = Duration::from_secs(60);

#[tokio::test]
async fn panicking_search_ends_its_stream_with_an_error() {
    let searches = queue(16, LONG);
    let job = |to: &StreamSender<u32>, _: &SearchEnd<'_>| {
        to.send(1);
        panic!("a solver that fails");
    };
    let mut stream = searches.stream(job).unwrap();
    assert_eq!(stream.next().await.unwrap().unwrap(), 1);
    let status = stream.next().await.unwrap().unwrap_err();
    assert_eq!(status.code(), Code::Internal);
    assert!(stream.next().await.is_none());
    let failed = searches
        .result("ask for less", |_| panic!("another one"))
        .await;
    assert_eq!(failed.unwrap_err().reason, Reason::Internal);
}

#[tokio::test]
async fn search_beyond_its_time_limit_is_stopped() {
    let searches = queue(16, Duration::from_millis(20));
    let (reply, stopped) = channel();
    let job = move |_: &StreamSender<u32>, end: &SearchEnd<'_>| {
        while !end.is_abandoned() {
            std::thread::yield_now();
        }
        reply.send(()).unwrap();
    };
    let mut stream = searches.stream(job).unwrap();
    let status = stream.next().await.unwrap().unwrap_err();
    assert_eq!(status.code(), Code::ResourceExhausted);
    tokio::task::spawn_blocking(move || stopped.recv().unwrap())
        .await
        .unwrap();
}

#[tokio::test]
async fn search_stops_when_its_client_disconnects() {
    let searches = queue(16, LONG);
    let (reply, was_stopped) = channel();
    let (started, has_started) = channel();
    let job = move |_: &StreamSender<u32>, end: &SearchEnd<'_>| {
        started.send(()).unwrap();
        // Well before the time limit of the search, which would stop it as well.
        let deadline = Instant::now() + LONG / 6;
        while !end.is_abandoned() && Instant::now() < deadline {
            std::thread::yield_now();
        }
        reply.send(end.is_abandoned()).unwrap();
    };
    let stream = searches.stream(job).unwrap();
    has_started.recv().unwrap();
    drop(stream);
    let was_stopped = tokio::task::spawn_blocking(move || was_stopped.recv().unwrap());
    assert!(was_stopped.await.unwrap());
}

/// Returns an empty analysis after the given number of nodes.
fn after(nodes: u64) -> EncodedAnalysis {
    EncodedAnalysis {
        nodes,
        ..EncodedAnalysis::default()
    }
}

#[tokio::test]
async fn slow_client_receives_the_newest_and_the_final_update() {
    let searches = queue(16, LONG);
    let (reported, all_reported) = channel();
    let (go, gate) = channel::<()>();
    let analysis = AnalysisJob::from_search(move |_, report| {
        (1..=10_000).for_each(|nodes| report(after(nodes)));
        reported.send(()).unwrap();
        gate.recv().unwrap();
        after(10_001)
    });
    let numbered = |found: AnalysisUpdate| (found.analysis.nodes, found.is_final);
    let stream = searches.analysis(analysis, SearchLimits::default(), numbered);
    let mut stream = stream.unwrap();
    tokio::task::spawn_blocking(move || all_reported.recv().unwrap())
        .await
        .unwrap();
    assert_eq!(stream.next().await.unwrap().unwrap(), (10_000, false));
    go.send(()).unwrap();
    assert_eq!(stream.next().await.unwrap().unwrap(), (10_001, true));
    assert!(stream.next().await.is_none());
}

#[tokio::test]
async fn limits_of_a_request_are_capped_by_those_of_the_server() {
    let searches = queue(16, LONG);
    let limits = |nodes, depth| SearchLimits {
        nodes,
        depth,
        time_nanos: u64::MAX,
    };
    let cases = [
        (limits(0, 0), (1_000, None)),
        (limits(7, 3), (7, Some(3))),
        (limits(u64::MAX, u32::MAX), (1_000, Some(u32::MAX))),
    ];
    for (requested, expected) in cases {
        let (reply, received) = channel();
        let analysis = AnalysisJob::from_search(move |budget, _| {
            assert!(!(budget.should_stop)());
            reply.send((budget.nodes.unwrap(), budget.depth)).unwrap();
            after(1)
        });
        let mut stream = searches.analysis(analysis, requested, |_| ()).unwrap();
        stream.next().await.unwrap().unwrap();
        assert_eq!(received.recv().unwrap(), expected);
    }
}

#[tokio::test]
async fn search_reports_what_it_has_found_at_its_time_limit() {
    let short = Duration::from_millis(40);
    // The limits of the request, of every call, and of the agent's settings.
    let cases = [
        (40, LONG, None),
        (0, short, None),
        (0, LONG, Some(short)),
        (60_000, LONG, Some(short)),
    ];
    for (millis, limit, time) in cases {
        let searches = queue(16, limit);
        let mut analysis = AnalysisJob::from_search(|budget, _| {
            while !(budget.should_stop)() {
                std::thread::yield_now();
            }
            after(5)
        });
        analysis.time = time;
        let limits = SearchLimits {
            time_nanos: millis * 1_000_000,
            ..SearchLimits::default()
        };
        let summary = |found: AnalysisUpdate| (found.analysis.nodes, found.is_final, found.elapsed);
        let mut stream = searches.analysis(analysis, limits, summary).unwrap();
        let (nodes, is_final, elapsed) = stream.next().await.unwrap().unwrap();
        // The time limit of a call starts when it is queued.
        assert!(
            nodes == 5 && is_final && elapsed >= short / 2,
            "{elapsed:?}"
        );
        assert!(stream.next().await.is_none());
    }
}

#[tokio::test]
async fn stream_ends_although_its_search_does_not_stop() {
    let searches = queue(16, Duration::from_millis(1));
    let (go, gate) = channel::<()>();
    let analysis = AnalysisJob::from_search(move |_, _| {
        // Until the end of the test.
        let _ = gate.recv();
        after(1)
    });
    let limits = SearchLimits::default();
    let mut stream = searches.analysis(analysis, limits, |_| ()).unwrap();
    let status = stream.next().await.unwrap().unwrap_err();
    assert_eq!(status.code(), Code::ResourceExhausted);
    drop(go);
}

#[tokio::test]
async fn call_beyond_max_queued_searches_is_rejected() {
    let searches = queue(1, LONG);
    let (go, gate) = channel::<()>();
    let (started, has_started) = channel();
    let busy = searches.stream(move |_: &StreamSender<u32>, _: &SearchEnd<'_>| {
        started.send(()).unwrap();
        gate.recv().unwrap();
    });
    has_started.recv().unwrap();
    let waiting = searches.stream(|to: &StreamSender<u32>, _: &SearchEnd<'_>| {
        to.send(2);
    });
    let rejected = searches.result("ask for less", |_| ()).await.unwrap_err();
    assert_eq!(rejected.reason, Reason::LimitExceeded);
    go.send(()).unwrap();
    let mut waiting = waiting.unwrap();
    assert_eq!(waiting.next().await.unwrap().unwrap(), 2);
    assert!(waiting.next().await.is_none());
    drop(busy);
}
