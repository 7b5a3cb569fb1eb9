//! Starts servers in this process.

use std::net::Ipv4Addr;

use botwerk_command::embedded_server::{
    EmbeddedServer, ServerPurpose, StartingServer, random_token,
};
use botwerk_command::failure::{Failure, Reason};
use botwerk_service::{Config, DatabaseLocation, PageCalls, Server};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use super::pages::served_pages;
use super::server_failure::serve_failure;

/// Starts a server for a command of this program.
pub(crate) fn start(purpose: ServerPurpose) -> StartingServer {
    let default = Config::default();
    let config = Config {
        db: purpose.db.map_or(DatabaseLocation::Memory, Into::into),
        join_limit_secs: purpose.join_limit_secs.unwrap_or(default.join_limit_secs),
        ..default
    };
    Box::pin(with_config(config))
}

/// Starts a server with this configuration, but on a free port of the loopback address: see [`listening`].
///
/// # Errors
/// Returns an error if a file of the configuration is unusable or no port is free.
pub async fn with_config(config: Config) -> Result<EmbeddedServer, Failure> {
    let listen = (Ipv4Addr::LOCALHOST, 0).into();
    let (server, _) = listening(Config { listen, ..config }).await?;
    Ok(server)
}

/// Starts a server with this configuration, but always with an admin token: that of the environment, or a random one.
/// Bots that are started do not know it. Returns whether pages have called it as well.
///
/// # Errors
/// Returns an error if a file of the configuration or its address is unusable.
pub async fn listening(config: Config) -> Result<(EmbeddedServer, PageCalls), Failure> {
    let token = std::env::var("BOTWERK_ADMIN_TOKEN").or_else(|_| random_token())?;
    let admin_token = token.parse().map_err(|error| {
        Failure::new(Reason::BadArgument, format!("BOTWERK_ADMIN_TOKEN: {error}"))
    })?;
    let listen = config.listen;
    let listener = TcpListener::bind(listen).await.map_err(|error| {
        let message = format!("cannot listen on {listen}: {error}; choose another address");
        Failure::new(Reason::Unreachable, message)
    })?;
    let mut address = listener.local_addr()?;
    if address.ip().is_unspecified() {
        address.set_ip(Ipv4Addr::LOCALHOST.into());
    }
    let config = Config {
        drain_secs: 0,
        admin_token: Some(admin_token),
        ..config
    };
    let (shutdown, receiver) = oneshot::channel();
    let requested = async {
        // Dropping the sender requests the shutdown as well.
        let _ = receiver.await;
    };
    let server = Server::open(config).await.map_err(serve_failure)?;
    let server = server.with_pages(served_pages());
    let page_calls = server.page_calls();
    let task = tokio::spawn(async {
        server
            .serve(listener, requested)
            .await
            .map_err(serve_failure)
    });
    let server = EmbeddedServer::new(address.to_string(), token, shutdown, task);
    Ok((server, page_calls))
}
