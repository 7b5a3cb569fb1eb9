/** What the play page says of the games, compared with the rules and the catalogue. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { Client } from "botwerk";
import { GameSetupSchema, MatchSeatSchema } from "botwerk/v1";
import type { MatchSeat } from "botwerk/v1";
import { ModuleEngine } from "../src/engine/module_engine.js";
import { EngineTransport } from "../src/engine/transport.js";
import { parseAgent } from "../src/play/agent_text.js";
import { CoachProgress } from "../src/play/coach_progress.js";
import { personalEnding } from "../src/play/ending.js";
import { firstMatch } from "../src/play/first_match.js";
import { HIGHEST_LEVEL, levelOf, nextLevel, opponentAtLevel } from "../src/play/levels.js";
import type { NewMatch } from "../src/play/new_match.js";
import { SeatNames } from "../src/play/seat_names.js";
import type { EntryActor } from "../src/play/turn_entries.js";
import { addEntries } from "../src/play/turn_entries.js";
import type { GameStory } from "../src/play/stories/game_story.js";
import { firstSentence } from "../src/play/stories/any_game.js";
import { storyOfGame as loadStory } from "../src/play/stories/story_of_game.js";
import { compiledModule } from "./engine.js";
import { guardedStorageOf } from "./memory_storage.js";
import { hasRawNotation } from "./raw_notation.js";

const { rules, catalog } = new Client("this page", new EngineTransport(new ModuleEngine(compiledModule("players"))));
const GAMES = ["micro-robots", "ricochet", "netzwerk", "droids"];

const storyOfGame = (game: string) => loadStory(game, () => Promise.reject(new Error(`${game} has a story of its own`)));

const agentSeat = (name: string): MatchSeat => create(MatchSeatSchema, { name, agent: { name } });
const personSeat = (name: string): MatchSeat => create(MatchSeatSchema, { name });

function namesOf(sides: readonly string[], notation: readonly string[], own = 0): SeatNames {
  const seats = notation.map((_, seat) => (seat === own ? personSeat(`seat ${seat}`) : agentSeat("random")));
  return new SeatNames(seats, own, sides, notation);
}

/** Returns the actions of random play, with their actors. */
async function* randomActions(game: string, options: Readonly<Record<string, string>>, seed: number, length: number) {
  const setup = create(GameSetupSchema, { game, seats: 2, options: Object.entries(options).map(([name, value]) => ({ name, value })) });
  let state = seed;
  const pick = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const { setup: described = setup } = await rules.describeMatch({ setup });
  let { position } = await rules.createPosition({ setup: described, seed: String(seed) });
  for (let step = 0; step < length; step++) {
    const turn = position?.turn?.kind;
    if (position === undefined || turn === undefined || turn.case === "over") return;
    const seat = turn.case === "decision" ? turn.value.seats[0] : undefined;
    const actor = seat === undefined ? undefined : { kind: { case: "seat" as const, value: seat } };
    const request = { setup: described, position: position.text, ...(actor === undefined ? {} : { actor }) };
    const { actions } = await rules.listLegalActions(request);
    const { text } = actions[pick(actions.length)]!;
    yield { actor: (seat ?? "chance") as EntryActor, text, position, setup: described, actions };
    position = (await rules.applyActions({ ...request, text })).position;
  }
}

type RandomAction = ReturnType<typeof randomActions> extends AsyncGenerator<infer A> ? A : never;

/** Fails if what the page says of a position, or what the coach says to the seat that is to act, has notation. */
function checkSituation(story: GameStory, { actor, actions, position, setup }: RandomAction, names: SeatNames): void {
  const shown = position.position!;
  assert.equal(hasRawNotation(story.situation(shown, names)), false, story.situation(shown, names));
  if (typeof actor !== "number") return;
  const stage = position.turn?.kind.case === "decision" ? position.turn.kind.value.stage : "";
  const request = { turn: 1, part: 0, stage, view: { position: shown, text: position.text }, legalActions: actions };
  const next = actions.map(({ text }) => text);
  for (const has of [() => true, () => false]) {
    const advice = story.advice({ request, seat: actor, setup, moves: [], next, solution: undefined, has });
    assert.ok(advice.text.length > 20, position.text);
    assert.equal(hasRawNotation(advice.text), false, advice.text);
    assert.ok(advice.use !== undefined || advice.offersSolution === true, advice.text);
  }
}

suite("story", () => {
  for (const game of GAMES) {
    test(`every action of ${game} is described without notation`, { timeout: 60_000 }, async () => {
      const story = await storyOfGame(game);
      const { seatNames } = await rules.describeMatch({ setup: { game, seats: 2 } });
      const names = namesOf(seatNames.map((name) => story.side(name)), seatNames);
      for (const scenario of game === "droids" ? ["1", "3", "6"] : [""]) {
        for await (const entry of randomActions(game, scenario === "" ? {} : { scenario }, 7, 150)) {
          checkSituation(story, entry, names);
          // The end of a phase or a turn is part of the turn.
          if (game === "netzwerk" && /^[/.]$/.test(entry.text)) continue;
          const described = story.describe(entry, names);
          assert.ok(described !== undefined, entry.text);
          assert.equal(hasRawNotation(described), false, described);
        }
      }
    });

    test(`the levels and the first match of ${game} exist`, async () => {
      const story = await storyOfGame(game);
      const { agents } = await catalog.listAgents({ game });
      const easiest = opponentAtLevel(agents, 1)!;
      assert.equal(levelOf(easiest), 1);
      const level = agents.find(({ name }) => name === easiest.name)!.settings.find(({ name }) => name === "level");
      assert.match(level!.acceptedValues, new RegExp(`${HIGHEST_LEVEL}$`));
      const match = firstMatch(game, story, agents)!;
      assert.deepEqual(match.players.map(({ kind }) => kind), ["you", "agent"]);
      const { setup } = await rules.describeMatch({ setup: { game, seats: 2, options: [...match.options] } });
      assert.ok(story.goal(setup!).length > 20);
    });
  }

  test("chance is described, and a turn that arrives in parts is one line", async () => {
    const names = namesOf(["White", "Black"], ["White", "Black"]);
    const micro = await storyOfGame("micro-robots");
    assert.equal(micro.describe({ actor: "chance", text: "roll 6Y" }, names), "The dice say 6 yellow: the target");
    assert.equal(micro.describe({ actor: "chance", text: "start 2R, roll 5Y" }, names),
      "The dice say 2 red: the robot starts there. The dice say 5 yellow: the target");
    assert.equal(micro.describe({ actor: 1, text: "say 5" }, names), "announces 5 moves");
    assert.equal(micro.describe({ actor: 0, text: "to 6P-6W to 2W" }, names), "go to 6 pink, 6 white, 2 white");
    assert.equal(micro.describe({ actor: "referee", text: "late 1" }, names), "Opponent did not show in time");
    const ricochet = await storyOfGame("ricochet");
    assert.equal(ricochet.describe({ actor: 1, text: "rN gE end" }, names), "shows red ↑ north, green → east, ends the show");
    assert.equal(ricochet.describe({ actor: "chance", text: "start r:o4, start g:d16, draw r:h6" }, names),
      "The robots are placed: red on o4, green on d16. The target is drawn: the red one on h6");
    const netzwerk = await storyOfGame("netzwerk");
    const turn = { actor: 1, text: "b12-b10 b10xb8 / k3-g3 ." };
    assert.equal(netzwerk.describe(turn, names), "moves robot b12 → b10 → b8 (captures); battery k3 → g3");
    const droids = await storyOfGame("droids");
    const sides = namesOf(["Blue", "Red"], ["S", "N"]);
    assert.equal(droids.describe({ actor: "chance", text: "start S7,N5" }, sides), "The dice say 7 for you, 5 for Opponent: the highest starts");
    const entry = (text: string) => ({ seq: 1, actor: 0, text, announcements: [] });
    const [joined] = addEntries([entry("set V2 S 5.1")], [entry("stop")]);
    assert.match(droids.describe(joined!, sides) ?? joined!.text, /set “walk 2” ↓ south on slot 1 of transmitter 5/);
  });

  test("a game without a story says what its rules document says first", async () => {
    const document = "# Nim\n\nTake the *last* of the [stones](#x)\nfrom a heap. You may take three.\n\n- **N-1** A rule.";
    assert.equal(firstSentence(document), "Take the last of the stones from a heap.");
    assert.equal(firstSentence("# Nim\n\n- **N-1** A rule."), "");
    const story = await loadStory("nim", () => Promise.resolve(document));
    assert.equal(story.goal({ options: [], seats: 2 }), "Take the last of the stones from a heap.");
    assert.deepEqual([story.side("seat 0"), story.side("First")], ["", "First"]);
  });

  test("seats have names of people", () => {
    const two = new SeatNames([personSeat("Ann"), agentSeat("minimax")], 0, ["White", "Black"], ["White", "Black"]);
    assert.deepEqual([two.seat(0), two.seat(1), two.detail(0), two.detail(1)], ["You", "Opponent", "White", "Black, built-in minimax"]);
    const guest = new SeatNames([personSeat("Ann"), personSeat("seat 1")], 1, ["", ""], ["seat 0", "seat 1"]);
    assert.deepEqual([guest.seat(0), guest.seat(1), guest.detail(1)], ["Ann", "You", ""]);
    const four = namesOf(["Blue", "Yellow", "Red", "Green"], ["S", "W", "N", "E"]);
    assert.deepEqual([four.seat(2), four.detail(2)], ["Red", "built-in random"]);
    assert.equal(namesOf(["", "", ""], ["seat 0", "seat 1", "seat 2"]).seat(2), "Player 3");
  });

  test("endings name people", () => {
    const race = namesOf(["", ""], ["seat 0", "seat 1"]);
    assert.equal(personalEnding("seat 0 has 5 chips", race), "You have 5 chips");
    assert.equal(personalEnding("seat 1 has won 8 targets", race), "Opponent has won 8 targets");
    assert.equal(personalEnding("all seats but seat 0 have left", race), "All seats but you have left");
    const droids = namesOf(["Blue", "Red"], ["S", "N"]);
    assert.equal(personalEnding("the container of N is on its pad", droids), "The container of Red is on its pad");
    assert.equal(personalEnding("Black has half of its robots home", droids), "Black has half of its robots home");
  });

  test("the next level is one higher, for all opponents", () => {
    const match = (...agents: string[]): NewMatch => ({
      game: "netzwerk",
      options: [],
      players: [{ kind: "you" }, ...agents.map((text) => ({ kind: "agent" as const, agent: parseAgent(text) }))],
      timeControl: undefined,
      allowsHints: true,
    });
    assert.deepEqual(nextLevel(match("minimax:level=1")), match("minimax:level=2"));
    assert.deepEqual(nextLevel(match("minimax:table=4,level=2", "human:level=8")), match("minimax:table=4,level=9", "human:level=9"));
    for (const agents of [[], ["minimax:level=10"], ["minimax:nodes=20"], ["minimax:level=3", "random"]]) {
      assert.equal(nextLevel(match(...agents)), undefined);
    }
  });

  test("the coach leaves a kind of decision after some of them, and returns when it is asked", () => {
    const stored = new Map<string, string>();
    const open = () => new CoachProgress(guardedStorageOf(stored), "droids", { draw: 3 });
    const progress = open();
    for (const kind of ["draw", "draw", "set"]) progress.complete(kind);
    assert.deepEqual([open().needs("draw"), open().needs("set"), open().needs("send")], [true, true, true]);
    for (const kind of ["draw", "set"]) open().complete(kind);
    assert.deepEqual([open().needs("draw"), open().needs("set"), open().needs("send")], [false, false, true]);
    open().skip("send");
    assert.equal(open().needs("send"), false);
    open().repeat("send");
    assert.equal(open().needs("send"), true);
    open().switch(false);
    assert.deepEqual([open().isOn, open().needs("send")], [false, false]);
    open().switch(true);
    assert.equal(open().needs("draw"), true);
    stored.set("coach:droids", "{broken");
    assert.equal(open().needs("draw"), true);
  });
});
