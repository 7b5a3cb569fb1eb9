/** What has happened in a match that a person should not overlook, as sentences. */

import { DroidsArrow, DroidsPhase } from "botwerk/v1";
import type { DroidsPosition, Position } from "botwerk/v1";
import { quantity } from "../../shell/quantity.js";
import { parseChoice } from "../droids/legal_choices.js";
import { kindName, slotName, stoneText } from "../droids/stones.js";
import { frontStone, newStrips } from "../droids/turn_steps.js";
import type { SeenUpdate } from "../match_model.js";
import { parseMove, isField } from "../netzwerk/lattice.js";
import { racePosition } from "../race/race_position.js";
import type { RaceStage } from "../race/race_position.js";
import { roundTask } from "../race/round_task.js";
import { seatOfSide } from "../seats_to_act.js";
import { seatTexts } from "./seat_texts.js";

/** A sentence: texts, and the names of seats. */
export type EventText = readonly (string | { readonly seat: number })[];

/** What kind of thing has happened. */
export type EventKind = "announcement" | "pass" | "route" | "round" | "capture" | "damage" | "departure" | "turn";

/** Something that has happened. */
export interface MatchEvent {
  readonly kind: EventKind;
  readonly text: EventText;
}

/** Maximum number of sentences at once. */
const MAX_EVENTS = 3;

/** What is out of date once something has happened. */
const OUTDATED: Readonly<Record<EventKind, readonly EventKind[]>> = {
  announcement: ["announcement", "turn", "pass", "round"],
  pass: ["pass", "turn"],
  route: ["announcement", "pass", "round"],
  round: ["announcement", "pass", "round", "turn"],
  capture: ["turn"],
  damage: [],
  departure: [],
  turn: ["turn"],
};

/** Returns what to show after an update: what has happened since the own seat last acted, latest last. */
export function currentEvents(shown: readonly MatchEvent[], update: SeenUpdate, own: number): readonly MatchEvent[] {
  const hasActed = update.events.some(({ actor }) => actor?.kind.case === "seat" && actor.kind.value === own);
  let current = hasActed ? [] : shown;
  for (const event of eventsOf(update, own)) {
    current = [...current.filter(({ kind }) => !OUTDATED[event.kind].includes(kind)), event];
  }
  return current.slice(-MAX_EVENTS);
}

/** Returns the events of an update. An action of the own seat is not an event; its result is. */
export function eventsOf(update: SeenUpdate, own: number): readonly MatchEvent[] {
  const departures = update.events.flatMap(({ text }) => departureOf(text, update.after?.position));
  switch (update.after?.position.game.case) {
    case "microRobots":
    case "ricochet":
      return [...raceEvents(update, own), ...departures];
    case "netzwerk":
      return [...netzwerkEvents(update, own), ...departures];
    case "droids":
      return [...droidsEvents(update, own), ...departures];
    default:
      return otherEvents(update, own);
  }
}

function departureOf(text: string, position: Position | undefined): MatchEvent[] {
  const name = /^leave (\w+)$/.exec(text)?.[1];
  if (name === undefined) return [];
  const sides = position?.game.case === "netzwerk" ? "wb" : "SWNE";
  const index = sides.indexOf(name);
  const droids = position?.game.case === "droids" ? position.game.value : undefined;
  const seat = droids === undefined ? (index < 0 ? Number(name) : index) : seatOfSide(droids, index + 1);
  return seat === undefined ? [] : [{ kind: "departure", text: [{ seat }, " left the match."] }];
}

function raceEvents(update: SeenUpdate, own: number): MatchEvent[] {
  const [before, after] = [update.before, update.after].map((view) => view && racePosition(view.position));
  if (after === undefined) return [];
  const acted = seatTexts(update);
  const events: MatchEvent[] = [];
  if (before?.stage.kind === "show" && hasShown(update)) events.push(routeEvent(update, before.stage, after.stage));
  else if (acted !== undefined && acted.seat !== own) {
    const number = acted.texts.map(announcedNumber).find((found) => found !== undefined);
    if (number !== undefined) events.push(announcementEvent(update, acted.seat, number, after.stage, own));
    else if (acted.texts.includes("pass")) events.push({ kind: "pass", text: [{ seat: acted.seat }, " passed."] });
  }
  if (update.events.some(({ text }) => text === "break")) {
    events.push({ kind: "route", text: ["No player announced a number: the round was abandoned."] });
  }
  if (before?.stage.kind === "race" && after.stage.kind === "show" && after.stage.seat !== own && !isAnnouncedNow(acted, after.stage)) {
    events.push({ kind: "announcement", text: [{ seat: after.stage.seat }, ` announced the fewest moves, ${after.stage.number}, and shows a route now.`] });
  }
  const task = after.round > (before?.round ?? 0) ? roundTask(update.after!.position) : undefined;
  if (task !== undefined) events.push({ kind: "round", text: [`Round ${after.round}: ${task}.`] });
  return events;
}

function announcedNumber(text: string): number | undefined {
  const number = /^say (\d+)$/.exec(text)?.[1];
  return number === undefined ? undefined : Number(number);
}

function isAnnouncedNow(acted: ReturnType<typeof seatTexts>, { seat }: { readonly seat: number }): boolean {
  return acted?.seat === seat && acted.texts.some((text) => announcedNumber(text) !== undefined);
}

function hasShown({ events }: SeenUpdate): boolean {
  return events.some(({ actor, text }) => actor?.kind.case === "seat" || text.startsWith("late "));
}

/** Of equal numbers the earlier one shows first (RR-7). */
function announcementEvent({ remainingMillis }: SeenUpdate, seat: number, number: number, stage: RaceStage, own: number): MatchEvent {
  const announced = [{ seat }, ` announced ${quantity(number, "move")}`] as const;
  if (stage.kind !== "race") return { kind: "announcement", text: [...announced, " and shows a route now."] };
  if (stage.passed.includes(own) || number === 1) return { kind: "announcement", text: [...announced, "."] };
  const lowest = stage.announced.reduce((first, second) => (second.number < first.number ? second : first));
  const whose = lowest.seat === own ? "your" : "the";
  if (lowest.seat !== seat) return { kind: "announcement", text: [...announced, `: ${whose} ${lowest.number} shows first.`] };
  const time = remainingMillis === undefined ? "you can still" : `you have ${Math.round(remainingMillis / 1000)} s to`;
  return { kind: "announcement", text: [...announced, `: ${time} announce fewer.`] };
}

function routeEvent({ before, after, events }: SeenUpdate, { seat, number }: { readonly seat: number; readonly number: number }, next: RaceStage): MatchEvent {
  const [from, to] = [scores(before!.position), scores(after!.position)];
  const isChip = after!.position.game.case === "microRobots";
  if ((to[seat] ?? 0) > (from[seat] ?? 0)) {
    return { kind: "route", text: [{ seat }, ` showed a correct route of ${quantity(number, "move")} and won the ${isChip ? "chip" : "target"}.`] };
  }
  const isLate = events.some(({ text }) => text.startsWith("late "));
  const failed = isLate ? ` showed no route of ${quantity(number, "move")} in time` : ` showed a wrong route of ${quantity(number, "move")}`;
  const winner = to.findIndex((score, other) => score > (from[other] ?? 0));
  if (winner >= 0) return { kind: "route", text: [{ seat }, `${failed} and gave a chip to `, { seat: winner }, "."] };
  if (next.kind === "show") return { kind: "route", text: [{ seat }, `${failed}. `, "Next to show: ", { seat: next.seat }, `, ${quantity(next.number, "move")}.`] };
  return { kind: "route", text: [{ seat }, `${failed}.`] };
}

/** Returns the chips or targets that the seats have won. */
function scores({ game }: Position): readonly number[] {
  if (game.case === "microRobots") return game.value.chips;
  return game.case === "ricochet" ? game.value.won : [];
}

function netzwerkEvents(update: SeenUpdate, own: number): MatchEvent[] {
  const acted = seatTexts(update);
  if (acted === undefined || acted.seat === own) return [];
  const { seat, texts } = acted;
  const moves = texts.map(parseMove).filter((move) => move !== undefined);
  const captures = moves.filter((move) => move.captures).map(({ to }) => to);
  if (captures.length > 0) {
    return [{ kind: "capture", text: [{ seat }, ` captured your ${captures.length === 1 ? "robot" : "robots"} on ${captures.join(", ")}.`] }];
  }
  // Where each robot was at the start of the turn, by where it is now.
  const robots = new Map<string, string>();
  for (const { from, to } of moves.filter((move) => !isField(move.from))) {
    robots.set(to, robots.get(from) ?? from);
    robots.delete(from);
  }
  const batteries = moves.filter(({ from }) => isField(from)).length;
  const [first] = robots;
  const robotText = robots.size === 1 && first !== undefined ? `a robot from ${first[1]} to ${first[0]}` : `${robots.size} robots`;
  const parts = [robots.size > 0 && robotText, batteries > 0 && (batteries === 1 ? "a battery" : `${batteries} batteries`)];
  const text = parts.filter((part) => part !== false).join(" and ");
  return text === "" ? [] : [{ kind: "turn", text: [{ seat }, ` moved ${text}.`] }];
}

function droidsEvents(update: SeenUpdate, own: number): MatchEvent[] {
  const [before, after] = [droidsPosition(update.before?.position), droidsPosition(update.after?.position)];
  if (after === undefined) return [];
  const acted = seatTexts(update);
  const done = acted === undefined || acted.seat === own ? "" : droidsText(before, acted.seat, acted.texts[0] ?? "");
  const events: MatchEvent[] = done === "" ? [] : [{ kind: "turn", text: [{ seat: acted!.seat }, ` ${done}.`] }];
  if (before === undefined) return events;
  for (const { side, transmitter } of newStrips(before, after)) {
    const seat = seatOfSide(after, side);
    const whose = seat === own ? [`Your transmitter ${transmitter}`] : seat === undefined ? [] : [`Transmitter ${transmitter} of `, { seat }];
    if (whose.length > 0) events.push({ kind: "damage", text: [...whose, " was hit: a damage strip covers it."] });
  }
  for (const side of after.out.filter((out) => !before.out.includes(out))) {
    const seat = seatOfSide(after, side);
    if (seat === own) events.push({ kind: "departure", text: ["Your droid is out."] });
    else if (seat !== undefined) events.push({ kind: "departure", text: ["Out: ", { seat }, "."] });
  }
  if (after.round > before.round) events.push({ kind: "round", text: [`Round ${after.round} starts: draw new stones.`] });
  else if (after.phase === DroidsPhase.SEND && before.phase === DroidsPhase.SET) {
    events.push({ kind: "round", text: ["All stones are set. Now they are sent, one by one."] });
  }
  return events;
}

function droidsPosition(position: Position | undefined): DroidsPosition | undefined {
  return position?.game.case === "droids" ? position.game.value : undefined;
}

/** Returns what follows the name of a seat. */
function droidsText(before: DroidsPosition | undefined, seat: number, action: string): string {
  const choice = parseChoice(action);
  switch (choice?.kind) {
    case "draw":
      return `drew a ${choice.colour} stone`;
    case "drawAll":
      return "drew stones";
    case "set":
      return `set ${stoneText(choice.stone, choice.arrow)} on ${slotName(choice.slot)}`;
    case "stop":
      return "stopped setting stones";
    case "lift":
      return `lifted the damage strip of transmitter ${choice.transmitter}`;
    case "send": {
      const side = before?.seats[seat];
      const sent = before === undefined || side === undefined ? undefined : frontStone(before, side, choice.transmitter);
      return `sent ${sent === undefined ? "a stone" : stoneText(kindName(sent.stone.kind), DroidsArrow[sent.stone.arrow]!)} from transmitter ${choice.transmitter}`;
    }
    case undefined:
      return "";
  }
}

function otherEvents(update: SeenUpdate, own: number): MatchEvent[] {
  const acted = seatTexts(update);
  if (acted === undefined || acted.seat === own) return [];
  return [{ kind: "turn", text: [{ seat: acted.seat }, `: ${acted.texts.join(", ")}`] }];
}
