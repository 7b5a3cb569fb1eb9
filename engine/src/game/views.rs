//! What each viewer may know of a position.

use std::fmt::Debug;

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
