import { run } from "botwerk";

await run({
  choose(view, legal) {
    return legal[Math.floor(Math.random() * legal.length)];
  },
});
