"""A bot of coroutines in the event loop of its program."""

import asyncio
import random

import botwerk


class Coroutines(botwerk.Bot):
    async def choose(self, view, legal):
        await asyncio.sleep(0)
        return random.choice(legal)


if __name__ == "__main__":
    asyncio.run(botwerk.run_async(Coroutines()))
