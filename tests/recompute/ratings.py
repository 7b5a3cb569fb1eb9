"""Ratings by Plackett and Luce: with intervals by resampling blocks, and on the scale of anchors.

A match is a list of entrants and places, a block a list of matches.
"""

import bisect
import hashlib
import math

ELO = 400.0 / math.log(10.0)
Z_95 = 1.959963984540054


class Choices:
    """How often each entrant was the best of each set of entrants."""

    def __init__(self):
        self.sets = {}
        self.best = {}

    def add(self, places, weight=1.0):
        """Adds a match: the best of all, the best of the others, and so on; every order of equal ones alike."""
        if len(places) < 2:
            return
        first = min(place for _, place in places)
        tied = [entrant for entrant, place in places if place == first]
        self.add_sums([entrant for entrant, _ in places], weight, {entrant: weight / len(tied) for entrant in tied})
        for entrant in tied:
            self.add([it for it in places if it[0] != entrant], weight / len(tied))

    def add_draws(self, one, other, number):
        self.add_sums([one, other], number, {one: number / 2.0, other: number / 2.0})

    def add_sums(self, entrants, number, best):
        key = tuple(sorted(entrants))
        self.sets[key] = self.sets.get(key, 0.0) + number
        for entrant, won in best.items():
            self.best[entrant] = self.best.get(entrant, 0.0) + won


def choices_of(matches):
    choices = Choices()
    for places in matches:
        choices.add(places)
    return choices


def strengths(entrants, parts, repetitions, initial):
    """Returns the most likely strengths in Elo with mean 0, if every part is repeated so often (D. R. Hunter, 2004)."""
    sets, best = {}, [0.0] * entrants
    for part, number in zip(parts, repetitions):
        for key, choices in part.sets.items():
            sets[key] = sets.get(key, 0.0) + choices * number
        for entrant, choices in part.best.items():
            best[entrant] += choices * number
    weights = [math.exp(elo / ELO) for elo in initial]
    for _ in range(20_000):
        chances = [0.0] * entrants
        for key, number in sets.items():
            share = number / sum(weights[entrant] for entrant in key)
            for entrant in key:
                chances[entrant] += share
        new = [won / chance for won, chance in zip(best, chances)]
        scale = math.exp(-sum(map(math.log, new)) / entrants)
        new = [weight * scale for weight in new]
        change = max(abs(a / b - 1.0) for a, b in zip(new, weights))
        weights = new
        if change < 1e-9:
            break
    return [ELO * math.log(weight) for weight in weights]


class ChaCha8:
    """The random numbers of a chance outcome, as docs/records.md defines them."""

    def __init__(self, seed, name):
        key = hashlib.sha256(bytes.fromhex(seed) + b"/" + name.encode()).digest()
        constants = b"expand 32-byte k"
        self.head = [int.from_bytes(part[at:at + 4], "little") for part in (constants, key) for at in range(0, len(part), 4)]
        self.block, self.words = 0, []

    def next_u64(self):
        if not self.words:
            start = self.head + [self.block & 0xFFFFFFFF, self.block >> 32, 0, 0]
            self.block += 1
            state = list(start)
            for _ in range(4):
                for a, b, c, d in ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                                   (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
                    for one, other, turned, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                        state[one] = (state[one] + state[other]) & 0xFFFFFFFF
                        mixed = state[turned] ^ state[one]
                        state[turned] = (mixed << bits | mixed >> (32 - bits)) & 0xFFFFFFFF
            self.words = [(a + b) & 0xFFFFFFFF for a, b in zip(start, state)][::-1]
        low = self.words.pop()
        return low | self.words.pop() << 32

    def below(self, n):
        while True:
            product = self.next_u64() * n
            low = product & (1 << 64) - 1
            if low >= n or low >= (1 << 64) % n:
                return product >> 64


def resampled(entrants, blocks, seed):
    """Returns value, low and high of each entrant: the interval leaves out 2.5 % of resampled tournaments at either end."""
    blocks = [tuple(map(tuple, block)) for block in blocks]
    distinct = sorted(set(blocks))
    numbers = [blocks.count(block) for block in distinct]
    draws = Choices()
    for one in range(entrants):
        for other in range(one + 1, entrants):
            draws.add_draws(one, other, 1.0)
    parts = [choices_of(block) for block in distinct] + [draws]
    values = strengths(entrants, parts, numbers + [1], [0.0] * entrants)
    ends = [sum(numbers[:index + 1]) for index in range(len(numbers))]
    samples = []
    for resample in range(max(200, min(1000, 20_000_000 // len(blocks)))):
        random = ChaCha8(seed, f"bootstrap/-/{resample}/0")
        sampled = [0] * len(distinct)
        for _ in blocks:
            sampled[bisect.bisect_right(ends, random.below(len(blocks)))] += 1
        samples.append(strengths(entrants, parts, sampled + [1], values))
    tail = len(samples) // 40
    found = []
    for entrant, value in enumerate(values):
        own = sorted(sample[entrant] for sample in samples)
        found.append((value, min(own[tail - 1], value), max(own[-tail], value)))
    return found


def anchored(anchors, pairs, blocks):
    """Returns value, low and high of each entrant while the ratings of anchors are fixed.

    `pairs` has the number of blocks by half points of the first entrant, by two entrants.
    """
    choices, meetings = Choices(), {}
    for (one, other), numbers in pairs.items():
        points = sum(number * half / 2.0 for half, number in enumerate(numbers))
        matches = 2.0 * sum(numbers)
        choices.add_sums([one, other], matches, {one: points, other: matches - points})
        meetings[one, other] = matches
    for block in blocks:
        for places in block:
            choices.add(places)
            for index, (one, _) in enumerate(places):
                for other, _ in places[:index]:
                    pair = (min(one, other), max(one, other))
                    meetings[pair] = meetings.get(pair, 0.0) + 1.0
    add_virtual_draws(choices, anchors, meetings)
    fixed = [elo / ELO for elo in anchors if elo is not None]
    mean = sum(fixed) / max(1, len(fixed))
    free = [entrant for entrant, elo in enumerate(anchors) if elo is None]
    weights = most_likely(choices, free, [mean if elo is None else elo / ELO for elo in anchors], mean)
    _, information = derivatives(choices, free, weights, mean)
    columns = [solve(information, [float(row == column) for row in range(len(free))]) for column in range(len(free))]
    dispersions = dispersions_of(len(anchors), pairs, blocks, weights)
    found = [(weight * ELO,) * 3 for weight in weights]
    for row, entrant in enumerate(free):
        margin = Z_95 * math.sqrt(columns[row][row] * dispersions[entrant]) * ELO
        found[entrant] = (weights[entrant] * ELO, weights[entrant] * ELO - margin, weights[entrant] * ELO + margin)
    return found


def add_virtual_draws(choices, anchors, meetings):
    """Spreads one draw of every entrant that is no anchor over its opponents, by their matches."""
    matches = [0.0] * len(anchors)
    for pair, number in meetings.items():
        for entrant in pair:
            matches[entrant] += number
    for pair, number in meetings.items():
        share = sum(number / matches[entrant] for entrant in pair if anchors[entrant] is None)
        if share > 0.0:
            choices.add_draws(*pair, share)


def chances_of(key, weights):
    odds = [math.exp(weights[entrant] - max(weights[it] for it in key)) for entrant in key]
    return {entrant: part / sum(odds) for entrant, part in zip(key, odds)}


def derivatives(choices, free, weights, mean):
    """Returns the gradient and the observed information, with a hundredth of a draw against the mean of the anchors."""
    rows = {entrant: row for row, entrant in enumerate(free)}
    gradient = [choices.best.get(entrant, 0.0) for entrant in free]
    information = [[0.0] * len(free) for _ in free]
    for row, entrant in enumerate(free):
        score = 1.0 / (1.0 + math.exp(mean - weights[entrant]))
        gradient[row] += 0.01 * (0.5 - score)
        information[row][row] += 0.01 * score * (1.0 - score)
    for key, number in choices.sets.items():
        chances = chances_of(key, weights)
        for one, chance in chances.items():
            if one not in rows:
                continue
            gradient[rows[one]] -= number * chance
            for other, other_chance in chances.items():
                if other in rows:
                    change = chance * (1.0 - chance) if one == other else -chance * other_chance
                    information[rows[one]][rows[other]] += number * change
    return gradient, information


def most_likely(choices, free, weights, mean):
    """Newton's method, with steps of at most 0.5: the logarithm of the likelihood is concave."""
    for _ in range(1000):
        gradient, information = derivatives(choices, free, weights, mean)
        step = solve(information, gradient) if free else []
        largest = max(map(abs, step), default=0.0)
        share = min(1.0, 0.5 / largest) if largest > 0.0 else 0.0
        weights = list(weights)
        for entrant, change in zip(free, step):
            weights[entrant] += share * change
        if largest < 1e-11:
            break
    return weights


def solve(matrix, vector):
    """Gauss's elimination."""
    rows = [list(row) + [value] for row, value in zip(matrix, vector)]
    for pivot in range(len(rows)):
        best = max(range(pivot, len(rows)), key=lambda row: abs(rows[row][pivot]))
        rows[pivot], rows[best] = rows[best], rows[pivot]
        for row in range(len(rows)):
            if row != pivot:
                factor = rows[row][pivot] / rows[pivot][pivot]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[pivot])]
    return [row[-1] / row[number] for number, row in enumerate(rows)]


def dispersions_of(entrants, pairs, blocks, weights):
    """Returns the variance of the results of each entrant's blocks, relative to independent matches without draws."""
    squares, variances, numbers = [0.0] * entrants, [0.0] * entrants, [0.0] * entrants
    for pair, of_pair in pairs.items():
        score = chances_of(pair, weights)[pair[0]]
        for half_points, number in enumerate(of_pair):
            for entrant in pair:
                squares[entrant] += number * (half_points / 2.0 - 2.0 * score) ** 2
                variances[entrant] += number * 2.0 * score * (1.0 - score)
                numbers[entrant] += number
    for block in blocks:
        choices = choices_of(block)
        difference, variance = dict(choices.best), {}
        for key, number in choices.sets.items():
            for entrant, chance in chances_of(key, weights).items():
                difference[entrant] = difference.get(entrant, 0.0) - number * chance
                variance[entrant] = variance.get(entrant, 0.0) + number * chance * (1.0 - chance)
        for entrant, own in variance.items():
            squares[entrant] += difference[entrant] ** 2
            variances[entrant] += own
            numbers[entrant] += 1.0
    fitted = [max(0.0, 1.0 - 1.0 / max(1.0, number)) for number in numbers]
    return [max(0.1, (5.0 + s) / (5.0 + v * f)) for s, v, f in zip(squares, variances, fitted)]
