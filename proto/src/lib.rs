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

/// Package `botwerk.worker.v1`: what a server and its workers exchange.
#[allow(missing_docs, clippy::all, clippy::pedantic, unreachable_pub)]
#[allow(clippy::unwrap_used, clippy::iter_over_hash_type)]
pub mod worker {
    include!("generated/botwerk.worker.v1.rs");

    /// The version of the package: [`WorkerInfo::protocol`].
    pub const PROTOCOL: u32 = 1;
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

impl v1::ErrorReason {
    /// The beginning of all names.
    const PREFIX: &str = "ERROR_REASON_";

    /// Returns the name as in a `google.rpc.ErrorInfo`, such as `ILLEGAL_ACTION`.
    ///
    /// ```
    /// use botwerk_proto::v1::ErrorReason;
    ///
    /// assert_eq!(ErrorReason::IllegalAction.name(), "ILLEGAL_ACTION");
    /// assert_eq!(ErrorReason::from_name("ILLEGAL_ACTION"), Some(ErrorReason::IllegalAction));
    /// ```
    pub fn name(self) -> &'static str {
        let name = self.as_str_name();
        name.strip_prefix(Self::PREFIX).unwrap_or(name)
    }

    /// Returns the reason with a name. `None` for a name that this version does not know.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::from_str_name(&format!("{}{name}", Self::PREFIX))
    }
}

/// The compiled description of the whole contract, for server reflection.
pub const DESCRIPTORS: &[u8] = include_bytes!("generated/descriptors.binpb");
