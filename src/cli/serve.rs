//! `serve`: the laboratory in a browser.

use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::Context as _;
use clap::Args;

use super::exit;
use super::log::warn;
use crate::interrupt::Interrupt;
use crate::serve::Server;
use crate::source::InputError;

/// Serve pages for a browser on this machine, and answers about puzzles as JSON
#[derive(Args)]
pub struct Arguments {
    /// Folders whose runs, and those of folders below, can be looked at
    folders: Vec<PathBuf>,
    /// The port; 0 lets the system choose
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// The address to listen at. At one that other machines can reach, everybody has to know the
    /// token that is printed with it; what is sent is not encrypted
    #[arg(long, value_name = "IP", default_value_t = Ipv4Addr::LOCALHOST.into())]
    listen: IpAddr,
    /// Open the address in the desktop's browser
    #[arg(long)]
    open: bool,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let interrupt = Interrupt::catch_signals()?;
    let Arguments { folders, port, listen, open } = arguments;
    if let Some(missing) = folders.iter().find(|folder| !folder.is_dir()) {
        return Err(InputError::Missing(missing.display().to_string()).into());
    }
    let address = SocketAddr::new(*listen, *port);
    let server =
        Server::bind(address, folders).with_context(|| format!("cannot listen at {address}"))?;
    writeln!(io::stdout(), "{}", server.url())?;
    if *open {
        show(&server.url());
    }
    server.run(&interrupt).context("cannot serve")?;
    Ok(exit::of_interrupt(&interrupt))
}

/// Opens an address in the desktop's browser. Nobody waits for it.
fn show(url: &str) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let mut command = Command::new(opener);
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Err(error) = command.spawn() {
        warn(&format!("no browser is opened: {opener}: {error}"));
    }
}
