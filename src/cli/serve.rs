//! `serve`: the laboratory in a browser.

use std::io::{self, Write as _};
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;

use super::exit;
use crate::interrupt::Interrupt;
use crate::serve::Server;
use crate::source::InputError;

/// Serve pages for a browser on this machine, and answers about puzzles as JSON
#[derive(Args)]
pub struct Arguments {
    /// Folders whose runs, and those of folders below, can be looked at
    folders: Vec<PathBuf>,
    /// The port of the loopback interface; 0 lets the system choose
    #[arg(long, default_value_t = 0)]
    port: u16,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let interrupt = Interrupt::catch_signals()?;
    let Arguments { folders, port } = arguments;
    if let Some(missing) = folders.iter().find(|folder| !folder.is_dir()) {
        return Err(InputError::Missing(missing.display().to_string()).into());
    }
    let server =
        Server::bind(*port, folders).with_context(|| format!("cannot listen on port {port}"))?;
    writeln!(io::stdout(), "{}", server.url())?;
    server.run(&interrupt).context("cannot serve")?;
    Ok(exit::of_interrupt(&interrupt))
}
