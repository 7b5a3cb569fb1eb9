//! A temporary PostgreSQL server.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::programs::PostgresPrograms;

/// Time for a server to accept connections.
const START_LIMIT: Duration = Duration::from_secs(30);

/// How a server writes to the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sync {
    /// Every commit is synced, as in production.
    On,
    /// Nothing is synced: a commit survives the end of every process, but no power cut.
    Off,
}

/// A server of its own, which ends when this is dropped or the thread that started it ends.
#[derive(Debug)]
pub struct PostgresCluster {
    programs: PostgresPrograms,
    folder: TempDir,
    sync: Sync,
    server: Option<Child>,
    databases: AtomicU32,
}

impl PostgresCluster {
    /// Starts a server, or returns `None` and prints why if PostgreSQL is not installed.
    ///
    /// # Panics
    /// Panics if the server does not start, or if PostgreSQL is not installed although `BOTWERK_REQUIRE_POSTGRES` is
    /// set.
    pub fn start(sync: Sync) -> Option<Self> {
        let Some(programs) = PostgresPrograms::find() else {
            let is_required = std::env::var_os("BOTWERK_REQUIRE_POSTGRES").is_some();
            assert!(
                !is_required,
                "PostgreSQL is not installed; install the package postgresql"
            );
            eprintln!("skipped: PostgreSQL is not installed, so it is not tested");
            return None;
        };
        let started = Self::create(programs, sync);
        Some(started.unwrap_or_else(|error| panic!("PostgreSQL does not start: {error}")))
    }

    /// Returns a server that syncs nothing and that all present callers of this process share: for tests with a database
    /// of their own that leave the server as it is. It ends with the last of them. Returns `None` as
    /// [`start`](Self::start) does.
    ///
    /// # Panics
    /// Panics as [`start`](Self::start) does.
    pub fn shared() -> Option<Arc<Self>> {
        static SHARED: Mutex<Weak<PostgresCluster>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(running) = shared.upgrade() {
            return Some(running);
        }
        let (sender, started) = channel();
        thread::spawn(move || {
            if sender.send(Self::start(Sync::Off)).is_ok() {
                // The server ends with this thread; the test that needs it first may end before others.
                loop {
                    thread::park();
                }
            }
        });
        let started = started.recv().expect("PostgreSQL starts");
        let running = started.map(Arc::new)?;
        *shared = Arc::downgrade(&running);
        Some(running)
    }

    fn create(programs: PostgresPrograms, sync: Sync) -> io::Result<Self> {
        let folder = TempDir::with_prefix("botwerk-postgres-")?;
        programs.give(folder.path())?;
        let data = folder.path().join("data");
        copy_template(&programs, &data)?;
        let mut cluster = Self {
            programs,
            folder,
            sync,
            server: None,
            databases: AtomicU32::new(0),
        };
        cluster.restart()?;
        Ok(cluster)
    }

    /// Creates an empty database and returns its URL.
    ///
    /// # Panics
    /// Panics if the server does not run.
    pub fn create_database(&self) -> String {
        let number = self.databases.fetch_add(1, Ordering::Relaxed);
        let name = format!("test{number}");
        self.run_sql("postgres", &format!("CREATE DATABASE {name}"));
        self.url(&name)
    }

    /// Returns the URL of a database.
    pub fn url(&self, database: &str) -> String {
        let folder = self.folder.path().display();
        format!("postgres:///{database}?user=botwerk&host={folder}")
    }

    /// Returns the path of the socket on which the server listens.
    pub fn socket(&self) -> PathBuf {
        self.folder.path().join(".s.PGSQL.5432")
    }

    /// Runs a statement as the owner of the server, and returns what it prints without headers.
    ///
    /// # Panics
    /// Panics if the statement fails.
    pub fn run_sql(&self, database: &str, sql: &str) -> String {
        let mut psql = self.programs.command("psql");
        psql.args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align"]);
        psql.args(["--set", "ON_ERROR_STOP=1", "--user", "botwerk", "--host"]);
        psql.arg(self.folder.path());
        psql.args(["--dbname", database, "--command", sql]);
        let output = psql.output().expect("psql is installed with the server");
        assert!(
            output.status.success(),
            "{sql}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Returns the statements that create a database with all its rows, for any version of PostgreSQL.
    ///
    /// # Panics
    /// Panics if the database cannot be read.
    pub fn dump(&self, url: &str) -> String {
        let mut dump = self.programs.command("pg_dump");
        dump.args(["--no-owner", "--no-privileges", "--dbname", url]);
        let output = dump.output().expect("pg_dump is installed with the server");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        let sql = String::from_utf8(output.stdout).expect("the database is UTF-8");
        // Newer versions write what older ones do not know.
        let newer = ["\\restrict ", "\\unrestrict ", "SET transaction_timeout "];
        let is_known = |line: &&str| !newer.iter().any(|start| line.starts_with(start));
        let lines: Vec<&str> = sql.lines().filter(is_known).collect();
        lines.join("\n") + "\n"
    }

    /// Runs the statements of [`dump`](Self::dump) in an empty database.
    ///
    /// # Panics
    /// Panics if one of them fails.
    pub fn load(&self, url: &str, sql: &str) {
        let mut psql = self.programs.command("psql");
        psql.args(["--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1"]);
        psql.args(["--dbname", url, "--file", "-"]);
        psql.stdin(Stdio::piped()).stdout(Stdio::null());
        let mut psql = psql.spawn().expect("psql is installed with the server");
        let mut input = psql.stdin.take().expect("its input is a pipe");
        // It stops to read at a statement that fails.
        let _ = input.write_all(sql.as_bytes());
        drop(input);
        let status = psql.wait().expect("psql ends");
        assert!(status.success(), "the statements fail: {status}");
    }

    /// Kills the server with all its connections; nothing is written any more.
    pub fn kill(&mut self) {
        let Some(mut server) = self.server.take() else {
            return;
        };
        let _ = server.kill();
        let _ = server.wait();
    }

    /// Starts the server after [`kill`](Self::kill), and waits until it accepts connections.
    ///
    /// # Errors
    /// Returns an error if it does not accept any in time.
    pub fn restart(&mut self) -> io::Result<()> {
        self.kill();
        let start = Instant::now();
        let mut last = String::new();
        while start.elapsed() < START_LIMIT {
            // After a kill the memory of the former server may still be in use for a moment.
            let mut server = self.spawn()?;
            while start.elapsed() < START_LIMIT && server.try_wait()?.is_none() {
                if self.is_ready() {
                    self.server = Some(server);
                    return Ok(());
                }
                sleep(Duration::from_millis(10));
            }
            let _ = server.kill();
            server.wait()?;
            last = fs::read_to_string(self.log_file()).unwrap_or_default();
            sleep(Duration::from_millis(50));
        }
        Err(io::Error::other(last))
    }

    /// Stops the processes of the server until [`resume`](Self::resume).
    pub fn suspend(&self) {
        self.signal(Signal::STOP);
    }

    /// Lets the processes of the server run again.
    pub fn resume(&self) {
        self.signal(Signal::CONT);
    }

    fn signal(&self, signal: Signal) {
        let Some(server) = &self.server else { return };
        let pid = server.id();
        // A backend is a child process of its own.
        let children = format!("/proc/{pid}/task/{pid}/children");
        let children = fs::read_to_string(children).unwrap_or_default();
        let children = children
            .split_whitespace()
            .filter_map(|pid| pid.parse().ok());
        for pid in std::iter::once(pid as i32).chain(children) {
            if let Some(pid) = Pid::from_raw(pid) {
                let _ = kill_process(pid, signal);
            }
        }
    }

    fn spawn(&self) -> io::Result<Child> {
        let folder = self.folder.path();
        let log = fs::File::create(self.log_file())?;
        let mut server = self.programs.bound_command("postgres");
        server.arg("-D").arg(folder.join("data"));
        server.arg("-k").arg(folder);
        let mut settings = vec!["listen_addresses=", "max_connections=100"];
        if self.sync == Sync::Off {
            settings.extend(["fsync=off", "full_page_writes=off"]);
        }
        for setting in settings {
            server.args(["-c", setting]);
        }
        server.stdin(Stdio::null());
        server.stdout(log.try_clone()?).stderr(log).spawn()
    }

    fn is_ready(&self) -> bool {
        let mut ready = self.programs.command("pg_isready");
        ready.args(["--quiet", "--host"]).arg(self.folder.path());
        ready.status().is_ok_and(|status| status.success())
    }

    fn log_file(&self) -> PathBuf {
        self.folder.path().join("log")
    }
}

impl Drop for PostgresCluster {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Copies a new cluster. The first test of a machine creates it, which takes a second.
fn copy_template(programs: &PostgresPrograms, data: &Path) -> io::Result<()> {
    let version = programs.command("postgres").arg("--version").output()?;
    let version = String::from_utf8_lossy(&version.stdout);
    let version = version.split_whitespace().nth(2).unwrap_or("unknown");
    let template = std::env::temp_dir().join(format!("botwerk-postgres-template-{version}"));
    if !template.exists() {
        let folder = TempDir::with_prefix("botwerk-postgres-template-")?;
        programs.give(folder.path())?;
        let created = folder.path().join("data");
        let mut initdb = programs.command("initdb");
        initdb.arg("--pgdata").arg(&created);
        initdb.args([
            "--username",
            "botwerk",
            "--auth",
            "trust",
            "--encoding",
            "UTF8",
        ]);
        initdb.args(["--locale", "C.UTF-8", "--wal-segsize", "1", "--no-sync"]);
        run(&mut initdb)?;
        // Another process may have been faster.
        if fs::rename(&created, &template).is_err() && !template.exists() {
            return Err(io::Error::other(format!(
                "cannot create {}",
                template.display()
            )));
        }
    }
    let mut copy = Command::new("cp");
    copy.args(["--archive", "--reflink=auto"])
        .arg(&template)
        .arg(data);
    run(&mut copy)
}

fn run(command: &mut Command) -> io::Result<()> {
    let output = command.output()?;
    if output.status.success() {
        return Ok(());
    }
    Err(io::Error::other(
        String::from_utf8_lossy(&output.stderr).into_owned(),
    ))
}
