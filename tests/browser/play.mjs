// Plays a complete match of Micro Robots over gRPC-Web, as a page in a browser does: without
// bidirectional streams and without generated code.
//
//   node play.mjs ADDRESS DESCRIPTORS PLAYER virtual|wall
//
// creates a match against a built-in agent, joins it with the seat's token through WatchMatch, answers
// through SubmitActions, and prints the match's name and the places. DESCRIPTORS is a file with the API
// as a google.protobuf.FileDescriptorSet. BOTWERK_ADMIN_TOKEN is sent if it is set.

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
  if (token && !request.header.has("authorization")) {
    request.header.set("authorization", `Bearer ${token}`);
  }
  return next(request);
};
const presenting = (token) => ({ authorization: `Bearer ${token}` });
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

// Breadth-first search: a move keeps the row or column, and the number or colour.
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

// Another seat may have been earlier, which closes the request.
const expectedErrors = [Code.FailedPrecondition, Code.AlreadyExists, Code.DeadlineExceeded];

async function answer(name, seatToken, request) {
  const { route, nodes } = solve(request.view.position.game.value);
  const text = request.stage === "race" ? `say ${route.length - 1}` : `show ${route.join("-")}`;
  try {
    const { turn, part } = request;
    const submission = { turn, part, text, effort: BigInt(nodes) };
    await matches.submitActions({ match: name, submission }, { headers: presenting(seatToken) });
  } catch (error) {
    if (!expectedErrors.includes(ConnectError.from(error).code)) throw error;
  }
}

// A rejection must arrive with its reason; it is in a header that browsers hide by default.
async function rejectionHasReason(name) {
  try {
    await matches.abortMatch({ match: name }, { headers: presenting("none") });
  } catch (error) {
    const { code, details } = ConnectError.from(error);
    return code === Code.PermissionDenied && details[0]?.type === "google.rpc.ErrorInfo";
  }
  return false;
}

const created = await matches.createMatch({
  setup: { game: "micro-robots" },
  seats: [{ name: "browser" }, { agent: { name: player } }],
  seed: "browser",
  usesVirtualTime: time === "virtual",
});
const name = created.match.name;
const seatToken = created.seatTokens[0].token;
if (!(await rejectionHasReason(name))) throw new Error("a rejection arrived without its reason");
// The page closes its stream; the server would keep it open.
const page = new AbortController();
const watched = { matches: [{ match: name }], asSeat: true };
const watching = { signal: page.signal, headers: presenting(seatToken) };
for await (const { kind } of matches.watchMatch(watched, watching)) {
  if (kind.case === "actionRequest") await answer(name, seatToken, kind.value);
  if (kind.case === "matchOver") {
    console.log([name, ...(kind.value.outcome?.places ?? [])].join(" "));
    break;
  }
}
page.abort();
