//! The systems and processors that Botwerk is released for, and what compiles for them.

use std::env::consts::OS;
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
pub(crate) struct Platform(&'static str);

impl Platform {
    /// Linux with the GNU C library.
    pub(super) const LINUX: Self = PLATFORMS[0];
    /// Linux with every library in the program.
    pub(super) const LINUX_STATIC: Self = PLATFORMS[2];

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
        let build = Program::new("cargo-zigbuild").args(["zigbuild", "--target", &target]);
        Ok(build.env("PATH", zig_path()?))
    }

    /// Returns the compatibility of a wheel, or `None` for systems with one only.
    pub(super) fn wheel_tag(self) -> Option<&'static str> {
        if self.0.ends_with("-linux-gnu") {
            return Some("manylinux_2_28");
        }
        self.0.ends_with("-linux-musl").then_some("musllinux_1_2")
    }

    /// Returns the end of a wheel's file name.
    pub(super) fn wheel_ending(self) -> &'static str {
        match self.0 {
            "x86_64-unknown-linux-gnu" => "manylinux_2_28_x86_64.whl",
            "x86_64-unknown-linux-musl" => "musllinux_1_2_x86_64.whl",
            "aarch64-unknown-linux-gnu" => "manylinux_2_28_aarch64.whl",
            "aarch64-unknown-linux-musl" => "musllinux_1_2_aarch64.whl",
            "x86_64-pc-windows-gnu" => "win_amd64.whl",
            "aarch64-apple-darwin" => "arm64.whl",
            _ => "macosx_10_12_x86_64.whl",
        }
    }

    /// Adds what a program for the target needs to run on this machine.
    pub(super) fn run_environment(self, program: Program) -> Program {
        if self.is_windows() && OS != "windows" {
            let program = program.env("WINEDEBUG", "-all");
            return program.args(["--runner", "wine"]);
        }
        self.library_environment(program)
    }

    /// Adds where an emulator finds the C library of the target.
    pub(super) fn library_environment(self, program: Program) -> Program {
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

/// Installs Zig, and returns the search path with it.
pub(super) fn zig_path() -> Result<String, Failure> {
    let programs = python_environment(&target().join("dist-tools"))?;
    let install = Program::new(programs.join("pip")).args(["install", "--quiet"]);
    install.args(ZIG).run()?;
    let path = std::env::var("PATH").unwrap_or_default();
    Ok(format!("{}:{path}", programs.display()))
}
