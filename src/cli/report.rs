//! `report`: a run as one page for a browser.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;

use super::exit::DONE;
use super::summarize::expect_run;
use crate::report::report;
use crate::store::SUCCESS;

/// Write a page on a run, for any browser: no network, no script
#[derive(Args)]
pub struct Arguments {
    /// The run's folder
    dir: PathBuf,
    /// The file to write
    #[arg(long)]
    out: PathBuf,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    expect_run(&arguments.dir)?;
    let page = report(&arguments.dir, arguments.dir.join(SUCCESS).exists())?;
    let out = arguments.out.display();
    std::fs::write(&arguments.out, page).with_context(|| format!("cannot write to {out}"))?;
    super::log::tell(&format!("{out} is written"));
    Ok(DONE)
}
