//! The arrays that a step fills, as bytes.

use botwerk_lanes::{Autoreset, LaneSet, Masks, Observations, StepOutputs};
use tokio_util::bytes::Bytes;

/// The form of the masks of legal actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MaskFormat {
    None,
    /// A byte for each action.
    Bytes,
    /// A bit for each action.
    Bits,
}

/// The arrays that results contain only where the client wants them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OptionalArrays {
    pub(crate) observations: bool,
    pub(crate) masks: MaskFormat,
    pub(crate) legal_actions: bool,
}

/// The results of a batch as little-endian bytes, row by row. Clones share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct LaneArrays {
    /// The number of the batch.
    pub(crate) step: u64,
    pub(crate) rewards: Bytes,
    pub(crate) terminated: Bytes,
    pub(crate) truncated: Bytes,
    pub(crate) to_act: Bytes,
    pub(crate) faults: Bytes,
    /// The actions that were sampled; empty if the client chose.
    pub(crate) actions: Bytes,
    pub(crate) observations: Bytes,
    pub(crate) final_observations: Bytes,
    pub(crate) masks: Bytes,
    pub(crate) legal_starts: Bytes,
    pub(crate) legal_actions: Bytes,
}

/// The arrays while a step fills them.
#[derive(Debug)]
pub(super) struct ArrayBuffers {
    rewards: Vec<f32>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    to_act: Vec<i8>,
    faults: Vec<u8>,
    observations: Vec<u8>,
    final_observations: Vec<u8>,
    masks: Vec<u8>,
    mask_format: MaskFormat,
}

impl ArrayBuffers {
    /// Returns empty arrays of these lanes.
    pub(super) fn new(lanes: &dyn LaneSet, optional: OptionalArrays) -> Self {
        let count = lanes.settings().lanes;
        let observed = count * lanes.observation_len();
        let if_wanted = |is_wanted: bool, len: usize| vec![0; if is_wanted { len } else { 0 }];
        let resets_at_once = lanes.settings().autoreset == Autoreset::SameStep;
        let mask_len = match optional.masks {
            MaskFormat::None => 0,
            MaskFormat::Bytes => lanes.action_count(),
            MaskFormat::Bits => lanes.action_count().div_ceil(8),
        };
        Self {
            rewards: vec![0.0; count * lanes.seats()],
            terminated: vec![false; count],
            truncated: vec![false; count],
            to_act: vec![0; count],
            faults: vec![0; count],
            observations: if_wanted(optional.observations, observed),
            final_observations: if_wanted(optional.observations && resets_at_once, observed),
            masks: vec![0; count * mask_len],
            mask_format: optional.masks,
        }
    }

    /// Returns the arrays as the lanes fill them.
    pub(super) fn outputs(&mut self) -> StepOutputs<'_> {
        fn wanted(rows: &mut [u8]) -> Option<Observations<'_>> {
            (!rows.is_empty()).then_some(Observations::Bytes(rows))
        }
        StepOutputs {
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            to_act: &mut self.to_act,
            faults: &mut self.faults,
            observations: wanted(&mut self.observations),
            final_observations: wanted(&mut self.final_observations),
            masks: match self.mask_format {
                MaskFormat::None => None,
                MaskFormat::Bytes => Some(Masks::Bytes(&mut self.masks)),
                MaskFormat::Bits => Some(Masks::Bits(&mut self.masks)),
            },
        }
    }

    /// Returns the arrays as bytes.
    pub(super) fn into_arrays(self, step: u64, sampled: &[i64]) -> LaneArrays {
        let flags = |flags: Vec<bool>| flags.into_iter().map(u8::from).collect();
        LaneArrays {
            step,
            rewards: self
                .rewards
                .into_iter()
                .flat_map(f32::to_le_bytes)
                .collect(),
            terminated: flags(self.terminated),
            truncated: flags(self.truncated),
            to_act: self.to_act.into_iter().flat_map(i8::to_le_bytes).collect(),
            faults: self.faults.into(),
            // Numbers of actions are below 2^31.
            actions: little_endian(sampled.iter().map(|action| *action as u32)),
            observations: self.observations.into(),
            final_observations: self.final_observations.into(),
            masks: self.masks.into(),
            ..LaneArrays::default()
        }
    }
}

/// Returns numbers as bytes.
pub(super) fn little_endian(numbers: impl Iterator<Item = u32>) -> Bytes {
    numbers.flat_map(u32::to_le_bytes).collect()
}
