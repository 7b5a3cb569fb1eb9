//! The actions of a step.

/// The actions of a step, one for each lane.
#[derive(Debug)]
pub enum StepActions<'a> {
    /// Action numbers, and for races the search nodes that each took.
    Given {
        /// The number of each lane's action.
        actions: &'a [i64],
        /// The search nodes of each lane, from which the time of an announcement follows; 0 without them.
        efforts: Option<&'a [u64]>,
    },
    /// A random legal action in each lane. Its number is written, -1 for a lane that did not act.
    Random(&'a mut [i64]),
}

impl StepActions<'_> {
    /// Splits the actions after this number of lanes.
    pub(crate) fn split_at(self, lanes: usize) -> (Self, Self) {
        match self {
            Self::Given { actions, efforts } => {
                let actions = actions.split_at(lanes);
                let efforts = efforts.map(|efforts| efforts.split_at(lanes)).unzip();
                let head = Self::Given {
                    actions: actions.0,
                    efforts: efforts.0,
                };
                let tail = Self::Given {
                    actions: actions.1,
                    efforts: efforts.1,
                };
                (head, tail)
            }
            Self::Random(chosen) => {
                let (head, tail) = chosen.split_at_mut(lanes);
                (Self::Random(head), Self::Random(tail))
            }
        }
    }
}
