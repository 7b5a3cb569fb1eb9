/** Groups, filters and places of legal actions. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { ActionInfoSchema } from "botwerk/v1";
import { filterActions, groupActions, placesOf } from "../src/analysis/action_groups.js";
import { placeChoices } from "../src/analysis/board_choices.js";

const actions = (...texts: string[]) => texts.map((text, number) => create(ActionInfoSchema, { text, number }));
const groups = (game: string, ...texts: string[]) =>
  groupActions(game, actions(...texts)).map(({ heading, actions: grouped }) => `${heading}: ${grouped.length}`);

suite("legal actions", () => {
  test("are grouped by what moves", () => {
    assert.deepEqual(groups("netzwerk", "b2-b4", "b2xb6", "k3-g3", "/", "leave w"), [
      "Robot b2: 2", "Battery k3: 1", "End of the phase: 1", "Referee: 1",
    ]);
    assert.deepEqual(groups("droids", "set V2 S 5.1", "set V2 N 5.1", "set FIRE S 5.1", "stop"), [
      "Set V2: 2", "Set FIRE: 1", "Stop setting: 1",
    ]);
    assert.deepEqual(groups("ricochet", "rN", "rE", "tE+", "end", "draw r:e2", "start g:a1", "say 3", "pass"), [
      "Red robot: 2", "Transparent robot: 1", "End of the show: 1", "Next target: 1", "Start of the green robot: 1",
      "Announce: 2",
    ]);
  });

  test("have the places that a person chooses", () => {
    assert.deepEqual(placesOf("netzwerk", "b2xb4", "", []), ["b2", "b4"]);
    assert.deepEqual(placesOf("netzwerk", "/", "", []), []);
    assert.deepEqual(placesOf("micro-robots", "roll 2W via 3B", "", []), ["2W"]);
    assert.deepEqual(placesOf("ricochet", "start r:c12", "", []), ["c12"]);
    assert.deepEqual(placesOf("droids", "set V2 S 5.1", "N", []), ["N5.1"]);
    assert.deepEqual(placesOf("droids", "send 5 >N", "S", []), ["S5"]);
    assert.deepEqual(placesOf("another-game", "b2-b4", "", []), []);
    assert.deepEqual(placesOf("another-game", "drop 3 red", "", ["drop", "3", "ed", "3 red"]), ["drop", "3", "3 red"]);
  });

  test("are found by all words of a filter, the exact text first", () => {
    const texts = (filter: string) => filterActions(actions("say 11", "say 1", "pass"), filter).map(({ text }) => text);
    assert.deepEqual(texts("say 1"), ["say 1", "say 11"]);
    assert.deepEqual(texts(" SAY "), ["say 11", "say 1"]);
    assert.deepEqual(texts("x"), []);
    assert.equal(texts("").length, 3);
  });
});

suite("places of the board", () => {
  const moves = [
    { text: "b2-b4", places: ["b2", "b4"] },
    { text: "b2-d2", places: ["b2", "d2"] },
    { text: "d2-d4", places: ["d2", "d4"] },
    { text: "/", places: [] },
  ];

  test("start actions", () => {
    const choices = placeChoices(moves, undefined);
    assert.deepEqual(choices.map(({ place, look }) => [place, look]), [["b2", "start"], ["d2", "start"]]);
  });

  test("end the actions of the selected place", () => {
    const choices = new Map(placeChoices(moves, "b2").map((choice) => [choice.place, choice]));
    assert.deepEqual(choices.get("b2")?.result, { kind: "select", place: undefined });
    assert.deepEqual(choices.get("b4")?.result, { kind: "play", text: "b2-b4" });
    // A goal comes before the start of another action.
    assert.deepEqual(choices.get("d2")?.result, { kind: "play", text: "b2-d2" });
  });

  test("decide an action if there is only one", () => {
    const choices = placeChoices([
      { text: "roll 2W", places: ["2W"] },
      { text: "set V1 N 5.1", places: ["S5.1"] },
      { text: "set V2 N 5.1", places: ["S5.1"] },
    ], undefined);
    assert.deepEqual(choices.map(({ result }) => result), [
      { kind: "play", text: "roll 2W" },
      { kind: "select", place: "S5.1" },
    ]);
  });
});
