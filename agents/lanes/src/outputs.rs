//! The arrays of the caller that a step fills.

/// Why the action of a lane was not applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Fault {
    /// It was applied.
    None = 0,
    /// The action is illegal or does not exist; the lane is unchanged.
    IllegalAction = 1,
    /// The episode has ended; the lane must be reset first.
    EpisodeOver = 2,
    /// An agent chose an illegal action; the episode is truncated.
    OpponentFailed = 3,
}

/// An array with one row of observations for each lane.
#[derive(Debug)]
pub enum Observations<'a> {
    /// Bytes as [`GameEncoding::write_observation`](botwerk_engine::GameEncoding::write_observation)
    /// writes them.
    Bytes(&'a mut [u8]),
    /// The same numbers as floating point.
    Floats(&'a mut [f32]),
}

/// An array with one row of legal actions for each lane: an entry or a bit for every action number.
#[derive(Debug)]
pub enum Masks<'a> {
    /// A byte for each action, 1 if it is legal.
    Bytes(&'a mut [u8]),
    /// A bit for each action, the first one in the lowest bit of the first byte.
    Bits(&'a mut [u8]),
}

/// The arrays that a step fills, with a row for each lane.
#[derive(Debug)]
pub struct StepOutputs<'a> {
    /// What the step was worth to each seat.
    pub rewards: &'a mut [f32],
    /// Whether the match has ended with the step.
    pub terminated: &'a mut [bool],
    /// Whether the episode was cut off with the step.
    pub truncated: &'a mut [bool],
    /// The seat to act, -1 after the end of an episode.
    pub to_act: &'a mut [i8],
    /// The [`Fault`] of each lane.
    pub faults: &'a mut [u8],
    /// What the seat to act sees; after the end of an episode the seat that acted last.
    pub observations: Option<Observations<'a>>,
    /// The last observation of each episode that ended and was reset with the same step. The rows of other
    /// lanes are unchanged.
    pub final_observations: Option<Observations<'a>>,
    /// The legal actions of the seat to act.
    pub masks: Option<Masks<'a>>,
}

/// The number of entries in the row of a lane.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RowLengths {
    pub(crate) seats: usize,
    pub(crate) observation: usize,
    pub(crate) actions: usize,
}

impl Observations<'_> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Bytes(bytes) => bytes.len(),
            Self::Floats(floats) => floats.len(),
        }
    }

    fn split_at(self, at: usize) -> (Self, Self) {
        match self {
            Self::Bytes(bytes) => {
                let (head, tail) = bytes.split_at_mut(at);
                (Self::Bytes(head), Self::Bytes(tail))
            }
            Self::Floats(floats) => {
                let (head, tail) = floats.split_at_mut(at);
                (Self::Floats(head), Self::Floats(tail))
            }
        }
    }

    /// Writes a row; `write` fills the bytes of an observation, for which `scratch` is used if needed.
    pub(crate) fn write_row(
        &mut self,
        row: usize,
        len: usize,
        scratch: &mut Vec<u8>,
        write: impl FnOnce(&mut [u8]),
    ) {
        let range = row * len..(row + 1) * len;
        match self {
            Self::Bytes(bytes) => write(&mut bytes[range]),
            Self::Floats(floats) => {
                scratch.resize(len, 0);
                write(scratch);
                for (float, byte) in floats[range].iter_mut().zip(scratch.iter()) {
                    *float = f32::from(*byte);
                }
            }
        }
    }
}

impl Masks<'_> {
    /// Returns the number of entries of a row.
    pub(crate) fn row_len(&self, actions: usize) -> usize {
        match self {
            Self::Bytes(_) => actions,
            Self::Bits(_) => actions.div_ceil(8),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Bytes(bytes) | Self::Bits(bytes) => bytes.len(),
        }
    }

    fn split_at(self, at: usize) -> (Self, Self) {
        match self {
            Self::Bytes(bytes) => {
                let (head, tail) = bytes.split_at_mut(at);
                (Self::Bytes(head), Self::Bytes(tail))
            }
            Self::Bits(bits) => {
                let (head, tail) = bits.split_at_mut(at);
                (Self::Bits(head), Self::Bits(tail))
            }
        }
    }

    /// Writes a row with these legal action numbers.
    pub(crate) fn write_row(
        &mut self,
        row: usize,
        actions: usize,
        legal: impl Iterator<Item = u32>,
    ) {
        let len = self.row_len(actions);
        let range = row * len..(row + 1) * len;
        match self {
            Self::Bytes(bytes) => {
                let row = &mut bytes[range];
                row.fill(0);
                for number in legal {
                    row[number as usize] = 1;
                }
            }
            Self::Bits(bits) => {
                let row = &mut bits[range];
                row.fill(0);
                for number in legal {
                    row[number as usize / 8] |= 1 << (number % 8);
                }
            }
        }
    }
}

impl<'a> StepOutputs<'a> {
    /// Splits the arrays after this number of lanes.
    pub(crate) fn split_at(self, lanes: usize, lengths: RowLengths) -> (Self, Self) {
        let rewards = self.rewards.split_at_mut(lanes * lengths.seats);
        let terminated = self.terminated.split_at_mut(lanes);
        let truncated = self.truncated.split_at_mut(lanes);
        let to_act = self.to_act.split_at_mut(lanes);
        let faults = self.faults.split_at_mut(lanes);
        let split = |rows: Observations<'a>| rows.split_at(lanes * lengths.observation);
        let observations = self.observations.map(split).unzip();
        let final_observations = self.final_observations.map(split).unzip();
        let masks = self.masks.map(|masks| {
            let len = masks.row_len(lengths.actions);
            masks.split_at(lanes * len)
        });
        let masks = masks.unzip();
        let head = Self {
            rewards: rewards.0,
            terminated: terminated.0,
            truncated: truncated.0,
            to_act: to_act.0,
            faults: faults.0,
            observations: observations.0,
            final_observations: final_observations.0,
            masks: masks.0,
        };
        let tail = Self {
            rewards: rewards.1,
            terminated: terminated.1,
            truncated: truncated.1,
            to_act: to_act.1,
            faults: faults.1,
            observations: observations.1,
            final_observations: final_observations.1,
            masks: masks.1,
        };
        (head, tail)
    }
}
