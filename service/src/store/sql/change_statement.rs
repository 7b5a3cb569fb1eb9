//! A statement of a change that SQLite and PostgreSQL make in the same way.

use std::borrow::Cow;

use super::ColumnValue;
use crate::error::{Error, Reason};
use crate::store::{AuditRow, StoreError};

/// A statement of a change. Its text marks values as `$1`, `$2` and so on.
#[derive(Debug)]
pub(crate) struct ChangeStatement {
    pub(crate) sql: Cow<'static, str>,
    pub(crate) values: Vec<ColumnValue>,
    /// Why the whole change is rejected if the statement changes no row.
    pub(crate) rejection: Option<StoreError>,
}

impl ChangeStatement {
    pub(super) fn new(sql: impl Into<Cow<'static, str>>, values: Vec<ColumnValue>) -> Self {
        Self {
            sql: sql.into(),
            values,
            rejection: None,
        }
    }

    /// Returns the same statement with why the change is rejected if it changes no row.
    pub(super) fn or(self, reason: Reason, message: impl Into<String>) -> Self {
        let rejection = Some(StoreError::Rejected(Error::new(reason, message)));
        Self { rejection, ..self }
    }
}

/// Returns a statement that is rejected if it changes no row of an owner.
pub(super) fn existing_owner(
    sql: &'static str,
    values: Vec<ColumnValue>,
    owner: &str,
) -> ChangeStatement {
    let message = format!("there is no owner `{owner}`");
    ChangeStatement::new(sql, values).or(Reason::NotFound, message)
}

/// Returns the statement that stores an entry of the audit log.
pub(super) fn audit_statement(entry: &AuditRow) -> ChangeStatement {
    let sql = "INSERT INTO audit_log (at_micros, actor, act, subject, detail) VALUES ($1, $2, $3, $4, $5)";
    let AuditRow {
        number: _,
        at_micros,
        actor,
        act,
        subject,
        detail,
    } = entry;
    let texts = [actor, act, subject, detail].map(|text| text.as_str().into());
    let values = [(*at_micros).into()].into_iter().chain(texts);
    ChangeStatement::new(sql, values.collect())
}
