/** The place at which a position's text is wrong. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { indexOfByte, locateError } from "../src/analysis/text_error.js";

suite("place of an error", () => {
  test("is marked in the text", () => {
    const text = "w b2,d2 %b12,d12 a1";
    const message = "position: at byte 8: expected a square, every other point from b2 to l12, found `%b12,d12 a1`";
    assert.deepEqual(locateError(text, message), {
      before: "w b2,d2 ",
      wrong: "%b12",
      after: ",d12 a1",
      expected: "a square, every other point from b2 to l12",
    });
  });

  test("is the end of a text that is cut off", () => {
    const message = "position: at byte 4: expected a square, found the end of the text";
    assert.deepEqual(locateError("w b2", message), { before: "w b2", wrong: "", after: "", expected: "a square" });
  });

  test("is not known to messages without one", () => {
    assert.equal(locateError("w", "position.white[1]: expected sorted entries, each once"), undefined);
  });

  test("is counted in bytes of UTF-8", () => {
    assert.equal(indexOfByte("aé€😀b", 1), 1);
    assert.equal(indexOfByte("aé€😀b", 3), 2);
    assert.equal(indexOfByte("aé€😀b", 6), 3);
    assert.equal(indexOfByte("aé€😀b", 10), 5);
    assert.equal(indexOfByte("ab", 99), 2);
  });

  test("can follow characters of several bytes", () => {
    const located = locateError("wé b2", "position: at byte 1: expected ` `, found `é b2`");
    assert.deepEqual(located, { before: "w", wrong: "é", after: " b2", expected: "` `" });
  });
});
