use botwerk_engine::clock::TimeControl;
use tokio_stream::StreamExt;

use super::*;
use crate::room::{StreamReceiver, stream_channel};

fn registered(name: &str) -> BotId {
    BotId::Registered(name.into())
}

fn connect(bots: &OnlineBots, id: BotId) -> StreamReceiver<BotMessage> {
    let (sender, receiver) = stream_channel();
    let description = BotDescription {
        name: "a bot".into(),
        games: Vec::new(),
        max_concurrent_matches: 1,
        is_online: false,
        active_matches: 0,
        owner: None,
    };
    let stream = BotStream {
        sender,
        token: stream_token("a hash"),
    };
    let limits = BotLimits {
        of_bot: 1,
        of_owner: owner_of(&id).map(|_| 2),
    };
    bots.connect(id, stream, limits, description);
    receiver
}

fn stream_token(sha256: &str) -> StreamToken {
    StreamToken {
        sha256: sha256.into(),
        is_hosted: false,
    }
}

fn invitation(match_id: &MatchId) -> Invitation {
    Invitation {
        match_id: match_id.clone(),
        seat: 0,
        seat_token: "a token".into(),
        game: GameId::BUILT_IN[0],
        options: Vec::new(),
        seats: 2,
        time_control: TimeControl::default(),
        tournament: TournamentId::new(),
    }
}

#[test]
fn only_registered_bots_without_an_invitation_are_idle() {
    let bots = OnlineBots::default();
    let _invited = connect(&bots, registered("invited"));
    let _idle = connect(&bots, registered("idle"));
    let _launched = connect(&bots, BotId::Launched(TournamentId::new(), 0));
    drop(connect(&bots, registered("offline")));
    let match_id = MatchId::new();
    bots.invite(&registered("invited"), invitation(&match_id));
    assert_eq!(bots.idle_registered(), [registered("idle")].into());
    bots.remove_invitations(&registered("invited"), &match_id);
    let idle = ["idle", "invited"].map(registered);
    assert_eq!(bots.idle_registered(), idle.into());
}

#[test]
fn matches_of_all_bots_of_an_owner_count_against_its_quota() {
    let bots = OnlineBots::default();
    let names = ["alice/a", "alice/b", "alice/c", "alice-b/a", "bob/a"];
    let _streams = names.map(|name| connect(&bots, registered(name)));
    let capacity = |name: &str| bots.status(&registered(name)).has_capacity(1, 1);
    assert!(names.into_iter().all(capacity));
    let matches = [MatchId::new(), MatchId::new()];
    bots.invite(&registered("alice/a"), invitation(&matches[0]));
    assert!(!capacity("alice/a"), "its own limit is 1");
    assert!(capacity("alice/b"));
    bots.invite(&registered("alice/b"), invitation(&matches[1]));
    assert!(!capacity("alice/c"), "the quota of the owner is 2");
    assert!(capacity("alice-b/a") && capacity("bob/a"));
    assert_eq!(bots.active_matches_of_owner("alice"), 2);
    bots.update("alice/c", &[], Some(3));
    assert!(capacity("alice/c"));
    bots.remove_invitations(&registered("alice/a"), &matches[0]);
    bots.update("alice/c", &[], Some(2));
    assert!(capacity("alice/c"));
}

#[test]
fn reserved_seats_count_until_they_are_dropped() {
    let bots = Arc::new(OnlineBots::default());
    let names = ["alice/a", "alice/b", "alice/c", "bob/a"];
    let _streams = names.map(|name| connect(&bots, registered(name)));
    let reserve = |names: &[&str]| {
        let seats = names.iter().map(|name| (registered(name), 1));
        bots.reserve(seats.collect())
    };
    let first = reserve(&["alice/a", "bob/a"]).unwrap();
    assert!(reserve(&["alice/a"]).is_none(), "its own limit is 1");
    assert!(
        reserve(&["alice/b", "alice/c"]).is_none(),
        "the quota of the owner is 2"
    );
    let second = reserve(&["alice/b"]).unwrap();
    assert!(reserve(&["alice/c"]).is_none(), "none of three is left");
    assert!(!bots.idle_registered().contains(&registered("bob/a")));
    bots.redirect(&registered("bob/a"), "other.example:4270");
    assert!(bots.status(&registered("bob/a")).is_online);
    bots.invite(&registered("alice/b"), invitation(&MatchId::new()));
    drop(second);
    assert_eq!(bots.active_matches_of_owner("alice"), 2);
    assert!(reserve(&["alice/c"]).is_none(), "alice/b is invited");
    drop(first);
    assert_eq!(bots.status(&registered("bob/a")).active_matches, 0);
    assert!(reserve(&["alice/c"]).is_some());
}

#[test]
fn bots_are_idle_once_another_server_plays_their_matches() {
    let bots = OnlineBots::default();
    let guest = registered("guest");
    let _stream = connect(&bots, guest.clone());
    bots.invite(&guest, invitation(&MatchId::new()));
    bots.clear_invitations();
    assert_eq!(bots.idle_registered(), [guest].into());
}

#[tokio::test]
async fn stream_of_a_revoked_token_ends_and_receives_no_further_invitation() {
    let bots = OnlineBots::default();
    let guest = registered("guest");
    let mut stream = connect(&bots, guest.clone());
    let revoked = Error::new(Reason::BadToken, "revoked");
    bots.revoke("guest", &stream_token("another hash"), &revoked);
    assert!(bots.status(&guest).is_online);
    bots.revoke("guest", &stream_token("a hash"), &revoked);
    assert!(!bots.status(&guest).is_online);
    bots.invite(&guest, invitation(&MatchId::new()));
    assert!(matches!(
        stream.next().await,
        Some(Ok(BotMessage::Online(_)))
    ));
    let status = stream.next().await.unwrap().unwrap_err();
    assert_eq!(status.code(), tonic::Code::PermissionDenied);
    assert!(stream.next().await.is_none());
    assert!(bots.registered_tokens().is_empty());
}

#[tokio::test]
async fn redirected_stream_ends_with_the_address_unless_the_bot_was_just_invited() {
    let bots = OnlineBots::default();
    let guest = registered("guest");
    let mut stream = connect(&bots, guest.clone());
    let match_id = MatchId::new();
    bots.invite(&guest, invitation(&match_id));
    bots.redirect(&guest, "other.example:4270");
    assert!(bots.status(&guest).is_online);
    bots.remove_invitations(&guest, &match_id);
    bots.redirect(&guest, "other.example:4270");
    assert!(!bots.status(&guest).is_online);
    let mut last = None;
    while let Some(message) = stream.next().await {
        last = Some(message);
    }
    let status = last.unwrap().unwrap_err();
    assert!(
        status.message().contains("other.example:4270"),
        "{status:?}"
    );
}
