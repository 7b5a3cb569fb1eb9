//! The check of a certificate, which shares no code with the search that wrote it.

use botwerk_engine::micro_robots::{Board, SIDE, SPACES, Space};

use super::{Certificate, CertificateError, Instance, Leg, LegError};

/// Accepts exactly the certificates whose routes are as short as the board allows, or that show
/// that there is no route; only the order of spaces within a layer is free.
///
/// # Errors
/// The first [`CertificateError`] found, leg by leg.
pub fn check(board: &Board, task: &Instance, proof: &Certificate) -> Result<(), CertificateError> {
    let mut stops = vec![task.start, task.target];
    stops.splice(1..1, task.intermediate);
    let (found, expected) = (proof.legs.len(), stops.len() - 1);
    if found != expected {
        return Err(CertificateError::Legs { found, expected });
    }
    for (leg, ends) in stops.windows(2).enumerate() {
        check_leg(board, ends[0], ends[1], &proof.legs[leg])
            .map_err(|error| CertificateError::Leg { leg, error })?;
    }
    Ok(())
}

fn check_leg(board: &Board, start: Space, end: Space, leg: &Leg) -> Result<(), LegError> {
    let mut depths = [None; SPACES];
    for (depth, layer) in leg.layers.iter().enumerate() {
        refuse_if(layer.is_empty(), LegError::EmptyLayer(depth))?;
        for space in layer {
            let before = depths[space.index()].replace(depth);
            refuse_if(before.is_some(), LegError::Twice(*space))?;
        }
    }
    let first = leg.layers.first().map(Vec::as_slice);
    refuse_if(first != Some(&[start]), LegError::FirstLayer(start))?;
    let last = leg.layers.len() - 1;
    for from in leg.layers.iter().flatten().copied() {
        let depth = depths[from.index()].unwrap_or(0);
        let mut founded = depth == 0;
        for to in Space::all().filter(|to| joined(board, from, *to)) {
            founded |= depths[to.index()].is_some_and(|before| before + 1 == depth);
            // What lies behind the layer where a route ends does not matter.
            let behind = leg.route.is_some() && depth == last;
            let leap = depths[to.index()].map_or(!behind, |next| next > depth + 1);
            refuse_if(leap, LegError::Leap(from, to))?;
        }
        refuse_if(!founded, LegError::Unfounded(from))?;
    }
    let Some(route) = &leg.route else {
        return refuse_if(depths[end.index()].is_some(), LegError::Reached(end));
    };
    let ends = (route.start(), route.end());
    refuse_if(ends != (Some(start), Some(end)), LegError::Ends(start, end))?;
    for two in route.spaces().windows(2) {
        let legal = joined(board, two[0], two[1]);
        refuse_if(!legal, LegError::NoMove(two[0], two[1]))?;
    }
    let shortest = depths[end.index()] == Some(last) && route.moves() == last;
    refuse_if(!shortest, LegError::Length(route.moves(), last))
}

fn refuse_if(wrong: bool, error: LegError) -> Result<(), LegError> {
    if wrong { Err(error) } else { Ok(()) }
}

/// MR-9 in its own words: another space of the same row or column, and number or colour.
fn joined(board: &Board, a: Space, b: Space) -> bool {
    let place = |space| board.spaces().iter().position(|other| *other == space);
    let (p, q) = (place(a).unwrap_or(0), place(b).unwrap_or(0));
    let in_line = p / SIDE == q / SIDE || p % SIDE == q % SIDE;
    a != b && in_line && (a.number() == b.number() || a.colour() == b.colour())
}
