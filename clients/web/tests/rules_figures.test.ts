/** The figures of the rules pages: the engine draws all of them. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { Client } from "botwerk/web";
import type { GameSetup } from "botwerk/v1";
import { ModuleEngine } from "../src/engine/module_engine.js";
import { EngineTransport } from "../src/engine/transport.js";
import { positionOf } from "../src/rules/figure_view.js";
import { figuresOf } from "../src/rules/figures.js";
import { compiledModule } from "./engine.js";

suite("figures of the rules", () => {
  const client = new Client("this page", new EngineTransport(new ModuleEngine(compiledModule("rules"))));

  test("have positions that the engine draws, at sections of the documents", async () => {
    const { games } = await client.catalog.listGames({});
    for (const { name } of games) {
      const { rules } = await client.catalog.getGame({ game: name });
      const figures = figuresOf(name);
      assert.ok(figures.length >= 2, `${name} has ${figures.length} figures`);
      for (const figure of figures) {
        const position = await positionOf(client.rules, figure);
        const { picture } = await client.rules.getView({ setup: figure.setup as GameSetup, position, includePicture: true });
        assert.match(picture, /^<svg /, figure.caption);
        assert.ok(figure.section === "" || rules.includes(`\n## ${figure.section}`), figure.section);
        for (const rule of figure.rules) assert.ok(rules.includes(`**${rule}`), rule);
      }
    }
  });
});
