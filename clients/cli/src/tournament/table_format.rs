//! Output formats of tables.

use clap::{Args, ValueEnum};

use crate::output::Output;

/// The output format of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// Aligned text
    Table,
    /// All fields, one JSON object per line
    Json,
    /// All fields, comma-separated (RFC 4180)
    Csv,
    /// GitHub Markdown
    Markdown,
}

impl TableFormat {
    /// Returns the default format, with or without `--json`.
    pub(crate) fn default_for(output: &Output) -> Self {
        if output.is_json() {
            Self::Json
        } else {
            Self::Table
        }
    }
}

/// The argument that selects a format.
#[derive(Debug, Args)]
pub(super) struct FormatArgs {
    /// Format of the table [default: table, or json with --json]
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<TableFormat>,
}

impl FormatArgs {
    /// Returns `true` if a format is given.
    pub(super) const fn is_given(&self) -> bool {
        self.format.is_some()
    }

    /// Returns the selected format, or the default one.
    pub(super) fn format_or_default(&self, output: &Output) -> TableFormat {
        self.format
            .unwrap_or_else(|| TableFormat::default_for(output))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn explicit_format_takes_precedence() {
        let (text, json) = (Output::new(false), Output::new(true));
        let format_or_default =
            |format, output: &Output| FormatArgs { format }.format_or_default(output);
        assert_eq!(format_or_default(None, &text), TableFormat::Table);
        assert_eq!(format_or_default(None, &json), TableFormat::Json);
        assert_eq!(
            format_or_default(Some(TableFormat::Csv), &json),
            TableFormat::Csv
        );
    }
}
