"""A network for any game: what it sees as bytes, and only legal actions have a probability."""

from __future__ import annotations

import torch

import botwerk

#: Bytes with more values than this, such as counts of turns, are left out.
MAX_VALUES = 64


class OneHotLayer(torch.nn.Module):
    """A linear layer on the one-hot encoding of observations.

    The bytes of an observation are mostly kinds, not amounts: the 2 of a square is Black's robot and not twice
    White's. ``Game.observation_fields`` has the range of each.
    """

    def __init__(self, game: botwerk.Game, width: int) -> None:
        super().__init__()
        starts, values, positions = [], [], []
        inputs = 0
        for field in game.observation_fields:
            count = field.high - field.low + (1 if field.absent is None else 2)
            if field.dtype != "uint8" or count > MAX_VALUES:
                continue
            size = 1
            for length in field.shape:
                size *= length
            for position in range(field.start, field.start + size):
                positions.append(position)
                starts.append(inputs)
                values.append(count)
                inputs += count
        self.register_buffer("positions", torch.tensor(positions))
        self.register_buffer("starts", torch.tensor(starts))
        self.register_buffer("last", torch.tensor(values) - 1)
        self.table = torch.nn.EmbeddingBag(inputs, width, mode="sum")
        torch.nn.init.normal_(self.table.weight, std=len(positions) ** -0.5)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Returns the activations for a batch of observations."""
        numbers = observations.long()[:, self.positions]
        # What stands for nothing, 255, is the last value.
        return torch.relu(self.table(self.starts + torch.minimum(numbers, self.last)))


class MaskedPolicy(torch.nn.Module):
    """Logits of the legal actions and the value of what the player sees."""

    def __init__(self, game: botwerk.Game, width: int = 128) -> None:
        super().__init__()
        self.body = torch.nn.Sequential(
            OneHotLayer(game, width), torch.nn.Linear(width, width), torch.nn.ReLU()
        )
        self.action_head = torch.nn.Linear(width, game.num_distinct_actions())
        self.value_head = torch.nn.Linear(width, 1)
        # At first all legal actions are about equally likely.
        torch.nn.init.normal_(self.action_head.weight, std=0.01)
        torch.nn.init.zeros_(self.action_head.bias)

    def forward(
        self, observations: torch.Tensor, masks: torch.Tensor
    ) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        """Returns the distribution of actions, and the value."""
        features = self.body(observations)
        logits = self.action_head(features).masked_fill(masks == 0, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value_head(features)[:, 0]
