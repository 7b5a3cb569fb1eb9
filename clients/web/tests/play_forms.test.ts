/** The forms of the play pages. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { MatchState, Termination } from "botwerk/v1";
import type { Match } from "botwerk/v1";
import { create } from "@bufbuild/protobuf";
import { MatchSchema } from "botwerk/v1";
import { formatSettings, parseAgent, parseSettings } from "../src/play/agent_text.js";
import { parseReason } from "../src/play/illegal_reason.js";
import { createRequest, rematch } from "../src/play/new_match.js";
import { selectableValues } from "../src/play/options_form.js";
import { outcomeTitle, terminationTexts } from "../src/play/outcome_text.js";
import { formatFragment, parseFragment } from "../src/play/seat_tokens.js";
import { timeControl } from "../src/play/time_control_form.js";

suite("play forms", () => {
  test("agents are parsed and formatted with their settings", () => {
    const agent = parseAgent("minimax:nodes=20000,depth=3");
    assert.deepEqual(agent, {
      name: "minimax",
      settings: [{ name: "nodes", value: "20000" }, { name: "depth", value: "3" }],
    });
    assert.equal(formatSettings(agent.settings), "nodes=20000,depth=3");
    assert.deepEqual(parseAgent(" random "), { name: "random", settings: [] });
    assert.deepEqual(parseSettings(""), []);
    assert.throws(() => parseAgent(""), /expected a name/);
    assert.throws(() => parseSettings("nodes"), /expected a setting such as/);
    assert.throws(() => parseSettings("nodes="), /found `nodes=`/);
  });

  test("invitation fragments carry a seat and its token", () => {
    const seat = { seat: 3, token: "a+b/c=&d" };
    assert.deepEqual(parseFragment(formatFragment(seat)), seat);
    assert.equal(parseFragment("#seat=1"), undefined);
    assert.equal(parseFragment("#token=x"), undefined);
    assert.equal(parseFragment("#seat=x&token=y"), undefined);
    assert.equal(parseFragment(""), undefined);
  });

  test("the rule is taken from the end of a message", () => {
    assert.deepEqual(parseReason("a jump goes over one own robot (NW-10)"), {
      text: "a jump goes over one own robot",
      rule: "NW-10",
    });
    assert.deepEqual(parseReason("turn: at byte 3: expected `-`"), { text: "turn: at byte 3: expected `-`" });
  });

  test("options with listed values are selected", () => {
    assert.deepEqual(selectableValues({ acceptedValues: "true or false" }), ["true", "false"]);
    assert.deepEqual(selectableValues({ acceptedValues: "one of white, black" }), ["white", "black"]);
    assert.deepEqual(selectableValues({ acceptedValues: "a number from 1 to 99" }), []);
  });

  test("time controls are sent in milliseconds", () => {
    assert.equal(timeControl("none", 5, 0), undefined);
    assert.deepEqual(timeControl("turn", 2.5, 0), { kind: { case: "turnNanos", value: 2_500_000_000n } });
    assert.deepEqual(timeControl("round", Number.NaN, 0), { kind: { case: "roundNanos", value: 0n } });
    const bank = timeControl("bank", 60, 2);
    assert.ok(bank?.kind.case === "bank");
    assert.deepEqual([bank.kind.value.baseNanos, bank.kind.value.incrementNanos], [60_000_000_000n, 2_000_000_000n]);
  });

  test("a rematch has the same players with the seats rotated", () => {
    const match: Match = create(MatchSchema, {
      setup: { game: "droids", options: [{ name: "round_cap", value: "2" }], seats: 3 },
      seats: [{ name: "Ann" }, { name: "greedy", agent: { name: "greedy" } }, { name: "seat 2" }],
      state: MatchState.OVER,
      allowsHints: true,
    });
    const again = rematch(match, 0);
    assert.deepEqual(again.players.map(({ kind }) => kind), ["guest", "you", "agent"]);
    const request = createRequest(again);
    assert.equal(request.setup?.game, "droids");
    assert.deepEqual(request.seats?.map(({ name, agent }) => name ?? agent?.name), ["", "Ann", "greedy"]);
    assert.equal(request.allowsHints, true);
  });

  test("results are described from the seat's point of view", () => {
    const over = (places: number[], points: number[] = []) =>
      ({ outcome: { $typeName: "botwerk.v1.Outcome" as const, places, points, rule: "MR-27", isAdjudicated: false } });
    assert.equal(outcomeTitle(over([1, 2]), 0), "You have won");
    assert.equal(outcomeTitle(over([1, 2]), 1), "You have lost");
    assert.equal(outcomeTitle(over([1, 1]), 1), "The match is drawn");
    assert.equal(outcomeTitle(over([1, 1, 3]), 0), "You share the first place");
    assert.equal(outcomeTitle(over([1, 2, 3]), 2), "You have come in at place 3");
    assert.equal(outcomeTitle(over([1], [0]), 0), "You have lost");
    assert.equal(outcomeTitle({ outcome: undefined }, 0), "The match has ended without a result");
    const terminations = [Termination.NONE, Termination.RESIGNED];
    assert.deepEqual(terminationTexts({ terminations }, 0), [{ seat: 1, text: "has resigned" }]);
    assert.deepEqual(terminationTexts({ terminations }, 1), [{ seat: 1, text: "have resigned" }]);
  });
});
