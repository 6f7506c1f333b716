//! `terrarium serve`: serve the page to browsers on this machine.

mod answer;
mod compressed_files;
mod page;

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use clap::Args;
use tiny_http::Server;

use compressed_files::CompressedFiles;
use page::Page;

use super::interruption::Interruption;
use super::page_folder::{self, INDEX};
use super::{Failure, output};

/// The number of threads that answer requests.
const THREADS: usize = 4;

/// How long a thread waits for a request before it looks whether to end.
const PATIENCE: Duration = Duration::from_millis(100);

/// Serve Terrarium as a page for browsers on this machine
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium serve --open
  terrarium serve --port 9000 --page web/dist

The page runs in the browser; this only serves its files, and only to this machine unless another
--address is given. Links of `terrarium share` lead to it. Ctrl+C ends it.")]
pub(super) struct Serve {
    /// Listen on this port; 0 chooses a free one; for example 9000
    #[arg(long, value_name = "PORT", default_value_t = 8323)]
    port: u16,
    /// Listen on this address; 0.0.0.0 is every one of this machine
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// The folder with the built page [default: that of TERRARIUM_PAGE, or one near the program]; for
    /// example web/dist
    #[arg(long, value_name = "FOLDER")]
    page: Option<PathBuf>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

impl Serve {
    pub fn execute(self) -> Result<(), Failure> {
        let folder = page_folder::find(self.page.as_deref(), INDEX)?;
        let page = Page::open(&folder).map_err(|error| {
            Failure::input(format!("{}: cannot be read: {error}", folder.display()))
        })?;
        let address = SocketAddr::new(self.address, self.port);
        let unusable = |error: &dyn std::fmt::Display| {
            Failure::input(format!(
                "{address}: cannot be listened on: {error}; give another --port or --address"
            ))
        };
        let listener = TcpListener::bind(address).map_err(|error| unusable(&error))?;
        let local = listener.local_addr().map_err(|error| unusable(&error))?;
        let server = Server::from_listener(listener, None).map_err(|error| unusable(&error))?;
        let interruption = Interruption::install();
        let url = format!("http://{local}/");
        output::print(&format!("{url}\n"))?;
        output::note(format_args!("serving {}; Ctrl+C ends it", folder.display()));
        if !self.address.is_loopback() {
            output::note("note: other machines can open the page, too");
        }
        if self.open {
            open_in_browser(&url);
        }
        let compressed_files = CompressedFiles::default();
        thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| answer_all(&server, &page, &compressed_files, &interruption));
            }
        });
        Ok(())
    }
}

/// Answers requests until the program is to end.
fn answer_all(
    server: &Server,
    page: &Page,
    compressed_files: &CompressedFiles,
    interruption: &Interruption,
) {
    while !interruption.is_requested() {
        match server.recv_timeout(PATIENCE) {
            // A client that is gone needs no answer.
            Ok(Some(request)) => drop(answer::answer(request, page, compressed_files)),
            Ok(None) => {}
            Err(error) => {
                output::note(format_args!("note: no more requests are accepted: {error}"));
                interruption.request();
            }
        }
    }
}

/// Opens an address in the browser of the system.
fn open_in_browser(url: &str) {
    let program = match () {
        () if cfg!(target_os = "windows") => "explorer",
        () if cfg!(target_os = "macos") => "open",
        () => "xdg-open",
    };
    let quiet = || Stdio::null();
    let command =
        Command::new(program).arg(url).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
    if let Err(error) = command {
        output::note(format_args!("note: no browser was opened: {program}: {error}; open {url}"));
    }
}
