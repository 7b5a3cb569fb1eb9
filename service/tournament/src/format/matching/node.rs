//! A vertex or blossom of a graph while its matching is searched.

/// An end of an edge, as seen from the other: twice the index of the edge, plus the index of the vertex in it.
pub(super) type EdgeEnd = usize;

/// How a tree of the current stage has reached a vertex or blossom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    /// Not at all.
    Free,
    /// Over an even number of edges from the root: its edges extend the tree.
    Even,
    /// Over an odd number of edges; the matched edge leads on.
    Odd,
}

/// What limits a change of the dual variables.
pub(super) enum Limit {
    /// An edge of this vertex with the label even becomes tight.
    Tight(usize),
    /// The variable of the blossom becomes 0.
    Expand(usize),
}

/// A vertex or blossom.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) label: Label,
    /// The end, at the parent in the tree, of the edge over which it was reached.
    pub(super) reached_from: Option<EdgeEnd>,
    /// The smallest blossom that contains it.
    pub(super) container: Option<usize>,
    /// The vertex of a blossom that is matched outside of it, if any is.
    pub(super) base: usize,
    /// The parts of a blossom around the cycle from the one with the base; empty for vertices and unused blossoms.
    pub(super) parts: Vec<usize>,
    /// For each part the end, at this part, of the edge to the next one.
    pub(super) links: Vec<EdgeEnd>,
    /// The edge with the least slack to another tree's node with the label even, or of a free node to any such node.
    pub(super) best_edge: Option<usize>,
    /// For a blossom with the label even, the edge with the least slack to each other such node.
    pub(super) best_edges: Vec<usize>,
    /// Set while a path to the root is followed.
    pub(super) is_on_path: bool,
}

impl Node {
    pub(super) fn new(base: usize) -> Self {
        Self {
            label: Label::Free,
            reached_from: None,
            container: None,
            base,
            parts: Vec::new(),
            links: Vec::new(),
            best_edge: None,
            best_edges: Vec::new(),
            is_on_path: false,
        }
    }

    /// Forgets the trees of the previous stage.
    pub(super) fn reset(&mut self) {
        (self.label, self.reached_from) = (Label::Free, None);
        self.best_edge = None;
        self.best_edges.clear();
    }

    pub(super) fn is_outermost_blossom(&self) -> bool {
        self.container.is_none() && !self.parts.is_empty()
    }

    pub(super) fn position(&self, part: usize) -> usize {
        let position = self.parts.iter().position(|other| *other == part);
        position.expect("a blossom lists its parts")
    }

    /// Returns the edges from a part to that with the base, in the direction with an even number of them: of each the end
    /// at the part from which it leads on.
    pub(super) fn way_to_base(&self, position: usize) -> Vec<EdgeEnd> {
        if position % 2 == 1 {
            self.links[position..].to_vec()
        } else {
            let links = self.links[..position].iter().rev();
            links.map(|end| end ^ 1).collect()
        }
    }

    /// Returns the positions after that of the base in the same direction, as far as the part at which the way starts.
    pub(super) fn positions_beyond_base(&self, position: usize) -> Vec<usize> {
        if position % 2 == 1 {
            (1..position).collect()
        } else {
            (position + 1..self.parts.len()).rev().collect()
        }
    }
}
