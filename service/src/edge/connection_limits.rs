//! The limits of open connections: in all, for each client address, and a reserve for the operator.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::config::Config;
use crate::metrics::Metrics;

/// Number of connections beyond the limits that may present the admin token.
const RESERVED_CONNECTIONS: usize = 16;

/// Number of bits of an IPv6 address that identify a client, which may use all addresses of its network.
const IPV6_CLIENT_BITS: u32 = 64;

/// Decides which connections are accepted.
#[derive(Debug)]
pub(super) struct ConnectionLimits {
    open: Arc<Semaphore>,
    /// Empty if the server has no admin token.
    reserve: Arc<Semaphore>,
    max_per_client: usize,
    clients: Mutex<HashMap<IpAddr, usize>>,
    metrics: Arc<Metrics>,
}

/// What a connection may be used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// Every request.
    Ordinary,
    /// The limits are reached: nothing before it has presented the admin token.
    Reserved,
}

/// The slot of an open connection, freed when it is dropped.
#[derive(Debug)]
pub(super) struct ConnectionSlot {
    pub(super) standing: Standing,
    client: IpAddr,
    limits: Arc<ConnectionLimits>,
    _permit: OwnedSemaphorePermit,
}

impl ConnectionSlot {
    /// Returns the address of the client, or its network.
    pub(super) fn client(&self) -> IpAddr {
        self.client
    }
}

impl ConnectionLimits {
    pub(super) fn new(config: &Config, has_admin_token: bool, metrics: Arc<Metrics>) -> Self {
        let reserved = if has_admin_token {
            RESERVED_CONNECTIONS
        } else {
            0
        };
        let max_open = config.max_connections.get().min(Semaphore::MAX_PERMITS);
        Self {
            open: Arc::new(Semaphore::new(max_open)),
            reserve: Arc::new(Semaphore::new(reserved)),
            max_per_client: config.max_connections_of_one_address(),
            clients: Mutex::default(),
            metrics,
        }
    }

    /// Returns the slot of a new connection from this address, or `None` if it must be closed.
    pub(super) fn admit(self: &Arc<Self>, address: IpAddr) -> Option<ConnectionSlot> {
        let client = client_of(address);
        let slot = self
            .try_ordinary(client)
            .map(|permit| (Standing::Ordinary, permit))
            .or_else(|| {
                let permit = Arc::clone(&self.reserve).try_acquire_owned().ok()?;
                Some((Standing::Reserved, permit))
            });
        let Some((standing, permit)) = slot else {
            self.metrics.connection_rejected();
            return None;
        };
        self.metrics.connection_opened();
        Some(ConnectionSlot {
            standing,
            client,
            limits: Arc::clone(self),
            _permit: permit,
        })
    }

    /// Counts an ordinary connection of a client, unless a limit is reached.
    fn try_ordinary(&self, client: IpAddr) -> Option<OwnedSemaphorePermit> {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        let open = clients.get(&client).copied().unwrap_or(0);
        if open >= self.max_per_client {
            return None;
        }
        let permit = Arc::clone(&self.open).try_acquire_owned().ok()?;
        clients.insert(client, open + 1);
        Some(permit)
    }

    fn release(&self, client: IpAddr) {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        match clients.get_mut(&client) {
            Some(open) if *open > 1 => *open -= 1,
            _ => drop(clients.remove(&client)),
        }
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        if self.standing == Standing::Ordinary {
            self.limits.release(self.client);
        }
        self.limits.metrics.connection_closed();
    }
}

/// Returns the address by which a client is counted: an IPv4 address, or the network of an IPv6 address.
fn client_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let network = address.to_bits() & (u128::MAX << (128 - IPV6_CLIENT_BITS));
            IpAddr::V6(Ipv6Addr::from_bits(network))
        }
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(max: usize, per_address: usize, has_admin_token: bool) -> Arc<ConnectionLimits> {
        let config = Config {
            max_connections: max.try_into().unwrap(),
            max_connections_per_address: per_address,
            ..Config::default()
        };
        Arc::new(ConnectionLimits::new(
            &config,
            has_admin_token,
            Arc::default(),
        ))
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn one_address_leaves_half_of_the_connections_to_others() {
        let limits = limits(4, 0, false);
        let one = address("192.0.2.1");
        let slots = [limits.admit(one).unwrap(), limits.admit(one).unwrap()];
        assert!(limits.admit(one).is_none());
        // The same address as IPv6 writes it.
        assert!(limits.admit(address("::ffff:192.0.2.1")).is_none());
        let other = address("192.0.2.2");
        let others = [limits.admit(other).unwrap(), limits.admit(other).unwrap()];
        assert!(limits.admit(address("192.0.2.3")).is_none());
        drop(slots);
        assert!(limits.admit(one).is_some());
        drop(others);
        assert!(limits.clients.lock().unwrap().is_empty());
    }

    #[test]
    fn addresses_of_one_ipv6_network_are_one_client() {
        let limits = limits(10, 1, false);
        let _slot = limits.admit(address("2001:db8:0:1::1")).unwrap();
        assert!(limits.admit(address("2001:db8:0:1:ffff::2")).is_none());
        assert!(limits.admit(address("2001:db8:0:2::1")).is_some());
    }

    #[test]
    fn server_with_an_admin_token_has_a_reserve() {
        let limits = limits(2, 1, true);
        let one = address("127.0.0.1");
        let first = limits.admit(one).unwrap();
        assert_eq!(first.standing, Standing::Ordinary);
        let reserved: Vec<_> = (0..RESERVED_CONNECTIONS)
            .map(|_| limits.admit(one).unwrap())
            .collect();
        assert!(
            reserved
                .iter()
                .all(|slot| slot.standing == Standing::Reserved)
        );
        assert!(limits.admit(one).is_none());
        drop(reserved);
        // A reserved connection that closes frees no ordinary slot.
        let next = limits.admit(one).unwrap();
        assert_eq!(next.standing, Standing::Reserved);
        drop(first);
        assert_eq!(limits.admit(one).unwrap().standing, Standing::Ordinary);
    }
}
