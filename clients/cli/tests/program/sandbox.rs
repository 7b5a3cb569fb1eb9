//! Sandboxes: attacks of programs on the machine, the server and other bots, and the limits of what they use.

use std::fs;
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use botwerk_tests::{Run, wait_until_blocking};
use tempfile::tempdir;

use crate::stdio::{GAMES, bots, processes};
use crate::{command, match_arguments, run};

/// The source of the program that attacks.
const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/stdio/attack.c");

/// The flag without which no tournament starts bots in sandboxes where no control group limits their memory.
const ACCEPTED: &str = "--uncounted-memory";

/// Small limits, which every attack reaches soon.
const LIMITS: [&str; 5] = [
    "--sandbox",
    "--sandbox-memory=96",
    "--sandbox-processes=16",
    "--sandbox-disk=4",
    "--sandbox-processor=2",
];

/// Returns the compiled attacks, or `None` on a machine without sandboxes or a compiler.
fn attack() -> Option<&'static Path> {
    static ATTACK: OnceLock<Option<PathBuf>> = OnceLock::new();
    let built = ATTACK.get_or_init(|| {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("attack");
        let built = Command::new("cc")
            .args(["-O1", "-pthread", "-o"])
            .arg(&target)
            .arg(SOURCE)
            .status();
        (has_sandboxes() && built.is_ok_and(|built| built.success())).then_some(target)
    });
    built.as_deref()
}

fn has_sandboxes() -> bool {
    let found = Command::new("bwrap")
        .arg("--version")
        .stdout(Stdio::null())
        .status();
    let is_found = found.is_ok_and(|status| status.success());
    let is_required = std::env::var_os("BOTWERK_REQUIRE_SANDBOX").is_some();
    assert!(is_found || !is_required, "bubblewrap is not installed");
    if !is_found {
        eprintln!("bubblewrap is not installed: sandboxes are not tested");
    }
    is_found
}

/// Plays a match of a bot in a sandbox against an agent.
fn play(bot: &str, more: &[&str]) -> Run {
    let board = ["--json", "--option", "width=2", "--option", "ranks=3"];
    let arguments = match_arguments("netzwerk", &[bot, "random"]);
    run(&[&arguments[..], &board, more].concat())
}

/// Tries an attack; returns what the program said about it and why it left the match.
fn try_attack(attack: &str) -> Option<(String, String)> {
    try_attack_within(attack, &LIMITS)
}

fn try_attack_within(attack: &str, limits: &[&str]) -> Option<(String, String)> {
    let bot = format!("{} {attack}", self::attack()?.display());
    let mut played = play(&bot, limits);
    let said = std::mem::take(&mut played.stderr);
    let played = &played.good_json()[0]["matches"][0];
    let message = played["faults"][0]["message"].as_str().unwrap();
    assert_eq!(played["places"], serde_json::json!([2, 1]), "{played:?}");
    Some((said, message.to_owned()))
}

/// Asserts that an attack has reached nothing, and has tried as many things as expected.
fn assert_blocked(attack: &str, tries: usize) {
    let Some((said, _)) = try_attack(attack) else {
        return;
    };
    assert!(!said.contains("reached"), "{attack}: {said}");
    assert_eq!(said.matches("blocked: ").count(), tries, "{attack}: {said}");
}

#[test]
fn bot_beyond_a_limit_is_ended_with_the_reason() {
    for (attack, reason) in [
        ("fork-bomb", "SANDBOX_PROCESSES"),
        ("thread-bomb", "SANDBOX_PROCESSES"),
        ("memory", "SANDBOX_MEMORY"),
        ("memory-of-children", "SANDBOX_MEMORY"),
        ("fill-home", "SANDBOX_DISK"),
        ("fill-shared-memory", "SANDBOX_DISK"),
        ("processor", "SANDBOX_PROCESSOR"),
    ] {
        let Some((said, message)) = try_attack(attack) else {
            return;
        };
        assert!(message.contains(reason), "{attack}: {message}, {said}");
        assert!(said.contains(reason), "{attack}: {said}");
    }
}

/// Asserts that a bot is ended by an attack for a reason, whatever processor time it takes.
fn assert_ended(attacks: &[&str], reason: &str) {
    let (_processor, limits) = LIMITS.split_last().unwrap();
    for attack in attacks {
        let Some((said, message)) = try_attack_within(attack, limits) else {
            return;
        };
        assert!(message.contains(reason), "{attack}: {message}, {said}");
        assert!(!said.contains("reached"), "{attack}: {said}");
    }
}

#[test]
fn memory_that_the_kernel_holds_for_a_bot_counts() {
    assert_ended(
        &[
            "page-tables",
            "many-mappings",
            "pipes",
            "socket-buffers",
            "sent-descriptors",
            "watched-files",
            "file-locks",
        ],
        "SANDBOX_MEMORY",
    );
}

#[test]
fn memory_of_a_process_without_its_first_thread_counts() {
    assert_ended(&["leaderless"], "SANDBOX_MEMORY");
    assert_ended(&["leaderless-fill"], "SANDBOX_DISK");
}

#[test]
fn files_without_content_count() {
    assert_ended(&["empty-files", "empty-links"], "SANDBOX_DISK");
}

#[test]
fn buffers_of_connections_of_a_bot_with_a_network_count() {
    let Some(attack) = attack() else {
        return;
    };
    let folder = tempdir().unwrap();
    let file = folder.path().join("cup.toml");
    let text = format!(
        "name = \"cup\"\ngame = \"netzwerk\"\n[sandbox]\nmemory_mib = 300\n[format]\nkind = \"round-robin\"\n\
         [[entrant]]\nname = \"one\"\nplayer = \"grpc:{} tcp-buffers\"\n[[entrant]]\nplayer = \"random\"\n",
        attack.display()
    );
    fs::write(&file, text).unwrap();
    let mut tournament = command(&["tournament", "run", ACCEPTED, file.to_str().unwrap()])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    let log = folder.path().join("cup.logs/one.log");
    let said = || fs::read_to_string(&log).unwrap_or_default();
    wait_until_blocking("a limit is reached", || {
        said().contains("SANDBOX_MEMORY") || said().contains("reached")
    });
    tournament.kill().unwrap();
    tournament.wait().unwrap();
    assert!(!said().contains("reached"), "{}", said());
}

#[test]
fn bot_of_an_unprivileged_user_is_ended_with_the_reason() {
    let Some(attack) = attack() else {
        return;
    };
    if !rustix::process::geteuid().is_root() {
        // All other tests are about such bots then.
        return;
    }
    // In a folder that every user can open.
    let folder = tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let [program, bot] = ["botwerk", "attack"].map(|name| folder.path().join(name));
    fs::copy(env!("CARGO_BIN_EXE_botwerk"), &program).unwrap();
    fs::copy(attack, &bot).unwrap();
    for (attack, reason) in [
        ("fork-bomb", "SANDBOX_PROCESSES"),
        ("thread-bomb", "SANDBOX_PROCESSES"),
        ("memory", "SANDBOX_MEMORY"),
        ("fill-home", "SANDBOX_DISK"),
        ("processor", "SANDBOX_PROCESSOR"),
        ("page-tables", "SANDBOX_MEMORY"),
        ("pipes", "SANDBOX_MEMORY"),
        ("empty-files", "SANDBOX_DISK"),
    ] {
        let seat = format!("{} {attack}", bot.display());
        let mut command = Command::new("setpriv");
        command.args(["--reuid", "65534", "--regid", "65534", "--clear-groups"]);
        command
            .arg(&program)
            .args(match_arguments("netzwerk", &[&seat, "random"]));
        command.arg("--json").args(LIMITS);
        let output = command
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(
            printed.contains(reason),
            "{attack}: {printed}, {:?}",
            output.stderr
        );
    }
}

#[test]
fn nothing_is_kept_where_no_limit_counts_it() {
    assert_blocked("hidden-memory", 31);
}

#[test]
fn nothing_is_written_outside_of_the_private_folders() {
    assert_blocked("write-elsewhere", 10);
}

#[test]
fn neither_database_nor_system_files_are_read() {
    let folder = tempdir().unwrap();
    let database = folder.path().join("cup.db");
    fs::write(&database, "secret").unwrap();
    assert_blocked(&format!("read-file file:{}", database.display()), 2);
}

#[test]
fn no_token_of_another_process_is_read() {
    let secret = "5e7a0f4c0fa1d2c6";
    let mut other = Command::new("sleep")
        .arg("100")
        .env("BOTWERK_BOT_TOKEN", secret)
        .spawn()
        .unwrap();
    let said = try_attack(&format!("read-tokens {secret}"));
    other.kill().unwrap();
    other.wait().unwrap();
    let Some((said, _)) = said else {
        return;
    };
    // Its own command line contains the text that it looks for; environments do not.
    assert!(said.contains("blocked: token"), "{said}");
    assert!(said.contains("processes: 2"), "{said}");
}

#[test]
fn no_other_process_is_read_or_signalled() {
    let own = std::process::id();
    assert_blocked(&format!("read-memory {own}"), 3);
    assert_blocked(&format!("signal {own}"), 2);
}

#[test]
fn nothing_is_connected_with() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let name = format!("botwerk-test-{port}");
    let address = SocketAddr::from_abstract_name(name).unwrap();
    let _abstract_socket = UnixListener::bind_addr(&address).unwrap();
    assert_blocked(&format!("connect {port}"), 4);
    assert_blocked("connect-guard", 1);
}

#[test]
fn no_rights_are_gained() {
    assert_blocked("gain-rights", 7);
}

#[test]
fn sockets_of_own_processes_are_the_only_ones_without_a_network() {
    assert_blocked("socket-families", 63);
}

#[test]
fn no_setting_of_a_process_is_written() {
    assert_blocked("settings-of-processes", 14);
    let Some((said, _)) = try_attack("settings-of-processes") else {
        return;
    };
    assert!(said.contains("oom_score_adj: 1000"), "{said}");
    // No program of the system is started with the core of a bot.
    assert!(said.contains("core: 1"), "{said}");
}

/// Starts a match of the attack on what it inherits by a shell that runs a script first; returns what was printed.
fn inherit(script: &str) -> Option<String> {
    let seat = format!("{} inherited", attack()?.display());
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{script}; exec \"$@\""), "sh"]);
    shell.arg(env!("CARGO_BIN_EXE_botwerk"));
    shell
        .args(match_arguments("netzwerk", &[&seat, "random"]))
        .args(LIMITS);
    let output = shell.stdin(Stdio::null()).output().unwrap();
    Some(String::from_utf8(output.stderr).unwrap())
}

#[test]
fn nothing_is_inherited_from_the_shell_of_the_operator() {
    let folder = tempdir().unwrap();
    let path = folder.path().display();
    let script = format!("exec 9<{path} 8>{path}/file; umask 000");
    let Some(said) = inherit(&script) else {
        return;
    };
    assert!(!said.contains("reached"), "{said}");
    assert_eq!(said.matches("blocked: ").count(), 3, "{said}");
    assert!(said.contains("umask: 22, priority: 0, policy: 0"), "{said}");
    if rustix::process::geteuid().is_root() {
        let said = inherit("renice -n -5 $$ >&2").unwrap();
        assert!(said.contains("umask: 22, priority: 0"), "{said}");
        let said = inherit("chrt --fifo --pid 1 $$").unwrap();
        assert!(said.contains("real-time scheduling policy"), "{said}");
    }
}

#[test]
fn symbolic_link_opens_no_file_outside_of_its_folder() {
    if attack().is_none() {
        return;
    }
    let folder = tempdir().unwrap();
    let secret = folder.path().join("secret");
    fs::write(&secret, "").unwrap();
    let bots = folder.path().join("bots");
    fs::create_dir(&bots).unwrap();
    let link = bots.join("weights");
    std::os::unix::fs::symlink(&secret, &link).unwrap();
    let read = format!("--sandbox-read={}", link.display());
    let arguments = ["match", "--game", "netzwerk", "random"];
    let allowed = [&arguments[..], &["/bin/cat", "--sandbox", &read]].concat();
    let seat = format!("/bin/cat {}", link.display());
    let named = [&arguments[..], &[&seat, "--sandbox"]].concat();
    for arguments in [allowed, named] {
        let played = run(&arguments);
        let said = played.stdout + &played.stderr;
        assert!(
            said.contains("is a symbolic link out of its folder"),
            "{said}"
        );
    }
}

#[test]
fn what_no_control_group_limits_needs_consent() {
    if attack().is_none() {
        return;
    }
    let folder = tempdir().unwrap();
    let file = write_cup(folder.path(), "sandbox = true", "");
    let printed = run(&["tournament", "run", &file]);
    let is_limited = !play("/bin/cat", &["--sandbox"])
        .stderr
        .contains("control group");
    if is_limited {
        printed.good();
        return;
    }
    assert_eq!(printed.code, 2, "{printed:?}");
    for text in ["MiB more", "docs/sandbox.md", ACCEPTED] {
        assert!(printed.stderr.contains(text), "{}", printed.stderr);
    }
    // A refused run leaves no tournament behind.
    let db = folder.path().join("cup.db");
    let listed = run(&[
        "tournament",
        "show",
        "--view",
        "status",
        "--db",
        db.to_str().unwrap(),
    ]);
    listed.failed(2, "no tournament exists");
    // Without a sandbox no operator relies on it.
    let folder = tempdir().unwrap();
    let file = write_cup(folder.path(), "sandbox = false", "");
    run(&["tournament", "run", &file]).good();
}

/// What ordinary programs do in Python, whose parts need most of what a sandbox allows.
const ORDINARY: &str = r#"
import asyncio, concurrent.futures, ctypes, mmap, multiprocessing, os, shutil, signal, socket, sqlite3
import subprocess, sys, tempfile, threading, time, zlib
def square(x): return x * x
def put(counter): counter.value = 7
def main():
    print('{"type":"hello","protocol":1}', flush=True)
    for method in multiprocessing.get_all_start_methods():
        with multiprocessing.get_context(method).Pool(2) as pool:
            assert pool.map(square, range(4)) == [0, 1, 4, 9]
    with concurrent.futures.ThreadPoolExecutor(4) as threads:
        assert list(threads.map(square, range(4))) == [0, 1, 4, 9]
    counter = multiprocessing.Value("i", 0)
    child = multiprocessing.Process(target=put, args=(counter,))
    child.start(); child.join()
    assert counter.value == 7
    assert subprocess.run(["echo", "x"], capture_output=True, check=True).stdout == b"x\n"
    async def both():
        child = await asyncio.create_subprocess_exec("cat", stdin=-1, stdout=-1)
        return (await child.communicate(b"y"))[0]
    assert asyncio.run(both()) == b"y"
    with tempfile.TemporaryDirectory() as folder:
        first, second = folder + "/a", folder + "/b"
        with sqlite3.connect(first) as database:
            database.execute("create table t (x)"); database.execute("insert into t values (1)")
        shutil.copy2(first, second); shutil.copytree(folder, folder + "-copy")
        with open(second, "r+b") as file, mmap.mmap(file.fileno(), 0) as mapped:
            assert mapped[:6] == b"SQLite"
        server = socket.socket(socket.AF_UNIX); server.bind(folder + "/s"); server.listen()
        client = socket.socket(socket.AF_UNIX); client.connect(folder + "/s")
        client.sendall(b"z"); assert server.accept()[0].recv(1) == b"z"
    # Blocked until it is waited for, so that none is missed.
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM]); signal.setitimer(signal.ITIMER_REAL, 0.01)
    assert signal.sigwait([signal.SIGALRM]) == signal.SIGALRM
    assert os.cpu_count() and os.getloadavg and time.get_clock_info("monotonic")
    print("ordinary", file=sys.stderr, flush=True)
    print('{"type":"resign"}', flush=True)
if __name__ == "__main__":
    main()
    sys.stdin.read()
"#;

#[test]
fn ordinary_program_runs_in_a_sandbox() {
    if !has_sandboxes() {
        return;
    }
    let folder = tempdir().unwrap();
    let program = folder.path().join("ordinary.py");
    fs::write(&program, ORDINARY).unwrap();
    let played = play(&format!("python3 {}", program.display()), &["--sandbox"]);
    assert!(played.stderr.contains("ordinary"), "{}", played.stderr);
}

#[test]
fn output_of_a_bot_is_limited_and_controls_no_terminal() {
    let Some((said, _)) = try_attack("flood-log") else {
        return;
    };
    assert!(!said.contains('\x1b') && !said.contains('\x07'));
    assert!(said.len() < 1_100_000, "{}", said.len());
    assert!(said.contains("the rest is left out"));
    let (_, message) = try_attack("endless-line").unwrap();
    assert!(message.contains("after 3 restarts"), "{message}");
}

#[test]
fn child_does_not_outlive_its_match() {
    let Some(attack) = attack() else {
        return;
    };
    try_attack("outlive").unwrap();
    let text = format!("{} outlive", attack.display());
    assert_eq!(processes(&text), Vec::<String>::new());
}

#[test]
fn no_process_in_a_sandbox_outlives_the_killed_tournament() {
    let Some(attack) = attack() else {
        return;
    };
    let folder = tempdir().unwrap();
    // A program of its own, so that no other test starts it. Its child lives as long as the sandbox: the shell
    // that has started it stays.
    let bot = folder.path().join("lingering");
    fs::copy(attack, &bot).unwrap();
    let file = folder.path().join("cup.toml");
    let text = format!(
        "name = \"cup\"\ngame = \"netzwerk\"\nsandbox = true\n[format]\nkind = \"round-robin\"\n\
         [[entrant]]\nname = \"one\"\nplayer = \"{0} outlive\"\n\
         [[entrant]]\nname = \"two\"\nread = [\"{0}\"]\n\
         player = \"grpc:sh -c '{0} outlive; exec sleep 1000'\"\n",
        bot.display()
    );
    fs::write(&file, text).unwrap();
    let arguments = ["tournament", "run", ACCEPTED, file.to_str().unwrap()];
    let mut tournament = command(&arguments);
    let mut tournament = tournament
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    // Inside of the sandbox: neither guard nor bubblewrap.
    let inside = || {
        let found = processes(&format!("{}", bot.display())).into_iter();
        found
            .filter(|line| line.starts_with(bot.to_str().unwrap()))
            .count()
    };
    wait_until_blocking("a bot runs", || inside() > 0);
    tournament.kill().unwrap();
    tournament.wait().unwrap();
    wait_until_blocking("all processes have ended", || {
        processes(bot.to_str().unwrap()).is_empty()
    });
}

#[test]
fn bots_of_every_language_play_in_a_sandbox() {
    if !has_sandboxes() {
        return;
    }
    let directory = tempdir().unwrap();
    for (file, command) in bots(directory.path()) {
        let (game, options) = GAMES[1];
        let mut arguments = match_arguments(game, &["random", &command]);
        arguments.extend(options.iter().flat_map(|option| ["--option", option]));
        arguments.extend(["--json", "--sandbox"]);
        let mut played = run(&arguments);
        played.stderr.clear();
        let json = played.good_json().remove(0);
        assert_eq!(json["players"][1]["faults"], 0, "{file}: {json}");
    }
}

/// Writes a tournament of a bot that calls the server and one on standard input and output.
fn write_cup(folder: &Path, head: &str, command: &str) -> String {
    let file = folder.join("cup.toml");
    let own = env!("CARGO_BIN_EXE_botwerk");
    let text = format!(
        "name = \"cup\"\ngame = \"netzwerk\"\n{head}\n[options]\nwidth = 2\nranks = 3\n[format]\n\
         kind = \"round-robin\"\ncycles = 2\n[[entrant]]\nname = \"calls\"\n\
         player = \"grpc:{own} bot run greedy\"\n{command}\n\
         [[entrant]]\nplayer = \"random\"\n"
    );
    fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn bot_in_a_sandbox_reaches_the_server_of_its_tournament() {
    if !has_sandboxes() {
        return;
    }
    let folder = tempdir().unwrap();
    let file = write_cup(folder.path(), "sandbox = true", "");
    let mut played = run(&["tournament", "run", ACCEPTED, &file]);
    // What no control group limits, where there is none.
    played.stderr.clear();
    let printed = played.good();
    assert!(printed.contains("over, 4 of 4 matches"), "{printed}");
    let exported = run(&[
        "tournament",
        "show",
        "--view",
        "status",
        "--db",
        &file.replace(".toml", ".db"),
        "--json",
    ]);
    assert!(exported.good().contains("over"));
}

#[test]
fn sandbox_that_exposes_the_database_is_rejected() {
    if !has_sandboxes() {
        return;
    }
    let folder = tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let file = write_cup(
        folder.path(),
        "sandbox = true",
        &format!("read = [\"{path}\"]"),
    );
    let rejected = run(&["tournament", "run", ACCEPTED, &file]);
    assert_eq!(rejected.code, 2, "{rejected:?}");
    assert!(
        rejected.stderr.contains("move one of them"),
        "{}",
        rejected.stderr
    );
}

#[test]
fn limits_of_a_file_are_checked() {
    let folder = tempdir().unwrap();
    let head = "sandbox = { memory_mib = 1, processes = 0, disk_mib = \"much\", colour = 1 }";
    let file = write_cup(folder.path(), head, "");
    let checked = run(&["tournament", "check", &file]);
    let printed = checked.stdout + &checked.stderr;
    for field in [
        "sandbox.memory_mib",
        "sandbox.processes",
        "sandbox.disk_mib",
        "sandbox.colour",
    ] {
        assert!(printed.contains(field), "{field}: {printed}");
    }
    let file = write_cup(folder.path(), "sandbox = 1", "");
    let checked = run(&["tournament", "check", &file]);
    assert!((checked.stdout + &checked.stderr).contains("sandbox: expected"));
}

#[test]
fn missing_bubblewrap_is_named() {
    let folder = tempdir().unwrap();
    let mut match_command = command(&[
        "match",
        "--game",
        "netzwerk",
        "random",
        "/bin/true",
        "--sandbox",
    ]);
    let output = match_command
        .env("PATH", folder.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stderr).unwrap();
    assert!(
        printed.contains("install the package bubblewrap"),
        "{printed}"
    );
}
