//! The program: arguments to library calls to an exit code.

mod cli;
mod logging;

use std::process::ExitCode;

fn main() -> ExitCode {
    let log = logging::start();
    let code = cli::run();
    log.flush();
    code
}
