//! Matches between engines: refereed, supervised, resumable, and counted.
//!
//! The referee is the rules of this program: it says whose turn it is, judges every word and gives the result.
//! Nothing that a player does, or fails to do, ends the run.

mod channel;
mod clocks;
mod contestant;
mod course;
mod duplicates;
mod game;
mod gtp;
mod openings;
mod plan;
mod reason;
mod record;
mod run;
mod sprt;
mod statistics;
mod summary;

pub use course::Course;
pub use gtp::Introduction;
pub use openings::{OpeningError, Openings};
pub use plan::{Entrant, Limits, Plan, PlayerSpec, PlayerSpecError, Try};
pub use reason::{REASONS, Reason, ReasonRow, Verdict, reasons_table};
pub use record::{Fallbacks, GameLine, LimitsLine, PlayerLine, Run, RunFileError, RunHeader};
pub use run::{Conduct, Event, Finish, MatchError, Stop, logs_folder, run};
pub use sprt::{Sprt, SprtError, SprtState};
pub use statistics::{Share, Unit, elo};
pub use summary::{EloEstimate, Estimate, ReasonCount, Summary, Times};
