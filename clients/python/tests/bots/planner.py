"""Takes the turn of the match after which random play wins most often, as a coroutine."""

import random
from collections.abc import Sequence

import botwerk


class Planner(botwerk.Bot):
    async def choose(self, view: botwerk.View, legal: Sequence[str]) -> botwerk.Choice:
        values = {text: self.value(view, text) for text in random.sample(legal, min(4, len(legal)))}
        best = max(values, key=values.__getitem__)
        return botwerk.Choice(best, effort=len(values))

    def value(self, view: botwerk.View, text: str) -> float:
        state = view.state(seed=str(random.random()))
        state.apply_action_of(view.player, state.string_to_action(text))
        for _ in range(40):
            state.sample_chance()
            if state.is_terminal():
                break
            state.apply_action(random.choice(state.legal_actions()))
        return state.returns()[view.player]


if __name__ == "__main__":
    botwerk.run(Planner())
