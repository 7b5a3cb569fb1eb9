//! The directors of one server: a tournament has at most one, and none once it has ended.
//!
//! A task creates the tournament, another one looks for tournaments without a director, as a server does after a
//! takeover. Both await the database between their steps.

use stateright::{Checker, Model, Property};

use crate::rules::{Rule, Rules};

const ONE_DIRECTOR: &str = "a tournament has at most one director";
const NOT_ENDED: &str = "a tournament that has ended gets no director";
const SKIPPED: &str = "a tournament is listed while it is being created";
const ENDED: &str = "a director ends";

/// Number of lists that are read.
const MAX_LISTS: u8 = 2;

/// The server, with these rules.
#[derive(Clone, Debug)]
struct DirectorModel {
    rules: Rules,
}

/// The tournament as it is stored.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
enum StoredTournament {
    Missing,
    Running,
    Ended,
}

/// How far the creation is.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
enum Creation {
    Requested,
    Prepared,
    Committed,
    Done,
}

/// What the task does that looks for tournaments without a director.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
enum Search {
    Waiting,
    /// It walks a list that has the tournament.
    Walking,
    /// It opens the tournament.
    Opening,
}

#[derive(Clone, Debug, Eq, Hash, PartialEq)]
struct ServerState {
    stored: StoredTournament,
    creation: Creation,
    search: Search,
    lists: u8,
    /// Whether one of the tasks has reserved the tournament.
    is_reserved: bool,
    directors: u8,
    has_late_director: bool,
    was_listed_early: bool,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Step {
    Prepare,
    Commit,
    OpenCreated,
    ReadList,
    Walk,
    OpenListed,
    /// A director stores the end of its tournament.
    End,
    /// A director whose tournament has ended is removed.
    RemoveDirector,
}

impl DirectorModel {
    fn start_director(state: &mut ServerState) {
        state.directors += 1;
        state.has_late_director |= state.stored == StoredTournament::Ended;
        state.is_reserved = false;
    }

    /// Takes the next entry of the list.
    fn walk(&self, state: &mut ServerState) {
        let is_taken =
            state.directors > 0 || state.is_reserved && self.rules.has(Rule::ReserveDirector);
        let has_ended =
            state.stored == StoredTournament::Ended && self.rules.has(Rule::ReadAfterReservation);
        state.was_listed_early |= state.creation == Creation::Committed;
        if is_taken || has_ended {
            state.search = Search::Waiting;
        } else {
            state.is_reserved = true;
            state.search = Search::Opening;
        }
    }
}

impl Model for DirectorModel {
    type State = ServerState;
    type Action = Step;

    fn init_states(&self) -> Vec<ServerState> {
        vec![ServerState {
            stored: StoredTournament::Missing,
            creation: Creation::Requested,
            search: Search::Waiting,
            lists: 0,
            is_reserved: false,
            directors: 0,
            has_late_director: false,
            was_listed_early: false,
        }]
    }

    fn actions(&self, state: &ServerState, steps: &mut Vec<Step>) {
        steps.push(match state.creation {
            Creation::Requested => Step::Prepare,
            Creation::Prepared => Step::Commit,
            Creation::Committed => Step::OpenCreated,
            Creation::Done if state.stored == StoredTournament::Running => Step::End,
            Creation::Done => Step::RemoveDirector,
        });
        match state.search {
            Search::Waiting if state.lists < MAX_LISTS => steps.push(Step::ReadList),
            Search::Waiting => {}
            Search::Walking => steps.push(Step::Walk),
            Search::Opening => steps.push(Step::OpenListed),
        }
    }

    fn next_state(&self, state: &ServerState, step: Step) -> Option<ServerState> {
        let mut next = state.clone();
        match step {
            Step::Prepare => {
                // Before the tournament is stored.
                next.is_reserved = self.rules.has(Rule::ReserveDirector);
                next.creation = Creation::Prepared;
            }
            Step::Commit => {
                next.stored = StoredTournament::Running;
                next.creation = Creation::Committed;
            }
            Step::OpenCreated => {
                Self::start_director(&mut next);
                next.creation = Creation::Done;
            }
            Step::ReadList => {
                next.lists += 1;
                if next.stored == StoredTournament::Running {
                    next.search = Search::Walking;
                }
            }
            Step::Walk => self.walk(&mut next),
            Step::OpenListed => {
                Self::start_director(&mut next);
                next.search = Search::Waiting;
            }
            Step::End => next.stored = StoredTournament::Ended,
            Step::RemoveDirector => next.directors = next.directors.checked_sub(1)?,
        }
        Some(next)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always(ONE_DIRECTOR, |_, state: &ServerState| state.directors <= 1),
            Property::always(NOT_ENDED, |_, state: &ServerState| !state.has_late_director),
            Property::sometimes(SKIPPED, |_, state: &ServerState| state.was_listed_early),
            Property::sometimes(ENDED, |_, state: &ServerState| {
                state.stored == StoredTournament::Ended && state.directors == 0
            }),
        ]
    }
}

fn check(rules: Rules) -> impl Checker<DirectorModel> {
    let checker = DirectorModel { rules }.checker().spawn_bfs().join();
    println!("{rules:?}: {} states", checker.unique_state_count());
    checker
}

#[test]
fn tournament_has_one_director_and_none_after_its_end() {
    check(Rules::ALL).assert_properties();
}

#[test]
fn tournament_gets_two_directors_unless_its_creator_reserves_it() {
    let checker = check(Rules::without(&[Rule::ReserveDirector]));
    checker.assert_any_discovery(ONE_DIRECTOR);
}

#[test]
fn ended_tournament_gets_a_director_from_an_old_list_unless_it_is_read_again() {
    let checker = check(Rules::without(&[Rule::ReadAfterReservation]));
    checker.assert_any_discovery(NOT_ENDED);
    checker.assert_no_discovery(ONE_DIRECTOR);
}
