/** The files that a person drops or chooses, with their paths in the folder of the bot. */

import { BotFilesError, MAX_ENTRIES, isLeftOut, tooMany } from "./bot_archive.js";
import type { BotFile } from "./bot_archive.js";

/** Returns the files of a list, such as that of a field for files or folders. */
export function chosenFiles(files: Iterable<File>): BotFile[] {
  return Array.from(files, (file) => {
    // A folder that was chosen is the first part of the paths of its files.
    const path = file.webkitRelativePath.split("/").slice(1).join("/");
    return { path: path === "" ? file.name : path, content: file };
  });
}

/**
 * Returns the files that were dropped: those of the folder if it is a single one. What a bot leaves out is not read.
 * Must be called before the event has ended.
 *
 * @throws BotFilesError if there are too many, or they cannot be read.
 */
export async function droppedFiles(data: DataTransfer): Promise<BotFile[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  // Files that a program has dropped have no entries.
  if (entries.length === 0) return chosenFiles(data.files);
  const isOnly = entries.length === 1;
  const files = entries.map(async (entry) => {
    if (isFolder(entry)) return walk(entry, isOnly ? "" : `${entry.name}/`);
    return [{ path: entry.name, content: await readFile(entry as FileSystemFileEntry) }];
  });
  return (await Promise.all(files)).flat();
}

async function walk(folder: FileSystemDirectoryEntry, prefix: string): Promise<BotFile[]> {
  const files: BotFile[] = [];
  const pending: [FileSystemDirectoryEntry, string][] = [[folder, prefix]];
  let entries = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [open, path] = next;
    for await (const entry of listFolder(open)) {
      if (isLeftOut(entry.name)) continue;
      if (++entries > MAX_ENTRIES) throw tooMany();
      if (isFolder(entry)) pending.push([entry, `${path}${entry.name}/`]);
      else files.push({ path: path + entry.name, content: await readFile(entry as FileSystemFileEntry) });
    }
  }
  return files;
}

/** Yields the entries of a folder, which browsers return in parts. */
async function* listFolder(folder: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry> {
  const reader = folder.createReader();
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject)).catch(() => unreadable(folder));
    if (part.length === 0) return;
    yield* part;
  }
}

function readFile(entry: FileSystemFileEntry): Promise<File> {
  return new Promise<File>((resolve, reject) => entry.file(resolve, reject)).catch(() => unreadable(entry));
}

function unreadable({ fullPath }: FileSystemEntry): never {
  throw new BotFilesError(`${fullPath.slice(0, 200)} cannot be read.`);
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
