//! Lanes as text, to continue them later.

use std::collections::BTreeMap;

use botwerk_agents::WithAgents;
use botwerk_engine::race::Announcement;
use botwerk_engine::record::ruleset_sha256;
use botwerk_engine::{Game, History, RootSeed, Seat};
use rand_xoshiro::SplitMix64;
use serde::{Deserialize, Serialize};

use crate::episode::{Episode, Progress};
use crate::error::LanesError;
use crate::lane::{Lane, LanePhase};
use crate::lanes::Lanes;

/// The game of a saved episode.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedGame {
    name: String,
    seats: usize,
    options: BTreeMap<String, String>,
    ruleset_sha256: String,
}

impl SavedGame {
    fn of<G: Game>(game: &G) -> Self {
        let options = game.options().iter();
        let options = options.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Self {
            name: game.id().name().to_owned(),
            seats: game.seats(),
            options: options.collect(),
            ruleset_sha256: ruleset_sha256(game.id()),
        }
    }
}

/// An announcement that is held until the race is resolved.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedAnnouncement {
    seat: usize,
    nanos: u64,
    effort: u64,
    action: String,
}

/// An episode. Positions and actions are in the notation of the game.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedEpisode {
    game: SavedGame,
    seed: String,
    position: String,
    /// The positions before this one that count for repetition.
    earlier: Vec<String>,
    turns: Vec<u32>,
    held: Vec<SavedAnnouncement>,
    tie_order: Vec<usize>,
}

impl SavedEpisode {
    fn of<G: Game>(game: &G, episode: &Episode<G>) -> Self {
        let state = episode.state();
        let earlier = episode.history().earlier(game);
        let Progress {
            turns,
            held,
            tie_order,
        } = episode.progress();
        let announcement = |held: &Announcement<G::Action>| SavedAnnouncement {
            seat: held.seat.index(),
            nanos: held.nanos,
            effort: held.effort,
            action: game.format_action(held.action),
        };
        Self {
            game: SavedGame::of(game),
            seed: episode.seed().to_hex(),
            position: game.format_position(state),
            earlier: earlier
                .iter()
                .map(|state| game.format_position(state))
                .collect(),
            turns: turns.to_vec(),
            held: held.iter().map(announcement).collect(),
            tie_order: tie_order.iter().map(|seat| seat.index()).collect(),
        }
    }

    fn restore<G: Game>(self, game: &G) -> Result<Episode<G>, String> {
        if self.game != SavedGame::of(game) {
            let SavedGame { name, seats, .. } = self.game;
            return Err(format!(
                "it is of {name} with {seats} seats, or its options or ruleset differ"
            ));
        }
        let seed = RootSeed::from_hex(&self.seed).ok_or("the seed is not valid")?;
        let position = |text: &String| {
            let parsed = game.parse_position(text);
            parsed.map_err(|error| format!("position: {error}"))
        };
        let state = position(&self.position)?;
        let earlier: Result<Vec<_>, _> = self.earlier.iter().map(position).collect();
        let history = History::with_occurrences(game, state, &earlier?);
        let seat = |index: usize| {
            let seat = Seat::new(index).filter(|seat| seat.index() < game.seats());
            seat.ok_or_else(|| format!("seat {index} is not in the match"))
        };
        let announcement = |held: SavedAnnouncement| {
            let action = game.parse_action(&held.action);
            Ok::<_, String>(Announcement {
                seat: seat(held.seat)?,
                nanos: held.nanos,
                effort: held.effort,
                action: action.map_err(|error| format!("held: {error}"))?,
            })
        };
        let held: Result<Vec<_>, _> = self.held.into_iter().map(announcement).collect();
        let tie_order: Result<Vec<_>, _> = self.tie_order.into_iter().map(seat).collect();
        if self.turns.len() != game.seats() {
            return Err("turns: expected one number for each seat".into());
        }
        let progress = Progress {
            turns: &self.turns,
            held: &held?,
            tie_order: &tie_order?,
        };
        Episode::restore(game, seed, history, progress).map_err(|error| error.to_string())
    }
}

impl<G: Game> Episode<G> {
    /// Returns the episode as JSON, with positions and actions in the notation of the game.
    ///
    /// ```
    /// use botwerk_engine::netzwerk::Netzwerk;
    /// use botwerk_engine::{GameRules, GameType, Options, RootSeed};
    /// use botwerk_lanes::Episode;
    ///
    /// let options = Options::resolve(Netzwerk::spec().options, [("", ""); 0]).unwrap();
    /// let game = Netzwerk::new(2, options).unwrap();
    /// let episode = Episode::new(&game, RootSeed::from_text("7"));
    /// let saved = episode.save(&game);
    /// let loaded = Episode::load(&game, &saved).unwrap();
    /// assert_eq!(loaded.state(), episode.state());
    /// assert!(Episode::load(&game, "{}").is_err());
    /// ```
    pub fn save(&self, game: &G) -> String {
        to_json(&SavedEpisode::of(game, self))
    }

    /// Returns the episode that [`Self::save`] returned as JSON.
    ///
    /// # Errors
    /// Returns an error if the text is nothing else or of another game or other options.
    pub fn load(game: &G, json: &str) -> Result<Self, LanesError> {
        let saved: SavedEpisode = from_json(json)?;
        saved.restore(game).map_err(LanesError::Saved)
    }
}

/// A lane.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedLane {
    seed: String,
    episodes: u32,
    steps: u32,
    is_ended: bool,
    latest_seat: usize,
    sampler: SplitMix64,
    /// The agents of the seats that the caller does not play; `None` in texts of versions without it.
    #[serde(default)]
    opponents: Option<BTreeMap<usize, String>>,
    episode: SavedEpisode,
}

impl<G: WithAgents> Lanes<G> {
    /// Returns the given lanes as JSON, one text for each.
    ///
    /// # Errors
    /// Returns an error if a lane does not exist or is given twice.
    pub fn save(&self, lanes: &[usize]) -> Result<Vec<String>, LanesError> {
        self.check_lanes(lanes)?;
        let saved = |lane: &usize| {
            let lane = &self.all[*lane];
            to_json(&SavedLane {
                seed: lane.seed.to_string(),
                episodes: lane.episodes,
                steps: lane.steps,
                is_ended: lane.phase == LanePhase::Ended,
                latest_seat: lane.latest_seat.index(),
                sampler: lane.sampler.clone(),
                opponents: Some(self.opponents()),
                episode: SavedEpisode::of(&self.game, &lane.episode),
            })
        };
        Ok(lanes.iter().map(saved).collect())
    }

    /// Replaces the given lanes by saved ones, which may be of other lanes with the same game, options and
    /// opponents.
    ///
    /// # Errors
    /// Returns an error if a lane does not exist or is given twice, or a text is not a saved lane or one with
    /// other opponents; nothing is changed.
    pub fn load(&mut self, lanes: &[usize], saved: &[String]) -> Result<(), LanesError> {
        self.check_lanes(lanes)?;
        if lanes.len() != saved.len() {
            return Err(LanesError::Length {
                array: "saved",
                expected: lanes.len(),
                found: saved.len(),
            });
        }
        let loaded: Result<Vec<_>, _> = saved.iter().map(|json| self.loaded(json)).collect();
        for (lane, loaded) in lanes.iter().zip(loaded?) {
            self.all[*lane] = loaded;
        }
        Ok(())
    }

    /// Returns the agent of each seat that the caller does not play.
    fn opponents(&self) -> BTreeMap<usize, String> {
        let opponents = self.settings.opponents.iter();
        opponents
            .map(|(seat, agent)| (seat.index(), agent.to_string()))
            .collect()
    }

    fn loaded(&self, json: &str) -> Result<Lane<G>, LanesError> {
        let saved: SavedLane = from_json(json)?;
        let opponents = self.opponents();
        if let Some(found) = saved.opponents.filter(|found| *found != opponents) {
            return Err(LanesError::OtherOpponents {
                expected: opponents_text(&opponents),
                found: opponents_text(&found),
            });
        }
        let latest_seat = Seat::new(saved.latest_seat);
        let latest_seat = latest_seat.filter(|seat| seat.index() < self.game.seats());
        let episode = saved.episode.restore(&self.game);
        Ok(Lane {
            episode: episode.map_err(LanesError::Saved)?,
            phase: if saved.is_ended {
                LanePhase::Ended
            } else {
                LanePhase::Running
            },
            latest_seat: latest_seat
                .ok_or_else(|| LanesError::Saved("latest_seat is not in the match".into()))?,
            steps: saved.steps,
            seed: saved.seed.into(),
            episodes: saved.episodes,
            sampler: saved.sampler,
        })
    }
}

fn opponents_text(opponents: &BTreeMap<usize, String>) -> String {
    if opponents.is_empty() {
        return "none".into();
    }
    let texts = opponents
        .iter()
        .map(|(seat, agent)| format!("{seat}: {agent}"));
    texts.collect::<Vec<_>>().join(", ")
}

fn to_json(value: &impl Serialize) -> String {
    // Texts and numbers always have a JSON form.
    serde_json::to_string(value).unwrap_or_default()
}

fn from_json<'a, T: Deserialize<'a>>(json: &'a str) -> Result<T, LanesError> {
    serde_json::from_str(json).map_err(|error| LanesError::Saved(error.to_string()))
}
