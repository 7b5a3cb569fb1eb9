//! Measured figures as they are printed.

use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use comfy_table::{CellAlignment, Table, presets};
use serde_json::json;

use super::figure::Figure;

/// Prints measured figures: JSON at once, a table at the end.
#[derive(Default)]
pub(crate) struct FigureReport {
    rows: Vec<[String; 5]>,
    has_defect: bool,
}

impl FigureReport {
    /// Adds a figure.
    pub(crate) fn add(
        &mut self,
        figure: &Figure,
        value: f64,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let Figure {
            name, unit, target, ..
        } = figure;
        let met = figure.is_met(value).filter(|_| !value.is_nan());
        self.has_defect |= figure.is_defect(value);
        if output.is_json() {
            let line =
                json!({"name": name, "value": value, "unit": unit, "target": target, "met": met});
            output.json(&line)?;
            return output.flush();
        }
        let met = met.map_or("", |met| if met { "yes" } else { "no" });
        let row = [name, &*rounded(value), unit, &*figure.target_text(), met];
        self.rows.push(row.map(str::to_owned));
        Ok(())
    }

    /// Prints the table.
    ///
    /// # Errors
    /// Returns an error if a figure is a defect of the program.
    pub(crate) fn end(self, output: &mut Output) -> Result<(), Failure> {
        let has_defect = self.has_defect;
        if !output.is_json() {
            self.print_table(output)?;
        }
        if has_defect {
            return Err(Failure::ReportedNegative);
        }
        Ok(())
    }

    fn print_table(self, output: &mut Output) -> Result<(), Failure> {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(["figure", "value", "unit", "target", "met"]);
        table.add_rows(self.rows);
        if let Some(values) = table.column_mut(1) {
            values.set_cell_alignment(CellAlignment::Right);
        }
        output.line(table.trim_fmt())
    }
}

/// Formats a value with about four digits. What has not ended within its limit is infinite; what could not be measured
/// is no number.
fn rounded(value: f64) -> String {
    match value.abs() {
        size if size.is_nan() => "not measured".into(),
        size if size.is_infinite() => "no end".into(),
        size if size >= 1000.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_values_have_about_four_digits() {
        assert_eq!(rounded(61_234.56), "61235");
        assert_eq!(rounded(23.45678), "23.5");
        assert_eq!(rounded(0.78912), "0.789");
        assert_eq!(rounded(f64::INFINITY), "no end");
        assert_eq!(rounded(f64::NAN), "not measured");
    }
}
