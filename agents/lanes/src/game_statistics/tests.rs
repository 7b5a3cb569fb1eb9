use std::sync::atomic::{AtomicU64, Ordering};

use super::*;

fn request(game: GameId, options: &[(&str, &str)]) -> StatisticsRequest {
    let options = options
        .iter()
        .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()));
    StatisticsRequest {
        game,
        options: options.collect(),
        compared_options: None,
        seats: None,
        players: vec!["random".parse().unwrap()],
        matches: Some(12),
        seed: "lanes".into(),
        ladder: None,
        concurrency: 1,
    }
}

const BOARD: [(&str, &str); 2] = [("width", "3"), ("ranks", "4")];

fn run(request: &StatisticsRequest) -> Result<StatisticsReport, StatisticsError> {
    let control = StatisticsControl {
        should_stop: &|| false,
        on_progress: &mut |_, _| {},
    };
    measure_game(request, control)
}

#[test]
fn report_does_not_depend_on_the_concurrency() {
    for game in GameId::BUILT_IN {
        let mut request = request(*game, &[]);
        request.compared_options = Some(Vec::new());
        let alone = run(&request).unwrap();
        request.concurrency = 3;
        assert_eq!(alone, run(&request).unwrap(), "{game}");
        let figures = alone.comparison.unwrap().figures;
        assert!(
            figures
                .iter()
                .all(|figure| figure.difference.value.abs() < 1e-9)
        );
    }
}

#[test]
fn seats_from_one_to_four_have_statistics() {
    for seats in 1..=4 {
        let mut request = request(GameId::DROIDS, &[]);
        request.seats = Some(seats);
        let report = run(&request).unwrap();
        assert_eq!(report.statistics.wins_by_seat.len(), seats);
        assert_eq!(report.statistics.lead.is_some(), seats > 1);
    }
}

#[test]
fn ladder_is_played_in_addition() {
    let mut request = request(GameId::NETZWERK, &BOARD);
    request.players = vec!["minimax:table=1".parse().unwrap()];
    request.ladder = Some("nodes=1,200".into());
    let mut totals = Vec::new();
    let control = StatisticsControl {
        should_stop: &|| false,
        on_progress: &mut |played, total| totals.push((played, total)),
    };
    let report = measure_game(&request, control).unwrap();
    assert_eq!(
        (totals.first(), totals.last()),
        (Some(&(0, 24)), Some(&(24, 24)))
    );
    let ladder = report.ladder.unwrap();
    assert_eq!(
        (ladder.setting.as_str(), ladder.rungs[1].matches),
        ("nodes", 12)
    );
    assert_eq!(report.options["opening_turns"], "2");
}

#[test]
fn stopped_run_has_the_matches_so_far() {
    let request = request(GameId::NETZWERK, &BOARD);
    let polls = AtomicU64::new(0);
    let stop_after = |matches| {
        polls.store(0, Ordering::Relaxed);
        let control = StatisticsControl {
            should_stop: &|| polls.fetch_add(1, Ordering::Relaxed) >= matches,
            on_progress: &mut |_, _| {},
        };
        measure_game(&request, control)
    };
    let report = stop_after(5).unwrap();
    assert_eq!((report.planned, report.statistics.matches), (12, 5));
    assert_eq!(report.profiles, run(&request).unwrap().profiles[..5]);
    assert_eq!(stop_after(0), Err(StatisticsError::Stopped));
}

#[test]
fn invalid_requests_are_rejected() {
    let error = |change: &dyn Fn(&mut StatisticsRequest)| {
        let mut request = request(GameId::NETZWERK, &BOARD);
        change(&mut request);
        run(&request).unwrap_err().to_string()
    };
    assert!(error(&|r| r.matches = Some(0)).starts_with("matches: expected a multiple of 1"));
    assert!(error(&|r| r.seats = Some(3)).starts_with("seats: expected 2, found 3"));
    assert!(error(&|r| r.options.push(("width".into(), "4".into()))).contains("set twice"));
    assert!(error(&|r| r.ladder = Some("nodes=1,2".into())).contains("no such setting"));
    let two = || vec!["random".parse().unwrap(), "greedy".parse().unwrap()];
    let odd = error(&|r| (r.players, r.matches) = (two(), Some(5)));
    assert!(odd.contains("a multiple of 2"), "{odd}");
    assert!(error(&|r| r.players = vec!["nobody".parse().unwrap()]).contains("unknown agent"));
    let compared = error(&|r| r.compared_options = Some(vec![("width".into(), "99".into())]));
    assert!(compared.contains("option width"), "{compared}");
    let mut droids = request(GameId::DROIDS, &[("scenario", "1")]);
    droids.compared_options = Some(vec![("scenario".into(), "5".into())]);
    let other_seats = run(&droids).unwrap_err().to_string();
    assert!(
        other_seats.contains("scenario") || other_seats.starts_with("comparison: seats"),
        "{other_seats}"
    );
}
