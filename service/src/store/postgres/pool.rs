//! Pools of connections, and the description of their errors.

use std::sync::Arc;
use std::time::Duration;

use deadpool_postgres::{
    ClientWrapper, Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime,
};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Config, Row};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::url::PostgresUrl;
use crate::store::StoreError;

/// Time for a connection to be established.
const CONNECT_LIMIT: Duration = Duration::from_secs(2);

/// Time without traffic after which a connection is checked.
const KEEPALIVE_DELAY: Duration = Duration::from_secs(10);

/// Returns the settings of a connection. The server ends a statement after `statement_limit`, and a transaction in which
/// nothing happens after the same time.
pub(super) fn settings(url: &PostgresUrl, statement_limit: Duration) -> Config {
    let mut config = url.config().clone();
    let limit = statement_limit.as_millis();
    let options = format!(
        "{} -c statement_timeout={limit} -c idle_in_transaction_session_timeout={limit} \
         -c client_min_messages=warning",
        config.get_options().unwrap_or_default()
    );
    config
        .connect_timeout(CONNECT_LIMIT)
        .tcp_user_timeout(statement_limit)
        .keepalives_idle(KEEPALIVE_DELAY)
        .options(options);
    config
}

/// Opens a pool of at most `size` connections with these settings. Nothing is connected yet.
///
/// # Errors
/// Returns an error if the certificates of TLS cannot be read.
pub(super) fn open(
    url: &PostgresUrl,
    size: usize,
    statement_limit: Duration,
) -> Result<Pool, StoreError> {
    let config = settings(url, statement_limit);
    let settings = ManagerConfig {
        recycling_method: RecyclingMethod::Fast,
    };
    let manager = Manager::from_config(config, tls(url)?, settings);
    Pool::builder(manager)
        .max_size(size)
        .runtime(Runtime::Tokio1)
        .create_timeout(Some(CONNECT_LIMIT))
        .wait_timeout(Some(statement_limit))
        .build()
        .map_err(|error| StoreError::Unavailable(format!("PostgreSQL: {error}")))
}

/// Returns a connection of a pool.
///
/// # Errors
/// Returns an error if the database cannot be reached.
pub(super) async fn connection(pool: &Pool) -> Result<Object, StoreError> {
    pool.get().await.map_err(|error| match error {
        deadpool_postgres::PoolError::Backend(error) => unavailable(&error),
        other => StoreError::Unavailable(format!(
            "PostgreSQL cannot be reached ({other}); start it, or correct `db`"
        )),
    })
}

/// The values of a statement.
pub(super) type Parameters<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Runs a statement that the connection prepares once; returns the number of rows that it has changed.
pub(super) async fn execute(
    client: &ClientWrapper,
    sql: &str,
    values: Parameters<'_>,
) -> Result<u64, tokio_postgres::Error> {
    let statement = client.prepare_cached(sql).await?;
    client.execute(&statement, values).await
}

/// Runs a query that the connection prepares once.
pub(super) async fn query(
    client: &ClientWrapper,
    sql: &str,
    values: Parameters<'_>,
) -> Result<Vec<Row>, tokio_postgres::Error> {
    let statement = client.prepare_cached(sql).await?;
    client.query(&statement, values).await
}

/// Runs a query of at most one row.
pub(super) async fn query_opt(
    client: &ClientWrapper,
    sql: &str,
    values: Parameters<'_>,
) -> Result<Option<Row>, tokio_postgres::Error> {
    Ok(query(client, sql, values).await?.into_iter().next())
}

/// Returns the configuration of TLS. Certificates are read only if a connection may use it.
///
/// # Errors
/// Returns an error if they cannot be read.
pub(super) fn tls(url: &PostgresUrl) -> Result<MakeRustlsConnect, StoreError> {
    let mut roots = RootCertStore::empty();
    if let Some(file) = url.root_certificate() {
        let failed = |error: &dyn std::fmt::Display| {
            let file = file.display();
            StoreError::Unavailable(format!("sslrootcert: {file}: {error}"))
        };
        let certificates = CertificateDer::pem_file_iter(file).map_err(|error| failed(&error))?;
        for certificate in certificates {
            let certificate = certificate.map_err(|error| failed(&error))?;
            roots.add(certificate).map_err(|error| failed(&error))?;
        }
    } else if url.may_use_tls() && has_network_host(url) {
        for certificate in rustls_native_certs::load_native_certs().certs {
            // A certificate of the system that rustls cannot use verifies no server.
            let _ = roots.add(certificate);
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| StoreError::Unavailable(format!("TLS: {error}")))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

fn has_network_host(url: &PostgresUrl) -> bool {
    let mut hosts = url.config().get_hosts().iter();
    hosts.any(|host| matches!(host, tokio_postgres::config::Host::Tcp(_)))
}

/// Returns the error for a statement or a connection that has failed.
pub(super) fn unavailable(error: &tokio_postgres::Error) -> StoreError {
    StoreError::Unavailable(describe(error))
}

/// Describes an error, with a remedy if there is a known one.
pub(super) fn describe(error: &tokio_postgres::Error) -> String {
    if let Some(error) = error.as_db_error() {
        let remedy = match *error.code() {
            SqlState::DISK_FULL => "; free disk space of the database",
            SqlState::QUERY_CANCELED => "; the database is overloaded or a lock is held",
            SqlState::INVALID_PASSWORD | SqlState::INVALID_AUTHORIZATION_SPECIFICATION => {
                "; correct the user or the password of `db`"
            }
            SqlState::UNDEFINED_DATABASE => "; create the database",
            SqlState::INSUFFICIENT_PRIVILEGE => "; grant the privilege to the user of `db`",
            _ => "",
        };
        return format!(
            "PostgreSQL: {} ({}){remedy}",
            error.message(),
            error.code().code()
        );
    }
    let cause = std::error::Error::source(error);
    let cause = cause.map(|cause| format!(": {cause}")).unwrap_or_default();
    format!("PostgreSQL: {error}{cause}; start the database, or correct `db`")
}

/// Returns `true` if the database has undone a transaction because of another one.
pub(super) fn is_conflict(error: &tokio_postgres::Error) -> bool {
    let conflicts = [
        SqlState::T_R_DEADLOCK_DETECTED,
        SqlState::T_R_SERIALIZATION_FAILURE,
    ];
    error.code().is_some_and(|code| conflicts.contains(code))
}

/// Returns `true` if a statement has failed because of its own values: a constraint or a value that no column can hold.
pub(super) fn is_own_fault(error: &tokio_postgres::Error) -> bool {
    let code = error.code().map(SqlState::code);
    code.is_some_and(|code| code.starts_with("22") || code.starts_with("23"))
}
