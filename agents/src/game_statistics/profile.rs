//! The figures of one match.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use botwerk_engine::{
    Actor, Decision, Event, History, RootSeed, Seat, Seats, StableHasher, StableRng, Turn,
};
use serde::Serialize;

use super::lead_history::LeadHistory;
use super::series::{MatchSeries, PlayedMatch};
use super::turn_options::{MAX_POSITIONS, TurnOptions};
use crate::lead::Lead;
use crate::strength::Score;
use crate::with_agents::WithAgents;

/// Number of turns of a match whose options are counted or estimated.
pub const SAMPLED_TURNS: usize = 4;

/// The figures of one match.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MatchProfile {
    /// Number of the match, from 1.
    #[serde(rename = "match")]
    pub number: u64,
    /// Seed.
    pub seed: String,
    /// Index of the player of each seat.
    pub players: Vec<usize>,
    /// Place of each seat; 1 is best.
    pub places: Vec<u8>,
    /// Points of each seat; empty in games without points.
    pub points: Vec<i32>,
    /// Score of each seat: 1 for a win, a fraction for a shared first place, 0 otherwise.
    pub scores: Vec<f64>,
    /// Id of the rule that ended the match.
    pub rule: &'static str,
    /// Number of turns of each seat.
    pub turns: Vec<u64>,
    /// Number of actions of each seat.
    pub actions: Vec<u64>,
    /// Number of decisions; one of several seats, as in a race, counts once.
    pub decisions: u64,
    /// Number of chance outcomes.
    pub chance_outcomes: u64,
    /// Number of actions that were the only legal one.
    pub forced_actions: u64,
    /// Number of turns all of whose actions were forced.
    pub forced_turns: u64,
    /// Number of actions by the number of legal actions that they were chosen from.
    #[serde(skip)]
    pub action_options: BTreeMap<u64, u64>,
    /// For each turn of the match, in order: the number of its actions, and the sum of the numbers of legal
    /// actions that they were chosen from.
    #[serde(skip)]
    pub options_by_turn: Vec<(u64, u64)>,
    /// Options of a sample of the turns.
    pub sampled_turns: Vec<TurnOptions>,
    /// Number of changes of the lead; `None` with one seat.
    pub lead_changes: Option<u64>,
    /// Seats that were ahead halfway; empty if all seats were equal.
    pub halfway_leaders: Vec<usize>,
    /// Number of seats that were removed for a crash or an illegal action.
    pub faults: u64,
    /// Hash of start position and actions: equal for repeated matches.
    #[serde(skip)]
    pub fingerprint: u64,
}

impl MatchProfile {
    /// Plays a match of a series, counted from 0, and returns its figures. They are a function of the series and
    /// the index.
    ///
    /// ```
    /// use botwerk_agents::game_statistics::{MatchProfile, MatchSeries};
    /// # use botwerk_engine::{GameRules, GameType, Options, netzwerk::Netzwerk};
    /// # let board = [("width", "3"), ("ranks", "4")];
    /// # let options = Options::resolve(Netzwerk::spec().options, board).unwrap();
    /// # let game = Netzwerk::new(2, options).unwrap();
    ///
    /// let series = MatchSeries::new(game, &["greedy".parse().unwrap()], "7").unwrap();
    /// let profile = MatchProfile::play(&series, 0);
    /// assert_eq!(profile.turns.iter().sum::<u64>(), profile.decisions);
    /// assert_eq!(profile.scores.iter().sum::<f64>(), 1.0);
    /// assert_eq!(profile, MatchProfile::play(&series, 0));
    /// ```
    pub fn play<G: WithAgents + Lead>(series: &MatchSeries<G>, index: u64) -> Self {
        Self::from_match(series.game(), &series.play(index))
    }

    /// Returns the figures of a played match, by applying its events again.
    fn from_match<G: Lead>(game: &G, played: &PlayedMatch<G::Action>) -> Self {
        let mut observer = MatchObserver::new(game, played);
        for event in &played.events {
            observer.observe(event);
        }
        observer.finish(played)
    }

    /// Returns the number of turns of all seats.
    pub fn all_turns(&self) -> u64 {
        self.turns.iter().sum()
    }

    /// Returns the number of actions of all seats.
    pub fn all_actions(&self) -> u64 {
        self.actions.iter().sum()
    }

    /// Returns the decimal logarithm of the number of sequences of actions in each sampled turn.
    pub fn turn_logs(&self) -> impl Iterator<Item = f64> {
        let turns = self.sampled_turns.iter();
        turns.map(|options| libm::log10(options.sequences.max(1.0)))
    }

    /// Returns the decimal logarithm of the size of a game tree whose turns all have as many options as the
    /// sampled ones and which is as deep as this match has turns.
    pub fn complexity(&self) -> f64 {
        let sampled = self.sampled_turns.len();
        if sampled == 0 {
            return 0.0;
        }
        self.turn_logs().sum::<f64>() / sampled as f64 * self.all_turns() as f64
    }

    /// Returns the mean number of legal actions from which an action was chosen, or 0 without actions.
    pub fn mean_action_options(&self) -> f64 {
        let options = self.action_options.iter();
        let sum: u64 = options.map(|(options, actions)| options * actions).sum();
        sum as f64 / self.all_actions().max(1) as f64
    }

    /// Returns `true` if all of several seats share the first place.
    pub fn is_draw(&self) -> bool {
        self.places.len() > 1 && self.places.iter().all(|place| *place == 1)
    }

    /// Returns `true` if some but not all seats share the first place.
    pub fn is_shared_win(&self) -> bool {
        let first = { self.places.iter() }.map(|place| usize::from(*place == 1));
        let first: usize = first.sum();
        first > 1 && first < self.places.len()
    }
}

/// Follows the events of a match.
struct MatchObserver<'a, G: Lead> {
    game: &'a G,
    history: History<G>,
    profile: MatchProfile,
    decision: Option<Decision>,
    /// Seats whose announcement in the current race is counted.
    announced: Seats,
    /// The number of each seat's latest turn, and whether all its actions were forced.
    latest: Vec<(u32, bool)>,
    /// The start of each sampled turn.
    sample: Vec<(G::State, Seat)>,
    rng: StableRng,
    lead: LeadHistory,
    hasher: StableHasher,
}

impl<'a, G: Lead> MatchObserver<'a, G> {
    fn new(game: &'a G, played: &PlayedMatch<G::Action>) -> Self {
        let start = game.initial_state(RootSeed::from_text(&played.seed));
        let seats = game.seats();
        let mut hasher = StableHasher::new();
        hasher.write(game.format_position(&start).as_bytes());
        // Equal matches of a series have equal samples, and the sample does not depend on other matches.
        let sample_seed = format!("{}/sampled turns/{}", played.seed, played.index);
        let outcome = &played.finished.outcome;
        let score = |seat| Score::from_outcome(&outcome.places, &outcome.points, seat).points();
        let faults = played.finished.faults.iter().flatten().count();
        let profile = MatchProfile {
            number: played.index + 1,
            seed: played.seed.clone(),
            players: played.players.clone(),
            places: outcome.places.clone(),
            points: outcome.points.clone(),
            scores: (0..seats).map(score).collect(),
            rule: outcome.rule,
            turns: vec![0; seats],
            actions: vec![0; seats],
            decisions: 0,
            chance_outcomes: 0,
            forced_actions: 0,
            forced_turns: 0,
            action_options: BTreeMap::new(),
            options_by_turn: Vec::new(),
            sampled_turns: Vec::new(),
            lead_changes: None,
            halfway_leaders: Vec::new(),
            faults: faults as u64,
            fingerprint: 0,
        };
        let mut lead = LeadHistory::default();
        lead.observe(game, &start);
        Self {
            history: History::new(game, start),
            game,
            profile,
            decision: None,
            announced: Seats::EMPTY,
            latest: vec![(0, false); seats],
            sample: Vec::new(),
            rng: RootSeed::from_text(&sample_seed).rng(),
            lead,
            hasher,
        }
    }

    /// Counts an event and applies it.
    fn observe(&mut self, event: &Event<G::Action>) {
        match event.actor {
            Actor::Chance => self.profile.chance_outcomes += 1,
            Actor::Referee => {}
            Actor::Seat(seat) => {
                self.open_decision();
                if event.announcements.is_empty() {
                    let turn = event.submission.map_or(0, |submission| submission.turn);
                    self.add_action(seat, turn);
                }
                for announcement in &event.announcements {
                    self.add_announcement(announcement.seat, seat, event);
                }
            }
        }
        (event.actor, event.action).hash(&mut self.hasher);
        self.history
            .apply(self.game, event.actor, event.action)
            .expect("the events of a match apply to its start");
        self.lead.observe(self.game, self.history.state());
    }

    /// Counts the decision of the current position if it is a new one.
    fn open_decision(&mut self) {
        let Turn::Decision(decision) = self.game.turn(self.history.state()) else {
            return;
        };
        if !self.decision.is_some_and(|open| open.is_same(&decision)) {
            self.profile.decisions += 1;
            self.announced = Seats::EMPTY;
        }
        self.decision = Some(decision);
    }

    /// Counts an announcement, which is a turn. In overtime, one that was not the earliest is compared again.
    fn add_announcement(&mut self, seat: Seat, winner: Seat, event: &Event<G::Action>) {
        if self.announced.contains(seat) {
            return;
        }
        self.announced = self.announced.with(seat);
        // Only the winner's submission is in the event, but each seat announces in a turn of its own.
        let turn = match event.submission {
            Some(submission) if seat == winner => submission.turn,
            _ => self.latest[seat.index()].0 + 1,
        };
        self.add_action(seat, turn);
    }

    /// Counts an action of a seat, and its turn if it is the first one.
    fn add_action(&mut self, seat: Seat, turn: u32) {
        let state = self.history.state();
        let options = self.game.count_actions(state, Actor::Seat(seat)) as u64;
        let is_forced = options <= 1;
        let profile = &mut self.profile;
        let (latest_turn, was_forced) = &mut self.latest[seat.index()];
        if *latest_turn == turn {
            profile.forced_turns -= u64::from(*was_forced && !is_forced);
            *was_forced &= is_forced;
        } else {
            (*latest_turn, *was_forced) = (turn, is_forced);
            profile.forced_turns += u64::from(is_forced);
            profile.turns[seat.index()] += 1;
            profile.options_by_turn.push((0, 0));
            sample_turn(
                &mut self.sample,
                profile.options_by_turn.len(),
                &mut self.rng,
                || (state.clone(), seat),
            );
        }
        profile.actions[seat.index()] += 1;
        profile.forced_actions += u64::from(is_forced);
        *profile.action_options.entry(options).or_default() += 1;
        if let Some((actions, sum)) = profile.options_by_turn.last_mut() {
            *actions += 1;
            *sum += options;
        }
    }

    /// Returns the figures at the end of the match.
    fn finish(mut self, played: &PlayedMatch<G::Action>) -> MatchProfile {
        for (state, seat) in &self.sample {
            let (game, rng) = (self.game, &mut self.rng);
            let options = TurnOptions::new(game, state, *seat, MAX_POSITIONS, rng);
            self.profile.sampled_turns.push(options);
        }
        if self.game.seats() > 1 {
            self.lead.finish(&played.finished.outcome.places);
            let halfway = self.lead.halfway();
            self.profile.lead_changes = Some(self.lead.changes());
            self.profile.halfway_leaders = halfway.map(Seat::index).collect();
        }
        self.profile.fingerprint = self.hasher.finish();
        self.profile
    }
}

/// Keeps a uniform sample of the turns so far, of which this is the one with the given number from 1.
fn sample_turn<T>(sample: &mut Vec<T>, number: usize, rng: &mut StableRng, turn: impl Fn() -> T) {
    if sample.len() < SAMPLED_TURNS {
        sample.push(turn());
        return;
    }
    let slot = rng.below(number as u64) as usize;
    if let Some(kept) = sample.get_mut(slot) {
        *kept = turn();
    }
}

#[cfg(test)]
mod tests;
