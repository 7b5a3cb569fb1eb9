//! A certified OpenID Connect provider, in Go.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use botwerk_tests::run;
use tokio::sync::OnceCell;

/// Time for the provider to start.
pub(crate) const START_LIMIT: Duration = Duration::from_secs(30);

/// The program of the provider, or `None` if it cannot be built here.
pub(crate) async fn provider_program() -> Option<&'static PathBuf> {
    static PROGRAM: OnceCell<Option<PathBuf>> = OnceCell::const_new();
    let find = async || match std::env::var_os("BOTWERK_OIDC_PROVIDER") {
        Some(program) => Some(PathBuf::from(program)),
        None => tokio::task::spawn_blocking(build_provider).await.unwrap(),
    };
    PROGRAM.get_or_init(find).await.as_ref()
}

fn build_provider() -> Option<PathBuf> {
    if Command::new("go").arg("version").output().is_err() {
        let is_required = std::env::var_os("BOTWERK_REQUIRE_LANGUAGES").is_some();
        assert!(!is_required, "go is not installed");
        eprintln!("skipped: go is not installed");
        return None;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("oidc-provider");
    std::fs::create_dir_all(&folder).unwrap();
    let build = Path::new(env!("CARGO_MANIFEST_DIR")).join("oidc_provider/build");
    run(Command::new(build).arg(&folder));
    Some(folder.join("server"))
}

/// Returns a port that nothing listens on.
pub(crate) fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

/// A running provider; it ends when dropped.
pub(crate) struct Provider {
    process: Child,
    pub(crate) port: u16,
}

impl Drop for Provider {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Provider {
    /// Starts a provider on a port that redirects browsers to a server on a port.
    pub(crate) async fn start(program: &Path, port: u16, server_port: u16) -> Self {
        let redirect = format!("http://127.0.0.1:{server_port}/sign-in/callback");
        let process = Command::new(program)
            .env("PORT", port.to_string())
            .env("REDIRECT_URI", redirect)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let provider = Self {
            process: process.unwrap(),
            port,
        };
        let has_started = async {
            while tokio::net::TcpStream::connect(("localhost", port))
                .await
                .is_err()
            {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(START_LIMIT, has_started)
            .await
            .unwrap();
        provider
    }
}
