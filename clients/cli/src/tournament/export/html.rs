//! The web pages of an exported tournament. Its data are scripts, since pages that are files can read no others.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use botwerk_client::proto;
use botwerk_engine::GameId;
use prost::Message;
use serde_json::{Value, json};

use crate::failure::{Failure, Reason};
use crate::progress_bar::ProgressBar;
use crate::tournament::match_columns::scored_match;
use crate::tournament::source::Source;

/// Number of scheduled matches in a file: as many as the pages read at once.
const PAIRINGS_PER_FILE: usize = 500;

/// The script of the files that stand for the addresses of a server.
const ADDRESS_SCRIPT: &str = include_str!("address.js");

/// The directory of the pages.
pub(super) struct HtmlDir {
    path: PathBuf,
}

/// What the pages can show.
pub(super) struct WrittenPages {
    pub(super) records: usize,
    /// Records that may not be read yet.
    pub(super) sealed_records: usize,
}

impl HtmlDir {
    /// Writes the parts of the pages that are the same for all tournaments into an empty directory.
    pub(super) fn new(path: &Path) -> Result<Self, Failure> {
        let dir = Self {
            path: path.to_owned(),
        };
        for folder in ["data", "data/pairings", "data/records", "data/seasons"] {
            let path = dir.path.join(folder);
            fs::create_dir(&path).map_err(|error| failed(&path, &error))?;
        }
        for file in botwerk_pages::EXPORTED.iter().chain(botwerk_pages::FILES) {
            let content = || {
                let content = file.static_content();
                content.map_err(|error| failed(&dir.path.join(file.name), &error))
            };
            match file.name {
                "exported.html" => dir.write_file("index.html", &content()?)?,
                "exported.js" | "app.css" | "icon.svg" => dir.write_file(file.name, &content()?)?,
                "worker.js" => {
                    dir.write_data("worker", &String::from_utf8_lossy(&content()?))?;
                }
                module @ ("botwerk_rules.wasm" | "botwerk_players.wasm") => {
                    dir.write_data(module, &STANDARD.encode(file.gzip))?;
                }
                _ => {}
            }
        }
        dir.write_file("address.js", ADDRESS_SCRIPT.as_bytes())?;
        for page in ["view", "analysis", "rules", "tournaments"] {
            dir.write_address(page)?;
        }
        for game in GameId::all() {
            dir.write_address(&format!("rules/{}", game.name()))?;
        }
        Ok(dir)
    }

    /// Writes the tournament.
    pub(super) async fn write_tournament(
        &self,
        source: &Source,
        tournament: &proto::Tournament,
    ) -> Result<WrittenPages, Failure> {
        let name = &tournament.name;
        self.write_address(&format!("tournaments/{}", resource_id(name)?))?;
        self.write_message("tournament", tournament)?;
        self.write_message("standings", &source.standings(name).await?)?;
        for season in 1..=ended_seasons(tournament) {
            let table = source.final_standings(name, season).await?;
            self.write_message(&format!("seasons/{season}"), &table)?;
        }
        let (pairings, matches) = self.write_pairings(source, name).await?;
        let written = self.write_records(source, &matches).await?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let manifest: Value = json!({
            "pairings": pairings,
            "pairingsPerFile": PAIRINGS_PER_FILE,
            "exportedMicros": now.map_or(0, |now| now.as_micros() as u64),
        });
        self.write_data("export", &manifest.to_string())?;
        Ok(written)
    }

    /// Writes all scheduled matches; returns their number and the names of those with a record.
    async fn write_pairings(
        &self,
        source: &Source,
        name: &str,
    ) -> Result<(usize, Vec<String>), Failure> {
        let (mut files, mut written) = (0, 0);
        let mut matches = Vec::new();
        let mut page = proto::ListPairingsResponse::default();
        let mut write = |page: &mut proto::ListPairingsResponse| -> Result<(), Failure> {
            written += page.pairings.len();
            self.write_message(&format!("pairings/{files}"), page)?;
            files += 1;
            page.pairings.clear();
            Ok(())
        };
        let add = |pairing: proto::Pairing| -> Result<(), Failure> {
            matches.extend(scored_match(&pairing).map(str::to_owned));
            page.pairings.push(pairing);
            if page.pairings.len() < PAIRINGS_PER_FILE {
                return Ok(());
            }
            write(&mut page)
        };
        source.pairings(name, add).await?;
        if !page.pairings.is_empty() {
            write(&mut page)?;
        }
        Ok((written, matches))
    }

    /// Writes the records that may be read.
    async fn write_records(
        &self,
        source: &Source,
        matches: &[String],
    ) -> Result<WrittenPages, Failure> {
        let progress = ProgressBar::new(matches.len() as u64, "records");
        let mut records = 0;
        for name in matches {
            if let Some(record) = source.record(name).await? {
                let id = resource_id(name)?;
                self.write_data(&format!("records/{id}"), &record)?;
                self.write_address(&format!("matches/{id}"))?;
                records += 1;
            }
            progress.inc(1);
        }
        progress.clear();
        Ok(WrittenPages {
            records,
            sealed_records: matches.len() - records,
        })
    }

    /// Writes a file at the address that a page has on a server, which opens the page.
    fn write_address(&self, page: &str) -> Result<(), Failure> {
        let folder = self.path.join(page);
        fs::create_dir_all(&folder).map_err(|error| failed(&folder, &error))?;
        let up = "../".repeat(page.split('/').count());
        let html = format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" \
             content=\"default-src 'none'; script-src 'self'\">\n<title>Botwerk</title>\n\
             <script src=\"{up}address.js\"></script>\n<p><a href=\"{up}index.html#/{page}\">{page}</a></p>\n"
        );
        self.write_file(&format!("{page}/index.html"), html.as_bytes())
    }

    fn write_message(&self, name: &str, message: &impl Message) -> Result<(), Failure> {
        self.write_data(name, &STANDARD.encode(message.encode_to_vec()))
    }

    /// Writes a script that passes the content of a file to the page.
    fn write_data(&self, name: &str, content: &str) -> Result<(), Failure> {
        let script = format!("botwerkFile({},{});\n", json!(name), json!(content));
        self.write_file(&format!("data/{name}.js"), script.as_bytes())
    }

    fn write_file(&self, name: &str, content: &[u8]) -> Result<(), Failure> {
        let path = self.path.join(name);
        fs::write(&path, content).map_err(|error| failed(&path, &error))
    }
}

/// Returns the number of seasons with a final table: that of a season is final once the next one has started.
fn ended_seasons(tournament: &proto::Tournament) -> u32 {
    use proto::TournamentState::{Cancelled, Over};
    let season = tournament.league.as_ref().map_or(0, |league| league.season);
    if matches!(tournament.state(), Over | Cancelled) {
        season
    } else {
        season.saturating_sub(1)
    }
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::file(&path.display().to_string(), error)
}

/// Returns the id of a match or tournament as the name of a file.
fn resource_id(name: &str) -> Result<&str, Failure> {
    let id = name.split_once('/').map_or(name, |(_, id)| id);
    let is_id = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    if !id.is_empty() && id.bytes().all(is_id) {
        return Ok(id);
    }
    let message = format!("{name}: expected an id of letters, digits and hyphens");
    Err(Failure::new(Reason::BadRecord, message))
}
