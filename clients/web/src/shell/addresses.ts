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

/** Returns the path and query of the page that is open. */
export function pathOfLocation(): URL {
  const path = isServed() ? location.pathname + location.search : location.hash.slice(1) || "/";
  return new URL(path, "http://site");
}
