"""Bots against servers that share a PostgreSQL database."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from postgres import Postgres, SharingServer

import botwerk
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

#: An address at which no server listens.
NOWHERE = "127.0.0.1:1"


class Recorder(botwerk.Bot):
    """Plays the first legal action and records the turns and parts that it chooses for, by match."""

    def __init__(self) -> None:
        self.turns: dict[str, list[tuple[int, int]]] = {}
        self.joins: list[str] = []

    def choose(self, view: botwerk.View, legal: Sequence[str]) -> str:
        request = view.request
        self.turns.setdefault(view.match.name, []).append((request.turn, request.part))
        return legal[0]

    def started(self, match: botwerk.Match) -> None:
        self.joins.append(match.name)


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    started = Postgres()
    yield started
    started.stop()


@pytest.fixture
def servers(postgres: Postgres) -> Iterator[tuple[SharingServer, SharingServer]]:
    started = SharingServer(postgres.url), SharingServer(postgres.url)
    yield started
    for server in started:
        server.kill()


SETUP = game_pb2.GameSetup(
    game="netzwerk", options=[game_pb2.GameOption(name="turn_cap", value="8")]
)
RANDOM = agent_pb2.AgentSpec(name="random")


def create_match(server: SharingServer) -> tuple[str, str]:
    """Creates a match of an open seat against `random`; returns its name and the token of the seat."""
    stub = match_pb2_grpc.MatchServiceStub(botwerk.connect(server.address))  # type: ignore[no-untyped-call]
    request = match_pb2.CreateMatchRequest(
        setup=SETUP,
        seats=[match_pb2.SeatSetup(name="python"), match_pb2.SeatSetup(agent=RANDOM)],
        uses_virtual_time=True,
    )
    created = stub.CreateMatch(request)
    return created.match.name, created.seat_tokens[0].token


def create_tournament(server: SharingServer, bot: str) -> str:
    """Creates a round robin of a registered bot against `random`; returns the token of the bot."""
    channel = botwerk.connect(server.address)
    bots = bot_pb2_grpc.BotServiceStub(channel)  # type: ignore[no-untyped-call]
    registered = bots.RegisterBot(bot_pb2.RegisterBotRequest(name=bot))
    organizer = tournament_pb2_grpc.OrganizerServiceStub(channel)  # type: ignore[no-untyped-call]
    setup = tournament_pb2.TournamentSetup(
        name="shared",
        setup=SETUP,
        format=tournament_pb2.TournamentFormat(round_robin=tournament_pb2.RoundRobin(cycles=1)),
        entrants=[
            tournament_pb2.Entrant(name=bot, bot=bot),
            tournament_pb2.Entrant(name="random", agent=RANDOM),
        ],
        uses_virtual_time=True,
    )
    organizer.CreateTournament(tournament_pb2.CreateTournamentRequest(setup=setup))
    return str(registered.bot_token)


def assert_nothing_is_chosen_twice(bot: Recorder) -> None:
    for turns in bot.turns.values():
        assert len(turns) == len(set(turns)) > 2


def test_seat_that_joins_at_the_wrong_server_plays_to_the_end(
    servers: tuple[SharingServer, SharingServer],
) -> None:
    owner, other = servers
    name, token = create_match(owner)
    bot = Recorder()
    over = botwerk.play(bot, f"{NOWHERE}, {other.address}", name, token)
    assert len(over.outcome.places) == 2
    assert bot.joins == [name]
    assert_nothing_is_chosen_twice(bot)


def test_match_ends_at_another_server_after_its_own_was_killed(
    servers: tuple[SharingServer, SharingServer],
) -> None:
    owner, other = servers
    matches = [create_match(owner), create_match(owner)]
    # One seat is at the first of its servers, the other one has followed its match.
    lists = [f"{owner.address},{other.address}", f"{other.address},{owner.address}"]
    both_play = threading.Barrier(2, owner.kill)

    class Killer(Recorder):
        def choose(self, view: botwerk.View, legal: Sequence[str]) -> str:
            if view.request.turn == 2 and view.request.part == 0:
                both_play.wait(10)
            return super().choose(view, legal)

    bot = Killer()
    with ThreadPoolExecutor() as threads:
        played = [
            threads.submit(botwerk.play, bot, addresses, *match)
            for addresses, match in zip(lists, matches, strict=True)
        ]
        assert all(len(over.result(30).outcome.places) == 2 for over in played)
    assert sorted(bot.joins) == sorted([name for name, _ in matches] * 2)
    assert_nothing_is_chosen_twice(bot)


def test_bot_that_is_online_at_another_server_follows_its_tournament(
    servers: tuple[SharingServer, SharingServer],
) -> None:
    owner, other = servers
    bot = Recorder()
    botwerk.run(bot, other.address, create_tournament(owner, "follower"))
    assert len(bot.turns) == 2
    assert_nothing_is_chosen_twice(bot)


def test_invited_bot_continues_at_another_server_after_its_own_was_killed(
    servers: tuple[SharingServer, SharingServer],
) -> None:
    owner, other = servers

    class Killer(Recorder):
        def choose(self, view: botwerk.View, legal: Sequence[str]) -> str:
            if view.request.turn == 2:
                owner.kill()
            return super().choose(view, legal)

    bot = Killer()
    botwerk.run(bot, f"{owner.address},{other.address}", create_tournament(owner, "survivor"))
    assert len(bot.turns) == 2 < len(bot.joins)
    assert_nothing_is_chosen_twice(bot)
