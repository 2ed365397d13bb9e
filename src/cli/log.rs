//! What a long run tells on stderr: plain lines, JSON lines, or only what is wrong.

use std::io::{self, Write as _};
use std::time::SystemTime;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use crate::readable::{datable, printable};

/// How much is told, and how.
#[derive(Args, Clone)]
pub struct LogArguments {
    /// Show no progress and no summary; what goes wrong is still told
    #[arg(long)]
    quiet: bool,
    /// How to tell progress and problems on stderr
    #[arg(long, default_value = "plain")]
    log: Style,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Style {
    /// Lines for people, with a bar on a terminal
    Plain,
    /// One JSON object per line: time, level, event, message, figures
    Json,
}

/// Tells something on stderr, in one line that no name of a file can break or colour. Nothing
/// ends because nobody listens.
pub fn tell(message: &str) {
    let _ = writeln!(io::stderr(), "{}", printable(message, &['\t']));
}

/// Prints a result for people, in which no name of a file or set can steer the terminal.
pub fn show(text: &str) -> io::Result<()> {
    io::stdout().write_all(printable(text, &['\n', '\t']).as_bytes())
}

/// Tells what is wrong.
pub fn warn(message: &str) {
    tell(&format!("sudoku-lab: {message}"));
}

impl LogArguments {
    /// Whether only problems are told.
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Whether a progress bar would be in place, given a terminal.
    pub fn takes_bar(&self) -> bool {
        !self.quiet && self.log == Style::Plain
    }

    /// Tells what goes as it should, unless quiet. `figures` is an object.
    pub fn tell(&self, event: &str, message: &str, figures: Value) {
        if !self.quiet {
            self.line("info", event, message, figures);
        }
    }

    /// Tells what is wrong.
    pub fn warn(&self, event: &str, message: &str) {
        self.line("warning", event, message, Value::Null);
    }

    /// Tells why the command failed.
    pub fn fail(&self, message: &str) {
        self.line("error", "failed", message, Value::Null);
    }

    fn line(&self, level: &str, event: &str, message: &str, figures: Value) {
        // Before it is JSON, which has escapes of its own.
        let message = printable(message, &['\t']);
        let text = match self.log {
            Style::Plain if level == "info" => message,
            Style::Plain => format!("sudoku-lab: {message}"),
            Style::Json => {
                let time = humantime::format_rfc3339_millis(datable(SystemTime::now())).to_string();
                let mut line =
                    json!({ "time": time, "level": level, "event": event, "message": message });
                if let (Value::Object(line), Value::Object(figures)) = (&mut line, figures) {
                    line.extend(figures);
                }
                line.to_string()
            }
        };
        tell(&text);
    }
}
