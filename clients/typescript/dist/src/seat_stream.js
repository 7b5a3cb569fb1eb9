/** The stream over which one seat is played: what the server sends, and what the bot submits. */
import { create } from "@bufbuild/protobuf";
import { PlayRequestSchema } from "./v1.js";
/** Opens a `Play` stream, which carries both directions. */
export const openPlayStream = (client, join, signal) => {
    const requests = new Outbox();
    requests.push(create(PlayRequestSchema, { kind: { case: "join", value: join } }));
    signal.addEventListener("abort", () => requests.end(), { once: true });
    return {
        frames: client.matches.play(requests, { signal }),
        submit: (submission) => requests.push(create(PlayRequestSchema, { kind: { case: "submission", value: submission } })),
    };
};
/** The requests of a stream in the order in which they are sent. */
class Outbox {
    #requests = [];
    #hasEnded = false;
    #wake = () => { };
    push(request) {
        this.#requests.push(request);
        this.#wake();
    }
    end() {
        this.#hasEnded = true;
        this.#wake();
    }
    async *[Symbol.asyncIterator]() {
        while (!this.#hasEnded) {
            const request = this.#requests.shift();
            if (request !== undefined)
                yield request;
            else
                await new Promise((resolve) => (this.#wake = resolve));
        }
    }
}
//# sourceMappingURL=seat_stream.js.map