-- Lists of tournaments in a state have an index of their own: nearly all tournaments are over.
CREATE INDEX tournaments_by_state ON tournaments (state, id);
