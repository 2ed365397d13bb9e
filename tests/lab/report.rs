//! The report: a page that shows what a run's tables say, and nothing else.

use std::fs;
use std::path::Path;

use sudoku_lab::table::statistics::{AttemptEnd, Bounded, Statistics, Wanted};
use tempfile::TempDir;

use super::support::{command, program, stdout, unique_puzzles, write_puzzles};

/// A name that a browser would run if it could.
const EVIL: &str = "<script>alert(1)<|script>\"'&.txt";

/// A run over a set with that name, with rejects full of markup.
fn evil_run(solvers: &str, limit: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join(EVIL);
    write_puzzles(&set, &unique_puzzles(40));
    let rejects = "<img src=x onerror=alert(1)>\n</table></body><script>alert(2)</script>\n";
    fs::write(&set, fs::read_to_string(&set).unwrap() + rejects).unwrap();
    let run = folder.path().join("run");
    let mut run_command = command(&format!("run --quiet --solvers {solvers} --max-checks {limit}"));
    stdout(&run_command.arg(&set).arg("--out").arg(run).output().unwrap());
    folder
}

/// What steers a terminal is shown in a folder's name as in others.
#[test]
fn the_name_of_a_run_is_a_line() {
    let folder = tempfile::tempdir().unwrap();
    write_puzzles(&folder.path().join("p.txt"), &unique_puzzles(1));
    let run = folder.path().join("a\x1b[31mb");
    let of = |arguments: &str| command(arguments).current_dir(folder.path()).arg(&run).output();
    stdout(&of("run p.txt --quiet --solvers fast --out").unwrap());
    stdout(&of("report --out page.html").unwrap());
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(page.contains("Run a\\x1b[31mb") && !page.contains('\x1b'));
}

fn report(run: &Path) -> String {
    let (run, page) = (run.display(), run.join("../page.html"));
    stdout(&program(&format!("report {run} --force --out {}", page.display())));
    fs::read_to_string(page).unwrap()
}

fn statistics(run: &Path) -> Statistics {
    let wanted = Wanted { pairs: true, hardest: 3, rejects: 10, ..Wanted::default() };
    Statistics::of_run(run, wanted).unwrap()
}

#[test]
fn nothing_from_an_input_becomes_markup() {
    let folder = evil_run("all", "20000");
    let page = report(&folder.path().join("run"));
    assert!(!page.contains("<script") && !page.contains("<img") && !page.contains("onerror=\""));
    assert!(page.contains("&lt;script&gt;alert(1)"));
    assert!(page.contains("&lt;img src=x onerror=alert(1)&gt;"));
    assert_eq!(page.matches("</table></body>").count(), 0);
    assert_eq!(page.matches("</body>").count(), 1);
    // What is a mean of a batch says so wherever it stands.
    assert!(
        page.contains(">fast*</th>") && page.contains("<b>fast</b>: CPU time, means of batches")
    );
    assert!(page.contains("* fast: each time is the mean of a batch of up to "));
    assert!(page.contains("mean of a batch of 4"));
    for loaded in ["http://", "https://", "url(", "@import", "<iframe", "<object"] {
        assert!(!page.contains(loaded), "{loaded}");
    }
}

#[test]
fn a_limit_met_by_half_the_puzzles_shows_no_falsely_low_figure() {
    let folder = evil_run("brute-force", "none");
    let all = statistics(&folder.path().join("run"));
    let full = all.solvers.values().next().unwrap();
    let Some(Bounded::Exactly(median)) = full.all.checks.quantile(0.5) else {
        panic!("nothing was limited");
    };
    let limit = median * 3 / 4;
    let folder = evil_run("brute-force", &limit.to_string());
    let run = folder.path().join("run");
    let cut = statistics(&run);
    let cut = cut.solvers.values().next().unwrap();
    assert!(cut.all.checks.ended(AttemptEnd::Limit) * 2 >= cut.all.checks.total());
    // What is called exact is what the unlimited run found; the rest is called a bound.
    for share in [0.1, 0.25, 0.5, 0.75, 0.9, 1.0] {
        let truth = full.all.checks.quantile(share).unwrap().value();
        match cut.all.checks.quantile(share).unwrap() {
            Bounded::Exactly(value) => assert_eq!(value, truth, "{share}"),
            Bounded::AtLeast(bound) => assert!(bound <= truth && share >= 0.5, "{share}"),
        }
        let time = cut.all.time.quantile(share).unwrap();
        assert!(share < 0.75 || matches!(time, Bounded::AtLeast(_)), "{share}");
    }
    let page = report(&run);
    let row =
        page.split("<th scope=\"row\"").find(|row| row.contains(">brute-force</th>")).unwrap();
    assert!(row.matches("≥ ").count() >= 5, "{row}");
    assert!(!page.contains("mean time") && !page.contains("average"));
}

#[test]
fn the_report_agrees_with_the_summary() {
    let folder = evil_run("all", "100000000");
    let run = folder.path().join("run");
    let csv = stdout(&program(&format!("summarize {} --format csv", run.display())));
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let column = |name: &str| header.iter().position(|&column| column == name).unwrap();
    let statistics = statistics(&run);
    for (line, solver) in lines.zip(statistics.solvers.values()) {
        let number = |name: &str| line[column(name)].parse::<u64>().unwrap();
        assert_eq!(number("puzzles"), solver.statuses.puzzles());
        assert_eq!(number("total_ns"), solver.total_ns);
        assert_eq!(Bounded::Exactly(number("median_ns")), solver.all.time.quantile(0.5).unwrap());
        assert_eq!(number("batch") > 1, line[0] == "fast", "{line:?}");
    }
    assert_eq!(statistics.rejects.by_reason.values().sum::<u64>(), 2);
    assert_eq!(statistics.hardest.len(), 3);
    assert!(statistics.hardest.is_sorted_by(|one, next| one.hardness >= next.hardness));
}

#[test]
fn a_folder_without_a_run_is_missing_input() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    assert_eq!(program(&format!("report {at} --out {at}/x.html")).status.code(), Some(66));
}

/// What a solver does not take and what gave no puzzle is counted the same everywhere.
#[test]
fn what_is_left_out_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    write_puzzles(&at.join("nine.txt"), &unique_puzzles(3));
    fs::write(at.join("four.txt"), "1...............\n").unwrap();
    fs::write(at.join("empty.txt"), "").unwrap();
    let (at, run) = (at.display(), at.join("run"));
    let inputs = format!("{at}/nine.txt {at}/four.txt {at}/empty.txt");
    stdout(&program(&format!("run --quiet --solvers fast {inputs} --out {}", run.display())));
    let page = report(&run);
    assert!(page.contains("<b>fast</b>: 75.0 % answered"), "{page}");
    assert_eq!(page.matches("75.0 %").count(), 2);
    assert!(page.contains("<dt>Inputs</dt><dd>3</dd>"));
    let inputs = page.split("<section id=\"inputs\">").nth(1).unwrap();
    let empty = inputs.split("empty.txt").nth(1).unwrap().split("</tr>").next().unwrap();
    assert!(empty.contains("<td class=\"number\">0</td>"), "{empty}");
    let summary = stdout(&program(&format!("summarize {}", run.display())));
    let note = "\nfast: times and counts leave out 1 puzzle whose size or kind it does not take\n";
    assert!(summary.contains(note), "{summary}");
    // A puzzle without a rating is in no row of ratings.
    let rated = folder.path().join("rated");
    let options = "--quiet --solvers dlx,human --rate ser";
    stdout(&program(&format!(
        "run {options} {at}/nine.txt {at}/four.txt --out {}",
        rated.display()
    )));
    assert!(report(&rated).contains("1 puzzle in no row of ratings: a limit cut theirs short"));
    // Whoever reads the table is told which rows to leave out.
    let card = fs::read_to_string(run.join("README.md")).unwrap();
    for column in ["elapsed_ns", "cpu_ns", "checks", "guesses", "propagations"] {
        let row = card.lines().find(|row| row.starts_with(&format!("| `{column}`"))).unwrap();
        assert!(row.contains("0 and without meaning where `status` is unsupported"), "{row}");
    }
    let filter =
        "solves.filter(~pl.col(\"status\").is_in([\"unsupported\", \"panic\", \"wrong\"]))";
    assert!(include_str!("../../README.md").contains(filter));
}
