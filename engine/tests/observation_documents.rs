//! The documents of observations: their tables are those of the fields.

use std::path::Path;
use std::{env, fs};

use botwerk_engine::{GameId, observation_table};

/// The folder of a game's sources.
fn folder(game: GameId) -> String {
    game.name().replace('-', "_")
}

#[test]
fn document_of_observations_has_the_table_of_the_fields() {
    for game in GameId::BUILT_IN {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let path = path.join(folder(*game)).join("OBSERVATION.md");
        let document = fs::read_to_string(&path).unwrap();
        let start = document.find("| bytes |").unwrap();
        let len = document[start..]
            .find("\n\n")
            .map_or(document.len() - start, |end| end + 1);
        let table = observation_table(game.spec().observation_fields);
        if env::var("INSTA_UPDATE").is_ok_and(|value| value == "always") {
            let rest = &document[start + len..];
            fs::write(&path, format!("{}{table}{rest}", &document[..start])).unwrap();
        } else {
            let found = &document[start..start + len];
            assert_eq!(found, table, "{game}: update with INSTA_UPDATE=always");
        }
    }
}
