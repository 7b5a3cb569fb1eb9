/** What programs of others have printed, as text that changes nothing around it. */

import { visibleText } from "../shell/foreign_text.js";

/** The sequences with which programs colour a terminal. Hosts replace the control character in front by a space. */
const COLOURS = /[\u001b ]\[[\d;]*m/g;

/** Returns a log as lines without control characters. */
export function logText(log: string): string {
  return log.replace(COLOURS, "").split(/\r\n|[\n\r]/).map(visibleText).join("\n").trimEnd();
}
