/** `/rules` lists the games; `/rules/GAME` shows the rules of one, `?rule=NW-9` with one of them marked. */

import type { Client } from "botwerk/web";
import { h, replace } from "../shell/elements.js";
import type { Page, PageContext, Route } from "../shell/page.js";
import { errorText } from "../shell/server.js";
import { parseRules } from "./document.js";
import type { RulesDocument } from "./document.js";
import { figureView } from "./figure_view.js";
import { figuresOf } from "./figures.js";
import { agentList, referenceSections } from "./reference.js";
import type { ReferenceSection } from "./reference.js";
import { slugOf } from "./rule_ids.js";

export async function open(context: PageContext, route: Route): Promise<Page> {
  const client = await context.engines.rules();
  const { games } = await client.catalog.listGames({});
  const [name] = route.parts;
  if (name === undefined) return { title: "Rules", element: await gameList(context, client) };
  const game = games.find((other) => other.name === name);
  if (game === undefined) {
    const element = await gameList(context, client);
    element.prepend(h("p", { class: "card error", role: "alert" }, "There is no game with the name ", h("bdi", {}, name.slice(0, 80)), "."));
    return { title: "Rules", element };
  }
  return { title: `Rules of ${game.title}`, element: await rulesPage(context, client, game.name, route.query) };
}

async function gameList(context: PageContext, client: Client): Promise<HTMLElement> {
  const { games } = await client.catalog.listGames({});
  const cards = games.map(({ name, title, minSeats, maxSeats }) => {
    const [figure] = figuresOf(name);
    const seats = minSeats === maxSeats ? `${minSeats} seats` : `${minSeats} to ${maxSeats} seats`;
    return h("section", { class: "card" },
      h("h2", {}, h("a", { href: context.href(`/rules/${name}`) }, title)),
      h("p", { class: "soft" }, seats),
      figure === undefined ? undefined : figureView(context, client.rules, figure),
      h("p", { class: "row" },
        h("a", { class: "button", href: context.href(`/play?game=${name}&first=yes`) }, "First match"),
        h("a", { class: "button", href: context.href(`/play?game=${name}`) }, "Play"),
        h("a", { class: "button", href: context.href(`/analysis?game=${name}`) }, "Analyse")));
  });
  return h("div", { class: "rules" },
    h("h1", {}, "Rules"),
    h("p", {}, "The rules that the engine plays. Each rule has an id, by which errors, outcomes and options name it."),
    h("div", { class: "rules-games" }, cards));
}

async function rulesPage(context: PageContext, client: Client, game: string, query: URLSearchParams): Promise<HTMLElement> {
  const href = (path: string) => context.href(path);
  const details = await client.catalog.getGame({ game });
  const rules = await parseRules(details.rules, href);
  const agents = h("div", {}, h("p", { class: "soft" }, "Loading…"));
  void fillAgents(context, game, agents);
  const reference = referenceSections(details, agents, href);
  const article = h("article", { class: "card rules-document" }, rules.content, reference.map(({ element }) => element));
  placeFigures(context, client, game, rules, article);
  const page = h("div", { class: "rules rules-page" }, contents(context, game, rules, reference), article);
  const target = targetOf(query, rules, page);
  if (target !== undefined) whenShown(page, context.signal, () => mark(target, page));
  page.addEventListener("click", (event) => followWithin(event, context, game, rules, page));
  return page;
}

async function fillAgents(context: PageContext, game: string, element: HTMLElement): Promise<void> {
  try {
    const { catalog } = await context.engines.players();
    const { agents } = await catalog.listAgents({ game });
    replace(element, agentList(agents, (path) => context.href(path)));
  } catch (error) {
    replace(element, h("p", { role: "alert" }, errorText(error)));
  }
}

/** Puts each figure before its section; those of the start follow the introduction. */
function placeFigures(context: PageContext, client: Client, game: string, rules: RulesDocument, article: Element): void {
  for (const figure of figuresOf(game)) {
    const element = figureView(context, client.rules, figure);
    const section = rules.sections.find(({ title }) => title === figure.section);
    const place = section?.heading ?? rules.sections[0]?.heading;
    if (place === undefined) article.append(element);
    else place.before(element);
  }
}

function contents(context: PageContext, game: string, rules: RulesDocument, reference: readonly ReferenceSection[]): HTMLElement {
  const titles = [...rules.sections, ...reference].map(({ title }) => title);
  const link = (title: string) =>
    h("li", {}, h("a", { href: context.href(`/rules/${game}?section=${slugOf(title)}`) }, title.replace(/ \(.*/, "")));
  const ids = [...rules.rules.keys()].map((rule) => h("a", { href: context.href(`/rules/${game}?rule=${rule}`) }, rule.split("-")[1]));
  return h("nav", { class: "card rules-contents", "aria-label": "Contents" },
    h("p", {}, h("a", { href: context.href("/rules") }, "All games")),
    h("details", { open: matchMedia("(min-width: 900px)").matches },
      h("summary", {}, "Contents"),
      h("ol", {}, titles.map(link)),
      h("div", { class: "rules-ids", role: "group", "aria-label": "Rules by number" }, ids)),
    h("p", { class: "row" },
      h("a", { class: "button", href: context.href(`/play?game=${game}&first=yes`) }, "First match"),
      h("a", { class: "button", href: context.href(`/play?game=${game}`) }, "Play"),
      h("a", { class: "button", href: context.href(`/analysis?game=${game}`) }, "Analyse")));
}

/** Returns the rule or section that an address names. */
function targetOf(query: URLSearchParams, rules: RulesDocument, page: Element): HTMLElement | undefined {
  const rule = query.get("rule");
  if (rule !== null) return rules.rules.get(rule);
  const section = query.get("section");
  return section === null ? undefined : (page.querySelector<HTMLElement>(`[id="section-${slugOf(section)}"]`) ?? undefined);
}

/** Runs something once a page is shown, after the shell has scrolled to its top. */
function whenShown(page: Element, signal: AbortSignal, run: () => void): void {
  requestAnimationFrame(() => {
    if (page.isConnected) requestAnimationFrame(run);
    else if (!signal.aborted) whenShown(page, signal, run);
  });
}

/** Marks a rule or section, and scrolls and leads the keyboard to it. */
function mark(target: HTMLElement, page: Element): void {
  for (const marked of page.querySelectorAll(".rules-marked")) marked.classList.remove("rules-marked");
  target.classList.add("rules-marked");
  target.setAttribute("tabindex", "-1");
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: target.offsetHeight > innerHeight / 2 ? "start" : "center" });
}

/** Follows links to rules and sections of this page without opening it again. */
function followWithin(event: MouseEvent, context: PageContext, game: string, rules: RulesDocument, page: Element): void {
  const link = (event.target as Element).closest?.("a[href]");
  if (link === null || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const href = link.getAttribute("href")!;
  const start = context.href(`/rules/${game}?`);
  if (!href.startsWith(start)) return;
  const query = href.slice(start.length);
  const target = targetOf(new URLSearchParams(query), rules, page);
  if (target === undefined) return;
  event.preventDefault();
  history.pushState(null, "", href);
  mark(target, page);
}
