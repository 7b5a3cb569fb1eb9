//! Names that others have chosen reach no terminal and no table with characters that have an effect.

use std::fs;

use botwerk_engine::is_hidden;

use crate::run;

#[test]
fn no_output_of_a_tournament_contains_hidden_characters_of_a_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup.toml");
    let cup = path.to_str().unwrap();
    let (name, title) = ("a\u{202e}b\u{2066}c\u{200b}d", "cup\u{2029}of\u{feff}all");
    let text = format!(
        "name = \"{title}\"\ngame = \"netzwerk\"\n[options]\nwidth = 2\nranks = 3\n\
         [format]\nkind = \"round-robin\"\ncycles = 1\n\
         [[entrant]]\nname = \"{name}\"\nplayer = \"greedy\"\n[[entrant]]\nplayer = \"random\"\n"
    );
    fs::write(&path, text).unwrap();
    let db = folder.path().join("cup.db");
    let db = db.to_str().unwrap();
    for arguments in [
        &["tournament", "check", cup][..],
        &["tournament", "run", cup, "--db", db],
        &["tournament", "show", "--db", db],
        &["tournament", "show", "--db", db, "--format", "csv"],
        &["tournament", "show", "--db", db, "--format", "markdown"],
        &["tournament", "show", "--view", "status", "--db", db],
        &["tournament", "show", "--view", "crosstable", "--db", db],
    ] {
        let shown = run(arguments);
        assert_eq!(shown.code, 0, "{arguments:?}: {shown:?}");
        let printed = shown.stdout.clone() + &shown.stderr;
        let hidden = printed
            .chars()
            .find(|c| is_hidden(*c) && !['\n', '\r', '\t'].contains(c));
        assert_eq!(hidden, None, "{arguments:?}: {printed:?}");
        // The lines of a CSV table end with a carriage return, also there.
        let json: Vec<&str> = [&["--json"][..], arguments].concat();
        let printed = run(&json).stdout;
        assert!(
            !printed.contains(|c| is_hidden(c) && !['\n', '\r'].contains(&c)),
            "{arguments:?}: {printed:?}"
        );
    }
}
