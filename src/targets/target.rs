//! What is wanted of a puzzle, and the texts that say so.

use std::ops::RangeInclusive;

use crate::grid::Layout;
use crate::ser::HIGHEST;
use crate::strategy::{LADDER, Level, STRATEGIES};

/// What is wanted of a puzzle: all that is not none. Rungs are places in
/// [`LADDER`]'s strategies.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Target {
    /// Sudoku Explainer's rating in tenths.
    pub rating: Option<RangeInclusive<u16>>,
    /// HoDoKu's level; of other sizes than 9×9 that of [`crate::rate::Rater`].
    pub level: Option<Level>,
    /// The T&E depth.
    pub te_depth: Option<u8>,
    /// The ladder up to this rung solves it.
    pub most: Option<usize>,
    /// The ladder up to this rung solves it, and not without this rung.
    pub needs: Option<usize>,
    /// The steps of the path that the level is of.
    pub steps: Option<RangeInclusive<u32>>,
    /// The sum of their scores.
    pub score: Option<RangeInclusive<u32>>,
}

impl Target {
    /// Whether anything is wanted.
    pub fn is_any(&self) -> bool {
        *self == Target::default()
    }

    /// Whether HoDoKu's path is asked for.
    pub(super) fn asks_path(&self) -> bool {
        self.level.is_some() || self.steps.is_some() || self.score.is_some()
    }

    /// Whether there can be such puzzles of this size.
    ///
    /// # Errors
    /// The option that stands against it, and why.
    pub fn check(&self, layout: &'static Layout) -> Result<(), String> {
        let nine_only =
            [("--rating", self.rating.is_some()), ("--te-depth", self.te_depth.is_some())];
        if let Some((option, _)) = nine_only.iter().find(|(_, asked)| *asked)
            && layout != Layout::nine()
        {
            return Err(format!("{option}: only 9×9 puzzles have it"));
        }
        if let Some(needs) = self.needs {
            let strategy = &STRATEGIES[LADDER.strategies[needs]];
            if !strategy.sizes.contains(layout) {
                let (name, sizes) = (strategy.name, strategy.sizes.name());
                return Err(format!("--needs: {name} is searched in puzzles of {sizes}"));
            }
            if self.most.is_some_and(|most| most < needs) {
                let name = strategy.name;
                return Err(format!("--needs: {name} is harder than what --max-strategy allows"));
            }
        }
        Ok(())
    }
}

/// The place on the ladder of the strategy of this name.
///
/// # Errors
/// When there is none.
pub fn rung(name: &str) -> Result<usize, String> {
    let place = LADDER.strategies.iter().position(|&place| STRATEGIES[place].name == name);
    place.ok_or_else(|| {
        format!("no strategy `{name}` on the ladder; `list orders --json` names what is on it")
    })
}

/// A range of numbers: `12`, `12..=20`, `12..20` without its end, `12..` or `..=20`.
///
/// # Errors
/// What is wrong with the text.
pub fn number_range(text: &str) -> Result<RangeInclusive<u32>, String> {
    range(text, "60..=80", |number| number.parse().ok())
}

/// The same of ratings like 4.2, in tenths.
///
/// # Errors
/// What is wrong with the text.
pub fn rating_range(text: &str) -> Result<RangeInclusive<u16>, String> {
    let tenths = |number: &str| {
        let (whole, tenth) = number.split_once('.').unwrap_or((number, "0"));
        let digit = tenth.parse::<u32>().ok().filter(|_| tenth.len() == 1)?;
        whole.parse::<u32>().ok().filter(|&whole| whole < 100).map(|whole| 10 * whole + digit)
    };
    let range = range(text, "4.2..=4.6", tenths)?;
    if *range.start() > HIGHEST.into() {
        return Err(format!("`{text}`: Sudoku Explainer's ratings end at {}.0", HIGHEST / 10));
    }
    let end = u16::try_from(*range.end()).unwrap_or(u16::MAX);
    Ok(*range.start() as u16..=end)
}

fn range(
    text: &str,
    example: &str,
    number: impl Fn(&str) -> Option<u32>,
) -> Result<RangeInclusive<u32>, String> {
    let malformed = || format!("`{text}` is no range like {example}");
    let part = |text: &str, open: u32| match text {
        "" => Some(open),
        text => number(text),
    };
    let (low, high) = match text.split_once("..") {
        None => {
            let only = number(text).ok_or_else(malformed)?;
            (only, Some(only))
        }
        Some((low, high)) => {
            let low = part(low, 0).ok_or_else(malformed)?;
            let high = match high.strip_prefix('=') {
                Some(last) => Some(number(last).ok_or_else(malformed)?),
                None if high.is_empty() => Some(u32::MAX),
                None => number(high).ok_or_else(malformed)?.checked_sub(1),
            };
            (low, high)
        }
    };
    let range = high.map(|high| low..=high).filter(|range| !range.is_empty());
    range.ok_or_else(|| format!("the range `{text}` is empty"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        assert_eq!(number_range("7"), Ok(7..=7));
        assert_eq!(number_range("7..=9"), Ok(7..=9));
        assert_eq!(number_range("7..9"), Ok(7..=8));
        assert_eq!(number_range("7.."), Ok(7..=u32::MAX));
        assert_eq!(number_range("..=9"), Ok(0..=9));
        assert_eq!(rating_range("4.2..=4.6"), Ok(42..=46));
        assert_eq!(rating_range("9.."), Ok(90..=u16::MAX));
        assert_eq!(rating_range("8"), Ok(80..=80));
        for wrong in ["", "x", "9..7", "7..7", "7..=", "-1", "..0", "1.25..=2", "70000..x"] {
            assert!(number_range(wrong).is_err(), "{wrong}");
            assert!(rating_range(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn contradictions_are_refused() {
        let of = |name| rung(name).unwrap();
        let target =
            Target { most: Some(of("x-wing")), needs: Some(of("xy-wing")), ..Target::default() };
        assert!(target.check(Layout::nine()).is_err());
        let target = Target { rating: Some(42..=46), ..Target::default() };
        assert!(target.check(Layout::nine()).is_ok());
        assert!(target.check(Layout::of_order(4).unwrap()).is_err());
        assert!(rung("template-set").is_err());
    }
}
