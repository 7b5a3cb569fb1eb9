//! Audit of stored tournaments: compares results with records, and sums with results.

use std::collections::{BTreeMap, BTreeSet};

use botwerk_client::proto;
use botwerk_engine::record::{Header, StartOrigin};
use botwerk_engine::{
    ADJUDICATED, GameId, GameNotation, Options, RootSeed, SeedSalt, Termination, hex,
};
use botwerk_service::{Database, DatabaseError, MatchState, StoredRecord};
use botwerk_tournament::configuration::Configuration;
use botwerk_tournament::{TournamentSeed, TournamentTally, opening_index};
use botwerk_tournament_wire::{configuration, match_result, termination};
use proto::TournamentState;

use crate::failure::{Failure, Reason};
use crate::server_failure::database_failure;

/// Number of pairings per page.
const PAGE_SIZE: u32 = 500;

/// The outcome of an audit.
#[derive(Debug, Default)]
pub struct Audit {
    /// Number of matches with a result.
    pub results: u64,
    /// Number of attempts that do not count.
    pub repeated: u64,
    /// The faults that were found, as text.
    pub faults: Vec<String>,
}

/// Compares a tournament's results with its records, and its sums with its results, in one state of the database: servers
/// may play the tournament in the meantime.
///
/// # Errors
/// Returns an error if the database cannot be read.
pub fn audit(database: &Database, name: &str) -> Result<Audit, Failure> {
    let _snapshot = database.snapshot().map_err(database_failure)?;
    let standings = database.standings(name).map_err(database_failure)?;
    let tournament = standings.tournament.clone().unwrap_or_default();
    let setup = tournament.setup.clone().unwrap_or_default();
    let configuration = configuration(&setup).map_err(|faults| {
        let message = faults
            .first()
            .map_or("", |fault| &*fault.message)
            .to_owned();
        Failure::new(Reason::Corrupt, format!("{name}: setup: {message}"))
    })?;
    let block = configuration
        .rotation
        .matches_per_block(configuration.seats);
    let annulled = tournament
        .withdrawals
        .iter()
        .filter(|withdrawal| withdrawal.is_annulled);
    let annulled: BTreeSet<usize> = annulled
        .filter_map(|withdrawal| entrant(&configuration, &withdrawal.entrant))
        .collect();
    let game = configuration.game;
    let openings = canonical_openings(game, &configuration)
        .map_err(|message| Failure::new(Reason::Corrupt, format!("{name}: {message}")))?;
    let mut auditor = Auditor {
        database,
        openings,
        seeds: RootSeed::from_hex(&tournament.seed).map(TournamentSeed::new),
        tally: TournamentTally::new(configuration.entrants.len(), block, annulled),
        configuration,
        match_names: BTreeSet::new(),
        starts: BTreeMap::new(),
        audit: Audit::default(),
    };
    let mut final_tables = final_tables(database, &tournament)?.into_iter().peekable();
    let mut page_token = String::new();
    let mut pairings = 0;
    loop {
        let request = proto::ListPairingsRequest {
            tournament: name.into(),
            page_size: PAGE_SIZE,
            page_token,
            ..Default::default()
        };
        let page = database.pairings(&request).map_err(database_failure)?;
        for pairing in &page.pairings {
            pairings += 1;
            auditor.check_pairing(pairing);
            // A season ends when all matches so far have a result.
            let is_its_last = |table: &proto::GetStandingsResponse| result_count(table) == pairings;
            while let Some(table) = final_tables.next_if(is_its_last) {
                let season = format!("final table of season {}: ", table.final_season);
                auditor.check_sums(&table, &season);
            }
        }
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    for table in final_tables {
        let (season, results) = (table.final_season, result_count(&table));
        auditor.add_fault(format!(
            "final table of season {season}: {results} results, of which {pairings} exist"
        ));
    }
    auditor.check_sums(&standings, "");
    auditor.check_end(&tournament, pairings);
    for fault in database.checkpoint_faults(name).map_err(database_failure)? {
        auditor.add_fault(format!("checkpoint: {fault}"));
    }
    Ok(auditor.audit)
}

/// Returns the final tables of a league in the order of its seasons; no table for another tournament.
fn final_tables(
    database: &Database,
    tournament: &proto::Tournament,
) -> Result<Vec<proto::GetStandingsResponse>, Failure> {
    let mut tables = Vec::new();
    if tournament.league.is_some() {
        for season in 1.. {
            match database.final_standings(&tournament.name, season) {
                Ok(table) => tables.push(table),
                Err(DatabaseError::Unusable(_)) => break,
                Err(error) => return Err(database_failure(error)),
            }
        }
    }
    Ok(tables)
}

fn result_count(table: &proto::GetStandingsResponse) -> u64 {
    table
        .tournament
        .as_ref()
        .map_or(0, |tournament| tournament.result_count)
}

fn entrant(configuration: &Configuration, name: &str) -> Option<usize> {
    configuration
        .entrants
        .iter()
        .position(|entrant| entrant.name == name)
}

struct Auditor<'a> {
    database: &'a Database,
    configuration: Configuration,
    /// The openings of the configuration as records have them.
    openings: Vec<String>,
    /// `None` until the tournament has ended.
    seeds: Option<TournamentSeed>,
    /// Sums that are computed from the results.
    tally: TournamentTally,
    /// Matches that belong to an attempt.
    match_names: BTreeSet<String>,
    /// Seed and start position of each block.
    starts: BTreeMap<u64, (String, String)>,
    audit: Audit,
}

impl Auditor<'_> {
    fn add_fault(&mut self, message: String) {
        self.audit.faults.push(message);
    }

    fn check_pairing(&mut self, pairing: &proto::Pairing) {
        let index = pairing.index;
        let scored = pairing
            .attempts
            .iter()
            .filter(|attempt| attempt.is_scored)
            .count();
        self.audit.repeated += (pairing.attempts.len() - scored) as u64;
        for attempt in &pairing.attempts {
            if !attempt.r#match.is_empty() && !self.match_names.insert(attempt.r#match.clone()) {
                self.add_fault(format!(
                    "pairing {index}: {} belongs to two attempts",
                    attempt.r#match
                ));
            }
        }
        let Some(result) = &pairing.result else {
            if scored != 0 {
                self.add_fault(format!(
                    "pairing {index}: an attempt is scored without a result"
                ));
            }
            return;
        };
        self.audit.results += 1;
        if scored != 1 {
            self.add_fault(format!("pairing {index}: {scored} attempts are scored"));
        }
        let seats: Option<Vec<usize>> = pairing
            .entrants
            .iter()
            .map(|name| entrant(&self.configuration, name))
            .collect();
        let Some(seats) = seats else {
            return self.add_fault(format!("pairing {index}: unknown entrant"));
        };
        let sprt = self.configuration.sprt();
        self.tally
            .add(index, &match_result(seats, result), sprt.as_ref());
        let counts = pairing.attempts.iter().find(|attempt| attempt.is_scored);
        if let Some(attempt) = counts.filter(|attempt| !attempt.r#match.is_empty()) {
            self.check_record(pairing, result, &attempt.r#match);
        }
    }

    /// Compares a result with the record of its match.
    fn check_record(
        &mut self,
        pairing: &proto::Pairing,
        result: &proto::PairingResult,
        name: &str,
    ) {
        let index = pairing.index;
        let id = name.strip_prefix("matches/").unwrap_or(name);
        let stored = match self.database.read_match(id) {
            Ok(stored) => stored,
            Err(DatabaseError::RecordDeleted(_)) => return,
            Err(error) => return self.add_fault(format!("pairing {index}: {name}: {error}")),
        };
        let StoredRecord { state, record, .. } = &stored;
        let header = &record.header;
        let names: Vec<_> = header.seats.iter().map(|seat| seat.name.clone()).collect();
        if names != pairing.entrants {
            self.add_fault(format!("pairing {index}: {name} was played by {names:?}"));
        }
        let outcome = record.outcome.as_ref();
        let places = outcome.map_or(&[][..], |outcome| &outcome.places);
        let places: Vec<u32> = places.iter().map(|place| u32::from(*place)).collect();
        // A match that no seat joined has no places.
        if *state == MatchState::Over && places != result.places {
            let stored_places = &result.places;
            self.add_fault(format!(
                "pairing {index}: places {stored_places:?}, recorded {places:?}"
            ));
        }
        let is_adjudicated = outcome.is_some_and(|outcome| outcome.outcome == ADJUDICATED);
        if result.is_adjudicated != is_adjudicated {
            self.add_fault(format!(
                "pairing {index}: adjudicated is {}, recorded {is_adjudicated}",
                result.is_adjudicated
            ));
        }
        if header.adjudication != self.configuration.adjudication {
            self.add_fault(format!(
                "pairing {index}: the match has other rules of adjudication than the tournament"
            ));
        }
        let recorded = outcome.map_or(&[][..], |outcome| &outcome.terminations);
        for (seat, stats) in result.seat_stats.iter().enumerate() {
            let scored = termination(stats.termination());
            let recorded = recorded.get(seat).copied().flatten();
            if scored != recorded {
                let name = |it: Option<Termination>| it.map_or("", Termination::name);
                let (scored, recorded) = (name(scored), name(recorded));
                self.add_fault(format!(
                    "pairing {index}: seat {seat} `{scored}`, recorded `{recorded}`"
                ));
            }
        }
        self.check_opening(pairing, header);
        let start = (header.seed.clone(), header.start.clone());
        if let Some(seeds) = self.seeds
            && seeds.block_seed(pairing.block).to_hex() != start.0
        {
            self.add_fault(format!(
                "pairing {index}: the seed is not that of its block"
            ));
        }
        let first = self
            .starts
            .entry(pairing.block)
            .or_insert_with(|| start.clone());
        if *first != start {
            self.add_fault(format!(
                "pairing {index}: the start differs from that of its block"
            ));
        }
    }

    /// Compares the start of a match with the opening of its block, which depends on the seed of the tournament
    /// if openings are shuffled.
    fn check_opening(&mut self, pairing: &proto::Pairing, header: &Header) {
        let (count, order) = (self.openings.len(), self.configuration.opening_order);
        let is_opening = match self.seeds {
            _ if count == 0 => header.start_origin == StartOrigin::Seed,
            None => self.openings.contains(&header.start),
            Some(seeds) => {
                let index = opening_index(count, order, seeds, pairing.block);
                self.openings[index] == header.start
            }
        };
        if !is_opening {
            let index = pairing.index;
            self.add_fault(format!(
                "pairing {index}: the start is not the opening of its block"
            ));
        }
    }

    /// Compares the sums of a table with those of the results so far. Faults start with `label`.
    fn check_sums(&mut self, standings: &proto::GetStandingsResponse, label: &str) {
        for standing in &standings.standings {
            let Some(number) = entrant(&self.configuration, &standing.entrant) else {
                continue;
            };
            let sums = &self.tally.entrants[number];
            let summed = [
                sums.matches,
                sums.wins_draws_losses[0],
                sums.wins_draws_losses[1],
                sums.wins_draws_losses[2],
                sums.illegal_submissions,
                sums.adjudicated,
            ];
            let stored = [
                standing.matches,
                standing.wins,
                standing.draws,
                standing.losses,
                standing.illegal_submissions,
                standing.adjudicated,
            ];
            if summed != stored {
                let name = &standing.entrant;
                self.add_fault(format!(
                    "{label}{name}: {stored:?} is stored, but the sum of results is {summed:?}"
                ));
            }
        }
        if standings.counted_blocks != self.tally.counted_blocks {
            let (stored, summed) = (standings.counted_blocks, self.tally.counted_blocks);
            self.add_fault(format!(
                "{label}{stored} blocks are stored, but results complete {summed}"
            ));
        }
        let names = &self.configuration.entrants;
        let pairs = self.tally.pairs.iter().map(|((one, other), pairs)| {
            let names = [&names[*one].name, &names[*other].name].map(Clone::clone);
            (names, pairs.pairs().to_vec())
        });
        let summed: BTreeMap<_, _> = pairs.collect();
        let stored = standings.head_to_head.iter().map(|pair| {
            (
                [pair.entrant.clone(), pair.opponent.clone()],
                pair.pentanomial.clone(),
            )
        });
        if summed != stored.collect() {
            self.add_fault(format!(
                "{label}stored pairs differ from those of the results"
            ));
        }
    }

    fn check_end(&mut self, tournament: &proto::Tournament, pairings: u64) {
        let results = self.audit.results;
        if tournament.result_count != results {
            let stored = tournament.result_count;
            self.add_fault(format!(
                "{stored} results are stored as a count, but {results} exist"
            ));
        }
        let is_over = tournament.state == TournamentState::Over as i32;
        // An SPRT ends as soon as it is decided.
        let is_whole = is_over && self.configuration.sprt().is_none();
        if is_whole && (results != pairings || results != tournament.match_count) {
            let planned = tournament.match_count;
            self.add_fault(format!("over with {results} results of {planned} matches"));
        }
        if let Some(seeds) = self.seeds
            && let Some(salt) = SeedSalt::from_hex(&tournament.seed_salt)
            && tournament.seed_commitment != salt.commitment(seeds.root())
        {
            self.add_fault(format!(
                "the seed {} does not match its published commitment",
                hex(seeds.root().bytes())
            ));
        }
    }
}

/// Returns the openings of a configuration in their canonical form.
fn canonical_openings(game: GameId, configuration: &Configuration) -> Result<Vec<String>, String> {
    let options = Options::resolve(game.spec().options, configuration.match_options());
    let game = options.and_then(|options| game.game(configuration.seats, options));
    let game = game.map_err(|error| error.to_string())?;
    let canonical = |opening: &String| {
        let start = game.parse_position(opening);
        let start = start.map_err(|error| format!("openings: {error}"))?;
        Ok(game.format_position(&start))
    };
    configuration.openings.iter().map(canonical).collect()
}
