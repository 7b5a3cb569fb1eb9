//! Tests that the checker accepts exactly the certificates of shortest routes.

use botwerk_agents::micro_robots::solver::{
    Certificate, CertificateError, Instance, LegError, Solver, certify, check,
};
use botwerk_engine::micro_robots::{Route, SPACES, Space};

use crate::boards::{Lcg, boards};
use crate::routes::all_routes;

/// Returns false certificates that each differ from a true one in one place.
fn mutations(certificate: &Certificate, instance: Instance) -> Vec<Certificate> {
    let mut forgeries = Vec::new();
    for (leg_index, leg) in certificate.legs.iter().enumerate() {
        let mut push = |mutated| {
            let mut forged = certificate.clone();
            forged.legs[leg_index] = mutated;
            forgeries.push(forged);
        };
        for (i, layer) in leg.layers.iter().enumerate() {
            for member in 0..layer.len() {
                let mut dropped = leg.clone();
                let space = dropped.layers[i].remove(member);
                push(dropped.clone());
                for other in (0..=leg.layers.len()).filter(|other| *other != i) {
                    let mut moved = dropped.clone();
                    moved
                        .layers
                        .resize(moved.layers.len().max(other + 1), Vec::new());
                    moved.layers[other].push(space);
                    push(moved);
                }
                let mut doubled = leg.clone();
                doubled.layers[(i + 1) % leg.layers.len()].push(space);
                push(doubled);
            }
            let mut truncated = leg.clone();
            truncated.layers.truncate(i);
            push(truncated);
            let mut widened = leg.clone();
            let outside = Space::all().find(|space| !leg.layers.concat().contains(space));
            widened.layers[i].extend(outside);
            if outside.is_some() {
                push(widened);
            }
        }
        let mut open = leg.clone();
        open.layers.push(Vec::new());
        push(open.clone());
        open.layers.pop();
        open.route = match &leg.route {
            Some(_) => None,
            None => Some(Route::new(leg.layers[0][0])),
        };
        push(open);
        if let Some(route) = &leg.route {
            let spaces = route.spaces();
            for cut in [&spaces[1..], &spaces[..spaces.len() - 1]] {
                let mut shorter = Route::default();
                assert!(cut.iter().all(|space| shorter.push(*space)));
                let mut mutated = leg.clone();
                mutated.route = Some(shorter);
                push(mutated);
            }
            let mut detour = Route::new(spaces[0]);
            for space in [&spaces[1..2], spaces].concat() {
                detour.push(space);
            }
            let mut mutated = leg.clone();
            mutated.route = Some(detour);
            push(mutated);
            for at in 0..spaces.len() {
                let mut changed = Route::default();
                for (i, space) in spaces.iter().enumerate() {
                    changed.push(if i == at {
                        spaces[(i + 1) % spaces.len()]
                    } else {
                        *space
                    });
                }
                let mut mutated = leg.clone();
                mutated.route = Some(changed);
                push(mutated);
            }
        }
    }
    let mut fewer = certificate.clone();
    fewer.legs.pop();
    forgeries.push(fewer);
    let mut more = certificate.clone();
    more.legs.push(certificate.legs[0].clone());
    forgeries.push(more);
    if instance.intermediate.is_some() {
        let mut swapped = certificate.clone();
        swapped.legs.swap(0, 1);
        forgeries.push(swapped);
    }
    forgeries
}

#[test]
fn true_certificates_are_accepted_and_forged_ones_rejected() {
    let mut lcg = Lcg(5);
    let mut forged_count = 0;
    for board in boards(&mut lcg) {
        for i in 0..12 {
            let instance = lcg.instance(i % 2 == 1);
            let certificate = certify(&board, &instance);
            assert_eq!(
                check(&board, &instance, &certificate),
                Ok(()),
                "{board}: {instance:?}"
            );
            for forged in mutations(&certificate, instance) {
                assert!(
                    check(&board, &instance, &forged).is_err(),
                    "{board}: {forged:?}"
                );
                forged_count += 1;
            }
        }
    }
    assert!(forged_count > 10_000, "{forged_count}");
}

#[test]
fn certificate_is_rejected_for_another_start_or_board() {
    let mut lcg = Lcg(6);
    let mut rejected = 0;
    for _ in 0..200 {
        let (board, instance) = (lcg.board(0), lcg.instance(false));
        let certificate = certify(&board, &instance);
        let other = Instance::new(instance.target, instance.start, None).unwrap();
        let start = LegError::FirstLayer(other.start);
        assert_eq!(
            check(&board, &other, &certificate),
            Err(CertificateError::Leg {
                leg: 0,
                error: start
            })
        );
        let shuffled = lcg.board(200);
        let is_still_true =
            certify(&shuffled, &instance).legs[0].layers == certificate.legs[0].layers;
        let accepted = check(&shuffled, &instance, &certificate).is_ok();
        assert!(!accepted || is_still_true);
        rejected += u32::from(!accepted);
    }
    assert!(rejected > 150, "{rejected} of 200");
}

#[test]
fn only_shortest_routes_are_accepted() {
    let mut lcg = Lcg(7);
    let (mut accepted, mut rejected) = (0, 0);
    for board in boards(&mut lcg) {
        for _ in 0..12 {
            let instance = lcg.instance(false);
            let solver = Solver::new(&board);
            let Some(shortest) = solver.distance(instance.start, instance.target) else {
                continue;
            };
            let shortest = shortest as usize;
            if shortest > 7 {
                continue;
            }
            let mut depths: Vec<Vec<Space>> = vec![Vec::new(); SPACES];
            for (space, distance) in Space::all().zip(solver.distances_from(instance.start)) {
                if let Some(distance) = distance {
                    depths[distance as usize].push(space);
                }
            }
            depths.retain(|layer| !layer.is_empty());
            for length in shortest..=shortest + 2 {
                let routes = all_routes(&board, instance, length);
                for (i, route) in routes.iter().enumerate() {
                    // The correct layers up to the end, and also as many as match the route's
                    // length.
                    for layers in [shortest + 1, length + 1] {
                        let mut certificate = certify(&board, &instance);
                        let leg = &mut certificate.legs[0];
                        leg.layers = depths[..layers.min(depths.len())].to_vec();
                        leg.route = Some(route.clone());
                        let is_accepted = check(&board, &instance, &certificate).is_ok();
                        assert_eq!(is_accepted, length == shortest, "{board}: {route}");
                        if is_accepted {
                            accepted += 1;
                        } else {
                            rejected += 1;
                        }
                    }
                    if i > 200 {
                        break;
                    }
                }
            }
        }
    }
    assert!(accepted > 100 && rejected > 1000, "{accepted} {rejected}");
}
