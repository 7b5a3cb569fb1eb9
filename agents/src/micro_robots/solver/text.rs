//! Shortest routes between spaces given as text in the notation.

use botwerk_engine::micro_robots::{Board, BoardError, Space};
use botwerk_engine::notation::ParseError;

use super::{Instance, InstanceError, Solver};

/// The error for texts that are not a task.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The text is not a valid board (MR-5).
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The text of a space is not a space.
    #[error("{role}: {error}")]
    Space {
        /// Role of the space: `start`, `target` or `intermediate target`.
        role: &'static str,
        /// The error in its text.
        error: ParseError,
    },
    /// Two of the spaces are equal (MR-6).
    #[error(transparent)]
    Instance(#[from] InstanceError),
}

/// Returns a shortest route between spaces on a board, written `1P-6P-6W`.
///
/// Returns `None` if no moves lead to the target, as is possible on a board of MR-5. With an
/// intermediate target the route is the shortest of the expert variant (MR-29).
///
/// # Errors
/// Returns a [`SolveError`] if the board or a space is not in the notation, or two spaces are
/// equal.
///
/// ```
/// use botwerk_agents::micro_robots::solver::solve_text;
/// let board = "2Y 1W 1B 5P 2P 3P / 2W 2G 2R 6R 4R 3Y / 4P 6G 4W 4B 5G 3G / \
///              6P 5Y 1P 6W 6B 2B / 1R 5B 6Y 3R 4Y 3W / 1G 5R 1Y 3B 4G 5W";
/// assert_eq!(solve_text(board, "1P", "6W", None).unwrap().unwrap(), "1P-6P-6W");
/// let error = solve_text(board, "1P", "1P", None).unwrap_err();
/// assert_eq!(error.to_string(), "the target 1P is the start");
/// ```
pub fn solve_text(
    board: &str,
    start: &str,
    target: &str,
    intermediate: Option<&str>,
) -> Result<Option<String>, SolveError> {
    let board: Board = board.parse()?;
    let start = parse_space("start", start)?;
    let target = parse_space("target", target)?;
    let intermediate = match intermediate {
        Some(text) => Some(parse_space("intermediate target", text)?),
        None => None,
    };
    let instance = Instance::new(start, target, intermediate)?;
    let solution = Solver::new(&board).shortest(&instance);
    Ok(solution.map(|solution| solution.route.to_string()))
}

fn parse_space(role: &'static str, text: &str) -> Result<Space, SolveError> {
    text.parse()
        .map_err(|error| SolveError::Space { role, error })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "2Y 1W 1B 5P 2P 3P / 2W 2G 2R 6R 4R 3Y / 4P 6G 4W 4B 5G 3G / \
                         6P 5Y 1P 6W 6B 2B / 1R 5B 6Y 3R 4Y 3W / 1G 5R 1Y 3B 4G 5W";

    fn message(board: &str, start: &str, target: &str, intermediate: Option<&str>) -> String {
        solve_text(board, start, target, intermediate)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn mr_5_board_error_names_the_faulty_space() {
        assert_eq!(
            message(&BOARD.replace("5W", "2Y"), "1P", "2W", None),
            "board: 2Y occurs twice and 5W is missing"
        );
        assert!(message("2Y 1W", "1P", "2W", None).starts_with("board: at byte 5: expected"));
    }

    #[test]
    fn space_error_names_its_role() {
        assert!(message(BOARD, "7P", "2W", None).starts_with("start: space: at byte 0"));
        assert!(message(BOARD, "1P", "", None).starts_with("target: space: at byte 0"));
        let intermediate = message(BOARD, "1P", "2W", Some("1p"));
        assert!(intermediate.starts_with("intermediate target: space: at byte 0"));
    }

    #[test]
    fn mr_6_instance_error_names_the_equal_spaces() {
        assert_eq!(
            message(BOARD, "1P", "2W", Some("1P")),
            "the intermediate target 1P is the start"
        );
        assert_eq!(
            message(BOARD, "1P", "2W", Some("2W")),
            "the intermediate target 2W is the target"
        );
    }

    #[test]
    fn mr_5_unreachable_target_has_no_route() {
        // Every row holds a diagonal of the 6x6 combinations, so that spaces match only within
        // columns, and only by number.
        let rows: Vec<String> = (0..6)
            .map(|row| {
                let spaces = (0..6).map(|column| {
                    let letter = b"BYGRPW"[(row + column) % 6] as char;
                    format!("{}{letter}", column + 1)
                });
                spaces.collect::<Vec<_>>().join(" ")
            })
            .collect();
        let board = rows.join(" / ");
        assert_eq!(solve_text(&board, "1B", "2Y", None), Ok(None));
        assert_eq!(
            solve_text(&board, "1B", "1Y", None),
            Ok(Some("1B-1Y".into()))
        );
        assert_eq!(solve_text(&board, "1B", "1Y", Some("2Y")), Ok(None));
    }
}
