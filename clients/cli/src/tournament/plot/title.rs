//! The texts of a tournament that its plots share.

use botwerk_client::proto;

use crate::plot::page::Heading;

/// Returns a heading of the tournament's name and the subject, with a line that explains it.
pub(super) fn heading(table: &proto::GetStandingsResponse, subject: &str, note: String) -> Heading {
    let tournament = table.tournament.as_ref();
    let setup = tournament.and_then(|tournament| tournament.setup.as_ref());
    let name = setup.map_or("", |setup| &setup.name);
    Heading::new(format!("{name}: {subject}"), note)
}

/// Returns an entrant's name, and whether it is withdrawn.
pub(super) fn label(line: &proto::Standing) -> String {
    let withdrawn = if line.withdrawn { " (withdrawn)" } else { "" };
    format!("{}{withdrawn}", line.entrant)
}
