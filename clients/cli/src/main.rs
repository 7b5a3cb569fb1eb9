//! The program `botwerk`.

use std::process::ExitCode;

/// A server makes and drops many small things: this allocator takes a tenth of its time less than
/// the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    botwerk_cli::run(std::env::args_os())
}
