//! What each result of a tournament counts for.

use std::collections::{BTreeMap, BTreeSet};

use botwerk_client::proto;
use botwerk_tournament::statistics::Sprt;
use botwerk_tournament::{BlockCounting, TournamentTally};
use botwerk_tournament_wire::{configuration, match_result};

use crate::failure::{Failure, Reason};

/// Tells what each result of a tournament counts for, given all its pairings in order.
#[derive(Debug)]
pub(super) struct ResultCounting {
    entrants: BTreeMap<String, usize>,
    tally: TournamentTally,
    sprt: Option<Sprt>,
    /// The pairings of the block that is not complete.
    block: Vec<proto::Pairing>,
}

/// A pairing, and what its result counts for; `None` without a result.
pub(super) type CountedPairing = (proto::Pairing, Option<&'static str>);

impl ResultCounting {
    /// Starts before the first pairing.
    ///
    /// # Errors
    /// Returns an error if the set-up is not one of this version.
    pub(super) fn new(tournament: &proto::Tournament) -> Result<Self, Failure> {
        let setup = tournament.setup.clone().unwrap_or_default();
        let configuration = configuration(&setup).map_err(|errors| {
            let message = errors.first().map_or("", |error| &*error.message);
            Failure::new(
                Reason::BadArgument,
                format!("{}: {message}", tournament.name),
            )
        })?;
        let names = configuration
            .entrants
            .iter()
            .map(|entrant| entrant.name.clone());
        let entrants: BTreeMap<_, _> = names.zip(0..).collect();
        let annulled = tournament.withdrawals.iter().filter(|it| it.is_annulled);
        let annulled: BTreeSet<usize> = annulled
            .filter_map(|withdrawal| entrants.get(&withdrawal.entrant).copied())
            .collect();
        let block = configuration.matches_per_block();
        Ok(Self {
            tally: TournamentTally::new(configuration.entrants.len(), block, annulled),
            sprt: configuration.sprt(),
            entrants,
            block: Vec::new(),
        })
    }

    /// Adds the next pairing. Returns those of the block before, if it starts another one.
    pub(super) fn add(&mut self, pairing: proto::Pairing) -> Vec<CountedPairing> {
        let is_next = |first: &proto::Pairing| first.block != pairing.block;
        let before = if self.block.first().is_some_and(is_next) {
            self.finish()
        } else {
            Vec::new()
        };
        self.block.push(pairing);
        before
    }

    /// Returns the pairings of the last block.
    pub(super) fn finish(&mut self) -> Vec<CountedPairing> {
        let block = std::mem::take(&mut self.block);
        let is_decided = self.tally.sprt_verdict.is_some();
        let mut counting = None;
        let mut results = Vec::new();
        for pairing in &block {
            let seats = pairing.entrants.iter().map(|name| self.entrants.get(name));
            let seats: Option<Vec<usize>> = seats.map(Option::<&usize>::copied).collect();
            let result = seats.zip(pairing.result.as_ref());
            let result = result.map(|(seats, result)| match_result(seats, result));
            if let Some(result) = &result {
                let counted = self.tally.add(pairing.index, result, self.sprt.as_ref());
                counting = counted.first().copied().or(counting);
            }
            results.push(result);
        }
        let name = match counting {
            _ if is_decided => "after_verdict",
            Some(BlockCounting::Rated) => "rated",
            Some(BlockCounting::Repeated) => "repeated",
            Some(BlockCounting::Unrated) => "unrated",
            Some(BlockCounting::AfterVerdict) => "after_verdict",
            None => "open",
        };
        let name_of = |result: &botwerk_tournament::MatchResult| match result {
            result if result.is_voided => "voided",
            result if self.tally.is_annulled(result) => "annulled",
            _ => name,
        };
        let names: Vec<_> = results.iter().map(|it| it.as_ref().map(name_of)).collect();
        block.into_iter().zip(names).collect()
    }
}

#[cfg(test)]
mod tests {
    use botwerk_engine::GameId;
    use botwerk_tournament::configuration::parse_file;
    use botwerk_tournament_wire::setup_message;

    use super::*;
    use crate::tournament::samples::pairing;

    #[test]
    fn results_of_a_block_count_for_the_same() {
        let game = GameId::BUILT_IN[0].name();
        let text = format!(
            "name = \"cup\"\ngame = \"{game}\"\n[format]\nkind = \"round-robin\"\ncycles = 4\n\
             [[entrant]]\nname = \"a\"\nplayer = \"random\"\n[[entrant]]\nname = \"b\"\nplayer = \"random\"\n"
        );
        let file = parse_file(&text).unwrap();
        let tournament = proto::Tournament {
            setup: Some(setup_message(&file.configuration)),
            ..Default::default()
        };
        let mut counting = ResultCounting::new(&tournament).unwrap();
        let mut counted = Vec::new();
        for index in 0..8 {
            let (entrants, places) = match index % 2 {
                0 => (["a", "b"], [1, 2]),
                _ => (["b", "a"], [2, 1]),
            };
            let mut next = pairing(index, &entrants, &places);
            next.block = index / 2;
            let result = next.result.as_mut().unwrap();
            // The first two blocks are the same.
            result.fingerprint = format!("{:016x}", if index < 4 { index % 2 } else { index });
            result.is_rated = index != 5;
            if index == 7 {
                next.result = None;
            }
            counted.extend(counting.add(next));
        }
        counted.extend(counting.finish());
        let names: Vec<_> = counted
            .iter()
            .map(|(_, name)| name.unwrap_or("-"))
            .collect();
        let expected = "rated rated repeated repeated unrated unrated open -";
        assert_eq!(names.join(" "), expected);
    }
}
