//! `EnvService`: environments for learning.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

use botwerk_engine::hex;
use botwerk_proto::v1 as proto;
use prost::Message;
use proto::env_service_server::EnvService;
use proto::stream_steps_response::Kind;
use tokio::sync::mpsc::{Sender, channel};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Response, Status, Streaming};

use super::agent_threads::AgentThreadLimit;
use super::searches::{SearchEnd, SearchQueue, search_failed};
use crate::edge::{Admission, CountedStream, bearer_of, undecodable_request};
use crate::envs::{EnvAccess, Environment, Envs, LaneArrays};
use crate::error::{Error, Reason};
use crate::match_registry::MatchRegistry;
use crate::request_origin::RequestOrigin;
use crate::requester::Requester;
use crate::token::random_bytes;
use crate::wire;

/// Number of responses of a stream that wait until the transport takes them.
const WAITING_RESPONSES: usize = 4;

/// Size of a response that waits alone, in bytes.
const LARGE_RESPONSE: usize = 1 << 20;

/// How to reduce a request that takes too long.
const FEWER_LANES: &str = "use fewer lanes, or smaller limits of their agents";

/// The service of environments.
#[derive(Clone)]
pub(crate) struct EnvRpc {
    pub(crate) envs: Arc<Envs>,
    pub(crate) searches: SearchQueue,
    pub(crate) admission: Admission,
    pub(crate) registry: Arc<MatchRegistry>,
    pub(super) agent_threads: AgentThreadLimit,
}

type Reply<T> = Result<Response<T>, Status>;

impl EnvRpc {
    async fn create(
        &self,
        request: proto::CreateEnvRequest,
        origin: RequestOrigin,
    ) -> Result<proto::CreateEnvResponse, Error> {
        let request_id = wire::request_id(request.request_id.clone())?;
        let created_by = request_id.map(|id| (id, origin));
        if let Some(existing) = self.envs.created_by(created_by.as_ref())? {
            return self.created(&existing).await;
        }
        let mut setup = wire::env_setup(request, || Ok(hex(&random_bytes::<16>()?)))?;
        for agent in setup.agents() {
            self.agent_threads.check_search(Some(agent))?;
        }
        let new = self.envs.reserve(setup.settings.lanes)?;
        setup.settings.stop = Arc::clone(&new.stop);
        let create = move |_: &SearchEnd<'_>| setup.create();
        let environment = self.searches.result(FEWER_LANES, create).await?;
        let access = self.envs.add(new, environment?, created_by)?;
        self.created(&access).await
    }

    /// Returns the description of an environment, its token and the results of its latest batch.
    async fn created(&self, access: &EnvAccess) -> Result<proto::CreateEnvResponse, Error> {
        let (name, token) = (access.name(), access.token().to_owned());
        let environment = access.acquire().await;
        Ok(proto::CreateEnvResponse {
            env: Some(wire::env_message(name, &environment)),
            env_token: token,
            results: Some(wire::lane_results(environment.latest().clone())),
        })
    }

    /// Runs work on an environment on the threads for requests.
    async fn run<T: Send + 'static>(
        &self,
        access: &EnvAccess,
        work: impl FnOnce(&mut Environment) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let environment = access.acquire().await;
        let searches = self.searches.of(Requester::Environment(access.name()));
        let run = move |_: &SearchEnd<'_>| environment.run(work);
        let done = searches.result(FEWER_LANES, run).await;
        done.inspect_err(|error| self.close_failed(access, error))?
    }

    /// Closes an environment in which a step has panicked, of whose lanes nothing is known.
    fn close_failed(&self, access: &EnvAccess, error: &Error) {
        if error.reason == Reason::Internal {
            self.envs.close(access);
        }
    }

    async fn step_batch(
        &self,
        env: &str,
        token: &str,
        batch: Option<proto::LaneBatch>,
    ) -> Result<LaneArrays, Error> {
        let access = self.envs.access(env, token)?;
        let batch = wire::lane_batch(batch)?;
        let environment = access.acquire().await;
        if !environment.is_quick() {
            drop(environment);
            return self
                .run(&access, move |environment| environment.apply(batch))
                .await;
        }
        let step = || environment.run(|environment| environment.apply(batch));
        let stepped = panic::catch_unwind(AssertUnwindSafe(step)).map_err(|_| search_failed());
        stepped.inspect_err(|error| self.close_failed(&access, error))?
    }
}

#[tonic::async_trait]
impl EnvService for EnvRpc {
    type StreamStepsStream =
        CountedStream<ReceiverStream<Result<proto::StreamStepsResponse, Status>>>;

    async fn create_env(
        &self,
        request: Request<proto::CreateEnvRequest>,
    ) -> Reply<proto::CreateEnvResponse> {
        let caller = self.admission.operator(&request)?;
        let request = request.into_inner();
        let origin = RequestOrigin::new(&request, caller);
        Ok(Response::new(self.create(request, origin).await?))
    }

    async fn step_env(
        &self,
        request: Request<proto::StepEnvRequest>,
    ) -> Reply<proto::StepEnvResponse> {
        let token = bearer_of(&request);
        let proto::StepEnvRequest { env, batch } = request.into_inner();
        let arrays = self.step_batch(&env, &token, batch).await?;
        Ok(Response::new(proto::StepEnvResponse {
            results: Some(wire::lane_results(arrays)),
        }))
    }

    async fn stream_steps(
        &self,
        request: Request<Streaming<proto::StreamStepsRequest>>,
    ) -> Reply<Self::StreamStepsStream> {
        let (responses, receiver) = channel(WAITING_RESPONSES);
        let stream = ReceiverStream::new(receiver);
        let stream = self.admission.admit_stream(stream, |_| None)?;
        let session = StepSession {
            rpc: self.clone(),
            responses,
            env: String::new(),
            token: String::new(),
        };
        tokio::spawn(session.serve(request.into_inner()));
        Ok(Response::new(stream))
    }

    async fn save_lanes(
        &self,
        request: Request<proto::SaveLanesRequest>,
    ) -> Reply<proto::SaveLanesResponse> {
        let token = bearer_of(&request);
        let request = request.into_inner();
        let access = self.envs.access(&request.env, &token)?;
        let lanes = wire::lane_numbers(&request.lanes);
        let saved = self.run(&access, move |environment| environment.save(&lanes));
        let saved = saved.await?;
        Ok(Response::new(proto::SaveLanesResponse { saved }))
    }

    async fn load_lanes(
        &self,
        request: Request<proto::LoadLanesRequest>,
    ) -> Reply<proto::LoadLanesResponse> {
        let token = bearer_of(&request);
        let request = request.into_inner();
        let access = self.envs.access(&request.env, &token)?;
        let (lanes, saved) = (wire::lane_numbers(&request.lanes), request.saved);
        let loaded = self.run(&access, move |environment| environment.load(&lanes, &saved));
        let results = Some(wire::lane_results(loaded.await?));
        Ok(Response::new(proto::LoadLanesResponse { results }))
    }

    async fn close_env(
        &self,
        request: Request<proto::CloseEnvRequest>,
    ) -> Reply<proto::CloseEnvResponse> {
        let token = bearer_of(&request);
        let request = request.into_inner();
        let access = self.envs.access(&request.env, &token)?;
        self.envs.close(&access);
        Ok(Response::new(proto::CloseEnvResponse {}))
    }
}

/// Queues a response of a stream; a large one once the transport has taken all before it. Returns `false` if the
/// client has disconnected.
async fn queue_response(
    responses: &Sender<Result<proto::StreamStepsResponse, Status>>,
    response: Result<proto::StreamStepsResponse, Status>,
) -> bool {
    let size = response.as_ref().map_or(0, Message::encoded_len);
    let slots = if size > LARGE_RESPONSE {
        WAITING_RESPONSES
    } else {
        1
    };
    let Ok(mut permits) = responses.reserve_many(slots).await else {
        return false;
    };
    if let Some(permit) = permits.next() {
        permit.send(response);
    }
    true
}

/// A stream of steps.
struct StepSession {
    rpc: EnvRpc,
    responses: Sender<Result<proto::StreamStepsResponse, Status>>,
    /// The environment of the latest request.
    env: String,
    token: String,
}

impl StepSession {
    /// Answers requests in order until the client or the server ends the stream.
    async fn serve(mut self, mut requests: Streaming<proto::StreamStepsRequest>) {
        loop {
            let request = tokio::select! {
                biased;
                () = self.responses.closed() => return,
                error = self.rpc.registry.wait_for_shutdown() => Err(error.into()),
                request = requests.message() => request,
            };
            let response = match request {
                Ok(Some(request)) => self.answer(request).await,
                Ok(None) => return,
                Err(status) => Err(match undecodable_request(&status) {
                    Some(error) => {
                        self.rpc.admission.count_undecodable_request();
                        error.into()
                    }
                    None => status,
                }),
            };
            let is_last = response.is_err();
            if !queue_response(&self.responses, response).await || is_last {
                return;
            }
        }
    }

    /// Returns the response to a request, or why the stream ends: a client may not try one token after
    /// another.
    async fn answer(
        &mut self,
        request: proto::StreamStepsRequest,
    ) -> Result<proto::StreamStepsResponse, Status> {
        if !request.env.is_empty() {
            self.env = request.env;
        }
        if !request.env_token.is_empty() {
            self.token = request.env_token;
        }
        let stepped = self.rpc.step_batch(&self.env, &self.token, request.batch);
        let kind = match stepped.await {
            Ok(arrays) => Kind::Results(wire::lane_results(arrays)),
            Err(error) if matches!(error.reason, Reason::BadToken | Reason::NotFound) => {
                return Err(error.into());
            }
            Err(error) => Kind::Error(wire::error_message(&error)),
        };
        Ok(proto::StreamStepsResponse { kind: Some(kind) })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn response(bytes: usize) -> proto::StreamStepsResponse {
        let results = proto::LaneResults {
            observations: vec![0; bytes].into(),
            ..Default::default()
        };
        proto::StreamStepsResponse {
            kind: Some(Kind::Results(results)),
        }
    }

    /// Returns `true` if a response is queued at once.
    async fn is_queued(
        responses: &Sender<Result<proto::StreamStepsResponse, Status>>,
        bytes: usize,
    ) -> bool {
        let queued = queue_response(responses, Ok(response(bytes)));
        tokio::time::timeout(Duration::from_millis(50), queued)
            .await
            .is_ok()
    }

    #[tokio::test]
    async fn one_large_response_of_a_stream_waits_at_most() {
        let (responses, mut receiver) = channel(WAITING_RESPONSES);
        let large = 2 * LARGE_RESPONSE;
        assert!(is_queued(&responses, large).await);
        assert!(!is_queued(&responses, large).await);
        assert!(is_queued(&responses, 1).await);
        assert!(receiver.recv().await.is_some());
        assert!(!is_queued(&responses, large).await);
        assert!(receiver.recv().await.is_some());
        assert!(is_queued(&responses, large).await);
        drop(receiver);
        assert!(!queue_response(&responses, Ok(response(1))).await);
    }
}
