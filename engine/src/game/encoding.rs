//! Actions as numbers and views as bytes.

use super::views::GameViews;

/// The encoding of a game: dense action numbers, and observations of fixed length for learning.
pub trait GameEncoding: GameViews {
    /// Returns the number of distinct actions; action numbers run from 0 to one less.
    fn action_count(&self) -> u32;

    /// Returns the dense number of an action.
    fn action_number(&self, action: Self::Action) -> u32;

    /// Returns the action with the given number, or `None` if the number is out of range.
    fn action_from_number(&self, number: u32) -> Option<Self::Action>;

    /// Returns the length of an observation in bytes, the same for every view of this game.
    fn observation_len(&self) -> usize;

    /// Writes the observation of a view.
    ///
    /// # Panics
    /// Panics if `bytes` is not [`GameEncoding::observation_len`] long.
    fn write_observation(&self, view: &Self::View, bytes: &mut [u8]);
}
