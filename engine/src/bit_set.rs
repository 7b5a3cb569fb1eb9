//! Sets of board points and seats, as the bits of one integer.
//!
//! A macro rather than a generic type, since the sets differ in their integer and most of their
//! functions are `const`; rather than a crate such as `enumset`, since the items are indices with
//! checked constructors, not the variants of an enum.

/// Implements a set type whose first field is an integer: bit `i` is the item for which
/// `bit()` returns `i`.
///
/// The set type has a function `new(bits) -> Self`, and the item type the functions
/// `bit(self) -> u8` and `from_bit(u8) -> Self`. With `const fn`, both of these are `const`
/// and so are the functions that take or return an item.
macro_rules! bit_set {
    (impl$({$($generics:tt)*})? $set:ty { $bits:ty => $item:ty $(, $const:ident fn)? }) => {
        impl$(<$($generics)*>)? $set {
            /// The empty set.
            pub const EMPTY: Self = Self::new(0);

            /// Returns the integer that represents the set.
            #[inline]
            pub const fn bits(self) -> $bits {
                self.0
            }

            /// Returns the number of items.
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Returns `true` if the set has no items.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Returns the items of either set.
            #[inline]
            pub const fn union(self, other: Self) -> Self {
                Self::new(self.0 | other.0)
            }

            /// Returns the items of both sets.
            #[inline]
            pub const fn intersection(self, other: Self) -> Self {
                Self::new(self.0 & other.0)
            }

            /// Returns the items of this set that are not in the other.
            #[inline]
            pub const fn difference(self, other: Self) -> Self {
                Self::new(self.0 & !other.0)
            }

            /// Creates the set of one item.
            #[inline]
            pub $($const)? fn one(item: $item) -> Self {
                Self::new(1 << item.bit())
            }

            /// Returns `true` if the item is in the set.
            #[inline]
            pub $($const)? fn contains(self, item: $item) -> bool {
                self.0 >> item.bit() & 1 == 1
            }

            /// Returns this set with the item added.
            #[inline]
            pub $($const)? fn with(self, item: $item) -> Self {
                Self::new(self.0 | 1 << item.bit())
            }

            /// Returns this set with the item removed.
            #[inline]
            pub $($const)? fn without(self, item: $item) -> Self {
                Self::new(self.0 & !(1 << item.bit()))
            }

            /// Adds an item.
            #[inline]
            pub $($const)? fn insert(&mut self, item: $item) {
                self.0 |= 1 << item.bit();
            }

            /// Removes an item.
            #[inline]
            pub $($const)? fn remove(&mut self, item: $item) {
                self.0 &= !(1 << item.bit());
            }

            /// Returns the first item in order, or `None` if the set is empty.
            #[inline]
            pub $($const)? fn first(self) -> Option<$item> {
                if self.0 == 0 {
                    None
                } else {
                    Some(<$item>::from_bit(self.0.trailing_zeros() as u8))
                }
            }
        }

        /// Yields the items in order.
        impl$(<$($generics)*>)? Iterator for $set {
            type Item = $item;

            #[inline]
            fn next(&mut self) -> Option<$item> {
                let first = self.first();
                self.0 &= self.0.wrapping_sub(1);
                first
            }
        }

        impl$(<$($generics)*>)? FromIterator<$item> for $set {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                items.into_iter().fold(Self::EMPTY, Self::with)
            }
        }

        impl$(<$($generics)*>)? std::fmt::Debug for $set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_set().entries(*self).finish()
            }
        }
    };
}
pub(crate) use bit_set;
