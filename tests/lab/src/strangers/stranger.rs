//! Connections of strangers, which have another address than all other clients.

use std::net::{IpAddr, Ipv4Addr};

use botwerk_client::{Client, ClientError, ConnectOptions};
use tonic::transport::{Channel, Endpoint};

/// The address of all strangers; bystanders call from 127.0.0.1.
const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));

/// Opens a connection.
pub(super) async fn connect(address: &str) -> Result<Channel, ClientError> {
    let endpoint = Endpoint::from_shared(format!("http://{address}"))?;
    let endpoint = endpoint.tcp_nodelay(true).local_address(Some(ADDRESS));
    Ok(endpoint.connect().await?)
}

/// Opens a connection with all services.
pub(super) async fn client(address: &str) -> Result<Client, ClientError> {
    Client::from_channel(connect(address).await?, &ConnectOptions::default())
}
