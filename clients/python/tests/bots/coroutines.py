"""A bot of coroutines in the event loop of its program."""

import asyncio
import random
from collections.abc import Sequence

import botwerk


class Coroutines(botwerk.Bot):
    async def choose(self, view: botwerk.View, legal: Sequence[str]) -> str:
        await asyncio.sleep(0)
        return random.choice(legal)


if __name__ == "__main__":
    asyncio.run(botwerk.run_async(Coroutines()))
