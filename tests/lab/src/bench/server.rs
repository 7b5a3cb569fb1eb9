//! Servers and clients of benches, each pinned to one core.

use std::path::Path;
use std::process::Stdio;
use std::thread;

use botwerk_command::failure::{Failure, Reason};
use botwerk_service::{Config, Durability};
use tokio::net::TcpListener;
use tokio::runtime::Builder;

use crate::child_server::{ChildServer, Launch};
use crate::program::Program;

const SERVER_CORE: usize = 0;
const CLIENT_CORE: usize = 1;

/// Runs the client side of a bench on its own core.
pub(super) fn client<T: Send>(
    work: impl Future<Output = Result<T, Failure>> + Send,
) -> Result<T, Failure> {
    thread::scope(|scope| {
        let client = scope.spawn(|| {
            pin_to_core(CLIENT_CORE);
            block_on_this_thread(work)
        });
        let failed = |_| Failure::new(Reason::Unreachable, "the bench's client panicked");
        client.join().map_err(failed)?
    })
}

/// Pins this thread, and all threads that it starts, to one core: servers to the first, the client
/// to the second. Otherwise the scheduler puts some servers on the client's core and others not, and
/// a wake-up across cores costs more than everything that is measured here.
fn pin_to_core(core: usize) {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut set = rustix::thread::CpuSet::new();
    set.set(core % cores);
    // Without permission the figures are only noisier.
    let _ = rustix::thread::sched_setaffinity(None, &set);
}

/// Runs a server on threads of its own, as if it were another process, and returns its address.
pub(super) fn start<F>(
    serve: impl FnOnce(TcpListener) -> F + Send + 'static,
) -> Result<String, Failure>
where
    F: Future<Output = ()>,
{
    let (sender, receiver) = std::sync::mpsc::channel();
    thread::spawn(move || {
        pin_to_core(SERVER_CORE);
        let Ok(runtime) = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
        else {
            return;
        };
        runtime.block_on(async {
            if let Ok(listener) = TcpListener::bind("127.0.0.1:0").await {
                let address = listener.local_addr().map(|address| address.to_string());
                // The receiver is the caller, which waits for the address.
                let _ = sender.send(address);
                serve(listener).await;
            }
        });
    });
    let failed = || Failure::new(Reason::Unreachable, "cannot start a server; try again");
    Ok(receiver.recv().map_err(|_| failed())??)
}

/// Returns the configuration of a server with a database file or an in-memory store.
pub(super) fn config(db: &Path) -> Config {
    Config {
        db: db.into(),
        ..Config::default()
    }
}

/// Runs a real server until the process ends and returns its address.
pub(super) fn start_real(config: Config) -> Result<String, Failure> {
    start(|listener| async move {
        let never = std::future::pending();
        if let Err(error) = botwerk_service::serve(listener, config, never).await {
            eprintln!("botwerk: {error}");
        }
    })
}

/// Starts a real server as a child process, for benches of a server and its clients on one machine.
/// Dropping it kills it.
pub(super) fn child(db: &Path) -> Result<ChildServer, Failure> {
    durable_child(db, Durability::default())
}

/// Starts the same with another durability.
pub(super) fn durable_child(db: &Path, durability: Durability) -> Result<ChildServer, Failure> {
    ChildServer::start(Launch {
        program: &Program::linked()?,
        db,
        listen: "127.0.0.1:0",
        durability,
        // Benches play and search from one address.
        flags: &["--allow-player-searches"],
        log: Stdio::null(),
    })
}

/// Starts the same on the core of servers, alone.
pub(super) fn one_core_child(db: &Path, durability: Durability) -> Result<ChildServer, Failure> {
    thread::scope(|scope| {
        // The process has the cores of the thread that starts it.
        let started = scope.spawn(|| {
            pin_to_core(SERVER_CORE);
            durable_child(db, durability)
        });
        let failed = |_| Failure::new(Reason::Unreachable, "the thread of a server panicked");
        started.join().map_err(failed)?
    })
}

/// Runs a future on this thread alone, so that its tasks wake each other without a system call.
pub(crate) fn block_on_this_thread<T>(
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(work)
}
