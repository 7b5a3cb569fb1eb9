"""Plays the first legal action."""

from collections.abc import Sequence

import botwerk


class First(botwerk.Bot):
    def choose(self, view: botwerk.View, legal: Sequence[str]) -> str:
        return legal[0]


if __name__ == "__main__":
    botwerk.run(First())
