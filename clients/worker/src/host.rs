//! What a worker says of itself and its machine.

use botwerk_client::worker_proto as proto;
use botwerk_command::cores::cores;
use botwerk_service::worker_id;

/// Describes a worker that has just started.
pub(super) fn worker_info(secret: String, slots: u32) -> proto::WorkerInfo {
    proto::WorkerInfo {
        id: worker_id(&secret),
        secret,
        host: host_name(),
        slots,
        cores: cores() as u32,
        version: env!("CARGO_PKG_VERSION").into(),
        load_percent: load_percent(),
        protocol: proto::PROTOCOL,
    }
}

#[cfg(unix)]
fn host_name() -> String {
    let system = rustix::system::uname();
    system.nodename().to_string_lossy().into_owned()
}

#[cfg(windows)]
fn host_name() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

/// Returns the load average of the last minute in hundredths, or 0 where the system does not tell it.
pub(super) fn load_percent() -> u32 {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = text
        .split(' ')
        .next()
        .and_then(|load| load.parse::<f64>().ok());
    load.map_or(0, |load| (load * 100.0) as u32)
}
