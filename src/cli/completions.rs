//! `terrarium completions`: shell completion scripts.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::{Cli, Failure, output};

/// Print a shell completion script
#[derive(Debug, Args)]
#[command(after_help = "Example, for bash:
  terrarium completions bash > ~/.local/share/bash-completion/completions/terrarium")]
pub(super) struct Completions {
    /// The shell to complete for; for example bash
    shell: Shell,
}

impl Completions {
    pub fn execute(self) -> Result<(), Failure> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "terrarium", &mut text);
        output::print(&String::from_utf8_lossy(&text))
    }
}
