/** The part of the form that asks who plays a seat. */

import type { AgentSummary } from "botwerk/v1";
import { h } from "../shell/elements.js";
import { formatSettings, parseAgent, parseSettings } from "./agent_text.js";
import { HIGHEST_LEVEL, levelOf, opponentAtLevel } from "./levels.js";
import type { SeatPlayer } from "./new_match.js";

const [YOU, GUEST, AGENT, LEVEL] = ["you", "guest", "agent:", "level:"] as const;

/** Fields for one seat. */
export class SeatForm {
  readonly element: HTMLElement;
  readonly #player: HTMLSelectElement;
  readonly #settings = h("input", { name: "settings", autocomplete: "off", spellcheck: "false" });
  readonly #settingsLabel = h("label", {}, "Settings", this.#settings);
  readonly #description = h("p", { class: "soft" });

  constructor(
    name: string,
    private readonly agents: readonly AgentSummary[],
    initial: SeatPlayer | undefined,
    changed: () => void,
  ) {
    const options = [
      h("option", { value: YOU }, "You"),
      ...this.#levels().map((level) => h("option", { value: LEVEL + level }, `Computer, level ${level}`)),
      ...agents.map((agent) => h("option", { value: AGENT + agent.name }, `${agent.name} (built-in agent)`)),
      h("option", { value: GUEST }, "Another person"),
    ];
    const change = () => {
      this.#settings.value = "";
      this.#update();
      changed();
    };
    this.#player = h("select", { name: "player", on: { change } }, options);
    this.element = h("div", { class: "play-seat-form" },
      h("div", { class: "play-fields" }, h("label", {}, name, this.#player), this.#settingsLabel), this.#description);
    this.value = initial ?? this.#opponent(1);
  }

  /** @throws an error that says what is wrong with the settings. */
  get value(): SeatPlayer {
    const value = this.#player.value;
    if (value === YOU) return { kind: "you" };
    if (value === GUEST) return { kind: "guest" };
    if (value.startsWith(LEVEL)) return this.#opponent(Number(value.slice(LEVEL.length)));
    return { kind: "agent", agent: { name: value.slice(AGENT.length), settings: parseSettings(this.#settings.value) } };
  }

  set value(player: SeatPlayer) {
    this.#player.value = this.#choiceOf(player);
    if (this.#player.selectedIndex < 0) this.#player.selectedIndex = 0;
    const hasSettings = player.kind === "agent" && this.#player.value.startsWith(AGENT);
    this.#settings.value = hasSettings ? formatSettings(player.agent.settings) : "";
    this.#update();
  }

  /** Returns the levels that the form offers. */
  #levels(): readonly number[] {
    const first = opponentAtLevel(this.agents, 1);
    const hasLevels = first !== undefined && levelOf(first) !== undefined;
    return hasLevels ? Array.from({ length: HIGHEST_LEVEL }, (_, index) => index + 1) : [];
  }

  #opponent(level: number): SeatPlayer {
    const agent = opponentAtLevel(this.agents, level);
    return agent === undefined ? { kind: "guest" } : { kind: "agent", agent };
  }

  /** Returns the value of the option for a player. */
  #choiceOf(player: SeatPlayer): string {
    if (player.kind !== "agent") return player.kind;
    const { name, settings } = player.agent;
    const level = levelOf(player.agent);
    const isAtLevel = level !== undefined && settings.length === 1 && opponentAtLevel(this.agents, level)?.name === name;
    return isAtLevel ? LEVEL + level : AGENT + name;
  }

  #update(): void {
    const agent = this.agents.find(({ name }) => AGENT + name === this.#player.value);
    const names = agent?.settings.map(({ name, defaultValue }) => `${name}=${defaultValue}`) ?? [];
    this.#settingsLabel.hidden = names.length === 0;
    this.#settings.placeholder = names.join(",");
    this.#settings.title = agent?.settings.map(({ name, help }) => `${name}: ${help}`).join("\n") ?? "";
    this.#description.textContent = agent === undefined ? "" : `${agent.description}.`;
    this.#description.hidden = agent === undefined;
  }
}

/** Returns the player that an address names: `you`, `guest` or an agent such as `minimax:nodes=20000`. */
export function parsePlayer(text: string): SeatPlayer {
  if (text === YOU || text === GUEST) return { kind: text };
  return { kind: "agent", agent: parseAgent(text) };
}
