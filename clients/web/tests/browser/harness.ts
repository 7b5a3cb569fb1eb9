/**
 * A browser, a server and static files for tests of whole pages.
 *
 * ```ts
 * suite("viewer", () => {
 *   const bench = new Bench();
 *   test("shows a record", async () => {
 *     const server = await bench.startServer();
 *     const tab = await bench.openTab(server, "/view");
 *     await tab.page.getByRole("heading", { name: "..." }).waitFor();
 *     await tab.finish("view");
 *   });
 * });
 * ```
 *
 * | variable | content |
 * |---|---|
 * | `BOTWERK` | the program, by default `target/debug/botwerk` |
 * | `BOTWERK_CHROMIUM` | the browser, by default `/usr/bin/chromium` |
 * | `BOTWERK_SITE` | the folder with the built pages, by default `site` |
 * | `BOTWERK_PAGES_URL` | pages that a development server serves, which passes calls on to `BOTWERK_TEST_LISTEN` |
 * | `BOTWERK_TEST_LISTEN` | the address of servers, by default a free port |
 * | `BOTWERK_OIDC_PROVIDER` | the program of the OpenID provider that `tests/oidc_provider/build` builds; without it, tests that sign in with it are skipped unless `BOTWERK_REQUIRE_LANGUAGES` is set |
 * | `BOTWERK_ALL_VIEWS` | set: phases of games are looked at in all views, not only in dark colours |
 * | `BOTWERK_FIRST_VIEW_MILLIS` | the limit for the first view of a match, by default generous for a busy machine |
 */

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, extname, join, normalize, resolve } from "node:path";
import { after } from "node:test";
import { promisify } from "node:util";
import { connect } from "botwerk/web";
import type { Client } from "botwerk/web";
import { chromium } from "playwright-core";
import type { Browser, BrowserContext, Page } from "playwright-core";

const WEB = join(import.meta.dirname, "../../..");
export const REPOSITORY = join(WEB, "../..");
export const PROGRAM = resolve(REPOSITORY, process.env["BOTWERK"] ?? "target/debug/botwerk");
const SITE = resolve(WEB, process.env["BOTWERK_SITE"] ?? "pages/site");
const SCREENSHOTS = join(REPOSITORY, "target/screenshots");
const BROWSER_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** What the built pages must do with. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; " +
  "connect-src 'self'; worker-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

/** The size of a phone. */
export const PHONE = { width: 375, height: 800 } as const;
/** The size of a window. */
export const DESKTOP = { width: 1280, height: 900 } as const;

/** How a tab is opened. */
export interface TabOptions {
  /** Defaults to `DESKTOP`. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Defaults to light colours. */
  readonly isDark?: boolean;
  /** Whether turns are animated. Defaults to a person who wants no motion, so that tests need not wait for it. */
  readonly hasMotion?: boolean;
}

/** Something that serves the pages. */
export interface PageServer {
  /** Returns the address of a path of the site, such as `/view`. */
  pageAddress(path: string): string;
}

/** The browser, servers and folders of one suite. Everything ends with the suite. */
export class Bench {
  #browser: Promise<Browser> | undefined;
  #folder: string | undefined;
  readonly #servers = new Set<{ stop(): Promise<void> }>();

  constructor() {
    after(async () => {
      await (await this.#browser)?.close();
      await Promise.all([...this.#servers].map((server) => server.stop()));
      if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true });
    });
  }

  /** A folder for the files of the suite. */
  get folder(): string {
    return (this.#folder ??= mkdtempSync(join(tmpdir(), "botwerk-pages-")));
  }

  /** Starts `botwerk serve`. `flags` are added to its command line, and may have a `--listen` of their own. */
  startServer(...flags: readonly string[]): Promise<TestServer> {
    return this.#startServerOf(PROGRAM, flags);
  }

  /** Starts a server of an example of the program, which has a game of its own. */
  startServerOfExample(name: string): Promise<TestServer> {
    return this.#startServerOf(join(dirname(PROGRAM), "examples", name), []);
  }

  async #startServerOf(program: string, flags: readonly string[]): Promise<TestServer> {
    const server = await TestServer.start(program, join(this.folder, `server-${this.#servers.size}.db`), flags);
    this.#servers.add(server);
    return server;
  }

  /** Ends a process with the suite. */
  adopt(child: ChildProcess): void {
    const exited = new Promise((done) => child.once("exit", done));
    this.#servers.add({
      async stop() {
        if (child.kill("SIGTERM")) await exited;
      },
    });
  }

  /** Starts a server of static files without an API: the built pages, or those of another folder. */
  async startStaticSite(folder = SITE): Promise<StaticSite> {
    const site = await StaticSite.start(folder);
    this.#servers.add(site);
    return site;
  }

  /** Opens a page in a session of its own. */
  async openTab(server: PageServer, path: string, options: TabOptions = {}): Promise<Tab> {
    const executablePath = process.env["BOTWERK_CHROMIUM"] ?? "/usr/bin/chromium";
    this.#browser ??= chromium.launch({ executablePath, args: BROWSER_FLAGS });
    const context = await (await this.#browser).newContext({
      viewport: options.viewport ?? DESKTOP,
      colorScheme: options.isDark ? "dark" : "light",
      reducedMotion: options.hasMotion ? "no-preference" : "reduce",
      acceptDownloads: true,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const tab = new Tab(context, await context.newPage(), server);
    await tab.open(path);
    return tab;
  }

  /** Runs the program and returns what it prints. */
  async run(...args: readonly string[]): Promise<string> {
    return (await promisify(execFile)(PROGRAM, args, { cwd: this.folder, maxBuffer: 1 << 26 })).stdout;
  }

  /** Starts `botwerk tournament run` of a file in the folder of the suite, and returns it once it serves its page. */
  async startTournament(file: string, ...flags: readonly string[]): Promise<TournamentRun> {
    const run = await TournamentRun.start(this.folder, file, flags);
    this.#servers.add(run);
    return run;
  }

  /**
   * Plays a match with `botwerk match` and returns the path of its record, for example
   * `record("netzwerk", "greedy", "random", "--option", "width=4")`.
   */
  async record(game: string, first: string, second: string, ...flags: readonly string[]): Promise<string> {
    const folder = mkdtempSync(join(this.folder, "record-"));
    const seed = flags.includes("--seed") ? [] : ["--seed", "pages"];
    const opening = game === "netzwerk" ? ["--opening-turns", "0"] : [];
    const single = ["--matches", "1", "--records", folder, ...seed, ...opening];
    await this.run("match", first, second, "--game", game, ...single, ...flags);
    return join(folder, "000000.bwr");
  }
}

/** An open page. What its console reports is collected. */
export class Tab {
  readonly #problems: string[] = [];
  readonly #expected: RegExp[] = [];

  constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly server: PageServer,
  ) {
    page.on("pageerror", (error) => this.#problems.push(`page error: ${error.stack ?? error.message}`));
    page.on("console", (message) => {
      if (message.type() !== "error" && message.type() !== "warning") return;
      this.#problems.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
    page.on("request", (request) => {
      const url = new URL(request.url());
      const own = new URL(server.pageAddress("/"));
      if (/^https?:$/.test(url.protocol) && url.origin !== own.origin) {
        this.#problems.push(`request to another origin: ${request.url()}`);
      }
    });
  }

  /** Opens a path of the site. */
  async open(path: string): Promise<void> {
    await this.page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) => {
        console.error(`policy violation: ${violatedDirective} ${blockedURI} in ${sourceFile}`);
      });
    });
    await this.page.goto(this.server.pageAddress(path));
  }

  /** Opens another page of the same session, as a further tab of one browser. */
  async openAnother(path: string): Promise<Tab> {
    const tab = new Tab(this.context, await this.context.newPage(), this.server);
    await tab.open(path);
    return tab;
  }

  /** Allows console messages, such as those of a server that is gone on purpose. */
  expectProblems(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Keeps a screenshot of the window, or of the whole page, as `target/screenshots/NAME.png`. */
  async screenshot(name: string, { fullPage = false } = {}): Promise<void> {
    mkdirSync(SCREENSHOTS, { recursive: true });
    await this.page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage });
  }

  /** Fails if axe-core has a serious or critical finding. */
  async checkAccessibility(): Promise<void> {
    await this.page.evaluate(readAxe());
    const findings = await this.page.evaluate(async () => {
      const { violations } = await (globalThis as unknown as { axe: AxeCore }).axe.run(document);
      return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 5).map(({ html }) => html).join(" | ")}`);
    });
    assert.deepEqual(findings, []);
  }

  /** Fails if the page is wider than its window, so that it scrolls sideways. */
  async checkWidth(): Promise<void> {
    const [content, window] = await this.page.evaluate(() => {
      const root = document.documentElement;
      return [root.scrollWidth, root.clientWidth] as const;
    });
    assert.ok(content <= window, `the page is ${content} px wide in a window of ${window} px`);
  }

  /** Fails if the page had errors, warnings, violations of its policy, or requests to other origins. */
  checkProblems(): void {
    const found = this.#problems.filter((problem) => !this.#expected.some((pattern) => pattern.test(problem)));
    assert.deepEqual(found, []);
  }

  /** Makes all checks, keeps a screenshot, and closes the page. */
  async finish(name: string): Promise<void> {
    await this.screenshot(name);
    await this.checkWidth();
    await this.checkAccessibility();
    this.checkProblems();
    await this.close();
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}

/** A process of `botwerk serve`, which serves the pages and the API. */
export class TestServer implements PageServer {
  #process: ChildProcess | undefined;
  #address = "";
  #client: Client | undefined;

  private constructor(
    private readonly program: string,
    private readonly database: string,
    private readonly flags: readonly string[],
  ) {}

  static async start(program: string, database: string, flags: readonly string[]): Promise<TestServer> {
    const server = new TestServer(program, database, flags);
    await server.#start(process.env["BOTWERK_TEST_LISTEN"] ?? "127.0.0.1:0");
    return server;
  }

  /** The address of the API, such as `127.0.0.1:4270`. */
  get address(): string {
    return this.#address;
  }

  /** Clients of the API. */
  get client(): Client {
    return (this.#client ??= connect(this.#address));
  }

  pageAddress(path: string): string {
    return (process.env["BOTWERK_PAGES_URL"] ?? `http://${this.#address}`) + path;
  }

  /** Ends the process, by default as an operator does. The database is kept. */
  async stop(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    // A process that is stalled ends only once it continues.
    child.kill("SIGCONT");
    await exited;
  }

  /** Stops the process without closing its connections, as a network that goes silent, or lets it continue. */
  setStalled(isStalled: boolean): void {
    this.#process?.kill(isStalled ? "SIGSTOP" : "SIGCONT");
  }

  /** Starts the process again, at the same address and with the same database. */
  async restart(): Promise<void> {
    await this.stop();
    await this.#start(this.#address);
  }

  async #start(listen: string): Promise<void> {
    const own = this.flags.includes("--listen") ? [] : ["--listen", listen];
    const args = ["serve", ...own, "--db", this.database, "--drain-secs", "0", "--log-level", "warn"];
    const child = spawn(this.program, [...args, ...this.flags], { stdio: ["ignore", "pipe", "pipe"] });
    this.#process = child;
    let output = "";
    this.#address = await new Promise<string>((resolve, reject) => {
      const receive = (data: Buffer) => {
        output += data.toString();
        const address = /listening on (\S+?:\d+)/.exec(output)?.[1];
        if (address !== undefined) resolve(address);
      };
      child.stdout!.on("data", receive);
      child.stderr!.on("data", receive);
      child.once("error", reject);
      child.once("exit", (code) => reject(new Error(`botwerk serve ended with ${code}: ${output}`)));
    });
  }
}

/** A process of `botwerk tournament run`, which serves the pages until its tournament has ended. */
export class TournamentRun implements PageServer {
  private constructor(
    private readonly child: ChildProcess,
    private readonly address: string,
    /** The path of the tournament's page, such as `/tournaments/0197...`. */
    readonly path: string,
    /** Resolves with the end of the process. */
    readonly ended: Promise<unknown>,
  ) {}

  static async start(folder: string, file: string, flags: readonly string[]): Promise<TournamentRun> {
    const listen = ["--listen", process.env["BOTWERK_TEST_LISTEN"] ?? "127.0.0.1:0"];
    const args = ["tournament", "run", file, ...(flags.includes("--listen") ? [] : listen), ...flags];
    const child = spawn(PROGRAM, args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    let output = "";
    const [address, path] = await new Promise<[string, string]>((resolve, reject) => {
      child.stdout!.on("data", (data: Buffer) => {
        output += data.toString();
        const page = /watch it at http:\/\/([^/\s]+)(\/\S+)\n/.exec(output);
        if (page !== null) resolve([page[1]!, page[2]!]);
      });
      child.once("error", reject);
      child.once("exit", (code) => reject(new Error(`botwerk tournament run ended with ${code}: ${output}`)));
    });
    return new TournamentRun(child, address, path, ended);
  }

  /** The address at which another run can serve the same page, such as `127.0.0.1:4270`. */
  get listen(): string {
    return this.address;
  }

  pageAddress(path: string): string {
    return (process.env["BOTWERK_PAGES_URL"] ?? `http://${this.address}`) + path;
  }

  /** Ends the process in the middle of its tournament. */
  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill("SIGKILL");
    await this.ended;
  }
}

/** The pages as static files, which have no API and one address. */
export class StaticSite implements PageServer {
  private constructor(private readonly server: Server) {}

  static async start(folder: string): Promise<StaticSite> {
    const server = createServer((request, response) => {
      const path = normalize(new URL(request.url!, "http://site").pathname);
      const isFolder = existsSync(join(folder, path, "index.html"));
      if (isFolder && !path.endsWith("/")) {
        response.writeHead(301, { location: `${path}/${new URL(request.url!, "http://site").search}` }).end();
        return;
      }
      const file = join(folder, isFolder ? `${path}index.html` : path);
      if (!existsSync(file) || !statSync(file).isFile()) {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, {
        "content-type": CONTENT_TYPES[extname(file)] ?? "application/octet-stream",
        ...(folder === SITE && { "content-security-policy": POLICY }),
      });
      createReadStream(file).pipe(response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new StaticSite(server);
  }

  pageAddress(path: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/#${path}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Repeats a check until it passes, and fails with its last error after a time. */
export async function eventually(check: () => void | Promise<void>, millis = 10_000): Promise<void> {
  const end = performance.now() + millis;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Resigns. What an opponent does may move the page below the pointer just then, so that a press misses, as a person's may. */
export async function resign(page: Page): Promise<void> {
  const confirmation = page.getByRole("button", { name: "Yes, resign" });
  await eventually(async () => {
    if (!(await confirmation.isVisible())) await page.getByRole("button", { name: "Resign", exact: true }).click({ timeout: 5_000 });
    await confirmation.waitFor({ timeout: 2_000 });
  }, 30_000);
  await confirmation.click();
}

/** The part of axe-core that is used. */
interface AxeCore {
  run(root: Document): Promise<{
    readonly violations: readonly {
      readonly id: string;
      readonly impact: string | null;
      readonly help: string;
      readonly nodes: readonly { readonly html: string }[];
    }[];
  }>;
}

let axeSource: string | undefined;

function readAxe(): string {
  return (axeSource ??= `${readFileSync(join(WEB, "node_modules/axe-core/axe.min.js"), "utf8")};undefined`);
}
