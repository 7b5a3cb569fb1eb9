//! Tournaments that are played, resumed and left.

use botwerk_engine::RootSeed;

use super::*;
use crate::format::{ByePoints, Format, LeagueLimits, Rotation};

const ROBIN: Format = Format::RoundRobin { cycles: 1 };

const SWISS: Format = Format::Swiss {
    rounds: 2,
    pairs: 1,
    bye: ByePoints::Round,
};

const KNOCKOUT: Format = Format::Knockout {
    pairs: 1,
    tiebreak_pairs: 1,
};

fn progress(format: Format, entrants: usize) -> Progress {
    progress_of(format, entrants, 2, Vec::new())
}

fn progress_of(format: Format, entrants: usize, seats: usize, absences: Vec<Absence>) -> Progress {
    let seed = RootSeed::from_text("7");
    let schedule = Schedule::new(format, entrants, seats, Rotation::Cyclic, seed).unwrap();
    Progress::new(schedule, absences)
}

/// Returns the absence of an entrant that is not readmitted.
fn absence(entrant: usize, from_batch: usize) -> Absence {
    Absence {
        entrant,
        from_batch,
        until_batch: None,
    }
}

/// Returns a result in which the entrant with the smaller number wins.
fn result(pairing: &Pairing) -> MatchResult {
    let is_first_better = pairing.seats[0] < pairing.seats[1];
    MatchResult {
        seats: pairing.seats.clone(),
        places: if is_first_better {
            vec![1, 2]
        } else {
            vec![2, 1]
        },
        is_rated: true,
        is_voided: false,
        is_adjudicated: false,
        fingerprint: None,
        seat_stats: Vec::new(),
    }
}

/// Returns all matches that can be started now.
fn ready_matches(progress: &mut Progress) -> Vec<Pairing> {
    let mut pairings = Vec::new();
    while let Some(step) = progress.next_step() {
        match step {
            NextStep::Play(pairing) | NextStep::Forfeit(pairing, _) => pairings.push(pairing),
        }
    }
    pairings
}

/// Plays to the end and returns the matches in the order in which they were started.
fn play_on(progress: &mut Progress) -> Vec<Pairing> {
    let mut played = Vec::new();
    loop {
        let ready = ready_matches(progress);
        if ready.is_empty() {
            return played;
        }
        for pairing in ready {
            progress.add(pairing.index, &result(&pairing));
            played.push(pairing);
        }
    }
}

#[test]
fn round_opens_when_the_previous_one_is_complete() {
    let mut progress = progress(SWISS, 5);
    let first = ready_matches(&mut progress);
    assert_eq!(first.len(), 4);
    assert_eq!(progress.byes().len(), 1);
    for (remaining, pairing) in first.iter().enumerate().rev() {
        assert_eq!(progress.match_count(), 4);
        progress.add(pairing.index, &result(pairing));
        let ready = ready_matches(&mut progress);
        let indexes: Vec<u64> = ready.iter().map(|pairing| pairing.index).collect();
        if remaining > 0 {
            assert_eq!(indexes, [0; 0]);
        } else {
            assert_eq!(indexes, [4, 5, 6, 7]);
        }
    }
    assert_eq!((progress.match_count(), progress.byes().len()), (8, 2));
    assert!(!progress.is_over());
}

#[test]
fn results_of_a_batch_are_added_up_by_matchup() {
    let format = Format::RoundRobin { cycles: 2 };
    let mut progress = progress(format, 3);
    let first = progress.next_step();
    let Some(NextStep::Play(voided)) = first else {
        panic!("{first:?}")
    };
    let voided_result = MatchResult {
        is_voided: true,
        is_adjudicated: false,
        fingerprint: None,
        ..result(&voided)
    };
    progress.add(voided.index, &voided_result);
    play_on(&mut progress);
    let [played] = &progress.played[..] else {
        panic!("one batch")
    };
    // Four matches of two half points per matchup, which the smaller number wins; one was voided.
    for (matchup, half_points) in played.batch.matchups.iter().zip(&played.half_points) {
        let is_voided = matchup.entrants.iter().all(|e| voided.seats.contains(e));
        let winner = if is_voided { 6 } else { 8 };
        let is_first_better = matchup.entrants[0] < matchup.entrants[1];
        let expected = if is_first_better {
            [winner, 0]
        } else {
            [0, winner]
        };
        assert_eq!(*half_points, expected, "{matchup:?}");
    }
}

#[test]
fn progress_is_restored_from_results() {
    let mut whole = progress(KNOCKOUT, 5);
    let played = play_on(&mut whole);
    assert!(whole.is_over());
    // The better seed wins every round: two rounds after a bye for 0, 1 and 2.
    let survived = RankingCriterion::RoundsSurvived(vec![3, 2, 1, 1, 0]);
    assert_eq!(whole.ranking(), survived);
    assert_eq!(whole.byes(), [0, 1, 2]);
    for killed_after in 0..played.len() {
        let mut resumed = progress(KNOCKOUT, 5);
        let (before, after) = played.split_at(killed_after);
        for pairing in before {
            resumed.add(pairing.index, &result(pairing));
        }
        assert_eq!(play_on(&mut resumed), after);
        assert_eq!(resumed.played, whole.played);
    }
}

#[test]
fn pairings_are_found_by_index_in_all_batches() {
    let mut progress = progress(SWISS, 4);
    assert_eq!(progress.pairing(4), None);
    let played = play_on(&mut progress);
    assert_eq!(played.len(), 8);
    for pairing in played {
        assert_eq!(progress.pairing(pairing.index), Some(pairing));
    }
    assert_eq!(progress.pairing(8), None);
}

#[test]
fn table_of_pairings_agrees_with_the_progress_and_grows_by_the_new_batches() {
    let formats = [(ROBIN, 5), (SWISS, 5), (KNOCKOUT, 6)];
    for (format, entrants) in formats {
        let mut progress = progress(format, entrants);
        let mut table = progress.pairing_table();
        loop {
            let matches = progress.match_count();
            assert_eq!(table.match_count(), matches);
            for index in 0..=matches {
                assert_eq!(table.pairing(index), progress.pairing(index), "{index}");
            }
            let ready = ready_matches(&mut progress);
            if ready.is_empty() {
                break;
            }
            for pairing in ready {
                progress.add(pairing.index, &result(&pairing));
            }
            progress.extend_table(&mut table);
        }
        assert_eq!(table.batch_count(), progress.pairing_table().batch_count());
    }
}

#[test]
fn started_matches_are_not_started_again() {
    let mut progress = progress(ROBIN, 3);
    assert!(progress.next_step().is_some());
    // 0 was returned already; 1, 2 and 4 were started before a restart.
    for index in [0, 1, 2, 4] {
        progress.mark_started(index);
    }
    let ready = ready_matches(&mut progress);
    let indexes: Vec<u64> = ready.iter().map(|pairing| pairing.index).collect();
    assert_eq!(indexes, [3, 5]);
}

#[test]
fn stopped_tournament_has_no_further_steps() {
    let mut progress = progress(ROBIN, 3);
    assert!(progress.next_step().is_some() && !progress.is_over());
    progress.stop();
    assert!(progress.is_over());
    assert_eq!(progress.next_step(), None);
}

#[test]
fn ranking_depends_on_the_format() {
    let ranking = |format| progress(format, 4).ranking();
    assert_eq!(ranking(ROBIN), RankingCriterion::ScoreRate);
    assert_eq!(ranking(SWISS), RankingCriterion::Points);
    let survived = RankingCriterion::RoundsSurvived(vec![0; 4]);
    assert_eq!(ranking(KNOCKOUT), survived);
    let planned = |format| progress(format, 4).planned_matches(0);
    assert_eq!((planned(ROBIN), planned(SWISS)), (Some(6), None));
    assert_eq!(planned(KNOCKOUT), None);
}

#[test]
fn withdrawn_entrant_forfeits_its_remaining_matches() {
    let mut progress = progress(ROBIN, 3);
    let Some(NextStep::Play(first)) = progress.next_step() else {
        panic!("a first match")
    };
    let withdrawn = first.seats[0];
    progress.withdraw(withdrawn);
    let mut forfeits = 0;
    while let Some(step) = progress.next_step() {
        if let NextStep::Forfeit(pairing, result) = step {
            let seat = pairing.seats.iter().position(|e| *e == withdrawn).unwrap();
            assert_eq!((result.places[seat], result.places[1 - seat]), (2, 1));
            assert!(!result.is_rated && !result.is_voided);
            let terminations = result.seat_stats.iter().map(|stats| stats.termination);
            let no_shows = terminations.map(|t| t == Some(Termination::NoShow));
            let is_withdrawn = pairing.seats.iter().map(|entrant| *entrant == withdrawn);
            assert!(no_shows.eq(is_withdrawn));
            forfeits += 1;
        }
    }
    assert_eq!(forfeits, 3);
}

#[test]
fn withdrawn_entrants_share_the_last_place_of_a_match() {
    let absences = vec![absence(1, 1), absence(3, 1)];
    let mut progress = progress_of(ROBIN, 4, 4, absences);
    let Some(NextStep::Forfeit(pairing, result)) = progress.next_step() else {
        panic!("a forfeit")
    };
    assert_eq!(pairing.seats, [0, 1, 2, 3]);
    assert_eq!(result.places, [1, 3, 1, 3]);
}

#[test]
fn swiss_pairs_a_withdrawn_entrant_until_the_next_round() {
    let mut progress = progress(SWISS, 4);
    let first = ready_matches(&mut progress);
    assert_eq!(progress.withdraw(3), 1);
    for pairing in &first {
        progress.add(pairing.index, &result(pairing));
    }
    let second = ready_matches(&mut progress);
    assert_eq!(second.len(), 2);
    assert!(second.iter().all(|pairing| !pairing.seats.contains(&3)));
    assert_eq!(progress.byes().len(), 1);
    for pairing in &second {
        progress.add(pairing.index, &result(pairing));
    }
    assert!(progress.is_over());
    // Resumed with the withdrawal, the first round still pairs the entrant.
    let mut resumed = progress_of(SWISS, 4, 2, vec![absence(3, 1)]);
    assert_eq!(ready_matches(&mut resumed), first);
    // One that had withdrawn before the first round has no match in it.
    let mut never = progress_of(SWISS, 4, 2, vec![absence(3, 0)]);
    assert_eq!(ready_matches(&mut never).len(), 2);
}

#[test]
fn swiss_without_opponents_is_over() {
    let absences = [0, 1, 3].map(|entrant| absence(entrant, 0));
    let mut progress = progress_of(SWISS, 4, 2, absences.to_vec());
    assert_eq!(progress.next_step(), None);
    assert!(progress.is_over());
    assert_eq!(progress.match_count(), 0);
    assert_eq!(progress.byes()[0], 2);
}

#[test]
fn readmitted_entrant_is_paired_from_the_next_round_on() {
    let swiss = Format::Swiss {
        rounds: 3,
        pairs: 1,
        bye: ByePoints::Round,
    };
    let mut progress = progress(swiss, 4);
    progress.withdraw(3);
    let mut rounds = Vec::new();
    for round in 0..3 {
        let ready = ready_matches(&mut progress);
        if round == 1 {
            assert_eq!(progress.readmit(3), 2);
        }
        for pairing in &ready {
            progress.add(pairing.index, &result(pairing));
        }
        rounds.push(ready);
    }
    let plays = |round: usize| {
        rounds[round]
            .iter()
            .any(|pairing| pairing.seats.contains(&3))
    };
    assert_eq!([0, 1, 2].map(plays), [true, false, true]);
    let returned = Absence {
        until_batch: Some(2),
        ..absence(3, 1)
    };
    let mut resumed = progress_of(swiss, 4, 2, vec![returned]);
    for round in rounds {
        assert_eq!(ready_matches(&mut resumed), round);
        for pairing in &round {
            resumed.add(pairing.index, &result(pairing));
        }
    }
    assert!(resumed.is_over());
}

#[test]
fn forfeit_of_a_readmitted_entrant_is_played() {
    let mut progress = progress(ROBIN, 3);
    progress.withdraw(1);
    let mut forfeits = Vec::new();
    let mut played = Vec::new();
    while let Some(step) = progress.next_step() {
        match step {
            NextStep::Forfeit(pairing, result) => {
                progress.add(pairing.index, &result);
                forfeits.push((pairing, result));
            }
            NextStep::Play(pairing) => played.push(pairing),
        }
    }
    assert_eq!((forfeits.len(), played.len()), (4, 2));
    assert_eq!(progress.first_open_match(), Some(0));
    progress.readmit(1);
    for (pairing, forfeit) in &forfeits {
        progress.remove_forfeit(pairing.index, forfeit);
        assert_eq!(
            progress.step_for(pairing.clone()),
            NextStep::Play(pairing.clone())
        );
    }
    for pairing in forfeits.iter().map(|(pairing, _)| pairing).chain(&played) {
        assert!(!progress.is_over());
        progress.add(pairing.index, &result(pairing));
    }
    assert!(progress.is_over());
    // Entrant 0 wins all matches, and entrant 2 none: the points of the forfeits are gone.
    let half_points = &progress.played[0].half_points;
    let sums: u64 = half_points.iter().flatten().sum();
    assert_eq!(sums, 6 * 2);
    assert!(
        half_points
            .iter()
            .all(|points| points.iter().sum::<u64>() == 4)
    );
}

fn league() -> Progress {
    progress(Format::League(LeagueLimits::default()), 4)
}

/// Returns a round of a league with these matchups.
fn round(number: u32, matchups: &[[usize; 2]]) -> Batch {
    let matchup = |entrants: &[usize; 2]| Matchup {
        round: number,
        entrants: entrants.to_vec(),
    };
    Batch {
        matchups: matchups.iter().map(matchup).collect(),
        cycles: 1,
        byes: Vec::new(),
    }
}

#[test]
fn league_waits_for_each_round_and_is_never_over_by_itself() {
    let mut league = league();
    assert!(league.is_round_due() && !league.is_over());
    assert_eq!(
        (league.next_step(), league.first_open_match()),
        (None, Some(0))
    );
    // A round needs an entrant for each seat, of which one is no anchor.
    for (available, is_possible) in [
        (vec![], false),
        (vec![3], false),
        (vec![0, 1], false),
        (vec![1, 3], true),
    ] {
        let is_anchor = vec![true, true, false, false];
        let pairing = league.round_pairing(available.into_iter().collect(), is_anchor, 1);
        assert_eq!(pairing.is_some(), is_possible);
    }
    league.add_round(round(1, &[[3, 0], [1, 2]]));
    assert!(!league.is_round_due());
    let played = play_on(&mut league);
    let seats: Vec<_> = played.iter().map(|pairing| pairing.seats.clone()).collect();
    assert_eq!(seats, [[3, 0], [0, 3], [1, 2], [2, 1]]);
    assert!(league.is_round_due() && !league.is_over());
    assert_eq!(league.first_open_match(), Some(4));
    league.add_round(round(2, &[[1, 3]]));
    let pairing = league.pairing(5).unwrap();
    assert_eq!(
        (pairing.round, pairing.block, pairing.seats),
        (2, 2, vec![3, 1])
    );
    league.stop();
    assert!(league.is_over() && !league.is_round_due());
}

#[test]
fn league_with_stored_rounds_and_results_is_the_one_before_the_restart() {
    let rounds = [round(1, &[[3, 0], [1, 2]]), round(2, &[[1, 3]])];
    let mut before = league();
    before.add_round(rounds[0].clone());
    let played = play_on(&mut before);
    before.add_round(rounds[1].clone());
    let mut after = league();
    for round in &rounds {
        after.add_round(round.clone());
    }
    // The results of a block may be stored in any order.
    for pairing in played.iter().rev() {
        after.add(pairing.index, &result(pairing));
    }
    assert_eq!(after.next_step(), before.next_step());
    assert_eq!(after.match_count(), 6);
}

#[test]
fn rounds_of_a_league_are_kept_only_in_the_table_of_pairings() {
    let mut league = league();
    league.add_round(round(1, &[[3, 0], [1, 2]]));
    play_on(&mut league);
    league.add_round(round(2, &[[1, 3]]));
    play_on(&mut league);
    let mut played = league.played.iter();
    assert!(played.all(|one| one.batch.matchups.is_empty() && one.half_points.is_empty()));
    let table = league.pairing_table();
    for index in 0..7 {
        assert_eq!(league.pairing(index), table.pairing(index));
    }
    assert_eq!(table.pairing(3).unwrap().seats, [2, 1]);
    assert_eq!(
        [0, 3, 4, 6].map(|index| league.batch_end(index)),
        [4, 4, 6, 6]
    );
}

#[test]
fn extended_league_keeps_its_rounds() {
    let mut league = league();
    league.add_round(round(1, &[[3, 0]]));
    play_on(&mut league);
    let limits = LeagueLimits::default();
    let seed = RootSeed::from_text("7");
    let more = Schedule::new(Format::League(limits), 6, 2, Rotation::Cyclic, seed);
    league.extend(more.unwrap());
    assert_eq!((league.match_count(), league.is_round_due()), (2, true));
    league.add_round(round(2, &[[5, 0]]));
    assert_eq!(play_on(&mut league).len(), 2);
}

#[test]
fn progress_is_restored_from_half_points_and_later_results() {
    for (format, entrants) in [
        (KNOCKOUT, 5),
        (SWISS, 5),
        (Format::RoundRobin { cycles: 2 }, 3),
    ] {
        let mut whole = progress(format, entrants);
        let played = play_on(&mut whole);
        // One match lasts while others end; then all but the last are counted.
        for killed_after in 0..played.len() {
            let mut before = progress(format, entrants);
            let mut counted = PairingRanges::default();
            let (first, second) = played.split_at(killed_after);
            let skipped = first.last().map(|pairing| pairing.index);
            for pairing in first
                .iter()
                .filter(|pairing| Some(pairing.index) != skipped)
            {
                before.add(pairing.index, &result(pairing));
                counted.insert(pairing.index);
            }
            let mut restored = progress(format, entrants);
            restored.restore(&counted, before.half_points());
            assert_eq!(restored.match_count(), before.match_count());
            assert_eq!(restored.next_index(), skipped.or(Some(0)));
            let rest: Vec<Pairing> = first.last().into_iter().chain(second).cloned().collect();
            assert_eq!(play_on(&mut restored), rest);
            assert_eq!(restored.ranking(), whole.ranking());
            assert_eq!(restored.half_points(), whole.half_points());
        }
    }
}
