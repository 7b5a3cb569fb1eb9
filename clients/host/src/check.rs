//! Checking a bot: whether its program follows the protocol, by `botwerk bot check`.

use std::process::Stdio;
use std::time::Duration;

use botwerk_client::worker_proto::HostedVersion;
use botwerk_launch::bot_program::BotProgram;
use botwerk_launch::own_command;
use botwerk_launch::sandbox::SandboxArgs;
use botwerk_tournament::configuration::LaunchCommand;
use tokio::process::Command;

/// Time of all checks.
const LIMIT: Duration = Duration::from_secs(180);

/// Runs the checks; returns what they have printed, and why the bot is rejected if one has failed.
pub(crate) async fn check(
    version: &HostedVersion,
    program: &BotProgram,
) -> (String, Option<String>) {
    let game = version.games.first().map_or("", String::as_str);
    let mut argv = own_command::with_arguments(&["bot", "check", "--game", game]);
    argv.extend(SandboxArgs::arguments(program.sandbox.as_ref()));
    let player = LaunchCommand::new(program.argv.clone()).quoted();
    argv.push("--".into());
    argv.push(if version.calls_server {
        format!("grpc:{player}")
    } else {
        player
    });
    let mut command = Command::new(&argv[0]);
    command
        .args(&argv[1..])
        .stdin(Stdio::null())
        .env_remove("BOTWERK_ADMIN_TOKEN")
        .env_remove("BOTWERK_WORKER_TOKEN")
        .env_remove("BOTWERK_OWNER_TOKEN")
        .kill_on_drop(true);
    if let Some(log) = &program.processor_log {
        command.envs(log.variables());
    }
    let output = match tokio::time::timeout(LIMIT, command.output()).await {
        Ok(Ok(output)) => output,
        Ok(Err(error)) => {
            return (
                String::new(),
                Some(format!("the checks cannot run: {error}")),
            );
        }
        Err(_) => {
            let message = format!("the checks took longer than {} s", LIMIT.as_secs());
            return (String::new(), Some(message));
        }
    };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let log = text(&output.stdout) + &text(&output.stderr);
    let rejection = (!output.status.success()).then(|| first_failure(&log));
    (log, rejection)
}

/// Returns what is printed about the first check that failed: its line, and the next one, which says why.
fn first_failure(log: &str) -> String {
    let lines = log.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines: Vec<&str> = lines.collect();
    let failed = lines.iter().position(|line| line.starts_with("failed"));
    let shown = match failed {
        Some(index) => lines[index..lines.len().min(index + 2)].join(": "),
        None => lines
            .last()
            .copied()
            .unwrap_or("the checks failed")
            .to_owned(),
    };
    let shown: String = shown.chars().take(300).collect();
    format!("check: {shown}")
}
