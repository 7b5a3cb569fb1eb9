//! The lanes of one environment.

use std::time::{Duration, Instant};

use botwerk_lanes::{LaneSet, LaneSettings, LanesError, StepActions};
use botwerk_wire::GameDescription;

use super::arrays::{ArrayBuffers, LaneArrays, OptionalArrays, little_endian};
use super::batch::{Batch, BatchKind};
use crate::error::{Error, Reason};

/// Maximum number of lanes that one request saves or loads.
const MAX_SAVED_LANES: usize = 4096;

/// Duration of a batch that is not worth a hop to another thread.
const QUICK_BATCH: Duration = Duration::from_millis(1);

/// Lanes, and the latest batch with its results.
pub(crate) struct Environment {
    lanes: Box<dyn LaneSet>,
    game: GameDescription,
    optional: OptionalArrays,
    /// `None` before the first batch.
    latest_kind: Option<BatchKind>,
    latest: LaneArrays,
    /// How long the latest batch took.
    latest_time: Duration,
}

impl Environment {
    /// Creates an environment whose lanes are at the start of their first episodes.
    ///
    /// # Errors
    /// Returns an error if the lanes cannot be read.
    pub(crate) fn new(
        lanes: Box<dyn LaneSet>,
        game: GameDescription,
        optional: OptionalArrays,
    ) -> Result<Self, Error> {
        let mut environment = Self {
            lanes,
            game,
            optional,
            latest_kind: None,
            latest: LaneArrays::default(),
            latest_time: Duration::MAX,
        };
        environment.latest = environment.current(0)?;
        Ok(environment)
    }

    /// Returns the game.
    pub(crate) fn game(&self) -> &GameDescription {
        &self.game
    }

    /// Returns the settings of the lanes.
    pub(crate) fn settings(&self) -> &LaneSettings {
        self.lanes.settings()
    }

    /// Returns the number of action numbers.
    pub(crate) fn action_count(&self) -> usize {
        self.lanes.action_count()
    }

    /// Returns the number of bytes of a lane's observation.
    pub(crate) fn observation_len(&self) -> usize {
        self.lanes.observation_len()
    }

    /// Returns the results of the latest batch.
    pub(crate) fn latest(&self) -> &LaneArrays {
        &self.latest
    }

    /// Returns `true` if the next batch takes no longer than a hop to another thread is worth. The time of
    /// agents cannot be foreseen.
    pub(crate) fn is_quick(&self) -> bool {
        self.settings().opponents.is_empty() && self.latest_time < QUICK_BATCH
    }

    /// Steps or resets the lanes, or returns the same results again if this is the latest batch.
    ///
    /// # Errors
    /// Returns an error if the batch is not the next one, or an array has another length than expected;
    /// nothing is changed.
    pub(crate) fn apply(&mut self, batch: Batch) -> Result<LaneArrays, Error> {
        let latest = self.latest.step;
        if batch.step != 0 && batch.step != latest + 1 {
            return self.repeated(&batch);
        }
        let started = Instant::now();
        let mut buffers = ArrayBuffers::new(&*self.lanes, self.optional);
        let mut sampled = Vec::new();
        let stepped = match &batch.kind {
            BatchKind::Actions { actions, efforts } => {
                let efforts = Some(&efforts[..]).filter(|efforts| !efforts.is_empty());
                let given = StepActions::Given { actions, efforts };
                self.lanes.step(given, buffers.outputs())
            }
            BatchKind::Random => {
                sampled = vec![0; self.lanes.settings().lanes];
                let random = StepActions::Random(&mut sampled);
                self.lanes.step(random, buffers.outputs())
            }
            BatchKind::Reset { lanes, seeds } => {
                let lanes = Some(&lanes[..]).filter(|lanes| !lanes.is_empty());
                let seeds = Some(&seeds[..]).filter(|seeds| !seeds.is_empty());
                self.lanes.reset(lanes, seeds, buffers.outputs())
            }
        };
        stepped.map_err(lanes_error)?;
        self.latest = self.with_legal_actions(buffers.into_arrays(latest + 1, &sampled));
        self.latest_kind = Some(batch.kind);
        self.latest_time = started.elapsed();
        Ok(self.latest.clone())
    }

    /// Returns lanes as JSON; all of them if none are given.
    ///
    /// # Errors
    /// Returns an error if a lane does not exist or is given twice, or there are too many.
    pub(crate) fn save(&self, lanes: &[usize]) -> Result<Vec<String>, Error> {
        let lanes = self.lanes_or_all(lanes)?;
        self.lanes.save(&lanes).map_err(lanes_error)
    }

    /// Replaces lanes by saved ones, all of them if none are given, and returns the lanes as they are then.
    ///
    /// # Errors
    /// Returns an error if a lane or a text is invalid; nothing is changed.
    pub(crate) fn load(&mut self, lanes: &[usize], saved: &[String]) -> Result<LaneArrays, Error> {
        let lanes = self.lanes_or_all(lanes)?;
        self.lanes.load(&lanes, saved).map_err(lanes_error)?;
        self.current(self.latest.step)
    }

    /// Returns the results again if this is the latest batch.
    fn repeated(&self, batch: &Batch) -> Result<LaneArrays, Error> {
        let latest = self.latest.step;
        if batch.step != latest {
            let message = format!(
                "batch.step: expected {}, or {latest} for the results of the latest batch, found {}",
                latest + 1,
                batch.step
            );
            return Err(Error::new(Reason::WrongStep, message));
        }
        if self.latest_kind.as_ref() != Some(&batch.kind) {
            let message = format!("batch.step: {latest} was sent before with other content");
            return Err(Error::new(Reason::AlreadySubmitted, message));
        }
        Ok(self.latest.clone())
    }

    /// Returns the lanes as they are, without rewards and ends.
    fn current(&mut self, step: u64) -> Result<LaneArrays, Error> {
        let mut buffers = ArrayBuffers::new(&*self.lanes, self.optional);
        let none = Some(&[][..]);
        let read = self.lanes.reset(none, None, buffers.outputs());
        read.map_err(lanes_error)?;
        Ok(self.with_legal_actions(buffers.into_arrays(step, &[])))
    }

    fn with_legal_actions(&self, arrays: LaneArrays) -> LaneArrays {
        if !self.optional.legal_actions {
            return arrays;
        }
        let (starts, numbers) = self.lanes.legal_actions();
        LaneArrays {
            legal_starts: little_endian(starts.into_iter().map(|start| start as u32)),
            legal_actions: little_endian(numbers.into_iter()),
            ..arrays
        }
    }

    fn lanes_or_all(&self, lanes: &[usize]) -> Result<Vec<usize>, Error> {
        let lanes: Vec<usize> = match lanes {
            [] => (0..self.lanes.settings().lanes).collect(),
            given => given.to_vec(),
        };
        if lanes.len() <= MAX_SAVED_LANES {
            return Ok(lanes);
        }
        let message = format!(
            "lanes: expected at most {MAX_SAVED_LANES}, found {}; use several requests",
            lanes.len()
        );
        Err(Error::new(Reason::BadRequest, message))
    }
}

/// Returns the error of lanes that cannot do what a request wants.
pub(crate) fn lanes_error(error: LanesError) -> Error {
    match error {
        LanesError::Opponent(error) => error.into(),
        LanesError::Threads(_) => Error::new(Reason::Internal, error.to_string()),
        error => Error::new(Reason::BadRequest, error.to_string()),
    }
}
