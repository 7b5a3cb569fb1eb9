/** What a tournament is, and how far it is. */

import { TournamentState } from "botwerk/v1";
import type { Tournament } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import type { Content } from "../shell/elements.js";
import { toMillis } from "../shell/nanos.js";
import {
  formatName,
  formatSettings,
  gameText,
  hasEnded,
  obstacleName,
  resourceId,
  stateLook,
  stateName,
  timeControlText,
} from "./description.js";
import { nameElement } from "./entrant_name.js";
import { count, dateTime, number } from "./number_format.js";
import { progressBar, progressText, remainingText } from "./progress_meter.js";

/** Share of the matches after which the progress is announced again. */
const ANNOUNCED_SHARE = 0.1;

/** The head of the page of a tournament. */
export class Overview {
  readonly element = h("section", { class: "card overview", "aria-labelledby": "tournament-name" });
  readonly #title = h("h1", { id: "tournament-name" }, "Tournament");
  readonly #facts = h("div", { class: "row" });
  readonly #progress = h("div", { class: "progress" });
  readonly #notes = h("div", {});
  readonly #details = h("dl", { class: "facts" });
  readonly #announcement = h("p", { class: "visually-hidden", role: "status" });
  #shown = "";
  #announced = "";

  constructor() {
    const details = h("details", {}, h("summary", {}, "Details"), this.#details);
    this.element.append(this.#title, this.#facts, this.#progress, this.#notes, details, this.#announcement);
  }

  update(tournament: Tournament): void {
    this.#announce(tournament);
    replace(this.#progress, progressBar(tournament), h("p", { class: "row" },
      h("span", {}, progressText(tournament)),
      h("span", { class: "soft" }, timing(tournament))));
    const { obstacles, failure, withdrawals, setup, state, seed } = tournament;
    const signature = JSON.stringify([obstacles, failure?.message, withdrawals, state, seed, setup?.name,
      setup?.entrants.length, formatSettings(setup)]);
    if (signature === this.#shown) return;
    this.#shown = signature;
    replace(this.#title, nameElement(setup?.name ?? "Tournament"));
    replace(this.#facts,
      h("span", { class: `badge ${stateLook(state)}` }, stateName(state)),
      h("span", { class: "badge" }, setup?.setup?.game ?? ""),
      h("span", { class: "badge" }, formatName(setup)),
      h("span", { class: "soft" }, formatSettings(setup)));
    replace(this.#notes, notes(tournament));
    replace(this.#details, details(tournament).map(([term, value]) => [h("dt", {}, term), h("dd", {}, value)]));
  }

  /** Tells a screen reader what has changed, but not every match. */
  #announce(tournament: Tournament): void {
    const { resultCount, matchCount, state } = tournament;
    const tenth = Math.floor(Number(resultCount) / Math.max(1, Number(matchCount)) / ANNOUNCED_SHARE);
    const key = `${state} ${tenth}`;
    if (key === this.#announced) return;
    this.#announced = key;
    replace(this.#announcement, `Tournament ${stateName(state)}: ${progressText(tournament)}`);
  }
}

function timing(tournament: Tournament): string {
  const parts = [];
  if (tournament.runningMatches > 0) parts.push(`${count(tournament.runningMatches, "match")} in progress`);
  const remaining = remainingText(tournament);
  if (remaining !== undefined) parts.push(remaining);
  return parts.join("; ");
}

function notes(tournament: Tournament): Content[] {
  const { failure, obstacles, withdrawals, state } = tournament;
  const failed = failure !== undefined && h("p", { class: "remark bad", role: "alert" },
    h("strong", {}, "The server has paused the tournament: "), h("bdi", {}, failure.message));
  const waiting = hasEnded(tournament) ? [] : obstacles.map(({ kind, message }) =>
    h("p", { class: "remark warn" }, h("strong", {}, `Waiting (${obstacleName(kind)}): `), h("bdi", {}, message)));
  const withdrawn = withdrawals.map(({ entrant, message, isAnnulled, isReadmitted }) =>
    h("p", { class: "remark" }, h("strong", {}, isReadmitted ? "Readmitted: " : "Withdrawn: "), nameElement(entrant),
      h("span", {}, ": ", h("bdi", {}, message), isAnnulled ? "; none of its results count" : "")));
  const cancelled = state === TournamentState.CANCELLED &&
    h("p", { class: "remark bad" }, "The tournament was cancelled: the remaining matches are not played.");
  return [failed, cancelled, waiting, withdrawn];
}

function details(tournament: Tournament): [term: string, value: Content][] {
  const { setup } = tournament;
  const openings = setup?.openingsSha256 ?? "";
  const facts: [string, Content][] = [
    ["Game", gameText(setup)],
    ["Entrants", number(setup?.entrants.length ?? 0)],
    ["Time", timeControlText(setup?.timeControl) || "no limit"],
    ["Races", setup?.usesVirtualTime ? "compared by declared search nodes" : ""],
    ["Openings", openings === "" ? "" : h("code", {}, openings)],
    ["Adjudication", setup?.adjudication === undefined ? "" : "matches end early if both players declare it decided"],
    ["Concurrent matches", number(tournament.concurrency)],
    ["Created", dateTime(toMillis(tournament.createTimeNanos))],
    ["Id", h("code", {}, resourceId(tournament.name))],
    ["Commitment to the seed", h("code", {}, tournament.seedCommitment)],
    ["Seed", tournament.seed === "" ? "published with the end" : h("code", {}, tournament.seed)],
    ["Salt", tournament.seedSalt === "" ? "" : h("code", {}, tournament.seedSalt)],
  ];
  return facts.filter(([, value]) => value !== "");
}
