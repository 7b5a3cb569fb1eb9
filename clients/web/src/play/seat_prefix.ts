/** How keys of seats start in the storages of the browser: known without the code that reads them. */
export const SEAT_PREFIX = "botwerk-seats:";
