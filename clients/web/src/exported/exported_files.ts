/** The files of an exported tournament: scripts, since a page that is a file itself can read no other files. */

import { fromBinary } from "@bufbuild/protobuf";
import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import type { EngineWorker } from "../engine/worker_engine.js";
import type { LoadedModule } from "../shell/engines.js";

declare global {
  /** Receives the content of a file: each is a script that calls it. */
  var botwerkFile: (name: string, content: string) => void;
}

/** Reads the files of the folder `data`. */
export class ExportedFiles {
  readonly #received = new Map<string, string>();
  readonly #open = new Map<string, Promise<string>>();
  readonly #modules = new Map<string, Promise<LoadedModule>>();

  constructor() {
    globalThis.botwerkFile = (name, content) => this.#received.set(name, content);
  }

  /**
   * Returns the content of a file, such as `pairings/0`.
   *
   * @throws Error if there is no such file.
   */
  text(name: string): Promise<string> {
    let open = this.#open.get(name);
    if (open === undefined) {
      open = this.#load(name).finally(() => this.#open.delete(name));
      this.#open.set(name, open);
    }
    return open;
  }

  /** Returns the message that a file has as the text of its bytes. */
  async message<T extends DescMessage>(schema: T, name: string): Promise<MessageShape<T>> {
    return fromBinary(schema, bytesOf(await this.text(name)));
  }

  /** Loads a module once, and returns it with workers. */
  loadModule(name: string): Promise<LoadedModule> {
    let module = this.#modules.get(name);
    if (module === undefined) {
      module = this.#compile(name).catch((error: unknown) => {
        // The next use tries again.
        this.#modules.delete(name);
        throw error;
      });
      this.#modules.set(name, module);
    }
    return module;
  }

  async #compile(name: string): Promise<LoadedModule> {
    const [source, packed] = await Promise.all([this.text("worker"), this.text(name)]);
    const bytes = new Blob([bytesOf(packed)]).stream().pipeThrough(new DecompressionStream("gzip"));
    const module = await WebAssembly.compile(await new Response(bytes).arrayBuffer());
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    return { module, startWorker: () => new Worker(address) as EngineWorker };
  }

  async #load(name: string): Promise<string> {
    const script = document.createElement("script");
    const address = `data/${name}.js`;
    await new Promise((resolve, reject) => {
      script.addEventListener("load", resolve);
      script.addEventListener("error", () => reject(new Error(`${address}: this file of the export is missing`)));
      script.src = address;
      document.head.append(script);
    }).finally(() => script.remove());
    const content = this.#received.get(name);
    this.#received.delete(name);
    if (content === undefined) throw new Error(`${address}: this file of the export is damaged`);
    return content;
  }
}

/** Returns the bytes of a text in Base64. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
