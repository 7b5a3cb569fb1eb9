//! A game of one's own, as a reader of `docs/adding-a-game.md` builds it: in a project outside of the workspace.

use std::fs;
use std::path::PathBuf;

use crate::program::{Program, target};
use crate::{Failure, root};

/// Creates the project of the tutorial and checks it with the features and profiles that others have.
pub(crate) fn check() -> Result<(), Failure> {
    let project = Project::create()?;
    let [create, ..] = &blocks()?[..] else {
        return Err("docs/adding-a-game.md: no block of commands".into());
    };
    let link = format!("ln -sfn '{}' botwerk", root().display());
    project.bash(&Project::beginning(&link, create))?;
    let check = Program::cargo().args(["check", "--quiet", "--message-format=json"]);
    let check = check.folder(project.path("connect-four"));
    let messages = check.env("CARGO_TARGET_DIR", target()).output()?;
    // Code that only some features use is compiled here alone.
    let is_warning = |line: &&str| line.contains("\"level\":\"warning\"");
    messages.lines().find(is_warning).map_or(Ok(()), |warning| {
        Err(format!(
            "connect-four with the features that others have: {warning}"
        ))
    })
}

/// Follows the tutorial: runs all its commands.
pub(crate) fn follow() -> Result<(), Failure> {
    let project = Project::create()?;
    let blocks = blocks()?;
    let (create, commands) = blocks.split_first().ok_or("no block of commands")?;
    // The modules of pages are built in the clone, whose crates a link would name twice.
    let clone = format!("git clone --quiet '{}' botwerk", root().display());
    let beginning = Project::beginning(&clone, create);
    let commands = format!("{beginning}\n{}", commands.join("\n"));
    project.bash(&commands)
}

/// Returns the blocks of commands in the tutorial.
fn blocks() -> Result<Vec<String>, Failure> {
    let file = root().join("docs/adding-a-game.md");
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let blocks = text.split("\n```sh\n").skip(1);
    let commands = blocks.map(|block| block.split("\n```").next().unwrap_or_default().to_owned());
    Ok(commands.collect())
}

/// A folder with a clone of Botwerk and the project next to it. Dropping it removes the folder.
struct Project {
    folder: PathBuf,
}

impl Project {
    fn create() -> Result<Self, Failure> {
        let folder = std::env::temp_dir().join(format!("botwerk-own-game-{}", std::process::id()));
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Self { folder })
    }

    fn path(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }

    /// Returns commands that create the project with the program of the tutorial. Its dependencies have the versions of the
    /// workspace, so that they are the same every time, and its flags, so that they are compiled once for both.
    fn beginning(get_botwerk: &str, create: &str) -> String {
        let copy = "cp ../botwerk/clients/cli/examples/connect_four.rs src/main.rs";
        format!(
            "{get_botwerk}\nln -sfn botwerk/.cargo .cargo\n{create}\n{copy}\ncp ../botwerk/Cargo.lock ."
        )
    }

    fn bash(&self, commands: &str) -> Result<(), Failure> {
        let bash = Program::new("bash").args(["-euxc", commands]);
        let bash = bash.env("CARGO_TARGET_DIR", target());
        bash.folder(self.path("")).run()
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        // What is left behind is in a folder for temporary files.
        let _ = fs::remove_dir_all(&self.folder);
    }
}
