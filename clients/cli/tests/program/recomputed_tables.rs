//! Every figure of every format follows from the exported matches alone, and from the records alone: a program that shares
//! no code with Botwerk recomputes them.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::tempdir;

use crate::{export_tournament, run};

/// The program that recomputes the tables.
const SCRIPT: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/recompute/tables.py"
);

/// Runs the program on an export.
fn recompute(export: &Path, more: &[&str]) {
    let output = Command::new("python3")
        .arg(SCRIPT)
        .arg(export)
        .args(more)
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{more:?}: {printed}{errors}");
}

/// Plays a tournament and recomputes its export, also from the records.
fn check(name: &str, text: &str) {
    let folder = tempdir().unwrap();
    let file = folder.path().join(format!("{name}.toml"));
    fs::write(&file, format!("name = \"{name}\"\nseed = \"7\"\n{text}")).unwrap();
    let db = folder.path().join("cup.db");
    let (file, db) = (file.to_str().unwrap(), db.to_str().unwrap());
    run(&["tournament", "run", file, "--db", db]).good();
    let export = folder.path().join("export");
    export_tournament(db, &export);
    recompute(&export, &[]);
    recompute(&export, &["--records"]);
}

/// A small board of Netzwerk with four agents, the last of which is weak.
const FOUR: &str = "game = \"netzwerk\"\nopening_turns = 1\n[options]\nwidth = 3\nranks = 4\n\
                    [[entrant]]\nplayer = \"greedy\"\n[[entrant]]\nplayer = \"minimax:nodes=60\"\n\
                    [[entrant]]\nplayer = \"minimax:nodes=200\"\n[[entrant]]\nplayer = \"random\"\n";

/// Returns the text of a tournament in a format.
fn of_four(format: &str) -> String {
    format!("{FOUR}[format]\n{format}\n")
}

#[test]
fn round_robin_is_recomputed() {
    check(
        "round robin",
        &of_four("kind = \"round-robin\"\ncycles = 6"),
    );
}

#[test]
fn gauntlet_is_recomputed() {
    let format = "kind = \"gauntlet\"\nchallengers = 1\ncycles = 5";
    check("gauntlet", &of_four(format));
}

#[test]
fn swiss_rounds_with_byes_are_recomputed() {
    let fifth = "[[entrant]]\nname = \"another\"\nplayer = \"random\"\n";
    let text = of_four("kind = \"swiss\"\nrounds = 3\npairs = 2") + fifth;
    check("swiss", &text);
}

#[test]
fn knockout_is_recomputed() {
    check("knockout", &of_four("kind = \"knockout\"\npairs = 2"));
}

#[test]
fn matches_of_three_seats_are_recomputed() {
    let text = "game = \"droids\"\nseats = 3\n[options]\nround_cap = 3\n[format]\nkind = \"round-robin\"\ncycles = 3\n\
                [[entrant]]\nplayer = \"greedy\"\n[[entrant]]\nplayer = \"random\"\n\
                [[entrant]]\nname = \"third\"\nplayer = \"random\"\n";
    check("three seats", text);
}

#[test]
fn ratings_of_leagues_are_recomputed() {
    let entrants = "[[entrant]]\nplayer = \"greedy\"\nanchor = 100\n\
                    [[entrant]]\nplayer = \"random\"\nanchor = true\n\
                    [[entrant]]\nname = \"second\"\nplayer = \"random\"\n\
                    [[entrant]]\nname = \"third\"\nplayer = \"greedy\"\n";
    let league = "[format]\nkind = \"league\"\nseason_matches = 60\nseasons = 1\n";
    let two = "game = \"netzwerk\"\nopening_turns = 1\n[options]\nwidth = 3\nranks = 4\n";
    let three = "game = \"droids\"\nseats = 3\n[options]\nround_cap = 2\n";
    check("league", &format!("{two}{league}{entrants}"));
    check(
        "league of three seats",
        &format!("{three}{league}{entrants}"),
    );
}

/// Entrants that do not vary their choices play the same matches again and again from the same position.
#[test]
fn repeated_matches_are_recomputed() {
    let text = "game = \"netzwerk\"\nopening_turns = 0\n[format]\nkind = \"round-robin\"\ncycles = 8\n\
                [options]\nwidth = 3\nranks = 4\n\
                [[entrant]]\nplayer = \"minimax:nodes=60\"\n[[entrant]]\nplayer = \"minimax:nodes=200\"\n";
    check("repeats", text);
}

#[test]
fn sequential_test_with_matches_after_its_verdict_is_recomputed() {
    let text = "game = \"netzwerk\"\nopening_turns = 2\n[format]\nkind = \"sprt\"\nelo0 = 0\nelo1 = 100\n\
                [options]\nwidth = 3\nranks = 4\n\
                [[entrant]]\nplayer = \"minimax:nodes=400\"\n[[entrant]]\nplayer = \"random\"\n";
    check("test", text);
}

#[test]
fn annulled_and_forfeited_matches_are_recomputed() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("cup.toml");
    let program = folder.path().join("crashing.py");
    let text = format!(
        "name = \"cup\"\n{FOUR}[format]\nkind = \"round-robin\"\ncycles = 4\n\
         [[entrant]]\nname = \"crashing\"\nplayer = \"python3 {}\"\n",
        program.display()
    );
    fs::write(&file, text).unwrap();
    // It says hello and exits at its first decision.
    let bot = "import sys\nprint('{\"type\": \"hello\", \"protocol\": 1}', flush=True)\n\
               sys.stdin.readline()\nline = sys.stdin.readline()\nsys.exit(3 if 'decision' in line else 0)\n";
    fs::write(program, bot).unwrap();
    let db = folder.path().join("cup.db");
    let db = db.to_str().unwrap();
    let printed = run(&["tournament", "run", file.to_str().unwrap(), "--db", db]).good();
    assert!(
        printed.contains("crashing is withdrawn: failed 3 times in a row"),
        "{printed}"
    );
    assert!(printed.contains("exited (exit status: 3)"), "{printed}");
    let export = folder.path().join("export");
    export_tournament(db, &export);
    recompute(&export, &[]);
}
