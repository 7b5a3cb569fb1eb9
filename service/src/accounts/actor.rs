//! Who does what the audit log records.

use std::fmt;
use std::net::IpAddr;

/// The origin of an act, as the audit log names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Actor {
    /// The bearer of the admin token.
    Operator,
    /// The bearer of an issued token, by its id.
    Token(String),
    /// An owner, by its id.
    Owner(String),
    /// A bot, by its name.
    Bot(String),
    /// A client at this address: that of a stranger, or on a server without an admin token of any client.
    Address(IpAddr),
    /// This process.
    Process,
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operator => f.write_str("operator"),
            Self::Token(id) => write!(f, "tokens/{id}"),
            Self::Owner(id) => write!(f, "owners/{id}"),
            Self::Bot(name) => write!(f, "bots/{name}"),
            Self::Address(address) => write!(f, "address {address}"),
            Self::Process => f.write_str("this process"),
        }
    }
}
