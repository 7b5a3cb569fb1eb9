//! The components of a server, without its connections.

use std::sync::Arc;

use tokio::runtime::Handle;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::account_changes::AccountChanges;
use crate::accounts::{AuditLog, IssuedTokens};
use crate::bots::{Bots, HostedBots, OnlineBots};
use crate::config::{Config, ConfigError};
use crate::draining::Draining;
use crate::edge::Admission;
use crate::envs::{EnvLimits, Envs};
use crate::identities::SignIns;
use crate::lasting_task::repeat;
use crate::match_registry::MatchRegistry;
use crate::membership::Membership;
use crate::metric_sources::MetricSources;
use crate::metrics::Metrics;
use crate::open_leagues::OpenLeagues;
use crate::owners::Owners;
use crate::pool::SearchPool;
use crate::record_deletions::RecordDeletions;
use crate::record_packing::RecordPacking;
use crate::room::{AttemptObservers, RoomContext, RoomRuntimes};
use crate::rpc::RpcContext;
use crate::serve_error::ServeError;
use crate::store::{AccountStore, LocalChunks, SeatLogStore, Store, VersionStore};
use crate::stores::Stores;
use crate::tournaments::{
    BotRedirection, DirectorContext, DirectorHandles, MAX_MATCHES_AHEAD, Tournaments, WorkerChecks,
};
use crate::tracked_store::TrackedStore;
use crate::uploads::{Hosting, Uploads, remove_unused_contents};
use crate::wire;
use crate::work_guard::WorkGuard;
use crate::workers::WorkerRegistry;

/// The components that the handlers of the API use.
pub(crate) struct Services {
    /// Cancelled when the server shuts down: it takes nothing over any more.
    shutdown: CancellationToken,
    pub(crate) registry: Arc<MatchRegistry>,
    pub(crate) store: Arc<TrackedStore>,
    seat_logs: Arc<dyn SeatLogStore>,
    pool: SearchPool,
    online_bots: Arc<OnlineBots>,
    bots: Arc<Bots>,
    owners: Arc<Owners>,
    sign_ins: Option<Arc<SignIns>>,
    accounts: Arc<dyn AccountStore>,
    audit_log: AuditLog,
    pub(crate) issued_tokens: Arc<IssuedTokens>,
    uploads: Arc<Uploads>,
    hosted_bots: HostedBots,
    versions: Arc<dyn VersionStore>,
    version_added: Arc<Notify>,
    version_checked: Arc<Notify>,
    processor_secs_per_day: u32,
    tournaments: Tournaments,
    envs: Arc<Envs>,
}

impl Services {
    /// Returns what the handlers of the API use.
    pub(crate) fn rpc_context(&self, admission: &Admission) -> RpcContext {
        RpcContext {
            registry: Arc::clone(&self.registry),
            store: Arc::clone(&self.store),
            seat_logs: Arc::clone(&self.seat_logs),
            pool: self.pool.clone(),
            bots: Arc::clone(&self.bots),
            owners: Arc::clone(&self.owners),
            accounts: Arc::clone(&self.accounts),
            audit_log: self.audit_log.clone(),
            issued_tokens: Arc::clone(&self.issued_tokens),
            uploads: Arc::clone(&self.uploads),
            hosting: Hosting {
                store: Arc::clone(&self.versions),
                accounts: Arc::clone(&self.accounts),
                online_bots: Arc::clone(&self.online_bots),
                hosted_bots: self.hosted_bots.clone(),
                activity: self.uploads.hosts(),
                added: Arc::clone(&self.version_added),
                checked: Arc::clone(&self.version_checked),
                processor_secs_per_day: self.processor_secs_per_day,
            },
            tournaments: self.tournaments.clone(),
            envs: Arc::clone(&self.envs),
            admission: admission.clone(),
        }
    }

    /// Returns what the metrics are read from.
    pub(crate) fn metric_sources(&self, metrics: Arc<Metrics>) -> MetricSources {
        MetricSources {
            metrics,
            pool: self.pool.clone(),
            store: Arc::clone(&self.store),
            tournaments: self.tournaments.clone(),
            uploads: Arc::clone(&self.uploads),
            versions: Arc::clone(&self.versions),
        }
    }

    /// Opens the store, starts the search threads, and resumes the matches and tournaments that have not ended.
    pub(crate) async fn start(
        config: &Config,
        background: Handle,
        metrics: Arc<Metrics>,
    ) -> Result<Self, ServeError> {
        let stores = Stores::open(config).await?;
        let log = config.failure_log_file();
        let guard = WorkGuard::open(log, config.work_limits(), Arc::clone(&metrics));
        let matches = TrackedStore::open(
            Arc::clone(&stores.matches),
            Arc::clone(&metrics),
            config.max_matches.get(),
        );
        let matches = matches.await;
        let matches = Arc::new(matches.map_err(|error| ServeError::Store(error.to_string()))?);
        let Stores {
            tournaments,
            accounts,
            versions,
            seat_logs,
            workers,
            chunks,
            shared,
            ..
        } = stores;
        let chunks = chunks.unwrap_or_else(|| {
            Arc::new(LocalChunks::new(
                Arc::clone(&tournaments),
                background.clone(),
            ))
        });
        let chunk_lease = config.worker_lease();
        let pool = SearchPool::new(
            config.search_thread_count(),
            config.max_queued_searches.get(),
        )?;
        let store: Arc<dyn Store> = Arc::clone(&matches) as _;
        let attempt_observers: Arc<AttemptObservers> = Arc::default();
        let context = RoomContext {
            store,
            pool: pool.clone(),
            limits: config.match_limits(),
            tasks: TaskTracker::new(),
            runtimes: RoomRuntimes {
                io: Handle::current(),
                background: background.clone(),
            },
            attempt_observers: Arc::clone(&attempt_observers),
            guard,
        };
        let registry = MatchRegistry::new(context, shared.clone());
        let online_bots: Arc<OnlineBots> = Arc::default();
        let audit_log = AuditLog::new(Arc::clone(&accounts));
        let issued_tokens = IssuedTokens::open(Arc::clone(&accounts), audit_log.clone()).await;
        let issued_tokens = issued_tokens.map_err(|error| ServeError::Store(error.message))?;
        let issued_tokens = Arc::new(issued_tokens);
        let hosted_bots = HostedBots::new(registry.secret().clone(), Arc::clone(&versions));
        let version_added: Arc<Notify> = Arc::default();
        let uploads = Arc::new(Uploads::new(
            Arc::clone(&versions),
            config.max_versions_per_day,
            Arc::clone(&version_added),
        ));
        let bots = Arc::new(Bots::new(
            Arc::clone(&accounts),
            audit_log.clone(),
            Arc::clone(&online_bots),
            hosted_bots.clone(),
            config.owner_quotas(),
        ));
        let sign_ins = config.provider_settings()?.map(|settings| {
            let sign_ins = SignIns::new(settings, registry.secret().sign_in_secret());
            sign_ins.map_err(|message| ConfigError(format!("oidc_issuer: {message}")))
        });
        let sign_ins = sign_ins.transpose()?;
        let owners = Arc::new(Owners::new(
            config,
            sign_ins.clone(),
            Arc::clone(&accounts),
            audit_log.clone(),
            Arc::clone(&bots),
        ));
        let deletions = RecordDeletions::new(Arc::clone(&tournaments));
        let packing = RecordPacking::new(Arc::clone(&tournaments));
        let tournaments = Tournaments::new(DirectorContext {
            store: tournaments,
            accounts: Arc::clone(&accounts),
            matches: Arc::clone(&matches),
            registry: Arc::clone(&registry),
            pool: pool.clone(),
            online_bots: Arc::clone(&online_bots),
            ends: attempt_observers,
            directors: DirectorHandles::default(),
            background: background.clone(),
            away_limit: config.match_limits().join,
            stall_limit: config.stall_limit(),
            chunks,
            workers: Arc::new(WorkerRegistry::new(chunk_lease)),
            worker_store: workers,
            checks: WorkerChecks::default(),
            chunk_lease,
            max_matches_ahead: MAX_MATCHES_AHEAD,
            check_percent: config.worker_check_percent,
            encode_final_table: wire::encode_final_table,
        });
        // Directors first: they must observe the ends of the matches that are resumed.
        let resumed_tournaments = tournaments.resume_unfinished().await;
        let resumed_tournaments =
            resumed_tournaments.map_err(|error| ServeError::Store(error.to_string()))?;
        let resumed_matches = registry.resume_unfinished(&matches.unfinished_ids()).await;
        if resumed_matches + resumed_tournaments > 0 {
            tracing::info!(
                matches = resumed_matches,
                tournaments = resumed_tournaments,
                "resumed unfinished matches and tournaments"
            );
        }
        let shutdown = CancellationToken::new();
        let clean = remove_unused_contents(Arc::clone(&versions), shutdown.clone());
        registry.tasks().spawn_on(clean, &background);
        let version_checked: Arc<Notify> = Arc::default();
        let open_leagues = OpenLeagues {
            tournaments: tournaments.clone(),
            versions: Arc::clone(&versions),
            checked: Arc::clone(&version_checked),
        };
        registry
            .tasks()
            .spawn_on(open_leagues.run(shutdown.clone()), &background);
        registry
            .tasks()
            .spawn_on(repeat(deletions, shutdown.clone()), &background);
        registry
            .tasks()
            .spawn_on(repeat(packing, shutdown.clone()), &background);
        if let Some(store) = shared {
            let redirection = BotRedirection::new(tournaments.clone(), Arc::clone(&store));
            let redirection = redirection.run(shutdown.clone());
            let changes = AccountChanges {
                bots: Arc::clone(&bots),
                issued_tokens: Arc::clone(&issued_tokens),
                store: Arc::clone(&store),
            };
            registry
                .tasks()
                .spawn_on(changes.run(shutdown.clone()), &background);
            registry.tasks().spawn_on(redirection, &background);
            let membership = Membership {
                store,
                matches: Arc::clone(&matches),
                registry: Arc::clone(&registry),
                tournaments: tournaments.clone(),
                interval: config.lease() / 4,
            };
            let membership = membership.run(shutdown.clone());
            registry.tasks().spawn_on(membership, &background);
        }
        Ok(Self {
            shutdown,
            seat_logs,
            bots,
            owners,
            sign_ins,
            accounts,
            audit_log,
            issued_tokens,
            uploads,
            hosted_bots,
            versions,
            version_added,
            version_checked,
            processor_secs_per_day: config.owner_quotas().processor_secs_per_day,
            online_bots,
            registry,
            store: matches,
            pool,
            tournaments,
            envs: Envs::start(EnvLimits::new(config), metrics),
        })
    }

    /// Returns the sign-ins with the provider, or `None` if there is none.
    pub(crate) fn sign_ins(&self) -> Option<Arc<SignIns>> {
        self.sign_ins.clone()
    }

    /// Returns the components that must come to rest before the server ends.
    pub(crate) fn draining(&self) -> Draining {
        Draining {
            shutdown: self.shutdown.clone(),
            registry: Arc::clone(&self.registry),
            online_bots: Arc::clone(&self.online_bots),
            tournaments: self.tournaments.clone(),
            envs: Arc::clone(&self.envs),
        }
    }
}
