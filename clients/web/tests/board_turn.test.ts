import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { turnArrows, turnRectangle, turnedExtent } from "../src/board/board_turn.js";
import type { QuarterTurns, TurnedRectangle } from "../src/board/board_turn.js";
import { turnsOfSide } from "../src/play/board_view.js";

const EXTENT = [100, 60] as const;
const CORNER: TurnedRectangle = { left: 0, top: 0, width: 10, height: 20 };

suite("turned boards", () => {
  test("a rectangle in the top left corner visits all corners clockwise", () => {
    const turned = ([0, 1, 2, 3] as const).map((turns) => turnRectangle(CORNER, turns, EXTENT));
    assert.deepEqual(turned, [
      CORNER,
      { left: 40, top: 0, width: 20, height: 10 },
      { left: 90, top: 40, width: 10, height: 20 },
      { left: 0, top: 90, width: 20, height: 10 },
    ]);
  });

  test("turns and the turns that undo them give the same rectangle", () => {
    const rectangle = { left: 13, top: 7, width: 21, height: 5 };
    for (const turns of [1, 2, 3] as const) {
      const turned = turnRectangle(rectangle, turns, EXTENT);
      const back = turnRectangle(turned, (4 - turns) as QuarterTurns, turnedExtent(EXTENT, turns));
      assert.deepEqual(back, rectangle);
    }
  });

  test("arrows point where they point on the board", () => {
    assert.equal(turnArrows("V2↓", 2), "V2↑");
    assert.equal(turnArrows("VD ↗", 1), "VD ↘");
    assert.equal(turnArrows("← N", 3), "↓ N");
    assert.equal(turnArrows("12", 2), "12");
  });

  test("the own side is at the bottom", () => {
    assert.equal(turnsOfSide("netzwerk", "White"), 0);
    assert.equal(turnsOfSide("netzwerk", "Black"), 2);
    assert.deepEqual(["S", "E", "N", "W"].map((side) => turnsOfSide("droids", side)), [0, 1, 2, 3]);
    assert.equal(turnsOfSide("ricochet", ""), 0);
  });
});
