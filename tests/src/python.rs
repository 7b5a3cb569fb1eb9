//! The bots in `tests/python`, with stubs generated from the API in a virtual environment.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::programs::run;

/// The packages of the virtual environment.
const PACKAGES: [&str; 3] = ["grpcio==1.85.1", "grpcio-tools==1.85.1", "mcp==2.3.0"];

/// A virtual environment with the packages and stubs that the bots import.
#[derive(Debug, Clone)]
pub struct PythonEnvironment {
    folder: PathBuf,
}

impl PythonEnvironment {
    /// Prepares the environment, which all tests share and which is created once. Returns `None`, and
    /// says so, without python3 of version 3.10 or later.
    ///
    /// # Panics
    /// Panics if a package cannot be installed, and without python3 if `BOTWERK_REQUIRE_PYTHON` is set.
    pub fn prepare() -> Option<Self> {
        if !has_python() {
            let required = std::env::var_os("BOTWERK_REQUIRE_PYTHON").is_some();
            assert!(
                !required,
                "expected python3 of version 3.10 or later with venv"
            );
            eprintln!("SKIPPED: requires python3 of version 3.10 or later with venv");
            return None;
        }
        // The program of a test is in `debug/deps` of the target folder.
        let program = std::env::current_exe().unwrap();
        let folder = program.ancestors().nth(3).unwrap().join("tmp/python-bot");
        std::fs::create_dir_all(&folder).unwrap();
        // Tests of several programs run at the same time.
        let lock = File::create(folder.with_extension("lock")).unwrap();
        lock.lock().unwrap();
        let environment = Self { folder };
        environment.install();
        environment.generate_stubs();
        Some(environment)
    }

    /// Returns the interpreter.
    pub fn python(&self) -> PathBuf {
        self.folder.join("bin/python")
    }

    /// Returns the folder of the stubs, the value of `PYTHONPATH`.
    pub fn stubs(&self) -> PathBuf {
        self.folder.join("stubs")
    }

    /// Returns a command that runs a bot of `tests/python`.
    pub fn bot(&self, script: &str) -> Command {
        let mut command = Command::new(self.python());
        command
            .arg(bot_script(script))
            .env("PYTHONPATH", self.stubs());
        command
    }

    fn install(&self) {
        let ready = self.folder.join("ready");
        if std::fs::read_to_string(&ready).is_ok_and(|packages| packages == PACKAGES.join(" ")) {
            return;
        }
        run(Command::new("python3")
            .args(["-m", "venv", "--clear"])
            .arg(&self.folder));
        run(Command::new(self.python())
            .args(["-m", "pip", "install", "--quiet"])
            .args(PACKAGES));
        std::fs::write(ready, PACKAGES.join(" ")).unwrap();
    }

    fn generate_stubs(&self) {
        let stubs = self.stubs();
        std::fs::create_dir_all(&stubs).unwrap();
        let protos = repository().join("proto");
        let files = std::fs::read_dir(protos.join("botwerk/v1")).unwrap();
        run(Command::new(self.python())
            .args(["-m", "grpc_tools.protoc"])
            .arg(format!("-I{}", protos.display()))
            .arg(format!("--python_out={}", stubs.display()))
            .arg(format!("--grpc_python_out={}", stubs.display()))
            .args(files.map(|file| file.unwrap().path())));
    }
}

/// Returns the path of a bot of `tests/python`.
pub fn bot_script(name: &str) -> PathBuf {
    repository().join("tests/python").join(name)
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn has_python() -> bool {
    let version = "import sys, venv; sys.exit(sys.version_info < (3, 10))";
    Command::new("python3")
        .args(["-c", version])
        .output()
        .is_ok_and(|o| o.status.success())
}
