//! Plays a match between two agents of its own with a referee, and verifies and prints its record.
//!
//! `cargo run -p botwerk-engine --example agent_loop`

use std::error::Error;

use botwerk_engine::netzwerk::{Action, Netzwerk, View};
use botwerk_engine::record::{
    ClockKind, EventLine, Header, OutcomeLine, Record, RecordedSeat, Replay, SeedOrigin,
};
use botwerk_engine::{
    GameType, GameViews, Options, Referee, RootSeed, StableRng, Submission, Viewer,
};

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", run()?.to_text());
    Ok(())
}

/// Plays a match, and returns its record once it is verified.
pub(crate) fn run() -> Result<Record, Box<dyn Error>> {
    let options = [("width", "3"), ("ranks", "3"), ("turn_cap", "60")];
    let options = Options::resolve(Netzwerk::spec().options, options)?;
    let game = Netzwerk::new(2, options)?;
    let seed = RootSeed::from_text("7");
    let seats = ["White", "Black"].map(|name| RecordedSeat {
        name: name.into(),
        agent: None,
    });
    let header = Header::new(
        &game,
        seats.into(),
        seed,
        SeedOrigin::Given,
        ClockKind::Wall,
    );

    let mut referee = Referee::new(game.clone(), seed);
    let mut events = Vec::new();
    referee.resolve_chance(&mut events);
    while let Some(seat) = referee.awaited_seats().first() {
        let mut rng = seed.rng_for_agent(seat, referee.turn(seat));
        while referee.awaited_seats().contains(seat) {
            let actions = [choose(&game, &referee.view(Viewer::Seat(seat)), &mut rng)];
            referee.submit(Submission::new(seat, &actions), &mut events)?;
        }
        referee.resolve_chance(&mut events);
    }

    let outcome = referee.outcome().ok_or("the match is not over")?;
    let lines = (1..).zip(&events);
    let record = Record {
        header,
        events: lines
            .map(|(seq, event)| EventLine::new(&game, seq, event))
            .collect(),
        outcome: Some(OutcomeLine::new(&outcome, &[])),
    };

    let parsed = Record::from_text(&record.to_text())?;
    Replay::<Netzwerk>::new(&parsed)?.run()?;
    Ok(parsed)
}

/// Chooses the last legal action, which ends a phase or a turn, or a random one half of the time.
fn choose(game: &Netzwerk, view: &View, rng: &mut StableRng) -> Action {
    let mut actions = Vec::new();
    game.view_actions(view, &mut actions);
    let last = actions.len() - 1;
    let index = rng.below(2 * actions.len() as u64) as usize;
    actions[index.min(last)]
}
