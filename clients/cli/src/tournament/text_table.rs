//! Rows and columns of text, in every form in which they are written.

use std::io::{self, Write};

use comfy_table::{CellAlignment, Table, presets};

/// Rows under a header.
#[derive(Debug, Default)]
pub(super) struct TextTable {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

#[derive(Debug)]
struct Column {
    head: String,
    is_words: bool,
}

impl TextTable {
    /// Adds a column of words.
    pub(super) fn text_column(mut self, head: impl Into<String>) -> Self {
        self.columns.push(Column {
            head: head.into(),
            is_words: true,
        });
        self
    }

    /// Adds a column of numbers.
    pub(super) fn number_column(mut self, head: impl Into<String>) -> Self {
        self.columns.push(Column {
            head: head.into(),
            is_words: false,
        });
        self
    }

    /// Adds a row with a cell for each column.
    pub(super) fn add(&mut self, row: Vec<String>) {
        debug_assert_eq!(row.len(), self.columns.len(), "{row:?}");
        self.rows.push(row);
    }

    /// A table for people.
    pub(super) fn text(&self) -> String {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(self.columns.iter().map(|column| plain(&column.head)));
        for row in &self.rows {
            table.add_row(row.iter().map(|cell| plain(cell)));
        }
        for (column, told) in table.column_iter_mut().zip(&self.columns) {
            if !told.is_words {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        table.trim_fmt()
    }

    /// A table as GitHub shows it.
    pub(super) fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
        let head = self.columns.iter().map(|column| escaped(&column.head));
        let side = self
            .columns
            .iter()
            .map(|column| if column.is_words { ":---" } else { "---:" });
        let mut lines = vec![line(head.collect()), line(side.map(Into::into).collect())];
        for row in &self.rows {
            lines.push(line(row.iter().map(|cell| escaped(cell)).collect()));
        }
        lines.join("\n")
    }

    /// Lines with commas; the last one has its end still to come.
    pub(super) fn csv(&self) -> io::Result<String> {
        let mut bytes = Vec::new();
        self.write_csv(&mut bytes)?;
        let text = String::from_utf8(bytes).map_err(io::Error::other)?;
        Ok(text.strip_suffix('\n').unwrap_or(&text).to_owned())
    }

    /// Writes lines with commas.
    pub(super) fn write_csv(&self, to: impl Write) -> io::Result<()> {
        let mut writer = csv_writer(to);
        writer.write_record(self.columns.iter().map(|column| &column.head))?;
        for row in &self.rows {
            writer.write_record(row)?;
        }
        writer.flush()
    }
}

/// Writes lines with commas as RFC 4180 says.
pub(super) fn csv_writer<W: Write>(to: W) -> csv::Writer<W> {
    csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(to)
}

/// Text without what would break its line.
pub(super) fn plain(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Text that Markdown shows as it is.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in plain(text).chars() {
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
    fn numbers_end_where_others_end() {
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
    fn commas_quotes_and_lines_are_read_as_they_were() {
        let text = sheet().csv().unwrap() + "\n";
        assert!(text.starts_with("\"who, if\",points\r\n"), "{text}");
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
        assert_eq!(rows[0], vec![NAME, "3.5"]);
        assert_eq!(rows[1], vec!["two\nlines `x`", "10"]);
    }

    #[test]
    fn markdown_has_a_line_a_row_and_says_nothing_of_its_own() {
        let text = sheet().markdown();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[0], "| who, if | points |");
        assert_eq!(lines[1], "| :--- | ---: |");
        assert_eq!(lines[2], r#"| \<a\&b\|"c",d\> | 3.5 |"#);
        assert_eq!(lines[3], r"| two lines \`x\` | 10 |");
    }
}
