/** Responses of `TournamentService` that a test changes on their way, for what a short tournament does not have. */

import { fromBinary, toBinary } from "@bufbuild/protobuf";
import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import type { Tab } from "./harness.js";

/** Changes all messages of a response of gRPC-Web. */
export async function rewrite<T extends DescMessage>(
  tab: Tab,
  method: string,
  schema: T,
  change: (message: MessageShape<T>) => void,
): Promise<void> {
  await tab.page.route(`**/botwerk.v1.TournamentService/${method}`, async (route) => {
    const response = await route.fetch();
    const body = await response.body();
    const frames: Buffer[] = [];
    for (let offset = 0; offset < body.length;) {
      const length = body.readUInt32BE(offset + 1);
      let content = body.subarray(offset + 5, offset + 5 + length);
      // Trailers have the highest bit.
      if (body[offset]! < 0x80) {
        const message = fromBinary(schema, content);
        change(message);
        content = Buffer.from(toBinary(schema, message));
      }
      const head = Buffer.from([body[offset]!, 0, 0, 0, 0]);
      head.writeUInt32BE(content.length, 1);
      frames.push(head, content);
      offset += 5 + length;
    }
    await route.fulfill({ response, body: Buffer.concat(frames) });
  });
}
