//! What is logged of failures, and what is suspended because of them.

use std::fs;
use std::path::Path;
use std::pin::Pin;

use super::work_mark::steps_in_progress;
use super::*;
use crate::ids::MatchId;

fn limits() -> WorkLimits {
    WorkLimits {
        step: Duration::from_secs(600),
        memory: Some(u64::MAX),
    }
}

fn open(file: &Path) -> Arc<WorkGuard> {
    WorkGuard::open(Some(file.to_owned()), limits(), Arc::default())
}

fn work(id: &str) -> Work {
    Work::of_match(&MatchId::from(id), "playing")
}

fn fail(guard: &WorkGuard, id: &str) {
    let failed = guard.run(&work(id), || -> Result<(), Error> { panic!("planted") });
    assert_eq!(failed.unwrap_err().reason, Reason::Internal);
}

#[test]
fn second_failure_suspends_also_after_a_restart_until_it_is_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("failures");
    let guard = open(&file);
    fail(&guard, "a");
    fail(&guard, "b");
    assert_eq!(guard.suspension("matches/a"), None);
    drop(guard);
    let guard = open(&file);
    assert!(guard.has_failed("matches/b") && guard.suspension("matches/b").is_none());
    fail(&guard, "a");
    let text = guard.suspension("matches/a").unwrap().text();
    let expected =
        "matches/a made the server fail 2 times, the last time while playing: it panicked";
    assert_eq!(text, expected);
    drop(guard);
    let guard = open(&file);
    assert!(guard.suspension("matches/a").is_some());
    guard.forget("matches/a");
    guard.forget("matches/b");
    drop(guard);
    assert!(!open(&file).has_failed("matches/a"));
}

#[test]
fn failures_of_another_version_torn_lines_and_old_single_failures_do_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("failures");
    let version = env!("CARGO_PKG_VERSION");
    let now = crate::store::now_micros();
    let line =
        |work: &str| format!("{{\"cause\":\"abort\",\"work\":\"{work}\",\"step\":\"playing\"}}\n");
    let run = |at: i64, version: &str| format!("{{\"run\":{at},\"version\":\"{version}\"}}\n");
    let text = [
        run(now, "0.0.0"),
        line("matches/other").repeat(2),
        run(7, version),
        line("matches/old"),
        line("matches/suspended").repeat(2),
        run(now, version),
        line("matches/new"),
        "{\"cause\":\"abort\",\"wor".into(),
    ];
    fs::write(&file, text.concat()).unwrap();
    let guard = open(&file);
    assert!(!guard.has_failed("matches/other") && !guard.has_failed("matches/old"));
    assert!(guard.has_failed("matches/new") && guard.suspension("matches/new").is_none());
    assert!(guard.suspension("matches/suspended").is_some());
}

#[test]
fn folder_in_the_place_of_the_file_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let guard = open(folder.path());
    fail(&guard, "a");
    fail(&guard, "a");
    assert!(guard.suspension("matches/a").is_some());
    drop(guard);
    assert!(folder.path().is_dir());
}

#[test]
fn marks_are_nested_and_those_of_one_guard_only() {
    let (guard, other) = (WorkGuard::of_test(), WorkGuard::of_test());
    let members = |guard: &WorkGuard| {
        let steps = steps_in_progress(guard.id).into_iter();
        steps.map(|step| step.members).collect::<Vec<_>>()
    };
    let outer = guard.enter(&work("a"), guard.step_limit());
    let inner = guard.enter(&work("b"), guard.step_limit());
    assert_eq!(members(&guard).len(), 2);
    assert!(members(&other).is_empty());
    drop(inner);
    assert_eq!(members(&guard), [work("a").members()]);
    record_search();
    let [searching] = steps_in_progress(guard.id).try_into().unwrap();
    assert_eq!(searching.limit, guard.step_limit() * SEARCH_FACTOR);
    record_step();
    let [step] = steps_in_progress(guard.id).try_into().unwrap();
    assert_eq!(step.limit, guard.step_limit());
    assert_ne!(step.number, searching.number);
    drop(outer);
    assert!(members(&guard).is_empty());
}

#[tokio::test]
async fn task_that_panics_ends_with_an_error_and_is_marked_in_its_steps_only() {
    let guard = WorkGuard::of_test();
    let inner = Arc::clone(&guard);
    let task: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(async move {
        assert_eq!(steps_in_progress(inner.id).len(), 1);
        tokio::task::yield_now().await;
        panic!("planted");
    });
    let mut task = guard.watch(work("a"), task);
    let pending = futures_poll_once(&mut task).await;
    assert!(pending && steps_in_progress(guard.id).is_empty());
    assert_eq!(task.await.unwrap_err().reason, Reason::Internal);
    assert!(guard.has_failed("matches/a"));
}

/// Polls a task once; returns `true` if it is pending.
async fn futures_poll_once<F: Future + Unpin>(task: &mut F) -> bool {
    std::future::poll_fn(|context| {
        let polled = Pin::new(&mut *task).poll(context);
        std::task::Poll::Ready(polled.is_pending())
    })
    .await
}
