/** A text that has no position, with the reason for a person. */
export class PastedTextError extends Error {
  override readonly name = "PastedTextError";
}
