//! What each viewer may know of a position.

use std::fmt::Debug;

use super::observation::ObservationField;
use super::rules::GameRules;
use super::turn::{Actor, Viewer};
use crate::chance::StableRng;

/// The views of a game: what each viewer may know of positions and actions.
pub trait GameViews: GameRules {
    /// What one viewer may know of a position; a type that can hold no more.
    type View: Clone + Eq + Debug + Send + Sync + 'static;

    /// Returns what the viewer may know of the position.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;

    /// Appends the legal actions of the viewing seat, in order: the same that
    /// [`GameRules::legal_actions`] appends for it.
    fn view_actions(&self, view: &Self::View, actions: &mut Vec<Self::Action>);

    /// Returns what a viewer sees of an action taken in `state`, or `None` if the action is
    /// hidden from it.
    fn visible_action(
        &self,
        state: &Self::State,
        viewer: Viewer,
        actor: Actor,
        action: Self::Action,
    ) -> Option<Self::Action> {
        let _ = (state, viewer, actor);
        Some(action)
    }

    /// Returns a position that is consistent with the view, with everything hidden sampled from
    /// the generator.
    fn sample_hidden(&self, view: &Self::View, generator: &mut StableRng) -> Self::State;

    /// Returns the stable hash of a view: equal views have equal hashes in every version.
    fn view_hash(&self, view: &Self::View) -> u64;
}

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

    /// Returns the fields of an observation, in order.
    fn observation_fields(&self) -> &'static [ObservationField] {
        self.id().spec().observation_fields
    }

    /// Writes the observation of a view.
    ///
    /// # Panics
    /// Panics if `bytes` is not [`GameEncoding::observation_len`] long.
    fn write_observation(&self, view: &Self::View, bytes: &mut [u8]);
}
