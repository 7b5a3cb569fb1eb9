//! Generates valid requests of every method.

use std::cell::RefCell;

use arbitrary::{Result, Unstructured};
use botwerk_client::proto;
use botwerk_engine::GameId;
use botwerk_engine::record::Record;
use prost::Message;
use prost_reflect::DynamicMessage;
use proto::solve_instance_request::Instance;

use super::accounts::FuzzAccounts;
use super::corpus;
use super::envs::FuzzEnvs;
use super::matches::{FuzzMatches, PendingDecision};
use super::messages::MessageGenerator;
use super::positions::KnownPosition;
use super::set_ups::{agent, create_match_request, game_name, game_setup, seed};
use super::submissions::{SubmissionContent, generate_content};
use super::tournaments::FuzzTournaments;
use super::{valid_tournaments, valid_workers};
use crate::BOARD;

/// Maximum number of matches that one stream watches.
const MAX_WATCHED: usize = 3;

/// Maximum page size.
const MAX_PAGE_SIZE: u32 = 3;

/// Generates valid requests from the matches, positions and messages of a server.
#[derive(Debug)]
pub(super) struct ValidRequests<'a> {
    pub(super) matches: &'a FuzzMatches,
    pub(super) envs: &'a FuzzEnvs,
    pub(super) tournaments: &'a FuzzTournaments,
    pub(super) accounts: &'a FuzzAccounts,
    pub(super) positions: &'a [KnownPosition],
    pub(super) generator: &'a MessageGenerator,
    /// The token of the seat that the generated request submits for.
    pub(super) acting_seat: RefCell<Option<String>>,
}

impl ValidRequests<'_> {
    /// Generates the token of a request: mostly one of the match or environment that it names.
    pub(super) fn token(
        &self,
        request: &DynamicMessage,
        source: &mut Unstructured<'_>,
    ) -> Result<String> {
        if let Some(token) = self.acting_seat.take()
            && !source.ratio(1, 8)?
        {
            return Ok(token);
        }
        let text = |message: &DynamicMessage, field: &str| {
            let value = message.get_field_by_name(field)?;
            value.as_str().map(str::to_owned)
        };
        let watched = request.get_field_by_name("matches");
        let watched =
            watched.and_then(|targets| text(targets.as_list()?.first()?.as_message()?, "match"));
        let tokens = match (text(request, "match").or(watched), text(request, "env")) {
            (Some(name), _) => self.matches.tokens(&name),
            (None, Some(name)) => self.envs.token(&name).into_iter().collect(),
            (None, None) => Vec::new(),
        };
        if tokens.is_empty() || source.ratio(1, 16)? {
            let other = self.generator.learned_text("bot_token", source)?;
            return Ok(other.unwrap_or_default());
        }
        Ok(source.choose(&tokens)?.clone())
    }

    /// Generates an encoded request of a method, or returns `None` if the method is unknown here.
    pub(super) async fn request(
        &self,
        method: &str,
        source: &mut Unstructured<'_>,
    ) -> Result<Option<Vec<u8>>> {
        let bytes = match method {
            "CreateMatch" => create_match_request(source)?.encode_to_vec(),
            "SubmitActions" => self.submit_actions(source).await?.encode_to_vec(),
            "WatchMatch" => self.watch_match(source)?.encode_to_vec(),
            "GetMatch" => proto::GetMatchRequest {
                name: self.matches.any_match(source)?.name.clone(),
            }
            .encode_to_vec(),
            "ListMatches" => self.list_matches(source)?.encode_to_vec(),
            "ResignSeat" => self.resign(source).await?.encode_to_vec(),
            "AbortMatch" => self.abort(source)?.encode_to_vec(),
            "GetRecord" => proto::GetRecordRequest {
                r#match: self.matches.ended(source)?.name.clone(),
            }
            .encode_to_vec(),
            "GetComments" => proto::GetCommentsRequest {
                r#match: self.matches.ended(source)?.name.clone(),
            }
            .encode_to_vec(),
            "AppendSeatLog" => self.append_seat_log(source)?.encode_to_vec(),
            "GetSeatLog" => self.get_seat_log(source)?.encode_to_vec(),
            "ListGames" | "ListAgents" | "GetGame" => self.catalog(method, source)?,
            "AnalyzePosition" => self.analyze(source)?.encode_to_vec(),
            "GetHint" => self.hint(source).await?.encode_to_vec(),
            "SolveInstance" => self.solve(source)?.encode_to_vec(),
            "VerifyRecord" => proto::VerifyRecordRequest {
                record: self.record(source)?,
            }
            .encode_to_vec(),
            "ReplayRecord" => proto::ReplayRecordRequest {
                record: self.record(source)?,
                viewer: source.arbitrary::<Option<u8>>()?.map(|seat| proto::Viewer {
                    kind: Some(proto::viewer::Kind::Seat(u32::from(seat % 5))),
                }),
            }
            .encode_to_vec(),
            "AnalyzeRecord" => proto::AnalyzeRecordRequest {
                record: self.record(source)?,
                limits: Some(proto::SearchLimits {
                    nodes: source.int_in_range(1..=8)?,
                    ..Default::default()
                }),
                ..Default::default()
            }
            .encode_to_vec(),
            "CreatePosition" => proto::CreatePositionRequest {
                setup: Some(game_setup(*source.choose(GameId::BUILT_IN)?, source)?),
                seed: seed(source)?,
            }
            .encode_to_vec(),
            _ => {
                let open = self.tournaments.open();
                if let Some(bytes) =
                    valid_tournaments::request(method, open, self.generator, source)?
                {
                    bytes
                } else if let Some(bytes) = valid_workers::request(
                    method,
                    self.tournaments.of_agents(),
                    self.generator,
                    source,
                )? {
                    bytes
                } else if let Some(bytes) = self.envs.request(method, source)? {
                    bytes
                } else if let Some(bytes) = self.accounts.request(method, source)? {
                    bytes
                } else {
                    return self.rules(method, source);
                }
            }
        };
        Ok(Some(bytes))
    }

    async fn submit_actions(
        &self,
        source: &mut Unstructured<'_>,
    ) -> Result<proto::SubmitActionsRequest> {
        let Some(decision) = self.matches.acting_seat(source).await? else {
            let (name, _) = self.matches.seat(source)?;
            return Ok(proto::SubmitActionsRequest {
                r#match: name,
                submission: Some(proto::Submission {
                    turn: 1,
                    text: "pass".to_owned(),
                    ..Default::default()
                }),
            });
        };
        let PendingDecision {
            name,
            token,
            joined,
            request,
            ..
        } = decision;
        let SubmissionContent {
            actions,
            text,
            effort,
        } = generate_content(&joined, request.as_ref(), source)?;
        self.acting_seat.replace(Some(token));
        Ok(proto::SubmitActionsRequest {
            r#match: name,
            submission: Some(proto::Submission {
                handle: source.int_in_range(0..=2)?,
                turn: request.as_ref().map_or(1, |request| request.turn),
                part: request.map_or(0, |request| request.part),
                actions,
                effort,
                text,
                score: source.arbitrary()?,
                require_canonical_text: source.arbitrary()?,
                comment: source.arbitrary()?,
            }),
        })
    }

    fn watch_match(&self, source: &mut Unstructured<'_>) -> Result<proto::WatchMatchRequest> {
        let watched = |name: String, source: &mut Unstructured<'_>| {
            Ok(proto::WatchTarget {
                r#match: name,
                resume_after_seq: source.int_in_range(0..=3)?,
            })
        };
        let view_options = Some(proto::ViewOptions {
            include_legal_actions: source.arbitrary()?,
            include_text: source.arbitrary()?,
            include_update_views: source.arbitrary()?,
            ..Default::default()
        });
        if source.ratio(1, 2)? {
            let (name, _) = self.matches.seat(source)?;
            return Ok(proto::WatchMatchRequest {
                matches: vec![watched(name, source)?],
                as_seat: true,
                view_options,
            });
        }
        let mut matches = Vec::new();
        for _ in 0..source.int_in_range(1..=MAX_WATCHED)? {
            let target = watched(self.matches.any_match(source)?.name.clone(), source)?;
            let is_named = |other: &proto::WatchTarget| other.r#match == target.r#match;
            // A match is named once.
            if !matches.iter().any(is_named) {
                matches.push(target);
            }
        }
        Ok(proto::WatchMatchRequest {
            matches,
            view_options,
            ..Default::default()
        })
    }

    fn list_matches(&self, source: &mut Unstructured<'_>) -> Result<proto::ListMatchesRequest> {
        Ok(proto::ListMatchesRequest {
            page_size: source.int_in_range(0..=MAX_PAGE_SIZE)?,
            page_token: self.page_token("ListMatchesRequest", source)?,
            state: source.int_in_range(0..=5)?,
            min_create_time_nanos: *source.choose(&[0, 0, 1, i64::MAX])?,
            max_create_time_nanos: *source.choose(&[0, 0, -1, i64::MAX])?,
            player: (*source.choose(&["seat 0", "seat 0", "unknown"])?).into(),
            opponent: (*source.choose(&["", "", "seat 1"])?).into(),
            result: source.int_in_range(0..=3)?,
            min_end_time_nanos: *source.choose(&[0, 0, -1, i64::MIN])?,
            max_end_time_nanos: *source.choose(&[0, 0, 1, i64::MAX])?,
        })
    }

    async fn resign(&self, source: &mut Unstructured<'_>) -> Result<proto::ResignSeatRequest> {
        let decision = self.matches.acting_seat(source).await?;
        let name = match decision {
            Some(decision) => decision.name,
            None => self.matches.seat(source)?.0,
        };
        Ok(proto::ResignSeatRequest {
            r#match: name,
            has_crashed: false,
        })
    }

    fn append_seat_log(
        &self,
        source: &mut Unstructured<'_>,
    ) -> Result<proto::AppendSeatLogRequest> {
        let text = "a line\n".repeat(source.int_in_range(0..=2_000)?);
        if source.ratio(1, 4)? {
            return Ok(proto::AppendSeatLogRequest {
                text,
                ..Default::default()
            });
        }
        let (name, _) = self.matches.seat(source)?;
        Ok(proto::AppendSeatLogRequest {
            r#match: name,
            text,
        })
    }

    fn get_seat_log(&self, source: &mut Unstructured<'_>) -> Result<proto::GetSeatLogRequest> {
        let (name, _) = self.matches.seat(source)?;
        Ok(proto::GetSeatLogRequest {
            r#match: name,
            seat: source.int_in_range(0..=2)?,
        })
    }

    fn abort(&self, source: &mut Unstructured<'_>) -> Result<proto::AbortMatchRequest> {
        Ok(proto::AbortMatchRequest {
            r#match: self.matches.any_match(source)?.name.clone(),
        })
    }

    fn catalog(&self, method: &str, source: &mut Unstructured<'_>) -> Result<Vec<u8>> {
        let game = game_name(source)?;
        let page_size = source.int_in_range(0..=MAX_PAGE_SIZE)?;
        Ok(match method {
            "GetGame" => proto::GetGameRequest { game }.encode_to_vec(),
            "ListGames" => proto::ListGamesRequest {
                page_size,
                page_token: self.page_token("ListGamesRequest", source)?,
            }
            .encode_to_vec(),
            _ => proto::ListAgentsRequest {
                game: if source.arbitrary()? {
                    game
                } else {
                    String::new()
                },
                page_size,
                page_token: self.page_token("ListAgentsRequest", source)?,
            }
            .encode_to_vec(),
        })
    }

    /// Returns the token of the first page or one that the server has sent.
    fn page_token(&self, request: &str, source: &mut Unstructured<'_>) -> Result<String> {
        if source.ratio(1, 2)? {
            return Ok(String::new());
        }
        let learned = self
            .generator
            .learned_text(&format!("{request}.page_token"), source)?;
        Ok(learned.unwrap_or_default())
    }

    /// Returns the text of a record.
    fn record(&self, source: &mut Unstructured<'_>) -> Result<String> {
        let learned = if source.ratio(1, 2)? {
            self.generator
                .learned_text("GetRecordRequest.record", source)?
        } else {
            None
        };
        Ok(match learned {
            Some(record) => record,
            None => {
                let game = source.choose(corpus::games())?;
                Record::to_text(source.choose(&game.records)?)
            }
        })
    }

    fn analyze(&self, source: &mut Unstructured<'_>) -> Result<proto::AnalyzePositionRequest> {
        let position = source.choose(self.positions)?.clone();
        let game: GameId = position
            .setup
            .game
            .parse()
            .expect("positions belong to known games");
        let (text, typed_position) = if source.ratio(1, 8)? {
            (String::new(), None)
        } else {
            position.input(source)?
        };
        Ok(proto::AnalyzePositionRequest {
            setup: Some(position.setup),
            earlier_positions: if source.ratio(1, 4)? {
                vec![position.text.clone()]
            } else {
                Vec::new()
            },
            position: text,
            typed_position,
            seat: if source.ratio(1, 4)? { Some(0) } else { None },
            agent: if source.ratio(1, 2)? {
                Some(agent(game, source)?)
            } else {
                None
            },
            limits: limits(source)?,
            seed: seed(source)?,
            ..Default::default()
        })
    }

    /// Generates a task for a solver.
    fn solve(&self, source: &mut Unstructured<'_>) -> Result<proto::SolveInstanceRequest> {
        let instance = if source.ratio(1, 3)? {
            Instance::MicroRobots(solve_route(source)?)
        } else if source.ratio(1, 2)? {
            Instance::Ricochet(solve_ricochet(source)?)
        } else {
            let position = source.choose(self.positions)?;
            let (text, typed_position) = position.input(source)?;
            Instance::Position(proto::SolvePosition {
                setup: Some(position.setup.clone()),
                text,
                typed_position,
            })
        };
        Ok(proto::SolveInstanceRequest {
            instance: Some(instance),
        })
    }

    async fn hint(&self, source: &mut Unstructured<'_>) -> Result<proto::GetHintRequest> {
        let decision = self.matches.acting_seat(source).await?;
        let name = match decision {
            Some(decision) => decision.name,
            None => self.matches.seat(source)?.0,
        };
        Ok(proto::GetHintRequest {
            r#match: name,
            agent: None,
            limits: limits(source)?,
        })
    }

    /// Generates a request about a position.
    fn rules(&self, method: &str, source: &mut Unstructured<'_>) -> Result<Option<Vec<u8>>> {
        let position = source.choose(self.positions)?.clone();
        let (setup, text) = (Some(position.setup.clone()), position.text.clone());
        let (input_text, typed_position) = position.input(source)?;
        let bytes = match method {
            "DescribeMatch" => proto::DescribeMatchRequest { setup }.encode_to_vec(),
            "ListLegalActions" => proto::ListLegalActionsRequest {
                setup,
                position: input_text,
                actor: if source.arbitrary()? {
                    position.actor
                } else {
                    None
                },
                typed_position,
            }
            .encode_to_vec(),
            "GetView" => proto::GetViewRequest {
                setup,
                position: input_text,
                viewer: viewer(source)?,
                typed_position,
                include_picture: source.arbitrary()?,
            }
            .encode_to_vec(),
            "ParsePosition" => proto::ParsePositionRequest { setup, text }.encode_to_vec(),
            "FormatPosition" => proto::FormatPositionRequest {
                setup,
                position: Some(position.position),
            }
            .encode_to_vec(),
            "ParseAction" | "FormatAction" | "ApplyActions" => {
                return action_request(method, position, source);
            }
            _ => return Ok(None),
        };
        Ok(Some(bytes))
    }
}

/// Generates a request about an action.
fn action_request(
    method: &str,
    position: KnownPosition,
    source: &mut Unstructured<'_>,
) -> Result<Option<Vec<u8>>> {
    if position.actions.is_empty() {
        return Ok(None);
    }
    let proto::ActionInfo { action, text, .. } = source.choose(&position.actions)?.clone();
    let (input_text, typed_position) = position.input(source)?;
    let setup = Some(position.setup);
    Ok(Some(match method {
        "ParseAction" => proto::ParseActionRequest { setup, text }.encode_to_vec(),
        "FormatAction" => proto::FormatActionRequest { setup, action }.encode_to_vec(),
        _ => {
            let is_text: bool = source.arbitrary()?;
            proto::ApplyActionsRequest {
                setup,
                position: input_text,
                typed_position,
                actor: if source.arbitrary()? {
                    position.actor
                } else {
                    None
                },
                actions: action.into_iter().filter(|_| !is_text).collect(),
                text: if is_text { text } else { String::new() },
                earlier_positions: Vec::new(),
                ..Default::default()
            }
            .encode_to_vec()
        }
    }))
}

fn limits(source: &mut Unstructured<'_>) -> Result<Option<proto::SearchLimits>> {
    Ok(if source.arbitrary()? {
        Some(proto::SearchLimits {
            nodes: *source.choose(&[0, 1, 1_000, u64::MAX])?,
            depth: source.int_in_range(0..=3)?,
            time_nanos: *source.choose(&[0, 1, 20_000_000, u64::MAX])?,
        })
    } else {
        None
    })
}

fn viewer(source: &mut Unstructured<'_>) -> Result<Option<proto::Viewer>> {
    use proto::viewer::Kind;
    let kind = match source.int_in_range(0..=2)? {
        0 => return Ok(None),
        1 => Kind::Spectator(true),
        _ => Kind::Seat(0),
    };
    Ok(Some(proto::Viewer { kind: Some(kind) }))
}

/// Generates a task of Micro Robots on the printed example's board.
fn solve_route(source: &mut Unstructured<'_>) -> Result<proto::MicroRobotsInstance> {
    let spaces: Vec<_> = BOARD.split([' ', '/']).filter(|s| !s.is_empty()).collect();
    let mut space = || source.choose(&spaces).map(|space| (*space).to_owned());
    let (start, target, intermediate) = (space()?, space()?, space()?);
    Ok(proto::MicroRobotsInstance {
        board: BOARD.to_owned(),
        start,
        target,
        intermediate: if source.ratio(1, 3)? {
            intermediate
        } else {
            String::new()
        },
        length: *source.choose(&[0, 0, 5, 12, 99])?,
    })
}

/// Generates an instance of Ricochet Robots on a board of printed sections. A robot may be out of place.
fn solve_ricochet(source: &mut Unstructured<'_>) -> Result<proto::RicochetInstance> {
    let sections = source.choose(&["1A-2A-3A-4A", "1D-2D-3D-4D", "4B-3C-1A-2D"])?;
    let mut robots = Vec::new();
    for robot in 1..=source.int_in_range(1..=6)? {
        let cell = source.int_in_range(0..=255)?;
        robots.push(proto::RicochetPlacedRobot { robot, cell });
    }
    let target = proto::RicochetTarget {
        cell: source.int_in_range(0..=255)?,
        robot: source.int_in_range(0..=robots.len() as i32)?,
    };
    Ok(proto::RicochetInstance {
        board: Some(proto::RicochetBoard {
            sections: (*sections).to_owned(),
            ..Default::default()
        }),
        robots,
        target: Some(target),
        ricochet_rule: source.arbitrary()?,
        stop_on_diagonal: source.arbitrary()?,
        crossing_cost: (*source.choose(&["", "replaces", "surcharge"])?).to_owned(),
        // Otherwise a search could take seconds.
        max_nodes: source.int_in_range(1..=2_000)?,
    })
}
