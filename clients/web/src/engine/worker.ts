/** A worker, in which the engine answers calls while the page stays responsive. */

import { EngineModule } from "./module.js";
import type { FromWorker, ToWorker } from "./worker_messages.js";

let engine: EngineModule | undefined;

function send(message: FromWorker): void {
  self.postMessage(message);
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if ("module" in data) {
    engine = EngineModule.instantiate(data.module);
    return;
  }
  try {
    const report = (message: Uint8Array) => send({ report: message });
    // The page ends a search early by ending this worker.
    const answer = engine!.call(data.call, { report, shouldStop: () => false });
    send({ answer });
  } catch (error) {
    send({ fault: String(error) });
  }
};
