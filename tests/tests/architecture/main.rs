//! The architecture: which crate may depend on which, licences, module cycles, what a game touches,
//! and links, commands and claims of the documents.

// Whatever fails here fails the test, outside of test functions as well.
#![allow(clippy::unwrap_used)]

mod claims;
mod documented_commands;
mod links;
mod module_graph;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use botwerk_engine::GameId;
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, PackageId};
use module_graph::ModuleGraph;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn metadata() -> Metadata {
    let manifest = root().join("Cargo.toml");
    MetadataCommand::new()
        .manifest_path(manifest)
        .exec()
        .unwrap()
}

/// Everything that a crate of ours needs to run or to be built, itself included.
fn closure(metadata: &Metadata, name: &str) -> BTreeSet<String> {
    let resolve = metadata.resolve.as_ref().unwrap();
    let nodes: BTreeMap<&PackageId, _> =
        resolve.nodes.iter().map(|node| (&node.id, node)).collect();
    let start = metadata
        .packages
        .iter()
        .find(|package| package.name == name)
        .unwrap();
    let mut seen = BTreeSet::from([&start.id]);
    let mut left = vec![&start.id];
    while let Some(id) = left.pop() {
        for dependency in &nodes[id].deps {
            let used = dependency
                .dep_kinds
                .iter()
                .any(|k| k.kind != DependencyKind::Development);
            if used && seen.insert(&dependency.pkg) {
                left.push(&dependency.pkg);
            }
        }
    }
    seen.into_iter()
        .map(|id| metadata[id].name.to_string())
        .collect()
}

#[test]
fn rules_agents_and_formats_use_no_network_clock_or_files() {
    let metadata = metadata();
    for ours in [
        "botwerk-engine",
        "botwerk-agents",
        "botwerk-lanes",
        "botwerk-tournament",
    ] {
        let closure = closure(&metadata, ours);
        for foreign in [
            "tokio",
            "tonic",
            "prost",
            "hyper",
            "rusqlite",
            "mio",
            "botwerk-proto",
        ] {
            assert!(
                !closure.contains(foreign),
                "{ours} must not depend on {foreign}"
            );
        }
    }
}

/// Clocks, files, sockets, processes and the environment, as sources name them.
const OUTSIDE: [&str; 10] = [
    "Instant::now",
    "SystemTime",
    "std::fs",
    "TcpStream",
    "TcpListener",
    "UdpSocket",
    "UnixStream",
    "std::env",
    "std::process",
    "tokio::",
];

/// Folders of pure functions, and whether they may use threads.
const PURE_FOLDERS: [(&str, bool); 6] = [
    ("engine/src", false),
    ("agents/src", true),
    ("agents/lanes/src", true),
    ("service/tournament/src", false),
    ("service/wire/src", false),
    ("clients/web/wasm/src", false),
];

#[test]
fn sources_of_rules_and_agents_use_no_clock_file_or_socket() {
    for (folder, may_use_threads) in PURE_FOLDERS {
        let files = sources(&[folder]);
        assert!(files.len() > 2, "{folder}: {files:?}");
        let mut names = OUTSIDE.to_vec();
        if !may_use_threads {
            names.push("std::thread");
        }
        for file in files {
            if file.extension().is_none_or(|end| end != "rs") {
                continue;
            }
            let text = fs::read_to_string(&file).unwrap();
            // Unit tests may measure.
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
            let mut lines = code.lines().map(str::trim);
            let found = lines.find(|line| {
                !line.starts_with("//") && names.iter().any(|name| line.contains(name))
            });
            assert_eq!(found, None, "{}", file.display());
        }
    }
}

#[test]
fn web_pages_load_no_server() {
    // Features are those of the whole workspace here, so this is about crates of its own only.
    let closure = closure(&metadata(), "botwerk-wasm");
    for heavy in ["botwerk-service", "botwerk-tournament", "rusqlite"] {
        assert!(
            !closure.contains(heavy),
            "botwerk-wasm must not depend on {heavy}"
        );
    }
}

#[test]
fn dependencies_point_one_way() {
    let metadata = metadata();
    let ours = |name: &str| -> BTreeSet<String> {
        closure(&metadata, name)
            .into_iter()
            .filter(|other| other == "botwerk" || other.starts_with("botwerk-"))
            .collect()
    };
    let set = |names: &[&str]| -> BTreeSet<String> {
        names.iter().map(|name| format!("botwerk-{name}")).collect()
    };
    assert_eq!(ours("botwerk-proto"), set(&["proto"]));
    assert_eq!(ours("botwerk-proto-generate"), set(&["proto-generate"]));
    assert_eq!(ours("botwerk-engine"), set(&["engine"]));
    assert_eq!(ours("botwerk-agents"), set(&["engine", "agents"]));
    assert_eq!(ours("botwerk-lanes"), set(&["engine", "agents", "lanes"]));
    assert_eq!(
        ours("botwerk-tournament"),
        set(&["engine", "agents", "tournament"])
    );
    let games = ["engine", "agents", "proto", "wire"];
    assert_eq!(ours("botwerk-wire"), set(&games));
    assert_eq!(ours("botwerk-wasm"), set(&[&games[..], &["wasm"]].concat()));
    let messages = [&games[..], &["tournament", "tournament-wire"]].concat();
    assert_eq!(ours("botwerk-tournament-wire"), set(&messages));
    assert_eq!(ours("botwerk-archive"), set(&["engine", "archive"]));
    let served = [&messages[..], &["lanes", "archive", "service"]].concat();
    assert_eq!(ours("botwerk-service"), set(&served));
    let library = ["engine", "agents", "proto", "client"];
    assert_eq!(ours("botwerk-client"), set(&library));
    assert_eq!(ours("botwerk-pages"), set(&["pages"]));
    let command = [&library[..], &["lanes", "tournament", "command"]].concat();
    assert_eq!(ours("botwerk-command"), set(&command));
    let launch = [&command[..], &["launch"]].concat();
    assert_eq!(ours("botwerk-launch"), set(&launch));
    assert_eq!(
        ours("botwerk-check-bot"),
        set(&[&launch[..], &["check-bot"]].concat())
    );
    assert_eq!(
        ours("botwerk-records"),
        set(&[&launch[..], &["wire", "records"]].concat())
    );
    assert_eq!(
        ours("botwerk-conformance"),
        set(&[&command[..], &["wire", "conformance"]].concat())
    );
    let play = [&command[..], &["games", "play"]].concat();
    assert_eq!(
        ours("botwerk-games"),
        set(&[&command[..], &["games"]].concat())
    );
    assert_eq!(ours("botwerk-play"), set(&play));
    assert_eq!(ours("botwerk-mcp"), set(&[&play[..], &["mcp"]].concat()));
    let worker = [&served[..], &["client", "command", "worker"]].concat();
    assert_eq!(ours("botwerk-worker"), set(&worker));
    let host = [&served[..], &["client", "command", "launch", "host"]].concat();
    assert_eq!(ours("botwerk-host"), set(&host));
    let commands = [
        "check-bot",
        "conformance",
        "games",
        "host",
        "launch",
        "mcp",
        "pages",
        "play",
        "records",
    ];
    let program = [&worker[..], &commands].concat();
    let program: BTreeSet<_> = set(&program)
        .into_iter()
        .chain(["botwerk".into()])
        .collect();
    assert_eq!(ours("botwerk"), program);
    // The lab floods servers with the same calls as the tests.
    let lab = set(&["lab", "test-postgres", "tests"]);
    let lab: BTreeSet<_> = program.into_iter().chain(lab).collect();
    assert_eq!(ours("botwerk-lab"), lab);
}

#[test]
fn the_client_library_is_light() {
    let metadata = metadata();
    // Features are those of the whole workspace here, so this is about crates of its own only.
    let closure = closure(&metadata, "botwerk-client");
    for heavy in [
        "botwerk-service",
        "botwerk-tournament",
        "botwerk-tournament-wire",
        "botwerk-wire",
        "clap",
        "comfy-table",
        "csv",
        "mimalloc",
        "rusqlite",
    ] {
        assert!(
            !closure.contains(heavy),
            "botwerk-client must not depend on {heavy}"
        );
    }
}

#[test]
fn the_workspace_is_these_crates_under_one_licence() {
    let metadata = metadata();
    let names: BTreeSet<_> = metadata
        .workspace_packages()
        .iter()
        .map(|package| package.name.to_string())
        .collect();
    let expected = [
        "botwerk",
        "botwerk-agents",
        "botwerk-archive",
        "botwerk-check-bot",
        "botwerk-client",
        "botwerk-command",
        "botwerk-conformance",
        "botwerk-engine",
        "botwerk-games",
        "botwerk-host",
        "botwerk-lab",
        "botwerk-lanes",
        "botwerk-launch",
        "botwerk-mcp",
        "botwerk-pages",
        "botwerk-play",
        "botwerk-proto",
        "botwerk-proto-generate",
        "botwerk-python",
        "botwerk-records",
        "botwerk-service",
        "botwerk-test-postgres",
        "botwerk-tests",
        "botwerk-tournament",
        "botwerk-tournament-wire",
        "botwerk-wasm",
        "botwerk-wire",
        "botwerk-worker",
        "xtask",
    ];
    assert_eq!(names, expected.map(str::to_owned).into());
    let document = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    for name in &names {
        let row = format!("| `{name}` | `");
        assert!(document.contains(&row), "docs/architecture.md lacks {name}");
    }
    for package in metadata.workspace_packages() {
        assert_eq!(
            package.license.as_deref(),
            Some("MIT OR Apache-2.0"),
            "{}",
            package.name
        );
    }
}

/// The owner of the names replaces the address in one command: docs/releasing.md.
#[test]
fn every_manifest_names_the_same_repository() {
    let metadata = metadata();
    let packages = metadata.workspace_packages();
    let program = packages.iter().find(|package| package.name == "botwerk");
    let repository = program.and_then(|program| program.repository.clone());
    let repository = repository.expect("Cargo.toml names the repository");
    let (host, _) = repository.rsplit_once('/').unwrap();
    let (host, book) = (format!("{host}/"), format!("{host}/book"));
    for file in [
        "clients/cli/install/install.ps1",
        "clients/cli/install/install.sh",
        "clients/go/doc.go",
        "clients/java/pom.xml",
        "clients/python/pyproject.toml",
        "clients/typescript/package.json",
        "docs/book.toml",
        "docs/deployment/Containerfile",
    ] {
        let text = fs::read_to_string(root().join(file)).unwrap();
        assert!(text.contains(&repository), "{file}: no {repository}");
        let others = text.match_indices(&host).filter(|(at, _)| {
            let address = &text[*at..];
            !address.starts_with(&repository) && !address.starts_with(&book)
        });
        assert_eq!(others.count(), 0, "{file}: another address of {host}");
    }
}

#[test]
fn every_file_of_the_api_is_in_its_readme() {
    let readme = fs::read_to_string(root().join("proto/README.md")).unwrap();
    for entry in fs::read_dir(root().join("proto/botwerk/v1")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(
            readme.contains(&format!("`{name}`")),
            "proto/README.md lacks {name}"
        );
    }
}

/// With settings of its own for the package of a program, Cargo leaves the symbols in it, whatever `strip` says.
#[test]
fn released_programs_are_stripped() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let release = manifest.split("\n[profile.release]\n").nth(1).unwrap();
    let release = release.split("\n[").next().unwrap();
    assert!(release.contains("\nstrip = true\n"), "{release}");
    for profile in ["release", "dist"] {
        let settings = format!("[profile.{profile}.package.botwerk]");
        assert!(!manifest.contains(&settings), "{settings}");
    }
}

/// Licences that a dependency may have.
const LICENCES: [&str; 13] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Returns `true` if an SPDX expression can be fulfilled with allowed licences. `/` is the old form of `OR`;
/// parentheses occur only around whole alternatives.
fn is_allowed(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ").replace(['(', ')'], "");
    expression.split(" AND ").all(|part| {
        part.split(" OR ")
            .any(|licence| LICENCES.contains(&licence.trim()))
    })
}

#[test]
fn every_dependency_has_an_allowed_licence() {
    let metadata = metadata();
    let wrong: Vec<_> = metadata
        .packages
        .iter()
        .filter(|package| !package.license.as_deref().is_some_and(is_allowed))
        .map(|package| format!("{} {:?}", package.name, package.license))
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(!is_allowed("GPL-3.0") && !is_allowed("MIT AND GPL-2.0") && is_allowed("MIT/GPL-2.0"));
}

/// The paths that every game has, by its name with underscores: a folder, or a file where one is
/// enough.
fn game_paths(game: &str) -> [String; 4] {
    [
        format!("engine/src/{game}"),
        format!("agents/src/{game}"),
        format!("proto/botwerk/v1/{game}.proto"),
        format!("service/wire/src/{game}"),
    ]
}

/// Returns `true` if a path, relative to the root, is a file or a folder named after the game.
fn is_own_path(path: &Path, game: &str) -> bool {
    path.iter()
        .any(|part| Path::new(part).file_stem() == Some(game.as_ref()))
}

/// Folders in which a game may be named only in its own paths.
const FOLDERS: [&str; 17] = [
    "engine/src",
    "agents/src",
    "service/src",
    "service/wire/src",
    "clients/rust/src",
    "clients/check-bot/src",
    "clients/cli/src",
    "clients/command/src",
    "clients/conformance/src",
    "clients/games/src",
    "clients/launch/src",
    "clients/mcp/src",
    "clients/play/src",
    "clients/records/src",
    "clients/worker/src",
    "tests/lab/src",
    "proto/botwerk",
];

/// All source files of the folders, except unit tests.
fn sources(folders: &[&str]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders: Vec<_> = folders
        .iter()
        .map(|folder| root().join(folder))
        .filter(|folder| folder.exists())
        .collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    let is_test = |path: &Path| {
        path.components().any(|part| {
            let name = part.as_os_str().to_string_lossy();
            let name = name.trim_end_matches(".rs");
            name == "tests" || name.ends_with("_tests")
        })
    };
    // The root is reached by way of the crate of tests itself, and the lab lies in its folder.
    files.retain(|path| {
        let path = path.strip_prefix(root()).unwrap();
        !is_test(path.strip_prefix("tests/lab").unwrap_or(path))
    });
    files.sort();
    files
}

/// Folders whose features only some games have, and the measurements of the server, which play one
/// game as their load.
const OPTIONAL_FEATURES: [&str; 9] = [
    "/solve/",
    "/puzzle/",
    "/net/",
    "/problems/",
    "/weights/",
    "/responses/",
    "/bench/",
    "/chaos/",
    "/strangers/",
];

/// Maximum number of lines of Rust outside its own paths that name a game.
const MAX_RUST_LINES: usize = 5;

/// Maximum number of lines of one `.proto` file outside its own that name a game: an import, and a
/// field of an action and of a position.
const MAX_PROTO_LINES: usize = 3;

/// The lines of a file that name a game, comments left out.
fn lines_naming(path: &Path, names: [&str; 2]) -> Vec<String> {
    // A net is no text.
    let text = String::from_utf8(fs::read(path).unwrap()).unwrap_or_default();
    let code = text.lines().map(str::trim);
    code.filter(|line| !line.starts_with("//"))
        .filter(|line| names.iter().any(|name| line.contains(name)))
        .map(|line| format!("{}: {line}", path.display()))
        .collect()
}

#[test]
fn games_are_named_only_in_their_own_paths() {
    for game in GameId::BUILT_IN {
        let name = game.name().replace('-', "_");
        let type_name: String = game
            .name()
            .split('-')
            .map(|word| word[..1].to_uppercase() + &word[1..])
            .collect();
        for path in game_paths(&name) {
            let path = root().join(path);
            let exists = path.exists() || path.with_extension("rs").exists();
            assert!(exists, "{} is missing", path.display());
        }
        let mut rust_lines = Vec::new();
        for path in sources(&FOLDERS) {
            let relative = path.strip_prefix(root()).unwrap();
            let text = relative.to_string_lossy();
            let is_optional = OPTIONAL_FEATURES.iter().any(|folder| text.contains(folder));
            if is_optional || is_own_path(relative, &name) {
                continue;
            }
            let mut lines = lines_naming(&path, [&name, &type_name]);
            // Another program, whose dumps are read.
            lines.retain(|line| !line.contains("DriftingDroids"));
            if text.ends_with(".proto") {
                assert!(lines.len() <= MAX_PROTO_LINES, "{game}: {lines:#?}");
            } else {
                rust_lines.extend(lines);
            }
        }
        assert!(
            rust_lines.len() <= MAX_RUST_LINES,
            "{game}: {rust_lines:#?}"
        );
    }
}

/// The root files of the crates, by the names of their folders.
const CRATES: [(&str, &str); 20] = [
    ("proto", "proto/src/lib.rs"),
    ("engine", "engine/src/lib.rs"),
    ("agents", "agents/src/lib.rs"),
    ("service", "service/src/lib.rs"),
    ("tournament", "service/tournament/src/lib.rs"),
    ("tournament-wire", "service/tournament/wire/src/lib.rs"),
    ("wire", "service/wire/src/lib.rs"),
    ("wasm", "clients/web/wasm/src/lib.rs"),
    ("client", "clients/rust/src/lib.rs"),
    ("check-bot", "clients/check-bot/src/lib.rs"),
    ("cli", "clients/cli/src/lib.rs"),
    ("command", "clients/command/src/lib.rs"),
    ("conformance", "clients/conformance/src/lib.rs"),
    ("games", "clients/games/src/lib.rs"),
    ("launch", "clients/launch/src/lib.rs"),
    ("mcp", "clients/mcp/src/lib.rs"),
    ("play", "clients/play/src/lib.rs"),
    ("records", "clients/records/src/lib.rs"),
    ("worker", "clients/worker/src/lib.rs"),
    ("lab", "tests/lab/src/main.rs"),
];

#[test]
fn modules_have_no_cycles() {
    let cycles: Vec<_> = CRATES
        .iter()
        .flat_map(|(name, file)| {
            let graph = ModuleGraph::read(&root().join(file));
            let cycles = graph.cycles();
            let modules = |cycle: BTreeSet<&str>| Vec::from_iter(cycle).join(", ");
            let text = |cycle| format!("{name}: {}", modules(cycle));
            cycles.into_iter().map(text).collect::<Vec<_>>()
        })
        .collect();
    assert!(cycles.is_empty(), "cycles of modules: {cycles:#?}");
}

#[test]
fn only_records_and_unions_of_traits_know_drawings() {
    let graph = ModuleGraph::read(&root().join("engine/src/lib.rs"));
    assert_eq!(
        graph.users("drawing"),
        BTreeSet::from([
            "any_game",
            "any_game::object",
            "game::game_type",
            "laws::any_game",
            "micro_robots::game",
            "plain::grid",
            "plain::plain_game",
            "plain::views",
            "record::frames",
        ])
    );
}

#[test]
fn a_path_is_its_own_if_a_part_of_it_has_the_name_of_the_game() {
    for path in [
        "engine/src/droids/hand.rs",
        "clients/games/src/solve/droids.rs",
    ] {
        assert!(is_own_path(Path::new(path), "droids"), "{path}");
    }
    for path in ["engine/src/games.rs", "engine/src/netzwerk/droids_like.rs"] {
        assert!(!is_own_path(Path::new(path), "droids"), "{path}");
    }
}

/// Folders of the service that use generated API types.
const MESSAGE_MODULES: [&str; 2] = ["service/src/rpc", "service/src/wire"];

#[test]
fn generated_api_types_are_used_only_where_messages_are_converted() {
    let is_use = |line: &&str| line.contains("proto::") || line.contains("botwerk_proto");
    // Items of the same crate that have no message.
    let texts = [
        "use botwerk_proto::DESCRIPTORS;",
        "use botwerk_proto::time_text;",
        "use botwerk_proto::date_text;",
    ];
    let is_use = |line: &&str| is_use(line) && !texts.contains(line);
    let mut uses = 0;
    for path in sources(&FOLDERS) {
        let relative = path.strip_prefix(root()).unwrap();
        let is_code = relative.extension().is_some_and(|it| it == "rs");
        if !is_code || !relative.starts_with("service/src") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let code = text.lines().map(str::trim);
        let lines: Vec<_> = code
            .filter(|line| !line.starts_with("//"))
            .filter(is_use)
            .collect();
        if MESSAGE_MODULES
            .iter()
            .any(|folder| relative.starts_with(folder))
        {
            uses += lines.len();
        } else {
            assert!(lines.is_empty(), "{}: {lines:#?}", relative.display());
        }
    }
    assert!(uses > 0, "the test finds no uses at all");
}
