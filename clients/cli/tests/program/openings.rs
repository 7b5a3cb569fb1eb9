//! `botwerk tournament`: openings from a file.

use std::fs;

use rusqlite::Connection;

use crate::run;

/// Positions on a board of width 4 with 4 ranks.
const OPENINGS: &str = "# two openings\n\n\
    w d2,f2,h2,b4 b8,d8,f8,h8 a3,c3,e3,g3,i3,a7,c7,e7,g7,i7\n\
    w b2,f2,h2,d4 d6,b8,f8,h8 a3,c3,e3,g3,i3,a7,c7,e7,g7,i7\n";

const CUP: &str = "name = \"cup\"\ngame = \"netzwerk\"\nopenings = \"book.txt\"\n\n\
    [options]\nwidth = 4\nranks = 4\nturn_cap = 20\n\n\
    [format]\nkind = \"round-robin\"\ncycles = 3\n\n\
    [[entrant]]\nplayer = \"greedy\"\n\n[[entrant]]\nplayer = \"random\"\n";

#[test]
fn tournament_is_played_from_the_openings_of_a_file_next_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let [cup, book, db] = ["cup.toml", "book.txt", "cup.db"]
        .map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    fs::write(&cup, CUP).unwrap();
    let missing = run(&["tournament", "check", &cup]);
    assert_eq!(missing.code, 2);
    assert!(
        missing.stdout.contains("cup.toml: line 3: openings: "),
        "{missing:?}"
    );
    assert!(missing.stdout.contains("book.txt: "), "{missing:?}");

    fs::write(&book, format!("{OPENINGS}w b4 b8\nnonsense\n")).unwrap();
    let wrong = run(&["tournament", "check", &cup]);
    let lines: Vec<_> = wrong.stdout.lines().collect();
    assert_eq!((wrong.code, lines.len()), (2, 2), "{lines:#?}");
    for (line, number) in lines.iter().zip([5, 6]) {
        let start = format!("{book}: line {number}: openings[{}]: ", number - 3);
        assert!(line.starts_with(&start), "{line}");
    }

    fs::write(&book, OPENINGS).unwrap();
    let good = run(&["tournament", "check", &cup]).good();
    assert!(
        good.contains("2 openings, in an order that follows from the seed\n"),
        "{good}"
    );
    // As editors on other systems write them.
    let with_mark = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
    fs::write(&book, with_mark(OPENINGS)).unwrap();
    fs::write(&cup, with_mark(CUP)).unwrap();
    assert_eq!(run(&["tournament", "check", &cup]).good(), good);
    fs::write(&book, OPENINGS).unwrap();
    fs::write(&cup, CUP).unwrap();
    let rules = "[adjudication.resign]\nscore = 600\nturns = 3\n\n[adjudication.draw]\nscore = 20\nturns = 1\n\n";
    let adjudicated = folder.path().join("adjudicated.toml");
    fs::write(
        &adjudicated,
        CUP.replace("[format]", &format!("{rules}[format]")),
    )
    .unwrap();
    let good = run(&["tournament", "check", adjudicated.to_str().unwrap()]).good();
    let lines = "\nlost after 3 turns of both with scores of -600 or less and 600 or more\n\
                 drawn after 1 turn of both with scores from -20 to 20, from turn 1 on\n";
    assert!(good.contains(lines), "{good}");
    let text = run(&["tournament", "run", &cup]).good();
    assert!(text.contains("over, 6 of 6 matches"), "{text}");
    // The same file with the same openings is the same tournament.
    let again = run(&["tournament", "run", &cup]).good();
    assert!(again.contains("over, 6 of 6 matches"), "{again}");
    assert!(run(&["db", "check", &db]).good().contains("valid"));

    // A tournament with other openings in its configuration was not played from them.
    let connection = Connection::open(&db).unwrap();
    let change = "UPDATE tournaments SET configuration = replace(configuration, 'w d2,f2,h2,b4', 'w d2,f2,b4,h4')";
    assert_eq!(connection.execute(change, []).unwrap(), 1);
    drop(connection);
    let checked = run(&["db", "check", &db]);
    assert!(
        checked
            .stdout
            .contains("the start is not the opening of its block"),
        "{checked:?}"
    );
}
