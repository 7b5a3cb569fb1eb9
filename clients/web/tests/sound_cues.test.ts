import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { TONES } from "../src/play/sound.js";
import { cueOf } from "../src/play/sound_cues.js";

const WAITING = { turn: undefined, events: 3, isOver: false };

suite("sounds", () => {
  test("the own turn, an event of another seat and the end have cues", () => {
    assert.equal(cueOf(WAITING, { ...WAITING, turn: 4 }), "turn");
    assert.equal(cueOf(WAITING, { ...WAITING, events: 4 }), "event");
    assert.equal(cueOf(WAITING, { ...WAITING, isOver: true }), "end");
  });

  test("of several, the most important one is heard", () => {
    assert.equal(cueOf(WAITING, { turn: 4, events: 5, isOver: false }), "turn");
    assert.equal(cueOf(WAITING, { turn: undefined, events: 5, isOver: true }), "end");
  });

  test("nothing is heard twice", () => {
    const yours = { turn: 4, events: 5, isOver: false };
    assert.equal(cueOf(yours, yours), undefined);
    assert.equal(cueOf(yours, { ...yours, turn: undefined }), undefined);
    const over = { ...WAITING, isOver: true };
    assert.equal(cueOf(over, over), undefined);
  });

  test("cues differ in their tones, and are short", () => {
    const all = Object.values(TONES);
    assert.equal(new Set(all.map((tones) => JSON.stringify(tones.map(([frequency]) => frequency)))).size, all.length);
    for (const tones of all) assert.ok(Math.max(...tones.map(([, start, length]) => start + length)) < 1);
  });
});
