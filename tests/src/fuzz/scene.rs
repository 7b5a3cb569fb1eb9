//! The matches on a fuzzed server, with all their secrets.

use std::time::Duration;

use arbitrary::{Result, Unstructured};
use botwerk_client::{Client, proto};
use proto::MatchState;
use proto::time_control::Kind as Limit;
use proto::watch_match_response::Kind;

use crate::{Made, bundled, eventually, finish, make, micro_robots, remote};

/// Matches that go on: our own, and those that were made by fuzzed requests.
const OWN: usize = 5;
const ADOPTED: usize = 6;

/// Matches that have ended and are remembered.
const ENDED: usize = 8;

/// How long a seat is waited for to be asked.
const PATIENCE: Duration = Duration::from_millis(2);

/// What is played and what has ended.
#[derive(Debug)]
pub(super) struct Scene {
    client: Client,
    own: Vec<Made>,
    adopted: Vec<Made>,
    ended: Vec<Made>,
    made: usize,
}

/// A seat as it was found.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    pub(super) name: String,
    pub(super) token: String,
    pub(super) joined: proto::Joined,
    pub(super) request: Option<proto::ActRequest>,
}

impl Scene {
    /// Matches of several kinds, and one that has come to its end.
    pub(super) async fn open(client: Client) -> Self {
        let ended = make(&client, request(0)).await;
        finish(&client, &ended).await;
        let mut scene = Self {
            client,
            own: Vec::new(),
            adopted: Vec::new(),
            ended: vec![ended],
            made: 0,
        };
        scene.keep_up().await;
        scene
    }

    /// Looks which matches have ended, and begins others in their place.
    pub(super) async fn keep_up(&mut self) {
        for matches in [&mut self.own, &mut self.adopted] {
            for made in std::mem::take(matches) {
                match state(&self.client, &made).await {
                    MatchState::Over | MatchState::Aborted => self.ended.push(made),
                    _ => matches.push(made),
                }
            }
        }
        let forgotten = self.ended.len().saturating_sub(ENDED);
        // The first one has a proper record, whatever the others have.
        self.ended.drain(1..=forgotten);
        while self.own.len() < OWN {
            let made = make(&self.client, request(self.made)).await;
            self.made += 1;
            for token in made.tokens.iter().filter(|token| !token.is_empty()) {
                self.visit(&made.name, token).await;
            }
            self.own.push(made);
        }
    }

    /// Takes over a match that a fuzzed request has made; an older one makes room.
    pub(super) async fn adopt(&mut self, response: proto::CreateMatchResponse) {
        if response.owner_token.is_empty() {
            return;
        }
        let made = response.r#match.unwrap_or_default();
        let mut tokens = vec![String::new(); made.seats.len()];
        for token in response.seat_tokens {
            tokens[token.seat as usize] = token.token;
        }
        self.adopted.push(Made {
            name: made.name,
            tokens,
            owner: response.owner_token,
        });
        if self.adopted.len() > ADOPTED {
            let Made { name, owner, .. } = self.adopted.remove(0);
            let request = proto::AbortRequest {
                r#match: name,
                owner_token: owner,
            };
            // It may have ended by itself.
            let _ = self.client.matches().abort(request).await;
        }
    }

    /// A match: mostly one that goes on.
    pub(super) fn any(&self, source: &mut Unstructured<'_>) -> Result<&Made> {
        match source.int_in_range(0..=15)? {
            0 => source.choose(&self.ended),
            1..=4 if !self.adopted.is_empty() => source.choose(&self.adopted),
            _ => source.choose(&self.own),
        }
    }

    /// A match that has ended.
    pub(super) fn ended(&self, source: &mut Unstructured<'_>) -> Result<&Made> {
        source.choose(&self.ended)
    }

    /// A match with a seat that anybody may join who has its token.
    pub(super) fn seat(&self, source: &mut Unstructured<'_>) -> Result<(String, String)> {
        let made = self.any(source)?;
        let open: Vec<_> = made.tokens.iter().filter(|t| !t.is_empty()).collect();
        if open.is_empty() {
            return Ok((made.name.clone(), String::new()));
        }
        let token = (*source.choose(&open)?).clone();
        Ok((made.name.clone(), token))
    }

    /// The next open seat of a match, by its name and token.
    pub(super) fn seat_after(&self, name: &str, seat: usize) -> (String, String) {
        let mut all = self.own.iter().chain(&self.adopted).chain(&self.ended);
        let made = all.find(|made| made.name == name);
        let tokens = made.map_or(&[][..], |made| &made.tokens);
        let (before, after) = tokens.split_at(tokens.len().min(seat + 1));
        let mut open = after.iter().chain(before).filter(|t| !t.is_empty());
        (name.to_owned(), open.next().cloned().unwrap_or_default())
    }

    /// A seat of a match, one that is asked for something if there is one.
    pub(super) async fn asked(&self, source: &mut Unstructured<'_>) -> Result<Option<Asked>> {
        let made = self.any(source)?;
        let seats = made.tokens.len();
        let first = source.choose_index(seats)?;
        let mut found = None;
        for seat in (0..seats).map(|i| (first + i) % seats) {
            let token = &made.tokens[seat];
            if token.is_empty() {
                continue;
            }
            found = self.visit(&made.name, token).await.or(found);
            if found.as_ref().is_some_and(|asked| asked.request.is_some()) {
                break;
            }
        }
        Ok(found)
    }

    /// Names, seat tokens and owner tokens of all matches.
    pub(super) fn words(&self) -> [Vec<String>; 3] {
        let all = || self.own.iter().chain(&self.adopted).chain(&self.ended);
        [
            all().map(|made| made.name.clone()).collect(),
            all().flat_map(|made| made.tokens.clone()).collect(),
            all().map(|made| made.owner.clone()).collect(),
        ]
    }

    /// Looks on from a seat until it is asked. Whoever played it there before is replaced.
    async fn visit(&self, name: &str, token: &str) -> Option<Asked> {
        let request = proto::WatchMatchRequest {
            matches: vec![proto::Watched {
                r#match: name.to_owned(),
                after_seq: u64::MAX,
            }],
            seat_token: token.to_owned(),
            view_options: Some(proto::ViewOptions {
                legal_actions: true,
                text: true,
            }),
        };
        let opened = eventually(self.client.matches().watch_match(request)).await;
        let mut frames = opened.ok()?.into_inner();
        let mut asked = None;
        while let Ok(Ok(Some(frame))) = tokio::time::timeout(PATIENCE, frames.message()).await {
            match frame.kind {
                Some(Kind::Joined(joined)) => {
                    let is_over = joined.state() != MatchState::Running;
                    asked = Some(Asked {
                        name: name.to_owned(),
                        token: token.to_owned(),
                        joined,
                        request: None,
                    });
                    if is_over {
                        break;
                    }
                }
                Some(Kind::ActRequest(request)) => {
                    asked.as_mut()?.request = Some(request);
                    break;
                }
                _ => {}
            }
        }
        asked
    }
}

async fn state(client: &Client, made: &Made) -> MatchState {
    let request = proto::GetMatchRequest {
        name: made.name.clone(),
    };
    let found = eventually(client.matches().get_match(request)).await;
    found.unwrap().into_inner().r#match.unwrap().state()
}

/// The set-up of our own match of this number.
fn request(number: usize) -> proto::CreateMatchRequest {
    let control = |kind| {
        Some(proto::TimeControl {
            kind: Some(kind),
            lag_cap_millis: None,
        })
    };
    let two = || vec![remote(), remote()];
    let request = match number % OWN {
        0 => proto::CreateMatchRequest {
            virtual_time: true,
            ..micro_robots(two(), &[("chips_to_win", "2")])
        },
        1 => micro_robots(two(), &[("expert", "true")]),
        2 => proto::CreateMatchRequest {
            time_control: control(Limit::Bank(proto::Bank {
                base_millis: 60_000,
                increment_millis: 50,
            })),
            ..micro_robots(vec![bundled("first-found"), remote()], &[])
        },
        3 => proto::CreateMatchRequest {
            virtual_time: true,
            time_control: control(Limit::BudgetNodes(10_000)),
            ..micro_robots(vec![remote(), remote(), remote()], &[])
        },
        _ => proto::CreateMatchRequest {
            time_control: control(Limit::TurnMillis(5_000)),
            ..micro_robots(two(), &[("race_limit", "300ms")])
        },
    };
    proto::CreateMatchRequest {
        allow_hints: true,
        ..request
    }
}
