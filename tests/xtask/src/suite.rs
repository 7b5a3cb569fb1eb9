//! `test`: the tests of one language or one kind.

use std::path::PathBuf;
use std::str::FromStr;

use crate::files::{npm, pages};
use crate::program::{Program, botwerk, oidc_provider, python_environment, target};
use crate::{Failure, own_game, root};

/// Tests that are run together.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Suite {
    Rust,
    Web,
    Python,
    Go,
    Java,
    Cpp,
    Postgres,
    Frameworks,
    OwnGame,
}

impl FromStr for Suite {
    type Err = Failure;

    fn from_str(name: &str) -> Result<Self, Failure> {
        Ok(match name {
            "rust" => Self::Rust,
            "web" => Self::Web,
            "python" => Self::Python,
            "go" => Self::Go,
            "java" => Self::Java,
            "cpp" => Self::Cpp,
            "postgres" => Self::Postgres,
            "frameworks" => Self::Frameworks,
            "own-game" => Self::OwnGame,
            _ => {
                return Err(format!(
                    "`{name}`: expected rust, web, python, go, java, cpp, postgres, frameworks or own-game"
                ));
            }
        })
    }
}

impl Suite {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self {
            Self::Rust => rust(),
            Self::Web => web(),
            Self::Python => python(),
            Self::Go => go(),
            Self::Java => java(),
            Self::Cpp => cpp(),
            Self::Postgres => postgres(),
            Self::Frameworks => frameworks(),
            Self::OwnGame => own_game::check(),
        }
    }
}

fn rust() -> Result<(), Failure> {
    Program::cargo()
        .args(["test", "--workspace", "--locked", "--no-fail-fast"])
        .run()
}

/// The client in TypeScript, the modules as pages load them, the built pages, and whole flows in a browser, whose
/// screenshots stay in `target/screenshots`.
fn web() -> Result<(), Failure> {
    let program = botwerk()?;
    pages(&["--check"])?;
    // The pages have installed and built it.
    for script in ["test", "test:nodes", "check-package"] {
        let typescript = npm("clients/typescript").args(["run", script, "--silent"]);
        typescript.env("BOTWERK", own_game_program()?).run()?;
    }
    let provider = oidc_provider()?;
    for script in ["build", "test", "test:browser"] {
        let script = npm("clients/web").args(["run", script, "--silent"]);
        let script = script.env("BOTWERK", &program);
        match &provider {
            Some(provider) => script.env("BOTWERK_OIDC_PROVIDER", provider).run()?,
            None => script.run()?,
        }
    }
    Ok(())
}

/// The package for Python, compiled as tests are, so that all other crates are compiled already.
fn python() -> Result<(), Failure> {
    let program = botwerk()?;
    let environment = target().join("python");
    let programs = python_environment(&environment)?;
    let pip = Program::new(programs.join("pip"));
    pip.args(["install", "--quiet", "maturin>=1.16,<2"]).run()?;
    Program::new(programs.join("maturin"))
        .args([
            "develop",
            "--locked",
            "--features",
            "test-build",
            "--extras",
            "test",
        ])
        .folder("clients/python")
        .env("VIRTUAL_ENV", &environment)
        .run()?;
    Program::new(programs.join("python"))
        .args(["-m", "pytest"])
        .folder("clients/python")
        .env("VIRTUAL_ENV", &environment)
        .env("BOTWERK", &program)
        .run()
}

/// Bots and environments of a server with the oldest libraries that the package for Python accepts.
pub(crate) fn python_with_oldest_libraries() -> Result<(), Failure> {
    let program = botwerk()?;
    let programs = python_environment(&target().join("python-oldest"))?;
    let libraries = [
        "grpcio==1.66.2",
        "grpcio-status==1.66.2",
        "numpy>=1.26",
        "protobuf==5.26.1",
        "pytest>=9,<10",
    ];
    let pip = Program::new(programs.join("pip")).args(["install", "--quiet"]);
    pip.args(libraries).run()?;
    Program::new(programs.join("python"))
        .args(["-W", "error::RuntimeWarning", "-m", "pytest"])
        .args(
            ["test_remote", "test_bot", "test_async", "test_errors"]
                .map(|name| format!("tests/{name}.py")),
        )
        .args(["-k", "not check_bot and not readme"])
        .folder("clients/python")
        .env("PYTHONPATH", root().join("clients/python/python"))
        .env("BOTWERK", &program)
        .run()
}

/// Returns the program that has a game without messages of its own as well, which bots of every language play.
fn own_game_program() -> Result<PathBuf, Failure> {
    let program = botwerk()?;
    Ok(program.with_file_name("examples").join("connect_four"))
}

fn go() -> Result<(), Failure> {
    let unformatted = Program::new("gofmt").args(["-l", "clients/go"]).output()?;
    if !unformatted.is_empty() {
        return Err(format!(
            "run gofmt -w on: {}",
            unformatted.trim().replace('\n', " ")
        ));
    }
    Program::new("go")
        .args(["vet", "./..."])
        .folder("clients/go")
        .run()?;
    let test = Program::new("go")
        .args(["test", "-race", "./..."])
        .folder("clients/go");
    test.env("BOTWERK", own_game_program()?).run()
}

fn java() -> Result<(), Failure> {
    Program::new("mvn")
        .args(["--quiet", "--batch-mode", "verify"])
        .folder("clients/java")
        .env("BOTWERK", own_game_program()?)
        .run()
}

fn cpp() -> Result<(), Failure> {
    let program = own_game_program()?;
    let build = target().join("cpp");
    let cmake = || Program::new("cmake").env("BOTWERK", &program);
    cmake()
        .args(["-S", "clients/cpp", "-B"])
        .arg(&build)
        .run()?;
    cmake().arg("--build").arg(&build).run()?;
    let ctest = Program::new("ctest")
        .env("BOTWERK", &program)
        .arg("--test-dir");
    ctest
        .arg(&build)
        .args(["--parallel", "6", "--output-on-failure"])
        .run()
}

/// The tests that skip what they need PostgreSQL for, where it is not installed.
fn postgres() -> Result<(), Failure> {
    let test = || {
        let cargo = Program::cargo().env("BOTWERK_REQUIRE_POSTGRES", "1");
        cargo.args(["test", "--workspace", "--locked", "--no-fail-fast"])
    };
    test()
        .args(["--test", "leases", "--test", "tournaments"])
        .run()?;
    test()
        .args(["--lib", "--test", "program", "postgres"])
        .run()
}

/// Stable-Baselines3, `TorchRL` and `RLlib`, with the package of the suite `python`, in an environment of their own: `RLlib`
/// requires an older Gymnasium. They install `PyTorch` with its libraries for GPUs, six gigabytes; an index of CPU
/// builds in `PIP_EXTRA_INDEX_URL` saves five.
fn frameworks() -> Result<(), Failure> {
    let laboratory = ["build", "--locked", "--package", "botwerk-lab"];
    Program::cargo().args(laboratory).run()?;
    let environment = target().join("frameworks");
    let programs = python_environment(&environment)?;
    let pip = || Program::new(programs.join("pip")).args(["install", "--quiet"]);
    pip().arg("pip>=25.1").run()?;
    pip()
        .args(["--group", "frameworks"])
        .folder("clients/python")
        .run()?;
    let tests = [
        "environments",
        "rllib",
        "stable_baselines3",
        "torchrl",
        "framework_examples",
        "ray",
    ];
    Program::new(programs.join("python"))
        .args(["-m", "pytest"])
        .args(tests.map(|name| format!("tests/test_{name}.py")))
        .folder("clients/python")
        .env("BOTWERK_REQUIRE_FRAMEWORKS", "1")
        .env("PYTHONPATH", root().join("clients/python/python"))
        .run()
}
