/**
 * Addresses of pages. A server serves each page at its own path. Where the pages are static files there is only one
 * address, so that the path follows a `#`.
 */

/** Returns true if a server serves the pages, which then sets the base to its root. */
export function isServed(): boolean {
  return document.querySelector("base")?.getAttribute("href") === "/";
}

/** Returns the address of a path of the site. */
export function addressOf(path: string): string {
  return isServed() ? path : `#${path}`;
}

/** Returns the link to a path of the site. */
export function hrefOf(path: string): string {
  // A base changes what a link to a fragment means.
  return isServed() ? path : `${location.pathname}${location.search}#${path}`;
}

/** Where a server serves the pages, moves a path after a `#`, as in links to static files, to the place of the path. */
export function adoptFragment(): void {
  const isFragment = isServed() && location.pathname === "/" && /^#\/(?!\/)/.test(location.hash);
  if (isFragment) history.replaceState(null, "", location.hash.slice(1));
}

/** Returns the path and query of the page that is open; `home` is that of the first page. */
export function pathOfLocation(home: string): URL {
  const path = isServed() ? location.pathname + location.search : location.hash.slice(1) || "/";
  const url = new URL(path, "http://site");
  return url.pathname === "/" ? new URL(home, url) : url;
}

/** Returns true if an address is one of the site. The origins of files differ from each other. */
export function isSameSite(url: URL): boolean {
  return url.protocol === location.protocol && url.host === location.host;
}
