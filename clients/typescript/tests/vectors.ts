/** The conformance vectors of `tests/vectors`, and how a client plays them. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { fromJson, toJson } from "@bufbuild/protobuf";
import type { DescMessage, JsonValue, MessageShape } from "@bufbuild/protobuf";
import { sizeDelimitedEncode } from "@bufbuild/protobuf/wire";
import { ErrorReason, RejectedError } from "../src/index.js";
import type { Client } from "../src/index.js";
import { ActionSchema, ActorSchema, PositionSchema, TurnSchema, ViewerSchema } from "../src/v1.js";
import type { PositionInfo } from "../src/v1.js";

/** Number of requests that wait for an answer at the same time. */
const IN_FLIGHT = 32;

type Answer = Record<string, JsonValue | undefined>;
type TextField = "kind" | "game" | "seed" | "position" | "text" | "outcome" | "actor" | "viewer";
export type Vector = Partial<Record<TextField, string>> & {
  seats: number;
  options?: Record<string, string>;
  earlier?: string[];
  expect: Answer;
};

const digest = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex").slice(0, 16);
const hash = (value: string) => BigInt(value).toString(16).padStart(16, "0");
function messages<D extends DescMessage>(schema: D, ...all: (MessageShape<D> | undefined)[]): string {
  return digest(Buffer.concat(all.map((message) => sizeDelimitedEncode(schema, message!))));
}

function positionFields({ text, hash: value, turn }: PositionInfo): Answer {
  return { position: text, hash: hash(value), turn: toJson(TurnSchema, turn!) };
}

/** Reads the vectors of a file, of which the first one is in line 2. */
export function readVectors(name: string, text: string): Vector[] {
  const [header, ...vectors] = text.trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.equal(header.format, 1, `${name}:1: format`);
  assert.equal(vectors.length, header.vectors, `${name}:1: vectors`);
  return vectors;
}

/** Sends the request of a vector and returns the fields of the answer. */
async function ask(rules: Client["rules"], vector: Vector): Promise<Answer> {
  const { kind, game = "", seats, seed = "", position = "", text = "", earlier: earlierPositions = [] } = vector;
  const side = (name: string) => (/^\d+$/.test(name) ? { seat: Number(name) } : { [name]: true });
  const options = Object.entries(vector.options ?? {}).map(([name, value]) => ({ name, value }));
  const setup = { game, seats, options };
  const named = kind === "chance" ? "chance" : vector.actor;
  const by = named === undefined ? {} : { actor: fromJson(ActorSchema, side(named)) };
  switch (kind) {
    case "start": {
      const { position: start } = await rules.createPosition({ setup, seed });
      return { ...positionFields(start!), message: messages(PositionSchema, start!.position) };
    }
    case "position": {
      const { position: parsed } = await rules.parsePosition({ setup, text: position });
      const formatted = await rules.formatPosition({ setup, position: parsed!.position! });
      const message = messages(PositionSchema, parsed!.position);
      return { ...positionFields(parsed!), message, is_formatted_alike: formatted.text === position };
    }
    case "legal": {
      const { actions, actor } = await rules.listLegalActions({ setup, position, ...by });
      const texts = actions.map((action) => action.text);
      return {
        actor: actor && String(actor.kind.case === "seat" ? actor.kind.value : actor.kind.case),
        count: actions.length,
        digest: digest(texts.join("\n")),
        numbers: digest(actions.map(({ number }) => number).join("\n")),
        messages: messages(ActionSchema, ...actions.map(({ action }) => action)),
        actions: vector.expect["actions"] && texts,
      };
    }
    case "apply":
    case "chance": {
      const actions = kind === "chance" ? vector.outcome! : text;
      const applied = await rules.applyActions({ setup, position, text: actions, earlierPositions, ...by });
      return positionFields(applied.position!);
    }
    case "view": {
      const viewer = fromJson(ViewerSchema, side(vector.viewer!));
      const { viewHash, observation, view, text } = await rules.getView({ setup, position, viewer });
      const message = messages(PositionSchema, view);
      const observed = { observation_len: observation.length, observation: digest(observation) };
      return { text, hash: hash(viewHash), ...observed, message };
    }
    case "action": {
      const { action: parsed } = await rules.parseAction({ setup, text });
      const { action: formatted } = await rules.formatAction({ setup, action: parsed!.action! });
      const message = messages(ActionSchema, parsed!.action);
      return { number: parsed!.number, message, is_formatted_alike: formatted!.text === text };
    }
    default:
      throw new Error(`${kind}: unknown kind`);
  }
}

/** Returns whether a field is compared: errors of the client have neither a rule nor an index. */
const isCompared = (field: string) => field !== "rule" && field !== "index";

/** Returns the differences between an answer and the expected one. */
function compare(vector: Vector, found: Answer): string[] {
  const expected: Answer = { ...vector.expect };
  // A text is left out if it is that of the request.
  for (const field of ["position", "text"]) if (field in found) expected[field] ??= vector.position;
  if (expected["turn"]) expected["turn"] = toJson(TurnSchema, fromJson(TurnSchema, expected["turn"]));
  const fields = [...new Set([...Object.keys(expected), ...Object.keys(found)])];
  return fields
    .filter(isCompared)
    .map((field) => [field, JSON.stringify(expected[field]), JSON.stringify(found[field])])
    .filter(([, wanted, answer]) => wanted !== answer)
    .map(([field, wanted, answer]) => `${vector.kind}: ${field}: expected ${wanted}, found ${answer}`);
}

/** Plays vectors, several at the same time, and returns the differences of each. */
export async function play({ rules }: Client, name: string, vectors: Vector[]): Promise<string[][]> {
  const differences: string[][] = [];
  const rejected = (error: unknown) => ({ error: ErrorReason[RejectedError.fromCall(error).reason] });
  const remaining = vectors.entries();
  async function playRemaining(): Promise<void> {
    for (const [index, vector] of remaining) {
      const found = compare(vector, await ask(rules, vector).catch(rejected));
      differences[index] = found.map((difference) => `${name}:${index + 2}: ${difference}`);
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, playRemaining));
  return differences;
}

/** Returns one altered vector for each field of each kind of answer, by the place and field of the change. */
export function alter(name: string, vectors: Vector[]): Map<string, Vector> {
  const altered = new Map<string, Vector>();
  for (const vector of vectors) {
    for (const field of Object.keys(vector.expect).filter(isCompared)) {
      const expect = { ...vector.expect, [field]: { chance: "altered" } };
      altered.set(`${vector.kind}: ${field}`, { ...vector, expect });
    }
  }
  return new Map([...altered].map(([change, vector], index) => [`${name}:${index + 2}: ${change}`, vector]));
}
