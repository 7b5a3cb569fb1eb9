//! The owners, bots and uploads of a fuzzed server that requests are about.

use arbitrary::{Result, Unstructured};
use botwerk_client::{Client, proto, worker_proto};
use botwerk_engine::hex;
use prost::Message;
use sha2::{Digest, Sha256};

/// Name of the host that leases versions.
const HOST: &str = "fuzzed-host";

/// Owners, bots, codes, tokens and uploads of our own. Fuzzed requests may end them.
#[derive(Debug)]
pub(super) struct FuzzAccounts {
    client: Client,
    archive: Vec<u8>,
    /// Number of the present accounts, which their names contain.
    number: u32,
    code: proto::CreateSignUpCodeResponse,
    token: String,
    /// The content of an upload that is complete, but not finished.
    upload: String,
}

impl FuzzAccounts {
    /// Creates the first accounts.
    pub(super) async fn create(client: Client) -> Self {
        let mut accounts = Self {
            client,
            archive: archive(),
            number: 0,
            code: proto::CreateSignUpCodeResponse::default(),
            token: String::new(),
            upload: String::new(),
        };
        accounts.replace().await;
        accounts
    }

    /// Replaces everything by new accounts with other names.
    pub(super) async fn replace(&mut self) {
        self.number += 1;
        let code = proto::CreateSignUpCodeRequest {
            uses: 1000,
            ..Default::default()
        };
        let mut operator = self.client.operator();
        let created = operator.create_sign_up_code(code).await;
        self.code = created.unwrap().into_inner();
        let created = operator.create_token(self.create_token()).await.unwrap();
        self.token = created.into_inner().token.unwrap().name;
        for name in [self.owner(), self.banned_owner()] {
            let code = self.code.code.clone();
            let sign_up = proto::SignUpRequest { name, code };
            self.client.owners().sign_up(sign_up).await.unwrap();
        }
        operator.ban_owner(self.ban()).await.unwrap();
        self.register(&self.bot()).await;
        self.register(&self.leased_bot()).await;
        self.upload = self.send_archive(&self.leased_bot()).await;
        let upload = self.upload.clone();
        let finish = proto::FinishUploadRequest { upload };
        self.client.uploads().finish_upload(finish).await.unwrap();
        let lease = self.client.hosts().lease_version(lease_version()).await;
        let leased = lease.unwrap().into_inner().version;
        assert!(leased.is_some(), "no version is leased");
        self.upload = self.send_archive(&self.bot()).await;
    }

    /// Generates an encoded request of a method, or returns `None` if the method is unknown here.
    pub(super) fn request(
        &self,
        method: &str,
        source: &mut Unstructured<'_>,
    ) -> Result<Option<Vec<u8>>> {
        if let Some(bytes) = self.owner_request(method, source)? {
            return Ok(Some(bytes));
        }
        let bot = format!("bots/{}", self.bot());
        let upload = self.upload.clone();
        let bytes = match method {
            "RegisterBot" => proto::RegisterBotRequest {
                name: format!("{}-{}", self.bot(), source.arbitrary::<u16>()?),
                ..Default::default()
            }
            .encode_to_vec(),
            "GetBot" => proto::GetBotRequest { bot }.encode_to_vec(),
            "UpdateBot" => proto::UpdateBotRequest {
                bot,
                max_concurrent_matches: source.int_in_range(1..=3)?,
                ..Default::default()
            }
            .encode_to_vec(),
            "DeleteBot" => proto::DeleteBotRequest { bot }.encode_to_vec(),
            "RotateBotToken" => proto::RotateBotTokenRequest {
                bot,
                lifetime_secs: source.arbitrary()?,
            }
            .encode_to_vec(),
            "CreateUpload" => self.create_upload(&self.bot()).encode_to_vec(),
            "AppendUpload" => proto::AppendUploadRequest {
                upload,
                offset: 0,
                content: self.archive.clone(),
            }
            .encode_to_vec(),
            "FinishUpload" => proto::FinishUploadRequest { upload }.encode_to_vec(),
            "ListBotVersions" => proto::ListBotVersionsRequest { bot }.encode_to_vec(),
            "GetBotVersion" => proto::GetBotVersionRequest {
                bot: format!("bots/{}", self.leased_bot()),
                number: source.int_in_range(0..=1)?,
            }
            .encode_to_vec(),
            "LeaseVersion" => lease_version().encode_to_vec(),
            "GetContent" => worker_proto::GetContentRequest {
                content_sha256: self.content_sha256(),
                part: 0,
            }
            .encode_to_vec(),
            "ReportVersion" => self.report_version(source)?.encode_to_vec(),
            _ => return Ok(None),
        };
        Ok(Some(bytes))
    }

    /// Generates an encoded request about owners, or of the operator.
    fn owner_request(
        &self,
        method: &str,
        source: &mut Unstructured<'_>,
    ) -> Result<Option<Vec<u8>>> {
        let name = format!("owners/{}", self.owner());
        let bytes = match method {
            "SignUp" => proto::SignUpRequest {
                name: format!("{}-{}", self.owner(), source.arbitrary::<u16>()?),
                code: self.code.code.clone(),
            }
            .encode_to_vec(),
            "SignIn" => proto::SignInRequest {
                ticket: "e30.e30".into(),
                binding: "a-binding".into(),
                name: format!("{}-{}", self.owner(), source.arbitrary::<u16>()?),
                code: self.code.code.clone(),
            }
            .encode_to_vec(),
            "GetOwner" => proto::GetOwnerRequest { name }.encode_to_vec(),
            "RotateOwnerToken" => proto::RotateOwnerTokenRequest {
                name,
                lifetime_secs: source.arbitrary()?,
            }
            .encode_to_vec(),
            "DeleteOwner" => proto::DeleteOwnerRequest { name }.encode_to_vec(),
            "UpdateOwner" => proto::UpdateOwnerRequest {
                name,
                bots: source.arbitrary()?,
                concurrent_matches: source.arbitrary()?,
                processor_secs_per_day: source.arbitrary()?,
                searches_per_day: source.arbitrary()?,
            }
            .encode_to_vec(),
            "BanOwner" => proto::BanOwnerRequest {
                name,
                reason: "fuzzed".into(),
            }
            .encode_to_vec(),
            "UnbanOwner" => proto::UnbanOwnerRequest {
                name: format!("owners/{}", self.banned_owner()),
            }
            .encode_to_vec(),
            "DeleteSignUpCode" => proto::DeleteSignUpCodeRequest {
                name: self.code.sign_up_code.clone().unwrap_or_default().name,
            }
            .encode_to_vec(),
            "CreateToken" => proto::CreateTokenRequest {
                token_id: format!("t{}", source.arbitrary::<u16>()?),
                ..self.create_token()
            }
            .encode_to_vec(),
            "DeleteToken" => proto::DeleteTokenRequest {
                name: self.token.clone(),
            }
            .encode_to_vec(),
            _ => return Ok(None),
        };
        Ok(Some(bytes))
    }

    fn owner(&self) -> String {
        format!("owner{}", self.number)
    }

    fn banned_owner(&self) -> String {
        format!("banned{}", self.number)
    }

    /// A bot with an upload that is complete, but not finished.
    fn bot(&self) -> String {
        format!("bot{}", self.number)
    }

    /// A bot whose first version is leased by the host.
    fn leased_bot(&self) -> String {
        format!("leased{}", self.number)
    }

    fn ban(&self) -> proto::BanOwnerRequest {
        proto::BanOwnerRequest {
            name: format!("owners/{}", self.banned_owner()),
            reason: "fuzzed".into(),
        }
    }

    fn create_token(&self) -> proto::CreateTokenRequest {
        proto::CreateTokenRequest {
            token_id: format!("token{}", self.number),
            scope: proto::TokenScope::Worker.into(),
            ..Default::default()
        }
    }

    fn report_version(
        &self,
        source: &mut Unstructured<'_>,
    ) -> Result<worker_proto::ReportVersionRequest> {
        let is_finished: bool = source.arbitrary()?;
        Ok(worker_proto::ReportVersionRequest {
            host: HOST.into(),
            bot: self.leased_bot(),
            number: 1,
            result: is_finished.then(|| worker_proto::VersionResult {
                log: "checked\n".into(),
                ..Default::default()
            }),
        })
    }

    fn create_upload(&self, bot: &str) -> proto::CreateUploadRequest {
        proto::CreateUploadRequest {
            bot: format!("bots/{bot}"),
            content_sha256: self.content_sha256(),
            bytes: self.archive.len() as u64,
        }
    }

    fn content_sha256(&self) -> String {
        hex(&Sha256::digest(&self.archive))
    }

    async fn register(&self, name: &str) {
        let register = proto::RegisterBotRequest {
            name: name.to_owned(),
            ..Default::default()
        };
        self.client.bots().register_bot(register).await.unwrap();
    }

    /// Uploads the archive for a bot, without finishing it; returns the name of the upload.
    async fn send_archive(&self, bot: &str) -> String {
        let mut uploads = self.client.uploads();
        let created = uploads.create_upload(self.create_upload(bot)).await;
        let upload = created.unwrap().into_inner().upload;
        let append = proto::AppendUploadRequest {
            upload: upload.clone(),
            offset: 0,
            content: self.archive.clone(),
        };
        uploads.append_upload(append).await.unwrap();
        upload
    }
}

fn lease_version() -> worker_proto::LeaseVersionRequest {
    worker_proto::LeaseVersionRequest {
        host: HOST.into(),
        wait_nanos: 0,
    }
}

/// Returns the archive of a bot.
fn archive() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let manifest = "game = \"netzwerk\"\ncommand = \"./bot\"\n";
    std::fs::write(folder.path().join("botwerk.toml"), manifest).unwrap();
    std::fs::write(folder.path().join("bot"), "#!/bin/sh\n").unwrap();
    botwerk_archive::pack(folder.path()).unwrap()
}
