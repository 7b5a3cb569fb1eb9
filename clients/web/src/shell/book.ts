/** The book of the documents: the chapter that each page links to. */

/** The address at which the book is published. */
const BOOK = "https://botwerk.dev/book/";

/** A chapter: its file with a heading, and its title. */
export type Chapter = readonly [file: string, title: string];

const FIRST: Chapter = ["index.html", "Botwerk"];

/** The chapters by the first part of a path. */
export const CHAPTERS: Readonly<Record<string, Chapter>> = {
  tournaments: ["organiser.html", "An evening's tournament"],
  matches: ["records.html", "Records"],
  view: ["records.html", "Records"],
  play: ["questions.html#can-people-play", "Can people play?"],
  puzzles: ["pages.html", "Web pages"],
  analysis: ["pages.html#the-analysis", "The analysis"],
  rules: ["first-bot.html", "A bot that wins"],
  bots: ["arena.html", "A public arena"],
};

/** Returns the address and the title of a page's chapter. */
export function chapterOf(path: string): { readonly href: string; readonly title: string } {
  const [file, title] = CHAPTERS[path.split("/")[1] ?? ""] ?? FIRST;
  return { href: BOOK + file, title };
}
