/** Boards that are seen from another side: pictures and rectangles turned by quarters, with upright texts. */

/** Clockwise quarter turns. */
export type QuarterTurns = 0 | 1 | 2 | 3;

/** A rectangle of a picture. */
export interface TurnedRectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Width and height. */
export type Extent = readonly [width: number, height: number];

/** The arrows of pictures clockwise, by eighths of a turn. */
const ARROWS = "↑↗→↘↓↙←↖";

/** Half of the height of a line of the caption, as the engine draws it. */
const HALF_LINE = 10;

/** The largest product of size and length of a text that fits across a slot of a transmitter. */
const TEXT_ROOM = 40;

/** Returns the extent of a turned board. */
export function turnedExtent([width, height]: Extent, turns: QuarterTurns): Extent {
  return turns % 2 === 0 ? [width, height] : [height, width];
}

/** Returns where a rectangle of a board of an extent is after turns. */
export function turnRectangle(rectangle: TurnedRectangle, turns: QuarterTurns, [boardWidth, boardHeight]: Extent): TurnedRectangle {
  const { left, top, width, height } = rectangle;
  switch (turns) {
    case 0:
      return { left, top, width, height };
    case 1:
      return { left: boardHeight - top - height, top: left, width: height, height: width };
    case 2:
      return { left: boardWidth - left - width, top: boardHeight - top - height, width, height };
    case 3:
      return { left: top, top: boardWidth - left - width, width: height, height: width };
  }
}

/** Returns a text whose arrows point where they point on the turned board. */
export function turnArrows(text: string, turns: QuarterTurns): string {
  return text.replace(/[↑↗→↘↓↙←↖]/gu, (arrow) => ARROWS[(ARROWS.indexOf(arrow) + 2 * turns) % 8]!);
}

/** Turns a picture without its caption, whose lines stay below. Returns the extent of what was turned, before the turn. */
export function turnPicture(picture: SVGSVGElement, turns: QuarterTurns): Extent {
  const { width, height } = picture.viewBox.baseVal;
  const captions = [...picture.querySelectorAll<SVGTextElement>(":scope > text:not([text-anchor])")];
  const lines = captions.map((text) => Number(text.getAttribute("y")));
  const boardHeight = lines.length === 0 ? height : Math.min(...lines) - HALF_LINE;
  const extent: Extent = [width, boardHeight];
  if (turns === 0) return extent;
  const [turnedWidth, turnedHeight] = turnedExtent(extent, turns);
  const group = picture.ownerDocument.createElementNS("http://www.w3.org/2000/svg", "g");
  const [ground, ...shapes] = [...picture.children].filter((child) => !captions.includes(child as SVGTextElement));
  for (const shape of shapes) {
    if (shape.localName === "text") keepUpright(shape, turns);
    group.append(shape);
  }
  const [x, y] = [[0, 0], [boardHeight, 0], [width, boardHeight], [0, width]][turns]!;
  group.setAttribute("transform", `translate(${x} ${y}) rotate(${90 * turns})`);
  ground!.after(group);
  for (const [index, text] of captions.entries()) text.setAttribute("y", String(lines[index]! + turnedHeight - boardHeight));
  const newHeight = height + turnedHeight - boardHeight;
  picture.setAttribute("viewBox", `0 0 ${turnedWidth} ${newHeight}`);
  ground!.setAttribute("width", String(turnedWidth));
  ground!.setAttribute("height", String(newHeight));
  return extent;
}

function keepUpright(text: Element, turns: QuarterTurns): void {
  const content = turnArrows(text.textContent ?? "", turns);
  text.textContent = content;
  text.setAttribute("transform", `rotate(${-90 * turns} ${text.getAttribute("x")} ${text.getAttribute("y")})`);
  const size = Number(text.getAttribute("font-size"));
  // What was as wide as its slot is now as wide as the slot was high.
  if (turns % 2 === 1 && content.length > 2) text.setAttribute("font-size", String(Math.min(size, TEXT_ROOM / content.length)));
}
