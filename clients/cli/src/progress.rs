//! A bar for long work: on a terminal, and nowhere else.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar of so many pieces, `what` they are, on standard error.
pub fn bar(pieces: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(pieces), ProgressDrawTarget::stderr());
    if !io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    // The template is fixed, and the bar's own look would do as well.
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {prefix} {msg}") {
        bar.set_style(style);
    }
    bar.set_prefix(what.to_owned());
    bar
}
