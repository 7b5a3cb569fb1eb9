"""`State` of every game."""

from __future__ import annotations

import copy
import json
import pickle
import random
from typing import Any

import numpy as np
import pytest
from games import OPTIONS, short_game, step

import botwerk


def test_all_games_have_short_options() -> None:
    assert botwerk.game_names() == list(OPTIONS)


@pytest.mark.parametrize("name", OPTIONS)
def test_random_match_ends_with_returns(name: str) -> None:
    game = short_game(name)
    rng = random.Random(name)
    state = game.new_initial_state(seed=7)
    players: list[int] = []
    while not state.is_terminal():
        assert state.returns() == [0.0, 0.0] and state.places() is None
        players.append(state.current_player())
        if players[-1] >= 0:
            legal = state.legal_actions()
            assert legal == sorted(legal) and legal
            assert list(np.flatnonzero(state.legal_actions_mask())) == legal
            text = state.action_to_string(legal[-1])
            assert game.string_to_action(text) == legal[-1]
        else:
            total = sum(weight for _, weight in state.chance_outcomes())
            assert total == pytest.approx(1.0)
            assert not state.legal_actions_mask().any()
        step(state, rng)
    assert state.current_player() == -4 and state.legal_actions() == []
    assert sum(state.returns()) == 0 and len(state.history()) == len(players)
    assert [player for player, _ in state.full_history()] == players
    places, rule = state.places(), state.ending_rule()
    assert places is not None and len(places) == 2 and rule is not None
    assert f"{rule} " in game.rules or f"{rule}**" in game.rules


@pytest.mark.parametrize("name", OPTIONS)
def test_copies_pickles_and_texts_continue_alike(name: str) -> None:
    game = short_game(name)
    state = game.new_initial_state(seed=7)
    rng = random.Random(1)
    for _ in range(25):
        after = state.clone()
        step(after, rng)
        if after.is_terminal():
            break
        state = after
    copies = [
        state.clone(),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        game.deserialize_state(state.serialize()),
    ]
    before = state.position()
    for other in copies:
        assert other.position() == before and other.current_player() == state.current_player()
        step(other, random.Random(2))
    assert len({other.position() for other in copies}) == 1
    assert state.position() == before, "the copies are independent"
    assert all(other.full_history() == copies[0].full_history() for other in copies)
    assert game.parse_state(before).position() == before
    assert all(other == copies[0] and other != state for other in copies)
    assert state != "a text"
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)
    assert repr(pickle.loads(pickle.dumps(game))) == repr(game)


@pytest.mark.parametrize("name", OPTIONS)
def test_observations_and_resampling_follow_from_the_view(name: str) -> None:
    game = short_game(name)
    state = game.new_initial_state(seed=3)
    rng = random.Random(3)
    for number in range(30):
        for player in range(2):
            other = state.resample(player, str(number))
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_hash(player) == state.information_state_hash(player)
            seen = state.observation_tensor(player)
            assert seen.dtype == np.uint8 and seen.shape == game.observation_tensor_shape()
            assert (other.observation_tensor(player) == seen).all()
            own = np.zeros_like(seen)
            state.write_observation(player, own)
            assert (own == seen).all()
        if state.is_terminal():
            return
        step(state, rng)


def test_player_stays_the_same_for_a_turn_of_several_actions() -> None:
    state = botwerk.load_game("netzwerk").new_initial_state(seed=7)
    for text in ["b2-b4", "/"]:
        assert state.current_player() == 0
        state.apply_action(state.string_to_action(text))
    assert state.current_player() == 0
    state.apply_action(state.string_to_action("."))
    assert state.current_player() == 1


def test_race_is_simultaneous_and_a_tie_is_a_chance_node() -> None:
    game = botwerk.load_game("micro-robots", players=2)
    state = game.new_initial_state(seed=7)
    state.sample_chance()
    assert state.is_simultaneous_node() and state.awaited_players() == [0, 1]
    start = state.information_state_string(0)
    state.apply_action_of(1, game.string_to_action("say 5"), effort=10)
    assert state.information_state_string(0) == start, "announcements are held"
    earlier = state.clone()
    earlier.apply_action(game.string_to_action("say 7"), effort=9)
    assert earlier.current_player() == 0, "player 0 was first and shows"
    state.apply_action(game.string_to_action("say 7"), effort=10)
    assert state.is_chance_node() and not state.is_simultaneous_node()
    assert state.awaited_players() == [] and state.legal_actions(0) == []
    count = game.num_distinct_actions()
    assert state.chance_outcomes() == [(count, 0.5), (count + 1, 0.5)]
    assert state.action_to_string(count + 1) == "seat 1 first"
    state.apply_action(count + 1)
    assert state.current_player() == 1


def test_bad_input_is_said_and_changes_nothing() -> None:
    with pytest.raises(ValueError, match="expected one of micro-robots, netzwerk"):
        botwerk.load_game("chess")
    with pytest.raises(ValueError, match="speed"):
        botwerk.load_game("netzwerk", {"speed": 3})
    with pytest.raises(ValueError, match="3"):
        botwerk.load_game("netzwerk", players=3)
    game = botwerk.load_game("netzwerk")
    state = game.new_initial_state(seed=7)
    before = state.serialize()
    illegal = next(a for a in range(game.num_distinct_actions()) if a not in state.legal_actions())
    with pytest.raises(botwerk.IllegalActionError, match=r"\(NW-\d+\)"):
        state.apply_action(illegal)
    with pytest.raises(botwerk.IllegalActionError, match="below 1024"):
        state.apply_action(1024)
    wrong: list[Any] = [-1, 2**32, 1.0, 0.5, np.float32(1), None, "b2-b4"]
    for action in wrong:
        with pytest.raises(botwerk.IllegalActionError, match="expected an integer from 0"):
            state.apply_action(action)
        with pytest.raises(botwerk.IllegalActionError, match="expected an integer from 0"):
            state.apply_action_of(0, action)
        with pytest.raises(botwerk.IllegalActionError, match="expected an integer from 0"):
            state.child(action)
    with pytest.raises(botwerk.IllegalActionError, match="seat 1 is not to act"):
        state.apply_action_of(1, state.legal_actions()[0])
    with pytest.raises(IndexError, match="below 2"):
        state.observation_tensor(2)
    with pytest.raises(ValueError, match="expected 167 bytes, found 3"):
        state.write_observation(0, np.zeros(3, np.uint8))
    with pytest.raises(ValueError, match="position"):
        game.parse_state("nonsense")
    with pytest.raises(ValueError, match="saved"):
        game.deserialize_state("{}")
    with pytest.raises(ValueError, match="options or ruleset differ"):
        botwerk.load_game("netzwerk", {"turn_cap": 9}).deserialize_state(before)
    assert state.serialize() == before
    assert issubclass(botwerk.IllegalActionError, botwerk.BotwerkError)


def test_children_and_joint_actions_are_those_of_single_ones() -> None:
    game = botwerk.load_game("micro-robots", players=3)
    state = game.new_initial_state(seed=7)
    state.sample_chance()
    before = state.serialize()
    say, other = (game.string_to_action(text) for text in ("say 4", "say 6"))
    child = state.child(say, effort=5)
    assert state.serialize() == before and child.history() == [*state.history(), say]
    assert state.num_players() == 3 and child.rewards() == child.returns() == [0.0] * 3
    state.apply_action_of(1, other, effort=9)
    joint = state.clone()
    joint.apply_actions([say, 0, other], [7, 0, 8])
    for player, effort, action in [(0, 7, say), (2, 8, other)]:
        state.apply_action_of(player, action, effort)
    assert joint == state and joint.full_history() == state.full_history()
    with pytest.raises(botwerk.IllegalActionError, match="do not act at once"):
        joint.apply_actions([say, say, say])
    state = game.new_initial_state(seed=7)
    state.sample_chance()
    with pytest.raises(ValueError, match="one for each player"):
        state.apply_actions([say])
    with pytest.raises(botwerk.IllegalActionError):
        state.apply_actions([say, say, 5000])
    assert state.serialize() == before, "all or none"


def test_further_names_of_openspiel() -> None:
    game = botwerk.load_game("netzwerk")
    state = game.new_initial_state(seed=7)
    assert state.is_initial_state() and state.is_player_node() and state.history_str() == ""
    assert state.num_distinct_actions() == game.num_distinct_actions()
    actions = [state.string_to_action(text) for text in ("b2-b4", "/", ".")]
    for action in actions:
        state.apply_action(action)
    assert not state.is_initial_state() and state.move_number() == 3
    assert state.history_str() == ", ".join(map(str, actions))
    assert state.player_return(1) == state.player_reward(1) == 0.0
    with pytest.raises(IndexError, match="below 2"):
        state.player_return(2)
    race = botwerk.load_game("micro-robots").new_initial_state(seed=7)
    assert not race.is_player_node()
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)
    assert botwerk.load_game("droids", players=1).utility_sum() is None


def test_longest_match_is_known_unless_only_repetition_ends_it() -> None:
    # 72 forward steps and captures; 40 quiet turns before each and after all of them; 30 actions in each turn.
    assert botwerk.load_game("netzwerk").max_game_length() == 73 * 40 * 30
    assert botwerk.load_game("netzwerk", {"turn_cap": 5}).max_game_length() == 5 * 30
    endless = {"quiet_turns": 0, "turn_cap": 0}
    assert botwerk.load_game("netzwerk", endless).max_game_length() is None
    assert botwerk.load_game("micro-robots", {"round_cap": 2}, 3).max_game_length() == 2 * (3 + 99)
    assert botwerk.load_game("droids", {"round_cap": 2}, 4).max_game_length() == 2 * 4 * 29


def test_own_announcement_is_known_to_its_player_only() -> None:
    game = botwerk.load_game("micro-robots", players=2)
    state = game.new_initial_state(seed=7)
    state.sample_chance()
    known = [state.information_state_string(player) for player in range(2)]
    assert state.information_state_hash(0) == state.view_hash(0)
    action = game.string_to_action("say 5")
    state.apply_action(action, effort=10)
    assert state.information_state_string(0) == f"{known[0]} | held 0 {state_nanos(state)} 10 say 5"
    assert state.view_string(0) == known[0] and state.information_state_string(1) == known[1]
    assert state.information_state_hash(0) != state.view_hash(0)
    tensor = state.information_state_tensor(0)
    assert tensor.shape == game.information_state_tensor_shape()
    assert (tensor[:-12] == state.observation_tensor(0)).all()
    assert int.from_bytes(tensor[-12:-8].tobytes(), "little") == action + 1
    assert not state.information_state_tensor(1)[-12:].any()
    assert state.position().endswith(" 10 say 5")
    assert game.parse_state(state.position()).awaited_players() == [1]
    seen = game.state_from_view(state.information_state_string(0), 0, seed=3)
    assert seen.information_state_string(0) == state.information_state_string(0)


def state_nanos(state: botwerk.State) -> int:
    """Returns the time of the announcement of player 0."""
    return int.from_bytes(state.information_state_tensor(0)[-8:].tobytes(), "little")


def test_serialized_states_of_former_versions_have_no_history() -> None:
    game = short_game("netzwerk")
    state = game.new_initial_state(seed=7)
    state.apply_action(state.legal_actions()[0])
    saved = json.loads(state.serialize())
    del saved["history"]
    former = game.deserialize_state(json.dumps(saved))
    assert former.history() == [] and former == state


def test_copies_of_long_matches_share_their_history() -> None:
    game = botwerk.load_game("micro-robots", {"round_cap": 60_000}, players=2)
    state = game.new_initial_state(seed=7)
    no_announcement = game.string_to_action("pass")
    while not state.is_terminal():
        if state.is_chance_node():
            state.sample_chance()
        else:
            before = state
            state = state.child(no_announcement)
    assert state.move_number() == len(state.history()) == 1 + 3 * 60_000
    assert before.history() == state.history()[:-1]
    assert state.full_history()[:4] == before.full_history()[:4]
    del before
    # Without a shared part left this drops every step.
    del state
