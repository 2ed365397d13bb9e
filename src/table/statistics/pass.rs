//! The pass over a run's parts, unit by unit.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use polars::prelude::PolarsResult;

use super::attempt::{Attempt, Class, attempts, rows_of};
use super::bucket::Bucket;
use super::comparison::{Comparisons, compare};
use super::counts::{Cost, SetStatistics, SolverStatistics, StrategyCounts};
use super::distribution::{AttemptEnd, Bounded, Distribution};
use super::hardest::Ranking;
use super::rejects;
use super::result::{Statistics, Wanted};
use super::standings::{Race, Stratum};
use crate::pipeline::record::Status;
use crate::strategy::STRATEGIES;
use crate::table::columns::{Columns, beside, parts};
use crate::table::schema;

/// The statistics of a run.
///
/// # Errors
/// When its tables are missing or cannot be read.
pub fn pass(run: &Path, wanted: Wanted) -> PolarsResult<Statistics> {
    pass_over(&[run], wanted)
}

/// The statistics of several runs as of one; the hardest puzzles and the rejected lines are
/// those of the first.
///
/// # Errors
/// When tables are missing or cannot be read.
pub fn pass_over(runs: &[&Path], wanted: Wanted) -> PolarsResult<Statistics> {
    let mut pass = Pass { wanted, ..Pass::default() };
    for run in runs {
        pass.run(run)?;
    }
    let mut statistics = pass.finish();
    let [run, ..] = runs else { return Ok(statistics) };
    if wanted.hardest > 0 {
        let mut ranking = Ranking::new(&statistics.solvers, wanted.hardest);
        for part in &parts(run, schema::solves())? {
            ranking.add(&beside(run, part, schema::puzzles()), part)?;
        }
        statistics.hardest = ranking.into_hardest();
    }
    statistics.rejects = rejects::read(run, wanted.rejects)?;
    Ok(statistics)
}

/// What the parts read so far say. Sets and classes are known by number.
#[derive(Default)]
struct Pass {
    wanted: Wanted,
    names: Vec<String>,
    sets: Vec<SetStatistics>,
    classes: Vec<Class>,
    solvers: BTreeMap<usize, SolverStatistics>,
    times: HashMap<Key, u64>,
    checks: HashMap<Key, u64>,
    comparisons: Comparisons,
    race: Race,
}

/// The puzzles of one unit.
struct Puzzles {
    ids: Vec<u64>,
    sets: Vec<usize>,
    classes: Vec<usize>,
    /// As of the column `n_solutions`.
    solutions: Vec<u64>,
    /// By Sudoku Explainer, in tenths; 0 where it is not known.
    ratings: Vec<u64>,
}

/// What is equal in attempts that are counted together.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    solver: u16,
    class: u16,
    batch: u32,
    end: AttemptEnd,
    /// Whether a limit cut the span short.
    is_cut: bool,
    bucket: Bucket,
}

impl Pass {
    fn run(&mut self, run: &Path) -> PolarsResult<()> {
        for part in &parts(run, schema::solves())? {
            let puzzles = self.puzzles(&beside(run, part, schema::puzzles()))?;
            let attempts = attempts(part, &puzzles.ids, &puzzles.solutions)?;
            self.attempts(&attempts, &puzzles);
            let usages = beside(run, part, schema::usages());
            if usages.exists() {
                self.strategies(&usages, &puzzles, &attempts)?;
            }
        }
        Ok(())
    }

    fn puzzles(&mut self, part: &Path) -> PolarsResult<Puzzles> {
        let numbers = ["puzzle_id", "size", "clues", "n_solutions", "singles_at_start"];
        let others = ["set", "candidates_per_cell", "ser"];
        let columns = Columns::read(part, &[&numbers[..], &others].concat())?;
        let [ids, orders, clues, solutions, singles] = numbers.map(|name| columns.numbers(name));
        let (orders, clues, solutions, singles) = (orders?, clues?, solutions?, singles?);
        let candidates = columns.floats("candidates_per_cell")?;
        let ids = ids?;
        // Not every run has ratings.
        let ratings = columns.numbers("ser").unwrap_or_else(|_| vec![0; ids.len()]);
        let (sets, classes) = Default::default();
        let mut puzzles = Puzzles { ids, sets, classes, solutions, ratings };
        for (row, name) in columns.texts("set")?.into_iter().enumerate() {
            let class = Class { order: orders[row] as u8, clues: clues[row] as u16 };
            let place = number(&mut self.names, |known| known == name, || name.to_owned());
            self.sets.resize_with(self.names.len(), SetStatistics::default);
            puzzles.sets.push(place);
            puzzles.classes.push(number(&mut self.classes, |&known| known == class, || class));
            let set = &mut self.sets[place];
            *set.by_class.entry(class).or_default() += 1;
            *set.by_solutions.entry(puzzles.solutions[row]).or_default() += 1;
            set.candidates.add(candidates[row], 1);
            set.singles.add(singles[row] as f64, 1);
            set.most_singles = set.most_singles.max(singles[row]);
        }
        Ok(puzzles)
    }

    fn attempts(&mut self, attempts: &[Attempt], puzzles: &Puzzles) {
        // The spans that are cut short by a limit. Two with the same time are hardly ever in a part.
        let limited = attempts.iter().filter(|one| one.end() == Some(AttemptEnd::Limit));
        let cut: HashSet<(usize, u32, u64)> = limited
            .filter(|one| one.batch > 1)
            .map(|one| (one.solver, one.batch, one.cpu_ns))
            .collect();
        for attempt in attempts {
            let (set, class) = (puzzles.sets[attempt.row], puzzles.classes[attempt.row]);
            let in_set = self.sets[set].solvers.entry(attempt.solver).or_default();
            let solver = self.solvers.entry(attempt.solver).or_default();
            for statuses in [&mut in_set.statuses, &mut solver.statuses] {
                match attempt.is_refuted {
                    true => statuses.add_refuted(attempt.status),
                    false => statuses.add(attempt.status, 1),
                }
            }
            solver.batch = solver.batch.max(attempt.batch);
            let Some(end) = attempt.end() else { continue };
            solver.total_ns = solver.total_ns.saturating_add(attempt.cpu_ns);
            solver.checks = solver.checks.saturating_add(attempt.checks);
            in_set.efforts.cpu_ns.add(attempt.cpu_ns as f64, attempt.batch);
            in_set.efforts.checks.add(attempt.checks as f64, 1);
            in_set.efforts.guesses.add(attempt.guesses as f64, 1);
            in_set.times_time.checks.add(attempt.cpu_ns as f64, attempt.checks as f64);
            in_set.times_time.guesses.add(attempt.cpu_ns as f64, attempt.guesses as f64);
            in_set.efforts.solved.add(f64::from(u8::from(attempt.status.solved())), 1);
            let (class, batch) = (class as u16, attempt.batch);
            let key = |value: u64, is_cut: bool, batch: u32| {
                let bucket = Bounded::of(value, is_cut).bucket();
                Key { solver: attempt.solver as u16, class, batch, end, is_cut, bucket }
            };
            let is_limited = end == AttemptEnd::Limit;
            let is_cut = is_limited || cut.contains(&(attempt.solver, batch, attempt.cpu_ns));
            *self.times.entry(key(attempt.cpu_ns, is_cut, batch)).or_default() += 1;
            let key = key(attempt.checks, is_limited, 1);
            *self.checks.entry(key).or_default() += 1;
        }
        for of_one in attempts.chunk_by(|one, next| one.row == next.row) {
            let row = of_one[0].row;
            if self.wanted.pairs {
                compare(&mut self.comparisons, of_one);
                self.sets[puzzles.sets[row]].add_products(of_one, &self.solvers);
            }
            if self.wanted.standings {
                let class = self.classes[puzzles.classes[row]];
                self.race.add(Stratum::of(class, puzzles.ratings[row]), of_one);
            }
        }
    }

    fn strategies(
        &mut self,
        part: &Path,
        puzzles: &Puzzles,
        attempts: &[Attempt],
    ) -> PolarsResult<()> {
        let counts = STRATEGIES.iter().map(|strategy| schema::usage_column(strategy.name));
        let counts: Vec<String> = counts.collect();
        let names = ["puzzle_id", "solver"].into_iter().chain(counts.iter().map(String::as_str));
        let columns = Columns::read(part, &names.collect::<Vec<_>>())?;
        let solvers = columns.solvers()?;
        let rows = rows_of(part, &columns, &puzzles.ids)?;
        let statuses = attempts.iter().map(|one| ((one.row, one.solver), one.status));
        let is_told_apart = |status: Status| status.is_limit() || status == Status::Unsupported;
        let statuses: HashMap<_, _> =
            statuses.filter(|&(_, status)| is_told_apart(status)).collect();
        // The set and solver of each row, by number, and whether it is of a limit.
        let mut groups = Vec::new();
        let of_rows = rows.into_iter().zip(solvers).map(|(row, solver)| {
            let pair = (puzzles.sets[row], solver);
            let group = number(&mut groups, |&known| known == pair, || pair);
            (group, statuses.get(&(row, solver)).copied())
        });
        let of_rows: Vec<(usize, Option<Status>)> = of_rows.collect();
        let is_limited = |status: Option<Status>| u64::from(status.is_some_and(Status::is_limit));
        let mut sums = vec![StrategyCounts::default(); groups.len()];
        for &(group, status) in &of_rows {
            sums[group].puzzles += u64::from(status != Some(Status::Unsupported));
            sums[group].limited += is_limited(status);
        }
        for (strategy, name) in counts.iter().enumerate() {
            // A version that did not have the strategy yet never used it.
            let Ok(counts) = columns.numbers(name) else { continue };
            let used = of_rows.iter().zip(counts).filter(|&(_, count)| count > 0);
            for (&(group, status), count) in used {
                sums[group].by_strategy[strategy].add(count as f64, 1);
                sums[group].used_before_limit[strategy] += is_limited(status);
                sums[group].beyond_count[strategy] += u64::from(count >= schema::MOST_APPLICATIONS);
            }
        }
        for ((set, solver), sum) in groups.into_iter().zip(sums) {
            self.sets[set].solvers.entry(solver).or_default().strategies.add(&sum);
            self.solvers.entry(solver).or_default().strategies.add(&sum);
        }
        Ok(())
    }

    fn finish(mut self) -> Statistics {
        for (counts, of) in [
            (self.times, (|cost| &mut cost.time) as fn(&mut Cost) -> &mut Distribution),
            (self.checks, |cost| &mut cost.checks),
        ] {
            for (key, count) in counts {
                let solver = self.solvers.entry(key.solver.into()).or_default();
                let class = self.classes[usize::from(key.class)];
                for cost in [&mut solver.all, solver.by_class.entry(class).or_default()] {
                    of(cost).add(key.bucket, key.end, key.is_cut, count, key.batch);
                }
            }
        }
        Statistics {
            sets: self.names.into_iter().zip(self.sets).collect(),
            solvers: self.solvers,
            comparisons: self.comparisons,
            standings: self.race.finish(),
            ..Statistics::default()
        }
    }
}

impl SetStatistics {
    /// Adds the attempts at one puzzle, pair by pair, of solvers of which it is known whether they
    /// took several puzzles in one span.
    fn add_products(&mut self, attempts: &[Attempt], solvers: &BTreeMap<usize, SolverStatistics>) {
        let is_spanned = |one: &Attempt| solvers.get(&one.solver).is_some_and(|of| of.batch > 1);
        let ended: Vec<&Attempt> = attempts.iter().filter(|a| a.end().is_some()).collect();
        for (place, one) in ended.iter().enumerate() {
            for other in &ended[place + 1..] {
                let (first, second) = match one.solver < other.solver {
                    true => (one, other),
                    false => (other, one),
                };
                let sums = self.products.entry((first.solver, second.solver)).or_default();
                let solved = |of: &Attempt| f64::from(u8::from(of.status.solved()));
                sums.cpu_ns.add(first.cpu_ns as f64, second.cpu_ns as f64);
                sums.checks.add(first.checks as f64, second.checks as f64);
                sums.guesses.add(first.guesses as f64, second.guesses as f64);
                sums.solved.add(solved(first), solved(second));
            }
            for other in ended.iter().filter(|other| is_spanned(other) && !is_spanned(one)) {
                self.over_spans.entry((one.solver, other.solver)).or_default().add(one, other);
            }
        }
    }
}

/// The number of a value in a list that grows by what it does not hold. Equal ones come
/// mostly one after another, and late in the list.
fn number<T>(list: &mut Vec<T>, is_it: impl Fn(&T) -> bool, new: impl FnOnce() -> T) -> usize {
    list.iter().rposition(is_it).unwrap_or_else(|| {
        list.push(new());
        list.len() - 1
    })
}

#[cfg(test)]
mod tests {
    use std::fs::{self, create_dir_all};
    use std::sync::Arc;

    use super::*;
    use crate::table::part::to_parquet;
    use crate::table::row_buffer::RowBuffer;

    fn write(run: &Path, rows: RowBuffer) {
        let folder = run.join(rows.table.name);
        create_dir_all(&folder).unwrap();
        fs::write(folder.join("part-000000.parquet"), to_parquet(rows).unwrap()).unwrap();
    }

    fn place(solver: &str) -> usize {
        schema::solvers().iter().position(|&name| name == solver).unwrap()
    }

    /// Two puzzles of a set: `fast` took both in one span, `dlx` and `sat` one by one, and
    /// `sat` reached its limit on the second.
    fn example() -> tempfile::TempDir {
        let run = tempfile::tempdir().unwrap();
        let set: Arc<str> = "a".into();
        let mut puzzles = RowBuffer::with_room(schema::puzzles(), 2);
        let mut solves = RowBuffer::with_room(schema::solves(), 6);
        for id in [7, 8] {
            let row = puzzles.row().u64(id).name(&set).u64(id).u8(9).u8(3).u8(3).text("");
            row.u16(20).u8(1).text("").f32(4.5).u16(2);
            for (solver, ns, batch, checks, code) in [
                ("fast", 40, 2, id - 6, 0),
                ("dlx", id * 100, 1, 10, 0),
                ("sat", id * 1_000, 1, 100, if id == 8 { 5 } else { 0 }),
            ] {
                let row = solves.row().u64(id).name(&set).u16(20).code(place(solver) as u8);
                let row = row.code(code).u64(ns).u64(ns).u32(1).u32(batch).u64(checks);
                (0..7).fold(row, |row, _| row.u64(1)).code(0).code(0).bool(false).bool(true);
            }
        }
        write(run.path(), puzzles);
        write(run.path(), solves);
        create_dir_all(run.path().join("rejects")).unwrap();
        run
    }

    #[test]
    fn one_pass_finds_everything() {
        let run = example();
        let all = pass(run.path(), Wanted { pairs: true, standings: true, hardest: 1, rejects: 1 })
            .unwrap();
        let set = &all.sets["a"];
        assert_eq!((set.puzzles(), set.most_singles), (2, 2));
        let solver = |name| &all.solvers[&place(name)];
        let [fast, dlx, sat] = ["fast", "dlx", "sat"].map(solver);
        assert_eq!((fast.batch, dlx.batch, fast.total_ns, fast.checks), (2, 1, 80, 3));
        assert_eq!(dlx.all.time.quantile(1.0), Some(Bounded::Exactly(800)));
        assert_eq!(sat.all.time.quantile(0.5), Some(Bounded::Exactly(7_000)));
        assert_eq!(sat.all.time.quantile(1.0), Some(Bounded::AtLeast(8_000)));
        assert_eq!((sat.all.time.first_limit(), sat.statuses.limited()), (Some(8_000), 1));
        // One span is one measurement, and its effort two.
        let efforts = &set.solvers[&place("fast")].efforts;
        assert_eq!((efforts.cpu_ns.spans, efforts.checks.spans), (1.0, 2.0));
        assert_eq!(set.solvers[&place("fast")].times_time.checks.both, 40.0 + 80.0);
        let pair = |one, other| (place(one), place(other));
        let products = set.products[&pair("dlx", "sat").min(pair("sat", "dlx"))];
        assert_eq!(
            (products.cpu_ns.both, products.checks.both),
            (700.0 * 7e3 + 800.0 * 8e3, 2_000.0)
        );
        assert!(all.comparisons[&pair("dlx", "fast")].of_spans);
        assert!(!all.comparisons[&pair("dlx", "sat")].of_spans);
        assert_eq!((all.comparisons[&pair("dlx", "sat")].won, all.hardest[0].line), (2, 8));
    }

    #[test]
    fn strategies_may_be_newer_than_a_run() {
        let run = example();
        // The columns up to the first strategy's.
        let columns = schema::usages().columns[..5].to_vec();
        let table = schema::Table { columns, ..schema::usages().clone() };
        let mut usages = RowBuffer::with_room(Box::leak(Box::new(table)), 2);
        for (id, count) in [(7, 0), (8, 5)] {
            let row = usages.row().u64(id).name(&"a".into()).u16(20);
            row.code(place("human") as u8).u16(count);
        }
        write(run.path(), usages);
        let all = pass(run.path(), Wanted::default()).unwrap();
        let strategies = &all.solvers[&place("human")].strategies;
        assert_eq!(strategies.puzzles, 2);
        assert_eq!(strategies.used().collect::<Vec<_>>(), [(0, 1, 5)]);
        assert_eq!(strategies, &all.sets["a"].solvers[&place("human")].strategies);
    }
}
