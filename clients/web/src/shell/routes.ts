/** The pages of the site by their paths. Each is loaded when it is opened. */

import type { PageModule } from "./page.js";

type LoadPage = () => Promise<PageModule>;

const PAGES: readonly (readonly [prefix: string, load: LoadPage])[] = [
  ["/view", () => import("../viewer/record_page.js")],
  ["/matches", () => import("../viewer/match_page.js")],
  ["/tournaments", () => import("../tournaments/page.js")],
  ["/play", () => import("../play/page.js")],
  ["/puzzles", () => import("../puzzles/page.js")],
  ["/analysis", () => import("../analysis/page.js")],
  ["/rules", () => import("../rules/page.js")],
  ["/bots", () => import("../bots/page.js")],
];

/** Returns the page of a path, with the parts of the path after the page's own. */
export function findPage(path: string): { readonly module: LoadPage; readonly parts: readonly string[] } {
  const parts = path.split("/").filter((part) => part !== "").map(decodeURIComponent);
  const page = PAGES.find(([prefix]) => prefix.slice(1) === parts[0]);
  if (page !== undefined) return { module: page[1], parts: parts.slice(1) };
  const module = parts.length === 0 ? () => import("../home/page.js") : () => import("../home/not_found_page.js");
  return { module, parts };
}
