//! Tables of text, in all output formats.

use std::io::{self, Write};

use botwerk_engine::plain_line;
use comfy_table::{CellAlignment, Table, presets};

/// Rows of text under a header.
#[derive(Debug, Default)]
pub(super) struct TextTable {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

#[derive(Debug)]
struct Column {
    head: String,
    is_text: bool,
}

impl TextTable {
    /// Adds a left-aligned column.
    pub(super) fn text_column(mut self, head: impl Into<String>) -> Self {
        self.columns.push(Column {
            head: head.into(),
            is_text: true,
        });
        self
    }

    /// Adds a right-aligned column.
    pub(super) fn number_column(mut self, head: impl Into<String>) -> Self {
        self.columns.push(Column {
            head: head.into(),
            is_text: false,
        });
        self
    }

    /// Adds a row with one cell per column.
    pub(super) fn add(&mut self, row: Vec<String>) {
        debug_assert_eq!(row.len(), self.columns.len(), "{row:?}");
        self.rows.push(row);
    }

    /// Returns the table as aligned text.
    pub(super) fn text(&self) -> String {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(self.columns.iter().map(|column| plain_line(&column.head)));
        for row in &self.rows {
            table.add_row(row.iter().map(|cell| plain_line(cell)));
        }
        for (column, column_spec) in table.column_iter_mut().zip(&self.columns) {
            if !column_spec.is_text {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        table.trim_fmt()
    }

    /// Returns the table as GitHub Markdown.
    pub(super) fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
        let head = self
            .columns
            .iter()
            .map(|column| escape_markdown(&column.head));
        let alignment = self
            .columns
            .iter()
            .map(|column| if column.is_text { ":---" } else { "---:" });
        let mut lines = vec![
            line(head.collect()),
            line(alignment.map(Into::into).collect()),
        ];
        for row in &self.rows {
            lines.push(line(row.iter().map(|cell| escape_markdown(cell)).collect()));
        }
        lines.join("\n")
    }

    /// Returns the table as CSV, without the last line feed.
    pub(super) fn csv(&self) -> io::Result<String> {
        let mut bytes = Vec::new();
        self.write_csv(&mut bytes)?;
        let text = String::from_utf8(bytes).map_err(io::Error::other)?;
        Ok(text.strip_suffix('\n').unwrap_or(&text).to_owned())
    }

    /// Writes the table as CSV.
    pub(super) fn write_csv(&self, writer: impl Write) -> io::Result<()> {
        let mut writer = csv_writer(writer);
        writer.write_record(self.columns.iter().map(|column| &column.head))?;
        for row in &self.rows {
            writer.write_record(row)?;
        }
        writer.flush()
    }
}

/// Creates a CSV writer with the line ends of RFC 4180.
pub(super) fn csv_writer<W: Write>(writer: W) -> csv::Writer<W> {
    csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(writer)
}

/// Returns rows as text, in columns without borders.
pub(crate) fn columns<const N: usize>(rows: impl IntoIterator<Item = [String; N]>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    for row in rows {
        table.add_row(row);
    }
    table.trim_fmt()
}

/// Escapes all characters that have a meaning in Markdown.
pub(super) fn escape_markdown(text: &str) -> String {
    let mut escaped = String::new();
    for character in plain_line(text).chars() {
        if r"\`*_[]<>|~&$#".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: &str = "<a&b|\"c\",d>";

    fn sheet() -> TextTable {
        let mut sheet = TextTable::default()
            .text_column("who, if")
            .number_column("points");
        sheet.add(vec![NAME.into(), "3.5".into()]);
        sheet.add(vec!["two\nlines `x`".into(), "10".into()]);
        sheet
    }

    #[test]
    fn numbers_are_right_aligned() {
        let text = sheet().text();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert!(
            lines[1].contains(NAME) && lines[1].ends_with("   3.5"),
            "{text}"
        );
        assert!(lines[2].ends_with("    10"), "{text}");
    }

    #[test]
    fn csv_can_be_read_back() {
        let text = sheet().csv().unwrap() + "\n";
        assert!(text.starts_with("\"who, if\",points\r\n"), "{text}");
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
        assert_eq!(rows[0], vec![NAME, "3.5"]);
        assert_eq!(rows[1], vec!["two\nlines `x`", "10"]);
    }

    #[test]
    fn markdown_escapes_cells() {
        let text = sheet().markdown();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[0], "| who, if | points |");
        assert_eq!(lines[1], "| :--- | ---: |");
        assert_eq!(lines[2], r#"| \<a\&b\|"c",d\> | 3.5 |"#);
        assert_eq!(lines[3], r"| two lines \`x\` | 10 |");
    }
}
