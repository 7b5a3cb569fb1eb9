/** Where the places of a picture are, relative to each other. */

/** A rectangle of a picture. */
export interface PlaceRectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A direction on the board, north being up. */
export type Heading = "N" | "E" | "S" | "W";

const WAYS: Readonly<Record<Heading, readonly [x: number, y: number]>> = {
  N: [0, -1],
  E: [1, 0],
  S: [0, 1],
  W: [-1, 0],
};

/** Returns the place that an arrow key reaches: the nearest one ahead, where sideways counts twice. */
export function nearestPlace(
  places: ReadonlyMap<string, PlaceRectangle | undefined>,
  from: string,
  heading: Heading,
): string | undefined {
  const start = centre(places.get(from));
  if (start === undefined) return undefined;
  const [dx, dy] = WAYS[heading];
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const [name, rectangle] of places) {
    const end = centre(rectangle);
    if (end === undefined || name === from) continue;
    const [x, y] = [end[0] - start[0], end[1] - start[1]];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (ahead <= 0 || aside > 2 * ahead) continue;
    const distance = ahead + 2 * aside;
    if (best === undefined || distance < best.distance) best = { name, distance };
  }
  return best?.name;
}

/** Returns the direction of a way, or `undefined` if it is too short to have one. */
export function headingOf([x, y]: readonly [number, number], minimum: number): Heading | undefined {
  if (Math.max(Math.abs(x), Math.abs(y)) < minimum) return undefined;
  if (Math.abs(x) > Math.abs(y)) return x > 0 ? "E" : "W";
  return y > 0 ? "S" : "N";
}

function centre(rectangle: PlaceRectangle | undefined): readonly [number, number] | undefined {
  if (rectangle === undefined) return undefined;
  return [rectangle.left + rectangle.width / 2, rectangle.top + rectangle.height / 2];
}
