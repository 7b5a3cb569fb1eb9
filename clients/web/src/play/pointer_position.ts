/** Where the pointer is, for events that have no movement: browsers send them when elements appear below it. */

let position: readonly [x: number, y: number] | undefined;
let isTracked = false;

/** Follows the pointer from now on. */
export function trackPointer(): void {
  if (isTracked) return;
  isTracked = true;
  const follow = ({ clientX, clientY }: PointerEvent) => (position = [clientX, clientY]);
  for (const type of ["pointermove", "pointerdown"] as const) document.addEventListener(type, follow, { capture: true, passive: true });
}

/** Returns whether the pointer has moved to the place of an event that comes before the movement itself. */
export function hasPointerMoved({ clientX, clientY }: MouseEvent): boolean {
  if (position === undefined) return false;
  // Positions of events without a movement are rounded.
  return Math.abs(clientX - position[0]) >= 2 || Math.abs(clientY - position[1]) >= 2;
}
