"""Recomputes the tables of a tournament from its export, with nothing of Botwerk's own code.

`tables.py FOLDER` reads `matches.csv`, `tables.py FOLDER --records` the records instead, and compares every figure with
`standings.json` and `standings.csv`. What does not follow from matches is read there: the format, the entrants and who
has withdrawn. Exits with 1 and names what differs.
"""

import csv
import hashlib
import json
import math
import pathlib
import sys

import ratings

SCORES = [0.0, 0.25, 0.5, 0.75, 1.0]
Z_95 = 1.959963984540054
TERMINATIONS = ["resigned", "flagged", "illegal", "disconnected", "no_show", "crashed"]


def read_csv(folder, seats):
    with open(folder / "matches.csv", newline="") as file:
        for row in csv.DictReader(file):
            if row["rated"]:
                yield {
                    "index": int(row["index"]), "round": int(row["round"]), "block": int(row["block"]),
                    "rated": row["rated"] == "true", "voided": row["voided"] == "true",
                    "adjudicated": row["adjudicated"] == "true", "counts": row["counts"],
                    "fingerprint": row["fingerprint"],
                    "seats": [{
                        "entrant": row[f"entrant_{seat}"], "place": int(row[f"place_{seat}"]),
                        "termination": row[f"termination_{seat}"],
                        "illegal": int(row[f"illegal_submissions_{seat}"] or 0),
                        "turns": int(row[f"turns_{seat}"] or 0),
                        "seconds": float(row[f"think_seconds_{seat}"] or 0),
                    } for seat in range(seats)],
                }


def read_records(folder, block_size):
    """Records have no round, and nothing about matches that were not played."""
    for path in sorted((folder / "records").glob("*.bwr")):
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        header = lines[0]
        events = [line for line in lines[1:] if "actor" in line]
        outcome = next(line for line in lines[1:] if "outcome" in line)
        digest = hashlib.sha256(header["start"].encode())
        for event in events:
            digest.update(f"\n{event['actor']}\t{event['action']}".encode())
        left = outcome.get("terminations") or [None] * len(header["seats"])
        yield {
            "index": int(path.stem), "round": 0, "block": int(path.stem) // block_size, "rated": True, "voided": False,
            "adjudicated": outcome["outcome"] == "adjudicated", "counts": None, "fingerprint": digest.hexdigest()[:16],
            "seats": [{
                "entrant": seat["name"], "place": outcome["places"][number],
                "termination": (left[number] or "").lower(), "illegal": None, "turns": None, "seconds": None,
            } for number, seat in enumerate(header["seats"])],
        }


def half_points(match, seat):
    own = match["seats"][seat]["place"]
    others = [other["place"] for number, other in enumerate(match["seats"]) if number != seat]
    return sum(2 if own < place else 1 if own == place else 0 for place in others)


def shares_of(pairs):
    extra = 0.5 if 0 in pairs else 0.0
    size = sum(pairs) + 5 * extra
    return [(number + extra) / size for number in pairs], size


def moment(shares, order):
    mean = sum(share * score for share, score in zip(shares, SCORES))
    if order == 1:
        return mean
    return sum(share * (score - mean) ** order for share, score in zip(shares, SCORES))


def elo_of(score):
    if score <= 0.0:
        return -math.inf
    return math.inf if score >= 1.0 else -400.0 * math.log10(1.0 / score - 1.0)


def two_seat_estimates(pairs):
    if sum(pairs) == 0:
        return None, None, None
    shares, size = shares_of(pairs)
    mean, deviation = moment(shares, 1), math.sqrt(moment(shares, 2))
    error = deviation / math.sqrt(size)
    elo = [elo_of(min(1.0, max(0.0, mean + sign * Z_95 * error))) for sign in (0, -1, 1)]
    score = (mean - 0.5) / deviation
    skewness, kurtosis = moment(shares, 3) / deviation**3, moment(shares, 4) / deviation**4
    variance = max(0.0, 1.0 - score * skewness + score * score * (kurtosis - 1.0) / 4.0)
    scale = 800.0 / math.log(10.0) / math.sqrt(2.0)
    normalised = [scale * (score + sign * Z_95 * math.sqrt(variance / size)) for sign in (0, -1, 1)]
    return elo, normalised, 0.5 * math.erfc(-((mean - 0.5) / error) / math.sqrt(2.0))


def most_likely(shares, deviations_of_mean):
    """Returns the shares that are most likely under a condition, given as its value by class."""
    condition = deviations_of_mean
    low, high = -1.0 / max(condition), -1.0 / min(condition)
    low, high = low + 1e-13 * abs(low), high - 1e-13 * abs(high)
    for _ in range(300):
        x = (low + high) / 2.0
        value = sum(share * c / (1.0 + x * c) for share, c in zip(shares, condition))
        low, high = (x, high) if value > 0.0 else (low, x)
    return [share / (1.0 + x * c) for share, c in zip(shares, condition)]


def log_likelihood_ratio(pairs, test):
    if sum(pairs) == 0:
        return 0.0
    shares, size = shares_of(pairs)
    found = []
    for elo in (test["elo0"], test["elo1"]):
        if not test["normalised"]:
            score = 1.0 / (1.0 + 10.0 ** (-elo / 400.0))
            found.append(most_likely(shares, [c - score for c in SCORES]))
            continue
        # A pair's score in its own standard deviations above one half: solved by linear approximation.
        score = elo / (800.0 / math.log(10.0)) * math.sqrt(2.0)
        under = [0.2] * 5
        for _ in range(100):
            mean, deviation = moment(under, 1), math.sqrt(moment(under, 2))
            condition = [c - 0.5 - score * deviation * (1.0 + ((c - mean) / deviation) ** 2) / 2.0 for c in SCORES]
            under = most_likely(shares, condition)
        found.append(under)
    return size * sum(share * math.log(b / a) for share, a, b in zip(shares, *found))


class Tables:
    """The sums of all matches, in the order of their blocks."""

    def __init__(self, head, matches, block_size):
        self.entrants = [line["entrant"] for line in head["standings"]]
        self.annulled = {line["entrant"] for line in head["withdrawals"] if line["annulled"]}
        self.counts = dict.fromkeys(
            ["rated", "repeated", "unrated", "open", "after_verdict", "annulled", "voided"], 0)
        self.pairs = {}
        self.blocks = []
        self.scored = []
        blocks = {}
        for match in matches:
            blocks.setdefault(match["block"], []).append(match)
        test, known, is_decided, has_gap = head["test"], set(), False, False
        self.differing = []
        for number in range(max(blocks, default=-1) + 1):
            block = blocks.get(number, [])
            kinds = [self.kind(match) for match in block]
            has_gap |= len(block) < block_size
            key = tuple(sorted((tuple(s["entrant"] for s in m["seats"]), m["fingerprint"]) for m in block))
            is_unknown = any(not match["fingerprint"] for match in block)
            if is_decided:
                counting = "after_verdict"
            elif has_gap:
                counting = "open"
            elif any(kind != "scored" for kind in kinds) or not all(match["rated"] for match in block):
                counting = "unrated"
            elif key in known and not is_unknown:
                counting = "repeated"
            else:
                counting = "rated"
                known.add(key)
            for match, kind in zip(block, kinds):
                kind = counting if kind == "scored" else kind
                self.counts[kind] += 1
                if match["counts"] not in (None, kind):
                    self.differing.append(f"match {match['index']}: counts {match['counts']}, recomputed {kind}")
                if kind not in ("after_verdict", "annulled", "voided"):
                    self.scored.append(match)
            if counting == "rated":
                self.rate(block)
                if test is not None:
                    ratio = log_likelihood_ratio(self.test_pairs(head), test)
                    is_decided = ratio <= head["sprt"]["lower"] or ratio >= head["sprt"]["upper"]

    def kind(self, match):
        if match["voided"]:
            return "voided"
        if any(seat["entrant"] in self.annulled for seat in match["seats"]):
            return "annulled"
        return "scored"

    def rate(self, block):
        if len(block[0]["seats"]) != 2:
            self.blocks.append(block)
            return
        one, other = sorted(seat["entrant"] for seat in block[0]["seats"])
        points = 0
        for match in block:
            seat = 0 if match["seats"][0]["entrant"] == one else 1
            points += half_points(match, seat)
        self.pairs.setdefault((one, other), [0] * 5)[points] += 1

    def pairs_of(self, entrant):
        sums = [0] * 5
        for (one, other), pairs in self.pairs.items():
            own = pairs if one == entrant else pairs[::-1] if other == entrant else [0] * 5
            sums = [a + b for a, b in zip(sums, own)]
        return sums

    def test_pairs(self, head):
        return self.pairs_of(head["entrants"][0])

    def meetings(self, entrant):
        """Returns the results against each opponent: half points, matches and matches that were not played."""
        found = {}
        for match in self.scored:
            for seat, own in enumerate(match["seats"]):
                if own["entrant"] == entrant:
                    other = match["seats"][1 - seat]["entrant"]
                    is_unplayed = not match["rated"] or any(s["termination"] == "no_show" for s in match["seats"])
                    points, matches, unplayed = found.get(other, (0, 0, 0))
                    found[other] = (points + half_points(match, seat), matches + 1, unplayed + is_unplayed)
        return found


def tie_breaks(tables, head, points):
    """Returns Buchholz and Sonneborn-Berger by entrant."""
    swiss = int(2 * head["round_points"])
    meetings = {entrant: tables.meetings(entrant) for entrant in tables.entrants}
    byes = {line["entrant"]: line["byes"] for line in head["standings"]}
    present = {entrant: len(meetings[entrant]) + byes[entrant] for entrant in tables.entrants}
    rounds = max(present.values(), default=0)
    withdrawn = {line["entrant"] for line in head["standings"] if line["withdrawn"]}

    def is_unplayed(result):
        return swiss > 0 and result[1] == result[2]

    adjusted = dict(points)
    for entrant in withdrawn if swiss else ():
        lost = sum(1 for result in meetings[entrant].values() if is_unplayed(result) and result[0] == 0)
        adjusted[entrant] += (rounds - present[entrant] + lost) * swiss // 2
    found = {}
    for entrant in tables.entrants:
        played = {other: it for other, it in meetings[entrant].items() if not is_unplayed(it)}
        unplayed = [it for it in meetings[entrant].values() if is_unplayed(it)]
        missed = rounds - present[entrant] if swiss else 0
        buchholz = sum(adjusted[other] for other in played)
        buchholz += (len(unplayed) + byes[entrant] + missed) * points[entrant]
        berger = sum(adjusted[other] * it[0] for other, it in played.items())
        own = sum(it[0] for it in unplayed) + (byes[entrant] * int(2 * head["bye_points"]) if swiss else 0)
        found[entrant] = (buchholz / 2.0, (berger + own * points[entrant]) / 4.0)
    return found


def ratings_of(head, tables):
    """Returns the ratings of a league or of matches with more than two seats, by entrant."""
    number_of = {name: number for number, name in enumerate(head["entrants"])}
    blocks = [[[(number_of[seat["entrant"]], seat["place"]) for seat in match["seats"]] for match in block]
              for block in tables.blocks]
    if head["format"] == "league":
        pairs = {}
        for (one, other), numbers in tables.pairs.items():
            one, other = number_of[one], number_of[other]
            pairs[min(one, other), max(one, other)] = numbers if one < other else numbers[::-1]
        found = ratings.anchored(head["anchors"], pairs, blocks)
        rated = {entrant for pair in pairs for entrant in pair}
        rated |= {entrant for block in blocks for match in block for entrant, _ in match}
        rated |= {entrant for entrant, elo in enumerate(head["anchors"]) if elo is not None}
        return {name: found[number] if number in rated else None for name, number in number_of.items()}
    if not blocks:
        return {}
    return dict(zip(head["entrants"], ratings.resampled(len(number_of), blocks, head["seed"])))


class Comparison:
    """Compares figures and keeps what differs."""

    def __init__(self):
        self.figures = 0
        self.differing = []

    def check(self, name, stated, found, tolerance=0.0):
        self.figures += 1
        if isinstance(found, float) and math.isinf(found):
            # An infinite bound is null in JSON.
            is_equal = stated is None
        elif stated is None or found is None:
            is_equal = stated is None and found is None
        elif isinstance(found, float):
            is_equal = abs(stated - found) <= tolerance + 1e-9 * abs(found)
        else:
            is_equal = stated == found
        if not is_equal:
            self.differing.append(f"{name}: {stated} is stated, {found} recomputed")

    def interval(self, name, stated, found, tolerance):
        for part, value in zip(("value", "low", "high"), found or (None,) * 3):
            stated_part = None if stated is None else stated[part]
            if isinstance(value, float) and math.isinf(value):
                self.check(f"{name} {part}", stated_part, value)
            else:
                self.check(f"{name} {part}", stated_part, value, tolerance)


def compare(head, tables, comparison, has_times):
    seats = head["seats"]
    points, regular_of = {}, {}
    for line in head["standings"]:
        name = line["entrant"]
        own = [(match, seat) for match in tables.scored for seat, it in enumerate(match["seats"])
               if it["entrant"] == name]
        check = lambda field, found, tolerance=0.0: comparison.check(f"{name}: {field}", line[field], found, tolerance)
        scored = sum(half_points(match, seat) for match, seat in own)
        byes = line["byes"] * int(2 * head["bye_points"])
        points[name] = scored + byes
        check("matches", len(own))
        check("points", (scored + byes) / 2.0)
        check("score_rate", scored / 2.0 / (len(own) * (seats - 1)) if own else None)
        outcomes = [0, 0, 0]
        for match, seat in own:
            for other, it in enumerate(match["seats"]):
                if other != seat:
                    place = match["seats"][seat]["place"]
                    outcomes[0 if place < it["place"] else 1 if place == it["place"] else 2] += 1
        for field, found in zip(("wins", "draws", "losses"), outcomes):
            check(field, found)
        check("adjudicated", sum(match["adjudicated"] for match, _ in own))
        terminations = [match["seats"][seat]["termination"] for match, seat in own]
        for reason in TERMINATIONS:
            comparison.check(f"{name}: {reason}", line["terminations"].get(reason, 0), terminations.count(reason))
        is_regular = lambda match: all(s["termination"] in ("", "resigned") for s in match["seats"])
        regular = [(match, seat) for match, seat in own if is_regular(match)]
        check("regular_matches", len(regular))
        rate = sum(half_points(match, seat) for match, seat in regular) / 2.0
        check("regular_score_rate", rate / (len(regular) * (seats - 1)) if regular else None)
        for seat in range(seats):
            stated = line["seats"][seat] if seat < len(line["seats"]) else {"points": 0, "opponents": 0}
            on_seat = [match for match, own_seat in own if own_seat == seat]
            comparison.check(f"{name}: points on seat {seat}", stated["points"],
                             sum(half_points(match, seat) for match in on_seat) / 2.0)
            comparison.check(f"{name}: opponents on seat {seat}", stated["opponents"], len(on_seat) * (seats - 1))
        if has_times:
            check("illegal_submissions", sum(match["seats"][seat]["illegal"] for match, seat in own))
            check("turns", sum(match["seats"][seat]["turns"] for match, seat in own))
            check("think_nanos", sum(match["seats"][seat]["seconds"] for match, seat in own) * 1e9, 10.0 * len(own))
        if seats == 2:
            pairs = tables.pairs_of(name)
            check("pentanomial", pairs)
            if head["format"] == "league":
                comparison.check(f"{name}: los", line["los"], None)
            else:
                elo, normalised, los = two_seat_estimates(pairs)
                comparison.interval(f"{name}: elo", line["elo"], elo, 1e-6)
                comparison.interval(f"{name}: normalised_elo", line["normalised_elo"], normalised, 1e-6)
                check("los", los, 1e-9)
    if seats == 2 and head["format"] not in ("knockout", "league"):
        for name, (buchholz, berger) in tie_breaks(tables, head, points).items():
            stated = next(line for line in head["standings"] if line["entrant"] == name)["tie_breaks"]
            comparison.check(f"{name}: buchholz", stated["buchholz"], buchholz)
            comparison.check(f"{name}: sonneborn_berger", stated["sonneborn_berger"], berger)
    for name, elo in ratings_of(head, tables).items():
        stated = next(line for line in head["standings"] if line["entrant"] == name)["elo"]
        comparison.interval(f"{name}: elo", stated, elo, 1e-3)
    for pair in head["head_to_head"]:
        one, other = sorted((pair["entrant"], pair["opponent"]))
        found = tables.pairs.get((one, other), [0] * 5)
        found = found if one == pair["entrant"] else found[::-1]
        comparison.check(f"{pair['entrant']} against {pair['opponent']}", pair["pentanomial"], found)
    comparison.check("head to head", len(head["head_to_head"]), len(tables.pairs))
    comparison.check("result_counts", head["result_counts"], tables.counts)
    comparison.check("results", head["results"], sum(tables.counts.values()))
    if head["test"] is not None:
        ratio = log_likelihood_ratio(tables.test_pairs(head), head["test"])
        comparison.check("llr", head["sprt"]["llr"], ratio, 1e-6)
        sprt = head["sprt"]
        verdict = "H0" if ratio <= sprt["lower"] else "H1" if ratio >= sprt["upper"] else "undecided"
        comparison.check("verdict", head["sprt"]["verdict"], verdict)
        comparison.check("pairs", head["sprt"]["pairs"], sum(tables.test_pairs(head)))
    places(head, points, tables, comparison)


def places(head, points, tables, comparison):
    """Places follow the points or score rates, whatever decides between equal ones."""
    if head["format"] in ("knockout", "league"):
        return
    if head["format"] == "swiss":
        order = [points[line["entrant"]] for line in head["standings"]]
    else:
        order = [line["score_rate"] if line["score_rate"] is not None else -1 for line in head["standings"]]
    comparison.check("order", order, sorted(order, reverse=True))
    stated = [line["place"] for line in head["standings"]]
    comparison.check("places", stated, sorted(stated))


def compare_csv(folder, head, comparison):
    """The CSV file of the standings states the same as the JSON file."""
    with open(folder / "standings.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    comparison.check("rows", len(rows), len(head["standings"]))
    for row, line in zip(rows, head["standings"]):
        for field in ("entrant", "place", "matches", "wins", "draws", "losses", "byes", "regular_matches", "turns"):
            comparison.check(f"{line['entrant']}: {field} in CSV", row[field], str(line[field]))
        for field in ("points", "score_rate", "los", "regular_score_rate"):
            stated = None if row[field] == "" else float(row[field])
            comparison.check(f"{line['entrant']}: {field} in CSV", stated, line[field])


def main():
    folder = pathlib.Path(sys.argv[1])
    head = json.loads((folder / "standings.json").read_text())
    has_records = "--records" in sys.argv[2:]
    block_size = head["block_matches"]
    matches = list(read_records(folder, block_size) if has_records else read_csv(folder, head["seats"]))
    tables = Tables(head, matches, block_size)
    comparison = Comparison()
    comparison.differing.extend(tables.differing)
    compare(head, tables, comparison, has_times=not has_records)
    compare_csv(folder, head, comparison)
    for difference in comparison.differing:
        print(difference)
    print(f"{comparison.figures} figures, {len(comparison.differing)} of them differ")
    sys.exit(1 if comparison.differing else 0)


main()
