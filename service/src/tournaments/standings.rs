//! The table of a tournament as a message.

use botwerk_proto::v1 as proto;
use botwerk_tournament::statistics::{Estimate, Pentanomial, SprtVerdict};
use botwerk_tournament::{Standing, standings};

use super::tournament::{Stored, Tournament};
use crate::wire::termination_message;

/// The table with all figures.
pub(super) fn message(
    of: &Tournament,
    stored: &Stored,
    tournament: proto::Tournament,
) -> proto::GetStandingsResponse {
    let (tally, status) = (&stored.tally, &stored.status);
    let table = standings(tally, &status.byes, &status.ranking(), of.seeds.root());
    let line = |standing: &Standing| {
        let withdrawn = status.has_withdrawn(standing.entrant);
        standing_message(of, standing, withdrawn)
    };
    let encounter = |((one, other), pairs): (&(usize, usize), &Pentanomial)| proto::HeadToHead {
        entrant: of.entrant_name(*one).to_owned(),
        opponent: of.entrant_name(*other).to_owned(),
        pentanomial: pairs.pairs().to_vec(),
    };
    proto::GetStandingsResponse {
        standings: table.iter().map(line).collect(),
        sprt: sprt(of, stored),
        head_to_head: tally.pairs.iter().map(encounter).collect(),
        counted_blocks: tally.counted_blocks,
        uncounted_matches: tally.uncounted_matches(),
        tournament: Some(tournament),
    }
}

fn sprt(of: &Tournament, stored: &Stored) -> Option<proto::SprtState> {
    let sprt = of.configuration.sprt()?;
    let pairs = stored.tally.pairs.get(&(0, 1)).copied().unwrap_or_default();
    let [lower, upper] = sprt.bounds();
    let verdict = match stored.tally.sprt_decision {
        Some((_, SprtVerdict::H0)) => proto::SprtVerdict::H0,
        Some((_, SprtVerdict::H1)) => proto::SprtVerdict::H1,
        Some((_, SprtVerdict::Undecided)) | None => proto::SprtVerdict::Unspecified,
    };
    Some(proto::SprtState {
        llr: sprt.log_likelihood_ratio(&pairs),
        lower,
        upper,
        verdict: verdict as i32,
        pairs: pairs.total(),
    })
}

fn standing_message(of: &Tournament, standing: &Standing, withdrawn: bool) -> proto::Standing {
    let line = &standing.stats;
    let seat = |[half_points, opponents]: &[u64; 2]| proto::SeatScore {
        points: *half_points as f64 / 2.0,
        opponents: *opponents,
    };
    let left = line
        .termination
        .iter()
        .map(|(termination, count)| proto::TerminationCount {
            termination: termination_message(Some(*termination)) as i32,
            count: *count,
        });
    let is_of_two = of.configuration.seats == 2;
    proto::Standing {
        place: standing.place as u32,
        entrant: of.entrant_name(standing.entrant).to_owned(),
        matches: line.matches,
        points: standing.points,
        score_rate: standing.score_rate,
        byes: standing.byes,
        wins: line.wins_draws_losses[0],
        draws: line.wins_draws_losses[1],
        losses: line.wins_draws_losses[2],
        pentanomial: if is_of_two {
            standing.pairs.pairs().to_vec()
        } else {
            Vec::new()
        },
        elo: standing.elo.map(estimate),
        normalised_elo: standing.normalised_elo.map(estimate),
        los: standing.los,
        seats: line.by_seat.iter().map(seat).collect(),
        terminations: left.collect(),
        illegal_submissions: line.illegal_submissions,
        turns: line.turns,
        think_nanos: line.nanos,
        withdrawn,
    }
}

fn estimate(estimate: Estimate) -> proto::Estimate {
    let bound = |bound: f64| Some(bound).filter(|bound| bound.is_finite());
    proto::Estimate {
        value: estimate.value,
        low: bound(estimate.low),
        high: bound(estimate.high),
    }
}
