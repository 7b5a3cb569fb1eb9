"""Bots against a real server."""

from __future__ import annotations

import shlex
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import botwerk
from botwerk._channel import PROXY_VARIABLES, bearer, is_loopback, proxy_text
from botwerk._session import Reconnects, own_session
from botwerk.v1 import (
    agent_pb2,
    bot_pb2,
    bot_pb2_grpc,
    game_pb2,
    match_pb2,
    match_pb2_grpc,
    tournament_pb2,
    tournament_pb2_grpc,
)

BOTS = Path(__file__).with_name("bots")


@pytest.fixture(scope="module")
def server() -> Iterator[botwerk.Server]:
    with botwerk.serve() as started:
        yield started


class First(botwerk.Bot):
    """Plays the first legal action."""

    def choose(self, view: botwerk.View, legal: Sequence[str]) -> str:
        return legal[0]


def create_match(
    server: botwerk.Server, game: str, options: dict[str, str]
) -> match_pb2.CreateMatchResponse:
    """Creates a match of an open seat against `random`."""
    channel = botwerk.connect(server.address)
    stub = match_pb2_grpc.MatchServiceStub(channel)  # type: ignore[no-untyped-call]
    given = [game_pb2.GameOption(name=name, value=value) for name, value in options.items()]
    request = match_pb2.CreateMatchRequest(
        setup=game_pb2.GameSetup(game=game, options=given),
        seats=[
            match_pb2.SeatSetup(name="python"),
            match_pb2.SeatSetup(agent=agent_pb2.AgentSpec(name="random")),
        ],
        seed="7",
        uses_virtual_time=True,
    )
    created: match_pb2.CreateMatchResponse = stub.CreateMatch(request)
    return created


def create_tournament(server: botwerk.Server, name: str) -> str:
    """Creates a tournament of two matches of a registered bot against `random`; returns the token of the bot."""
    channel = botwerk.connect(server.address)
    bots = bot_pb2_grpc.BotServiceStub(channel)  # type: ignore[no-untyped-call]
    registered = bots.RegisterBot(bot_pb2.RegisterBotRequest(name=name, max_concurrent_matches=2))
    random = agent_pb2.AgentSpec(name="random")
    setup = tournament_pb2.TournamentSetup(
        name=name,
        setup=game_pb2.GameSetup(
            game="netzwerk", options=[game_pb2.GameOption(name="turn_cap", value="4")]
        ),
        format=tournament_pb2.TournamentFormat(round_robin=tournament_pb2.RoundRobin(cycles=1)),
        entrants=[
            tournament_pb2.Entrant(name=name, bot=name),
            tournament_pb2.Entrant(name="random", agent=random),
        ],
        uses_virtual_time=True,
    )
    organizer = tournament_pb2_grpc.OrganizerServiceStub(channel)  # type: ignore[no-untyped-call]
    organizer.CreateTournament(tournament_pb2.CreateTournamentRequest(setup=setup))
    return str(registered.bot_token)


def test_bot_plays_a_match_to_its_end(server: botwerk.Server) -> None:
    created = create_match(server, "netzwerk", {"turn_cap": "20"})
    seen: list[botwerk.View] = []
    matches: list[str] = []

    class Watcher(First):
        def choose(self, view: botwerk.View, legal: Sequence[str]) -> str:
            seen.append(view)
            state = view.state()
            assert state.information_state_string(view.player) == view.text
            assert [state.action_to_string(action) for action in state.legal_actions()] == legal
            return super().choose(view, legal)

        def started(self, match: botwerk.Match) -> None:
            matches.append(match.name)

        def ended(self, match: botwerk.Match, over: match_pb2.MatchOver) -> None:
            matches.append(match.name)

    token = created.seat_tokens[0].token
    over = botwerk.play(Watcher(), server.address, created.match.name, token)
    assert sorted(over.outcome.places) in ([1, 1], [1, 2])
    assert matches == [created.match.name] * 2
    assert seen[0].game.options["turn_cap"] == "20" and seen[0].remaining is None
    assert seen[0].position.WhichOneof("game") == "netzwerk"


def test_illegal_choice_is_rejected_and_chosen_again(server: botwerk.Server) -> None:
    created = create_match(server, "netzwerk", {"turn_cap": "4"})
    errors: list[botwerk.RejectedError] = []

    class Wrong(First):
        def choose(self, view: botwerk.View, legal: Sequence[str]) -> str:
            return "a1-a9" if not errors else super().choose(view, legal)

        def rejected(self, view: botwerk.View, error: botwerk.RejectedError) -> None:
            errors.append(error)

    token = created.seat_tokens[0].token
    botwerk.play(Wrong(), server.address, created.match.name, token)
    assert [error.reason for error in errors] == ["ILLEGAL_ACTION"]
    with pytest.raises(botwerk.RejectedError, match="BAD_TOKEN"):
        botwerk.play(First(), server.address, created.match.name, "0" * 32)
    with pytest.raises(botwerk.RejectedError) as unknown:
        botwerk.run(First(), server.address, "0" * 32)
    assert unknown.value.reason == "BAD_TOKEN"


def test_retry_delay_decides_whether_another_attempt_is_made() -> None:
    error = game_pb2.Error(reason=game_pb2.ERROR_REASON_STORE_UNAVAILABLE, message="no store", code=14)
    final = botwerk.RejectedError.from_message(error)
    assert (final.reason, final.retry_delay) == (botwerk.ErrorReason.STORE_UNAVAILABLE, None)
    with own_session(First(), "one:1") as session:
        with pytest.raises(botwerk.RejectedError, match="no store"):
            Reconnects(session, "test").next_server(final)
        error.retry_delay_nanos = 500_000_000
        transient = botwerk.RejectedError.from_message(error)
        assert transient.retry_delay == 0.5
        assert Reconnects(session, "test").next_server(transient) == "one:1"
        error = game_pb2.Error(reason=game_pb2.ERROR_REASON_WRONG_SERVER, address="two:2")
        elsewhere = botwerk.RejectedError.from_message(error)
        assert Reconnects(session, "test").next_server(elsewhere) == "two:2"


def test_invalid_token_is_not_quoted(server: botwerk.Server) -> None:
    with pytest.raises(ValueError, match="visible ASCII") as invalid:
        botwerk.run(First(), server.address, "secret\n")
    assert "secret" not in str(invalid.value)


def test_exception_of_a_bot_reaches_its_author(server: botwerk.Server) -> None:
    created = create_match(server, "netzwerk", {})

    class Broken(botwerk.Bot):
        def choose(self, view: botwerk.View, legal: Sequence[str]) -> str:
            raise ZeroDivisionError

    token = created.seat_tokens[0].token
    with pytest.raises(ZeroDivisionError):
        botwerk.play(Broken(), server.address, created.match.name, token)
    request = match_pb2.GetMatchRequest(name=created.match.name)
    channel = botwerk.connect(server.address)
    stub = match_pb2_grpc.MatchServiceStub(channel)  # type: ignore[no-untyped-call]
    seat = stub.GetMatch(request).match.seats[0]
    assert seat.termination == match_pb2.TERMINATION_CRASHED


def test_registered_bot_goes_offline_when_its_stream_ends(server: botwerk.Server) -> None:
    channel = botwerk.connect(server.address)
    stub = bot_pb2_grpc.BotServiceStub(channel)  # type: ignore[no-untyped-call]
    registered = stub.RegisterBot(bot_pb2.RegisterBotRequest(name="python", games=["netzwerk"]))
    thread = threading.Thread(
        target=botwerk.run, args=(First(), server.address, registered.bot_token), daemon=True
    )
    thread.start()
    for _ in range(200):
        bots = stub.ListBots(bot_pb2.ListBotsRequest()).bots
        if any(bot.name == "python" and bot.is_online for bot in bots):
            return
        thread.join(0.02)
    raise AssertionError("the bot is not online")


@pytest.mark.parametrize(
    ("bot", "game"),
    [
        *(("first.py", game) for game in botwerk.game_names()),
        *(("planner.py", game) for game in ("droids", "ricochet")),
        ("coroutines.py", "micro-robots"),
    ],
)
def test_bot_passes_bot_check(bot: str, game: str) -> None:
    command = [sys.executable, "-m", "botwerk", "bot", "check", "--client", "--game", game]
    checked = subprocess.run(
        [*command, "grpc:" + shlex.join([sys.executable, str(BOTS / bot)])],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
    lines = [line for line in (BOTS / bot).read_text().splitlines() if line.strip()]
    assert len(lines) <= 25


def test_proxy_is_named_for_other_machines_only(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in [*PROXY_VARIABLES, "no_proxy", "no_grpc_proxy"]:
        monkeypatch.delenv(variable, raising=False)
    assert proxy_text("play.example:443") == ""
    monkeypatch.setenv("https_proxy", "http://proxy.example:3128")
    expected = " (through the proxy http://proxy.example:3128 of https_proxy; no_proxy excepts addresses)"
    assert proxy_text("https://play.example:443") == expected
    for address in ["localhost:1", "127.0.0.1:4270", "127.1.2.3:1", "[::1]:1"]:
        assert is_loopback(address) and proxy_text(address) == ""
    monkeypatch.setenv("no_proxy", "other.example,.example")
    assert proxy_text("https://play.example:443") == ""
