//! Bots that play over the wire, well or badly.

use std::time::Duration;

use botwerk_agents::Roster;
use botwerk_client::{AgentPlayer, Client, PlayStream, Player, proto};
use botwerk_engine::netzwerk::Netzwerk;
use proto::attend_response::Kind as Told;
use proto::play_response::Kind;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;

/// What a bot does when it is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// It answers.
    Plays,
    /// It ends at once, with all its connections.
    Crashes,
    /// It does not answer.
    Hangs,
    /// It sends acts that nobody has asked for, as many as it can.
    Floods,
    /// It loses its connection once a match, and comes back.
    Returns,
    /// It gives turns that the rules forbid.
    Cheats,
    /// It answers one millisecond after its time.
    IsLate,
    /// It joins with the token of its first match for ever.
    MixesUpTokens,
}

/// What a bot has heard.
#[derive(Debug)]
pub(crate) enum Heard {
    Over,
    Withdrawn(proto::Withdrawn),
    TournamentOver,
    /// An act or a seat was refused, with this reason.
    Refused(String),
}

/// A bot that attends; dropping it ends it.
pub(crate) struct TestBot {
    task: JoinHandle<()>,
    pub(crate) heard: UnboundedReceiver<Heard>,
}

impl Drop for TestBot {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl TestBot {
    /// A bot with connections of its own.
    pub(crate) fn start(address: &str, token: String, manner: Manner) -> Self {
        let (tell, heard) = unbounded_channel();
        let address = address.to_owned();
        let task = tokio::spawn(async move {
            let client = Client::connect(&address).await.unwrap();
            attend(client, token, manner, tell).await;
        });
        Self { task, heard }
    }

    /// Everything that it has heard so far.
    pub(crate) fn heard_so_far(&mut self) -> Vec<Heard> {
        let mut all = Vec::new();
        while let Ok(heard) = self.heard.try_recv() {
            all.push(heard);
        }
        all
    }
}

async fn attend(client: Client, token: String, manner: Manner, tell: UnboundedSender<Heard>) {
    let request = proto::AttendRequest {
        bot_token: token,
        max_parallel: 1,
    };
    let mut invitations = client.bots().attend(request).await.unwrap().into_inner();
    let mut first_token = None;
    // A crash takes all matches with it.
    let (crash, mut crashed) = unbounded_channel();
    let mut matches = tokio::task::JoinSet::new();
    loop {
        let told = tokio::select! {
            told = invitations.message() => told,
            _ = crashed.recv() => return,
        };
        let Ok(Some(told)) = told else { break };
        match told.kind.unwrap() {
            Told::Attending(_) => {}
            Told::Invited(mut invited) => {
                let first = first_token.get_or_insert_with(|| invited.seat_token.clone());
                if manner == Manner::MixesUpTokens {
                    invited.seat_token.clone_from(first);
                }
                let table = BotTable {
                    client: client.clone(),
                    invited,
                    manner,
                    tell: tell.clone(),
                    player: AgentPlayer::new("random").unwrap(),
                    has_returned: false,
                    crash: crash.clone(),
                };
                matches.spawn(table.play());
            }
            Told::Withdrawn(out) => tell.send(Heard::Withdrawn(out)).unwrap(),
            Told::TournamentOver(_) => tell.send(Heard::TournamentOver).unwrap(),
        }
    }
    // Nobody invites it any more; what it plays it plays to the end.
    while matches.join_next().await.is_some() {}
}

/// A bot in a match.
struct BotTable<G: Roster> {
    client: Client,
    invited: proto::Invited,
    manner: Manner,
    tell: UnboundedSender<Heard>,
    player: AgentPlayer<G>,
    has_returned: bool,
    crash: UnboundedSender<()>,
}

impl BotTable<Netzwerk> {
    async fn play(mut self) {
        loop {
            let mut stream = PlayStream::open(&self.client).await.unwrap();
            let join = proto::Join {
                r#match: self.invited.r#match.clone(),
                seat_token: self.invited.seat_token.clone(),
                view_options: Some(proto::ViewOptions {
                    legal_actions: false,
                    text: true,
                }),
                ..Default::default()
            };
            stream.join(join).await.unwrap();
            if self.follow(&mut stream).await {
                return;
            }
            // It comes back on a new stream.
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Whether the match is over for this bot.
    async fn follow(&mut self, stream: &mut PlayStream) -> bool {
        while let Ok(Some(frame)) = stream.next().await {
            match frame {
                Kind::Joined(joined) => self.player.joined(&joined).unwrap(),
                Kind::Update(update) => self.player.update(&update),
                Kind::ActRequest(request) => {
                    if !self.answer(stream, &request).await {
                        return false;
                    }
                }
                Kind::Rejected(rejected) => {
                    let reason = rejected.error.unwrap().reason;
                    let _ = self.tell.send(Heard::Refused(reason));
                }
                Kind::MatchOver(_) => {
                    let _ = self.tell.send(Heard::Over);
                    if self.manner == Manner::IsLate {
                        self.hear_refusal(stream).await;
                    }
                    return true;
                }
                Kind::Accepted(_) | Kind::StateChanged(_) | Kind::Ping(_) => {}
            }
        }
        // A stream that the server has ended is opened again, unless it was flooded.
        self.manner == Manner::Floods
    }

    /// Waits for the answer to an act that the end of the match has overtaken.
    async fn hear_refusal(&mut self, stream: &mut PlayStream) {
        let limit = Duration::from_secs(5);
        if let Ok(Ok(Some(Kind::Rejected(rejected)))) =
            tokio::time::timeout(limit, stream.next()).await
        {
            let _ = self
                .tell
                .send(Heard::Refused(rejected.error.unwrap().reason));
        }
    }

    /// Answers a request in the bot's manner; `false` if the connection is lost.
    async fn answer(&mut self, stream: &PlayStream, request: &proto::ActRequest) -> bool {
        let reply = self.player.act(request).unwrap();
        let act = |text: String| proto::Act {
            handle: request.handle,
            turn: request.turn,
            act: request.act,
            text,
            ..Default::default()
        };
        match self.manner {
            Manner::Crashes => {
                self.crash.send(()).unwrap();
                std::future::pending::<()>().await;
            }
            Manner::Hangs => return true,
            Manner::Floods => {
                for number in 0..5000 {
                    let foreign = proto::Act {
                        turn: 1000 + number,
                        ..act(reply.text.clone())
                    };
                    if stream.act(foreign).await.is_err() {
                        return true;
                    }
                }
                return true;
            }
            Manner::Returns if !self.has_returned => {
                self.has_returned = true;
                return false;
            }
            Manner::Plays | Manner::MixesUpTokens | Manner::Returns => {}
            Manner::Cheats => {
                for _ in 0..3 {
                    let _ = stream.act(act(".".into())).await;
                }
                return true;
            }
            Manner::IsLate => {
                let left = request.clocks.as_ref().unwrap().remaining_nanos.unwrap();
                tokio::time::sleep(Duration::from_nanos(left) + Duration::from_millis(1)).await;
            }
        }
        let _ = stream.act(act(reply.text)).await;
        true
    }
}
