/** The pages of a server, or as static files without one. */

import { isServed } from "./addresses.js";
import { Engines } from "./engines.js";
import { loadServedModule } from "./served_modules.js";
import { Server } from "./server.js";
import { startSite } from "./site.js";

const server = isServed() ? new Server(location.origin) : undefined;

startSite({
  navigation: [
    ["/tournaments", "Tournaments"],
    ["/play", "Play"],
    ["/puzzles", "Puzzles"],
    ["/view", "View"],
    ["/analysis", "Analysis"],
    ["/rules", "Rules"],
    ["/bots", "Bots"],
  ],
  home: "/",
  server,
  results: server,
  engines: new Engines(loadServedModule, server),
  note: "",
});
