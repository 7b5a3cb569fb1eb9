//! Matches with overtime between agents: their records repeat every choice.

#![allow(clippy::unwrap_used, reason = "a missing prerequisite fails the test")]

use botwerk_agents::{Roster, arena, verify};
use botwerk_engine::record::{RecordedSeat, SeedOrigin};
use botwerk_engine::ricochet::Ricochet;
use botwerk_engine::{GameType, Options, RootSeed};

#[test]
fn records_of_races_with_overtime_are_verified() {
    for (number, race) in ["lowest", "first", "lowest"].into_iter().enumerate() {
        let given = [("race", race), ("round_cap", "20"), ("overtime", "2s")];
        let options = Options::resolve(Ricochet::spec().options, given).unwrap();
        let game = Ricochet::new(3, options).unwrap();
        let seed = RootSeed::from_text(&number.to_string());
        let agent = || Ricochet::agent(&"random".parse().unwrap()).unwrap();
        let mut agents = vec![agent(), agent(), agent()];
        let mut events = Vec::new();
        let finished = arena::play(&game, seed, &mut agents, &mut events);
        let seats = ["a", "b", "c"].map(|name| RecordedSeat {
            name: name.into(),
            agent: Some("random".into()),
        });
        let record = finished.record(&game, seats.into(), seed, SeedOrigin::Given, &events);
        let verified = verify::<Ricochet>(&record).unwrap();
        assert!(verified.choices > 20, "{verified:?}");
        let closed = record.events.iter().any(|line| line.action == "close");
        assert_eq!(closed, race == "lowest");
        let mut forged = record.clone();
        let say = forged
            .events
            .iter_mut()
            .find(|line| !line.announcements.is_empty())
            .unwrap();
        say.announcements[0].effort += 1;
        assert!(verify::<Ricochet>(&forged).is_err());
    }
}
