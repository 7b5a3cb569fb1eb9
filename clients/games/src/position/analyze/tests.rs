//! Printing and interrupting searches.

use std::sync::Arc;
use std::time::Duration;

use botwerk_command::output::Output;
use tokio::sync::mpsc;

use super::report::AnalysisReport;
use super::search::Search;

fn report(depth: u32, is_final: bool) -> AnalysisReport {
    AnalysisReport {
        depth,
        value: Some(-3),
        nodes: 500,
        time: Duration::from_millis(250),
        turns: vec![(0, "say 5".into()), (1, "pass".into())],
        hints: vec!["5 moves".into()],
        is_final,
    }
}

#[test]
fn report_is_one_line() {
    let text =
        "depth 2 turns, value -3 moves, 500 nodes, 2000 nodes/s, 0.250 s: [0] say 5 [1] pass";
    assert_eq!(report(2, false).text("moves"), text);
    let nothing = "no value, 0 nodes, 0 nodes/s, 0.000 s:";
    assert_eq!(AnalysisReport::default().text("moves"), nothing);
    let json = report(2, true).json("moves").to_string();
    assert!(json.contains("\"nodes_per_second\":2000"), "{json}");
    assert!(
        json.contains("\"value\":-3,\"value_unit\":\"moves\""),
        "{json}"
    );
    assert!(json.contains("\"final\":true"), "{json}");
    assert!(json.contains("\"hints\":[\"5 moves\"]"), "{json}");
    assert!(report(2, true).has_same_result(&report(2, false)));
    assert!(!report(2, true).has_same_result(&report(1, false)));
}

#[tokio::test(start_paused = true)]
async fn interrupted_search_stops_with_its_best_result() {
    for answers in [true, false] {
        let (sender, reports) = mpsc::unbounded_channel();
        let stop = Arc::default();
        let search = Search {
            reports,
            stop: Arc::clone(&stop),
            value_unit: "",
        };
        sender.send(Ok(report(1, false))).unwrap();
        let player = tokio::spawn(async move {
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            if answers {
                sender.send(Ok(report(2, true))).unwrap();
            }
            // The search does not wait for an agent that ignores the stop signal.
            tokio::time::sleep(Duration::from_secs(3600)).await;
        });
        let interrupted = tokio::time::sleep(Duration::from_millis(20));
        let mut output = Output::new(true);
        search.follow(interrupted, &mut output).await.unwrap();
        player.abort();
    }
}

#[tokio::test]
async fn search_that_ends_without_a_result_fails() {
    let (sender, reports) = mpsc::unbounded_channel();
    let stop = Arc::default();
    let search = Search {
        reports,
        stop,
        value_unit: "",
    };
    sender.send(Ok(report(1, false))).unwrap();
    drop(sender);
    let mut output = Output::new(true);
    let ended = search.follow(std::future::pending(), &mut output).await;
    assert!(ended.is_err());
}
