//! What confines the launched bots of a tournament.

use std::net::{IpAddr, Ipv4Addr};
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::FieldError;

/// The limits of a sandbox, and what its bot may read in addition to its own files: see `docs/sandbox.md`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sandbox {
    /// Memory of all processes of a bot together, in MiB.
    pub memory_mib: u32,
    /// Number of processes and threads of a bot.
    pub processes: u32,
    /// Size of each private folder of a bot, which are kept in memory, in MiB.
    pub disk_mib: u32,
    /// Processor time of all processes of a bot from its start, in seconds. `None`: unlimited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor_secs: Option<u32>,
    /// Files and folders that all bots may read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read_paths: Vec<String>,
}

impl Sandbox {
    /// Valid values of `memory_mib`.
    pub const MEMORY_MIB: RangeInclusive<u32> = 16..=1 << 20;
    /// Valid values of `processes`.
    pub const PROCESSES: RangeInclusive<u32> = 1..=65_536;
    /// Valid values of `disk_mib`.
    pub const DISK_MIB: RangeInclusive<u32> = 1..=1 << 20;
    /// Valid values of `processor_secs`.
    pub const PROCESSOR_SECS: RangeInclusive<u32> = 1..=1 << 30;

    /// Returns the address from which a bot in a sandbox calls a server on the same machine, by the process number
    /// of its guard: one of 127.128.0.0/10, by which the server tells such bots apart.
    pub const fn relay_address(guard: u32) -> Ipv4Addr {
        let [_, high, middle, low] = guard.to_be_bytes();
        // Process numbers have 22 bits.
        Ipv4Addr::new(127, 0x80 | (high & 0x3f), middle, low)
    }

    /// Returns `true` if a caller has the address of a bot in a sandbox.
    pub fn is_relay(caller: IpAddr) -> bool {
        match caller.to_canonical() {
            IpAddr::V4(address) => {
                let [first, second, ..] = address.octets();
                first == 127 && (0x80..0xc0).contains(&second)
            }
            IpAddr::V6(_) => false,
        }
    }

    /// Returns an error for each limit that is out of range.
    pub fn errors(&self) -> Vec<FieldError> {
        let mut errors = Vec::new();
        let mut check = |field: &str, value: u32, range: RangeInclusive<u32>| {
            if !range.contains(&value) {
                let (first, last) = (range.start(), range.end());
                errors.push(FieldError {
                    field: format!("sandbox.{field}"),
                    message: format!("expected a number from {first} to {last}, found {value}"),
                });
            }
        };
        check("memory_mib", self.memory_mib, Self::MEMORY_MIB);
        check("processes", self.processes, Self::PROCESSES);
        check("disk_mib", self.disk_mib, Self::DISK_MIB);
        if let Some(secs) = self.processor_secs {
            check("processor_secs", secs, Self::PROCESSOR_SECS);
        }
        errors
    }
}

/// The limits of `sandbox = true`.
impl Default for Sandbox {
    fn default() -> Self {
        Self {
            memory_mib: 1024,
            processes: 128,
            disk_mib: 64,
            processor_secs: None,
            read_paths: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_in_sandboxes_have_addresses_of_their_own() {
        for (guard, address) in [
            (1, Ipv4Addr::new(127, 128, 0, 1)),
            (0x0001_0203, Ipv4Addr::new(127, 129, 2, 3)),
            ((1 << 22) - 1, Ipv4Addr::new(127, 191, 255, 255)),
        ] {
            assert_eq!(Sandbox::relay_address(guard), address);
            assert!(Sandbox::is_relay(address.into()));
            assert!(Sandbox::is_relay(address.to_ipv6_mapped().into()));
        }
        for address in [
            "127.0.0.1",
            "127.127.0.1",
            "127.192.0.1",
            "10.128.0.1",
            "::1",
        ] {
            assert!(!Sandbox::is_relay(address.parse().unwrap()), "{address}");
        }
    }
}
