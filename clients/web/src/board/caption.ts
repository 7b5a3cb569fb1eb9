/** The caption that the engine draws below a board, for documents without a page around it. */

/** The height of a line of the caption above the middle of its text. */
const HALF_LINE = 10;

/** Removes the caption, which has the notation, where the page itself says what it says. */
export function removeCaption(picture: SVGSVGElement): void {
  const lines = [...picture.querySelectorAll<SVGTextElement>(":scope > text:not([text-anchor])")];
  if (lines.length === 0) return;
  const { width } = picture.viewBox.baseVal;
  const height = Math.min(...lines.map((line) => Number(line.getAttribute("y")))) - HALF_LINE;
  for (const line of lines) line.remove();
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const ground = picture.querySelector(":scope > rect");
  if (ground?.getAttribute("width") === String(width)) ground.setAttribute("height", String(height));
}
