//! Bots with correct or faulty behaviour.

use std::sync::Arc;
use std::time::Duration;

use botwerk_client::{AgentPlayer, Bot, Client, Match, PlayStream, View, proto};
use botwerk_engine::GameId;
use botwerk_tests::{bearer, eventually};
use proto::play_response::Kind;
use proto::stream_invitations_response::Kind as InvitationFrame;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How a bot answers action requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Behaviour {
    /// It answers every action request.
    Plays,
    /// It answers every action request and declares this score.
    Declares(i32),
    /// It disconnects all its streams at once.
    Crashes,
    /// It never answers.
    Hangs,
    /// It plays this number of matches, and answers in the next when it has been withdrawn.
    PlaysMatches(usize),
    /// It answers when it has been withdrawn.
    AwaitsWithdrawal,
    /// It sends many submissions for later turns.
    Floods,
    /// It disconnects once per match and rejoins.
    Reconnects,
    /// It submits illegal actions.
    Cheats,
    /// It answers one millisecond after its time limit.
    IsLate,
    /// It joins every match with the token of its first match.
    MixesUpTokens,
}

/// A notable frame that a bot has received.
#[derive(Debug)]
pub(crate) enum BotEvent {
    Over,
    Withdrawn(proto::EntrantWithdrawn),
    TournamentOver,
    /// A submission or join was rejected with this reason.
    Rejected(String),
}

/// An online bot; it disconnects when dropped.
pub(crate) struct TestBot {
    task: JoinHandle<()>,
    pub(crate) events: UnboundedReceiver<BotEvent>,
}

impl Drop for TestBot {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl TestBot {
    /// Starts a bot with its own connection.
    pub(crate) fn start(address: &str, token: String, behaviour: Behaviour) -> Self {
        let (sender, events) = unbounded_channel();
        let address = address.to_owned();
        let task = tokio::spawn(async move {
            let client = Client::connect(&address).await.unwrap();
            stay_online(client, token, behaviour, sender).await;
        });
        Self { task, events }
    }

    /// Waits until the bot has disconnected, as a launched one does after its tournament, and returns its events.
    pub(crate) async fn ended(mut self) -> Vec<BotEvent> {
        eventually(&mut self.task).await.unwrap();
        self.take_events()
    }

    /// Returns the events received since the last call.
    pub(crate) fn take_events(&mut self) -> Vec<BotEvent> {
        let mut all = Vec::new();
        while let Ok(event) = self.events.try_recv() {
            all.push(event);
        }
        all
    }
}

async fn stay_online(
    client: Client,
    token: String,
    behaviour: Behaviour,
    sender: UnboundedSender<BotEvent>,
) {
    let request = proto::StreamInvitationsRequest {
        max_concurrent_matches: 1,
    };
    let mut invitations = bearer(&client, &token)
        .bots()
        .stream_invitations(request)
        .await
        .unwrap()
        .into_inner();
    let withdrawn = watch::Sender::new(false);
    let mut first_token = None;
    let mut invitation_count = 0;
    // A crash ends all matches of the bot.
    let (crash, mut crashed) = unbounded_channel();
    let mut matches = tokio::task::JoinSet::new();
    loop {
        let frame = tokio::select! {
            frame = invitations.message() => frame,
            _ = crashed.recv() => return,
        };
        let Ok(Some(frame)) = frame else { break };
        match frame.kind.unwrap() {
            InvitationFrame::Online(_) => {}
            InvitationFrame::Invitation(mut invited) => {
                let first = first_token.get_or_insert_with(|| invited.seat_token.clone());
                if behaviour == Behaviour::MixesUpTokens {
                    invited.seat_token.clone_from(first);
                }
                let is_last = behaviour == Behaviour::PlaysMatches(invitation_count);
                invitation_count += 1;
                let bot_match = BotMatch {
                    client: client.clone(),
                    invited,
                    behaviour: if is_last {
                        Behaviour::AwaitsWithdrawal
                    } else {
                        behaviour
                    },
                    sender: sender.clone(),
                    player: AgentPlayer::new(GameId::NETZWERK, "random").unwrap(),
                    joined: None,
                    has_reconnected: false,
                    crash: crash.clone(),
                    withdrawn: withdrawn.subscribe(),
                };
                matches.spawn(bot_match.play());
            }
            InvitationFrame::EntrantWithdrawn(message) => {
                withdrawn.send_replace(true);
                sender.send(BotEvent::Withdrawn(message)).unwrap();
            }
            InvitationFrame::TournamentEnded(_) => sender.send(BotEvent::TournamentOver).unwrap(),
        }
    }
    // No more invitations arrive; the bot plays its open matches to the end.
    while matches.join_next().await.is_some() {}
}

/// One match of a bot.
struct BotMatch {
    client: Client,
    invited: proto::Invitation,
    behaviour: Behaviour,
    sender: UnboundedSender<BotEvent>,
    player: AgentPlayer,
    joined: Option<Arc<Match>>,
    has_reconnected: bool,
    crash: UnboundedSender<()>,
    withdrawn: watch::Receiver<bool>,
}

impl BotMatch {
    async fn play(mut self) {
        loop {
            let mut stream = PlayStream::open(&self.client).await.unwrap();
            let join = proto::Join {
                r#match: self.invited.r#match.clone(),
                seat_token: self.invited.seat_token.clone(),
                view_options: Some(proto::ViewOptions {
                    include_legal_actions: false,
                    include_text: true,
                    ..Default::default()
                }),
                ..Default::default()
            };
            stream.join(join).await.unwrap();
            if self.follow(&mut stream).await {
                return;
            }
            // It rejoins on a new stream.
        }
    }

    /// Plays on a stream; returns `true` once the match is over for this bot.
    async fn follow(&mut self, stream: &mut PlayStream) -> bool {
        while let Ok(Some(frame)) = stream.next().await {
            match frame {
                Kind::Joined(joined) => {
                    let joined = Arc::new(Match { joined });
                    self.player.started(&joined).unwrap();
                    self.joined = Some(joined);
                }
                Kind::Update(update) => self.player.updated(&update),
                Kind::ActionRequest(request) => {
                    if !self.answer(stream, &request).await {
                        return false;
                    }
                }
                Kind::Rejected(rejected) => {
                    let reason = rejected.error.unwrap().reason().name();
                    // The stream has no other seat.
                    let is_last = reason == "BAD_TOKEN";
                    let _ = self.sender.send(BotEvent::Rejected(reason.to_owned()));
                    if is_last {
                        return true;
                    }
                }
                Kind::MatchOver(_) => {
                    let _ = self.sender.send(BotEvent::Over);
                    if self.behaviour == Behaviour::IsLate {
                        self.receive_rejection(stream).await;
                    }
                    return true;
                }
                Kind::Accepted(_) | Kind::MatchStateChanged(_) => {}
            }
        }
        // A closed stream is reopened unless the bot flooded it.
        self.behaviour == Behaviour::Floods
    }

    /// Waits for the answer to a submission that the end of the match has overtaken.
    async fn receive_rejection(&mut self, stream: &mut PlayStream) {
        let limit = Duration::from_secs(5);
        if let Ok(Ok(Some(Kind::Rejected(rejected)))) =
            tokio::time::timeout(limit, stream.next()).await
        {
            let _ = self.sender.send(BotEvent::Rejected(
                rejected.error.unwrap().reason().name().to_owned(),
            ));
        }
    }

    /// Answers an action request; returns `false` if the bot disconnects.
    async fn answer(&mut self, stream: &PlayStream, request: &proto::ActionRequest) -> bool {
        let view = View::new(self.joined.clone().unwrap(), request.clone());
        let choice = self.player.choose(&view, &[]).unwrap();
        let submission = |text: String| proto::Submission {
            handle: request.handle,
            turn: request.turn,
            part: request.part,
            text,
            comment: format!("turn {}", request.turn),
            ..Default::default()
        };
        match self.behaviour {
            Behaviour::Crashes => {
                self.crash.send(()).unwrap();
                std::future::pending::<()>().await;
            }
            Behaviour::Hangs => return true,
            Behaviour::AwaitsWithdrawal => {
                // The invitation stream that sends it may end first.
                let _ = self.withdrawn.wait_for(|is_withdrawn| *is_withdrawn).await;
            }
            Behaviour::Floods => {
                for number in 0..5000 {
                    let later_turn = proto::Submission {
                        turn: 1000 + number,
                        ..submission(choice.text.clone())
                    };
                    if stream.submit(later_turn).await.is_err() {
                        return true;
                    }
                }
                return true;
            }
            Behaviour::Reconnects if !self.has_reconnected => {
                self.has_reconnected = true;
                return false;
            }
            Behaviour::Declares(score) => {
                let declared = proto::Submission {
                    score: Some(score),
                    ..submission(choice.text)
                };
                let _ = stream.submit(declared).await;
                return true;
            }
            Behaviour::Plays
            | Behaviour::PlaysMatches(_)
            | Behaviour::MixesUpTokens
            | Behaviour::Reconnects => {}
            Behaviour::Cheats => {
                for _ in 0..3 {
                    let _ = stream.submit(submission(".".into())).await;
                }
                return true;
            }
            Behaviour::IsLate => {
                let remaining = request.clocks.as_ref().unwrap().remaining_nanos.unwrap();
                // It is late by the clock.
                tokio::time::sleep(Duration::from_nanos(remaining) + Duration::from_millis(1))
                    .await;
            }
        }
        let _ = stream.submit(submission(choice.text)).await;
        true
    }
}
