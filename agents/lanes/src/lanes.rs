//! Many matches of one game that are stepped together.

use std::fmt;

use botwerk_agents::WithAgents;
use botwerk_engine::{Seat, Viewer};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::actions::StepActions;
use crate::episode::Episode;
use crate::error::LanesError;
use crate::lane::{Lane, LanePhase};
use crate::opponents::Opponents;
use crate::outputs::{Fault, RowLengths, StepOutputs};
use crate::settings::LaneSettings;
use crate::step::{Rules, Worker};

/// Maximum number of lanes.
pub const MAX_LANES: usize = 1 << 20;

/// Maximum number of threads.
pub const MAX_THREADS: usize = 256;

/// Many matches of one game that are stepped together, on several threads.
///
/// ```
/// use botwerk_engine::netzwerk::Netzwerk;
/// use botwerk_engine::{GameRules, GameType, Options};
/// use botwerk_lanes::{LaneSettings, Lanes, StepActions, StepOutputs};
///
/// let options = Options::resolve(Netzwerk::spec().options, [("", ""); 0]).unwrap();
/// let game = Netzwerk::new(2, options).unwrap();
/// let mut lanes = Lanes::new(game, LaneSettings::new(8, "7")).unwrap();
/// let mut actions = [0; 8];
/// let (mut rewards, mut to_act, mut faults) = ([0.0; 16], [0; 8], [0; 8]);
/// let (mut terminated, mut truncated) = ([false; 8], [false; 8]);
/// for _ in 0..100 {
///     let outputs = StepOutputs {
///         rewards: &mut rewards,
///         terminated: &mut terminated,
///         truncated: &mut truncated,
///         to_act: &mut to_act,
///         faults: &mut faults,
///         observations: None,
///         final_observations: None,
///         masks: None,
///     };
///     lanes.step(StepActions::Random(&mut actions), outputs).unwrap();
/// }
/// assert_eq!(faults, [0; 8]);
/// ```
pub struct Lanes<G: WithAgents> {
    pub(crate) game: G,
    pub(crate) settings: LaneSettings,
    pub(crate) all: Vec<Lane<G>>,
    /// One for each thread.
    workers: Vec<Worker<G>>,
    /// The threads in addition to that of the caller, which does its share; `None` if it does all.
    pool: Option<ThreadPool>,
}

impl<G: WithAgents> fmt::Debug for Lanes<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Lanes");
        shown.field("game", &self.game);
        shown.field("settings", &self.settings);
        shown.finish_non_exhaustive()
    }
}

impl<G: WithAgents> Lanes<G> {
    /// Creates lanes at the start of their first episodes.
    ///
    /// # Errors
    /// Returns an error if a setting is invalid or threads cannot be started.
    pub fn new(game: G, settings: LaneSettings) -> Result<Self, LanesError> {
        let (count, threads) = (settings.lanes, settings.threads);
        if !(1..=MAX_LANES).contains(&count) {
            let (found, max) = (count, MAX_LANES);
            return Err(LanesError::LaneCount { found, max });
        }
        if !(1..=MAX_THREADS).contains(&threads) {
            let (found, max) = (threads, MAX_THREADS);
            return Err(LanesError::ThreadCount { found, max });
        }
        let opponents = Opponents::for_threads(&game, &settings)?;
        let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads - 1).build());
        let pool = pool.transpose();
        let seeds = (0..count).map(|lane| format!("{}/{lane}", settings.seed));
        let mut lanes = Self {
            all: seeds.map(|seed| Lane::new(&game, seed.into(), 0)).collect(),
            workers: opponents.into_iter().map(Worker::new).collect(),
            pool: pool.map_err(|error| LanesError::Threads(error.to_string()))?,
            game,
            settings,
        };
        let (rules, all, workers) = lanes.parts();
        for lane in all {
            rules.start(lane, &mut workers[0]);
        }
        Ok(lanes)
    }

    /// Returns the game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the settings.
    pub fn settings(&self) -> &LaneSettings {
        &self.settings
    }

    /// Returns the number of bytes of a lane's observation.
    pub fn observation_len(&self) -> usize {
        self.lengths().observation
    }

    /// Returns the number of action numbers.
    pub fn action_count(&self) -> usize {
        self.lengths().actions
    }

    /// Returns the seed text of the first episode of a lane and the number of episodes since, or `None` if
    /// there is no such lane.
    pub fn episode_of(&self, lane: usize) -> Option<(&str, u32)> {
        let lane = self.all.get(lane)?;
        Some((&lane.seed, lane.episodes))
    }

    /// Returns the running or ended episode of a lane, or `None` if there is no such lane.
    pub fn episode(&self, lane: usize) -> Option<&Episode<G>> {
        self.all.get(lane).map(|lane| &lane.episode)
    }

    /// Takes one action in every lane and fills the arrays of the caller.
    ///
    /// An illegal action is reported as the [`Fault`] of its lane, which is unchanged; all others step.
    ///
    /// # Errors
    /// Returns an error if an array has another length than one entry or row for each lane; nothing is
    /// changed.
    pub fn step(
        &mut self,
        actions: StepActions<'_>,
        outputs: StepOutputs<'_>,
    ) -> Result<(), LanesError> {
        let count = self.all.len();
        match &actions {
            StepActions::Given { actions, efforts } => {
                check_len("actions", actions.len(), count)?;
                if let Some(efforts) = efforts {
                    check_len("efforts", efforts.len(), count)?;
                }
            }
            StepActions::Random(chosen) => check_len("actions", chosen.len(), count)?,
        }
        self.check_outputs(&outputs)?;
        let share = count.div_ceil(self.workers.len());
        let pool = self.pool.take();
        let (rules, lanes, workers) = self.parts();
        match &pool {
            None => rules.step_all(lanes, &mut workers[0], actions, outputs),
            Some(pool) => pool.in_place_scope(|scope| {
                let rules = &rules;
                let (mut actions, mut outputs) = (actions, outputs);
                let mut shares = lanes.chunks_mut(share).zip(workers);
                let own = shares.next();
                let (own_actions, own_outputs);
                (own_actions, actions) = actions.split_at(share);
                (own_outputs, outputs) = outputs.split_at(share, rules.lengths);
                for (lanes, worker) in shares {
                    let (others, other_outputs);
                    (others, actions) = actions.split_at(lanes.len());
                    (other_outputs, outputs) = outputs.split_at(lanes.len(), rules.lengths);
                    scope.spawn(move |_| rules.step_all(lanes, worker, others, other_outputs));
                }
                if let Some((lanes, worker)) = own {
                    rules.step_all(lanes, worker, own_actions, own_outputs);
                }
            }),
        }
        self.pool = pool;
        Ok(())
    }

    /// Starts an episode in the given lanes, or in all of them, and fills the rows of all lanes. With `seeds`
    /// each of these lanes starts its first episode with that seed text; without, its next one.
    ///
    /// # Errors
    /// Returns an error if a lane does not exist or is given twice, or an array has another length than
    /// expected; nothing is changed.
    pub fn reset(
        &mut self,
        lanes: Option<&[usize]>,
        seeds: Option<&[String]>,
        mut outputs: StepOutputs<'_>,
    ) -> Result<(), LanesError> {
        let all: Vec<usize> = (0..self.all.len()).collect();
        let chosen = lanes.unwrap_or(&all);
        self.check_lanes(chosen)?;
        if let Some(seeds) = seeds {
            check_len("seeds", seeds.len(), chosen.len())?;
        }
        self.check_outputs(&outputs)?;
        let (rules, all, workers) = self.parts();
        let worker = &mut workers[0];
        for (index, lane) in chosen.iter().enumerate() {
            let lane = &mut all[*lane];
            match seeds {
                Some(seeds) => *lane = Lane::new(rules.game, seeds[index].as_str().into(), 0),
                None => lane.start_next(rules.game),
            }
            rules.start(lane, worker);
        }
        for (row, lane) in all.iter().enumerate() {
            outputs.rewards[row * rules.lengths.seats..][..rules.lengths.seats].fill(0.0);
            outputs.terminated[row] = false;
            outputs.truncated[row] = false;
            outputs.faults[row] = Fault::None as u8;
            rules.write_lane(lane, worker, row, &mut outputs);
        }
        Ok(())
    }

    /// Returns the legal action numbers of the seat to act in every lane: for each lane the index of its
    /// first one, then the length of the list, and the list. A lane whose episode has ended has none.
    pub fn legal_actions(&self) -> (Vec<usize>, Vec<u32>) {
        let mut starts = Vec::with_capacity(self.all.len() + 1);
        let mut numbers = Vec::new();
        let mut legal = Vec::new();
        for lane in &self.all {
            starts.push(numbers.len());
            legal.clear();
            if lane.phase == LanePhase::Running {
                lane.episode.legal_actions(&self.game, &mut legal);
            }
            numbers.extend(legal.iter().map(|action| self.game.action_number(*action)));
        }
        starts.push(numbers.len());
        (starts, numbers)
    }

    /// Returns the observation of a seat in a lane, or `None` if there is no such lane or seat.
    pub fn observation(&self, lane: usize, seat: usize) -> Option<Vec<u8>> {
        let lane = self.all.get(lane)?;
        let seat = Seat::new(seat).filter(|seat| seat.index() < self.game.seats())?;
        let view = self.game.view(lane.episode.state(), Viewer::Seat(seat));
        let mut bytes = vec![0; self.game.observation_len()];
        self.game.write_observation(&view, &mut bytes);
        Some(bytes)
    }

    pub(crate) fn check_lanes(&self, chosen: &[usize]) -> Result<(), LanesError> {
        let lanes = self.all.len();
        let mut is_chosen = vec![false; lanes];
        for &lane in chosen {
            let Some(is_chosen) = is_chosen.get_mut(lane) else {
                return Err(LanesError::NoSuchLane { lane, lanes });
            };
            if std::mem::replace(is_chosen, true) {
                return Err(LanesError::LaneTwice(lane));
            }
        }
        Ok(())
    }

    fn lengths(&self) -> RowLengths {
        let observed = if self.settings.observes_all {
            self.game.seats()
        } else {
            1
        };
        RowLengths {
            seats: self.game.seats(),
            observation: observed * self.game.observation_len(),
            actions: self.game.action_count() as usize,
        }
    }

    fn parts(&mut self) -> (Rules<'_, G>, &mut [Lane<G>], &mut [Worker<G>]) {
        let rules = Rules {
            lengths: self.lengths(),
            game: &self.game,
            settings: &self.settings,
        };
        (rules, &mut self.all, &mut self.workers)
    }

    fn check_outputs(&self, outputs: &StepOutputs<'_>) -> Result<(), LanesError> {
        let (count, lengths) = (self.all.len(), self.lengths());
        check_len("rewards", outputs.rewards.len(), count * lengths.seats)?;
        check_len("terminated", outputs.terminated.len(), count)?;
        check_len("truncated", outputs.truncated.len(), count)?;
        check_len("to_act", outputs.to_act.len(), count)?;
        check_len("faults", outputs.faults.len(), count)?;
        let observed = count * lengths.observation;
        if let Some(rows) = &outputs.observations {
            check_len("observations", rows.len(), observed)?;
        }
        if let Some(rows) = &outputs.final_observations {
            check_len("final_observations", rows.len(), observed)?;
        }
        if let Some(masks) = &outputs.masks {
            let row = masks.row_len(lengths.actions);
            check_len("masks", masks.len(), count * row)?;
        }
        Ok(())
    }
}

fn check_len(array: &'static str, found: usize, expected: usize) -> Result<(), LanesError> {
    if found == expected {
        return Ok(());
    }
    Err(LanesError::Length {
        array,
        expected,
        found,
    })
}
