/** The site: opens the page of each address. */

import type { Engines } from "./engines.js";
import { h, replace } from "./elements.js";
import type { PageContext } from "./page.js";
import { addressOf, adoptFragment, hrefOf, isSameSite, isServed, pathOfLocation } from "./addresses.js";
import { chapterOf } from "./book.js";
import { visibleText } from "./foreign_text.js";
import { findPage } from "./routes.js";
import type { Server } from "./server.js";
import { errorText } from "./server.js";
import { applySettings } from "./settings.js";

/** What differs between the pages of a server, static files, and an exported tournament. */
export interface SiteOptions {
  /** The paths of the navigation with their texts. */
  readonly navigation: readonly (readonly [path: string, text: string])[];
  /** The path of the first page. */
  readonly home: string;
  /** The server of the pages. Unset if they are static files. */
  readonly server: Server | undefined;
  /** Where tournaments and their matches are read. */
  readonly results: Server | undefined;
  readonly engines: Engines;
  /** A text above each page. Empty without. */
  readonly note: string;
}

/** The pages that show positions. Their rules are loaded at the same time as their code. */
const PAGES_WITH_RULES = /^\/(view|matches|play|puzzles|analysis)\b/;

/** Shows the page of the present address, and of each address after it. */
export function startSite(options: SiteOptions): void {
  new Site(options).start();
}

/** Opens the settings, whose dialog is loaded with its first use. */
function openSettings(): void {
  void import("./settings_panel.js").then((panel) => panel.openSettings());
}

class Site {
  readonly #main = h("main", { id: "main", tabindex: "-1" });
  readonly #links: readonly HTMLAnchorElement[];
  /** The chapter of the open page. */
  readonly #chapter = h("a", { target: "_blank", rel: "noopener" });
  #open = new AbortController();

  constructor(private readonly options: SiteOptions) {
    this.#links = options.navigation.map(([path, text]) => h("a", { href: hrefOf(path), "data-path": path }, text));
  }

  #context(signal: AbortSignal): PageContext {
    const { server, results, engines } = this.options;
    return {
      server,
      results,
      engines,
      signal,
      href: hrefOf,
      navigate: (path) => {
        history.pushState(null, "", addressOf(path));
        void this.#show();
      },
      replaceAddress(path) {
        history.replaceState(null, "", addressOf(path));
      },
      pushAddress(path) {
        history.pushState(null, "", addressOf(path));
      },
    };
  }

  async #show(): Promise<void> {
    this.#open.abort(new DOMException("the page was left", "AbortError"));
    const current = (this.#open = new AbortController());
    adoptFragment();
    const url = pathOfLocation(this.options.home);
    for (const link of this.#links) {
      const isCurrent = url.pathname.startsWith(link.dataset["path"]!);
      if (!isCurrent) {
        link.removeAttribute("aria-current");
        continue;
      }
      link.setAttribute("aria-current", "page");
      // On a phone the navigation is wider than its row.
      const row = link.parentElement!;
      row.scrollLeft = link.offsetLeft + link.offsetWidth - row.offsetLeft - row.clientWidth;
    }
    if (PAGES_WITH_RULES.test(url.pathname)) this.options.engines.rules().catch(() => {});
    const { module, parts } = findPage(url.pathname);
    try {
      const route = { path: url.pathname, parts, query: url.searchParams };
      const page = await (await module()).open(this.#context(current.signal), route);
      if (current.signal.aborted) return;
      document.title = page.title === "" ? "Botwerk" : `${visibleText(page.title)} · Botwerk`;
      replace(this.#main, page.element);
      const { href, title } = chapterOf(url.pathname);
      this.#chapter.href = href;
      replace(this.#chapter, `In the book: ${title}`);
    } catch (error) {
      if (current.signal.aborted) return;
      document.title = "Error · Botwerk";
      replace(this.#main, h("section", { class: "card error", role: "alert" }, h("h1", {}, "This page cannot be shown"),
        h("p", {}, errorText(error))));
    }
  }

  start(): void {
    const { server, note } = this.options;
    applySettings();
    const offline = h("div", { class: "offline", role: "status" });
    server?.onState((state) => replace(offline, state === "offline" && "The server does not answer. Trying again…"));
    document.body.append(
      h("a", { class: "skip", href: "#main" }, "Skip to content"),
      h("header", { class: "site" }, h("a", { class: "name", href: hrefOf("/"), "aria-label": "Botwerk" }, "B", h("span", {}, "otwerk")),
        h("nav", { "aria-label": "Pages" }, this.#links), note !== "" && h("span", { class: "note soft" }, note),
        h("button", { type: "button", class: "settings-button", "aria-label": "Settings", title: "Settings", on: { click: openSettings } }, "⚙")),
      offline,
      this.#main,
      h("footer", { class: "site" }, this.#chapter),
    );
    addEventListener("popstate", () => void this.#show());
    document.addEventListener("click", (event) => {
      const link = (event.target as Element).closest?.("a[href]");
      if (!(link instanceof HTMLAnchorElement) || link.target !== "" || link.hasAttribute("download")) return;
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const url = new URL(link.href);
      if (link.getAttribute("href") === "#main") {
        event.preventDefault();
        this.#main.focus();
        return;
      }
      // Links within a page, such as those to a rule, are the browser's.
      const isSamePage = url.pathname === location.pathname && url.search === location.search;
      if (!isSameSite(url) || (isSamePage && isServed() && url.hash !== "")) return;
      event.preventDefault();
      history.pushState(null, "", url);
      void this.#show().then(() => scrollTo(0, 0));
    });
    void this.#show();
  }
}
