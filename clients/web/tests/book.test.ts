/** The chapters of the book that pages link to. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CHAPTERS, chapterOf } from "../src/shell/book.js";

test("pages link to chapters and headings that exist", () => {
  for (const [file, title] of Object.values(CHAPTERS)) {
    const [page, heading] = file.split("#");
    const text = readFileSync(join("../../docs", page!.replace(".html", ".md")), "utf8");
    const level = heading === undefined ? "#" : "##";
    assert.ok(text.split("\n").includes(`${level} ${title}`), file);
    if (heading !== undefined) assert.equal(title.toLowerCase().replace(/[^a-z ]/g, "").replaceAll(" ", "-"), heading);
  }
});

test("a page links to the chapter of its path, and any other page to the first one", () => {
  assert.ok(chapterOf("/tournaments/0197").href.endsWith("/organiser.html"));
  for (const path of ["/", "/nothing"]) assert.ok(chapterOf(path).href.endsWith("/index.html"), path);
});
