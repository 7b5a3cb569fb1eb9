//! What a bot may read in its sandbox, and where it may write.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};

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

/// Folders of the sandbox's own, whose counterparts outside tell about the machine and all that runs on it.
const KERNEL_FOLDERS: [&str; 3] = ["/dev", "/proc", "/sys"];

/// The private folder of a bot whose working directory it may not replace.
const FALLBACK_FOLDER: &str = "/home/bot";

/// The files of a bot, as absolute paths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BotPaths {
    /// What it may read, in an order in which no path hides a former one, each with the place at which it is
    /// without symbolic links.
    pub(super) readable: BTreeMap<PathBuf, PathBuf>,
    /// The folder in which it may write, and starts.
    pub(super) private: PathBuf,
}

impl BotPaths {
    /// Returns the files of a command that is started in a working directory: what its words name, and what the
    /// sandbox allows.
    ///
    /// # Errors
    /// Returns an error if a path that the sandbox allows does not exist, or if a path leads out of a folder by a
    /// symbolic link.
    pub(super) fn new(argv: &[String], sandbox: &Sandbox, directory: &Path) -> io::Result<Self> {
        let mut readable = BTreeMap::new();
        for path in &sandbox.read_paths {
            let absolute = directory.join(path);
            readable.insert(absolute.clone(), resolve(&absolute)?);
        }
        let is_system = is_in(directory, &SYSTEM_FOLDERS);
        let is_shared = readable.keys().any(|path| directory.starts_with(path));
        let private = if is_system || is_shared || directory == Path::new("/") {
            FALLBACK_FOLDER.into()
        } else {
            directory.to_owned()
        };
        for path in named_by(argv, directory) {
            let place = resolve(&path)?;
            readable.insert(path, place);
        }
        readable.retain(|path, _| !is_in(path, &SYSTEM_FOLDERS));
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
            let mut own = self.readable.keys();
            is_in(folder, &SYSTEM_FOLDERS) || own.any(|path| folder.starts_with(path))
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
    let is_wanted = |path: &PathBuf| {
        let canonical = path.canonicalize();
        canonical.is_ok_and(|path| {
            !directory.starts_with(&path)
                && !is_in(&path, &KERNEL_FOLDERS)
                && (path.is_file() || path.is_dir())
        })
    };
    // Without `.` and `..`, of which bubblewrap makes folders.
    let plain = |path: PathBuf| path.components().collect::<PathBuf>();
    paths.filter(is_wanted).map(plain).collect()
}

/// Maximum number of symbolic links on the way to a path.
const MAX_LINKS: u32 = 40;

/// Returns where a path is without symbolic links. A link may lead to anything in the folder that holds it, and to
/// what every bot may read: a user who fills one folder opens no other.
///
/// # Errors
/// Returns an error if the path does not exist, is neither a file nor a folder, or leads out of a folder.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    let invalid = |message: &str| {
        let message = format!("sandbox: {}: {message}", path.display());
        io::Error::new(io::ErrorKind::InvalidInput, message)
    };
    let mut links = MAX_LINKS;
    let place = follow(Path::new("/"), path, &mut links);
    let place = place.map_err(|message| invalid(&message))?;
    if is_in(&place, &KERNEL_FOLDERS) {
        return Err(invalid("it belongs to the system; omit it"));
    }
    if !place.is_file() && !place.is_dir() {
        return Err(invalid("it is neither a file nor a folder; omit it"));
    }
    Ok(place)
}

/// Returns where a path leads from a folder, or why it leads nowhere.
fn follow(from: &Path, path: &Path, links: &mut u32) -> Result<PathBuf, String> {
    let missing = |error: io::Error| format!("{error}; correct the path");
    let mut place = from.to_owned();
    for component in path.components() {
        match component {
            Component::RootDir => place = "/".into(),
            Component::ParentDir => drop(place.pop()),
            Component::Prefix(_) | Component::CurDir => {}
            Component::Normal(name) => {
                let next = place.join(name);
                if !next.symlink_metadata().map_err(missing)?.is_symlink() {
                    place = next;
                    continue;
                }
                *links = links.checked_sub(1).ok_or("too many symbolic links")?;
                // Each of several links is judged by its own folder.
                let target = follow(&place, &next.read_link().map_err(missing)?, links)?;
                if !target.starts_with(&place) && !is_in(&target, &SYSTEM_FOLDERS) {
                    let (link, target) = (next.display(), target.display());
                    return Err(format!(
                        "{link} is a symbolic link out of its folder; name {target} itself if the bot may read it"
                    ));
                }
                place = target;
            }
        }
    }
    Ok(place)
}

fn is_in(path: &Path, folders: &[&str]) -> bool {
    folders.iter().any(|folder| path.starts_with(folder))
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
pub fn check_hidden(argv: &[String], sandbox: &Sandbox, hidden: &Path) -> Result<(), String> {
    let failed = |error: io::Error| error.to_string();
    let directory = std::env::current_dir().map_err(failed)?;
    let paths = BotPaths::new(argv, sandbox, &directory).map_err(failed)?;
    // What does not exist yet is created there later.
    let hidden = directory.join(hidden);
    let hidden = hidden.canonicalize().unwrap_or(hidden);
    for (path, place) in &paths.readable {
        if hidden.starts_with(place) || hidden.starts_with(path) {
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
        assert!(paths.readable.keys().eq(&expected));
        assert_eq!(paths.private, directory);
        let allowed = BotPaths::new(&argv(&words), &allowing(&["weights"]), &directory).unwrap();
        assert!(allowed.readable.contains_key(&directory.join("weights")));
        assert!(BotPaths::new(&argv(&words), &allowing(&["missing"]), &directory).is_err());
    }

    #[test]
    fn search_path_has_only_readable_folders() {
        let folder = tempdir().unwrap();
        let paths = BotPaths::new(&argv(&["sh"]), &Sandbox::default(), folder.path()).unwrap();
        let path = paths.search_path();
        let folders: Vec<_> = std::env::split_paths(&path).collect();
        assert!(folders.contains(&"/usr/bin".into()), "{folders:?}");
        let is_system = |path: &PathBuf| is_in(path, &SYSTEM_FOLDERS);
        assert!(folders.iter().all(is_system), "{folders:?}");
    }

    #[test]
    fn symbolic_link_leads_nowhere_out_of_its_folder() {
        let folder = tempdir().unwrap();
        let directory = folder.path().canonicalize().unwrap();
        fs::create_dir_all(directory.join("rook/v2")).unwrap();
        for name in ["secret", "rook/v2/weights", "rook/bot.py"] {
            fs::write(directory.join(name), "").unwrap();
        }
        let link = |target: &str, name: &str| {
            std::os::unix::fs::symlink(target, directory.join(name)).unwrap();
        };
        link("v2", "rook/newest");
        link("/usr/bin/env", "rook/env");
        link("../secret", "rook/stolen");
        link("..", "rook/folder");
        link("stolen", "rook/twice");
        link("/proc/self", "rook/process");
        link("rook/stolen", "trusting");
        link("secret", "own");
        let paths = |path: &str| {
            let named = BotPaths::new(&argv(&["sh", path]), &Sandbox::default(), &directory);
            let allowed = BotPaths::new(&argv(&["sh"]), &allowing(&[path]), &directory);
            (named, allowed)
        };
        for (path, place) in [
            ("rook/newest/weights", "rook/v2/weights"),
            ("rook/newest", "rook/v2"),
            ("rook/bot.py", "rook/bot.py"),
            ("own", "secret"),
        ] {
            let (named, allowed) = paths(path);
            let expected = BTreeMap::from([(directory.join(path), directory.join(place))]);
            assert_eq!(named.unwrap().readable, expected);
            assert_eq!(allowed.unwrap().readable, expected);
        }
        // What every bot may read.
        assert!(paths("rook/env").1.is_ok());
        for path in [
            "rook/stolen",
            "rook/folder/secret",
            "rook/twice",
            "trusting",
        ] {
            let (named, allowed) = paths(path);
            for error in [named.unwrap_err(), allowed.unwrap_err()] {
                let text = error.to_string();
                assert!(text.contains("out of its folder"), "{path}: {text}");
            }
        }
        for path in ["rook/process", "/proc", "/sys/kernel", "/dev/null"] {
            assert!(paths(path).1.is_err(), "{path}");
        }
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
