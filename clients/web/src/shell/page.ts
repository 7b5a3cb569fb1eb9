/** What the shell and a page know of each other. */

import type { Engines } from "./engines.js";
import type { Server } from "./server.js";

/** The address of a page within the site. */
export interface Route {
  /** The path, such as `/matches/0197...`. */
  readonly path: string;
  /** The parts of the path after the page's own, such as the id of a match. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

/** What a page may use. */
export interface PageContext {
  /** The server that serves the pages. Unset if they are static files. */
  readonly server: Server | undefined;
  /** Where tournaments and their matches are read: the server, or the files of an exported tournament. */
  readonly results: Server | undefined;
  readonly engines: Engines;
  /** Aborted when the page is left: streams and searches must end then. */
  readonly signal: AbortSignal;
  /** Returns the link to a path of the site. */
  href(path: string): string;
  /** Opens a path of the site. */
  navigate(path: string): void;
  /** Changes the address of the open page without opening another one. */
  replaceAddress(path: string): void;
  /** Changes the address in the same way; Back opens the page of the one before it. */
  pushAddress(path: string): void;
}

/** An open page. */
export interface Page {
  /** The title of the window, without the name of the site. */
  readonly title: string;
  readonly element: HTMLElement;
}

/** A module with a page, loaded when the page is opened. */
export interface PageModule {
  open(context: PageContext, route: Route): Page | Promise<Page>;
}
