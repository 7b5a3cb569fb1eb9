//! The task of a solver: start, target and intermediate target (MR-6, MR-29).

use botwerk_engine::micro_robots::Space;

/// A task on a board: a start, a target and, in the expert variant, an intermediate target.
///
/// The rules choose different spaces only (MR-6), which [`Instance::new`] checks. A literal with
/// equal spaces is allowed: the route from a space to itself has no moves.
///
/// ```
/// use botwerk_agents::micro_robots::solver::{Instance, InstanceError};
///
/// let [start, via, target] = ["1P", "6P", "2W"].map(|space| space.parse().unwrap());
/// let expert = Instance::new(start, target, Some(via)).unwrap();
/// assert!(expert.legs().eq([(start, via), (via, target)]));
/// let error = Instance::new(start, start, None).unwrap_err();
/// assert_eq!(error, InstanceError::TargetIsStart(start));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instance {
    /// Start space of the robot.
    pub start: Space,
    /// Space on which the last move must end (MR-14).
    pub target: Space,
    /// Space on which an earlier move must end; `None` outside the expert variant (MR-29).
    pub intermediate: Option<Space>,
}

/// The error for three spaces that are not an instance (MR-6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InstanceError {
    /// The target is the start.
    #[error("the target {0} is the start")]
    TargetIsStart(Space),
    /// The intermediate target is the start.
    #[error("the intermediate target {0} is the start")]
    IntermediateIsStart(Space),
    /// The intermediate target is the target.
    #[error("the intermediate target {0} is the target")]
    IntermediateIsTarget(Space),
}

impl Instance {
    /// Creates an instance of these spaces.
    ///
    /// # Errors
    /// Returns an error if two of the spaces are equal (MR-6).
    pub fn new(
        start: Space,
        target: Space,
        intermediate: Option<Space>,
    ) -> Result<Self, InstanceError> {
        if start == target {
            return Err(InstanceError::TargetIsStart(target));
        }
        match intermediate {
            Some(via) if via == start => Err(InstanceError::IntermediateIsStart(via)),
            Some(via) if via == target => Err(InstanceError::IntermediateIsTarget(via)),
            _ => Ok(Self {
                start,
                target,
                intermediate,
            }),
        }
    }

    /// Returns the one or two legs, each from its first to its second space.
    ///
    /// A shortest route consists of a shortest route of each leg: the last visit of the
    /// intermediate target splits every route into a part before it and a part after it (MR-29).
    pub fn legs(&self) -> impl Iterator<Item = (Space, Space)> + use<> {
        let (start, target) = (self.start, self.target);
        let (first, second) = match self.intermediate {
            Some(via) => ((start, via), Some((via, target))),
            None => ((start, target), None),
        };
        std::iter::once(first).chain(second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space(text: &str) -> Space {
        text.parse().unwrap()
    }

    #[test]
    fn mr_6_equal_spaces_are_rejected() {
        let [a, b, c] = ["1P", "2W", "3B"].map(space);
        assert_eq!(
            Instance::new(a, a, None),
            Err(InstanceError::TargetIsStart(a))
        );
        assert_eq!(
            Instance::new(a, b, Some(a)),
            Err(InstanceError::IntermediateIsStart(a))
        );
        assert_eq!(
            Instance::new(a, b, Some(b)),
            Err(InstanceError::IntermediateIsTarget(b))
        );
        assert!(Instance::new(a, b, Some(c)).is_ok());
    }

    #[test]
    fn mr_29_intermediate_target_splits_the_instance_into_two_legs() {
        let [a, b, c] = ["1P", "2W", "3B"].map(space);
        let plain = Instance::new(a, b, None).unwrap();
        assert_eq!(plain.legs().collect::<Vec<_>>(), [(a, b)]);
        let expert = Instance::new(a, b, Some(c)).unwrap();
        assert_eq!(expert.legs().collect::<Vec<_>>(), [(a, c), (c, b)]);
    }
}
