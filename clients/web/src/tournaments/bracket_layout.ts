/** Where the matchups of a knockout are drawn. */

/** A matchup, as the API returns it. */
export interface Matchup {
  /** Round, from 1. */
  readonly round: number;
  /** Empty names are not decided yet. One entrant has a bye. */
  readonly entrants: readonly string[];
  readonly points: readonly number[];
  /** Empty until it is decided. */
  readonly winner: string;
}

/** A matchup with its place, in pixels. */
export interface PlacedMatchup {
  readonly matchup: Matchup;
  readonly left: number;
  readonly top: number;
}

/** A picture of a bracket: one column per round, a matchup in the middle of those before it. */
export interface BracketLayout {
  readonly width: number;
  readonly height: number;
  readonly rounds: readonly { readonly name: string; readonly left: number }[];
  readonly matchups: readonly PlacedMatchup[];
  /** Lines from matchups to the next ones, as lists of points. */
  readonly connectors: readonly (readonly (readonly [number, number])[])[];
}

/** The size of a matchup, and the spaces between matchups. */
export const BOX_WIDTH = 216;
export const BOX_HEIGHT = 60;
const ROW_GAP = 14;
const COLUMN_GAP = 40;
/** The height of the names of the rounds. */
const HEAD = 32;

/** Returns the layout of all matchups, which are in the order of the bracket, round by round. */
export function bracketLayout(bracket: readonly Matchup[]): BracketLayout {
  const last = bracket.at(-1)?.round ?? 0;
  const rounds = Array.from({ length: last }, (_, index) => bracket.filter(({ round }) => round === index + 1));
  const slot = BOX_HEIGHT + ROW_GAP;
  const matchups: PlacedMatchup[] = [];
  const connectors: (readonly (readonly [number, number])[])[] = [];
  let middles = (rounds[0] ?? []).map((_, index) => HEAD + slot * index + BOX_HEIGHT / 2);
  for (const [index, round] of rounds.entries()) {
    const left = index * (BOX_WIDTH + COLUMN_GAP);
    const next = middlesOfPairs(middles);
    for (const [number, matchup] of round.entries()) {
      const middle = middles[number]!;
      matchups.push({ matchup, left, top: middle - BOX_HEIGHT / 2 });
      if (index + 1 === rounds.length) continue;
      const [right, target] = [left + BOX_WIDTH, next[Math.floor(number / 2)]!];
      const bend = right + COLUMN_GAP / 2;
      connectors.push([[right, middle], [bend, middle], [bend, target], [right + COLUMN_GAP, target]]);
    }
    middles = next;
  }
  return {
    width: Math.max(0, last * (BOX_WIDTH + COLUMN_GAP) - COLUMN_GAP),
    height: HEAD + Math.max(0, (rounds[0]?.length ?? 0) * slot - ROW_GAP),
    rounds: rounds.map((_, index) => ({ name: roundName(index + 1, last), left: index * (BOX_WIDTH + COLUMN_GAP) })),
    matchups,
    connectors,
  };
}

/** Returns the name of a round of a knockout. */
export function roundName(round: number, rounds: number): string {
  const names = ["Final", "Semi-finals", "Quarter-finals"];
  return names[rounds - round] ?? `Round ${round}`;
}

function middlesOfPairs(middles: readonly number[]): number[] {
  const pairs: number[] = [];
  for (let index = 0; index < middles.length; index += 2) {
    pairs.push((middles[index]! + (middles[index + 1] ?? middles[index]!)) / 2);
  }
  return pairs;
}
