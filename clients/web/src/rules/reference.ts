/** What the catalogue says of a game: options, notation, agents and ruleset. */

import type { AgentSummary, GetGameResponse, OptionSpec } from "botwerk/v1";
import { h } from "../shell/elements.js";
import type { Content } from "../shell/elements.js";
import { pathOfRule, slugOf } from "./rule_ids.js";

type Href = (path: string) => string;

/** A part of the page behind the rules. */
export interface ReferenceSection {
  readonly title: string;
  readonly element: HTMLElement;
}

/** Returns the reference of a game. The agents follow with another module. */
export function referenceSections(details: GetGameResponse, agents: HTMLElement, href: Href): ReferenceSection[] {
  const { options, notation, rulesetSha256, scoreUnit, actionCount, observationLen } = details;
  const facts: readonly (readonly [string, Content])[] = [
    ["Ruleset, SHA-256", h("code", { class: "rules-hash" }, rulesetSha256)],
    ["Different actions", actionCount],
    ["Bytes of an observation", observationLen],
    ["Scores of players", scoreUnit === "" ? "none" : scoreUnit],
  ];
  return [
    section("Options of a match", optionTable("Options", options, href)),
    section("Notation of actions in short", h("pre", { tabindex: "0" }, notation.join("\n"))),
    section("Built-in agents", agents),
    section("Ruleset and sizes", h("dl", { class: "rules-facts" }, facts.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]))),
  ];
}

/** Returns the agents with their settings. */
export function agentList(agents: readonly AgentSummary[], href: Href): HTMLElement[] {
  return agents.map(({ name, description, isReproducible, settings }) =>
    h("section", { class: "rules-agent" },
      h("h3", {}, h("code", {}, name), " ", isReproducible && h("span", { class: "badge" }, "reproducible")),
      h("p", {}, `${description.charAt(0).toUpperCase()}${description.slice(1)}.`),
      settings.length > 0 && optionTable(`Settings of ${name}`, settings, href)));
}

function optionTable(label: string, options: readonly OptionSpec[], href: Href): HTMLElement {
  const row = ({ name, rule, acceptedValues, defaultValue, help }: OptionSpec) => {
    const path = pathOfRule(rule);
    return h("tr", {},
      h("th", { scope: "row" }, h("code", {}, name)),
      h("td", { class: "rules-id" }, path === undefined ? rule : h("a", { href: href(path) }, rule)),
      h("td", {}, h("code", {}, defaultValue)),
      h("td", {}, acceptedValues),
      h("td", {}, help));
  };
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label },
    h("table", { class: "rules-options" },
      h("thead", {}, h("tr", {}, ["Name", "Rule", "Default", "Accepted values", "Description"].map((name) =>
        h("th", { scope: "col" }, name)))),
      h("tbody", {}, options.map(row))));
}

function section(title: string, content: HTMLElement): ReferenceSection {
  const heading = h("h2", { id: `section-${slugOf(title)}`, tabindex: "-1" }, title);
  return { title, element: h("section", {}, heading, content) };
}
