//! `report`: a run as one page for a browser.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;

use super::exit::DONE;
use super::summarize::RunArguments;
use crate::report::{WANTED, report};

/// Write a page on a run, for any browser: no network, no script
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    run: RunArguments,
    /// The file to write
    #[arg(long)]
    out: PathBuf,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let statistics = arguments.run.statistics(WANTED)?;
    let page = report(&arguments.run.dir, &statistics);
    let out = arguments.out.display();
    std::fs::write(&arguments.out, page).with_context(|| format!("cannot write to {out}"))?;
    super::log::tell(&format!("{out} is written"));
    Ok(DONE)
}
