//! What a seat has learnt of its decisions in a search.

use std::collections::HashMap;

use botwerk_engine::StableRng;

/// Maximum number of decisions that a tree keeps.
const MAX_DECISIONS: usize = 400_000;

/// The decisions of one seat, by the hash of its view.
#[derive(Debug, Default)]
pub(super) struct Tree {
    decisions: HashMap<u64, Vec<Branch>>,
}

/// An action of a decision.
#[derive(Debug, Clone, Copy)]
pub(super) struct Branch {
    /// The number of the action.
    pub(super) action: u32,
    /// How often it was chosen.
    pub(super) visits: u32,
    /// How often it was legal when an action was chosen.
    offers: u32,
    /// The sum of what its seat won.
    pub(super) reward: f32,
}

impl Tree {
    /// Returns the branches of a decision, or an empty slice if it is not known.
    pub(super) fn branches(&self, view: u64) -> &[Branch] {
        self.decisions.get(&view).map_or(&[], Vec::as_slice)
    }

    /// Returns `true` if a decision is known.
    pub(super) fn knows(&self, view: u64) -> bool {
        self.decisions.contains_key(&view)
    }

    /// Adds a decision that is not known, unless the tree is full.
    pub(super) fn add(&mut self, view: u64) {
        if self.decisions.len() < MAX_DECISIONS {
            self.decisions.entry(view).or_default();
        }
    }

    /// Chooses one of the legal actions of a known decision, by UCB1 over how often each was legal; actions that were never
    /// chosen come first, in random order.
    pub(super) fn select(
        &mut self,
        view: u64,
        legal: &[u32],
        exploration: f32,
        rng: &mut StableRng,
    ) -> Option<u32> {
        let branches = self.decisions.get_mut(&view)?;
        for action in legal {
            if let Err(place) = branches.binary_search_by_key(action, |branch| branch.action) {
                let branch = Branch {
                    action: *action,
                    visits: 0,
                    offers: 0,
                    reward: 0.0,
                };
                branches.insert(place, branch);
            }
        }
        let mut best = None;
        let mut best_bound = f32::MIN;
        let first = rng.below(legal.len().max(1) as u64) as usize;
        for action in legal[first..].iter().chain(&legal[..first]) {
            let Ok(place) = branches.binary_search_by_key(action, |branch| branch.action) else {
                continue;
            };
            let branch = &mut branches[place];
            branch.offers += 1;
            let bound = if branch.visits == 0 {
                f32::MAX
            } else {
                let visits = branch.visits as f32;
                let offers = libm::logf(branch.offers as f32);
                branch.reward / visits + exploration * (offers / visits).sqrt()
            };
            if bound > best_bound {
                (best, best_bound) = (Some(*action), bound);
            }
        }
        best
    }

    /// Adds what a seat has won after it chose an action.
    pub(super) fn learn(&mut self, view: u64, action: u32, reward: f32) {
        let Some(branches) = self.decisions.get_mut(&view) else {
            return;
        };
        if let Ok(place) = branches.binary_search_by_key(&action, |branch| branch.action) {
            branches[place].visits += 1;
            branches[place].reward += reward;
        }
    }
}
