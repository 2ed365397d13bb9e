//! What made an experiment's figures, and how to make them again.

use std::path::Path;
use std::time::SystemTime;

use super::Study;
use super::part::{Part, RUN};
use super::recipe::{Inputs, set_file};
use super::sample::Sample;
use crate::readable::{count, datable, in_shell};
use crate::store::{RunFile, cpu_model};
use crate::version;

impl Study {
    /// What made the figures, and how to make them again.
    pub(super) fn facts(&self) -> Vec<String> {
        let now = humantime::format_rfc3339_seconds(datable(SystemTime::now())).to_string();
        let date = now.split('T').next().unwrap_or_default();
        let mut facts = vec![format!("sudoku-lab {}, {}, {date}", version::LONG, cpu_model())];
        let made = RunFile::read(&self.run_folder()).map(|file| file.identity.version);
        if let Some(made) = made.ok().filter(|made| made != version::LONG) {
            facts.push(format!("Judged anew; the run was made by sudoku-lab {made}"));
        }
        let sample = &self.sample;
        if sample.is_smaller(&self.experiment) {
            facts.push(format!("**A trial, {sample}, whose rulings are no findings**"));
        } else if *sample != Sample::of(1.0) {
            facts.push(format!("Made with {sample}"));
        }
        for inputs in &self.experiment.inputs {
            let Some(generate) = &inputs.generate else { continue };
            let of = |set: &str| generate.options(sample.count(set, generate));
            // A name that a shell would take for more than one word is in no pattern.
            let is_own = |set: &&String| {
                sample.counts.contains_key(*set) || in_shell(Path::new(set)) != **set
            };
            let (mut own, mut others): (Vec<&String>, Vec<&String>) =
                inputs.sets.iter().partition(is_own);
            if others.len() == 1 {
                own.append(&mut others);
            }
            let command = |options, set| format!("`sudoku-lab generate {options} --out {set}");
            if let Some(first) = others.first() {
                let command = command(of(first), set_file("{set}"));
                let others = others.iter().map(|set| set.as_str()).collect::<Vec<_>>().join(", ");
                facts.push(format!("{command}`, where `{{set}}` is each of {others}"));
            }
            for set in own {
                let file = in_shell(Path::new(&set_file(set)));
                let command = command(of(set).replace("{set}", set), file);
                facts.push(format!("{command}`"));
            }
        }
        for part in self.parts(1) {
            let [inputs, run] = ["inputs", RUN].map(|name| Self::named(part, name));
            if !part.is_shared {
                let first = |(of, set): (&Inputs, &str)| {
                    let shared = of.generate.as_ref().map_or(0, |one| sample.shared(set, one));
                    format!("{} of set {set}", count(shared))
                };
                let first: Vec<String> = self.sets(part).map(first).collect();
                let first = first.join(", ");
                facts.push(format!(
                    "All solvers ran on the first {first}; the others are in `{inputs}`"
                ));
            }
            let options = self.experiment.run.options(&self.solvers(part));
            let command = format!("`sudoku-lab run {inputs} --out {run} {options}`");
            facts.push(format!("{command}, but the sets in turns"));
        }
        facts
    }

    /// The name of something in a part, from the experiment's folder.
    fn named(part: Part, name: &str) -> String {
        Path::new(&part.folder()).join(name).display().to_string()
    }
}
