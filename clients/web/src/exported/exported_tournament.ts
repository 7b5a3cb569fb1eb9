/** An exported tournament as the source of the pages, in place of a server. */

import { Code, ConnectError, createRouterTransport } from "@connectrpc/connect";
import { Client } from "botwerk/web";
import {
  GetStandingsResponseSchema,
  ListPairingsResponseSchema,
  MatchService,
  MatchState,
  TournamentSchema,
  TournamentService,
} from "botwerk/v1";
import type { Pairing, Tournament } from "botwerk/v1";
import type { ExportedFiles } from "./exported_files.js";

/** The file `export`, as JSON. */
interface Manifest {
  /** Number of scheduled matches. */
  readonly pairings: number;
  /** Number of scheduled matches in a file. */
  readonly pairingsPerFile: number;
  /** When the tournament was exported, in microseconds since 1970. */
  readonly exportedMicros: number;
}

/** A tournament of which nothing changes any more. */
export class ExportedTournament {
  private constructor(
    private readonly files: ExportedFiles,
    private readonly manifest: Manifest,
    readonly tournament: Tournament,
  ) {}

  /** Reads what all pages need. */
  static async open(files: ExportedFiles): Promise<ExportedTournament> {
    const manifest = JSON.parse(await files.text("export")) as Manifest;
    return new ExportedTournament(files, manifest, await files.message(TournamentSchema, "tournament"));
  }

  /** When it was exported, in milliseconds since 1970. */
  get exportedMillis(): number {
    return this.manifest.exportedMicros / 1000;
  }

  /** Returns clients that answer from the files. Calls that need a server are rejected. */
  client(): Client {
    const { files, tournament } = this;
    const transport = createRouterTransport(({ service }) => {
      service(TournamentService, {
        getTournament: () => ({ tournament }),
        listTournaments: () => ({ tournaments: [tournament] }),
        async *watchTournament({ name }) {
          if (name !== tournament.name) throw new ConnectError(`${name}: not the exported tournament`, Code.NotFound);
          yield { tournament };
        },
        getStandings: ({ season }) =>
          files.message(GetStandingsResponseSchema, season === 0 ? "standings" : `seasons/${season}`),
        listPairings: async ({ pageSize, firstIndex }) => ({ pairings: await this.#pairings(Number(firstIndex), pageSize) }),
      });
      service(MatchService, {
        // Matches have a record once they are over.
        getMatch: async ({ name }) => {
          await this.#record(name);
          return { match: { name, state: MatchState.OVER } };
        },
        getRecord: async function* (this: ExportedTournament, { match }: { match: string }) {
          yield { lines: await this.#record(match) };
        }.bind(this),
        // They follow the exported records.
        getComments: async function* () {},
      });
    });
    return new Client("this export", transport);
  }

  async #pairings(from: number, size: number): Promise<Pairing[]> {
    const { pairings: count, pairingsPerFile } = this.manifest;
    const end = Math.min(from + size, count);
    const pairings: Pairing[] = [];
    for (let at = from; at < end;) {
      const file = Math.floor(at / pairingsPerFile);
      const found = (await this.files.message(ListPairingsResponseSchema, `pairings/${file}`)).pairings;
      const first = file * pairingsPerFile;
      pairings.push(...found.slice(at - first, end - first));
      at = first + pairingsPerFile;
    }
    return pairings;
  }

  async #record(match: string): Promise<string> {
    try {
      return await this.files.text(`records/${encodeURIComponent(match.replace(/^matches\//, ""))}`);
    } catch {
      const message = "the export has no record of this match: it was not over, or others with its seed were not";
      throw new ConnectError(message, Code.NotFound);
    }
  }
}
