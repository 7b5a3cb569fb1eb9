/** The page that starts a match: `/play`. */

import type { AgentSummary, GameSummary, GetGameResponse } from "botwerk/v1";
import { ErrorReason, RejectedError } from "botwerk/web";
import { h, replace } from "../shell/elements.js";
import type { Page, PageContext } from "../shell/page.js";
import type { Server } from "../shell/server.js";
import { errorText } from "../shell/server.js";
import { GuardedStorage } from "../shell/guarded_storage.js";
import { rejectionText } from "./illegal_reason.js";
import { firstMatch, firstMatchCard } from "./first_match.js";
import { myMatchesPlace } from "./my_matches_place.js";
import { createMatch } from "./new_match.js";
import type { NewMatch, SeatPlayer } from "./new_match.js";
import { OptionsForm } from "./options_form.js";
import { SeatForm, parsePlayer } from "./seat_form.js";
import { openSeatTokens } from "./seat_tokens.js";
import type { GameStory } from "./stories/game_story.js";
import { storyOfGame } from "./stories/story_of_game.js";
import { TimeControlForm } from "./time_control_form.js";

/** The largest number of seats that the form offers. */
const MAX_SEATS = 16;

/** Where the session keeps the name of its person. */
const NAME_KEY = "play-name";

/**
 * Opens the form. An address can fill it in: `game`, `seat` (once per seat, such as `you` or `minimax:nodes=20000`),
 * `time`, `hints=off`, and the options of the game. With `first` a first match of the game is offered before the form.
 */
export async function openSetupPage(context: PageContext, server: Server, query: URLSearchParams): Promise<Page> {
  const { games } = await server.retry(
    () => server.client.catalog.listGames({}, { signal: context.signal }),
    context.signal,
  );
  const form = new SetupForm(context, server, games, query);
  await form.load();
  return { title: "Play", element: form.element };
}

/** The form for a new match. */
class SetupForm {
  readonly element: HTMLElement;
  readonly #session = new GuardedStorage(() => sessionStorage);
  readonly #game: HTMLSelectElement;
  readonly #details = h("div");
  readonly #first = h("div");
  readonly #message = h("p", { class: "play-message", role: "alert" });
  readonly #token = h("input", { type: "password", autocomplete: "off" });
  readonly #tokenLabel = h("label", { hidden: true }, "Admin token of the server", this.#token);
  readonly #start = h("button", { type: "submit", class: "primary" }, "Start the match");
  readonly #time = new TimeControlForm();
  readonly #hints: HTMLInputElement;
  readonly #seats = h("div", { class: "play-seat-forms" });
  readonly #name = h("input", { name: "name", maxlength: "32", autocomplete: "nickname", value: this.#session.get(NAME_KEY) ?? "" });
  #options: OptionsForm | undefined;
  #seatForms: SeatForm[] = [];
  #agents: readonly AgentSummary[] = [];

  constructor(
    private readonly context: PageContext,
    private readonly server: Server,
    games: readonly GameSummary[],
    private readonly query: URLSearchParams,
  ) {
    const wanted = query.get("game");
    this.#game = h("select", { name: "game", on: { change: () => void this.#changeGame() } }, games.map(({ name, title }) =>
      h("option", { value: name, selected: name === wanted }, title)));
    this.#hints = h("input", { type: "checkbox", name: "hints", checked: query.get("hints") !== "off" });
    this.#time.kind = query.get("time") ?? "none";
    const submit = (event: Event) => {
      event.preventDefault();
      void this.#submit(() => this.#match());
    };
    this.element = h("div", { class: "play-setup" }, h("section", { class: "card" },
      h("h1", {}, "Play"),
      h("form", { on: { submit } },
        h("label", { class: "play-game" }, "Game", this.#game),
        this.#first,
        this.#details,
        this.#time.element,
        h("label", { class: "play-switch" }, this.#hints, "Allow hints"),
        this.#tokenLabel,
        this.#message,
        this.#start)),
      myMatchesPlace(context, server));
  }

  async load(): Promise<void> {
    const game = this.#game.value;
    const { signal } = this.context;
    const { catalog } = this.server.client;
    const [spec, { agents }] = await this.server.retry(
      () => Promise.all([catalog.getGame({ game }, { signal }), catalog.listAgents({ game }, { signal })]),
      signal,
    );
    const story = await storyOfGame(game, () => Promise.resolve(spec.rules));
    if (game !== this.#game.value) return;
    this.#agents = agents;
    this.#offerFirstMatch(game, story);
    this.#show(game, spec);
  }

  #offerFirstMatch(game: string, story: GameStory): void {
    const match = firstMatch(game, story, this.#agents);
    const card = match === undefined ? undefined : firstMatchCard(story, match, (wanted) => void this.#submit(() => wanted));
    replace(this.#first, card);
    if (this.query.has("first")) requestAnimationFrame(() => card?.querySelector("button")?.focus());
  }

  async #changeGame(): Promise<void> {
    this.context.replaceAddress(`/play?game=${this.#game.value}`);
    for (const name of [...this.query.keys()]) this.query.delete(name);
    try {
      await this.load();
    } catch (error) {
      if (!this.context.signal.aborted) this.#message.textContent = errorText(error);
    }
  }

  #show(game: string, spec: GetGameResponse): void {
    this.#message.textContent = "";
    this.#options = new OptionsForm(this.context, game, spec.options, this.query);
    const { minSeats = 1, maxSeats = 1 } = spec.summary ?? {};
    const players = this.query.getAll("seat").map(parsePlayer);
    const usual = Math.max(minSeats, Math.min(2, maxSeats));
    const count = Math.min(Math.max(players.length || usual, minSeats), maxSeats, MAX_SEATS);
    const max = Math.min(maxSeats, MAX_SEATS);
    const change = () => this.#setSeats(field.valueAsNumber);
    const field = h("input", { type: "number", name: "seats", min: minSeats, max, value: count, required: true, on: { input: change } });
    this.#seatForms = [];
    this.#setSeats(count, players);
    replace(this.#details,
      h("fieldset", {}, h("legend", {}, "Players"),
        h("label", { class: "play-name" }, "Your name, which others see", this.#name),
        minSeats === max ? undefined : h("label", { class: "play-count" }, "Number of players", field), this.#seats),
      this.#options.element);
  }

  #setSeats(count: number, players: readonly SeatPlayer[] = []): void {
    if (!Number.isInteger(count) || count < 1 || count > MAX_SEATS) return;
    this.#seatForms.length = Math.min(this.#seatForms.length, count);
    while (this.#seatForms.length < count) {
      const seat = this.#seatForms.length;
      const player = players[seat] ?? (seat === 0 && players.length === 0 ? { kind: "you" as const } : undefined);
      const form: SeatForm = new SeatForm(`Player ${seat + 1}`, this.#agents, player, () => this.#keepOneOwn(form));
      this.#seatForms.push(form);
    }
    replace(this.#seats, this.#seatForms.map(({ element }) => element));
  }

  /** A person plays one seat: choosing another one leaves the former to a guest. */
  #keepOneOwn(changed: SeatForm): void {
    if (kindOf(changed) !== "you") return;
    for (const form of this.#seatForms) {
      if (form !== changed && kindOf(form) === "you") form.value = { kind: "guest" };
    }
  }

  async #submit(match: () => NewMatch): Promise<void> {
    this.#message.textContent = "";
    this.#start.disabled = true;
    try {
      if (this.#token.value !== "") this.server.setAdminToken(this.#token.value);
      this.context.navigate(await createMatch(this.server, openSeatTokens(), match()));
    } catch (error) {
      this.#showError(error);
    } finally {
      this.#start.disabled = false;
    }
  }

  #match(): NewMatch {
    const name = this.#name.value.trim();
    this.#session.set(NAME_KEY, name);
    const own = (player: SeatPlayer) => (player.kind === "you" && name !== "" ? { ...player, name } : player);
    return {
      game: this.#game.value,
      options: this.#options?.value ?? [],
      players: this.#seatForms.map(({ value }) => own(value)),
      timeControl: this.#time.value,
      allowsHints: this.#hints.checked,
    };
  }

  #showError(error: unknown): void {
    if (RejectedError.fromCall(error).reason === ErrorReason.BAD_TOKEN) {
      this.#tokenLabel.hidden = false;
      this.#message.textContent = this.#token.value === ""
        ? "This server creates matches for its operator only: enter its admin token."
        : "This is not the admin token of the server.";
      this.#token.focus();
      return;
    }
    const { text, rule } = rejectionText(error);
    this.#message.textContent = rule === undefined ? text : `${text} (${rule})`;
  }
}

function kindOf(form: SeatForm): SeatPlayer["kind"] | undefined {
  try {
    return form.value.kind;
  } catch {
    // Settings that cannot be read belong to an agent.
    return undefined;
  }
}
