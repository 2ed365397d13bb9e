//! The progress of a run: a bar on a terminal, lines elsewhere.

use std::io::IsTerminal as _;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::log::LogArguments;
use crate::run::News;

/// Of which a full bar is made.
const BAR_STEPS: u64 = 10_000;
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Shows the news of a run, and what goes wrong.
pub fn display(log: &LogArguments) -> impl Fn(News) + Sync + '_ {
    let takes_bar = log.takes_bar() && std::io::stderr().is_terminal();
    let bar = takes_bar.then(bar);
    let told = Mutex::new(Instant::now());
    move |news: News| {
        for problem in &news.problems {
            match &bar {
                Some(bar) => bar.suspend(|| log.warn("problem", problem)),
                None => log.warn("problem", problem),
            }
        }
        let mut told = told.lock().expect("no holder panics");
        match &bar {
            Some(bar) if news.is_last => bar.finish_and_clear(),
            Some(bar) => {
                let fraction = news.report.fraction().unwrap_or(0.0);
                bar.set_position((fraction * BAR_STEPS as f64) as u64);
                bar.set_message(news.report.sentence());
            }
            None if told.elapsed() >= LINE_EVERY => {
                let figures = serde_json::to_value(&news.report).unwrap_or_default();
                log.tell("progress", &news.report.sentence(), figures);
                *told = Instant::now();
            }
            None => {}
        }
    }
}

fn bar() -> ProgressBar {
    let template = "{elapsed_precise} {wide_bar} {percent}%\n{msg}";
    let style = ProgressStyle::with_template(template).expect("the template is well-formed");
    ProgressBar::new(BAR_STEPS).with_style(style)
}
