//! What sets in one machine word have in common: each element is a bit.

/// Makes `$set` a set of elements by their `index()`.
macro_rules! bit_set {
    ($set:ident of $element:ident) => {
        impl $set {
            /// The empty set.
            pub const EMPTY: $set = $set(0);

            /// The set of one element.
            #[inline]
            pub fn only(element: $element) -> $set {
                $set(1 << element.index())
            }

            /// How many elements the set holds.
            #[inline]
            pub fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Whether the set is empty.
            #[inline]
            pub fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether the element is in the set.
            #[inline]
            pub fn contains(self, element: $element) -> bool {
                self.0 >> element.index() & 1 == 1
            }

            /// Whether every element of this set is in `other`.
            #[inline]
            pub fn is_subset(self, other: $set) -> bool {
                self.0 & !other.0 == 0
            }

            /// Adds an element.
            #[inline]
            pub fn insert(&mut self, element: $element) {
                self.0 |= 1 << element.index();
            }

            /// Takes an element out.
            #[inline]
            pub fn remove(&mut self, element: $element) {
                self.0 &= !(1 << element.index());
            }
        }

        impl FromIterator<$element> for $set {
            fn from_iter<I: IntoIterator<Item = $element>>(elements: I) -> $set {
                elements.into_iter().fold($set::EMPTY, |set, element| set | $set::only(element))
            }
        }

        bit_set!($set: BitAnd bitand, BitAndAssign bitand_assign; |a, b| a & b);
        bit_set!($set: BitOr bitor, BitOrAssign bitor_assign; |a, b| a | b);
        bit_set!($set: Sub sub; |a, b| a & !b);
    };
    (
        $set:ident: $op:ident $name:ident $(, $assign:ident $assign_name:ident)?;
        |$a:ident, $b:ident| $bits:expr
    ) => {
        impl std::ops::$op for $set {
            type Output = $set;
            #[inline]
            fn $name(self, other: $set) -> $set {
                let ($a, $b) = (self.0, other.0);
                $set($bits)
            }
        }

        $(impl std::ops::$assign for $set {
            #[inline]
            fn $assign_name(&mut self, other: $set) {
                *self = std::ops::$op::$name(*self, other);
            }
        })?
    };
}

/// `Debug` that prints as `Display` does: in the user's notation.
macro_rules! debug_as_display {
    ($($type:ident),*) => {
        $(impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        })*
    };
}

pub(super) use {bit_set, debug_as_display};
