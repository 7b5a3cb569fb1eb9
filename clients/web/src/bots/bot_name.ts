/** Names of bots: `spinner` for a bot of the operator, `alice/spinner` for one of an owner. */

/** Returns the path of a bot's page. */
export function pathOfBot(name: string): string {
  return `/bots/${name.split("/").map(encodeURIComponent).join("/")}`;
}

/** Returns the id of an owner from its resource name. */
export function ownerId(resource: string): string {
  return resource.replace(/^owners\//, "");
}

/** Returns the name of a bot without that of its owner. */
export function shortName(name: string): string {
  return name.slice(name.indexOf("/") + 1);
}
