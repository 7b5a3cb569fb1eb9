//! Problems from the matches of an agent against itself.

use botwerk_agents::{AgentSpec, Roster, arena};
use botwerk_engine::netzwerk::{Netzwerk, Position, State};
use botwerk_engine::{Event, GameRules, RootSeed};

use super::defence::DefenceSearch;

/// What the side to move has to find.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A turn after which the opponent has no defence against a win in the next turn.
    WinInTwo,
    /// A turn after which the opponent cannot win in one turn, although it threatens to.
    Defence,
}

impl Kind {
    pub(super) const ALL: [Self; 2] = [Self::WinInTwo, Self::Defence];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::WinInTwo => "win in two turns",
            Self::Defence => "defence against a win in one turn",
        }
    }
}

/// A position and what its side to move can find there, by exhaustive search.
#[derive(Debug, Clone)]
pub(super) struct Problem {
    pub(super) kind: Kind,
    pub(super) position: Position,
}

/// Returns the problems in a match of an agent against itself.
pub(super) fn problems(game: &Netzwerk, agent: &AgentSpec, seed: RootSeed) -> Vec<Problem> {
    let positions = positions(game, agent, seed);
    let mut search = DefenceSearch::new(game.rules());
    let defences: Vec<Option<bool>> = positions
        .iter()
        .map(|position| search.has_defence(position))
        .collect();
    let mut problems = Vec::new();
    for (index, position) in positions.iter().enumerate() {
        if search.can_win(position) {
            continue;
        }
        let mut add = |kind| {
            problems.push(Problem {
                kind,
                position: *position,
            });
        };
        if defences[index] == Some(true) && search.is_threatened(position) {
            add(Kind::Defence);
        }
        // The turn that was played proves the win.
        if defences.get(index + 1) == Some(&Some(false)) {
            add(Kind::WinInTwo);
        }
    }
    problems
}

/// Plays a match, and returns its positions at the start of turns.
fn positions(game: &Netzwerk, agent: &AgentSpec, seed: RootSeed) -> Vec<Position> {
    let agent = || Netzwerk::agent(agent).expect("the settings were checked");
    let mut events: Vec<Event<_>> = Vec::new();
    arena::play(game, seed, &mut [agent(), agent()], &mut events);
    let mut state: State = game.initial_state(seed);
    let mut positions = Vec::new();
    for event in &events {
        game.apply_unchecked(&mut state, event.actor, event.action);
        let position = *state.position();
        if position.is_start_of_turn() && game.rules().end(&position, false).is_none() {
            positions.push(position);
        }
    }
    positions
}
