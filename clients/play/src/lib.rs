//! Matches in a terminal, played and watched, and the texts about them, which language models read as well.

pub mod match_text;
pub mod plain_text;
pub mod play;
pub mod rules_text;
mod spectator_view;
pub mod turn_draft;
pub mod watch;
