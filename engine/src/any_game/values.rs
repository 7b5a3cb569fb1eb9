//! Positions, views and actions whose type only their game knows.

use std::any::Any;
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};

/// A value of a game.
trait Value: Any + Debug + Send + Sync {
    fn boxed_clone(&self) -> Box<dyn Value>;
    fn is_equal(&self, other: &dyn Value) -> bool;
}

impl<T: Any + Clone + Eq + Debug + Send + Sync> Value for T {
    fn boxed_clone(&self) -> Box<dyn Value> {
        Box::new(self.clone())
    }

    fn is_equal(&self, other: &dyn Value) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref() == Some(self)
    }
}

/// A value that can be hashed.
trait HashedValue: Value {
    fn boxed_clone_hashed(&self) -> Box<dyn HashedValue>;
    fn hash_into(&self, hasher: &mut dyn Hasher);
}

impl<T: Value + Clone + Hash> HashedValue for T {
    fn boxed_clone_hashed(&self) -> Box<dyn HashedValue> {
        Box::new(self.clone())
    }

    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
}

/// The message of a panic: values of two games were mixed, which no input can cause.
const OTHER_GAME: &str = "a value of this game";

/// A position of an [`AnyGame`](super::AnyGame).
pub struct AnyState(Box<dyn HashedValue>);

impl AnyState {
    /// Puts a value of a game behind this type.
    pub fn new<T: Clone + Eq + Hash + Debug + Send + Sync + 'static>(state: T) -> Self {
        Self(Box::new(state))
    }

    /// Returns the position as the type of its game.
    ///
    /// # Panics
    /// Panics if it is a position of another game.
    pub fn get<T: 'static>(&self) -> &T {
        let value: &dyn Any = &*self.0;
        value.downcast_ref().expect(OTHER_GAME)
    }

    pub(super) fn get_mut<T: 'static>(&mut self) -> &mut T {
        let value: &mut dyn Any = &mut *self.0;
        value.downcast_mut().expect(OTHER_GAME)
    }
}

impl Clone for AnyState {
    fn clone(&self) -> Self {
        Self(self.0.boxed_clone_hashed())
    }
}

impl PartialEq for AnyState {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_equal(&*other.0)
    }
}

impl Eq for AnyState {}

impl Hash for AnyState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.hash_into(hasher);
    }
}

impl Debug for AnyState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A view of an [`AnyGame`](super::AnyGame).
pub struct AnyView(Box<dyn Value>);

impl AnyView {
    /// Puts a value of a game behind this type.
    pub fn new<T: Clone + Eq + Debug + Send + Sync + 'static>(view: T) -> Self {
        Self(Box::new(view))
    }

    /// Returns the view as the type of its game.
    ///
    /// # Panics
    /// Panics if it is a view of another game.
    pub fn get<T: 'static>(&self) -> &T {
        let value: &dyn Any = &*self.0;
        value.downcast_ref().expect(OTHER_GAME)
    }
}

impl Clone for AnyView {
    fn clone(&self) -> Self {
        Self(self.0.boxed_clone())
    }
}

impl PartialEq for AnyView {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_equal(&*other.0)
    }
}

impl Eq for AnyView {}

impl Debug for AnyView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An action of an [`AnyGame`](super::AnyGame): its number, which the game has checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AnyAction(pub(super) u32);

impl AnyAction {
    /// Returns the number of the action.
    pub const fn number(self) -> u32 {
        self.0
    }
}
