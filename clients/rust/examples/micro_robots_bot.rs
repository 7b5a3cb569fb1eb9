//! A bot that plays one seat of Micro Robots with its own search:
//! `cargo run --example micro_robots_bot -- SERVER MATCH SEAT_TOKEN`

use std::error::Error;

use botwerk_client::{Client, ClientError, Player, Reply, play_seat, proto};
use proto::position::Game;

/// Announces a shortest route and shows it. Does not play the expert variant.
struct RouteBot;

impl Player for RouteBot {
    fn on_joined(&mut self, _joined: &proto::Joined) -> Result<(), ClientError> {
        Ok(())
    }

    fn act(&mut self, request: &proto::ActionRequest) -> Result<Reply, ClientError> {
        let position = request.view.as_ref().and_then(|v| v.position.as_ref());
        let Some(Game::MicroRobots(position)) = position.and_then(|p| p.game.as_ref()) else {
            return Err(ClientError::Player("the game is not Micro Robots".into()));
        };
        let Some(route) = shortest_route(position) else {
            return Err(ClientError::Player("the target is unreachable".into()));
        };
        let names: Vec<_> = route.iter().map(|space| space_name(*space)).collect();
        let text = match &*request.stage {
            "race" => format!("say {}", names.len() - 1),
            _ => format!("show {}", names.join("-")),
        };
        Ok(text.into())
    }
}

/// Returns the spaces of a shortest route, found breadth first, or `None` if there is no route.
fn shortest_route(position: &proto::MicroRobotsPosition) -> Option<Vec<i32>> {
    let cell_of = |space| position.board.iter().position(|other| *other == space);
    let is_aligned = |a: usize, b: usize| a / 6 == b / 6 || a % 6 == b % 6;
    let mut routes = vec![vec![position.start]];
    for next in 0..position.board.len() {
        let route = routes.get(next)?.clone();
        let from = *route.last()?;
        if from == position.target {
            return Some(route);
        }
        for &to in &position.board {
            // Spaces are numbered from 1, six colours for each of six numbers.
            let has_common_trait = is_aligned(from as usize - 1, to as usize - 1);
            let is_new = routes.iter().all(|route| route.last() != Some(&to));
            if is_new && has_common_trait && is_aligned(cell_of(from)?, cell_of(to)?) {
                routes.push([&route[..], &[to]].concat());
            }
        }
    }
    None
}

/// Returns a space in the game's notation, such as `3B`.
fn space_name(space: i32) -> &'static str {
    let space = proto::MicroRobotsSpace::try_from(space).unwrap_or_default();
    space
        .as_str_name()
        .trim_start_matches("MICRO_ROBOTS_SPACE_")
}

/// Plays the seat to the end of the match.
pub(crate) async fn run(args: &[String]) -> Result<proto::MatchOver, Box<dyn Error>> {
    let [server, match_name, seat_token] = args else {
        return Err("usage: micro_robots_bot SERVER MATCH SEAT_TOKEN".into());
    };
    let client = Client::connect(server).await?;
    Ok(play_seat(&client, match_name, seat_token, &mut RouteBot).await?)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    println!("{:?}", run(&args).await?.outcome);
    Ok(())
}
