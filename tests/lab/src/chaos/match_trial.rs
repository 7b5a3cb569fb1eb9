//! One match from its making to the comparison of its record with its witnesses.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use botwerk_client::{ClientError, proto};
use botwerk_engine::{RootSeed, with_game};
use proto::MatchState;
use tokio::sync::{mpsc, oneshot};

use super::audit::{self, AuditStats};
use super::connection::SharedConnection;
use super::context::TrialContext;
use super::fault::Violation;
use super::plan::{ChaosMatch, SeatOccupant, rng_for};
use super::player::ChaosClient;
use super::seat_log::{FrameEffect, SeatLog};
use super::strategy::{AgentStrategy, Strategy};
use super::transport::{Transport, TransportKind};

/// How often a match is looked at.
const LOOK: Duration = Duration::from_millis(30);

/// What a match is played with.
pub(super) struct MatchTrial<'a> {
    pub(super) context: &'a Arc<TrialContext>,
    /// The crew that shares a stream.
    pub(super) crew: &'a mpsc::UnboundedSender<ChaosClient>,
    /// Where the record goes.
    pub(super) records: &'a Path,
}

/// A match that was made.
struct Made {
    name: String,
    tokens: Vec<proto::SeatToken>,
}

impl MatchTrial<'_> {
    /// Plays a match over as many lives of the server as it takes; `None` if nobody can play it,
    /// since the server was killed before it could say who may.
    pub(super) async fn play(&self, plan: ChaosMatch) -> Result<Option<AuditStats>, Violation> {
        let Some(made) = self.make(&plan).await? else {
            return Ok(None);
        };
        let born = self.context.life().number;
        let logs = self.seat(&plan, &made)?;
        let last = self.poll_until_over(&made.name).await?;
        let mut memories = Vec::new();
        for log in logs {
            match log.await {
                Ok(log) => memories.push(log),
                // It has found a fault itself.
                Err(_) if self.context.faults.is_any_found() => return Ok(None),
                Err(_) => {
                    let what = "a witness has left before the end";
                    return Err(Violation::of_match(&made.name, what));
                }
            }
        }
        let ended = self.context.life().number;
        for (token, log) in made.tokens.iter().zip(&mut memories) {
            self.resubscribe_and_compare(token, log).await?;
        }
        self.context.forget(&made.name);
        let text = self.context.call(|client| {
            let name = made.name.clone();
            async move { client.record(&name).await }
        });
        let text = text.await.map_err(|error| refused(&made.name, &error))?;
        let file = self.records.join(made.name.replace('/', "-") + ".bwr");
        fs::write(&file, &text).map_err(|error| {
            let what = format!("{}: {error}", file.display());
            Violation::of_match(&made.name, what)
        })?;
        let kills = ended + 1 - born;
        let case = audit::AuditInput {
            plan: &plan,
            last: &last,
            logs: &memories,
            kills,
        };
        with_game!(plan.game, G => audit::audit::<G>(&case, &text)).map(Some)
    }

    async fn make(&self, plan: &ChaosMatch) -> Result<Option<Made>, Violation> {
        let made = self.context.call(|client| {
            let request = plan.request.clone();
            async move { Ok(client.matches().create_match(request).await?.into_inner()) }
        });
        let made = made.await.map_err(|error| refused(&plan.seed, &error))?;
        let name = made.r#match.unwrap_or_default().name;
        let remote = |chair: &&SeatOccupant| matches!(chair, SeatOccupant::Remote { .. });
        let known = made.seat_tokens.len() == plan.chairs.iter().filter(remote).count();
        Ok(known.then_some(Made {
            name,
            tokens: made.seat_tokens,
        }))
    }

    /// Sends a player to each seat that is open; each witness comes back at the end.
    fn seat(
        &self,
        plan: &ChaosMatch,
        made: &Made,
    ) -> Result<Vec<oneshot::Receiver<SeatLog>>, Violation> {
        let mut logs = Vec::new();
        for token in &made.tokens {
            let chair = plan.chairs.get(token.seat as usize);
            let Some(SeatOccupant::Remote { way, player }) = chair else {
                let what = format!("a token for seat {}, where a player sits", token.seat);
                return Err(Violation::of_match(&made.name, what));
            };
            let purpose = format!("seat {}", token.seat);
            let seed = RootSeed::from_text(&format!("{}/{purpose}", plan.seed));
            let mover = with_game!(plan.game, G => {
                AgentStrategy::<G>::new(player, seed).map(|mover| Box::new(mover) as Box<dyn Strategy>)
            });
            let mover = mover.map_err(|what| Violation::of_match(&made.name, what))?;
            let (done, memory) = oneshot::channel();
            let log = SeatLog::new(&made.name, token.seat);
            let token = token.token.clone();
            let dice = rng_for(&plan.seed, &purpose);
            self.send(*way, ChaosClient::new(log, mover, token, dice, done));
            logs.push(memory);
        }
        Ok(logs)
    }

    fn send(&self, way: TransportKind, player: ChaosClient) {
        if way == TransportKind::Shared {
            // The crew ends only with a fault, which ends everything.
            let _ = self.crew.send(player);
            return;
        }
        let (own, new_clients) = mpsc::unbounded_channel();
        let dice = rng_for(player.log.name(), "crew");
        let crew = SharedConnection::new(way, Arc::clone(self.context), dice, new_clients);
        let _ = own.send(player);
        tokio::spawn(crew.run());
    }

    /// Looks on until the match has ended: its events never become fewer.
    async fn poll_until_over(&self, name: &str) -> Result<proto::Match, Violation> {
        let mut before = 0;
        loop {
            let seen = self.context.call(|client| {
                let request = proto::GetMatchRequest { name: name.into() };
                async move {
                    let seen = client.matches().get_match(request).await?.into_inner();
                    Ok(seen.r#match.unwrap_or_default())
                }
            });
            let seen = seen.await.map_err(|error| refused(name, &error))?;
            if seen.event_count < before {
                let what = format!("has {} events, but had {before}", seen.event_count);
                return Err(Violation::of_match(name, what));
            }
            before = seen.event_count;
            self.context.record_state(name, seen.state());
            match seen.state() {
                MatchState::Over => return Ok(seen),
                MatchState::Aborted => {
                    return Err(Violation::of_match(
                        name,
                        format!("was called off: {seen:?}"),
                    ));
                }
                _ => tokio::time::sleep(LOOK).await,
            }
        }
    }

    /// Lets a witness hear everything once more, from the beginning to the end.
    async fn resubscribe_and_compare(
        &self,
        token: &proto::SeatToken,
        log: &mut SeatLog,
    ) -> Result<(), Violation> {
        let known = log.reports().len();
        loop {
            self.context.wait_until_up().await;
            match self.hear_all(token, log).await? {
                Ok(()) if log.reports().len() == known => return Ok(()),
                Ok(()) => {
                    let what = "was not told of everything before the end";
                    return Err(log.fault(log.last(), what));
                }
                Err(error) if super::context::is_kill_related(&error) => log.lost(),
                Err(error) => return Err(refused(log.name(), &error)),
            }
        }
    }

    async fn hear_all(
        &self,
        token: &proto::SeatToken,
        log: &mut SeatLog,
    ) -> Result<Result<(), ClientError>, Violation> {
        let line = Transport::open(TransportKind::Own, &self.context.address).await;
        let mut line = match line {
            Ok(line) => line,
            Err(error) => return Ok(Err(error)),
        };
        log.join(0);
        let join = proto::Join {
            r#match: log.name().into(),
            seat_token: token.token.clone(),
            view_options: Some(proto::ViewOptions {
                include_legal_actions: false,
                include_text: true,
            }),
            ..Default::default()
        };
        if let Err(error) = line.join(join).await {
            return Ok(Err(error));
        }
        loop {
            let frame = match line.next().await {
                Ok(Some(frame)) => frame,
                Ok(None) => return Ok(Err(ClientError::Unreachable("it has ended".into()))),
                Err(error) => return Ok(Err(error)),
            };
            if log.handle_frame(frame, true)? == FrameEffect::Over {
                return log.settle().map(Ok);
            }
        }
    }
}

fn refused(name: &str, error: &ClientError) -> Violation {
    Violation::of_match(name, format!("a call is refused: {error}"))
}
