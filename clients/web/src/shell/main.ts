/** The site: opens the page of each address. */

import { Engines } from "./engines.js";
import { h, replace } from "./elements.js";
import type { PageContext } from "./page.js";
import { addressOf, hrefOf, isServed, pathOfLocation } from "./addresses.js";
import { findPage } from "./routes.js";
import { Server, errorText } from "./server.js";

const NAVIGATION = [
  ["/tournaments", "Tournaments"],
  ["/play", "Play"],
  ["/view", "View"],
  ["/analysis", "Analysis"],
  ["/rules", "Rules"],
] as const;

/** The pages that show positions. Their rules are loaded at the same time as their code. */
const PAGES_WITH_RULES = /^\/(view|matches|play|analysis)\b/;

const server = isServed() ? new Server(location.origin) : undefined;
const engines = new Engines();
const main = h("main", { id: "main", tabindex: "-1" });
const offline = h("div", { class: "offline", role: "status", hidden: true }, "The server does not answer. Trying again…");
const links = NAVIGATION.map(([path, text]) => h("a", { href: hrefOf(path), "data-path": path }, text));
let open = new AbortController();

function context(signal: AbortSignal): PageContext {
  return {
    server,
    engines,
    signal,
    href: hrefOf,
    navigate(path) {
      history.pushState(null, "", addressOf(path));
      void show();
    },
    replaceAddress(path) {
      history.replaceState(null, "", addressOf(path));
    },
  };
}

async function show(): Promise<void> {
  open.abort(new DOMException("the page was left", "AbortError"));
  const current = (open = new AbortController());
  const url = pathOfLocation();
  for (const link of links) {
    const isCurrent = url.pathname.startsWith(link.dataset["path"]!);
    if (isCurrent) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (PAGES_WITH_RULES.test(url.pathname)) engines.rules().catch(() => {});
  const { module, parts } = findPage(url.pathname);
  try {
    const route = { path: url.pathname, parts, query: url.searchParams };
    const page = await (await module()).open(context(current.signal), route);
    if (current.signal.aborted) return;
    document.title = page.title === "" ? "Botwerk" : `${page.title} · Botwerk`;
    replace(main, page.element);
  } catch (error) {
    if (current.signal.aborted) return;
    document.title = "Error · Botwerk";
    replace(main, h("section", { class: "card error", role: "alert" }, h("h1", {}, "This page cannot be shown"),
      h("p", {}, errorText(error))));
  }
}

function start(): void {
  server?.onState((state) => (offline.hidden = state === "online"));
  document.body.append(
    h("a", { class: "skip", href: "#main" }, "Skip to content"),
    h("header", { class: "site" }, h("a", { class: "name", href: hrefOf("/") }, "Botwerk"),
      h("nav", { "aria-label": "Pages" }, links)),
    offline,
    main,
  );
  addEventListener("popstate", () => void show());
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest?.("a[href]");
    if (!(link instanceof HTMLAnchorElement) || link.target !== "" || link.hasAttribute("download")) return;
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const url = new URL(link.href);
    if (link.getAttribute("href") === "#main") {
      event.preventDefault();
      main.focus();
      return;
    }
    // Links within a page, such as those to a rule, are the browser's.
    const isSamePage = url.pathname === location.pathname && url.search === location.search;
    if (url.origin !== location.origin || (isSamePage && isServed() && url.hash !== "")) return;
    event.preventDefault();
    history.pushState(null, "", url);
    void show().then(() => scrollTo(0, 0));
  });
  void show();
}

start();
