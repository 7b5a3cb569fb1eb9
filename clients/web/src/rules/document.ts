/** The rules document of a game as elements: only known ones, without anything that could run. */

import { h } from "../shell/elements.js";
import { pathOfRule, ruleOfHeading, slugOf, splitAtRuleIds } from "./rule_ids.js";

const TAGS = new Set([
  "H1", "H2", "H3", "H4", "P", "UL", "OL", "LI", "STRONG", "EM", "CODE", "PRE", "TABLE", "THEAD", "TBODY", "TR", "TH",
  "TD", "BR", "HR", "BLOCKQUOTE",
]);

/** What a letter behind a rule id says about its source. */
const SOURCES: Readonly<Record<string, string>> = {
  S: "stated by the printed rules",
  F: "a fact found elsewhere",
  A: "an addition where the printed rules leave a choice",
};

/** A rules document. */
export interface RulesDocument {
  readonly title: string;
  readonly content: readonly Node[];
  readonly sections: readonly RulesSection[];
  /** The rules, in order, by their ids. */
  readonly rules: ReadonlyMap<string, HTMLElement>;
}

/** A heading of the document. */
export interface RulesSection {
  readonly title: string;
  readonly heading: HTMLElement;
}

/** Converts Markdown. `href` returns the link to a path of the site. */
export async function parseRules(markdown: string, href: (path: string) => string): Promise<RulesDocument> {
  const { Marked } = await import("marked");
  const html = await new Marked().parse(markdown);
  // A parsed document is inert: nothing in it loads or runs.
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const adopter = new Adopter(href);
  const content = adopter.adoptAll(parsed.body);
  return { title: adopter.title, content, sections: adopter.sections, rules: adopter.rules };
}

/** Copies known elements and their text. */
class Adopter {
  title = "";
  readonly sections: RulesSection[] = [];
  readonly rules = new Map<string, HTMLElement>();

  constructor(private readonly href: (path: string) => string) {}

  adoptAll(parent: Element): Node[] {
    return [...parent.childNodes].flatMap((node) => this.#adopt(node));
  }

  #adopt(node: Node): Node[] {
    if (node instanceof Text) return this.#linkRules(node);
    if (!(node instanceof Element)) return [];
    // Of an unknown element only the content is shown.
    if (!TAGS.has(node.tagName)) return this.adoptAll(node);
    switch (node.tagName) {
      case "H1":
        this.title = node.textContent ?? "";
        return [h("h1", {}, this.title)];
      case "H2":
        return [this.#section(node.textContent ?? "")];
      case "STRONG":
        return [this.#ruleHeading(node) ?? h("strong", {}, this.adoptAll(node))];
      case "PRE":
        return [h("pre", { tabindex: "0" }, node.textContent)];
      case "CODE":
        return [h("code", {}, node.textContent)];
      case "TABLE":
        return [h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table" }, this.#copy(node))];
      case "LI":
        return [this.#item(node)];
      default:
        return [this.#copy(node)];
    }
  }

  #copy(element: Element): HTMLElement {
    return h(element.tagName.toLowerCase() as "p", {}, this.adoptAll(element));
  }

  #section(title: string): HTMLElement {
    const heading = h("h2", { id: `section-${slugOf(title)}`, tabindex: "-1" }, title);
    this.sections.push({ title, heading });
    return heading;
  }

  /** An item that starts with a rule is the element of this rule. */
  #item(node: Element): HTMLElement {
    const item = h("li", {}, this.adoptAll(node));
    const first = item.firstElementChild;
    if (first instanceof HTMLElement && first.dataset["rule"] !== undefined && item.firstChild === first) {
      this.rules.set(first.dataset["rule"], item);
    }
    return item;
  }

  #ruleHeading(node: Element): HTMLElement | undefined {
    const text = node.textContent ?? "";
    const rule = ruleOfHeading(text);
    if (rule === undefined) return undefined;
    const letters = text.slice(rule.length).trim().split("/").filter((letter) => letter !== "");
    const sources = letters.map((letter) => SOURCES[letter] ?? letter).join("; ");
    const path = pathOfRule(rule);
    const heading = h("strong", { id: `rule-${rule}`, "data-rule": rule, class: "rule-heading", tabindex: "-1" },
      path === undefined ? rule : h("a", { href: this.href(path), title: "Link to this rule" }, rule),
      letters.length === 0 ? undefined : h("abbr", { title: sources }, letters.join("/")));
    this.rules.set(rule, heading);
    return heading;
  }

  #linkRules(node: Text): Node[] {
    return splitAtRuleIds(node.data).map(({ kind, text }) => {
      const path = kind === "rule" ? pathOfRule(text) : undefined;
      return path === undefined ? document.createTextNode(text) : h("a", { href: this.href(path) }, text);
    });
  }
}
