//! The matches on a fuzzed server, with all their tokens.

use std::time::Duration;

use arbitrary::{Result, Unstructured};
use botwerk_client::{Client, proto};
use proto::MatchState;
use proto::time_control::Kind as Limit;
use proto::watch_match_response::Kind;

use crate::{
    CreatedMatch, agent_seat, bearer, create_match, eventually, finish_match, micro_robots,
    open_seat,
};

/// Number of unfinished matches of our own, and maximum number of those that fuzzed requests
/// created.
const OWN_MATCHES: usize = 5;
const MAX_ADOPTED: usize = 6;

/// Maximum number of finished matches that are kept.
const MAX_ENDED: usize = 8;

/// Maximum time to wait for a frame.
const FRAME_TIMEOUT: Duration = Duration::from_millis(2);

/// Unfinished and finished matches of a server.
#[derive(Debug)]
pub(super) struct FuzzMatches {
    client: Client,
    own: Vec<CreatedMatch>,
    adopted: Vec<CreatedMatch>,
    ended: Vec<CreatedMatch>,
    created_count: usize,
}

/// A seat with the action request that was open when it was watched.
#[derive(Debug, Clone)]
pub(super) struct PendingDecision {
    pub(super) name: String,
    pub(super) token: String,
    pub(super) joined: proto::Joined,
    pub(super) request: Option<proto::ActionRequest>,
}

impl FuzzMatches {
    /// Creates matches of several kinds and plays one to its end.
    pub(super) async fn open(client: Client) -> Self {
        let ended = create_match(&client, request(0)).await;
        finish_match(&client, &ended).await;
        let mut fuzz_matches = Self {
            client,
            own: Vec::new(),
            adopted: Vec::new(),
            ended: vec![ended],
            created_count: 0,
        };
        fuzz_matches.refresh().await;
        fuzz_matches
    }

    /// Moves finished matches to the list of ended ones and replaces them with new ones.
    pub(super) async fn refresh(&mut self) {
        for matches in [&mut self.own, &mut self.adopted] {
            for created in std::mem::take(matches) {
                match state(&self.client, &created).await {
                    MatchState::Over | MatchState::Aborted => self.ended.push(created),
                    _ => matches.push(created),
                }
            }
        }
        let excess = self.ended.len().saturating_sub(MAX_ENDED);
        // The first match always stays, since it has a valid record.
        self.ended.drain(1..=excess);
        while self.own.len() < OWN_MATCHES {
            let created = create_match(&self.client, request(self.created_count)).await;
            self.created_count += 1;
            for token in created.tokens.iter().filter(|token| !token.is_empty()) {
                self.watch_seat(&created.name, token).await;
            }
            self.own.push(created);
        }
    }

    /// Adds a match that a fuzzed request has created, and aborts the oldest one beyond the limit.
    pub(super) async fn adopt(&mut self, response: proto::CreateMatchResponse) {
        if response.owner_token.is_empty() {
            return;
        }
        let created = response.r#match.unwrap_or_default();
        let mut tokens = vec![String::new(); created.seats.len()];
        for token in response.seat_tokens {
            tokens[token.seat as usize] = token.token;
        }
        self.adopted.push(CreatedMatch {
            name: created.name,
            tokens,
            owner: response.owner_token,
        });
        if self.adopted.len() > MAX_ADOPTED {
            let CreatedMatch { name, owner, .. } = self.adopted.remove(0);
            let request = proto::AbortMatchRequest { r#match: name };
            let client = bearer(&self.client, &owner);
            // The match may have ended by itself.
            let _ = client.matches().abort_match(request).await;
        }
    }

    /// Returns a match, mostly an unfinished one.
    pub(super) fn any_match(&self, source: &mut Unstructured<'_>) -> Result<&CreatedMatch> {
        match source.int_in_range(0..=15)? {
            0 => source.choose(&self.ended),
            1..=4 if !self.adopted.is_empty() => source.choose(&self.adopted),
            _ => source.choose(&self.own),
        }
    }

    /// Returns a finished match.
    pub(super) fn ended(&self, source: &mut Unstructured<'_>) -> Result<&CreatedMatch> {
        source.choose(&self.ended)
    }

    /// Returns the name of a match and the token of one of its open seats, or an empty token.
    pub(super) fn seat(&self, source: &mut Unstructured<'_>) -> Result<(String, String)> {
        let created = self.any_match(source)?;
        let open: Vec<_> = created.tokens.iter().filter(|t| !t.is_empty()).collect();
        if open.is_empty() {
            return Ok((created.name.clone(), String::new()));
        }
        let token = (*source.choose(&open)?).clone();
        Ok((created.name.clone(), token))
    }

    /// Returns the tokens of the open seats of a match, and that of its owner.
    pub(super) fn tokens(&self, name: &str) -> Vec<String> {
        let mut all = self.own.iter().chain(&self.adopted).chain(&self.ended);
        let Some(created) = all.find(|created| created.name == name) else {
            return Vec::new();
        };
        let tokens = created.tokens.iter().chain([&created.owner]);
        tokens.filter(|token| !token.is_empty()).cloned().collect()
    }

    /// Returns the name of a match and the token of its next open seat after `seat`.
    pub(super) fn seat_after(&self, name: &str, seat: usize) -> (String, String) {
        let mut all = self.own.iter().chain(&self.adopted).chain(&self.ended);
        let created = all.find(|created| created.name == name);
        let tokens = created.map_or(&[][..], |created| &created.tokens);
        let (before, after) = tokens.split_at(tokens.len().min(seat + 1));
        let mut open = after.iter().chain(before).filter(|t| !t.is_empty());
        (name.to_owned(), open.next().cloned().unwrap_or_default())
    }

    /// Returns a seat of a match, preferably one with an open action request.
    pub(super) async fn acting_seat(
        &self,
        source: &mut Unstructured<'_>,
    ) -> Result<Option<PendingDecision>> {
        let created = self.any_match(source)?;
        let seats = created.tokens.len();
        let first = source.choose_index(seats)?;
        let mut watched = None;
        for seat in (0..seats).map(|i| (first + i) % seats) {
            let token = &created.tokens[seat];
            if token.is_empty() {
                continue;
            }
            watched = self.watch_seat(&created.name, token).await.or(watched);
            if watched
                .as_ref()
                .is_some_and(|decision| decision.request.is_some())
            {
                break;
            }
        }
        Ok(watched)
    }

    /// Returns names and seat tokens of all matches.
    pub(super) fn names_and_tokens(&self) -> [Vec<String>; 2] {
        let all = || self.own.iter().chain(&self.adopted).chain(&self.ended);
        [
            all().map(|created| created.name.clone()).collect(),
            all().flat_map(|created| created.tokens.clone()).collect(),
        ]
    }

    /// Watches a match from a seat until the seat must act. This replaces the seat's previous
    /// stream.
    async fn watch_seat(&self, name: &str, token: &str) -> Option<PendingDecision> {
        let request = proto::WatchMatchRequest {
            matches: vec![proto::WatchTarget {
                r#match: name.to_owned(),
                resume_after_seq: u64::MAX,
            }],
            as_seat: true,
            view_options: Some(proto::ViewOptions {
                include_legal_actions: true,
                include_text: true,
                ..Default::default()
            }),
        };
        let opened = eventually(bearer(&self.client, token).matches().watch_match(request)).await;
        let mut frames = opened.ok()?.into_inner();
        let mut decision = None;
        while let Ok(Ok(Some(frame))) = tokio::time::timeout(FRAME_TIMEOUT, frames.message()).await
        {
            match frame.kind {
                Some(Kind::Joined(joined)) => {
                    let is_over = joined.state() != MatchState::Running;
                    decision = Some(PendingDecision {
                        name: name.to_owned(),
                        token: token.to_owned(),
                        joined,
                        request: None,
                    });
                    if is_over {
                        break;
                    }
                }
                Some(Kind::ActionRequest(request)) => {
                    decision.as_mut()?.request = Some(request);
                    break;
                }
                _ => {}
            }
        }
        decision
    }
}

async fn state(client: &Client, created: &CreatedMatch) -> MatchState {
    let request = proto::GetMatchRequest {
        name: created.name.clone(),
    };
    let found = eventually(client.matches().get_match(request)).await;
    found.unwrap().into_inner().r#match.unwrap().state()
}

/// Returns the request for our own match with this number.
fn request(number: usize) -> proto::CreateMatchRequest {
    let control = |kind| {
        Some(proto::TimeControl {
            kind: Some(kind),
            lag_cap_nanos: None,
        })
    };
    let two = || vec![open_seat(), open_seat()];
    let request = match number % OWN_MATCHES {
        0 => proto::CreateMatchRequest {
            uses_virtual_time: true,
            ..micro_robots(two(), &[("chips_to_win", "2")])
        },
        1 => micro_robots(two(), &[("expert", "true")]),
        2 => proto::CreateMatchRequest {
            time_control: control(Limit::Bank(proto::Bank {
                base_nanos: 60_000_000_000,
                increment_nanos: 50_000_000,
            })),
            ..micro_robots(vec![agent_seat("first-found"), open_seat()], &[])
        },
        3 => proto::CreateMatchRequest {
            uses_virtual_time: true,
            time_control: control(Limit::BudgetNodes(10_000)),
            ..micro_robots(vec![open_seat(), open_seat(), open_seat()], &[])
        },
        _ => proto::CreateMatchRequest {
            time_control: control(Limit::TurnNanos(5_000_000_000)),
            ..micro_robots(two(), &[("race_limit", "300ms")])
        },
    };
    proto::CreateMatchRequest {
        allows_hints: true,
        ..request
    }
}
