"""The program ``botwerk`` with a game in Python: both seats play one of three hidden cards at the same time.

``python high_card.py match --game high-card greedy random``
"""

from __future__ import annotations

import random
import sys
from typing import Any

import botwerk

CARDS = 9
HAND = 3


class HighCard:
    """Each seat is dealt three cards of nine. The higher card wins a round; who wins more of three rounds wins."""

    name = "high-card"
    seats = (2, 2)
    rules = "# High card\n\nBoth seats play a card at the same time, three times. The higher card wins a point.\n"
    observation_len = 32

    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.deals = [f"deal {card}" for card in range(CARDS)] + ["deal ?"]
        self.plays = [f"play {card}" for card in range(CARDS)] + ["play ?"]

    def start(self, rng: random.Random) -> Any:
        return {"hands": [[], []], "dealt": 0, "table": [], "points": [0, 0], "shown": []}

    def actions(self) -> list[str]:
        return self.deals + self.plays

    def next(self, state: Any) -> Any:
        if state["dealt"] < 2 * HAND:
            return None
        if not any(state["hands"]):
            return botwerk.Over(state["points"], "all cards are played", state["points"])
        return [0, 1]

    def legal_actions(self, state: Any, actor: int | None) -> list[str]:
        if actor is None:
            held = {card for hand in state["hands"] for card in hand}
            return [f"deal {card}" for card in range(CARDS) if card not in held]
        return [f"play {card}" for card in state["hands"][actor]]

    def apply(self, state: Any, actor: int | None, action: str) -> Any:
        card = action.split()[1]
        number = -1 if card == "?" else int(card)
        if actor is None:
            hand = state["hands"][state["dealt"] // HAND]
            hand.append(number)
            hand.sort()
            state["dealt"] += 1
            return state
        state["hands"][actor].remove(number)
        state["table"].append(number)
        if len(state["table"]) == 2:
            first, second = state["table"]
            state["points"][0 if first > second else 1] += 1
            state["shown"] += state["table"]
            state["table"] = []
        return state

    def hide(self, state: Any, viewer: int | None) -> Any:
        state["hands"] = [hand if seat == viewer else [-1] * len(hand) for seat, hand in enumerate(state["hands"])]
        return state

    def seen(self, state: Any, viewer: int | None, actor: int | None, action: str) -> str:
        if actor is None and state["dealt"] // HAND != viewer:
            return "deal ?"
        return action

    def sample_hidden(self, state: Any, viewer: int | None, rng: random.Random) -> Any:
        known = {card for hand in state["hands"] for card in hand} | set(state["shown"]) | set(state["table"])
        left = [card for card in range(CARDS) if card not in known]
        rng.shuffle(left)
        state["hands"] = [sorted(left.pop() if card < 0 else card for card in hand) for hand in state["hands"]]
        return state

    def check(self, state: Any) -> str | None:
        cards = [card for hand in state["hands"] for card in hand] + state["shown"] + state["table"]
        first, second = (len(hand) for hand in state["hands"])
        rounds = sum(state["points"])
        is_valid = (
            list(state) == ["hands", "dealt", "table", "points", "shown"]
            and len(set(cards)) == len(cards) == state["dealt"] <= 2 * HAND
            and all(card in range(CARDS) for card in cards)
            and all(hand == sorted(hand) for hand in state["hands"])
            and not state["table"]
            and len(state["shown"]) == 2 * rounds
            and (state["dealt"] == 2 * HAND or rounds == 0)
            and (first == second == HAND - rounds or state["dealt"] < 2 * HAND)
            and (state["dealt"] == 2 * HAND or first == min(state["dealt"], HAND))
            and state["points"][0] == sum(a > b for a, b in zip(state["shown"][::2], state["shown"][1::2], strict=True))
            and min(state["points"]) >= 0
        )
        return None if is_valid else "cards as the seats can have played them"

    def draw(self, state: Any) -> list[Any]:
        hands = [["?" if card < 0 else card for card in hand] for hand in state["hands"]]
        return [*hands, f"points {state['points'][0]} to {state['points'][1]}; shown {state['shown']}"]


if __name__ == "__main__":
    botwerk.register(HighCard)
    sys.exit(botwerk.program())
