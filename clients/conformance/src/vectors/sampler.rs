//! Samples the requests of vectors from positions of random matches.

use std::collections::BTreeSet;

use botwerk_engine::{
    Actor, AnyAction, AnyGame, AnyState, GameId, GameNotation, GameRules, GameViews, RootSeed,
    StableRng, Turn, Viewer,
};

use super::configuration::{Configuration, pick};
use super::faults::FaultSampler;
use super::random_match::{RandomMatch, choose, legal_actions};
use super::vector::{RulesCall, VectorRequest, VectorSetup, actor_text};

/// Number of requests of a game.
const REQUESTS: usize = 2500;

/// Number of positions that are sampled of a match.
const POSITIONS: usize = 4;

/// Length of options of which only a few requests are made, in bytes.
const LONG_OPTIONS: usize = 1000;

/// Returns the requests of a game, sampled from a seed.
pub(super) fn sample_requests(game: GameId, seed: &str) -> Vec<VectorRequest> {
    let root = RootSeed::from_text(&format!("{seed}/{game}"));
    let mut sampler = RequestSampler {
        seed: seed.to_owned(),
        rng: root.rng(),
        seen: BTreeSet::new(),
        requests: Vec::new(),
        matches: 0,
    };
    sampler.add_faulty_setups(game);
    for configuration in Configuration::all(game) {
        sampler.add_match(game, &configuration);
    }
    while sampler.requests.len() < REQUESTS {
        let configuration = Configuration::random(game, &mut sampler.rng);
        sampler.add_match(game, &configuration);
    }
    sampler.requests
}

/// The requests sampled so far.
struct RequestSampler {
    seed: String,
    rng: StableRng,
    /// The requests as text: none is repeated.
    seen: BTreeSet<String>,
    requests: Vec<VectorRequest>,
    /// Number of matches so far.
    matches: u64,
}

impl RequestSampler {
    fn add(&mut self, setup: &VectorSetup, call: RulesCall) {
        let request = VectorRequest {
            call,
            setup: setup.clone(),
        };
        let text = serde_json::to_string(&request).unwrap_or_default();
        if self.seen.insert(text) {
            self.requests.push(request);
        }
    }

    /// Adds requests about the positions of a match.
    fn add_match(&mut self, id: GameId, configuration: &Configuration) {
        let Some(game) = configuration.game(id) else {
            return;
        };
        self.matches += 1;
        let setup = configuration.setup(id);
        let seed = format!("{}/{}", self.seed, self.matches);
        self.add(&setup, RulesCall::Start { seed: seed.clone() });
        let is_long = setup.options.values().map(String::len).sum::<usize>() > LONG_OPTIONS;
        let count = if is_long { 1 } else { POSITIONS };
        let root = RootSeed::from_text(&seed);
        let played = RandomMatch::play(&game, root, &mut self.rng);
        for state in played.sample(&game, count, &mut self.rng) {
            let mut position = PositionSampler {
                game: &game,
                text: game.format_position(&state),
                state,
                setup: &setup,
                sampler: self,
            };
            position.add_all(&seed);
            if !is_long {
                position.add_faults(&played);
                position.add_other_seats();
            }
        }
    }

    /// Adds requests that name options, numbers of seats and games that do not exist.
    fn add_faulty_setups(&mut self, game: GameId) {
        let spec = game.spec();
        let call = RulesCall::Start {
            seed: self.seed.clone(),
        };
        let setup = |seats: usize, options: &[(&str, &str)]| VectorSetup {
            game: spec.name.to_owned(),
            seats: seats as u32,
            options: options
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect(),
        };
        let mut setups = vec![
            setup(spec.max_seats + 1, &[]),
            setup(spec.min_seats, &[("no_such_option", "1")]),
            VectorSetup {
                game: format!("{}-2", spec.name),
                ..setup(spec.min_seats, &[])
            },
        ];
        for option in spec.options {
            for value in ["", "no such value", "-1", "99999999999999999999"] {
                setups.push(setup(spec.min_seats.max(2), &[(option.name, value)]));
            }
        }
        for setup in setups {
            self.add(&setup, call.clone());
        }
    }
}

/// Adds requests about one position.
struct PositionSampler<'a> {
    game: &'a AnyGame,
    state: AnyState,
    text: String,
    setup: &'a VectorSetup,
    sampler: &'a mut RequestSampler,
}

impl PositionSampler<'_> {
    fn add(&mut self, call: RulesCall) {
        self.sampler.add(self.setup, call);
    }

    fn add_all(&mut self, seed: &str) {
        let position = self.text.clone();
        self.add(RulesCall::Position { position });
        self.add_view();
        let found = legal_actions(self.game, &self.state, &mut self.sampler.rng);
        let Some((actor, legal)) = found else {
            let (position, actor) = (self.text.clone(), None);
            self.add(RulesCall::Legal { position, actor });
            return self.add_view();
        };
        self.add(RulesCall::Legal {
            position: self.text.clone(),
            actor: Some(actor_text(actor)),
        });
        if let Turn::Chance(key) = self.game.turn(&self.state) {
            let outcome = self.game.sample_outcome(
                &self.state,
                &mut RootSeed::from_text(seed).rng_for_chance(key),
            );
            let weight = |outcome| u64::from(self.game.outcome_weight(&self.state, outcome));
            let total = legal.iter().map(|outcome| weight(*outcome)).sum();
            self.add(RulesCall::Chance {
                position: self.text.clone(),
                seed: seed.to_owned(),
                key: key.to_string(),
                outcome: self.game.format_action(outcome),
                weight: [weight(outcome), total],
            });
        } else {
            self.add_turn(actor, &legal);
        }
        self.add_action(actor, &legal);
    }

    /// Adds a view of one seat or of the spectators.
    fn add_view(&mut self) {
        let viewer = match self.sampler.rng.below(self.game.seats() as u64 + 1) {
            0 => "spectator".to_owned(),
            seat => (seat - 1).to_string(),
        };
        let position = self.text.clone();
        self.add(RulesCall::View { position, viewer });
    }

    /// Adds an action, the same after which the new position has occurred before, and a departure.
    fn add_action(&mut self, actor: Actor, legal: &[AnyAction]) {
        let rng = &mut self.sampler.rng;
        let action = choose(self.game, &self.state, actor, legal, rng);
        let text = self.game.format_action(action);
        self.add(RulesCall::Action { text: text.clone() });
        let mut next = self.state.clone();
        self.game.apply_unchecked(&mut next, actor, action);
        let counts = self.game.repetition_key(&next).is_some();
        self.add_apply(actor, text.clone(), Vec::new());
        if counts && self.sampler.rng.below(3) == 0 {
            let earlier = self.game.format_position(&next);
            self.add_apply(actor, text, vec![earlier.clone(), earlier]);
        }
        if self.sampler.rng.below(4) == 0 {
            let mut departures = Vec::new();
            self.game
                .legal_actions(&self.state, Actor::Referee, &mut departures);
            if !departures.is_empty() {
                let departure = *pick(&mut self.sampler.rng, &departures);
                let text = self.game.format_action(departure);
                self.add_apply(Actor::Referee, text, Vec::new());
            }
        }
    }

    /// Adds a turn of several actions, if the position allows one.
    fn add_turn(&mut self, actor: Actor, legal: &[AnyAction]) {
        let Actor::Seat(seat) = actor else { return };
        let view = self.game.view(&self.state, Viewer::Seat(seat));
        let mut state = self.state.clone();
        let mut turn = Vec::new();
        let mut legal = legal.to_vec();
        for _ in 0..2 + self.sampler.rng.below(3) {
            let action = *pick(&mut self.sampler.rng, &legal);
            self.game.apply_unchecked(&mut state, actor, action);
            turn.push(action);
            legal.clear();
            self.game.legal_actions(&state, actor, &mut legal);
            if legal.is_empty() {
                break;
            }
        }
        let text = self.game.format_turn(&view, &turn);
        if turn.len() > 1 && self.game.parse_turn(&view, &text) == Ok(turn) {
            self.add_apply(actor, text, Vec::new());
        }
    }

    fn add_apply(&mut self, actor: Actor, text: String, earlier: Vec<String>) {
        self.add(RulesCall::Apply {
            position: self.text.clone(),
            actor: Some(actor_text(actor)),
            text,
            earlier,
        });
    }

    /// Adds, now and then, the position with one more seat than it has.
    fn add_other_seats(&mut self) {
        if self.sampler.rng.below(6) == 0 {
            let setup = VectorSetup {
                seats: self.setup.seats + 1,
                ..self.setup.clone()
            };
            let position = self.text.clone();
            self.sampler.add(&setup, RulesCall::Position { position });
        }
    }

    /// Adds requests that must be rejected.
    fn add_faults(&mut self, played: &RandomMatch) {
        let faults = FaultSampler {
            game: self.game,
            state: &self.state,
            text: &self.text,
            actions: &played.actions,
        };
        for call in faults.sample(&mut self.sampler.rng) {
            self.add(call);
        }
    }
}
