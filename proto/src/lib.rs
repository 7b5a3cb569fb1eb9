//! The contract between a Botwerk server and its clients.
//!
//! The `.proto` files in this crate are the source; their comments are the documentation. `clients/generate.py` generates
//! the code from them.

mod codec;
mod time_text;

pub use codec::SlimCodec;
pub use time_text::{date_text, time_text};

/// Package `botwerk.v1`.
#[allow(missing_docs, clippy::all, clippy::pedantic, unreachable_pub)]
#[allow(clippy::unwrap_used, clippy::iter_over_hash_type)]
pub mod v1 {
    include!("generated/botwerk.v1.rs");
}

impl v1::AgentSpec {
    /// Creates the message that names an agent and its settings, in this order.
    pub fn new(name: &str, settings: &[(String, String)]) -> Self {
        let setting = |(name, value): &(String, String)| v1::AgentSetting {
            name: name.clone(),
            value: value.clone(),
        };
        Self {
            name: name.to_owned(),
            settings: settings.iter().map(setting).collect(),
        }
    }
}

/// The compiled description of the whole contract, for server reflection.
pub const DESCRIPTORS: &[u8] = include_bytes!("generated/descriptors.binpb");
