//! Files of experiments: what is wrong with one is told with its line and key.

use std::fs;

use sudoku_lab::study::{EXPERIMENTS, Error, Experiment};

use super::support::{program, stdout};

/// An experiment with everything in it that can be wrong.
pub const EXAMPLE: &str = "\
title = 'Speed'
source = 'X99'
about = 'As it was.'

[run]
solvers = ['brute-force', 'human']
controls = { human = 'lists-pairs-throughout-scan' }
count = 1
time_limit = '2s'

[until]
column = 'checks'
relative_error = 0.1
at_most = 1

[[inputs]]
sets = ['30', '35']
generate = { clues = '{set}', any = true, seed = '7{set}', count = 20 }

[[inputs]]
sets = ['drawn']
puzzles = ['1...............']

[[columns]]
title = 'checks'
measure = 'checks'
solver = 'human'
published = [1, 2, nan]

[[claims]]
text = 'It is less.'
test = { less = { left = 'human', right = 'brute-force' } }

[[claims]]
text = 'It is most.'
sets = ['30', '35']
test = { peak = { over = 'human', under = 'brute-force', at = ['30'] } }

[[claims]]
text = 'It is near.'
test = { near = { measure = 'candidates', values = [4], within = 4 } }
";

/// Where and what is said to be wrong with the example with something in it replaced, and the
/// line where that is.
fn said(from: &str, to: &str) -> (String, String) {
    assert!(EXAMPLE.contains(from), "{from}");
    let line = 1 + EXAMPLE.split(from).next().unwrap().matches('\n').count();
    match Experiment::parse("x.toml", &EXAMPLE.replacen(from, to, 1)) {
        Err(error @ Error::Malformed(..)) => (error.to_string(), format!("x.toml:{line}: ")),
        other => panic!("{from} is {to}: {}", other.is_ok()),
    }
}

#[test]
fn experiments_are_whole() {
    for (name, text) in EXPERIMENTS {
        let read = Experiment::parse(name, text);
        assert!(read.is_ok(), "{name}: {}", read.unwrap_err());
    }
    assert!(Experiment::parse("x.toml", EXAMPLE).is_ok());
    let help = stdout(&program("experiment --help"));
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let names: Vec<&str> = EXPERIMENTS.iter().map(|&(name, _)| name).collect();
    assert!(help.contains(&names.join(", ")), "{help}");
}

/// However it is written.
#[test]
fn a_puzzle_is_of_one_set() {
    let again =
        "[[inputs]]\nsets = ['again']\npuzzles = ['2...............', '1000000000000000 one']\n\n";
    let text = EXAMPLE.replacen("[[columns]]", &format!("{again}[[columns]]"), 1);
    let told = Experiment::parse("x.toml", &text).unwrap_err().to_string();
    assert!(told.contains("x.toml:26: the sets `drawn` and `again` would have the same"), "{told}");
    let other = text.replace("'1000000000000000 one'", "'3...............'");
    let told = Experiment::parse("x.toml", &other).unwrap_err().to_string();
    assert!(told.contains("3 values for 4 sets"), "{told}");
}

#[test]
fn what_an_experiment_names_has_to_be_there() {
    let mut wrong = Vec::new();
    for (from, to, reason, key) in [
        (
            "left = 'human'",
            "left = 'humane'",
            "the run has no solver `humane`",
            "claims.test.less.left",
        ),
        ("left = 'human'", "left = 'dlx'", "the run has no solver `dlx`", "claims.test.less.left"),
        ("left = 'human'", "letf = 'human'", "unknown keys letf", "claims.test"),
        (
            "under = 'brute-force'",
            "under = 'sat'",
            "the run has no solver",
            "claims.test.peak.under",
        ),
        (
            "solver = 'human'",
            "solver = 'humane'",
            "the run has no solver `humane`",
            "columns.solver",
        ),
        (
            "[[columns]]\ntitle = 'checks'\nmeasure = 'checks'\nsolver = 'human'\n",
            "[[columns]]\ntitle = 'checks'\nmeasure = 'checks'\n",
            "its measure is of a solver",
            "columns.solver",
        ),
        (
            "solver = 'human'\n",
            "over = 'humane'\nsolver = 'human'\n",
            "the run has no solver `humane`",
            "columns.over",
        ),
        ("measure = 'checks'", "measure = 'cheques'", "unknown name `cheques`", "columns.measure"),
        ("published = [1, 2, nan]", "measured = 1", "unknown key `measured`", "columns"),
        (
            "measure = 'candidates'",
            "solver = 'human', measure = 'singles'",
            "its measure is of puzzles, not of `human`",
            "claims.test.near.solver",
        ),
        (
            "solvers = ['brute-force'",
            "solvers = ['bruteforce'",
            "no solver `bruteforce`",
            "run.solvers",
        ),
        (
            "solvers = ['brute-force'",
            "solvers = ['human'",
            "the solver is named twice",
            "run.solvers",
        ),
        ("solvers = ['brute-force', 'human']", "solvers = []", "there is none", "run.solvers"),
        (
            "controls = { human",
            "controls = { humane",
            "the run has no solver `humane`",
            "run.controls.humane",
        ),
        (
            "human = 'lists-pairs-throughout-scan'",
            "human = 'lists-scam'",
            "no solver `lists-scam`",
            "run.controls.human",
        ),
        (
            "measure = 'checks'",
            "measure = 'used hidden-singel'",
            "no strategy `hidden-singel`",
            "columns.measure",
        ),
        (
            "near = { measure = 'candidates', values = [4], within = 4 }",
            "falls = { measure = 'candidates', factor = 0.5 }",
            "must be 1 or more",
            "claims.test.falls.factor",
        ),
        (
            "near = { measure = 'candidates', values = [4], within = 4 }",
            "correlation = { solver = 'human', measure = 'guesses', between = [0, 1] }",
            "must be `cpu-ms`",
            "claims.test.correlation.measure",
        ),
        (
            "near = { measure = 'candidates', values = [4], within = 4 }",
            "correlation = { solver = 'human', between = [1, 0] }",
            "must be two numbers from -1 to 1, the lower first",
            "claims.test.correlation.between",
        ),
        (
            "at = ['30']",
            "at = ['30'], factor = 0",
            "a factor, must be above 0",
            "claims.test.peak.factor",
        ),
        (
            "at = ['30']",
            "at = ['30'], by = 'quotient'",
            "unknown name `quotient`",
            "claims.test.by",
        ),
        (
            "sets = ['30', '35']\ntest",
            "sets = ['30', '36']\ntest",
            "there is no set `36`",
            "claims.sets",
        ),
        ("sets = ['30', '35']\ntest", "sets = []\ntest", "there is none", "claims.sets"),
        ("at = ['30']", "at = ['31']", "there is no set `31`", "claims.test.peak.at"),
        (
            "at = ['30']",
            "at = ['drawn']",
            "the set `drawn` is not among the claim's `sets`",
            "claims.test.peak.at",
        ),
        (
            "test = { less = { left = 'human', right = 'brute-force' } }",
            "test = { flat = { solver = 'human', within = 2.0 } }\nsets = ['30']",
            "needs two sets or more",
            "claims.test.flat",
        ),
        (
            "title = 'checks'",
            "title = \"checks\\u001b[2J\"",
            "has a character that is no part of a text",
            "columns.title",
        ),
        ("column = 'checks'", "column = 'x'", "there is no column `x`", "until.column"),
        ("relative_error = 0.1", "relative_error = 0", "must be above 0", "until.relative_error"),
        ("at_most = 1", "at_most = 0", "must be 1 to 1000", "until.at_most"),
        ("count = 20", "count = 0", "for the set `30`: must be 1 or more", "inputs.generate.count"),
        ("at = ['30']", "at = ['30', '35']", "must be some", "claims.test.peak.at"),
        ("at = ['30']", "at = []", "must be some", "claims.test.peak.at"),
        (
            "right = 'brute-force'",
            "right = 'human'",
            "must be another solver",
            "claims.test.less.right",
        ),
        ("sets = ['drawn']", "sets = ['35']", "the set `35` is named twice", "inputs.sets"),
        (
            "sets = ['drawn']",
            "sets = ['../drawn']",
            "the set cannot be the name of a file",
            "inputs.sets",
        ),
        ("sets = ['drawn']", "sets = []", "there is none", "inputs.sets"),
        (
            "published = [1, 2, nan]",
            "published = [1, 2]",
            "2 values for 3 sets",
            "columns.published",
        ),
        ("published = [1, 2, nan]", "published = '1'", "found string", "columns.published"),
        (
            "published = [1, 2, nan]",
            "published = [1, -2, nan]",
            "must be numbers",
            "columns.published",
        ),
        ("values = [4]", "values = [4, 4]", "2 values for 3 sets", "claims.test.near.values"),
        ("values = [4]", "values = [nan]", "must be numbers", "claims.test.near.values"),
        (
            "right = 'brute-force'",
            "right = 'brute-force', factor = 0",
            "a factor, must be above 0",
            "claims.test.less.factor",
        ),
        ("within = 4", "within = inf", "must be 0 or more", "claims.test.near.within"),
        ("within = 4", "within = -1", "must be 0 or more", "claims.test.near.within"),
        ("puzzles = ['1..", "puzzles = ['11.", "no puzzle: ", "inputs.puzzles"),
        (
            "[[inputs]]\nsets = ['drawn']\npuzzles = ['1...............']",
            "[[inputs]]\nsets = ['drawn']",
            "there must be either `generate` or `puzzles`",
            "inputs",
        ),
        ("count = 1\n", "count = 3\n", "must be 1 or 2", "run.count"),
        (
            "count = 1\n",
            "count = '1'\n",
            "found string \"1\", expected a whole number, 0",
            "run.count",
        ),
        ("time_limit = '2s'", "threads = 2", "unknown key `threads`", "run"),
        (
            "time_limit = '2s'",
            "time_limit = 'soon'",
            "`soon` is no time, like `2s`: expected number",
            "run.time_limit",
        ),
        (
            "clues = '{set}'",
            "clues = 'few'",
            "for the set `30`: `few` is no number of clues, and no range like 24..=30",
            "inputs.generate.clues",
        ),
        (
            "clues = '{set}'",
            "clues = '9{set}'",
            "for the set `30`: a grid of 81 cells takes no 930 clues",
            "inputs.generate.clues",
        ),
        (
            "clues = '{set}', any = true, seed = '7{set}'",
            "clues = '30', any = true, seed = '7'",
            "the sets `30` and `35` would be of the same puzzles",
            "inputs.generate.seed",
        ),
        (
            "sets = ['drawn']",
            "sets = ['drawn', 'again']",
            "the sets `drawn` and `again` would have the same puzzle",
            "inputs.sets",
        ),
        (
            "puzzles = ['1...............']",
            "puzzles = ['1...............', '1000000000000000']",
            "the set `drawn` has the same puzzle twice",
            "inputs.puzzles",
        ),
        ("seed = '7{set}'", "seed = 'x'", "for the set `30`: no number: x", "inputs.generate.seed"),
        ("any = true", "size = '7'", "for the set `30`: no size: 7", "inputs.generate.size"),
        (
            "any = true",
            "any = true, minimal = true",
            "for the set `30`: excludes",
            "inputs.generate.any",
        ),
        ("any = true", "all = true", "unknown key `all`", "inputs.generate"),
    ] {
        let (said, place) = said(from, to);
        if !said.starts_with(&(place + reason)) || !said.ends_with(&format!(", in `{key}`")) {
            wrong.push(format!("{to}: {said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let (said, place) = said("title = 'Speed'", "titel = 'Speed'");
    assert!(said.starts_with(&(place + "unknown key `titel`, expected one of `title`")), "{said}");
}

/// The manual's example is an experiment, and its tables have every key.
#[test]
fn the_manual_knows_every_key() {
    let manual = include_str!("../../docs/EXPERIMENTS.md");
    let example = manual.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    assert!(Experiment::parse("example.toml", example).is_ok());
    let mut keys = 0;
    for (from, to) in [
        ("title = 'Speed'", "none = 1"),
        ("count = 1\n", "none = 1\n"),
        ("at_most = 1", "none = 1"),
        ("any = true", "none = 1"),
        ("puzzles = [", "none = ["),
        ("measure = 'checks'", "none = 1"),
        ("measure = 'checks'", "measure = 'none'"),
        ("text = 'It is less.'", "none = 1"),
        ("test = { less", "test = { none"),
    ] {
        let (said, _) = said(from, to);
        let expected = said.split_once("expected one of ").unwrap_or_else(|| panic!("{said}")).1;
        for key in expected.split('`').skip(1).step_by(2).take_while(|key| !key.contains('.')) {
            let is_there =
                |row: &str| row.contains(&format!("{key}`")) || row.contains(&format!("`{key}."));
            assert!(manual.lines().any(|row| row.starts_with("| `") && is_there(row)), "{key}");
            keys += 1;
        }
    }
    assert!(keys > 40, "{keys}");
}

/// What the manual calls required is required.
#[test]
fn the_manual_names_the_required_keys() {
    let manual = include_str!("../../docs/EXPERIMENTS.md");
    let required = manual.split("Required are ").nth(1).unwrap().split("\n\n").next().unwrap();
    let begin = |heading: &str| EXAMPLE.split(heading).next().unwrap().to_owned();
    let cut = |text: &str| EXAMPLE.replacen(text, "", 1);
    for (key, text) in [
        ("title", cut("title = 'Speed'\n")),
        ("source", cut("source = 'X99'\n")),
        ("about", cut("about = 'As it was.'\n")),
        ("run.solvers", cut("solvers = ['brute-force', 'human']\n")),
        ("run.count", cut("count = 1\n")),
        ("inputs", begin("[[inputs]]")),
        ("columns", begin("[[columns]]")),
        ("claims", begin("[[claims]]")),
        ("inputs.sets", cut("sets = ['30', '35']\n")),
        ("columns.title", cut("title = 'checks'\n")),
        ("columns.measure", cut("measure = 'checks'\n")),
        ("claims.text", cut("text = 'It is less.'\n")),
        ("claims.test", begin("test =")),
        ("clues", cut("clues = '{set}', ")),
        ("seed", cut("seed = '7{set}', ")),
        ("count", cut(", count = 20")),
    ] {
        let said = Experiment::parse("x.toml", &text).unwrap_err().to_string();
        let name = key.rsplit('.').next().unwrap();
        assert!(said.contains(&format!("missing key `{name}`")), "{key}: {said}");
        assert!(required.contains(&format!("`{key}`")), "{key}");
    }
}

/// A folder of something else is left as it is, whatever is asked for.
#[test]
fn an_experiment_goes_on_in_no_folder_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("README.md"), "my notes").unwrap();
    fs::write(at("table.csv"), "mine").unwrap();
    let out = folder.path().display();
    for more in ["", "--resume"] {
        let refused = program(&format!("experiment php16-first --scale 0.01 --out {out} {more}"));
        assert_eq!(refused.status.code(), Some(74), "{more}: {refused:?}");
    }
    let texts = ["README.md", "table.csv"].map(|name| fs::read_to_string(at(name)).unwrap());
    assert_eq!(texts, ["my notes", "mine"]);
    assert_eq!(folder.path().read_dir().unwrap().count(), 2);
}
