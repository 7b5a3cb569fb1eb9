//! A race as a game of plain data: it obeys the laws, and the referee finds the earliest claim.

use botwerk_engine::laws;
use botwerk_engine::{
    Actor, Deadline, GameId, GameNotation, Grid, Next, OptionError, Options, Outcome, Plain,
    PlainGame, Referee, RootSeed, Seat, Seats, StableRng, Submission, Viewer,
};
use serde::{Deserialize, Serialize};

/// Number of rounds.
const ROUNDS: u8 = 3;

/// In each of three rounds the earliest claim wins a point.
#[derive(Debug, Clone)]
struct Dash;

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Track {
    round: u8,
    passed: Seats,
    points: [u8; 2],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
enum Action {
    Claim,
    Pass,
    Break,
}

impl PlainGame for Dash {
    type State = Track;
    type Action = Action;
    const NAME: &'static str = "dash";
    const TITLE: &'static str = "Dash";
    const SEATS: (usize, usize) = (2, 2);
    const OBSERVATION_LEN: usize = 12;
    const MAX_LENGTH: Option<u64> = Some(ROUNDS as u64 * 2);

    fn new(_seats: usize, _options: &Options) -> Result<Self, OptionError> {
        Ok(Self)
    }

    fn start(&self, _rng: &mut StableRng) -> Track {
        Track {
            round: 0,
            passed: Seats::EMPTY,
            points: [0; 2],
        }
    }

    fn actions(&self) -> Vec<Action> {
        vec![Action::Claim, Action::Pass, Action::Break]
    }

    fn next(&self, track: &Track) -> Next {
        if track.round == ROUNDS {
            let points = track.points.map(i32::from).to_vec();
            return Next::Over(Outcome::ranked(&track.points, points, "three rounds"));
        }
        Next::Race(Seats::all(2).difference(track.passed))
    }

    fn legal_actions(&self, _track: &Track, _actor: Actor, actions: &mut Vec<Action>) {
        actions.extend([Action::Claim, Action::Pass]);
    }

    fn apply(&self, track: &mut Track, actor: Actor, action: Action) {
        if let (Actor::Seat(seat), Action::Pass) = (actor, action) {
            track.passed = track.passed.with(seat);
            if track.passed != Seats::all(2) {
                return;
            }
        }
        if let (Actor::Seat(seat), Action::Claim) = (actor, action) {
            track.points[seat.index()] += 1;
        }
        track.round += 1;
        track.passed = Seats::EMPTY;
    }

    /// Whether another seat has passed is secret, as in every race.
    fn hide(&self, track: &mut Track, viewer: Viewer) {
        let is_own = |seat: &Seat| viewer == Viewer::Seat(*seat);
        track.passed = track.passed.filter(is_own).collect();
    }

    /// The last pass ends the race, which everybody sees.
    fn seen(&self, track: &Track, _: Viewer, actor: Actor, action: Action) -> Option<Action> {
        match (actor, action) {
            (Actor::Seat(seat), Action::Pass) if track.passed.with(seat) != Seats::all(2) => None,
            _ => Some(action),
        }
    }

    fn sample_hidden(&self, track: &mut Track, viewer: Viewer, rng: &mut StableRng) {
        let seat = Seat::new(rng.below(2) as usize).filter(|seat| viewer != Viewer::Seat(*seat));
        if let Some(seat) = seat
            && track.passed.is_empty()
            && track.round < ROUNDS
        {
            track.passed = Seats::one(seat);
        }
    }

    fn check(&self, track: &Track) -> Result<(), String> {
        let is_open = track.passed.is_empty() || track.passed.len() == 1 && track.round < ROUNDS;
        let is_valid = track.round <= ROUNDS
            && track.points[0].saturating_add(track.points[1]) <= track.round
            && track.passed.difference(Seats::all(2)).is_empty();
        (is_open && is_valid)
            .then_some(())
            .ok_or_else(|| "points of the rounds, and at most one pass".into())
    }

    fn draw(&self, track: &Track) -> Grid {
        Grid::default().line(format!("round {}, points {:?}", track.round, track.points))
    }

    fn numbering(&self, track: &Track) -> Option<(&'static str, u32)> {
        Some(("race", track.round.into()))
    }

    fn referee_actions(&self, _track: &Track, actions: &mut Vec<Action>) {
        actions.push(Action::Break);
    }

    fn deadline(&self, _track: &Track) -> Option<Deadline<Action>> {
        Some(Deadline {
            milliseconds: 1000,
            action: Action::Break,
            replaces_flagging: false,
        })
    }

    fn announces(&self, action: Action) -> bool {
        action == Action::Claim
    }

    fn pass(&self) -> Option<Action> {
        Some(Action::Pass)
    }
}

#[test]
fn plain_race_obeys_all_laws() {
    laws::check::<Plain<Dash>>().unwrap();
}

#[test]
fn earliest_claim_of_a_plain_race_wins() {
    let id = GameId::register_type::<Plain<Dash>>().unwrap_or_else(|taken| panic!("{taken}"));
    let game = id.game(2, Options::default()).unwrap();
    let mut referee = Referee::new(game.clone(), RootSeed::from_text("7"));
    let mut events = Vec::new();
    for (seat, nanos) in [(0, 900), (1, 400)] {
        let claim = [game.parse_action("claim").unwrap()];
        let submission = Submission {
            nanos: Some(nanos),
            ..Submission::new(Seat::new(seat).unwrap(), &claim)
        };
        referee.submit(submission, &mut events).unwrap();
    }
    assert!(events.is_empty(), "an earlier claim was possible");
    assert!(referee.resolve_race(|_| u64::MAX, &mut events));
    let text = game.format_position(referee.state());
    assert!(text.contains(r#""points":[0,1]"#), "{text}");
    assert_eq!(referee.decision().unwrap().number, 1);
    let deadline = referee.deadline().unwrap();
    referee
        .apply_referee_action(deadline.action, &mut events)
        .unwrap();
    let text = game.format_position(referee.state());
    assert!(text.contains(r#""round":2"#), "{text}");
}
