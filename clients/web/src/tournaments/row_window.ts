/** Which rows of a long list are shown. */

/** A list in a box that scrolls. Sizes are in pixels. */
export interface ScrolledList {
  readonly count: number;
  readonly rowHeight: number;
  readonly scrollTop: number;
  readonly viewHeight: number;
  /** Number of rows beyond each edge that are there as well. */
  readonly overscan: number;
}

/** The rows that are there. */
export interface RowWindow {
  /** The first row, and the one after the last. */
  readonly first: number;
  readonly end: number;
  /** The distance of the first row from the top of the list. */
  readonly top: number;
  /** The height of the list. */
  readonly height: number;
}

/** Maximum height of a list: browsers do not lay out elements far beyond it. */
export const MAX_HEIGHT = 8_000_000;

/** Returns the window of a list. Above the maximum height, the position of the scroll bar counts in proportion. */
export function rowWindow({ count, rowHeight, scrollTop, viewHeight, overscan }: ScrolledList): RowWindow {
  const full = count * rowHeight;
  const height = Math.min(full, MAX_HEIGHT);
  const scrollable = Math.max(1, height - viewHeight);
  const position = Math.min(Math.max(0, scrollTop), Math.max(0, height - viewHeight));
  const scaled = full === height ? position : (position / scrollable) * (full - viewHeight);
  const visible = Math.floor(scaled / rowHeight);
  const first = Math.max(0, visible - overscan);
  const end = Math.min(count, Math.ceil((scaled + viewHeight) / rowHeight) + overscan);
  return { first, end, top: position - scaled + first * rowHeight, height };
}
