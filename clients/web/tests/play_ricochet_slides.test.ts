/** Slides of Ricochet Robots on boards of other sizes, and under both versions of the ruleset. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { create } from "@bufbuild/protobuf";
import type { RicochetBoard } from "botwerk/v1";
import {
  GameSetupSchema, RicochetBoardSchema, RicochetDiagonalSchema, RicochetPositionSchema, RicochetRobot, RicochetTargetSchema,
} from "botwerk/v1";
import { attemptTask } from "../src/play/ricochet/attempt.js";
import { cellName, cellNamed, isClosed, isFound, slideBoard, slides } from "../src/play/ricochet/slide.js";
import type { Direction, RobotLetter, SlideRules } from "../src/play/ricochet/slide.js";

/** Returns an empty board of a size, whose outer cells have all walls. */
function emptyBoard(width: number, height: number, diagonals: Readonly<Record<string, boolean>> = {}): RicochetBoard {
  const walls = new Uint8Array(width > 16 || height > 16 ? 1024 : 256).fill(15);
  for (let cell = 0; cell < walls.length; cell++) {
    const [, letters, digits] = /^([a-z]+)(\d+)$/.exec(cellName(cell))!;
    const column = letters!.length === 1 ? letters!.charCodeAt(0) - 97 : 26 + letters!.charCodeAt(1) - 97;
    const row = Number(digits) - 1;
    if (column >= width || row >= height) continue;
    walls[cell] = (row === 0 ? 1 : 0) + (column === width - 1 ? 2 : 0) + (row === height - 1 ? 4 : 0) + (column === 0 ? 8 : 0);
  }
  const entries = Object.entries(diagonals).map(([name, isRising]) =>
    create(RicochetDiagonalSchema, { cell: cellNamed(name)!, isRising, robot: RicochetRobot.RED }));
  return create(RicochetBoardSchema, { walls, size: `${width}x${height}`, diagonals: entries });
}

const RULES: SlideRules = { stopOnDiagonal: false, isSurcharge: false, endsAtSecondVisit: false };

/** Returns the moves of a robot with the cells at which they end. */
function ends(board: RicochetBoard, robot: RobotLetter, cell: string, direction: Direction, rules = RULES): readonly string[] {
  const found = slides(slideBoard(board), new Map([[robot, cellNamed(cell)!]]), robot, direction, rules);
  return isFound(found) ? found.map(({ text, end }) => `${text} ${cellName(end)}`) : [found.text];
}

suite("slides of Ricochet Robots", () => {
  test("cells have the same names and numbers as in the rules", () => {
    const names = [["a1", 0], ["p1", 15], ["p16", 255], ["q1", 256], ["z1", 265], ["aa1", 266], ["af1", 271], ["a17", 512], ["af32", 1023]] as const;
    for (const [name, number] of names) assert.deepEqual([cellName(number), cellNamed(name)], [name, number]);
    for (let cell = 0; cell < 1024; cell++) assert.equal(cellNamed(cellName(cell)), cell);
    for (const name of ["", "ag1", "a33", "a0", "1a", "A1", "aaa1"]) assert.equal(cellNamed(name), undefined, name);
  });

  test("robots slide to the frame of a board of any size", () => {
    for (const [width, height, corner] of [[18, 16, "r16"], [24, 24, "x24"], [32, 32, "af32"], [5, 4, "e4"]] as const) {
      const board = emptyBoard(width, height);
      const [column, row] = [corner.replace(/\d+/, ""), corner.replace(/[a-z]+/, "")];
      assert.deepEqual(ends(board, "g", "a1", "E"), [`gE ${column}1`]);
      assert.deepEqual(ends(board, "g", `${column}1`, "S"), [`gS ${corner}`]);
      assert.deepEqual(ends(board, "g", corner, "W"), [`gW a${row}`]);
      assert.deepEqual(ends(board, "t", `a${row}`, "N"), ["tN a1"]);
      assert.deepEqual(ends(board, "t", "a1", "N"), ["The robot cannot leave a1 in this direction"]);
    }
    const printed = { walls: new Uint8Array(256), isSized: false };
    assert.deepEqual(["h8", "q1", "a17", "p16"].map((name) => isClosed(printed, cellNamed(name)!)), [true, true, true, false]);
  });

  test("a later choice leaves a loop, except under version 1 of the ruleset", () => {
    const board = emptyBoard(20, 20, { b3: true, f3: false, b6: false, f6: true });
    const later = ends(board, "t", "d3", "E");
    assert.equal(later.length, 8);
    assert.ok(later.includes("tE----+ t3"));
    const former = ends(board, "t", "d3", "E", { ...RULES, endsAtSecondVisit: true });
    assert.deepEqual(former, later.filter((move) => move.indexOf("+") < 6));
    assert.equal(former.length, 4);
  });

  test("the ruleset of a match decides how its slides end", () => {
    const target = create(RicochetTargetSchema, { cell: 3 });
    const position = create(RicochetPositionSchema, { board: emptyBoard(5, 4), target });
    const rulesOf = (sha256: string) => attemptTask(position, create(GameSetupSchema), sha256)!.rules.endsAtSecondVisit;
    assert.equal(rulesOf("67de1cb9fd8457d5b8482148adb4501dd2ec7d562467fb6ed0a1e8f15182f605"), true);
    assert.equal(rulesOf("edfee0787333b447637880aec4325ac570ae62548359fe0c7e6f04e55dbcf12e"), false);
  });
});
