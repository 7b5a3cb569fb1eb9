//! The systems and processors that Botwerk is released for, and what compiles for them.

use std::env::consts::OS;
use std::path::PathBuf;
use std::str::FromStr;

use crate::Failure;
use crate::program::{Program, python_environment, target};

/// Compilers and linkers for other systems, from `PyPI`.
const ZIG: [&str; 2] = ["ziglang==0.17.1", "cargo-zigbuild==0.24.1"];

/// The oldest C library that programs for Linux run on: Debian 10, RHEL 8.
const GLIBC: &str = "2.28";

const PLATFORMS: [Platform; 7] = [
    Platform("x86_64-unknown-linux-gnu"),
    Platform("aarch64-unknown-linux-gnu"),
    Platform("x86_64-unknown-linux-musl"),
    Platform("aarch64-unknown-linux-musl"),
    Platform("x86_64-pc-windows-gnu"),
    Platform("aarch64-apple-darwin"),
    Platform("x86_64-apple-darwin"),
];

/// A target of rustc.
#[derive(Clone, Copy)]
pub(super) struct Platform(&'static str);

impl Platform {
    /// Returns the target's name, such as `x86_64-unknown-linux-musl`.
    pub(super) const fn name(self) -> &'static str {
        self.0
    }

    /// Returns the file name of the program.
    pub(super) fn program(self) -> &'static str {
        if self.is_windows() {
            "botwerk.exe"
        } else {
            "botwerk"
        }
    }

    pub(super) fn is_windows(self) -> bool {
        self.0.contains("windows")
    }

    /// Returns the command that compiles for the target.
    pub(super) fn build_command(self) -> Result<Program, Failure> {
        let is_native_mac = OS == "macos" && self.0.contains("apple");
        if self.is_windows() || is_native_mac {
            // Rust names the linker of MinGW itself.
            return Ok(Program::cargo().args(["build", "--target", self.0]));
        }
        let target = if self.0.ends_with("-linux-gnu") {
            format!("{}.{GLIBC}", self.0)
        } else {
            self.0.to_owned()
        };
        let zig = zig()?;
        let path = std::env::var("PATH").unwrap_or_default();
        let build = Program::new(zig.join("cargo-zigbuild"));
        let build = build.args(["zigbuild", "--target", &target]);
        Ok(build.env("PATH", format!("{}:{path}", zig.display())))
    }

    /// Adds what a program for the target needs to run on this machine.
    pub(super) fn run_environment(self, program: Program) -> Program {
        if self.0.starts_with("aarch64-unknown-linux") {
            return program.env("QEMU_LD_PREFIX", "/usr/aarch64-linux-gnu");
        }
        program
    }
}

impl FromStr for Platform {
    type Err = Failure;

    fn from_str(name: &str) -> Result<Self, Failure> {
        let known = PLATFORMS.into_iter().find(|platform| platform.0 == name);
        known.ok_or_else(|| {
            let names = PLATFORMS.map(|platform| platform.0).join(", ");
            format!("{name}: unknown target; expected one of {names}")
        })
    }
}

/// Installs Zig, and returns the folder of programs.
fn zig() -> Result<PathBuf, Failure> {
    let programs = python_environment(&target().join("dist-tools"))?;
    let install = Program::new(programs.join("pip")).args(["install", "--quiet"]);
    install.args(ZIG).run()?;
    Ok(programs)
}
