//! The calls of the pages, and how long they take.

use std::time::{Duration, Instant};

use botwerk_client::{Client, ClientError, proto};
use botwerk_command::failure::{Failure, Reason};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The calls, by the names that the table has for them.
pub(super) const KINDS: &[&str] = &["tournament", "standings", "matches", "report", "metrics"];

/// What the calls are about.
pub(super) struct CallTarget<'a> {
    pub(super) client: &'a Client,
    pub(super) address: &'a str,
    /// The token of the operator.
    pub(super) token: &'a str,
    pub(super) league: &'a str,
    /// Names of bots of the league.
    pub(super) bots: &'a [String],
}

impl CallTarget<'_> {
    /// Makes each call a number of times, the kinds in turn; returns the longest of each kind.
    pub(super) async fn measure(
        &self,
        number: u64,
    ) -> Result<Vec<(&'static str, Duration)>, Failure> {
        let mut longest: Vec<(&'static str, Duration)> =
            KINDS.iter().map(|kind| (*kind, Duration::ZERO)).collect();
        for round in 0..number {
            for (kind, time) in &mut longest {
                let started = Instant::now();
                self.call(kind, round).await?;
                *time = (*time).max(started.elapsed());
            }
        }
        Ok(longest)
    }

    async fn call(&self, kind: &str, round: u64) -> Result<(), Failure> {
        let bot = self.bots.get(round as usize % self.bots.len().max(1));
        let bot = bot.cloned().unwrap_or_default();
        let name = self.league.to_owned();
        let answered = match kind {
            "tournament" => {
                let request = proto::GetTournamentRequest { name };
                let answer = self.client.tournaments().get_tournament(request).await;
                answer.map(drop)
            }
            "standings" => {
                let request = proto::GetStandingsRequest {
                    name,
                    ..Default::default()
                };
                let answer = self.client.tournaments().get_standings(request).await;
                answer.map(drop)
            }
            "matches" => {
                let request = proto::ListMatchesRequest {
                    player: bot,
                    result: proto::SeatResult::Won.into(),
                    ..Default::default()
                };
                self.client.matches().list_matches(request).await.map(drop)
            }
            "report" => {
                let request = proto::GetBotReportRequest {
                    bot: format!("bots/{bot}"),
                };
                self.client.bots().get_bot_report(request).await.map(drop)
            }
            _ => return self.read_metrics().await,
        };
        Ok(answered.map_err(ClientError::from)?)
    }

    async fn read_metrics(&self) -> Result<(), Failure> {
        let mut stream = TcpStream::connect(self.address).await?;
        let request = format!(
            "GET /metrics HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nConnection: close\r\n\r\n",
            self.address, self.token
        );
        stream.write_all(request.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        if answer.starts_with("HTTP/1.1 200") {
            return Ok(());
        }
        let message = format!("/metrics: {}", answer.lines().next().unwrap_or_default());
        Err(Failure::new(Reason::Unreachable, message))
    }
}
