/** The titles of games. */

/** Returns the title of a game by its name, such as "Micro Robots". */
export function gameTitle(game: string): string {
  return game.split("-").map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(" ");
}
