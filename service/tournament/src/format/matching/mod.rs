//! Matchings in graphs: sets of edges of which no two have a vertex in common.
//!
//! The algorithm is that of Edmonds, as described by Z. Galil, "Efficient algorithms for finding maximum matching in
//! graphs", ACM Computing Surveys 18 (1986). Every vertex and every blossom, an odd cycle of vertices and smaller
//! blossoms that is treated as one vertex, has a dual variable. The *slack* of an edge is its cost plus the dual
//! variables of its ends and of the blossoms that contain both; it is never negative. Only tight edges, those without
//! slack, are matched. Each stage grows trees of tight edges from all unmatched vertices, and adjusts the variables
//! until two trees meet: the edges of the path between their roots are matched instead of those that were. A stage
//! without such a path is the last one.

mod duals;
mod node;
#[cfg(test)]
mod tests;

use node::{EdgeEnd, Label, Limit, Node};

/// An edge between two vertices.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    pub(super) vertices: [usize; 2],
    pub(super) cost: i128,
}

/// Returns the edges of a matching with the most edges, and of these one with the lowest sum of costs, ordered by their
/// first vertices. Vertices are numbered from 0, and two have at most one edge. Takes time of the order of the cube of the
/// number of vertices.
pub(super) fn best_matching(vertices: usize, edges: &[Edge]) -> Vec<(usize, usize)> {
    let mut search = MatchingSearch::new(vertices, edges);
    while search.run_stage() {}
    let pair = |vertex: usize| {
        let other = search.vertex(search.mate[vertex]?);
        (vertex < other).then_some((vertex, other))
    };
    (0..vertices).filter_map(pair).collect()
}

/// The state of the algorithm. Nodes are the vertices, and after them the blossoms, of which some are unused.
struct MatchingSearch<'a> {
    edges: &'a [Edge],
    vertices: usize,
    /// The ends at the neighbours of each vertex.
    neighbours: Vec<Vec<EdgeEnd>>,
    /// The end of each vertex's matched edge at its mate.
    mate: Vec<Option<EdgeEnd>>,
    /// The largest blossom that contains the vertex, or the vertex itself.
    outermost: Vec<usize>,
    /// Twice the dual variable of each vertex, and the dual variable of each blossom.
    dual: Vec<i128>,
    nodes: Vec<Node>,
    unused: Vec<usize>,
    /// Vertices with the label even whose edges are not yet examined.
    queue: Vec<usize>,
}

impl<'a> MatchingSearch<'a> {
    fn new(vertices: usize, edges: &'a [Edge]) -> Self {
        let mut neighbours = vec![Vec::new(); vertices];
        for (index, edge) in edges.iter().enumerate() {
            let [one, other] = edge.vertices;
            neighbours[one].push(2 * index + 1);
            neighbours[other].push(2 * index);
        }
        let lowest = edges.iter().map(|edge| edge.cost).min().unwrap_or(0);
        let mut dual = vec![-lowest; vertices];
        dual.resize(2 * vertices, 0);
        Self {
            edges,
            vertices,
            neighbours,
            mate: vec![None; vertices],
            outermost: (0..vertices).collect(),
            dual,
            nodes: (0..2 * vertices).map(Node::new).collect(),
            unused: (vertices..2 * vertices).rev().collect(),
            queue: Vec::new(),
        }
    }

    /// Matches one more edge. Returns `false` if no matching has more edges.
    fn run_stage(&mut self) -> bool {
        self.queue.clear();
        for node in &mut self.nodes {
            node.reset();
        }
        for vertex in 0..self.vertices {
            if self.mate[vertex].is_none() && self.label_around(vertex) == Label::Free {
                self.reach_even(vertex, None);
            }
        }
        while !self.grow_trees() {
            let Some((limit, delta)) = self.next_limit() else {
                return false;
            };
            self.change_duals(delta);
            match limit {
                Limit::Tight(vertex) => self.queue.push(vertex),
                Limit::Expand(blossom) => self.expand_in_stage(blossom),
            }
        }
        for blossom in self.vertices..2 * self.vertices {
            let node = &self.nodes[blossom];
            if node.is_outermost_blossom() && node.label == Label::Even && self.dual[blossom] == 0 {
                self.expand_after_stage(blossom);
            }
        }
        true
    }

    /// Extends the trees over tight edges. Returns `true` if one more edge could be matched so.
    fn grow_trees(&mut self) -> bool {
        while let Some(vertex) = self.queue.pop() {
            for index in 0..self.neighbours[vertex].len() {
                let end = self.neighbours[vertex][index];
                let (edge, other) = (end / 2, self.vertex(end));
                if self.outermost[vertex] == self.outermost[other] {
                    continue;
                }
                if self.slack(edge) > 0 {
                    self.note_slack(vertex, other, edge);
                    continue;
                }
                match self.label_around(other) {
                    Label::Free => self.reach_odd(other, end ^ 1),
                    Label::Even => match self.common_base(vertex, other) {
                        Some(base) => self.add_blossom(base, edge),
                        None => {
                            self.augment(edge);
                            return true;
                        }
                    },
                    // A part of a blossom with the label odd: reached for the case that the blossom is expanded.
                    Label::Odd => {
                        let node = &mut self.nodes[other];
                        if node.label == Label::Free {
                            (node.label, node.reached_from) = (Label::Odd, Some(end ^ 1));
                        }
                    }
                }
            }
        }
        false
    }

    /// Keeps an edge with slack from a vertex with the label even to another vertex if it is the best one.
    fn note_slack(&mut self, vertex: usize, other: usize, edge: usize) {
        let node = if self.label_around(other) == Label::Even {
            self.outermost[vertex]
        } else if self.nodes[other].label == Label::Free {
            other
        } else {
            return;
        };
        let best = self.nodes[node].best_edge;
        if best.is_none_or(|best| self.slack(edge) < self.slack(best)) {
            self.nodes[node].best_edge = Some(edge);
        }
    }

    /// Gives the label even to the node around a vertex.
    fn reach_even(&mut self, vertex: usize, from: Option<EdgeEnd>) {
        let outermost = self.outermost[vertex];
        for node in [vertex, outermost] {
            let node = &mut self.nodes[node];
            (node.label, node.reached_from, node.best_edge) = (Label::Even, from, None);
        }
        let reached = self.vertices_in(outermost);
        self.queue.extend(reached);
    }

    /// Gives the label odd to the node around a vertex, and the label even to the node that is matched with it.
    fn reach_odd(&mut self, vertex: usize, from: EdgeEnd) {
        let outermost = self.outermost[vertex];
        for node in [vertex, outermost] {
            let node = &mut self.nodes[node];
            (node.label, node.reached_from, node.best_edge) = (Label::Odd, Some(from), None);
        }
        let end = self.matched_end(self.nodes[outermost].base);
        self.reach_even(self.vertex(end), Some(end ^ 1));
    }

    /// Follows the trees from two vertices with the label even to their roots. Returns the base of the node at which they
    /// meet, or `None` if the roots differ.
    fn common_base(&mut self, one: usize, other: usize) -> Option<usize> {
        let mut path = Vec::new();
        let mut base = None;
        let (mut next, mut after_next) = (Some(one), Some(other));
        while let Some(vertex) = next {
            let even = self.outermost[vertex];
            if self.nodes[even].is_on_path {
                base = Some(self.nodes[even].base);
                break;
            }
            self.nodes[even].is_on_path = true;
            path.push(even);
            next = self.nodes[even].reached_from.map(|end| {
                let odd = self.outermost[self.vertex(end)];
                self.vertex(self.entry(odd))
            });
            // Both paths are followed in turn, so that no more than twice the shorter one is.
            if after_next.is_some() {
                std::mem::swap(&mut next, &mut after_next);
            }
        }
        for node in path {
            self.nodes[node].is_on_path = false;
        }
        base
    }

    /// Makes a blossom of the cycle that an edge closes between two paths from the node with the base.
    fn add_blossom(&mut self, base: usize, edge: usize) {
        let blossom = self
            .unused
            .pop()
            .expect("at most half as many blossoms as vertices are used");
        let [one, other] = self.edges[edge].vertices;
        let (mut parts, ends) = self.path_to(base, one);
        parts.push(self.outermost[base]);
        parts.reverse();
        let mut links: Vec<EdgeEnd> = ends.into_iter().rev().collect();
        links.push(2 * edge);
        let (others, ends) = self.path_to(base, other);
        parts.extend(others);
        links.extend(ends.into_iter().map(|end| end ^ 1));
        for part in &parts {
            self.nodes[*part].container = Some(blossom);
        }
        let reached_from = self.nodes[self.outermost[base]].reached_from;
        self.dual[blossom] = 0;
        self.nodes[blossom] = Node {
            label: Label::Even,
            reached_from,
            base,
            parts,
            links,
            ..Node::new(blossom)
        };
        for vertex in self.vertices_in(blossom) {
            // The vertices with the label odd become even.
            if self.label_around(vertex) == Label::Odd {
                self.queue.push(vertex);
            }
            self.outermost[vertex] = blossom;
        }
        self.find_best_edges(blossom);
    }

    /// Returns the nodes of the tree from the one around a vertex to the one before that of the base, and the end, at its
    /// parent, of the edge over which each was reached.
    fn path_to(&self, base: usize, vertex: usize) -> (Vec<usize>, Vec<EdgeEnd>) {
        let (mut nodes, mut ends) = (Vec::new(), Vec::new());
        let mut node = self.outermost[vertex];
        while node != self.outermost[base] {
            let end = self.entry(node);
            nodes.push(node);
            ends.push(end);
            node = self.outermost[self.vertex(end)];
        }
        (nodes, ends)
    }

    /// Finds the edges with the least slack of a new blossom.
    fn find_best_edges(&mut self, blossom: usize) {
        let mut best_to: Vec<Option<usize>> = vec![None; 2 * self.vertices];
        for part in self.nodes[blossom].parts.clone() {
            let mut candidates = std::mem::take(&mut self.nodes[part].best_edges);
            self.nodes[part].best_edge = None;
            if candidates.is_empty() {
                let ends = self.vertices_in(part).into_iter();
                candidates = ends
                    .flat_map(|vertex| &self.neighbours[vertex])
                    .map(|end| end / 2)
                    .collect();
            }
            for edge in candidates {
                let [one, other] = self.edges[edge]
                    .vertices
                    .map(|vertex| self.outermost[vertex]);
                let node = if other == blossom { one } else { other };
                if node != blossom
                    && self.nodes[node].label == Label::Even
                    && best_to[node].is_none_or(|best| self.slack(edge) < self.slack(best))
                {
                    best_to[node] = Some(edge);
                }
            }
        }
        let best_edges: Vec<usize> = best_to.into_iter().flatten().collect();
        self.nodes[blossom].best_edge = best_edges
            .iter()
            .copied()
            .min_by_key(|edge| self.slack(*edge));
        self.nodes[blossom].best_edges = best_edges;
    }

    /// Replaces a blossom with the label odd by its parts, and labels those in the tree.
    fn expand_in_stage(&mut self, blossom: usize) {
        let from = self.entry(blossom);
        let entered = self.vertex(from ^ 1);
        let node = self.dissolve(blossom);
        for part in &node.parts {
            for vertex in self.vertices_in(*part) {
                self.outermost[vertex] = *part;
            }
        }
        // Over an even number of edges to the part with the base, from which the matched edge leads on.
        let entry_part = node.position(self.outermost[entered]);
        let way = node.way_to_base(entry_part);
        let mut from = from;
        for pair in way.chunks_exact(2) {
            let vertex = self.vertex(from ^ 1);
            self.nodes[vertex].label = Label::Free;
            let next = self.vertex(pair[0] ^ 1);
            self.nodes[next].label = Label::Free;
            self.reach_odd(vertex, from);
            from = pair[1];
        }
        let base_part = node.parts[0];
        for reached in [self.vertex(from ^ 1), base_part] {
            let reached = &mut self.nodes[reached];
            (reached.label, reached.reached_from) = (Label::Odd, Some(from));
        }
        self.nodes[base_part].best_edge = None;
        // The other parts are free, unless a tree has reached one of their vertices.
        for position in node.positions_beyond_base(entry_part) {
            let part = node.parts[position];
            if self.nodes[part].label == Label::Even {
                continue;
            }
            let vertices = self.vertices_in(part);
            let reached = vertices
                .into_iter()
                .find(|vertex| self.nodes[*vertex].label != Label::Free);
            if let Some(vertex) = reached
                && let Some(from) = self.nodes[vertex].reached_from
            {
                self.nodes[vertex].label = Label::Free;
                let mate = self.vertex(self.matched_end(self.nodes[part].base));
                self.nodes[mate].label = Label::Free;
                self.reach_odd(vertex, from);
            }
        }
    }

    /// Replaces a blossom whose variable is 0 by its parts, and those among them likewise.
    fn expand_after_stage(&mut self, blossom: usize) {
        for part in self.dissolve(blossom).parts {
            if part >= self.vertices && self.dual[part] == 0 {
                self.expand_after_stage(part);
            } else {
                for vertex in self.vertices_in(part) {
                    self.outermost[vertex] = part;
                }
            }
        }
    }

    /// Removes a blossom from its parts, and returns what it was.
    fn dissolve(&mut self, blossom: usize) -> Node {
        let node = std::mem::replace(&mut self.nodes[blossom], Node::new(blossom));
        for part in &node.parts {
            self.nodes[*part].container = None;
        }
        self.unused.push(blossom);
        node
    }

    /// Matches the path between two roots that a tight edge joins, every second edge of it.
    fn augment(&mut self, edge: usize) {
        for end in [2 * edge, 2 * edge + 1] {
            let (mut vertex, mut mate) = (self.vertex(end), end ^ 1);
            loop {
                let even = self.outermost[vertex];
                self.move_base(even, vertex);
                self.mate[vertex] = Some(mate);
                let Some(from) = self.nodes[even].reached_from else {
                    break;
                };
                let odd = self.outermost[self.vertex(from)];
                let from = self.entry(odd);
                let entered = self.vertex(from ^ 1);
                self.move_base(odd, entered);
                self.mate[entered] = Some(from);
                (vertex, mate) = (self.vertex(from), from ^ 1);
            }
        }
    }

    /// Makes a vertex the base of the node that contains it: every second edge of the cycle is matched from there.
    fn move_base(&mut self, blossom: usize, vertex: usize) {
        if blossom < self.vertices {
            return;
        }
        let part = self.part_around(blossom, vertex);
        self.move_base(part, vertex);
        let position = self.nodes[blossom].position(part);
        for pair in self.nodes[blossom].way_to_base(position).chunks_exact(2) {
            let end = pair[1];
            for end in [end, end ^ 1] {
                let vertex = self.vertex(end);
                let part = self.part_around(blossom, vertex);
                self.move_base(part, vertex);
                self.mate[vertex] = Some(end ^ 1);
            }
        }
        let node = &mut self.nodes[blossom];
        node.parts.rotate_left(position);
        node.links.rotate_left(position);
        node.base = vertex;
    }

    /// Returns the part of a blossom that contains a vertex.
    fn part_around(&self, blossom: usize, vertex: usize) -> usize {
        let mut part = vertex;
        while let Some(container) = self.nodes[part].container
            && container != blossom
        {
            part = container;
        }
        part
    }

    fn vertex(&self, end: EdgeEnd) -> usize {
        self.edges[end / 2].vertices[end % 2]
    }

    /// Returns twice the slack of an edge between two outermost nodes.
    fn slack(&self, edge: usize) -> i128 {
        let Edge { vertices, cost } = self.edges[edge];
        self.dual[vertices[0]] + self.dual[vertices[1]] + 2 * cost
    }

    fn label_around(&self, vertex: usize) -> Label {
        self.nodes[self.outermost[vertex]].label
    }

    /// Returns the end, at its parent, of the edge over which a node other than a root was reached.
    fn entry(&self, node: usize) -> EdgeEnd {
        let end = self.nodes[node].reached_from;
        end.expect("every node but a root has a parent")
    }

    /// Returns the end at its mate of a matched vertex.
    fn matched_end(&self, vertex: usize) -> EdgeEnd {
        self.mate[vertex].expect("vertices without a mate are roots")
    }

    fn vertices_in(&self, node: usize) -> Vec<usize> {
        let (mut vertices, mut left) = (Vec::new(), vec![node]);
        while let Some(node) = left.pop() {
            if node < self.vertices {
                vertices.push(node);
            } else {
                left.extend(&self.nodes[node].parts);
            }
        }
        vertices
    }
}
