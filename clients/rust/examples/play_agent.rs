//! Creates a match of Micro Robots against the built-in agent `solver`, passes in every race, and
//! prints all frames: `cargo run --example play_agent -- SERVER`

use std::error::Error;

use botwerk_client::{Client, PlayStream, proto};
use proto::play_response::Kind;

/// Creates and plays the match. Returns the frames that this program's seat received, in order.
pub(crate) async fn run(server: &str) -> Result<Vec<Kind>, Box<dyn Error>> {
    let client = Client::connect(server).await?;
    let option = proto::GameOption {
        name: "chips_to_win".into(),
        value: "1".into(),
    };
    let agent = proto::SeatSetup {
        agent: Some(proto::AgentSpec::new("solver", &[])),
        ..Default::default()
    };
    let request = proto::CreateMatchRequest {
        setup: Some(proto::GameSetup {
            game: "micro-robots".into(),
            options: vec![option],
            ..Default::default()
        }),
        seats: vec![agent, proto::SeatSetup::default()],
        ..Default::default()
    };
    let created = client.matches().create_match(request).await?.into_inner();
    // Only open seats have tokens, so the first token is that of the second seat.
    let seat_token = created.seat_tokens.first().ok_or("no open seat")?;

    let mut stream = PlayStream::open(&client).await?;
    stream
        .join(proto::Join {
            r#match: created.r#match.ok_or("no match")?.name,
            seat_token: seat_token.token.clone(),
            ..Default::default()
        })
        .await?;
    let mut frames = Vec::new();
    while let Some(frame) = stream.next().await? {
        println!("{frame:?}");
        if let Kind::ActionRequest(request) = &frame {
            stream
                .submit(proto::Submission {
                    handle: request.handle,
                    turn: request.turn,
                    part: request.part,
                    text: "pass".into(),
                    ..Default::default()
                })
                .await?;
        }
        let is_over = matches!(frame, Kind::MatchOver(_));
        frames.push(frame);
        if is_over {
            break;
        }
    }
    Ok(frames)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let server = std::env::args().nth(1);
    run(&server.ok_or("usage: play_agent SERVER")?).await?;
    Ok(())
}
