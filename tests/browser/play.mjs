// Plays a whole match of Micro Robots as a page in a browser does: over gRPC-Web, without streams
// in both directions and without generated code.
//
//   node play.mjs ADDRESS DESCRIPTORS PLAYER virtual|wall
//
// makes a match against a bundled player, sits down with the seat's token by WatchMatch, answers
// with SubmitAction, and prints the match's name and the places. DESCRIPTORS is a file with the
// contract as a google.protobuf.FileDescriptorSet. BOTWERK_ADMIN_TOKEN is sent if it is set.

import { readFile } from "node:fs/promises";
import { createFileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";

const [address, descriptors, player, time] = process.argv.slice(2);
const registry = createFileRegistry(
  fromBinary(FileDescriptorSetSchema, await readFile(descriptors)),
);
const bearer = (next) => (request) => {
  const token = process.env.BOTWERK_ADMIN_TOKEN;
  if (token) request.header.set("authorization", `Bearer ${token}`);
  return next(request);
};
const matches = createClient(
  registry.getService("botwerk.v1.MatchService"),
  createGrpcWebTransport({ baseUrl: `http://${address}`, interceptors: [bearer] }),
);

const names = new Map(
  registry.getEnum("botwerk.v1.MicroRobotsSpace").values.map((value) => [
    value.number,
    value.name.slice(-2),
  ]),
);

// Breadth first: a move keeps the row or column, and the number or colour.
function solve(position) {
  const shares = (x, y) => Math.floor(x / 6) === Math.floor(y / 6) || x % 6 === y % 6;
  const cells = new Map(position.board.map((space, cell) => [space, cell]));
  const routes = [[position.start]];
  const seen = new Set(routes[0]);
  for (let nodes = 0; nodes < routes.length; nodes++) {
    const route = routes[nodes];
    const a = route.at(-1);
    if (a === position.target) return { route: route.map((space) => names.get(space)), nodes };
    for (const b of cells.keys()) {
      if (!seen.has(b) && shares(a - 1, b - 1) && shares(cells.get(a), cells.get(b))) {
        seen.add(b);
        routes.push([...route, b]);
      }
    }
  }
  throw new Error("the target cannot be reached");
}

// The others may have been faster, which ends what was asked.
const late = [Code.FailedPrecondition, Code.AlreadyExists, Code.DeadlineExceeded];

async function answer(name, seatToken, ask) {
  const { route, nodes } = solve(ask.view.position.game.value);
  const text = ask.stage === "race" ? `say ${route.length - 1}` : `show ${route.join("-")}`;
  try {
    await matches.submitAction({
      match: name,
      seatToken,
      turn: ask.turn,
      act: ask.act,
      text,
      effort: BigInt(nodes),
    });
  } catch (error) {
    if (!late.includes(ConnectError.from(error).code)) throw error;
  }
}

// A refusal has to arrive with its reason, which stands in a header that browsers hide by default.
async function isToldWhy(name) {
  try {
    await matches.abort({ match: name, ownerToken: "none" });
  } catch (error) {
    const { code, details } = ConnectError.from(error);
    return code === Code.PermissionDenied && details[0]?.type === "google.rpc.ErrorInfo";
  }
  return false;
}

const made = await matches.createMatch({
  setup: { game: "micro-robots" },
  seats: [{ name: "browser" }, { agent: { name: player } }],
  seed: "browser",
  virtualTime: time === "virtual",
});
const name = made.match.name;
const seatToken = made.seatTokens[0].token;
if (!(await isToldWhy(name))) throw new Error("a refusal came without its reason");
// The page closes its stream; the server would leave it open.
const page = new AbortController();
const watched = { matches: [{ match: name }], seatToken };
for await (const { kind } of matches.watchMatch(watched, { signal: page.signal })) {
  if (kind.case === "actRequest") await answer(name, seatToken, kind.value);
  if (kind.case === "matchOver") {
    console.log([name, ...(kind.value.outcome?.places ?? [])].join(" "));
    break;
  }
}
page.abort();
