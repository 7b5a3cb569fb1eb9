/** Tables as comma-separated values (RFC 4180). */

/** Content of a cell. `undefined` is an empty one. */
export type Cell = string | number | bigint | boolean | undefined;

/** Returns the rows as text. */
export function csv(rows: Iterable<readonly Cell[]>): string {
  let text = "";
  for (const row of rows) text += `${row.map(cell).join(",")}\r\n`;
  return text;
}

function cell(value: Cell): string {
  const text = value === undefined ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
