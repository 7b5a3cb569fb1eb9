//! The certificate checker, which shares no code with the search that creates certificates.

use botwerk_engine::micro_robots::{Board, SIDE, SPACES, Space};

use super::{Certificate, CertificateError, Instance, Leg, LegError};

/// Accepts exactly the certificates whose routes are shortest, or that prove that there is no
/// route. The order of spaces within a layer is free.
///
/// # Errors
/// Returns the first [`CertificateError`], leg by leg.
pub fn check(
    board: &Board,
    instance: &Instance,
    certificate: &Certificate,
) -> Result<(), CertificateError> {
    let mut stops = vec![instance.start, instance.target];
    stops.splice(1..1, instance.intermediate);
    let (found, expected) = (certificate.legs.len(), stops.len() - 1);
    if found != expected {
        return Err(CertificateError::Legs { found, expected });
    }
    for (leg, ends) in stops.windows(2).enumerate() {
        check_leg(board, ends[0], ends[1], &certificate.legs[leg])
            .map_err(|error| CertificateError::Leg { leg, error })?;
    }
    Ok(())
}

fn check_leg(board: &Board, start: Space, end: Space, leg: &Leg) -> Result<(), LegError> {
    let mut depths = [None; SPACES];
    for (depth, layer) in leg.layers.iter().enumerate() {
        reject_if(layer.is_empty(), LegError::EmptyLayer(depth))?;
        for space in layer {
            let previous = depths[space.index()].replace(depth);
            reject_if(previous.is_some(), LegError::DuplicateSpace(*space))?;
        }
    }
    let first = leg.layers.first().map(Vec::as_slice);
    reject_if(first != Some(&[start]), LegError::FirstLayer(start))?;
    let last = leg.layers.len() - 1;
    for from in leg.layers.iter().flatten().copied() {
        let depth = depths[from.index()].unwrap_or(0);
        let mut has_predecessor = depth == 0;
        for to in Space::all().filter(|to| is_legal_move(board, from, *to)) {
            has_predecessor |= depths[to.index()].is_some_and(|previous| previous + 1 == depth);
            // Moves that leave the last layer do not matter if there is a route.
            let is_past_route = leg.route.is_some() && depth == last;
            let is_skipping = depths[to.index()].map_or(!is_past_route, |next| next > depth + 1);
            reject_if(is_skipping, LegError::SkippedLayer(from, to))?;
        }
        reject_if(!has_predecessor, LegError::NoPredecessor(from))?;
    }
    let Some(route) = &leg.route else {
        return reject_if(depths[end.index()].is_some(), LegError::EndIsReachable(end));
    };
    let ends = (route.start(), route.end());
    reject_if(ends != (Some(start), Some(end)), LegError::Ends(start, end))?;
    for pair in route.spaces().windows(2) {
        let is_legal = is_legal_move(board, pair[0], pair[1]);
        reject_if(!is_legal, LegError::NoMove(pair[0], pair[1]))?;
    }
    let is_shortest = depths[end.index()] == Some(last) && route.moves() == last;
    reject_if(!is_shortest, LegError::Length(route.moves(), last))
}

fn reject_if(is_wrong: bool, error: LegError) -> Result<(), LegError> {
    if is_wrong { Err(error) } else { Ok(()) }
}

/// Independent implementation of MR-9: another space of the same row or column with the same number
/// or colour.
fn is_legal_move(board: &Board, a: Space, b: Space) -> bool {
    let position_of = |space| board.spaces().iter().position(|other| *other == space);
    let (p, q) = (position_of(a).unwrap_or(0), position_of(b).unwrap_or(0));
    let is_in_line = p / SIDE == q / SIDE || p % SIDE == q % SIDE;
    a != b && is_in_line && (a.number() == b.number() || a.colour() == b.colour())
}
