//! Records of short matches, written to files and read again.

use botwerk_agents::{AgentSpec, Roster, arena};
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::record::{RecordedSeat, SeedOrigin};
use botwerk_engine::{GameType, Options, RootSeed};

use super::*;

/// Returns the record of a match between two `random` agents.
fn random_match() -> RecordFile {
    let options = Options::resolve(MicroRobots::spec().options, [("chips_to_win", "1")]).unwrap();
    let game = MicroRobots::new(2, options).unwrap();
    let spec: AgentSpec = "random".parse().unwrap();
    let agent = || MicroRobots::agent(&spec).unwrap();
    let seed = RootSeed::from_text("7");
    let mut events = Vec::new();
    let played = arena::play(&game, seed, &mut [agent(), agent()], &mut events);
    let seat = RecordedSeat {
        name: "random".into(),
        agent: Some("random".into()),
    };
    let seats = vec![seat.clone(), seat];
    let record = played.record(&game, seats, seed, SeedOrigin::Given, &events);
    RecordFile::new(record).unwrap()
}

#[test]
fn a_saved_record_is_loaded_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.bwr");
    let file = random_match();
    file.save(&path).unwrap();
    let loaded = RecordFile::load(&path).unwrap();
    assert_eq!(loaded, file);
    assert_eq!(loaded.game(), GameId::MICRO_ROBOTS);
    let verified = loaded.verify().unwrap();
    assert_eq!(verified.events, file.record().events.len() as u64);
    assert!(verified.choices > 0);
}

#[test]
fn a_changed_record_is_invalid() {
    let text = random_match().record().to_text();
    let changed = text.replacen("random", "solver", 1);
    let error = RecordFile::from_bytes(changed.as_bytes()).unwrap_err();
    assert!(matches!(error, RecordFileError::Invalid(_)), "{error}");
    assert!(error.to_string().contains("line 1"), "{error}");
}

#[test]
fn a_record_with_another_seed_fails_verification() {
    let mut record = random_match().record().clone();
    record.header.seed = RootSeed::from_text("8").to_hex();
    let error = RecordFile::new(record).unwrap().verify().unwrap_err();
    assert!(!error.to_string().is_empty());
}

#[test]
fn a_missing_file_is_a_file_error() {
    let error = RecordFile::load("no/such/file.bwr").unwrap_err();
    assert!(matches!(error, RecordFileError::File(_)), "{error}");
}
