/** Uploading the program of a bot. */

import type { BotVersion } from "botwerk/v1";
import type { BotArchive } from "./bot_archive.js";
import type { OwnerCalls } from "./owner_calls.js";

/** Size of a piece, in bytes. */
const PIECE_BYTES = 1 << 20;

/** Uploads an archive as the next version of a bot; `report` receives the part that has arrived, from 0 to 1. */
export async function uploadVersion(
  calls: OwnerCalls,
  bot: string,
  { content, sha256 }: BotArchive,
  report: (part: number) => void,
): Promise<BotVersion> {
  const request = { bot: `bots/${bot}`, contentSha256: sha256, bytes: BigInt(content.size) };
  const { upload } = await calls.once(({ uploads }, options) => uploads.createUpload(request, options));
  for (let offset = 0; offset < content.size; offset += PIECE_BYTES) {
    const piece = new Uint8Array(await content.slice(offset, offset + PIECE_BYTES).arrayBuffer());
    // The server appends a piece once, also if it arrives twice.
    await calls.retry(({ uploads }, options) => uploads.appendUpload({ upload, offset: BigInt(offset), content: piece }, options));
    report(Math.min(1, (offset + piece.length) / content.size));
  }
  const { version } = await calls.once(({ uploads }, options) => uploads.finishUpload({ upload }, options));
  return version!;
}
