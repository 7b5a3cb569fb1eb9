/** What the coach of Netzwerk says leads to a win against random play. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { Client } from "botwerk";
import type { GameSetup, PositionInfo } from "botwerk/v1";
import { ModuleEngine } from "../src/engine/module_engine.js";
import { EngineTransport } from "../src/engine/transport.js";
import { netzwerkStory } from "../src/play/stories/netzwerk.js";
import { compiledModule } from "./engine.js";

const { rules } = new Client("this page", new EngineTransport(new ModuleEngine(compiledModule("players"))));

/** The longest match, in actions. */
const MAX_ACTIONS = 2000;

const seatActor = (value: number) => ({ kind: { case: "seat" as const, value } });

/** Returns a turn that does the first thing that the coach marks, until the coach says to send it. */
async function coachedTurn(setup: GameSetup, start: PositionInfo): Promise<PositionInfo> {
  const moves: string[] = [];
  let [position, chosen]: [PositionInfo, string | undefined] = [start, undefined];
  for (;;) {
    const { actions } = await rules.listLegalActions({ setup, position: position.text, actor: seatActor(0) });
    const next = actions.map(({ text }) => text);
    if (!next.some((text) => text.startsWith(`${chosen}-`) || text.startsWith(`${chosen}x`))) chosen = undefined;
    const has = (selector: string) => selector.includes('"batteries"') ? next.includes("/") : selector === `[data-place="${chosen}"].selected`;
    const request = { turn: 1, part: 0, stage: "turn", view: { position: start.position!, text: start.text }, legalActions: actions };
    const { use = "" } = netzwerkStory.advice({ request, seat: 0, setup, moves, next, solution: undefined, has });
    const [, place, look] = /data-place="(\w+)"\]\.(\w+)/.exec(use) ?? [];
    if (look === "start") {
      chosen = place;
      continue;
    }
    const end = next.includes(".") ? "." : "/";
    const text = look === "goal" ? next.find((action) => action === `${chosen}-${place}` || action === `${chosen}x${place}`)! : end;
    position = (await rules.applyActions({ setup, position: position.text, actor: seatActor(0), text })).position!;
    moves.push(text);
    chosen = place;
    const turn = position.turn?.kind;
    if (turn?.case !== "decision" || turn.value.seats[0] !== 0) return position;
  }
}

suite("coach of Netzwerk", () => {
  for (const size of [[], [{ name: "width", value: "4" }, { name: "ranks", value: "4" }]]) {
    test(`wins against random play ${size.length === 0 ? "on the usual board" : "on the board of a first match"}`, { timeout: 120_000 }, async () => {
      const setup = (await rules.describeMatch({ setup: { game: "netzwerk", seats: 2, options: size } })).setup!;
      let state = 7;
      for (let match = 0; match < 3; match++) {
        let position = (await rules.createPosition({ setup, seed: String(match) })).position!;
        for (let action = 0; position.turn?.kind.case === "decision"; action++) {
          assert.ok(action < MAX_ACTIONS, position.text);
          if (position.turn.kind.value.seats[0] === 0) {
            position = await coachedTurn(setup, position);
            continue;
          }
          const { actions } = await rules.listLegalActions({ setup, position: position.text, actor: seatActor(1) });
          state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
          const { text } = actions[Math.floor((state / 2 ** 32) * actions.length)]!;
          position = (await rules.applyActions({ setup, position: position.text, actor: seatActor(1), text })).position!;
        }
        const over = position.turn?.kind;
        assert.deepEqual(over?.case === "over" ? over.value.places : undefined, [1, 2], position.text);
      }
    });
  }
});
