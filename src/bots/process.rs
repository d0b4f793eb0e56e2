//! Programs with all that they start: the one place with code for one kind of operating system.

use std::process::{Child, Command};

/// Lets a program and all that it starts be ended together, where the system has groups of processes.
pub(super) fn in_own_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Ends a program that was started in a group of its own, with the whole group, and forgets it.
pub(super) fn end(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}
