"""Plays matches with the tools of `botwerk mcp`, through the client library of the Model Context Protocol.

    mcp_client.py stdio COMMAND...     starts the server and speaks over its pipes
    mcp_client.py http URL MODE        connects to a running server; MODE is `auto` or `legacy`

Every action is a random legal one. Prints a line for each match: the game and how it ended.
"""

import asyncio
import os
import random
import re
import sys

from mcp import Client, StdioServerParameters
from mcp_types import TextContent

# Short matches of every game: the options and the opponent.
GAMES = {
    "micro-robots": ({"chips_to_win": 2, "round_cap": 3}, "human:mean=50ms"),
    "netzwerk": ({"width": 3, "ranks": 4}, "random"),
    "droids": ({"round_cap": 2}, "random"),
    "ricochet": ({"round_cap": 2, "overtime": "1s"}, "human:mean=50ms"),
}


# The games in which an opponent can win a race between two calls, and the errors of the later one.
RACES = {"micro-robots", "ricochet"}
TOO_LATE = ("error: MATCH_OVER\n", "error: WRONG_TURN\n", "error: NOT_YOUR_TURN\n")


async def answer(client, tool, arguments):
    """Calls a tool and returns the text of its answer, and whether it is an error."""
    result = await client.call_tool(tool, arguments)
    [content] = result.content
    assert isinstance(content, TextContent)
    return content.text, bool(result.is_error)


async def call(client, tool, is_error=False, **arguments):
    """Calls a tool and returns the text of its answer."""
    text, found_error = await answer(client, tool, arguments)
    assert found_error == is_error, f"{tool} {arguments}: {text}"
    return text


def field(text, name):
    """Returns the value of a line such as `status: your turn`."""
    return re.search(rf"^{name}: (.*)$", text, re.MULTILINE).group(1)


async def attempt(client, game, tool, **arguments):
    """Calls a tool and returns the text of its answer, or None if an opponent has won the race in the meantime."""
    text, is_error = await answer(client, tool, arguments)
    if not is_error:
        return text
    assert game in RACES and text.startswith(TOO_LATE), f"{tool} {arguments}: {text}"
    return None


async def take_turn(client, game, handle, generator):
    """Acts and returns what the seat sees then."""
    legal = await attempt(client, game, "legal_actions", handle=handle, limit=500)
    if legal is not None:
        actions = legal.splitlines()[1:]
        # Batteries can be moved for long.
        action = "." if "." in actions else generator.choice(actions)
        text = await attempt(client, game, "act", handle=handle, actions=action)
        if text is not None:
            return text
    return await call(client, "observe", handle=handle)


async def play(client, game, generator):
    """Plays a match to its end and returns its transcript."""
    options, opponent = GAMES[game]
    arguments = {"game": game, "options": options, "opponents": [opponent], "seed": "mcp"}
    text = await call(client, "new_match", **arguments)
    handle = field(text, "handle")
    error = await call(client, "act", is_error=True, handle=handle, actions="no action")
    # The opponent may have won the race already.
    expected = ("error: ILLEGAL_ACTION\n", *(TOO_LATE if game in RACES else ()))
    assert error.startswith(expected), error
    while (status := field(text, "status")) != "match over":
        if status == "your turn":
            text = await take_turn(client, game, handle, generator)
        else:
            text = await call(client, "wait", handle=handle, wait_seconds=10)
    return await call(client, "transcript", handle=handle)


async def main(server, mode):
    generator = random.Random(7)
    async with Client(server, mode=mode) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert {"list_games", "rules", "new_match", "observe", "act", "wait"} <= tools, tools
        resources = [resource.uri for resource in (await client.list_resources()).resources]
        prompts = [prompt.name for prompt in (await client.list_prompts()).prompts]
        listed = await call(client, "list_games")
        for game in GAMES:
            assert f"{game}: " in listed, listed
            assert "Sections:" in await call(client, "rules", game=game)
            document = await client.read_resource(f"botwerk://rules/{game}")
            assert document.contents[0].text.startswith("# "), document
            assert f"botwerk://rules/{game}" in [str(uri) for uri in resources]
            prompt = f"play_{game.replace('-', '_')}"
            assert prompt in prompts, prompts
            assert game in (await client.get_prompt(prompt)).messages[0].content.text
            transcript = await play(client, game, generator)
            events = transcript.split("\nevents:\n")[1]
            assert field(transcript, "status") == "match over", transcript
            print(f"{game}: {len(events.splitlines())} lines, {field(transcript, 'record')}")


if __name__ == "__main__":
    if sys.argv[1] == "stdio":
        command, *arguments = sys.argv[2:]
        # The library passes only some variables on.
        server = StdioServerParameters(command=command, args=arguments, env=dict(os.environ))
        asyncio.run(main(server, "auto"))
    else:
        asyncio.run(main(sys.argv[2], sys.argv[3]))
