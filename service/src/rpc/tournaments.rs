//! `TournamentService`: tournaments.

use std::time::Duration;

use botwerk_proto::v1 as proto;
use proto::tournament_service_server::TournamentService;
use tonic::{Request, Response, Status};

use crate::edge::{Admission, CountedStream};
use crate::ids::TournamentId;
use crate::room::{StreamReceiver, StreamSender, stream_channel};
use crate::tournaments::{TournamentWatch, Tournaments};

/// Milliseconds between two messages to whoever looks on: if nothing is said, and at least.
const INTERVAL: (u32, u32) = (500, 20);

/// All tournaments, as they are called from outside.
pub(crate) struct TournamentRpc {
    pub(crate) tournaments: Tournaments,
    pub(crate) admission: Admission,
}

type Reply<T> = Result<Response<T>, Status>;

impl TournamentRpc {
    /// What only whoever runs the server may ask for.
    fn authorized<T>(&self, request: Request<T>) -> Result<T, Status> {
        self.admission.check_admin(request.metadata().as_ref())?;
        Ok(request.into_inner())
    }
}

#[tonic::async_trait]
impl TournamentService for TournamentRpc {
    type WatchTournamentStream = CountedStream<StreamReceiver<proto::WatchTournamentResponse>>;

    async fn create_tournament(
        &self,
        request: Request<proto::CreateTournamentRequest>,
    ) -> Reply<proto::CreateTournamentResponse> {
        let made = self.tournaments.create(self.authorized(request)?).await?;
        Ok(Response::new(proto::CreateTournamentResponse {
            tournament: Some(made),
        }))
    }

    async fn get_tournament(
        &self,
        request: Request<proto::GetTournamentRequest>,
    ) -> Reply<proto::GetTournamentResponse> {
        let id = TournamentId::from_name(&request.get_ref().name)?;
        Ok(Response::new(proto::GetTournamentResponse {
            tournament: Some(self.tournaments.describe(&id).await?),
        }))
    }

    async fn list_tournaments(
        &self,
        request: Request<proto::ListTournamentsRequest>,
    ) -> Reply<proto::ListTournamentsResponse> {
        Ok(Response::new(
            self.tournaments.list(request.get_ref()).await?,
        ))
    }

    async fn pause_tournament(
        &self,
        request: Request<proto::PauseTournamentRequest>,
    ) -> Reply<proto::PauseTournamentResponse> {
        let name = self.authorized(request)?.name;
        Ok(Response::new(proto::PauseTournamentResponse {
            tournament: Some(self.tournaments.retry_at(&name).await?),
        }))
    }

    async fn resume_tournament(
        &self,
        request: Request<proto::ResumeTournamentRequest>,
    ) -> Reply<proto::ResumeTournamentResponse> {
        let name = self.authorized(request)?.name;
        Ok(Response::new(proto::ResumeTournamentResponse {
            tournament: Some(self.tournaments.resume(&name).await?),
        }))
    }

    async fn cancel_tournament(
        &self,
        request: Request<proto::CancelTournamentRequest>,
    ) -> Reply<proto::CancelTournamentResponse> {
        let name = self.authorized(request)?.name;
        Ok(Response::new(proto::CancelTournamentResponse {
            tournament: Some(self.tournaments.cancel(&name).await?),
        }))
    }

    async fn withdraw_entrant(
        &self,
        request: Request<proto::WithdrawEntrantRequest>,
    ) -> Reply<proto::WithdrawEntrantResponse> {
        let request = self.authorized(request)?;
        Ok(Response::new(proto::WithdrawEntrantResponse {
            tournament: Some(self.tournaments.withdraw(request).await?),
        }))
    }

    async fn get_bot_tokens(
        &self,
        request: Request<proto::GetBotTokensRequest>,
    ) -> Reply<proto::GetBotTokensResponse> {
        let name = self.authorized(request)?.tournament;
        Ok(Response::new(proto::GetBotTokensResponse {
            bot_tokens: self.tournaments.bot_tokens(&name).await?,
        }))
    }

    async fn watch_tournament(
        &self,
        request: Request<proto::WatchTournamentRequest>,
    ) -> Reply<Self::WatchTournamentStream> {
        let request = request.into_inner();
        let id = TournamentId::from_name(&request.name)?;
        // Refused at once rather than on the stream.
        let watch = self.tournaments.watch(&id).await?;
        let (sender, receiver) = stream_channel();
        let receiver = self.admission.admit_stream(receiver, |_| None)?;
        let millis = match request.interval_millis {
            0 => INTERVAL.0,
            millis => millis.max(INTERVAL.1),
        };
        let interval = Duration::from_millis(millis.into());
        let updates = stream_updates(self.tournaments.clone(), watch, interval, sender);
        self.tournaments.tasks().spawn(updates);
        Ok(Response::new(receiver))
    }

    async fn get_standings(
        &self,
        request: Request<proto::GetStandingsRequest>,
    ) -> Reply<proto::GetStandingsResponse> {
        let standings = self.tournaments.standings(&request.get_ref().name).await?;
        Ok(Response::new(standings))
    }

    async fn list_pairings(
        &self,
        request: Request<proto::ListPairingsRequest>,
    ) -> Reply<proto::ListPairingsResponse> {
        Ok(Response::new(
            self.tournaments.pairings(request.get_ref()).await?,
        ))
    }
}

/// Sends the state of a tournament whenever it has changed, until the tournament has ended.
async fn stream_updates(
    tournaments: Tournaments,
    mut watch: TournamentWatch,
    interval: Duration,
    sender: StreamSender<proto::WatchTournamentResponse>,
) {
    let mut sent = watch.message();
    sender.send_latest(sent.clone());
    while !watch.has_ended() {
        let next_change = async {
            tokio::time::sleep(interval).await;
            watch.changed().await;
        };
        tokio::select! {
            () = sender.closed() => return,
            error = tournaments.wait_for_shutdown() => return sender.end(error),
            () = next_change => {}
        }
        let message = watch.message();
        if message != sent {
            sender.send_latest(message.clone());
            sent = message;
        }
    }
}
