//! Stands for PostgreSQL databases in a program without them: none can be copied.

use super::super::DatabaseError;
use super::super::table::{Row, Table};
use crate::store::PostgresUrl;

/// No database.
pub(super) enum PostgresSide {}

impl PostgresSide {
    pub(super) fn migrate(url: &PostgresUrl) -> Result<(), DatabaseError> {
        match *url {}
    }

    pub(super) fn open_source(url: &PostgresUrl) -> Result<Self, DatabaseError> {
        match *url {}
    }

    pub(super) fn open_target(url: &PostgresUrl) -> Result<Self, DatabaseError> {
        match *url {}
    }

    pub(super) fn page(
        &mut self,
        _: &Table,
        _: Option<&Row>,
        _: usize,
    ) -> Result<Vec<Row>, DatabaseError> {
        match *self {}
    }

    pub(super) fn insert(&mut self, _: &Table, _: &[Row]) -> Result<(), DatabaseError> {
        match *self {}
    }

    pub(super) fn commit(self) -> Result<(), DatabaseError> {
        match self {}
    }
}
