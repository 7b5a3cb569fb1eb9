/** The address of an analysis. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { pathOfPosition, readAddress } from "../src/analysis/address.js";
import { AddressHistory } from "../src/analysis/address_history.js";

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

  test("has an entry of the history for each set-up that is shown, and none for edits", () => {
    const calls: string[] = [];
    const addresses = new AddressHistory({
      pushAddress: (path) => calls.push(`push ${path}`),
      replaceAddress: (path) => calls.push(`replace ${path}`),
    });
    addresses.startEntry();
    for (const path of ["start", "move"]) addresses.show(path);
    addresses.startEntry();
    // A text that was rejected changes nothing, and does not make the next move an entry.
    for (const path of ["move", "second move"]) addresses.show(path);
    addresses.startEntry();
    for (const path of ["other game", "its move"]) addresses.show(path);
    assert.deepEqual(calls, [
      "replace start", "replace move", "replace move", "replace second move", "push other game", "replace its move",
    ]);
  });
});
