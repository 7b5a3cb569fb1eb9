/** What a page and its worker send each other. */

import type { EngineAnswer, EngineCall } from "./module.js";

/** From the page: first the compiled module, then calls. */
export type ToWorker = { readonly module: WebAssembly.Module } | { readonly call: EngineCall };

/** From the worker, about the call that it answers. */
export type FromWorker =
  | { readonly report: Uint8Array }
  | { readonly answer: EngineAnswer }
  | { readonly fault: string };
