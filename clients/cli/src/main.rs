//! The program `botwerk`.

use std::process::ExitCode;

/// A server makes many small allocations; with this allocator it needs a tenth less time than with
/// the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    botwerk::program().run()
}
