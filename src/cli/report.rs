//! `report`: a run as one page for a browser.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;

use super::exit::DONE;
use super::summarize::expect_run;
use crate::report::report;
use crate::run::sources;
use crate::store::is_finished;
use crate::whole_file::WholeFile;

/// Write a page on a run, for any browser: no network, no script
#[derive(Args)]
pub struct Arguments {
    /// The run's folder
    dir: PathBuf,
    /// The file to write
    #[arg(long)]
    out: PathBuf,
    /// Replace a file that is there already
    #[arg(long)]
    force: bool,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let Arguments { dir, out, force } = arguments;
    expect_run(dir)?;
    let mut file = WholeFile::named(out, *force, &sources(dir))?;
    let page = report(dir, is_finished(dir))?;
    let out = out.display();
    let written = file.write_all(page.as_bytes()).and_then(|()| file.finish());
    written.with_context(|| format!("cannot write to {out}"))?;
    super::log::tell(&format!("{out} is written"));
    Ok(DONE)
}
