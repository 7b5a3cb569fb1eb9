/** The page of one puzzle: `/puzzles/GAME`. */

import type { Client } from "botwerk/web";
import { sentence } from "../play/reason_line.js";
import { h, replace } from "../shell/elements.js";
import type { Page, PageContext } from "../shell/page.js";
import { quantity } from "../shell/quantity.js";
import { errorText } from "../shell/server.js";
import { PlayedPuzzle } from "./played_puzzle.js";
import type { PuzzleGame } from "./puzzle.js";
import { pathOfNextPuzzle, puzzleRandom } from "./puzzle_address.js";
import type { PuzzleKey } from "./puzzle_address.js";
import { puzzleHead } from "./puzzle_head.js";

/** Opens a puzzle. Its position follows. */
export function openPuzzlePage(context: PageContext, game: PuzzleGame, key: PuzzleKey): Page {
  const page = new PuzzlePage(context, game, key);
  void page.load();
  return { title: `${game.title} puzzle`, element: page.element };
}

/** A puzzle that is looked for, and then played. */
class PuzzlePage {
  readonly element = h("div");
  readonly #status = h("p", { class: "play-status", role: "status" });
  readonly #search = h("div", { class: "play-buttons" });
  readonly #players: Promise<Client>;
  #stop = new AbortController();

  constructor(
    private readonly context: PageContext,
    private readonly game: PuzzleGame,
    private readonly key: PuzzleKey,
  ) {
    // A worker of its own, so that the rules answer while positions are searched.
    this.#players = context.engines.startPlayers();
    context.signal.addEventListener("abort", () => {
      this.#stop.abort();
      void this.#players.then((client) => client.close(), () => {});
    }, { once: true });
    this.element.append(puzzleHead(context, game, key), this.#status, this.#search);
  }

  async load(): Promise<void> {
    const controller = (this.#stop = new AbortController());
    const { signal } = controller;
    this.#setStatus("Looking for a position…");
    replace(this.#search, h("button", { type: "button", on: { click: () => controller.abort() } }, "Stop"));
    try {
      const [client, { rules }] = await Promise.all([this.#players, this.context.engines.rules()]);
      const random = puzzleRandom(this.game, this.key);
      const onTry = (tries: number) => this.#setStatus(`Looking for a position… ${quantity(tries, "position")} tried.`);
      const puzzle = await this.game.generate({ client, random, signal, onTry }, this.key.level);
      const description = await rules.describeMatch({ setup: puzzle.setup });
      if (signal.aborted) return;
      const played = new PlayedPuzzle({ ...this.context, game: this.game, key: this.key, client, rules, description }, puzzle);
      replace(this.element, played.element);
      await played.start();
    } catch (error) {
      if (this.context.signal.aborted) return;
      this.#setStatus(signal.aborted ? "The search was stopped." : sentence(errorText(error)));
      replace(this.#search,
        h("button", { type: "button", on: { click: () => void this.load() } }, "Look again"),
        h("a", { class: "button", href: this.context.href(pathOfNextPuzzle(this.game, this.key)) }, "Next puzzle"));
    }
  }

  #setStatus(text: string): void {
    this.#status.textContent = text;
  }
}
