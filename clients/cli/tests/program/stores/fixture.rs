//! The files of `tests/stores`.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::Value;

pub(super) const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/stores");

/// A database that keeps stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FixtureKind {
    Sqlite,
    Postgres,
}

impl FixtureKind {
    fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "sqlite",
            Self::Postgres => "postgres",
        }
    }

    fn suffix(self) -> &'static str {
        match self {
            Self::Sqlite => ".db.gz",
            Self::Postgres => ".sql.gz",
        }
    }
}

/// A store of one version of the schema: `sqlite-v12.db.gz` or `postgres-v8.sql.gz`, and next to it `sqlite-v12.json.gz`
/// with what it is to contain.
#[derive(Debug)]
pub(super) struct Fixture {
    pub(super) kind: FixtureKind,
    version: u32,
}

impl Fixture {
    pub(super) fn new(kind: FixtureKind, version: u32) -> Self {
        Self { kind, version }
    }

    /// Returns the stores of a database, the oldest first.
    pub(super) fn all(kind: FixtureKind) -> Vec<Self> {
        let files = fs::read_dir(FOLDER).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let prefix = format!("{}-v", kind.name());
        let version = |name: String| -> Option<u32> {
            let version = name.strip_prefix(&prefix)?.strip_suffix(kind.suffix())?;
            Some(version.parse().unwrap())
        };
        let mut versions: Vec<u32> = names.filter_map(version).collect();
        versions.sort_unstable();
        let fixture = |version| Self::new(kind, version);
        versions.into_iter().map(fixture).collect()
    }

    /// Returns the names of the files of the store and of what it is to contain.
    pub(super) fn file_names(&self) -> [String; 2] {
        let stem = format!("{}-v{}", self.kind.name(), self.version);
        [self.kind.suffix(), ".json.gz"].map(|suffix| format!("{stem}{suffix}"))
    }

    fn paths(&self) -> [PathBuf; 2] {
        self.file_names().map(|name| Path::new(FOLDER).join(name))
    }

    /// Returns the content of the store.
    pub(super) fn content(&self) -> Vec<u8> {
        unpack(&self.paths()[0])
    }

    /// Returns what the store is to contain.
    pub(super) fn expected(&self) -> Value {
        serde_json::from_slice(&unpack(&self.paths()[1])).unwrap()
    }

    /// Writes both files.
    pub(super) fn write(&self, content: &[u8], expected: &Value) {
        let expected = serde_json::to_vec_pretty(expected).unwrap();
        for (path, bytes) in self.paths().iter().zip([content, &expected]) {
            let mut packed = GzEncoder::new(fs::File::create(path).unwrap(), Compression::best());
            packed.write_all(bytes).unwrap();
            packed.finish().unwrap();
        }
    }
}

fn unpack(path: &Path) -> Vec<u8> {
    let mut content = Vec::new();
    let mut packed = GzDecoder::new(fs::File::open(path).unwrap());
    packed.read_to_end(&mut content).unwrap();
    content
}
