use botwerk_engine::{ChanceKey, RootSeed, StableRng};

use super::*;

/// Returns the number of edges of the best matching and the sum of its costs, from those of all sets of vertices.
fn best_of_all(vertices: usize, edges: &[Edge]) -> (usize, i128) {
    // For each set of vertices the number of edges, negative, and the costs.
    let mut best = vec![(0, 0); 1 << vertices];
    for set in 1..1_usize << vertices {
        let last = set.ilog2() as usize;
        best[set] = best[set & !(1 << last)];
        for edge in edges {
            let [one, other] = edge.vertices.map(|vertex| 1 << vertex);
            if (one | other) & set == one | other && (one | other) >> last != 0 {
                let (count, cost): (i32, i128) = best[set & !(one | other)];
                best[set] = best[set].min((count - 1, cost + edge.cost));
            }
        }
    }
    let (count, cost) = best[(1 << vertices) - 1];
    (-count as usize, cost)
}

fn rng(index: u32) -> StableRng {
    let seed = RootSeed::from_text("matching");
    seed.rng_for_chance(ChanceKey {
        kind: "graph",
        seat: None,
        round: 0,
        index,
    })
}

/// Returns a graph in which about `density` of 8 pairs have an edge, of costs below a limit in both directions.
fn random_graph(rng: &mut StableRng, vertices: usize, density: u64, limit: i128) -> Vec<Edge> {
    let mut edges = Vec::new();
    for one in 0..vertices {
        for other in one + 1..vertices {
            if rng.next_u64() % 8 < density {
                let cost = i128::from(rng.next_u64()) % limit;
                let cost = if rng.next_u64().is_multiple_of(2) {
                    cost
                } else {
                    -cost
                };
                edges.push(Edge {
                    vertices: [one, other],
                    cost,
                });
            }
        }
    }
    edges
}

/// Small costs tie often, so that there are blossoms within blossoms.
#[test]
fn matching_of_random_graphs_is_the_best_of_all() {
    for index in 0..4000 {
        let mut rng = rng(index);
        let vertices = (rng.next_u64() % 13) as usize;
        let density = 1 + rng.next_u64() % 8;
        let limit = [2, 5, 100, 1 << 60][rng.next_u64() as usize % 4];
        let edges = random_graph(&mut rng, vertices, density, limit);
        let matching = best_matching(vertices, &edges);
        let mut is_matched = vec![false; vertices];
        let mut sum = 0;
        for (one, other) in &matching {
            let edge = edges.iter().find(|edge| edge.vertices == [*one, *other]);
            sum += edge.unwrap().cost;
            for vertex in [*one, *other] {
                assert!(!std::mem::replace(&mut is_matched[vertex], true), "{index}");
            }
        }
        let found = (matching.len(), sum);
        assert_eq!(found, best_of_all(vertices, &edges), "{index}");
    }
}

#[test]
fn matching_without_edges_is_empty() {
    assert_eq!(best_matching(0, &[]), []);
    assert_eq!(best_matching(3, &[]), []);
}

/// The dual variables prove what no search of all matchings can show.
#[test]
fn matching_of_a_large_graph_is_proved_best() {
    for index in 0..20 {
        let mut rng = rng(index);
        let edges = random_graph(&mut rng, 120, 1 + u64::from(index) % 8, 1 << (4 + index));
        let mut search = MatchingSearch::new(120, &edges);
        while search.run_stage() {}
        for (number, edge) in edges.iter().enumerate() {
            let containers = |vertex: usize| {
                let next = |node: &usize| search.nodes[*node].container;
                std::iter::successors(next(&vertex), next).collect::<Vec<usize>>()
            };
            let [one, other] = edge.vertices.map(containers);
            let shared = one.iter().filter(|blossom| other.contains(blossom));
            let blossoms: i128 = shared.map(|blossom| search.dual[*blossom]).sum();
            let slack = search.slack(number) + 2 * blossoms;
            assert!(slack >= 0, "{index}: {edge:?}");
            let is_matched = search.mate[edge.vertices[0]].is_some_and(|end| end / 2 == number);
            assert!(!is_matched || slack == 0, "{index}: {edge:?}");
        }
        // Unmatched vertices have the lowest variable of all: any other matching has fewer edges or higher costs.
        let lowest = search.dual[..120].iter().min().unwrap();
        for vertex in 0..120 {
            assert!(search.mate[vertex].is_some() || search.dual[vertex] == *lowest);
        }
        for blossom in 120..240 {
            let node = &search.nodes[blossom];
            if !node.parts.is_empty() {
                assert!(search.dual[blossom] >= 0, "{index}");
                let matched = node
                    .links
                    .iter()
                    .filter(|end| search.mate[search.vertex(**end)] == Some(**end ^ 1));
                assert_eq!(matched.count() * 2 + 1, node.parts.len(), "{index}");
            }
        }
    }
}
