//! What a bot may read in its sandbox, and where it may write.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use botwerk_tournament::configuration::Sandbox;

/// Folders of the system that every bot may read: programs, interpreters and libraries.
pub(super) const SYSTEM_FOLDERS: [&str; 8] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix/store",
];

/// What every bot may read of `/etc`. Interpreters have their settings there.
const SETTINGS: [&str; 8] = [
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/mime.types",
    "/etc/nsswitch.conf",
    "/etc/ssl/certs",
];

/// Starts of the names of more such folders.
const SETTINGS_PREFIXES: [&str; 4] = ["java", "mono", "perl", "python"];

/// The private folder of a bot whose working directory it may not replace.
const FALLBACK_FOLDER: &str = "/home/bot";

/// The files of a bot, as absolute paths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BotPaths {
    /// What it may read, in an order in which no path hides a former one.
    pub(super) readable: Vec<PathBuf>,
    /// The folder in which it may write, and starts.
    pub(super) private: PathBuf,
}

impl BotPaths {
    /// Returns the files of a command that is started in a working directory: what its words name, and what the
    /// sandbox allows.
    ///
    /// # Errors
    /// Returns an error if a path that the sandbox allows does not exist.
    pub(super) fn new(argv: &[String], sandbox: &Sandbox, directory: &Path) -> io::Result<Self> {
        let mut readable = Vec::new();
        for path in &sandbox.read_paths {
            let absolute = directory.join(path);
            // It may be a symbolic link to anything that exists.
            if let Err(error) = absolute.metadata() {
                let message = format!("sandbox: {path}: {error}; correct the path");
                return Err(io::Error::new(error.kind(), message));
            }
            readable.push(absolute);
        }
        let is_system = SYSTEM_FOLDERS
            .iter()
            .any(|folder| directory.starts_with(folder));
        let is_shared = readable.iter().any(|path| directory.starts_with(path));
        let private = if is_system || is_shared || directory == Path::new("/") {
            FALLBACK_FOLDER.into()
        } else {
            directory.to_owned()
        };
        readable.extend(named_by(argv, directory));
        readable.retain(|path| !SYSTEM_FOLDERS.iter().any(|folder| path.starts_with(folder)));
        readable.sort();
        readable.dedup();
        Ok(Self { readable, private })
    }

    /// Returns all folders in which the bot may write.
    pub(super) fn private_folders(&self) -> [&Path; 3] {
        [Path::new("/dev/shm"), Path::new("/tmp"), &self.private]
    }

    /// Returns the folders of the search path that the bot may read.
    pub(super) fn search_path(&self) -> OsString {
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let is_readable = |folder: &PathBuf| {
            let mut system = SYSTEM_FOLDERS.iter().map(Path::new);
            let mut own = self.readable.iter().map(PathBuf::as_path);
            system.any(|path| folder.starts_with(path)) || own.any(|path| folder.starts_with(path))
        };
        let readable = std::env::split_paths(&folders).filter(is_readable);
        // Parts of a search path can be joined again.
        std::env::join_paths(readable).unwrap_or_default()
    }
}

/// Returns the files and folders that a command names, but for its working directory and what contains it.
fn named_by(argv: &[String], directory: &Path) -> Vec<PathBuf> {
    // A program without a folder is one of the search path.
    let is_path = |(index, word): &(usize, &String)| *index > 0 || word.contains('/');
    let words = argv.iter().enumerate().filter(is_path);
    let paths = words.map(|(_, word)| directory.join(word));
    let mut named: Vec<PathBuf> = paths.filter(|path| path.exists()).collect();
    named.retain(|path| {
        let canonical = path.canonicalize();
        canonical.is_ok_and(|path| !directory.starts_with(path))
    });
    // Without `.` and `..`, of which bubblewrap makes folders.
    let plain = |path: PathBuf| path.components().collect::<PathBuf>();
    named.into_iter().map(plain).collect()
}

/// Returns what every bot may read of `/etc`, as far as it exists.
pub(super) fn settings() -> Vec<PathBuf> {
    let folders = std::fs::read_dir("/etc").into_iter().flatten().flatten();
    let is_wanted = |entry: &std::fs::DirEntry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        SETTINGS_PREFIXES
            .iter()
            .any(|prefix| name.starts_with(prefix))
    };
    let found = folders.filter(is_wanted).map(|entry| entry.path());
    let listed = SETTINGS.iter().map(PathBuf::from);
    listed.chain(found).filter(|path| path.exists()).collect()
}

/// Checks that a bot cannot read what is to be hidden from it.
///
/// # Errors
/// Returns which path exposes it.
pub(crate) fn check_hidden(
    argv: &[String],
    sandbox: &Sandbox,
    hidden: &Path,
) -> Result<(), String> {
    let failed = |error: io::Error| error.to_string();
    let directory = std::env::current_dir().map_err(failed)?;
    let paths = BotPaths::new(argv, sandbox, &directory).map_err(failed)?;
    // What does not exist yet is created there later.
    let hidden = directory.join(hidden);
    let hidden = hidden.canonicalize().unwrap_or(hidden);
    for path in &paths.readable {
        let target = path.canonicalize().unwrap_or_else(|_| path.clone());
        if hidden.starts_with(&target) || hidden.starts_with(path) {
            let (path, hidden) = (path.display(), hidden.display());
            return Err(format!(
                "sandbox: a bot that may read {path} could read {hidden}; move one of them"
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::tempdir;

    use super::*;

    fn argv(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    fn allowing(paths: &[&str]) -> Sandbox {
        Sandbox {
            read_paths: argv(paths),
            ..Sandbox::default()
        }
    }

    #[test]
    fn bot_may_read_what_its_command_names() {
        let folder = tempdir().unwrap();
        let directory = folder.path().canonicalize().unwrap();
        fs::create_dir(directory.join("classes")).unwrap();
        for name in ["bot.py", "cup.db", "weights"] {
            fs::write(directory.join(name), "").unwrap();
        }
        let words = [
            "sh",
            "./bot.py",
            "-cp",
            "classes",
            ".",
            "..",
            "--db=cup.db",
            "missing",
        ];
        let paths = BotPaths::new(&argv(&words), &Sandbox::default(), &directory).unwrap();
        let expected = ["bot.py", "classes"].map(|name| directory.join(name));
        assert_eq!(paths.readable, expected);
        assert_eq!(paths.private, directory);
        let allowed = BotPaths::new(&argv(&words), &allowing(&["weights"]), &directory).unwrap();
        assert_eq!(allowed.readable.last(), Some(&directory.join("weights")));
        assert!(BotPaths::new(&argv(&words), &allowing(&["missing"]), &directory).is_err());
    }

    #[test]
    fn search_path_has_only_readable_folders() {
        let folder = tempdir().unwrap();
        let paths = BotPaths::new(&argv(&["sh"]), &Sandbox::default(), folder.path()).unwrap();
        let path = paths.search_path();
        let folders: Vec<_> = std::env::split_paths(&path).collect();
        assert!(folders.contains(&"/usr/bin".into()), "{folders:?}");
        let is_system = |path: &PathBuf| SYSTEM_FOLDERS.iter().any(|it| path.starts_with(it));
        assert!(folders.iter().all(is_system), "{folders:?}");
    }

    #[test]
    fn private_folder_hides_nothing_that_is_allowed() {
        let folder = tempdir().unwrap();
        let directory = folder.path().canonicalize().unwrap();
        for (directory, allowed) in [
            (&*directory, "."),
            (Path::new("/"), "/tmp"),
            (Path::new("/usr/bin"), "/tmp"),
        ] {
            let paths = BotPaths::new(&argv(&["sh"]), &allowing(&[allowed]), directory).unwrap();
            assert_eq!(paths.private, Path::new(FALLBACK_FOLDER));
        }
    }

    #[test]
    fn what_is_hidden_must_not_be_allowed() {
        let folder = tempdir().unwrap();
        let directory = folder.path().canonicalize().unwrap();
        let database = directory.join("cup.db");
        fs::create_dir(directory.join("bots")).unwrap();
        let check = |paths: &[&Path]| {
            let paths: Vec<_> = paths.iter().map(|path| path.to_str().unwrap()).collect();
            check_hidden(&argv(&["sh"]), &allowing(&paths), &database)
        };
        assert_eq!(check(&[&directory.join("bots")]), Ok(()));
        // Also before the file exists.
        assert!(check(&[&directory]).unwrap_err().contains("cup.db"));
        fs::write(&database, "").unwrap();
        assert!(check(&[&directory]).is_err());
        assert!(check(&[&database]).is_err());
        let link = directory.join("bots/link");
        std::os::unix::fs::symlink(&database, &link).unwrap();
        assert!(check(&[&link]).is_err());
    }
}
