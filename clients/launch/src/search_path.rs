//! The search path of executables.

use std::path::Path;

/// Returns `true` if the executable is found as a shell would find it.
pub fn is_on_path(program: &str) -> bool {
    if program.contains(std::path::is_separator) {
        return is_executable(Path::new(program));
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| is_executable(&folder.join(program)))
}

/// Returns `true` if there is such a file; on Windows its extension may be missing.
fn is_executable(path: &Path) -> bool {
    let mut with_extension = path.as_os_str().to_owned();
    with_extension.push(".exe");
    path.is_file() || (cfg!(windows) && Path::new(&with_extension).is_file())
}
