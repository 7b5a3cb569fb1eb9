/** Built-in agents as text, such as `minimax:nodes=20000,depth=3`. */

/** A built-in agent with its settings, as in `AgentSpec`. */
export interface AgentChoice {
  readonly name: string;
  readonly settings: readonly { readonly name: string; readonly value: string }[];
}

/**
 * Parses a name with optional settings.
 *
 * @throws an error that says what is wrong.
 */
export function parseAgent(text: string): AgentChoice {
  const trimmed = text.trim();
  const colon = trimmed.indexOf(":");
  const name = colon < 0 ? trimmed : trimmed.slice(0, colon);
  if (name === "") throw new Error("agent: expected a name such as `random`");
  if (colon < 0) return { name, settings: [] };
  return { name, settings: parseSettings(trimmed.slice(colon + 1)) };
}

/** Parses settings such as `nodes=20000,depth=3`. Empty text has none. */
export function parseSettings(text: string): AgentChoice["settings"] {
  const parts = text.split(",").map((part) => part.trim());
  return parts.length === 1 && parts[0] === "" ? [] : parts.map(parseSetting);
}

function parseSetting(part: string): AgentChoice["settings"][number] {
  const equals = part.indexOf("=");
  if (equals < 1 || equals === part.length - 1) {
    throw new Error(`settings: expected a setting such as \`nodes=20000\`, found \`${part}\``);
  }
  return { name: part.slice(0, equals), value: part.slice(equals + 1) };
}

/** Formats settings as `parseSettings` reads them. */
export function formatSettings(settings: AgentChoice["settings"]): string {
  return settings.map(({ name, value }) => `${name}=${value}`).join(",");
}
