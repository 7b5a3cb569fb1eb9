/** The pages of an exported tournament. They are files that a browser opens without a server. */

import { h } from "../shell/elements.js";
import { Engines } from "../shell/engines.js";
import { Server, errorText } from "../shell/server.js";
import { startSite } from "../shell/site.js";
import { resourceId } from "../tournaments/description.js";
import { dateTime } from "../tournaments/number_format.js";
import { ExportedFiles } from "./exported_files.js";
import { ExportedTournament } from "./exported_tournament.js";

async function start(): Promise<void> {
  const files = new ExportedFiles();
  const exported = await ExportedTournament.open(files);
  const home = `/tournaments/${resourceId(exported.tournament.name)}`;
  startSite({
    navigation: [
      [home, "Tournament"],
      ["/view", "View"],
      ["/analysis", "Analysis"],
      ["/rules", "Rules"],
    ],
    home,
    server: undefined,
    results: new Server("this export", exported.client()),
    engines: new Engines((name) => files.loadModule(name)),
    note: `Exported on ${dateTime(exported.exportedMillis)}`,
  });
}

start().catch((error: unknown) => {
  document.body.append(h("main", {}, h("section", { class: "card error", role: "alert" },
    h("h1", {}, "This tournament cannot be shown"), h("p", {}, errorText(error)))));
});
