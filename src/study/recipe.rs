//! The sets of puzzles of an experiment, and how they are made.

use serde::Deserialize;

use crate::generate::{ClueSymmetry, Fill, Recipe, Requirement, Series, clue_range};
use crate::grid::Layout;

/// Sets of puzzles that are made alike: generated or written out.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inputs {
    /// The names of the sets.
    pub sets: Vec<String>,
    /// How they are generated.
    pub generate: Option<Generate>,
    /// The puzzles, one line each.
    #[serde(default)]
    pub puzzles: Vec<String>,
}

/// Options of the command `generate`. In `clues` and `seed`, `{set}` stands for the name of
/// the set.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generate {
    /// The size, 9 unless it is said.
    pub size: Option<String>,
    /// The number of givens, or a range like `24..=30`.
    pub clues: String,
    /// Whether any number of solutions will do.
    #[serde(default)]
    pub any: bool,
    /// Whether no given may be spared.
    #[serde(default)]
    pub minimal: bool,
    /// Whether they are searched for, with very few givens.
    #[serde(default)]
    pub low_clues: bool,
    /// The symmetry of the pattern of givens, none unless it is said.
    pub symmetry: Option<String>,
    /// The order in which the full grid is filled, the fast one unless it is said.
    pub fill: Option<String>,
    /// The seed.
    pub seed: String,
    /// How many puzzles a set has, at full scale.
    pub count: u64,
}

/// By how much the seeds of a round differ from those of the one before: more than seeds in
/// files do.
pub const SEEDS_PER_ROUND: u64 = 1 << 32;

impl Generate {
    /// So many puzzles of a set. Each round of an experiment has seeds of its own.
    ///
    /// # Errors
    /// When there can be no such puzzles, or something is no number: the key, and why.
    pub(super) fn series(
        &self,
        set: &str,
        count: u64,
        round: u64,
        threads: usize,
    ) -> Result<Series, (&'static str, String)> {
        let [clues, seed] = [&self.clues, &self.seed].map(|text| text.replace("{set}", set));
        let size = self.size.as_deref().unwrap_or("9");
        let requirement = match (self.any, self.minimal) {
            (true, true) => return Err(("any", "excludes `minimal`".into())),
            (true, _) => Requirement::Any,
            (_, true) => Requirement::Minimal,
            _ => Requirement::Unique,
        };
        if self.low_clues && (self.any || self.size.is_some()) {
            return Err(("low_clues", "excludes `any` and `size`".into()));
        }
        if self.count == 0 {
            return Err(("count", "must be 1 or more".into()));
        }
        let symmetry = self.symmetry.as_deref().unwrap_or(ClueSymmetry::None.name());
        let fill = self.fill.as_deref().unwrap_or(Fill::default().name());
        if self.low_clues && (self.symmetry.is_some() || self.fill.is_some()) {
            return Err(("low_clues", "excludes `symmetry` and `fill`".into()));
        }
        let recipe = Recipe {
            layout: Layout::named(size).ok_or_else(|| ("size", format!("no size: {size}")))?,
            clues: clue_range(&clues).map_err(|error| ("clues", error))?,
            requirement,
            symmetry: ClueSymmetry::find(symmetry)
                .ok_or_else(|| ("symmetry", format!("no symmetry: {symmetry}")))?,
            fill: Fill::find(fill)
                .ok_or_else(|| ("fill", format!("no order of filling: {fill}")))?,
            seed: seed
                .parse::<u64>()
                .map_err(|_| ("seed", format!("no number: {seed}")))?
                .wrapping_add((round - 1) * SEEDS_PER_ROUND),
        };
        let series = Series { recipe, low_clues: self.low_clues, count, threads };
        series.check().map_err(|error| ("clues", error.to_string()))?;
        Ok(series)
    }

    /// The same as options of the command `generate`.
    pub(super) fn options(&self, count: u64) -> String {
        let size = self.size.as_ref().map(|size| format!("--size {size} ")).unwrap_or_default();
        let requirement = match (self.any, self.minimal) {
            (true, _) => "any",
            (_, true) => "minimal",
            _ => "unique",
        };
        let option = |name: &str, value: &Option<String>| {
            value.as_ref().map(|value| format!(" --{name} {value}")).unwrap_or_default()
        };
        let low = if self.low_clues { " --low-clues" } else { "" };
        let (symmetry, fill) = (option("symmetry", &self.symmetry), option("fill", &self.fill));
        let (clues, seed) = (&self.clues, &self.seed);
        format!(
            "{size}--clues {clues} --{requirement}{low}{symmetry}{fill} --seed {seed} --count {count}"
        )
    }
}

/// The name of a set as an input of the run.
pub fn input_name(set: &str) -> String {
    format!("{set}.txt")
}

/// The file of a set's puzzles, from the experiment's folder.
pub fn set_file(set: &str) -> String {
    format!("inputs/{}", input_name(set))
}
