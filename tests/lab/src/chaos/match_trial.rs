//! One match from its making to the comparison of its record with its witnesses.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use botwerk_client::{ClientError, proto};
use botwerk_engine::{RootSeed, with_game};
use proto::MatchState;
use tokio::sync::{mpsc, oneshot};

use super::audit::{self, Audited};
use super::connection::Crew;
use super::context::Hall;
use super::fault::Fault;
use super::plan::{Chair, Plan, dice};
use super::player::Player;
use super::seat_log::{Heard, Witness};
use super::strategy::{AgentMover, Mover};
use super::transport::{Line, Way};

/// How often a match is looked at.
const LOOK: Duration = Duration::from_millis(30);

/// What a match is played with.
pub(super) struct Table<'a> {
    pub(super) hall: &'a Arc<Hall>,
    /// The crew that shares a stream.
    pub(super) crew: &'a mpsc::UnboundedSender<Player>,
    /// Where the record goes.
    pub(super) records: &'a Path,
}

/// A match that was made.
struct Made {
    name: String,
    tokens: Vec<proto::SeatToken>,
}

impl Table<'_> {
    /// Plays a match over as many lives of the server as it takes; `None` if nobody can play it,
    /// since the server was killed before it could say who may.
    pub(super) async fn play(&self, plan: Plan) -> Result<Option<Audited>, Fault> {
        let Some(made) = self.make(&plan).await? else {
            return Ok(None);
        };
        let born = self.hall.life().number;
        let witnesses = self.seat(&plan, &made)?;
        let last = self.look_on(&made.name).await?;
        let mut memories = Vec::new();
        for witness in witnesses {
            match witness.await {
                Ok(witness) => memories.push(witness),
                // It has found a fault itself.
                Err(_) if self.hall.faults.are_found() => return Ok(None),
                Err(_) => {
                    let what = "a witness has left before the end";
                    return Err(Fault::of_match(&made.name, what));
                }
            }
        }
        let ended = self.hall.life().number;
        for (token, witness) in made.tokens.iter().zip(&mut memories) {
            self.look_back(token, witness).await?;
        }
        self.hall.forget(&made.name);
        let text = self.hall.call(|client| {
            let name = made.name.clone();
            async move { client.record(&name).await }
        });
        let text = text.await.map_err(|error| refused(&made.name, &error))?;
        let file = self.records.join(made.name.replace('/', "-") + ".bwr");
        fs::write(&file, &text).map_err(|error| {
            let what = format!("{}: {error}", file.display());
            Fault::of_match(&made.name, what)
        })?;
        let kills = ended + 1 - born;
        let case = audit::Case {
            plan: &plan,
            last: &last,
            witnesses: &memories,
            kills,
        };
        with_game!(plan.game, G => audit::audit::<G>(&case, &text)).map(Some)
    }

    async fn make(&self, plan: &Plan) -> Result<Option<Made>, Fault> {
        let made = self.hall.call(|client| {
            let request = plan.request.clone();
            async move { Ok(client.matches().create_match(request).await?.into_inner()) }
        });
        let made = made.await.map_err(|error| refused(&plan.seed, &error))?;
        let name = made.r#match.unwrap_or_default().name;
        let remote = |chair: &&Chair| matches!(chair, Chair::Remote { .. });
        let known = made.seat_tokens.len() == plan.chairs.iter().filter(remote).count();
        Ok(known.then_some(Made {
            name,
            tokens: made.seat_tokens,
        }))
    }

    /// Sends a player to each seat that is open; each witness comes back at the end.
    fn seat(&self, plan: &Plan, made: &Made) -> Result<Vec<oneshot::Receiver<Witness>>, Fault> {
        let mut witnesses = Vec::new();
        for token in &made.tokens {
            let chair = plan.chairs.get(token.seat as usize);
            let Some(Chair::Remote { way, player }) = chair else {
                let what = format!("a token for seat {}, where a player sits", token.seat);
                return Err(Fault::of_match(&made.name, what));
            };
            let purpose = format!("seat {}", token.seat);
            let seed = RootSeed::from_text(&format!("{}/{purpose}", plan.seed));
            let mover = with_game!(plan.game, G => {
                AgentMover::<G>::new(player, seed).map(|mover| Box::new(mover) as Box<dyn Mover>)
            });
            let mover = mover.map_err(|what| Fault::of_match(&made.name, what))?;
            let (done, memory) = oneshot::channel();
            let witness = Witness::new(&made.name, token.seat);
            let token = token.token.clone();
            let dice = dice(&plan.seed, &purpose);
            self.send(*way, Player::new(witness, mover, token, dice, done));
            witnesses.push(memory);
        }
        Ok(witnesses)
    }

    fn send(&self, way: Way, player: Player) {
        if way == Way::Shared {
            // The crew ends only with a fault, which ends everything.
            let _ = self.crew.send(player);
            return;
        }
        let (own, newcomers) = mpsc::unbounded_channel();
        let dice = dice(player.witness.name(), "crew");
        let crew = Crew::new(way, Arc::clone(self.hall), dice, newcomers);
        let _ = own.send(player);
        tokio::spawn(crew.run());
    }

    /// Looks on until the match has ended: its events never become fewer.
    async fn look_on(&self, name: &str) -> Result<proto::Match, Fault> {
        let mut before = 0;
        loop {
            let seen = self.hall.call(|client| {
                let request = proto::GetMatchRequest { name: name.into() };
                async move {
                    let seen = client.matches().get_match(request).await?.into_inner();
                    Ok(seen.r#match.unwrap_or_default())
                }
            });
            let seen = seen.await.map_err(|error| refused(name, &error))?;
            if seen.events < before {
                let what = format!("has {} events, but had {before}", seen.events);
                return Err(Fault::of_match(name, what));
            }
            before = seen.events;
            self.hall.saw(name, seen.state());
            match seen.state() {
                MatchState::Over => return Ok(seen),
                MatchState::Aborted => {
                    return Err(Fault::of_match(name, format!("was called off: {seen:?}")));
                }
                _ => tokio::time::sleep(LOOK).await,
            }
        }
    }

    /// Lets a witness hear everything once more, from the beginning to the end.
    async fn look_back(
        &self,
        token: &proto::SeatToken,
        witness: &mut Witness,
    ) -> Result<(), Fault> {
        let known = witness.reports().len();
        loop {
            self.hall.up().await;
            match self.hear_all(token, witness).await? {
                Ok(()) if witness.reports().len() == known => return Ok(()),
                Ok(()) => {
                    let what = "was not told of everything before the end";
                    return Err(witness.fault(witness.last(), what));
                }
                Err(error) if super::context::may_pass(&error) => witness.lost(),
                Err(error) => return Err(refused(witness.name(), &error)),
            }
        }
    }

    async fn hear_all(
        &self,
        token: &proto::SeatToken,
        witness: &mut Witness,
    ) -> Result<Result<(), ClientError>, Fault> {
        let line = Line::open(Way::Own, &self.hall.address).await;
        let mut line = match line {
            Ok(line) => line,
            Err(error) => return Ok(Err(error)),
        };
        witness.join(0);
        let join = proto::Join {
            r#match: witness.name().into(),
            seat_token: token.token.clone(),
            view_options: Some(proto::ViewOptions {
                legal_actions: false,
                text: true,
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
            if witness.take(frame, true)? == Heard::Over {
                return witness.settle().map(Ok);
            }
        }
    }
}

fn refused(name: &str, error: &ClientError) -> Fault {
    Fault::of_match(name, format!("a call is refused: {error}"))
}
