//! `bot push` and `bot versions`: uploads the program of a bot, and shows what has become of it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use botwerk_archive::pack;
use botwerk_client::{Client, ClientError, proto};
use botwerk_engine::{hex, plain_line};
use botwerk_proto::time_text;
use clap::Args;
use proto::{BotVersionState, ErrorReason};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::connection::{ServerArgs, block_on};
use crate::failure::{Failure, Reason};
use crate::output::Output;
use crate::tournament::text_table::columns;

/// Size of a piece of an upload, in bytes.
const PIECE_BYTES: usize = 1 << 20;

/// Time between two looks at a version.
const LOOK_INTERVAL: Duration = Duration::from_millis(500);

/// Arguments of `bot push`.
#[derive(Debug, Args)]
pub(crate) struct PushArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// Folder of the bot, with botwerk.toml: game, command, and optionally build and protocol
    folder: PathBuf,
    /// Name of the bot [default: the name of the folder]
    #[arg(long)]
    name: Option<String>,
    /// Return once it is uploaded, and do not wait until it plays
    #[arg(long)]
    detach: bool,
}

/// Arguments of `bot versions`.
#[derive(Debug, Args)]
pub(crate) struct VersionsArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// Name of the bot
    name: String,
    /// Show what building and checking this version have printed; 0 for the newest
    #[arg(long, value_name = "NUMBER")]
    log: Option<u32>,
}

/// Uploads a folder as the next version of a bot, and waits until it plays. Fails if it is rejected.
pub(super) fn push(args: &PushArgs, output: &mut Output) -> Result<(), Failure> {
    let archive =
        pack(&args.folder).map_err(|error| Failure::new(Reason::BadArgument, error.to_string()))?;
    let name = match &args.name {
        Some(name) => name.clone(),
        None => folder_name(&args.folder)?,
    };
    block_on(1, async {
        let client = args.server.connect().await?;
        let bot = registered(&client, &name).await?;
        let version = upload(&client, &bot, &archive).await?;
        print_version(&version, output)?;
        if args.detach {
            return Ok(());
        }
        follow(&client, version, output).await
    })
}

fn folder_name(folder: &Path) -> Result<String, Failure> {
    let whole = folder.canonicalize();
    let whole = whole.map_err(|error| Failure::file(&folder.display().to_string(), &error))?;
    let name = whole
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    name.ok_or_else(|| Failure::new(Reason::BadArgument, "the folder has no name; pass --name"))
}

/// Returns the resource name of a bot of the caller, which is registered unless it is already.
async fn registered(client: &Client, name: &str) -> Result<String, ClientError> {
    let request = proto::RegisterBotRequest {
        name: name.into(),
        ..Default::default()
    };
    match client
        .bots()
        .register_bot(request)
        .await
        .map_err(ClientError::from)
    {
        Ok(registered) => {
            let bot = registered.into_inner().bot.unwrap_or_default();
            return Ok(format!("bots/{}", bot.name));
        }
        Err(ClientError::Rejected {
            reason: ErrorReason::NameTaken,
            ..
        }) => {}
        Err(error) => return Err(error),
    }
    let own = client
        .owners()
        .get_owner(proto::GetOwnerRequest::default())
        .await;
    let Ok(own) = own else {
        return Ok(format!("bots/{name}"));
    };
    let owner = own.into_inner().owner.unwrap_or_default().name;
    let owner = owner.trim_start_matches("owners/");
    let own_name = name
        .strip_prefix(owner)
        .and_then(|rest| rest.strip_prefix('/'));
    Ok(format!("bots/{owner}/{}", own_name.unwrap_or(name)))
}

async fn upload(
    client: &Client,
    bot: &str,
    archive: &[u8],
) -> Result<proto::BotVersion, ClientError> {
    let mut uploads = client.uploads();
    let request = proto::CreateUploadRequest {
        bot: bot.into(),
        content_sha256: hex(&Sha256::digest(archive)),
        bytes: archive.len() as u64,
    };
    let upload = uploads.create_upload(request).await?.into_inner().upload;
    for (index, piece) in archive.chunks(PIECE_BYTES).enumerate() {
        let request = proto::AppendUploadRequest {
            upload: upload.clone(),
            offset: (index * PIECE_BYTES) as u64,
            content: piece.to_vec(),
        };
        uploads.append_upload(request).await?;
    }
    let finished = uploads
        .finish_upload(proto::FinishUploadRequest { upload })
        .await?;
    Ok(finished.into_inner().version.unwrap_or_default())
}

/// Waits until a version plays or is rejected, and prints each change.
async fn follow(
    client: &Client,
    mut version: proto::BotVersion,
    output: &mut Output,
) -> Result<(), Failure> {
    loop {
        match version.state() {
            BotVersionState::Playing | BotVersionState::Replaced => return Ok(()),
            BotVersionState::Rejected => {
                let (_, log) = get(client, &version.bot, version.number).await?;
                if !output.is_json() && !log.is_empty() {
                    output.line(log.trim_end())?;
                }
                return Err(Failure::ReportedNegative);
            }
            _ => {}
        }
        tokio::time::sleep(LOOK_INTERVAL).await;
        let (now, _) = get(client, &version.bot, version.number).await?;
        if now.state != version.state {
            print_version(&now, output)?;
            output.flush()?;
        }
        version = now;
    }
}

async fn get(
    client: &Client,
    bot: &str,
    number: u32,
) -> Result<(proto::BotVersion, String), ClientError> {
    let request = proto::GetBotVersionRequest {
        bot: bot.into(),
        number,
    };
    let found = client
        .uploads()
        .get_bot_version(request)
        .await?
        .into_inner();
    Ok((found.version.unwrap_or_default(), found.log))
}

/// Lists the versions of a bot, or prints the log of one.
pub(super) fn versions(args: &VersionsArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(1, async {
        let client = args.server.connect().await?;
        let bot = format!("bots/{}", args.name);
        if let Some(number) = args.log {
            let (version, log) = get(&client, &bot, number).await?;
            if output.is_json() {
                let mut object = version_json(&version);
                object["log"] = log.into();
                return output.json(&object);
            }
            return output.line(log.trim_end());
        }
        let mut uploads = client.uploads();
        let listed = uploads.list_bot_versions(proto::ListBotVersionsRequest { bot });
        let versions = listed
            .await
            .map_err(ClientError::from)?
            .into_inner()
            .versions;
        if output.is_json() {
            for version in &versions {
                output.json(&version_json(version))?;
            }
            return Ok(());
        }
        if versions.is_empty() {
            return output.line("no versions; `botwerk bot push DIR` uploads one");
        }
        output.line(columns(versions.iter().map(|version| {
            [
                version.number.to_string(),
                state_text(version).to_owned(),
                time_text(version.created_micros),
                plain_line(&version.reason),
            ]
        })))
    })
}

fn print_version(version: &proto::BotVersion, output: &mut Output) -> Result<(), Failure> {
    if output.is_json() {
        return output.json(&version_json(version));
    }
    let name = plain_line(version.bot.trim_start_matches("bots/"));
    let (number, state) = (version.number, state_text(version));
    match version.reason.as_str() {
        "" => output.line(format!("{name} {number}: {state}")),
        reason => output.line(format!("{name} {number}: {state}: {}", plain_line(reason))),
    }
}

fn state_text(version: &proto::BotVersion) -> &'static str {
    match version.state() {
        BotVersionState::Unspecified => "unknown",
        BotVersionState::Uploaded => "uploaded",
        BotVersionState::Building => "building",
        BotVersionState::Checked => "checked",
        BotVersionState::Playing => "playing",
        BotVersionState::Rejected => "rejected",
        BotVersionState::Replaced => "replaced",
    }
}

fn version_json(version: &proto::BotVersion) -> Value {
    json!({
        "bot": version.bot, "number": version.number, "state": state_text(version),
        "reason": version.reason, "created": time_text(version.created_micros),
        "content_sha256": version.content_sha256, "bytes": version.bytes,
    })
}
