/** Rule ids such as NW-9 in texts. */

/** The game of each prefix of rule ids. */
const GAMES: Readonly<Record<string, string>> = {
  MR: "micro-robots",
  NW: "netzwerk",
  DR: "droids",
  RR: "ricochet",
};

const RULE_ID = /\b(?:MR|NW|DR|RR)-\d{1,3}\b/g;

/** A part of a text: plain, or a mention of a rule. */
export type TextPart = { readonly kind: "text" | "rule"; readonly text: string };

/** Splits a text at its rule ids. */
export function splitAtRuleIds(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(RULE_ID)) {
    if (match.index > end) parts.push({ kind: "text", text: text.slice(end, match.index) });
    parts.push({ kind: "rule", text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ kind: "text", text: text.slice(end) });
  return parts;
}

/** Returns the id of the rule that a heading such as `NW-1 F` introduces. */
export function ruleOfHeading(text: string): string | undefined {
  return /^((?:MR|NW|DR|RR)-\d{1,3})(?: [A-Z](?:\/[A-Z])*)?$/.exec(text.trim())?.[1];
}

/** Returns the path of the page that shows a rule, or `undefined` if no game has it. */
export function pathOfRule(rule: string): string | undefined {
  const game = GAMES[rule.split("-")[0] ?? ""];
  return game === undefined ? undefined : `/rules/${game}?rule=${rule}`;
}

/** Returns the id of a heading in the address, such as `a-turn`. */
export function slugOf(heading: string): string {
  return heading.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}
