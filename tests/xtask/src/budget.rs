//! Budgets: figures that must not grow without a reason. They are in `tests/budgets.txt`.

use std::collections::BTreeMap;

use crate::Failure;

/// The greatest value of each figure.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Budgets(BTreeMap<String, u64>);

impl Budgets {
    /// Reads lines such as `crates of the default program = 190`; `#` begins a comment.
    pub(crate) fn parse(text: &str) -> Result<Self, Failure> {
        let mut budgets = BTreeMap::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let read = line.split_once('=').and_then(|(name, value)| {
                let value = value.trim().replace('_', "").parse().ok()?;
                Some((name.trim().to_owned(), value))
            });
            let number = number + 1;
            let (name, value) =
                read.ok_or_else(|| format!("line {number}: expected FIGURE = NUMBER"))?;
            if budgets.insert(name.clone(), value).is_some() {
                return Err(format!("line {number}: {name} has a budget already"));
            }
        }
        Ok(Self(budgets))
    }

    /// Prints figures with their budgets, and fails with the figures above them. Every figure needs a budget.
    pub(crate) fn compare(&self, figures: &[(&str, u64)]) -> Result<(), Failure> {
        let mut failures = Vec::new();
        for (name, value) in figures {
            let Some(budget) = self.0.get(*name) else {
                failures.push(format!("{name} is {value} and has no budget"));
                continue;
            };
            println!("{name:<52} {value:>9} of {budget:>9}");
            if value > budget {
                failures.push(format!("{name} is {value}, its budget {budget}"));
            }
        }
        if failures.is_empty() {
            return Ok(());
        }
        Err(format!(
            "{}; lower it, or raise the budget in tests/budgets.txt and say why in the commit",
            failures.join("; ")
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_above_their_budget_fail() {
        let budgets = Budgets::parse("# why\nlines = 1_000 # of all\n\ncrates = 7\n").unwrap();
        assert_eq!(budgets.compare(&[("lines", 1000), ("crates", 7)]), Ok(()));
        let failure = budgets
            .compare(&[("lines", 1001), ("crates", 6)])
            .unwrap_err();
        assert!(
            failure.starts_with("lines is 1001, its budget 1000;"),
            "{failure}"
        );
        let failure = budgets.compare(&[("commands", 3)]).unwrap_err();
        assert!(
            failure.starts_with("commands is 3 and has no budget"),
            "{failure}"
        );
    }

    #[test]
    fn unreadable_budgets_are_named_by_line() {
        let unreadable = Budgets::parse("lines = 5\ncrates: 7\n");
        assert_eq!(unreadable, Err("line 2: expected FIGURE = NUMBER".into()));
        let twice = Budgets::parse("lines = 5\nlines = 7\n");
        assert_eq!(twice, Err("line 2: lines has a budget already".into()));
    }
}
