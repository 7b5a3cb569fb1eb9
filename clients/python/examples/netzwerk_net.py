"""Trains the net with which ``minimax`` evaluates positions of Netzwerk, from nothing but matches against itself.

    cargo build --release -p botwerk-lab
    python netzwerk_net.py --lab ../../../target/release/botwerk-lab --work runs/net

Each generation plays matches with the net of the generation before, the first with random weights, and fits a new net
to the positions of the last generations: to the results of the matches, and to the scores of searches. After each it
plays against the linear evaluation. Everything is kept in files in the folder ``--work``: the same command resumes
where it was interrupted. The last net is ``generation-N.net``, as
``agents/src/netzwerk/minimax/evaluator/net.rs`` reads it.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import time
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

SIZE = 6  # squares of a side
CORNERS = 16  # sets of batteries on the corners of a square
ROBOTS = SIZE * SIZE * CORNERS  # features of one side's robots
FEATURES = 2 * ROBOTS + (SIZE + 1) ** 2
PADDING = FEATURES
MOST = 26  # robots and batteries of a position
HIDDEN = 64
BUCKETS = 9
ONE, OUTPUT_ONE = 64, 128  # of the quantized net
SCALE = 150.0  # the score at which winning is e times as likely as losing
RESULT_SHARES = 1.0, 0.5, 0.3  # of a label, in each generation; the rest is the score, which random weights make worthless
NO_RESULT = 127
SAMPLE = np.dtype([("robots", "<u8", 2), ("batteries", "<u8"), ("score", "<i2"), ("side", "u1"), ("result", "i1")])


def bit(points: npt.NDArray[np.uint64], number: int) -> npt.NDArray[np.uint64]:
    return (points >> np.uint64(number)) & np.uint64(1)


def features(samples: npt.NDArray[np.void], is_black: npt.NDArray[np.bool_]) -> npt.NDArray[np.int16]:
    """Returns the features of positions as White sees them, or Black where it is so, padded to the same number."""
    found = np.full((len(samples), MOST), PADDING, np.int16)
    count = np.zeros(len(samples), np.int64)

    def add(rows: npt.NDArray[np.int64], values: npt.NDArray[np.int64]) -> None:
        found[rows, count[rows]] = values
        count[rows] += 1

    batteries = samples["batteries"]
    for rank in range(SIZE):
        for file in range(SIZE):
            square = 8 * rank + file
            low, high = (bit(batteries, square + k) | bit(batteries, square + k + 1) << np.uint64(1) for k in (0, 8))
            corners = np.where(is_black, low << np.uint64(2) | high, high << np.uint64(2) | low).astype(np.int64)
            place = (np.where(is_black, SIZE - 1 - rank, rank) * SIZE + file) * CORNERS + corners
            for side in (0, 1):
                rows = np.flatnonzero(bit(samples["robots"][:, side], square))
                is_enemy = is_black[rows] != bool(side)
                add(rows, is_enemy * ROBOTS + place[rows])
    for rank in range(SIZE + 1):
        for file in range(SIZE + 1):
            rows = np.flatnonzero(bit(batteries, 8 * rank + file))
            seen = np.where(is_black[rows], SIZE - rank, rank)
            add(rows, 2 * ROBOTS + seen * (SIZE + 1) + file)
    return found


def mirrored() -> torch.Tensor:
    """Returns the feature of the mirror image, left to right, for each feature."""
    image = np.arange(FEATURES + 1)
    for index in range(2 * ROBOTS):
        side, rest = divmod(index, ROBOTS)
        place, corners = divmod(rest, CORNERS)
        rank, file = divmod(place, SIZE)
        swapped = (corners & 5) << 1 | corners >> 1 & 5
        image[index] = side * ROBOTS + (rank * SIZE + SIZE - 1 - file) * CORNERS + swapped
    for index in range((SIZE + 1) ** 2):
        rank, file = divmod(index, SIZE + 1)
        image[2 * ROBOTS + index] = 2 * ROBOTS + rank * (SIZE + 1) + SIZE - file
    return torch.from_numpy(image).int()


class Net(torch.nn.Module):  # type: ignore[misc]
    """The hidden sums as either side sees a position, squared between 0 and 1, and one output for each bucket."""

    def __init__(self) -> None:
        super().__init__()
        self.features = torch.nn.EmbeddingBag(FEATURES + 1, HIDDEN, mode="sum", padding_idx=PADDING)
        torch.nn.init.normal_(self.features.weight, 0, 0.1)
        self.features.weight.data[PADDING] = 0
        self.bias = torch.nn.Parameter(torch.full((HIDDEN,), 0.3))
        self.output = torch.nn.Parameter(torch.randn(BUCKETS, 2 * HIDDEN) * 0.1)
        self.output_bias = torch.nn.Parameter(torch.zeros(BUCKETS))

    def forward(self, own: torch.Tensor, other: torch.Tensor, bucket: torch.Tensor) -> torch.Tensor:
        sums = torch.cat([self.features(own) + self.bias, self.features(other) + self.bias], 1)
        return (sums.clamp(0, 1) ** 2 * self.output[bucket]).sum(1) + self.output_bias[bucket]

    def limit(self) -> None:
        """Keeps the weights within the range of the quantized net."""
        with torch.no_grad():
            self.features.weight.clamp_(-127 / ONE, 127 / ONE)
            self.output.clamp_(-511 / OUTPUT_ONE, 511 / OUTPUT_ONE)

    def to_bytes(self) -> bytes:
        """Returns the quantized net with its checksum."""

        def rounded(parameter: torch.Tensor, one: int, kind: str) -> bytes:
            values: npt.NDArray[np.float32] = parameter.detach().numpy()
            return np.round(values * one).astype(kind).tobytes()

        content = b"botwerk-netzwerk" + rounded(self.features.weight[:FEATURES], ONE, "i1")
        content += rounded(self.bias, ONE, "<i2") + rounded(self.output, OUTPUT_ONE, "<i2")
        content += rounded(self.output_bias, ONE * ONE * OUTPUT_ONE, "<i4")
        return content + hashlib.sha256(content).digest()


class Positions:
    """Samples as tensors."""

    def __init__(self, samples: npt.NDArray[np.void], result_share: float = 0.0) -> None:
        is_black = samples["side"].astype(bool)
        self.own, self.other = (torch.from_numpy(features(samples, seen)) for seen in (is_black, ~is_black))
        robots = np.unpackbits(samples["robots"].view(np.uint8).reshape(-1, 2, 8), axis=2).sum(2)
        needed = np.clip((robots + 1) // 2, 1, 3).astype(np.int64) - 1
        rows = np.arange(len(samples))
        side = is_black.astype(np.int64)
        self.bucket = torch.from_numpy(3 * needed[rows, side] + needed[rows, 1 - side])
        score = 1 / (1 + np.exp(-np.clip(samples["score"].astype(np.float32), -2000, 2000) / SCALE))
        result = (samples["result"].astype(np.float32) + 1) / 2
        mixed = (1 - result_share) * score + result_share * result
        self.label = torch.from_numpy(np.where(samples["result"] == NO_RESULT, score, mixed).astype(np.float32))

    def __len__(self) -> int:
        return len(self.label)

    def loss(self, net: Net, rows: torch.Tensor, image: torch.Tensor | None = None) -> torch.Tensor:
        own, other = self.own[rows].int(), self.other[rows].int()
        if image is not None:
            own, other = image[own], image[other]
        output = net(own, other, self.bucket[rows])
        return torch.nn.functional.binary_cross_entropy_with_logits(output, self.label[rows])

    def values(self, net: Net) -> npt.NDArray[np.float32]:
        """Returns the values of a net for the side to move, in about hundredths of a robot."""
        with torch.no_grad():
            output: npt.NDArray[np.float32] = net(self.own.int(), self.other.int(), self.bucket).numpy()
        return SCALE * output


def read(files: list[Path]) -> npt.NDArray[np.void]:
    return np.concatenate([np.fromfile(file, SAMPLE) for file in files])


def train(files: list[Path], result_share: float, epochs: int) -> Net:
    """Fits a new net to samples."""
    torch.manual_seed(7)
    samples = read(files)
    if result_share == 1:
        samples = samples[samples["result"] != NO_RESULT]
    samples = samples[np.random.default_rng(7).permutation(len(samples))]
    positions, net, image = Positions(samples, result_share), Net(), mirrored()
    batch = min(4096, len(samples) // 2)
    tested = torch.arange(min(20_000, len(positions) // 20))
    steps = epochs * ((len(positions) - len(tested)) // batch)
    optimizer = torch.optim.Adam(net.parameters())
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=6e-3, total_steps=steps + 1, pct_start=0.1)
    started = time.monotonic()
    for epoch in range(epochs):
        rows = len(tested) + torch.randperm(len(positions) - len(tested))
        losses = []
        for number in range(len(rows) // batch):
            loss = positions.loss(net, rows[number * batch : (number + 1) * batch], image if number % 2 else None)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            net.limit()
            losses.append(loss.item())
        with torch.no_grad():
            test = positions.loss(net, tested).item()
        print(
            f"  epoch {epoch + 1}: loss {np.mean(losses):.4f}, of other positions {test:.4f},"
            f" {time.monotonic() - started:.0f} s",
            flush=True,
        )
    return net


def write(file: Path, content: bytes) -> None:
    """Writes a file as a whole or not at all."""
    partial = file.with_suffix(".partial")
    partial.write_bytes(content)
    partial.rename(file)


def play(options: argparse.Namespace, generation: int, net: Path) -> list[Path]:
    """Plays the matches of a generation that are not played yet, and returns their files."""
    files = []
    for part in range(options.parts):
        file = options.work / f"generation-{generation}-{part}.samples"
        files.append(file)
        if file.exists():
            continue
        partial = file.with_suffix(".partial")
        nodes = options.nodes if generation > 1 else options.nodes // 6
        matches, seed = options.matches // options.parts, f"{options.seed}/{generation}/{part}"
        run = f"net samples --net {net} --matches {matches} --nodes {nodes} --threads {options.threads} --seed {seed}"
        subprocess.run([options.lab, *run.split(), "--out", str(partial)], check=True)
        partial.rename(file)
    return files


def main(arguments: list[str] | None = None) -> Path:
    """Returns the file of the last net."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--lab", default="botwerk-lab", help="the program of the laboratory")
    parser.add_argument("--work", type=Path, required=True, help="folder of samples and nets")
    parser.add_argument("--generations", type=int, default=5)
    parser.add_argument("--matches", type=int, default=40_000, help="matches of a generation")
    parser.add_argument("--parts", type=int, default=20, help="files of a generation, each of which is resumed as a whole")
    parser.add_argument("--nodes", type=int, default=3_000, help="nodes of each search")
    parser.add_argument("--window", type=int, default=3, help="generations whose samples a net is fitted to")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--openings", type=int, default=50, help="openings of the matches against the linear evaluation")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", default="7")
    options = parser.parse_args(arguments)
    torch.set_num_threads(options.threads)
    options.work.mkdir(parents=True, exist_ok=True)
    net: Path = options.work / "generation-0.net"
    if not net.exists():
        torch.manual_seed(7)
        write(net, Net().to_bytes())
    played: list[list[Path]] = []
    for generation in range(1, options.generations + 1):
        played.append(play(options, generation, net))
        net = options.work / f"generation-{generation}.net"
        if not net.exists():
            # Scores by random weights are of no use to later generations.
            window = played[-options.window :] if generation == 1 else played[1:][-options.window :]
            files = [file for files in window for file in files]
            share = RESULT_SHARES[min(generation, len(RESULT_SHARES)) - 1]
            print(f"generation {generation}: {len(files)} files of samples", flush=True)
            write(net, train(files, share, options.epochs).to_bytes())
            run = f"net match --net {net} --openings {options.openings} --threads {options.threads}"
            subprocess.run([options.lab, *run.split()], check=True)
    return net


if __name__ == "__main__":
    print(main())
