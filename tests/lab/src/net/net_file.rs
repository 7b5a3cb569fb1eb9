//! Files of nets.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use botwerk_agents::netzwerk::minimax::Net;
use botwerk_command::failure::{Failure, Reason};

/// Reads the file of a net.
pub(super) fn read(path: &Path) -> Result<Arc<Net>, Failure> {
    let name = path.display().to_string();
    let bytes = fs::read(path).map_err(|error| Failure::file(&name, &error))?;
    let net = Net::from_bytes(&bytes);
    let net = net.map_err(|error| Failure::new(Reason::BadArgument, format!("{name}: {error}")))?;
    Ok(Arc::new(net))
}
