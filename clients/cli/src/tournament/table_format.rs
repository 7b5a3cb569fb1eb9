//! In which form tables are written.

use clap::{Args, ValueEnum};

use crate::output::Output;

/// In which form a table is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// For people
    Table,
    /// Everything, one object a line
    Json,
    /// Everything, with commas (RFC 4180)
    Csv,
    /// For people, as GitHub shows it
    Markdown,
}

impl TableFormat {
    /// The form that `--json` alone chooses, or its absence.
    pub(crate) fn of(output: &Output) -> Self {
        if output.is_json() {
            Self::Json
        } else {
            Self::Table
        }
    }
}

/// The choice between forms.
#[derive(Debug, Args)]
pub(super) struct FormArgs {
    /// The form of the table [default: table, or json with --json]
    #[arg(long, value_enum, value_name = "FORM")]
    format: Option<TableFormat>,
}

impl FormArgs {
    /// The form that was chosen; `--json` alone chooses one as well.
    pub(super) fn form(&self, output: &Output) -> TableFormat {
        self.format.unwrap_or_else(|| TableFormat::of(output))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_goes_before_what_follows() {
        let (text, json) = (Output::new(false), Output::new(true));
        let form = |format, output: &Output| FormArgs { format }.form(output);
        assert_eq!(form(None, &text), TableFormat::Table);
        assert_eq!(form(None, &json), TableFormat::Json);
        assert_eq!(form(Some(TableFormat::Csv), &json), TableFormat::Csv);
    }
}
