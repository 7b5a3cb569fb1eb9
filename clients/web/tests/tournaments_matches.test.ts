import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { MatchState, PairingSchema, StandingSchema, Termination } from "botwerk/v1";
import { Crosstable } from "../src/tournaments/crosstable.js";
import { csv } from "../src/tournaments/csv.js";
import { matchesCsv, matchesJson, standingsCsv } from "../src/tournaments/export_tables.js";
import { SelectedMatches, EVERY_MATCH } from "../src/tournaments/match_filter.js";
import { halfPoints, isInProgress, isIrregular, matchRow, resultText } from "../src/tournaments/match_row.js";
import type { MatchRow } from "../src/tournaments/match_row.js";
import { MatchStore } from "../src/tournaments/match_store.js";

const HOSTILE = '<img src=x>, "quoted"\n\u202Eright to left';

type Names = readonly string[];

function row(index: number, entrants: Names, places?: readonly number[], state = MatchState.OVER): MatchRow {
  const [block, match] = [Math.floor(index / 2), `matches/${index}`];
  const open = { index, round: 1, block, entrants, match, state, attempts: 1 };
  if (places === undefined) return open;
  return { ...open, result: { places, isRated: true, isVoided: false, isAdjudicated: false, fingerprint: "", seats: [] } };
}

function unplayed(index: number): MatchRow {
  return { ...row(index, ["a", "b"]), match: "", state: MatchState.UNSPECIFIED, attempts: 0 };
}

test("cells with commas, quotes and line breaks are quoted", () => {
  const quoted = `"${HOSTILE.replaceAll('"', '""')}"`;
  assert.equal(csv([["a", undefined, 1n], [HOSTILE, true, 0.5]]), `a,,1\r\n${quoted},true,0.5\r\n`);
});

test("row shows the attempt that counts, or else the latest", () => {
  const attempts = [
    { match: "matches/1", state: MatchState.ABORTED },
    { match: "matches/2", state: MatchState.RUNNING },
  ];
  const pairing = create(PairingSchema, { index: 3n, entrants: ["a", "b"], attempts });
  const open = matchRow(pairing, (name) => name);
  assert.deepEqual([open.match, open.attempts, isInProgress(open)], ["matches/2", 2, true]);
  const scored = create(PairingSchema, {
    entrants: ["a", "b"],
    attempts: [{ match: "matches/1", state: MatchState.OVER, isScored: true }, { match: "" }],
    result: { places: [2, 1], isRated: true, seatStats: [{ termination: Termination.FLAGGED, turns: 4n }, { termination: Termination.NONE }] },
  });
  const over = matchRow(scored, (name) => name);
  assert.deepEqual([over.match, resultText(over)], ["matches/1", "0–1"]);
  assert.deepEqual([isInProgress(over), isIrregular(over)], [false, true]);
});

test("half points count opponents beaten and drawn with", () => {
  assert.deepEqual([0, 1, 2].map((seat) => halfPoints([1, 2, 2], seat)), [4, 1, 1]);
});

test("crosstable has the points of both sides", () => {
  const played = [row(0, ["a", "b"], [1, 2]), row(1, ["b", "a"], [1, 1]), row(2, ["a", "c"], [1, 2])];
  const rows = [...played, undefined, row(4, ["a", "b"])];
  const table = Crosstable.fromMatches(rows, new Set(["c"]));
  assert.deepEqual(table.between("a", "b"), { points: 1.5, matches: 2 });
  assert.deepEqual(table.between("b", "a"), { points: 0.5, matches: 2 });
  assert.equal(table.between("a", "c"), undefined);
  const pairs = Crosstable.fromPairs([{ entrant: "a", opponent: "b", pentanomial: [1n, 0n, 2n, 1n, 0n] }]);
  assert.deepEqual(pairs.between("a", "b"), { points: 3.5, matches: 8 });
  assert.deepEqual(pairs.between("b", "a"), { points: 4.5, matches: 8 });
});

test("match of three seats counts for every two entrants", () => {
  const table = Crosstable.fromMatches([row(0, ["a", "b", "c"], [2, 1, 2])], new Set());
  assert.deepEqual(table.between("a", "b"), { points: 0, matches: 1 });
  assert.deepEqual(table.between("a", "c"), { points: 0.5, matches: 1 });
});

test("files have one row per entrant and match", () => {
  const elo = { value: 12.5, low: -3 };
  const standing = create(StandingSchema, { entrant: HOSTILE, points: 1.5, pentanomial: [0n, 1n, 0n, 2n, 0n], elo });
  const [head, ...lines] = standingsCsv([standing], 2).split("\r\n");
  const columns = head!.split(",");
  assert.deepEqual(columns.slice(0, 4), ["place", "entrant", "withdrawn", "matches"]);
  assert.ok(columns.includes("seat_1_opponents") && columns.includes("no_show") && columns.includes("former_version"));
  assert.ok(lines[0]!.includes('""quoted""') && lines.at(-1) === "");
  const times = { turns: 2, thinkNanos: 5e8, maxThinkNanos: 4e8 };
  const seats = [{ termination: Termination.NO_SHOW, illegalSubmissions: 1, ...times }];
  const played = { ...row(7, ["a", "b"], [2, 1]), result: { ...row(7, [], [2, 1]).result!, seats } };
  const matches = matchesCsv([played, unplayed(8)], 2).split("\r\n");
  assert.equal(matches[1], "7,1,3,matches/7,1,true,false,false,,a,2,no_show,1,2,0.5,0.4,b,1,,,,,");
  assert.equal(matches[2], "8,1,4,,0,,,,,a,,,,,,,b,,,,,,");
  const json = JSON.parse(matchesJson([played, unplayed(8)])) as { index: number; places?: number[] }[];
  assert.deepEqual(json.map(({ index, places }) => [index, places]), [[7, [2, 1]], [8, undefined]]);
});

/** A server with matches, and the calls that it got. */
class PairingServer {
  readonly calls: [from: number, size: number][] = [];

  constructor(readonly rows: MatchRow[]) {}

  readonly load = (from: number, size: number) => {
    this.calls.push([from, size]);
    return Promise.resolve(this.rows.slice(from, from + size));
  };
}

async function loadGaps(store: MatchStore): Promise<void> {
  while (await store.loadNext());
}

test("store loads all played matches of an ended tournament in pages", async () => {
  const server = new PairingServer(Array.from({ length: 1_234 }, (_, index) => row(index, ["a", "b"], [1, 2])));
  const store = new MatchStore(server.load);
  store.setCount(1_234);
  assert.ok(!store.isComplete, "it is not known yet which matches were played");
  await store.refresh(1_234);
  await loadGaps(store);
  assert.ok(store.isComplete);
  assert.deepEqual([store.loadedCount, store.playedEnd, store.inProgress.length], [1_234, 1_234, 0]);
  assert.deepEqual(server.calls, [[1_234, 64], [0, 500], [500, 500], [1_000, 500]]);
  const calls = server.calls.length;
  await store.refresh(1_234);
  assert.ok(!(await store.loadNext()) && server.calls.length === calls + 1);
});

test("store loads shown matches first, and those that are not played only if they are shown", async () => {
  const server = new PairingServer(Array.from({ length: 4_000 }, (_, index) => unplayed(index)));
  const store = new MatchStore(server.load);
  store.setCount(4_000);
  store.want(3_100, 3_120);
  await loadGaps(store);
  assert.deepEqual(server.calls, [[3_000, 500]]);
  assert.equal(store.rows[3_110]?.index, 3_110);
  assert.equal(store.playedEnd, 0);
});

test("refresh replaces open matches, and results of settled ones are loaded again", async () => {
  const server = new PairingServer(Array.from({ length: 600 }, (_, index) => unplayed(index)));
  for (const index of [0, 1, 2]) server.rows[index] = row(index, ["a", "b"], undefined, MatchState.RUNNING);
  const store = new MatchStore(server.load);
  store.setCount(600);
  await store.refresh(0);
  assert.deepEqual(store.inProgress.map(({ index }) => index), [0, 1, 2]);
  for (let index = 0; index < 300; index++) server.rows[index] = row(index, ["a", "b"], [1, 2]);
  server.rows[300] = row(300, ["a", "b"], undefined, MatchState.RUNNING);
  await store.refresh(300);
  assert.ok(!store.isComplete);
  await loadGaps(store);
  assert.ok(store.isComplete);
  assert.deepEqual(store.inProgress.map(({ index }) => index), [300]);
  assert.ok(store.rows.slice(0, 300).every((match) => match?.result !== undefined));
  const selected = new SelectedMatches(store, { ...EVERY_MATCH, kind: "running" }, false);
  assert.deepEqual([selected.count, selected.row(0)?.index], [1, 300]);
});

test("refresh of many open matches continues where it stopped", async () => {
  const running = (index: number) => row(index, ["a", "b"], undefined, MatchState.RUNNING);
  const server = new PairingServer(Array.from({ length: 1_000 }, (_, index) => running(index)));
  const store = new MatchStore(server.load);
  store.setCount(1_000);
  await store.refresh(0);
  assert.ok(!store.isRefreshed);
  await store.refresh(0);
  assert.ok(store.isRefreshed);
  assert.equal(store.inProgress.length, 1_000);
});
