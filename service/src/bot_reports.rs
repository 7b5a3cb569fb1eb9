//! How bots have played their last matches in tournaments, for their authors.

use std::collections::BTreeMap;
use std::sync::Arc;

use botwerk_engine::{Termination, plain_line};
use botwerk_tournament::configuration::Player;
use botwerk_tournament::{SeatStats, Standing, TurnTimes};

use crate::background;
use crate::error::Error;
use crate::ids::{MatchId, TournamentId};
use crate::room::{MatchSetup, TournamentMatch};
use crate::seat_result::SeatResult;
use crate::store::{AttemptKey, MatchFilter, MatchRow, PlayerFilter, SeatLogStore, Store};
use crate::tournaments::{RatingPoint, Tournament, Tournaments};

/// Number of matches that a report is about.
const MAX_MATCHES: usize = 200;

/// Maximum number of pages that are read to find them. The index also has matches of other players with the same name.
const MAX_PAGES: usize = 8;

/// Maximum number of leagues whose standings are computed for a report.
const MAX_LEAGUES: usize = 4;

/// Maximum length of a line of a log, in bytes.
const MAX_LINE_BYTES: usize = 1024;

/// The reports about all bots.
pub(crate) struct BotReports {
    pub(crate) matches: Arc<dyn Store>,
    pub(crate) seat_logs: Arc<dyn SeatLogStore>,
    pub(crate) tournaments: Tournaments,
}

/// How a bot has played its last matches.
#[derive(Debug)]
pub(crate) struct BotReport {
    pub(crate) bot: String,
    pub(crate) ratings: Vec<LeagueRating>,
    /// The newest first.
    pub(crate) matches: Vec<ReportedBotMatch>,
    pub(crate) faults: Vec<ReportedFault>,
    pub(crate) turn_times: TurnTimes,
}

/// The standing of a bot in a league.
#[derive(Debug)]
pub(crate) struct LeagueRating {
    pub(crate) tournament: TournamentId,
    pub(crate) display_name: String,
    pub(crate) entrant: String,
    pub(crate) standing: Standing,
    /// Its ratings so far, the oldest first.
    pub(crate) history: Vec<RatingPoint>,
}

/// A match of a bot.
#[derive(Debug)]
pub(crate) struct ReportedBotMatch {
    pub(crate) id: MatchId,
    pub(crate) attempt: AttemptKey,
    /// The seat of the bot.
    pub(crate) seat: usize,
    /// The names of the other seats.
    pub(crate) opponents: Vec<String>,
    pub(crate) result: Option<SeatResult>,
    pub(crate) termination: Option<Termination>,
    pub(crate) created_micros: i64,
    pub(crate) ended_micros: Option<i64>,
    /// How the bot has played, once the tournament has a result of the match.
    pub(crate) stats: Option<SeatStats>,
}

/// A kind of fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BotFaultKind {
    Unparsable,
    Illegal,
    Flagged,
    Crashed,
    Offline,
}

/// The faults of a kind in the matches of a report.
#[derive(Debug)]
pub(crate) struct ReportedFault {
    pub(crate) kind: BotFaultKind,
    /// Number of matches with such a fault.
    pub(crate) matches: u32,
    /// The newest of them.
    pub(crate) newest: MatchId,
    /// The last line of its log that is not blank; empty without one, and if the reader may not know it.
    pub(crate) log_line: String,
}

impl BotFaultKind {
    const ALL: [Self; 5] = [
        Self::Unparsable,
        Self::Illegal,
        Self::Flagged,
        Self::Crashed,
        Self::Offline,
    ];

    fn is_of(self, stats: &SeatStats) -> bool {
        let left = stats.termination;
        match self {
            Self::Unparsable => stats.unparsable_submissions > 0,
            Self::Illegal => stats.illegal_submissions > 0 || left == Some(Termination::Illegal),
            Self::Flagged => left == Some(Termination::Flagged),
            Self::Crashed => left == Some(Termination::Crashed),
            Self::Offline => matches!(left, Some(Termination::Disconnected | Termination::NoShow)),
        }
    }
}

impl BotReports {
    /// Reports about a bot; to a reader who may read its logs, with lines of them.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn report(&self, bot: &str, may_read_logs: bool) -> Result<BotReport, Error> {
        let mut matches = self.last_matches(bot).await?;
        self.add_stats(&mut matches).await?;
        let mut faults = Vec::new();
        for kind in BotFaultKind::ALL {
            let mut with_fault = matches
                .iter()
                .filter(|it| it.stats.iter().any(|it| kind.is_of(it)));
            let Some(newest) = with_fault.next() else {
                continue;
            };
            let log_line = if may_read_logs {
                let log = self.seat_logs.seat_log(&newest.id, newest.seat).await?;
                last_line(&log.text)
            } else {
                String::new()
            };
            faults.push(ReportedFault {
                kind,
                matches: 1 + with_fault.count() as u32,
                newest: newest.id.clone(),
                log_line,
            });
        }
        let mut turn_times = TurnTimes::default();
        for stats in matches.iter().filter_map(|it| it.stats.as_ref()) {
            turn_times.merge(&stats.turn_times);
        }
        Ok(BotReport {
            bot: bot.to_owned(),
            ratings: self.ratings(bot, &matches).await,
            matches,
            faults,
            turn_times,
        })
    }

    /// Reads the last matches of a bot.
    async fn last_matches(&self, bot: &str) -> Result<Vec<ReportedBotMatch>, Error> {
        let mut filter = MatchFilter {
            player: Some(PlayerFilter {
                name: bot.to_owned(),
                ..PlayerFilter::default()
            }),
            ..MatchFilter::default()
        };
        let mut matches = Vec::new();
        for _ in 0..MAX_PAGES {
            let limit = MAX_MATCHES - matches.len();
            let page = self.matches.list(&filter, limit).await?;
            let name = bot.to_owned();
            let read = move || {
                let read = page.rows.iter().map(|row| bot_match(row, &name));
                Ok::<_, Error>((read.collect::<Result<Vec<_>, _>>()?, page.next))
            };
            let (read, next) = background::compute(read).await?;
            matches.extend(read.into_iter().flatten());
            if next.is_none() || matches.len() >= MAX_MATCHES {
                break;
            }
            filter.before = next;
        }
        Ok(matches)
    }

    /// Adds what the results of the tournaments say about the bot.
    async fn add_stats(&self, matches: &mut [ReportedBotMatch]) -> Result<(), Error> {
        let mut pairings: BTreeMap<TournamentId, Vec<u64>> = BTreeMap::new();
        for found in &*matches {
            let AttemptKey {
                tournament,
                pairing,
                ..
            } = found.attempt.clone();
            pairings.entry(tournament).or_default().push(pairing);
        }
        let mut stats = BTreeMap::new();
        for (id, pairings) in pairings {
            for row in self.tournaments.attempts_at(&id, pairings).await? {
                if let (Some(played), Some(result)) = (row.played, row.result) {
                    stats.insert(played.id, result.seat_stats);
                }
            }
        }
        for found in matches {
            let seats = stats.get(&found.id);
            found.stats = seats.and_then(|seats| seats.get(found.seat)).cloned();
        }
        Ok(())
    }

    /// Returns the standings of the bot in the leagues of its newest matches. A league that cannot be read is left out.
    async fn ratings(&self, bot: &str, matches: &[ReportedBotMatch]) -> Vec<LeagueRating> {
        let mut tournaments: Vec<&TournamentId> = Vec::new();
        for found in matches {
            if !tournaments.contains(&&found.attempt.tournament) {
                tournaments.push(&found.attempt.tournament);
            }
        }
        let mut ratings = Vec::new();
        for id in tournaments {
            let description = self.tournaments.describe(id).await;
            let is_league = |tournament: &Tournament| tournament.configuration.format.is_league();
            if !description.is_ok_and(|it| is_league(&it.tournament)) {
                continue;
            }
            let Ok(of) = self.tournaments.standings(id).await else {
                continue;
            };
            let configuration = &of.description.tournament.configuration;
            let is_bot = |standing: &&Standing| {
                let entrant = configuration.entrants.get(standing.entrant);
                entrant.is_some_and(|it| matches!(&it.player, Player::Bot(name) if name == bot))
            };
            if let Some(standing) = of.standings.iter().find(is_bot) {
                let history = self.tournaments.rating_history(id, standing.entrant).await;
                ratings.push(LeagueRating {
                    tournament: id.clone(),
                    display_name: configuration.name.clone(),
                    entrant: of
                        .description
                        .tournament
                        .entrant_name(standing.entrant)
                        .to_owned(),
                    standing: standing.clone(),
                    // What is missing there is no reason to hide the rest.
                    history: history.unwrap_or_default(),
                });
            }
            if ratings.len() == MAX_LEAGUES {
                break;
            }
        }
        ratings
    }
}

/// Reads a match; `None` if no seat of a tournament is the bot's, but a player has its name.
fn bot_match(row: &MatchRow, bot: &str) -> Result<Option<ReportedBotMatch>, Error> {
    let setup = MatchSetup::read(row)?;
    let seat = setup
        .seats
        .iter()
        .position(|it| it.bot.as_deref() == Some(bot));
    let Some((seat, TournamentMatch { attempt, .. })) = seat.zip(setup.tournament) else {
        return Ok(None);
    };
    let outcome = row.read_outcome();
    let outcome = outcome.as_ref();
    let others = setup.header.seats.into_iter().enumerate();
    let others = others.filter(|(other, _)| *other != seat);
    Ok(Some(ReportedBotMatch {
        id: row.id.clone(),
        attempt,
        seat,
        opponents: others.map(|(_, other)| other.name).collect(),
        result: outcome.and_then(|it| SeatResult::from_places(&it.places, seat)),
        termination: outcome.and_then(|it| it.terminations.get(seat).copied().flatten()),
        created_micros: row.created_micros,
        ended_micros: row.ended_micros,
        stats: None,
    }))
}

/// Returns the last line of a log that is not blank, which tells more than the first: programs write there why they end.
fn last_line(log: &str) -> String {
    let mut lines = log.lines().rev().map(plain_line);
    let line = lines
        .find(|line| !line.trim().is_empty())
        .unwrap_or_default();
    let line = line.trim();
    let ends = line.char_indices().map(|(start, c)| start + c.len_utf8());
    let end = ends.take_while(|end| *end <= MAX_LINE_BYTES).last();
    line[..end.unwrap_or(0)].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_line_of_a_log_is_short_and_plain() {
        assert_eq!(last_line("first\n\x1b[1m why \n \n\n"), "[1m why");
        assert_eq!(last_line(" \n"), "");
        assert_eq!(last_line(&"ä".repeat(600)), "ä".repeat(512));
    }
}
