//! Matches from their making to their record, over real connections.

mod matches;
