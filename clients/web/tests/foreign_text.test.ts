import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { isolatedText, visibleText } from "../src/shell/foreign_text.js";

suite("foreign texts", () => {
  test("characters that turn or hide text are not shown", () => {
    const hidden = "\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069\u200E\u200F\u061C\u200B\u2060\uFEFF\u00AD\u0000\u0007\u001B\u007F\u009B";
    for (const character of hidden) assert.equal(visibleText(`An${character}n`), "Ann", `U+${character.codePointAt(0)!.toString(16)}`);
    assert.equal(visibleText("Ann\u{E0041}"), "Ann");
  });

  test("lines become one", () => {
    assert.equal(visibleText("Ann\r\nBob\u2028Carl\tDora"), "Ann Bob Carl Dora");
  });

  test("names in all scripts stay", () => {
    for (const name of ["Ann", "مرحبا", "שלום", "می‌خواهم", "नमस्ते", "👩‍🚀", "Zoë", "李", "a < b & c"]) {
      assert.equal(visibleText(name), name);
    }
  });

  test("a name in a label cannot turn the rest of the label", () => {
    assert.equal(isolatedText("\u202Ematch\u2069 won"), "\u2068match won\u2069");
  });
});
