//! The environments of a server.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedMutexGuard, OwnedSemaphorePermit, Semaphore};

use super::environment::Environment;
use crate::config::Config;
use crate::error::{Error, Reason};
use crate::ids::EnvId;
use crate::lasting_task::run_step;
use crate::metrics::Metrics;
use crate::request_origin::{RequestOrigin, reused};
use crate::token::{TokenHash, new_token};

/// Interval at which environments are checked.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// The limits of environments.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EnvLimits {
    /// Maximum number of lanes of all environments together.
    lanes: usize,
    /// Time after which an environment that is not used is closed.
    idle: Duration,
    /// Maximum duration of one step.
    step: Duration,
}

impl EnvLimits {
    pub(crate) fn new(config: &Config) -> Self {
        Self {
            lanes: config.max_env_lanes.get().min(Semaphore::MAX_PERMITS),
            idle: Duration::from_secs(config.env_idle_secs.get()),
            step: config.search_limit(),
        }
    }
}

/// The environments of a server by id.
#[derive(Debug)]
pub(crate) struct Envs {
    limits: EnvLimits,
    /// A permit for each lane that is free.
    free_lanes: Arc<Semaphore>,
    metrics: Arc<Metrics>,
    entries: Mutex<BTreeMap<EnvId, Arc<EnvEntry>>>,
    is_draining: AtomicBool,
}

/// An environment that is about to be created: its lanes are reserved.
#[derive(Debug)]
pub(crate) struct NewEnv {
    /// Ends the steps of its agents.
    pub(crate) stop: Arc<AtomicBool>,
    /// `None` once the environment is created.
    permit: Option<OwnedSemaphorePermit>,
}

/// Ends the creation of an environment that its client does not wait for.
impl Drop for NewEnv {
    fn drop(&mut self) {
        if self.permit.is_some() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// The id of a request that creates an environment, and what it is recognised by.
type Request = (String, RequestOrigin);

struct EnvEntry {
    token: String,
    request: Option<Request>,
    stop: Arc<AtomicBool>,
    environment: Arc<tokio::sync::Mutex<Environment>>,
    usage: Mutex<Usage>,
    _permit: Option<OwnedSemaphorePermit>,
}

impl std::fmt::Debug for EnvEntry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EnvEntry").finish_non_exhaustive()
    }
}

/// When an environment is used.
#[derive(Debug, Clone, Copy)]
enum Usage {
    IdleSince(Instant),
    RunningSince(Instant),
}

impl EnvEntry {
    fn set_usage(&self, usage: Usage) {
        *self.usage.lock().unwrap_or_else(PoisonError::into_inner) = usage;
    }

    fn usage(&self) -> Usage {
        *self.usage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Access to an environment, which its token grants.
#[derive(Debug, Clone)]
pub(crate) struct EnvAccess {
    id: EnvId,
    entry: Arc<EnvEntry>,
}

/// An environment that no other request uses.
pub(crate) struct UsedEnv {
    entry: Arc<EnvEntry>,
    environment: OwnedMutexGuard<Environment>,
}

impl UsedEnv {
    /// Works on the environment, which is closed if that takes too long.
    pub(crate) fn run<T>(mut self, work: impl FnOnce(&mut Environment) -> T) -> T {
        self.entry.set_usage(Usage::RunningSince(Instant::now()));
        work(&mut self.environment)
    }
}

impl Deref for UsedEnv {
    type Target = Environment;

    fn deref(&self) -> &Environment {
        &self.environment
    }
}

impl Drop for UsedEnv {
    fn drop(&mut self) {
        self.entry.set_usage(Usage::IdleSince(Instant::now()));
    }
}

impl EnvAccess {
    /// Returns the name of the environment in the API.
    pub(crate) fn name(&self) -> String {
        self.id.name()
    }

    /// Returns the token of the environment.
    pub(crate) fn token(&self) -> &str {
        &self.entry.token
    }

    /// Waits until no other request uses the environment.
    pub(crate) async fn acquire(&self) -> UsedEnv {
        let entry = Arc::clone(&self.entry);
        let environment = Arc::clone(&entry.environment).lock_owned().await;
        UsedEnv { entry, environment }
    }
}

impl Envs {
    /// Creates a registry that closes environments which are not used or take too long.
    ///
    /// Must be called within a tokio runtime.
    pub(crate) fn start(limits: EnvLimits, metrics: Arc<Metrics>) -> Arc<Self> {
        let envs = Arc::new(Self {
            free_lanes: Arc::new(Semaphore::new(limits.lanes)),
            limits,
            metrics,
            entries: Mutex::default(),
            is_draining: AtomicBool::new(false),
        });
        let checked = Arc::downgrade(&envs);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(CHECK_INTERVAL).await;
                match checked.upgrade() {
                    Some(envs) => {
                        run_step("environments", || envs.close_overdue(Instant::now()));
                    }
                    None => return,
                }
            }
        });
        envs
    }

    /// Reserves lanes for a new environment.
    ///
    /// # Errors
    /// Returns an error if the server never has as many, or has not now, or is shutting down.
    pub(crate) fn reserve(&self, lanes: usize) -> Result<NewEnv, Error> {
        if self.is_draining.load(Ordering::Relaxed) {
            let message =
                "the server is shutting down; create the environment again after its restart";
            return Err(Error::new(Reason::Draining, message));
        }
        if lanes > self.limits.lanes {
            let message = format!(
                "lanes: {lanes} requested, but max_env_lanes is {}",
                self.limits.lanes
            );
            return Err(Error::new(Reason::TooLarge, message));
        }
        let permits = u32::try_from(lanes).ok();
        let permit = permits.and_then(|permits| {
            let free = Arc::clone(&self.free_lanes);
            free.try_acquire_many_owned(permits).ok()
        });
        let permit = permit.ok_or_else(|| {
            let message = format!(
                "lanes: {lanes} requested, but {} of max_env_lanes ({}) are free; close other \
                 environments or request fewer lanes",
                self.free_lanes.available_permits(),
                self.limits.lanes
            );
            Error::new(Reason::LimitExceeded, message)
        })?;
        Ok(NewEnv {
            stop: Arc::default(),
            permit: Some(permit),
        })
    }

    /// Adds a new environment. If another one was created by the same request in the meantime, returns that
    /// instead.
    ///
    /// # Errors
    /// Returns an error if the id of the request was used by another one.
    pub(crate) fn add(
        &self,
        mut new: NewEnv,
        environment: Environment,
        request: Option<Request>,
    ) -> Result<EnvAccess, Error> {
        let (token, _) = new_token()?;
        let mut entries = self.lock();
        if let Some(existing) = created_by(&entries, request.as_ref())? {
            return Ok(existing);
        }
        let entry = EnvEntry {
            token,
            request,
            stop: Arc::clone(&new.stop),
            environment: Arc::new(tokio::sync::Mutex::new(environment)),
            usage: Mutex::new(Usage::IdleSince(Instant::now())),
            _permit: new.permit.take(),
        };
        let (id, entry) = (EnvId::new(), Arc::new(entry));
        entries.insert(id.clone(), Arc::clone(&entry));
        self.metrics.set_environments(entries.len());
        Ok(EnvAccess { id, entry })
    }

    /// Returns the environment that a request with the same id has created, or `None` without one.
    ///
    /// # Errors
    /// Returns an error if that request had other content or another sender.
    pub(crate) fn created_by(&self, request: Option<&Request>) -> Result<Option<EnvAccess>, Error> {
        created_by(&self.lock(), request)
    }

    /// Returns access to the environment with this name and token.
    ///
    /// # Errors
    /// Returns an error if there is no such environment or the token is another one.
    pub(crate) fn access(&self, name: &str, token: &str) -> Result<EnvAccess, Error> {
        let id = EnvId::from_name(name)?;
        let entry = self.lock().get(&id).map(Arc::clone);
        let entry = entry.ok_or_else(|| {
            let message = format!(
                "env: no environment {name}; it was closed by a client, by the server after {} s \
                 without use, or by its restart",
                self.limits.idle.as_secs()
            );
            Error::new(Reason::NotFound, message)
        })?;
        if TokenHash::from_token(&entry.token).admits(token) {
            return Ok(EnvAccess { id, entry });
        }
        let message = "env_token: not the token of this environment";
        Err(Error::new(Reason::BadToken, message))
    }

    /// Closes an environment. A step that runs ends without results.
    pub(crate) fn close(&self, access: &EnvAccess) {
        access.entry.stop.store(true, Ordering::Relaxed);
        let mut entries = self.lock();
        entries.remove(&access.id);
        self.metrics.set_environments(entries.len());
    }

    /// Rejects new environments.
    pub(crate) fn start_draining(&self) {
        self.is_draining.store(true, Ordering::Relaxed);
    }

    /// Closes all environments.
    pub(crate) fn close_all(&self) {
        let entries = std::mem::take(&mut *self.lock());
        for entry in entries.values() {
            entry.stop.store(true, Ordering::Relaxed);
        }
        self.metrics.set_environments(0);
    }

    /// Closes the environments that are not used or take too long.
    fn close_overdue(&self, now: Instant) {
        let mut entries = self.lock();
        entries.retain(|id, entry| {
            let (since, limit, cause) = match entry.usage() {
                Usage::IdleSince(since) => (since, self.limits.idle, "idle"),
                Usage::RunningSince(since) => (since, self.limits.step, "step too long"),
            };
            let is_overdue = now.saturating_duration_since(since) > limit;
            if is_overdue {
                entry.stop.store(true, Ordering::Relaxed);
                tracing::info!(env = %id, cause, "closed an environment");
            }
            !is_overdue
        });
        self.metrics.set_environments(entries.len());
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<EnvId, Arc<EnvEntry>>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the environment that a request with the same id has created, or `None` without one.
fn created_by(
    entries: &BTreeMap<EnvId, Arc<EnvEntry>>,
    request: Option<&Request>,
) -> Result<Option<EnvAccess>, Error> {
    let Some((id, origin)) = request else {
        return Ok(None);
    };
    let has_id = |entry: &EnvEntry| entry.request.as_ref().is_some_and(|(other, _)| other == id);
    let found = entries.iter().find(|(_, entry)| has_id(entry));
    let Some((env, entry)) = found else {
        return Ok(None);
    };
    if let Some((_, first)) = &entry.request {
        first.check_repeated(id, origin)?;
        if first.caller != origin.caller {
            return Err(reused(id));
        }
    }
    Ok(Some(EnvAccess {
        id: env.clone(),
        entry: Arc::clone(entry),
    }))
}
