//! How the dual variables of a matching change.

use super::MatchingSearch;
use super::node::{Label, Limit};

impl MatchingSearch<'_> {
    /// Returns the next event as the dual variables change, and the change until then; `None` if there is no limit.
    pub(super) fn next_limit(&self) -> Option<(Limit, i128)> {
        let mut next: Option<(Limit, i128)> = None;
        let mut consider = |limit: Limit, delta: i128| {
            if next.as_ref().is_none_or(|(_, least)| delta < *least) {
                next = Some((limit, delta));
            }
        };
        for vertex in 0..self.vertices {
            if let Some(edge) = self.nodes[vertex].best_edge
                && self.label_around(vertex) == Label::Free
            {
                let [one, other] = self.edges[edge].vertices;
                let even = if one == vertex { other } else { one };
                consider(Limit::Tight(even), self.slack(edge));
            }
        }
        for node in &self.nodes {
            if let Some(edge) = node.best_edge
                && node.container.is_none()
                && node.label == Label::Even
            {
                let even = self.edges[edge].vertices[0];
                // Both ends approach.
                consider(Limit::Tight(even), self.slack(edge) / 2);
            }
        }
        for blossom in self.vertices..2 * self.vertices {
            let node = &self.nodes[blossom];
            if node.is_outermost_blossom() && node.label == Label::Odd {
                consider(Limit::Expand(blossom), self.dual[blossom]);
            }
        }
        next
    }

    /// Changes the dual variables so that edges of the trees stay tight.
    pub(super) fn change_duals(&mut self, delta: i128) {
        for vertex in 0..self.vertices {
            match self.label_around(vertex) {
                Label::Even => self.dual[vertex] -= delta,
                Label::Odd => self.dual[vertex] += delta,
                Label::Free => {}
            }
        }
        for blossom in self.vertices..2 * self.vertices {
            let node = &self.nodes[blossom];
            match node.label {
                Label::Even if node.is_outermost_blossom() => self.dual[blossom] += delta,
                Label::Odd if node.is_outermost_blossom() => self.dual[blossom] -= delta,
                _ => {}
            }
        }
    }
}
