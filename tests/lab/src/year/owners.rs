//! Owners and bots: they sign up, upload, are banned and deleted, and try to exceed their quotas.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use botwerk_client::{Client, ClientError, proto};
use botwerk_command::failure::Failure;
use botwerk_engine::{GameId, RootSeed, StableRng};
use proto::ErrorReason;
use proto::entrant::Player;

use super::month::Month;
use super::year_args::YearArgs;
use crate::program::Program;

/// Versions that an owner may upload for a bot in a day.
pub(super) const VERSIONS_PER_DAY: u32 = 2;

/// Calls beyond a quota that are made at the same time.
const CALLS_AT_ONCE: usize = 8;

/// Months after which a ban ends.
const BAN_MONTHS: u64 = 2;

/// An owner.
#[derive(Debug)]
struct YearOwner {
    name: String,
    token: String,
    bots: Vec<String>,
    /// The month of the ban.
    banned_in: Option<u64>,
    is_deleted: bool,
}

/// All owners so far.
#[derive(Debug)]
pub(super) struct Owners {
    signed_up: Vec<YearOwner>,
    bots: u64,
    rng: StableRng,
}

impl Owners {
    pub(super) fn new(args: &YearArgs) -> Self {
        Self {
            signed_up: Vec::new(),
            bots: 0,
            rng: RootSeed::from_text(&format!("{}/owners", args.seed)).rng(),
        }
    }

    /// Returns the names of the bots of owners that are not banned.
    pub(super) fn playing(&self) -> Vec<String> {
        let owners = self.signed_up.iter().filter(|owner| !owner.is_absent());
        owners.flat_map(|owner| owner.bots.clone()).collect()
    }

    /// Returns the names of the bots that are not paired.
    pub(super) fn absent(&self) -> Vec<String> {
        let owners = self.signed_up.iter().filter(|owner| owner.is_absent());
        owners.flat_map(|owner| owner.bots.clone()).collect()
    }

    /// Lets the owners of a month sign up with their bots, which enter the league.
    pub(super) async fn arrive(
        &mut self,
        client: &Client,
        league: &str,
        args: &YearArgs,
        month: u64,
    ) -> Result<(), Failure> {
        // At the end of the last month all are there.
        let share = |all: u64| (all * (month + 1)).div_ceil(args.months + 1).min(all);
        // Two bots can play.
        let (owners, bots) = (share(args.owners), share(args.bots).max(2));
        let mut entrants = Vec::new();
        while (self.signed_up.len() as u64) < owners || self.bots < bots {
            let number = self.signed_up.len();
            let name = format!("owner-{number}");
            if (number as u64) < owners {
                let request = proto::SignUpRequest {
                    name: name.clone(),
                    code: String::new(),
                };
                let signed_up = client.owners().sign_up(request).await;
                let signed_up = signed_up.map_err(ClientError::from)?.into_inner();
                self.signed_up.push(YearOwner {
                    name,
                    token: signed_up.owner_token,
                    bots: Vec::new(),
                    banned_in: None,
                    is_deleted: false,
                });
            }
            if self.bots < bots && !self.register(client, args, &mut entrants).await? {
                // All that are here have as many as they may; the others come later.
                break;
            }
        }
        if entrants.is_empty() {
            return Ok(());
        }
        let request = proto::ExtendTournamentRequest {
            name: league.into(),
            extension: Some(proto::TournamentExtension {
                entrants,
                ..Default::default()
            }),
            ..Default::default()
        };
        let extended = client.organizer().extend_tournament(request).await;
        Ok(extended.map(drop).map_err(ClientError::from)?)
    }

    /// Registers a bot of the owner with the fewest. Returns `false` if all have as many as they may.
    async fn register(
        &mut self,
        client: &Client,
        args: &YearArgs,
        entrants: &mut Vec<proto::Entrant>,
    ) -> Result<bool, Failure> {
        let present = self.signed_up.iter_mut().filter(|owner| !owner.is_absent());
        let Some(owner) = present.min_by_key(|owner| owner.bots.len()) else {
            return Ok(false);
        };
        if owner.bots.len() as u64 >= args.bots_per_owner() {
            return Ok(false);
        }
        let request = proto::RegisterBotRequest {
            name: format!("bot-{}", owner.bots.len()),
            games: vec![GameId::NETZWERK.name().into()],
            ..Default::default()
        };
        let client = client.with_token(&owner.token)?;
        let registered = client.bots().register_bot(request).await;
        let registered = registered.map_err(ClientError::from)?.into_inner();
        let name = registered.bot.unwrap_or_default().name;
        entrants.push(proto::Entrant {
            name: name.clone(),
            player: Some(Player::Bot(name.clone())),
            ..Default::default()
        });
        owner.bots.push(name);
        self.bots += 1;
        Ok(true)
    }

    /// Bans an owner, ends bans, and deletes an owner.
    pub(super) async fn punish(&mut self, client: &Client, month: u64) -> Result<(), Failure> {
        for owner in &mut self.signed_up {
            if owner
                .banned_in
                .is_some_and(|since| since + BAN_MONTHS <= month)
                && !owner.is_deleted
            {
                let name = format!("owners/{}", owner.name);
                let request = proto::UnbanOwnerRequest { name };
                let unbanned = client.operator().unban_owner(request).await;
                unbanned.map_err(ClientError::from)?;
                owner.banned_in = None;
            }
        }
        // Of twenty owners one is banned in a month, of forty one deleted; the first one stays.
        for (share, is_deleted) in [(20, false), (40, true)] {
            let owners = self.signed_up.len() as u64;
            let more = u64::from(self.rng.below(share) < owners % share);
            for _ in 0..owners / share + more {
                let at = self.rng.below(owners) as usize;
                let owner = &mut self.signed_up[at];
                if owner.is_absent() || at == 0 {
                    continue;
                }
                let name = format!("owners/{}", owner.name);
                if is_deleted {
                    let request = proto::DeleteOwnerRequest { name };
                    let deleted = client.owners().delete_owner(request).await;
                    deleted.map_err(ClientError::from)?;
                    owner.is_deleted = true;
                } else {
                    let reason = "floods the server".into();
                    let request = proto::BanOwnerRequest { name, reason };
                    let banned = client.operator().ban_owner(request).await;
                    banned.map_err(ClientError::from)?;
                    owner.banned_in = Some(month);
                }
            }
        }
        Ok(())
    }

    /// Registers bots beyond the quota of an owner, all at the same time, and counts those that are accepted.
    pub(super) async fn exceed_bots(
        &self,
        client: &Client,
        args: &YearArgs,
        month: &mut Month,
    ) -> Result<(), Failure> {
        let Some(owner) = self.signed_up.iter().find(|owner| !owner.is_absent()) else {
            return Ok(());
        };
        let client = client.with_token(&owner.token)?;
        let mut calls = tokio::task::JoinSet::new();
        for number in 0..CALLS_AT_ONCE {
            let (mut bots, name) = (client.bots(), format!("excess-{}-{number}", month.number));
            calls.spawn(async move {
                let request = proto::RegisterBotRequest {
                    name,
                    ..Default::default()
                };
                bots.register_bot(request).await.map(drop)
            });
        }
        let quota = args.bots_per_owner();
        let free = quota.saturating_sub(owner.bots.len() as u64);
        let mut accepted = 0;
        let mut failure = None;
        for answer in calls.join_all().await {
            match answer.map_err(ClientError::from) {
                Ok(()) => accepted += 1,
                Err(ClientError::Rejected {
                    reason: ErrorReason::QuotaExceeded,
                    ..
                }) => month.rejected += 1,
                Err(error) => failure = Some(error),
            }
        }
        month.exceeded += u64::saturating_sub(accepted, free);
        // What was free is free again.
        for number in 0..CALLS_AT_ONCE {
            let bot = format!("bots/{}/excess-{}-{number}", owner.name, month.number);
            // Most of them do not exist.
            let _ = client
                .bots()
                .delete_bot(proto::DeleteBotRequest { bot })
                .await;
        }
        failure.map_or(Ok(()), |error| Err(error.into()))
    }

    /// Uploads a program for the first bot of an owner more often than is allowed, all at the same time, by processes of
    /// `botwerk bot push`, and counts the versions that are accepted.
    pub(super) async fn exceed_uploads(
        &mut self,
        client: &Client,
        address: &str,
        program: &Program,
        folder: &Path,
        month: &mut Month,
    ) -> Result<(), Failure> {
        let at = self.rng.below(self.signed_up.len() as u64) as usize;
        let owners = self
            .signed_up
            .iter()
            .cycle()
            .skip(at)
            .take(self.signed_up.len());
        let mut present = owners.filter(|owner| !owner.is_absent() && !owner.bots.is_empty());
        let Some(owner) = present.next() else {
            return Ok(());
        };
        let before = self.count_versions(client, owner).await?;
        let mut uploads = Vec::new();
        for number in 0..CALLS_AT_ONCE / 2 {
            let folder = folder.join(format!("{}-{}-{number}", owner.name, month.number));
            fs::create_dir_all(&folder)?;
            let game = GameId::NETZWERK.name();
            let manifest = format!("game = \"{game}\"\ncommand = \"python3 bot.py\"\n");
            fs::write(folder.join("botwerk.toml"), manifest)?;
            fs::write(folder.join("bot.py"), format!("# {}\n", folder.display()))?;
            uploads.push(push(program, address, owner, &folder).spawn()?);
        }
        let mut accepted = 0;
        for mut upload in uploads {
            accepted += u64::from(upload.wait()?.success());
        }
        let after = self.count_versions(client, owner).await?;
        // An owner may come here a second time in the same day.
        let allowed = u64::from(VERSIONS_PER_DAY).saturating_sub(before);
        month.exceeded += accepted.saturating_sub(allowed);
        month.exceeded += after.saturating_sub(u64::from(VERSIONS_PER_DAY));
        month.rejected += (CALLS_AT_ONCE / 2) as u64 - accepted;
        Ok(())
    }

    async fn count_versions(&self, client: &Client, owner: &YearOwner) -> Result<u64, Failure> {
        let bot = format!("bots/{}", owner.bots[0]);
        let client = client.with_token(&owner.token)?;
        let request = proto::ListBotVersionsRequest { bot };
        let versions = client.uploads().list_bot_versions(request).await;
        Ok(versions
            .map_err(ClientError::from)?
            .into_inner()
            .versions
            .len() as u64)
    }

    /// Checks that no owner that was deleted, and no banned one, can act.
    pub(super) async fn check_absent(
        &self,
        client: &Client,
        month: &mut Month,
    ) -> Result<(), Failure> {
        let mut names = BTreeSet::new();
        for owner in self.signed_up.iter().filter(|owner| owner.is_absent()) {
            let client = client.with_token(&owner.token)?;
            let request = proto::RegisterBotRequest {
                name: "returned".into(),
                ..Default::default()
            };
            if client.bots().register_bot(request).await.is_ok() {
                names.insert(&owner.name);
            }
        }
        month.exceeded += names.len() as u64;
        Ok(())
    }
}

impl YearOwner {
    fn is_absent(&self) -> bool {
        self.is_deleted || self.banned_in.is_some()
    }
}

/// Returns the process that uploads a folder.
fn push(program: &Program, address: &str, owner: &YearOwner, folder: &Path) -> Command {
    let mut command = program.command();
    command
        .args([
            "bot",
            "push",
            "--detach",
            "--server",
            address,
            "--name",
            &owner.bots[0],
        ])
        .arg(folder)
        .env("BOTWERK_OWNER_TOKEN", &owner.token)
        .env_remove("BOTWERK_ADMIN_TOKEN")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}
