//! A store in a folder or database of its own, and the server that uses it.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use botwerk_client::{Client, ConnectOptions};
use botwerk_test_postgres::PostgresCluster;
use botwerk_tests::json_lines;
use serde_json::Value;
use tempfile::TempDir;

use super::fixture::{Fixture, FixtureKind};
use crate::serve::Server;
use crate::{command, run};

const ADMIN_TOKEN: &str = "an-admin-token-of-length";

/// A database file or a database of PostgreSQL.
pub(super) struct StoreCopy {
    folder: TempDir,
    cluster: Option<Arc<PostgresCluster>>,
    /// Path of the file, or URL of the database.
    pub(super) url: String,
}

impl StoreCopy {
    /// Creates an empty store; returns `None` where PostgreSQL is not installed.
    pub(super) fn create(kind: FixtureKind) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let cluster = match kind {
            FixtureKind::Sqlite => None,
            FixtureKind::Postgres => Some(PostgresCluster::shared()?),
        };
        let url = match &cluster {
            None => folder.path().join("store.db").to_str().unwrap().to_owned(),
            Some(cluster) => cluster.create_database(),
        };
        Some(Self {
            folder,
            cluster,
            url,
        })
    }

    /// Unpacks a store, and migrates it if that needs a command.
    pub(super) fn unpack(fixture: &Fixture) -> Option<Self> {
        let store = Self::create(fixture.kind)?;
        match &store.cluster {
            None => fs::write(&store.url, fixture.content()).unwrap(),
            Some(cluster) => {
                let sql = String::from_utf8(fixture.content()).unwrap();
                cluster.load(&store.url, &sql);
                run(&["db", "migrate", &store.url]).good();
            }
        }
        Some(store)
    }

    /// Returns the version of the schema, and the content of a store that no server uses.
    pub(super) fn content(&self) -> (u32, Vec<u8>) {
        let sql = "SELECT max(version) FROM refinery_schema_history";
        let Some(cluster) = &self.cluster else {
            run(&["db", "vacuum", &self.url]).good();
            let file = rusqlite::Connection::open(&self.url).unwrap();
            let version = file.query_row(sql, [], |row| row.get(0)).unwrap();
            file.close().unwrap();
            return (version, fs::read(&self.url).unwrap());
        };
        let database = self
            .url
            .trim_start_matches("postgres:///")
            .split('?')
            .next();
        let version = cluster.run_sql(database.unwrap(), sql).parse().unwrap();
        (version, cluster.dump(&self.url).into_bytes())
    }

    /// Returns the text of each record by its file name; all of them are verified.
    pub(super) fn export_records(&self) -> BTreeMap<String, String> {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().to_str().unwrap();
        run(&["db", "export", &self.url, "--out", out]).good();
        let files = fs::read_dir(folder.path()).unwrap();
        let paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        let is_record = |path: &&PathBuf| path.extension().is_some_and(|it| it == "bwr");
        let records: Vec<_> = paths.iter().filter(is_record).collect();
        let mut verify = command(&["record", "verify"]);
        let verified = verify.args(&records).output().unwrap();
        assert!(verified.status.success(), "{verified:?}");
        let record = |path: &&PathBuf| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(path).unwrap())
        };
        records.iter().map(record).collect()
    }

    /// Writes the folder of a bot with its manifest; returns its path.
    pub(super) fn write_bot(&self, name: &str) -> String {
        let folder = self.folder.path().join(name);
        fs::create_dir_all(&folder).unwrap();
        let manifest = "game = \"netzwerk\"\ncommand = \"bash bot.sh\"\n";
        fs::write(folder.join("botwerk.toml"), manifest).unwrap();
        fs::write(folder.join("bot.sh"), "exit 1\n").unwrap();
        folder.to_str().unwrap().to_owned()
    }
}

/// A server on a store.
pub(super) struct StoreServer {
    server: Server,
    pub(super) address: String,
}

impl StoreServer {
    pub(super) fn start(url: &str) -> Self {
        let mut serve = command(&["--json", "serve", "--listen", "127.0.0.1:0", "--db", url]);
        serve.args(["--drain-secs", "0", "--lease-secs", "1"]);
        serve.env("BOTWERK_ADMIN_TOKEN", ADMIN_TOKEN);
        let server = Server::run(serve.stderr(Stdio::null()));
        let address = server.address.clone();
        Self { server, address }
    }

    /// Ends the server; matches and tournaments in progress stay so.
    pub(super) fn stop(mut self) {
        self.server.signal("-TERM");
        let status = self.server.child.wait().unwrap();
        assert!(status.success(), "{status}");
    }

    fn lines(&self, command: &mut Command) -> Vec<Value> {
        let output = command
            .env("BOTWERK_SERVER", &self.address)
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        json_lines(&String::from_utf8(output.stdout).unwrap())
    }

    /// Runs a command of the operator, and returns its lines.
    pub(super) fn operate(&self, arguments: &[&str]) -> Vec<Value> {
        let mut command = command(&[&["--json"], arguments].concat());
        self.lines(command.env("BOTWERK_ADMIN_TOKEN", ADMIN_TOKEN))
    }

    /// Runs a command of an owner, and returns its lines.
    pub(super) fn own(&self, token: &str, arguments: &[&str]) -> Vec<Value> {
        let mut command = command(&[&["--json"], arguments].concat());
        self.lines(command.env("BOTWERK_OWNER_TOKEN", token))
    }

    /// Returns a client of the operator.
    pub(super) async fn operator(&self) -> Client {
        let access = ConnectOptions {
            admin_token: Some(ADMIN_TOKEN.into()),
            ca: None,
        };
        let client = Client::connect_with(&self.address, &access).await;
        client.unwrap()
    }
}
