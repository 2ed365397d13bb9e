//! `report`: a run as one page for a browser.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;

use super::ending::expect_page;
use super::exit::DONE;
use super::summarize::RunArguments;
use crate::interrupt::Interrupt;
use crate::report::{WANTED, report};
use crate::run::sources;
use crate::whole_file::WholeFile;

/// Write a page on a run, for any browser: no network, no script
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    run: RunArguments,
    /// The file to write
    #[arg(long)]
    out: PathBuf,
    /// Replace a file that is there already
    #[arg(long)]
    force: bool,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let Arguments { run, out, force } = arguments;
    let mut file = WholeFile::named(out, *force, &sources(&run.dir), &Interrupt::default())?;
    expect_page(out)?;
    let page = report(&run.dir, &run.statistics(WANTED)?);
    let out = out.display();
    let written = file.write_all(page.as_bytes()).and_then(|()| file.finish());
    written.with_context(|| format!("cannot write to {out}"))?;
    super::log::tell(&format!("{out} is written"));
    Ok(DONE)
}
