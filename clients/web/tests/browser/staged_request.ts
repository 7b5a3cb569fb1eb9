/** A page of a match whose stream asks for one decision in a given position, such as one that is rare in play. */

import { create, toBinary } from "@bufbuild/protobuf";
import { MatchState, ViewerSchema, WatchMatchResponseSchema } from "botwerk/v1";
import type { GameSetup } from "botwerk/v1";
import type { Tab, TestServer } from "./harness.js";

/** A decision of the first seat. */
export interface StagedRequest {
  readonly setup: Pick<GameSetup, "game" | "seats">;
  readonly position: string;
  readonly stage: string;
}

/** Replaces the stream of the match in the tab by one that asks for the decision; the page must be opened afterwards. */
export async function stageRequest(tab: Tab, server: TestServer, { setup, position, stage }: StagedRequest): Promise<void> {
  const { rules } = server.client;
  const viewer = create(ViewerSchema, { kind: { case: "seat", value: 0 } });
  const described = await rules.describeMatch({ setup });
  const view = await rules.getView({ setup, position, viewer });
  const { actions } = await rules.listLegalActions({ setup, position });
  const seen = { position: view.view!, text: view.text };
  const frames = [
    create(WatchMatchResponseSchema, {
      kind: { case: "joined", value: { seat: 0, setup: described.setup!, state: MatchState.RUNNING, view: seen, seq: 0n, rules: described.rules! } },
    }),
    create(WatchMatchResponseSchema, {
      kind: { case: "actionRequest", value: { seq: 1n, turn: 1, stage, view: seen, legalActions: actions } },
    }),
  ];
  const messages = frames.map((frame) => framed(0, toBinary(WatchMatchResponseSchema, frame)));
  const trailer = framed(0x80, Buffer.from("grpc-status: 0\r\n"));
  await tab.page.route("**/botwerk.v1.MatchService/WatchMatch", (route) => route.fulfill({
    contentType: "application/grpc-web+proto",
    body: Buffer.concat([...messages, trailer]),
  }));
}

function framed(flag: number, content: Uint8Array): Buffer {
  const head = Buffer.from([flag, 0, 0, 0, 0]);
  head.writeUInt32BE(content.length, 1);
  return Buffer.concat([head, content]);
}
