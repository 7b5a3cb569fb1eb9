/** The address of an analysis. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { pathOfPosition, readAddress } from "../src/analysis/address.js";

const read = (path: string) => readAddress(new URL(path, "http://site").searchParams);

suite("address of an analysis", () => {
  test("is read as it was written", () => {
    const options = [
      { name: "width", value: "4" },
      { name: "board", value: "a=b & c" },
    ];
    const path = pathOfPosition({ game: "netzwerk", options, seats: 2 }, "w b2 b12 - 3", 1);
    const address = read(path);
    assert.deepEqual(address, { game: "netzwerk", options, seats: 2, position: "w b2 b12 - 3", seed: undefined, seat: 1 });
  });

  test("leaves out what is not valid", () => {
    const address = read("/analysis?seat=-1&seats=x&option=width&option==4&position=");
    assert.deepEqual(address, {
      game: undefined, options: [], seats: 0, position: undefined, seed: undefined, seat: undefined,
    });
  });
});
