//! A progress bar on standard error, for what takes more than a moment.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use botwerk_engine::plain_lines;

use super::output::columns;

/// Least time between two drawings of items that are counted.
const DRAW_INTERVAL: Duration = Duration::from_millis(100);

/// Number of characters of the bar itself.
const BAR_WIDTH: u64 = 40;

/// A progress bar on standard error, which is shown only on a terminal, and erased when it is dropped.
///
/// ```
/// let bar = botwerk_command::progress_bar::ProgressBar::new(10, "matches");
/// bar.inc(1);
/// ```
#[derive(Debug)]
pub struct ProgressBar {
    /// What the items are.
    unit: String,
    is_shown: bool,
    state: Mutex<BarState>,
}

#[derive(Debug, Default)]
struct BarState {
    position: u64,
    length: u64,
    message: String,
    drawn_lines: usize,
    drawn_at: Option<Instant>,
}

impl ProgressBar {
    /// Creates a bar for a number of items.
    pub fn new(length: u64, unit: &str) -> Self {
        Self {
            unit: unit.to_owned(),
            is_shown: io::stderr().is_terminal(),
            state: Mutex::new(BarState {
                length,
                ..BarState::default()
            }),
        }
    }

    /// Counts items that are done.
    pub fn inc(&self, items: u64) {
        let mut state = self.state();
        state.position += items;
        self.draw_if_due(&mut state);
    }

    /// Sets how many items are done.
    pub fn set_position(&self, position: u64) {
        let mut state = self.state();
        state.position = position;
        self.draw_if_due(&mut state);
    }

    /// Sets the number of items.
    pub fn set_length(&self, length: u64) {
        self.state().length = length;
    }

    /// Sets what follows the bar, which may have several lines, and shows it at once.
    pub fn set_message(&self, message: impl Into<String>) {
        let mut state = self.state();
        state.message = message.into();
        self.draw(&mut state);
    }

    /// Prints something above the bar.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        let mut state = self.state();
        state.erase();
        let printed = print();
        self.draw(&mut state);
        printed
    }

    /// Erases the bar, until it changes again.
    pub fn clear(&self) {
        self.state().erase();
    }

    fn state(&self) -> MutexGuard<'_, BarState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn draw_if_due(&self, state: &mut BarState) {
        if state
            .drawn_at
            .is_none_or(|at| at.elapsed() >= DRAW_INTERVAL)
        {
            self.draw(state);
        }
    }

    fn draw(&self, state: &mut BarState) {
        if !self.is_shown {
            return;
        }
        let lines = state.lines(&self.unit, columns());
        state.erase();
        state.drawn_lines = lines.len();
        state.drawn_at = Some(Instant::now());
        // Without standard error the bar is not shown.
        let _ = write!(io::stderr(), "{}", lines.join("\n"));
    }
}

impl Drop for ProgressBar {
    fn drop(&mut self) {
        self.clear();
    }
}

impl BarState {
    /// Erases what is drawn.
    fn erase(&mut self) {
        let erasing = match std::mem::take(&mut self.drawn_lines) {
            0 => return,
            1 => "\r\x1b[J".to_owned(),
            lines => format!("\r\x1b[{}A\x1b[J", lines - 1),
        };
        let _ = write!(io::stderr(), "{erasing}");
    }

    /// Returns the lines to draw, none longer than the terminal: a line that wraps could not be erased.
    fn lines(&self, unit: &str, columns: usize) -> Vec<String> {
        let done = self.position.min(self.length);
        let filled = (done * BAR_WIDTH).checked_div(self.length).unwrap_or(0);
        let bar = "█".repeat(filled as usize) + &"░".repeat((BAR_WIDTH - filled) as usize);
        let text = format!(
            "{bar} {}/{} {unit} {}",
            self.position, self.length, self.message
        );
        let text = plain_lines(&text);
        let shortened = |line: &str| line.chars().take(columns - 1).collect();
        text.lines().map(shortened).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bar_fills_and_no_line_is_longer_than_the_terminal() {
        let mut state = BarState {
            length: 4,
            ..BarState::default()
        };
        assert!(state.lines("matches", 80)[0].starts_with("░░░░"));
        (state.position, state.message) = (2, "1 min left\nsecond line\x1b[2J".into());
        let lines = state.lines("matches", 80);
        assert!(lines[0].ends_with("░ 2/4 matches 1 min left"), "{lines:?}");
        assert_eq!(lines[0].matches('█').count(), 20);
        assert!(!lines[1].contains('\x1b'), "{lines:?}");
        assert!(
            state
                .lines("matches", 20)
                .iter()
                .all(|line| line.chars().count() == 19 || line.starts_with("second"))
        );
        (state.position, state.length) = (5, 0);
        assert!(state.lines("matches", 80)[0].contains(" 5/0 matches"));
    }
}
