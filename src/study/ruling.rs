//! Rulings on claims.

/// What becomes of a claim in a set, or in all together: the last of what the sets say, in
/// this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ruling {
    /// It holds.
    Confirmed,
    /// Neither can be said.
    Undecided,
    /// The opposite holds.
    Refuted,
    /// Something that it is about was not measured.
    NoData,
}

impl Ruling {
    /// The ruling in words.
    pub fn name(self) -> &'static str {
        match self {
            Ruling::Confirmed => "confirmed",
            Ruling::Refuted => "refuted",
            Ruling::Undecided => "undecided",
            Ruling::NoData => "no data",
        }
    }

    /// Whether it holds or the opposite does, by what is sure.
    pub fn of(yes: bool, no: bool) -> Ruling {
        match (yes, no) {
            (true, _) => Ruling::Confirmed,
            (_, true) => Ruling::Refuted,
            _ => Ruling::Undecided,
        }
    }
}
