//! Sends the requests of many vectors, several at the same time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use botwerk_client::{Client, ClientError};
use botwerk_command::failure::{Failure, Reason};
use botwerk_command::progress_bar::ProgressBar;
use tokio::task::JoinSet;
use tonic::Status;

use super::answer::{Answer, ask};
use super::vector::VectorRequest;

/// Number of requests that wait for an answer at the same time.
const IN_FLIGHT: usize = 32;

/// Time in which a server answers a request.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// Number of times that a request is sent to a server that is busy.
const MAX_ATTEMPTS: u32 = 10;

/// Time until a busy server is asked again.
const BUSY_PAUSE: Duration = Duration::from_secs(1);

/// Sends all requests and returns the answers in the same order.
///
/// # Errors
/// Returns an error if the connection is lost or a request is not answered in time.
pub(crate) async fn ask_all(
    client: &Client,
    requests: Vec<VectorRequest>,
    progress: &Arc<ProgressBar>,
) -> Result<Vec<Answer>, Failure> {
    let requests = Arc::new(requests);
    let next = Arc::new(AtomicUsize::new(0));
    let mut workers = JoinSet::new();
    for _ in 0..IN_FLIGHT.min(requests.len()) {
        let (client, progress) = (client.clone(), Arc::clone(progress));
        let (requests, next) = (Arc::clone(&requests), Arc::clone(&next));
        workers.spawn(async move {
            let mut answers = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(request) = requests.get(index) else {
                    return Ok(answers);
                };
                answers.push((index, ask_in_time(&client, request).await?));
                progress.inc(1);
            }
        });
    }
    let mut answers = Vec::with_capacity(requests.len());
    while let Some(done) = workers.join_next().await {
        let done: Result<Vec<_>, Failure> = done.map_err(|error| {
            let message = format!("a task has failed: {error}; report this as a fault of botwerk");
            Failure::new(Reason::Unreachable, message)
        })?;
        answers.extend(done?);
    }
    answers.sort_by_key(|(index, _)| *index);
    Ok(answers.into_iter().map(|(_, answer)| answer).collect())
}

async fn ask_in_time(client: &Client, request: &VectorRequest) -> Result<Answer, Failure> {
    let mut attempts = 0;
    loop {
        let answer = tokio::time::timeout(ANSWER_TIMEOUT, ask(client, request)).await;
        let kind = request.call.kind();
        let seconds = ANSWER_TIMEOUT.as_secs();
        let answer = answer
            .unwrap_or_else(|_| {
                let message = format!("a request of kind {kind} has no answer after {seconds} s");
                Err(Status::unavailable(message))
            })
            .map_err(|status| Failure::from(ClientError::from(status)))?;
        attempts += 1;
        // No vector has it: the server is busy, which says nothing about its rules.
        let is_busy = answer
            .get("error")
            .is_some_and(|error| error == "LIMIT_EXCEEDED");
        if !is_busy || attempts == MAX_ATTEMPTS {
            return Ok(answer);
        }
        tokio::time::sleep(BUSY_PAUSE).await;
    }
}
