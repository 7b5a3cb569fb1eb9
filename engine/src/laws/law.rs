//! A law and its trial on a game.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::matches::Match;
use super::shrink::shrink;
use super::variant::Variant;
use super::violation::{LawResult, Violation};
use crate::record::ClockKind;
use crate::{Actor, Game, RootSeed, Seat, StableRng};

/// Number of matches of each variant.
const MATCHES: u32 = 3;

/// What a law is about: a function that returns what is wrong.
pub enum Law<G: Game> {
    /// The game as a whole.
    Game(fn(&G) -> LawResult),
    /// A position.
    Position(fn(&G, &G::State, &mut StableRng) -> LawResult),
    /// All positions of a random walk together.
    Walk(fn(&G, &[G::State], &mut StableRng) -> LawResult),
    /// A random match that a referee runs.
    Match(fn(&G, &Match<G>, &mut StableRng) -> LawResult),
}

impl<G: Game> fmt::Debug for Law<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Game(_) => "Game",
            Self::Position(_) => "Position",
            Self::Walk(_) => "Walk",
            Self::Match(_) => "Match",
        })
    }
}

impl<G: Game> Variant<G> {
    /// Tests a law.
    ///
    /// # Errors
    /// Returns a counterexample if it does not hold, or if the game panics.
    pub fn obeys(&self, name: &'static str, law: &Law<G>) -> Result<(), Violation> {
        let of_game = |message| self.violation(name, message, None, Vec::new());
        let tested = without_panic(|| Ok(self.test(name, law)));
        tested.map_err(of_game).flatten()
    }

    fn test(&self, name: &'static str, law: &Law<G>) -> Result<(), Violation> {
        let game = &self.game;
        let obeyed = match law {
            Law::Game(law) => {
                let of_game = |message| self.violation(name, message, None, Vec::new());
                return law(game).map_err(of_game);
            }
            Law::Position(law) => self.positions_obey(*law),
            Law::Walk(law) => self.walks_obey(*law),
            Law::Match(law) => self.matches_obey(*law),
        };
        obeyed.map_err(|found| {
            let steps = texts(game, &found.steps);
            self.violation(name, found.message, Some(found.seed.to_hex()), steps)
        })
    }

    fn violation(
        &self,
        law: &'static str,
        message: String,
        seed: Option<String>,
        steps: Vec<String>,
    ) -> Violation {
        Violation {
            law,
            variant: self.name.clone(),
            message,
            seed,
            steps,
        }
    }

    fn positions_obey(
        &self,
        law: fn(&G, &G::State, &mut StableRng) -> LawResult,
    ) -> Result<(), Found<G>> {
        let game = &self.game;
        // Laws take longer with many seats, so fewer positions are tested then.
        let seats = game.seats().max(16) as u64;
        for walk in self.walks() {
            let mut generator = law_rng(walk.seed);
            for (step, state) in walk.states.iter().enumerate() {
                if step > 1 && step + 1 < walk.states.len() && generator.below(seats) >= 2 {
                    continue;
                }
                let test = |state: &G::State| {
                    let mut rng = law_rng(walk.seed);
                    let obeyed = without_panic(|| law(game, state, &mut rng));
                    let with_text =
                        |message| format!("{message}\nin {}", game.format_position(state));
                    obeyed.map_err(with_text)
                };
                if let Err(message) = test(state) {
                    let steps = &walk.steps[..step.min(walk.steps.len())];
                    let (steps, message) = shrink(game, walk.seed, steps, message, test);
                    return Err(Found {
                        message,
                        seed: walk.seed,
                        steps,
                    });
                }
            }
        }
        Ok(())
    }

    fn walks_obey(
        &self,
        law: fn(&G, &[G::State], &mut StableRng) -> LawResult,
    ) -> Result<(), Found<G>> {
        for walk in self.walks() {
            let test = |states: &[G::State]| law(&self.game, states, &mut law_rng(walk.seed));
            if test(&walk.states).is_ok() {
                continue;
            }
            // The first position by which the law does not hold.
            for count in 1..=walk.states.len() {
                if let Err(message) = test(&walk.states[..count]) {
                    return Err(Found {
                        message,
                        seed: walk.seed,
                        steps: walk.steps[..(count - 1).min(walk.steps.len())].to_vec(),
                    });
                }
            }
        }
        Ok(())
    }

    fn matches_obey(
        &self,
        law: fn(&G, &Match<G>, &mut StableRng) -> LawResult,
    ) -> Result<(), Found<G>> {
        let game = &self.game;
        for number in 0..MATCHES {
            let seed = RootSeed::from_text(&format!("match {number}"));
            let mut generator = seed.rng_for_agent(Seat::FIRST, number);
            // The referee does not act in the first match and acts rarely in the others.
            let every = [0, 200, 40][number as usize % 3];
            let time = [ClockKind::Virtual, ClockKind::Wall][number as usize % 2];
            let found = |message: String, steps: Vec<(Actor, G::Action)>| Found {
                message,
                seed,
                steps,
            };
            let played = Match::play(game, seed, time, every, &mut generator)
                .map_err(|message| found(message, Vec::new()))?;
            without_panic(|| law(game, &played, &mut generator)).map_err(|message| {
                let events = played.events.iter();
                let steps = events.map(|event| (event.actor, event.action));
                found(message, steps.collect())
            })?;
        }
        Ok(())
    }
}

/// Returns a panic of the game as what is wrong.
pub(super) fn without_panic<T>(test: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(test)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Err(format!("the game panics: {}", text.unwrap_or_default()))
    })
}

/// A violation with actions of the game.
struct Found<G: Game> {
    message: String,
    seed: RootSeed,
    steps: Vec<(Actor, G::Action)>,
}

fn law_rng(seed: RootSeed) -> StableRng {
    seed.rng_for_agent(Seat::FIRST, 100)
}

fn texts<G: Game>(game: &G, steps: &[(Actor, G::Action)]) -> Vec<String> {
    let steps = steps.iter();
    steps
        .map(|(actor, action)| format!("{actor}: {}", game.format_action(*action)))
        .collect()
}
