//! Spaces in messages, where 0 stands for no space.

use botwerk_engine::micro_robots::Space;

/// Returns the number of a space in messages.
pub(super) fn space_message(space: Space) -> i32 {
    space.index() as i32 + 1
}

/// Returns the number of a space in messages, or 0 for `None`.
pub(super) fn optional_message(space: Option<Space>) -> i32 {
    space.map_or(0, space_message)
}

/// Returns the numbers of spaces in messages.
pub(super) fn space_messages(spaces: &[Space]) -> Vec<i32> {
    spaces.iter().copied().map(space_message).collect()
}

/// Returns the space with a number of a message, or `None` for any other number.
pub(super) fn space(message: i32) -> Option<Space> {
    Space::from_index(usize::try_from(message).ok()?.checked_sub(1)?)
}
