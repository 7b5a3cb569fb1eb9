//! A small bot with one mistake.

use std::time::Duration;

use botwerk_client::{Client, proto};
use botwerk_tests::bearer;
use proto::netzwerk_action::Kind as ActionKind;
use proto::play_request::Kind as ClientFrame;
use proto::play_response::Kind as ServerFrame;
use proto::stream_invitations_response::Kind as Invitation;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;
use tokio_stream::wrappers::UnboundedReceiverStream;

/// Delay before each reconnect.
const RETRY_DELAY: Duration = Duration::from_millis(50);

/// The mistake of the bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wrong {
    Nothing,
    NeverOnline,
    NeverJoins,
    NeverActs,
    NeverReconnects,
    NeverOnlineAgain,
    SendsFutureSeq,
    StopsAnswering,
    SkipsToTheNextTurn,
    Floods,
    ActsAfterTheEnd,
    QuitsAfterAMatch,
    OnlineOnce,
    AssumesTheHandle,
    CountsTurns,
    AnswersTwice,
    KeepsTheFirstToken,
    UsesAnotherToken,
    SubmitsNonsense,
}

/// Runs the bot. Returns only if its mistake is to quit.
pub(super) async fn attend(server: String, token: String, wrong: Wrong) {
    if wrong == Wrong::NeverOnline {
        std::future::pending::<()>().await;
    }
    let bot_token = match wrong {
        Wrong::UsesAnotherToken => "another token".into(),
        _ => token,
    };
    let mut bot = Bot {
        server,
        wrong,
        first_token: String::new(),
        play_streams: JoinSet::new(),
        known: Vec::new(),
    };
    loop {
        let ended = bot.attend(&bot_token).await;
        match (wrong, ended) {
            (Wrong::QuitsAfterAMatch, Some(())) => return,
            (Wrong::OnlineOnce, Some(())) => std::future::pending().await,
            (Wrong::NeverOnlineAgain, None) => {
                while bot.play_streams.join_next().await.is_some() {}
            }
            _ => {}
        }
        if wrong == Wrong::NeverOnlineAgain {
            std::future::pending::<()>().await;
        }
        tokio::time::sleep(RETRY_DELAY).await;
    }
}

struct Bot {
    server: String,
    wrong: Wrong,
    first_token: String,
    play_streams: JoinSet<()>,
    known: Vec<String>,
}

impl Bot {
    /// Stays online until the stream ends. Returns `Some` if it ends because a match is over.
    async fn attend(&mut self, bot_token: &str) -> Option<()> {
        let client = Client::connect(&self.server).await.ok()?;
        let request = proto::StreamInvitationsRequest {
            max_concurrent_matches: 0,
        };
        let mut invitations = bearer(&client, bot_token)
            .bots()
            .stream_invitations(request)
            .await
            .ok()?
            .into_inner();
        loop {
            tokio::select! {
                response = invitations.message() => {
                    if let Some(Invitation::Invitation(invited)) = response.ok()??.kind {
                        self.take(invited);
                    }
                }
                Some(_) = self.play_streams.join_next() => {
                    if self.plays_once() {
                        return Some(());
                    }
                }
            }
        }
    }

    fn plays_once(&self) -> bool {
        matches!(self.wrong, Wrong::QuitsAfterAMatch | Wrong::OnlineOnce)
    }

    fn take(&mut self, mut invited: proto::Invitation) {
        let is_enough = self.plays_once() && !self.known.is_empty();
        let is_known = self.known.contains(&invited.r#match);
        if self.wrong == Wrong::NeverJoins || is_enough || is_known {
            return;
        }
        self.known.push(invited.r#match.clone());
        if self.first_token.is_empty() {
            self.first_token.clone_from(&invited.seat_token);
        }
        if self.wrong == Wrong::KeepsTheFirstToken {
            invited.seat_token.clone_from(&self.first_token);
        }
        self.play_streams
            .spawn(play(self.server.clone(), invited, self.wrong));
    }
}

/// Plays a match to its end, and reconnects if its stream is cut.
async fn play(server: String, invited: proto::Invitation, wrong: Wrong) {
    let mut seat = Seat {
        wrong,
        seen: 0,
        last: proto::Submission::default(),
    };
    while seat.play(&server, &invited).await.is_none() {
        if wrong == Wrong::NeverReconnects {
            std::future::pending::<()>().await;
        }
        if wrong == Wrong::SendsFutureSeq {
            seat.seen = 10_000;
        }
        tokio::time::sleep(RETRY_DELAY).await;
    }
}

struct Seat {
    wrong: Wrong,
    seen: u64,
    /// The latest submission.
    last: proto::Submission,
}

impl Seat {
    /// Plays on one stream. Returns `None` if it ends before the match.
    async fn play(&mut self, server: &str, invited: &proto::Invitation) -> Option<()> {
        let client = Client::connect(server).await.ok()?;
        let (sender, requests) = unbounded_channel();
        let requests = UnboundedReceiverStream::new(requests);
        let mut frames = client.matches().play(requests).await.ok()?.into_inner();
        let view_options = proto::ViewOptions {
            include_legal_actions: true,
            include_text: false,
            ..Default::default()
        };
        say(
            &sender,
            ClientFrame::Join(proto::Join {
                r#match: invited.r#match.clone(),
                seat_token: invited.seat_token.clone(),
                resume_after_seq: self.seen,
                view_options: Some(view_options),
                ..Default::default()
            }),
        );
        loop {
            match frames.message().await.ok()??.kind? {
                ServerFrame::ActionRequest(request) => self.answer(&request, &sender),
                ServerFrame::Update(update) => self.seen = self.seen.max(update.seq),
                ServerFrame::Rejected(rejected) => self.handle_rejection(rejected, &sender).await,
                ServerFrame::MatchOver(_) => {
                    if self.wrong == Wrong::ActsAfterTheEnd {
                        say(&sender, ClientFrame::Submission(self.last.clone()));
                        tokio::time::sleep(RETRY_DELAY).await;
                    }
                    return Some(());
                }
                ServerFrame::Joined(_)
                | ServerFrame::Accepted(_)
                | ServerFrame::MatchStateChanged(_) => {}
            }
        }
    }

    fn answer(&mut self, request: &proto::ActionRequest, sender: &UnboundedSender<Request>) {
        self.seen = self.seen.max(request.seq);
        let proto::ActionRequest {
            handle,
            turn,
            part: act,
            ..
        } = *request;
        self.last = proto::Submission {
            handle,
            turn,
            part: act,
            actions: vec![choice(&request.legal_actions)],
            ..Default::default()
        };
        match self.wrong {
            Wrong::NeverActs => return,
            Wrong::AssumesTheHandle => self.last.handle = 1,
            Wrong::CountsTurns => self.last.turn -= 1,
            Wrong::SubmitsNonsense => {
                self.last.actions.clear();
                self.last.text = "nonsense".into();
            }
            Wrong::AnswersTwice => say(sender, ClientFrame::Submission(self.last.clone())),
            _ => {}
        }
        say(sender, ClientFrame::Submission(self.last.clone()));
    }

    async fn handle_rejection(
        &mut self,
        rejected: proto::Rejected,
        sender: &UnboundedSender<Request>,
    ) {
        let error = rejected.error.unwrap();
        if error.reason() != proto::ErrorReason::IllegalAction {
            return;
        }
        match self.wrong {
            Wrong::StopsAnswering => {}
            Wrong::Floods => {
                for _ in 0..200 {
                    say(sender, ClientFrame::Submission(self.last.clone()));
                    tokio::time::sleep(Duration::from_millis(2)).await;
                }
            }
            Wrong::SkipsToTheNextTurn => {
                self.last.turn += 1;
                say(sender, ClientFrame::Submission(self.last.clone()));
            }
            _ => say(sender, ClientFrame::Submission(self.last.clone())),
        }
    }
}

type Request = proto::PlayRequest;

fn say(sender: &UnboundedSender<Request>, said: ClientFrame) {
    // The stream may have ended.
    let _ = sender.send(Request { kind: Some(said) });
}

/// Chooses the action that ends the turn, if it is legal.
fn choice(legal: &[proto::ActionInfo]) -> proto::Action {
    let ends = |info: &&proto::ActionInfo| {
        let action = info.action.as_ref().and_then(|action| action.game.as_ref());
        let Some(proto::action::Game::Netzwerk(action)) = action else {
            return false;
        };
        matches!(
            action.kind,
            Some(ActionKind::EndTurn(_) | ActionKind::EndRobots(_))
        )
    };
    let action = legal.iter().find(ends).or(legal.first());
    action.and_then(|info| info.action.clone()).unwrap()
}
