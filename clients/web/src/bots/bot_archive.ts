/**
 * Archives of the programs of bots: gzipped tar files, as `botwerk bot push` packs them. The server checks them again.
 */

import { Sha256 } from "./sha256.js";

/** The file in the folder of a bot that says what it plays. */
export const MANIFEST = "botwerk.toml";

/** Maximum size of an archive, and of its files together, in bytes. */
export const MAX_ARCHIVE_BYTES = 50 << 20;
export const MAX_UNPACKED_BYTES = 256 << 20;

/** Maximum number of files and folders. */
export const MAX_ENTRIES = 10_000;

const BLOCK = 512;

/** Longer names are written in an entry of their own. */
const MAX_SHORT_NAME = 100;

/** A file of a bot with its path in the folder, whose parts are separated by `/`. */
export interface BotFile {
  readonly path: string;
  readonly content: Blob;
}

/** An archive that can be uploaded. */
export interface BotArchive {
  readonly content: Blob;
  /** As 64 hex digits. */
  readonly sha256: string;
}

/** What is wrong with the files of a bot, for the person who has dropped them. */
export class BotFilesError extends Error {
  override readonly name = "BotFilesError";
}

/** Returns true for names that are left out, as `botwerk bot push` leaves them out: such as `.git`. */
export function isLeftOut(path: string): boolean {
  return path.split("/").some((part) => part.startsWith("."));
}

/** What observes the packing of an archive, and ends it. */
export interface PackProgress {
  readonly signal: AbortSignal;
  /** Receives the part of the bytes that was read, from 0 to 1. */
  report(part: number): void;
}

/**
 * Packs files. Browsers do not say which of them can be executed, so that all can.
 *
 * @throws BotFilesError if they may not be uploaded.
 */
export async function packFiles(files: readonly BotFile[], progress: PackProgress): Promise<BotArchive> {
  const kept = files.filter(({ path }) => !isLeftOut(path));
  if (!kept.some(({ path }) => path === MANIFEST)) {
    throw new BotFilesError(`${MANIFEST} is missing: name the game and the command that plays it in this file, in the folder of the bot.`);
  }
  if (kept.length > MAX_ENTRIES) throw tooMany();
  const bytes = kept.reduce((sum, { content }) => sum + content.size, 0);
  if (bytes > MAX_UNPACKED_BYTES) throw tooLarge(kept, `The files have ${megabytes(bytes)} MiB, and may have 256.`);
  kept.sort((one, other) => (one.path < other.path ? -1 : 1));
  const parts = tarParts(kept, (read) => progress.report(bytes === 0 ? 1 : read / bytes));
  const tar = new ReadableStream<BufferSource>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  try {
    return await collect(tar.pipeThrough(new CompressionStream("gzip"), { signal: progress.signal }), progress.signal);
  } catch (error) {
    if (error instanceof ArchiveSizeError) throw tooLarge(kept, "The archive has more than 50 MiB.");
    throw error;
  }
}

/**
 * Returns a file as an archive, or `undefined` if it is not a compressed one.
 *
 * @throws BotFilesError if it is too large, or an archive of another kind.
 */
export async function openArchive({ path, content }: BotFile, progress: PackProgress): Promise<BotArchive | undefined> {
  const [first, second] = new Uint8Array(await content.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) {
    if (/\.(zip|tar|7z|rar|xz|bz2|zst)$/i.test(path)) {
      throw new BotFilesError("An archive must be a gzipped tar file (.tar.gz). Unpack this one, and drop the folder instead.");
    }
    return undefined;
  }
  if (content.size > MAX_ARCHIVE_BYTES) throw new BotFilesError(`The archive has ${megabytes(content.size)} MiB, and may have 50.`);
  return collect(content.stream(), progress.signal, (read) => progress.report(read / content.size));
}

/** More files than an archive may have. */
export function tooMany(): BotFilesError {
  return new BotFilesError("There are more than 10,000 files and folders. Leave out what the bot does not need.");
}

/** The stream has more bytes than an archive may have. */
class ArchiveSizeError extends Error {}

async function collect(stream: ReadableStream<Uint8Array<ArrayBuffer>>, signal: AbortSignal, read?: (bytes: number) => void): Promise<BotArchive> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const hash = new Sha256();
  let bytes = 0;
  const reader = stream.getReader();
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      if (done) return { content: new Blob(chunks), sha256: hash.digest() };
      bytes += value.length;
      if (bytes > MAX_ARCHIVE_BYTES) throw new ArchiveSizeError();
      hash.update(value);
      chunks.push(value);
      read?.(bytes);
    }
  } catch (error) {
    await reader.cancel(error).catch(() => {});
    throw error;
  }
}

/** Yields the bytes of a tar file. */
async function* tarParts(files: readonly BotFile[], report: (read: number) => void): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let read = 0;
  for (const { path, content } of files) {
    const name = new TextEncoder().encode(path);
    if (name.length > MAX_SHORT_NAME) {
      yield header(new TextEncoder().encode("././@LongLink"), name.length + 1, "L");
      yield padded(name, name.length + 1);
    }
    yield header(name.subarray(0, MAX_SHORT_NAME), content.size, "0");
    const reader = fileStream(path, content);
    for await (const chunk of reader) {
      read += chunk.length;
      report(read);
      yield chunk;
    }
    yield new Uint8Array(-content.size & (BLOCK - 1));
  }
  yield new Uint8Array(2 * BLOCK);
}

async function* fileStream(path: string, content: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = content.stream().getReader();
  for (;;) {
    const next = await reader.read().catch(() => {
      throw new BotFilesError(`${path.slice(0, 200)} cannot be read: it has changed since it was dropped, or is not a file. Drop it again.`);
    });
    if (next.done) return;
    yield next.value;
  }
}

/** Returns bytes with zeros after them, up to the end of a block. */
function padded(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(Math.ceil(length / BLOCK) * BLOCK);
  whole.set(bytes);
  return whole;
}

/** Returns the header of an entry, in the format of GNU tar. It has no owner and no time. */
function header(name: Uint8Array, size: number, kind: string): Uint8Array<ArrayBuffer> {
  const block = padded(name, BLOCK);
  const write = (text: string, at: number) => block.set(new TextEncoder().encode(text), at);
  const octal = (value: number, at: number, digits: number) => write(`${value.toString(8).padStart(digits, "0")}\0`, at);
  octal(0o755, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(0, 136, 11);
  write(`        ${kind}`, 148);
  write("ustar  \0", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

/** Returns an error that names what takes the most space. */
function tooLarge(files: readonly BotFile[], text: string): BotFilesError {
  const sizes = new Map<string, number>();
  for (const { path, content } of files) {
    const [top] = path.split("/");
    sizes.set(top!, (sizes.get(top!) ?? 0) + content.size);
  }
  const [name, size] = [...sizes].reduce((most, next) => (next[1] > most[1] ? next : most));
  return new BotFilesError(`${text} Leave out what the bot does not need: ${name.slice(0, 100)} has ${megabytes(size)} MiB.`);
}

function megabytes(bytes: number): string {
  return (bytes / (1 << 20)).toFixed(bytes < 10 << 20 ? 1 : 0);
}
