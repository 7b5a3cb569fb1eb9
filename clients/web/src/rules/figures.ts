/** Positions that illustrate the rules. The engine applies their actions and draws them. */

import type { GameSetup } from "botwerk/v1";

/** A picture of a position. */
export interface Figure {
  /** The heading before which it stands, or the start of the document. */
  readonly section: string;
  readonly caption: string;
  /** Rules that the picture shows. */
  readonly rules: readonly string[];
  readonly setup: Pick<GameSetup, "game" | "seats"> & { readonly options: readonly { name: string; value: string }[] };
  /** The start in the game's notation, or the seed of a match. */
  readonly start: { readonly position: string } | { readonly seed: string };
  /** Turns of the actor, in the game's notation; `close` is the referee's. */
  readonly actions: readonly string[];
  /** The seat that sees the position. Unset: a spectator. */
  readonly seat?: number;
}

const MICRO_ROBOTS = {
  game: "micro-robots",
  seats: 2,
  options: [{
    name: "board",
    value: "2Y 1W 1B 5P 2P 3P / 2W 2G 2R 6R 4R 3Y / 4P 6G 4W 4B 5G 3G / 6P 5Y 1P 6W 6B 2B / 1R 5B 6Y 3R 4Y 3W / 1G 5R 1Y 3B 4G 5W",
  }],
};
const NETZWERK = { game: "netzwerk", seats: 2, options: [] };
const DROIDS = { game: "droids", seats: 2, options: [] };
const RICOCHET = { game: "ricochet", seats: 2, options: [{ name: "board", value: "4B-3C-1A-2A" }] };

const RICOCHET_RACE = ["start r:c12", "start g:n3", "start b:h3", "start y:p9", "draw y:e10"];

const FIGURES: readonly Figure[] = [
  {
    section: "",
    caption: "The printed example: the robot starts on 1P, and the target is 2W. The race is open.",
    rules: ["MR-12", "MR-30"],
    setup: MICRO_ROBOTS,
    start: { seed: "rules" },
    actions: ["start 1P", "roll 2W"],
  },
  {
    section: "A round",
    caption: "A show: seat 0 has announced five moves and has made four of them. One is missing to 2W.",
    rules: ["MR-14"],
    setup: MICRO_ROBOTS,
    start: { seed: "rules" },
    actions: ["start 1P", "roll 2W", "say 5", "to 6P", "to 6W", "to 6R", "to 2R"],
  },
  {
    section: "",
    caption: "The start: six robots and seven batteries on each side.",
    rules: ["NW-3"],
    setup: NETZWERK,
    start: { seed: "rules" },
    actions: [],
  },
  {
    section: "A turn",
    caption: "The robot phase: the robot from b2 has spent the energy of both batteries next to its start.",
    rules: ["NW-7", "NW-9"],
    setup: NETZWERK,
    start: { seed: "rules" },
    actions: ["b2-b4", "b4-b6"],
  },
  {
    section: "Winning",
    caption: "The battery phase: two robots have moved, and so has the battery from c3 to c5.",
    rules: ["NW-14", "NW-16"],
    setup: NETZWERK,
    start: { seed: "rules" },
    actions: ["b2-b4", "d2-d4", "/", "c3-c5"],
  },
  {
    section: "Leaving",
    caption: "The second position above. White may move the battery on k3 to g3, k1 and k13.",
    rules: ["NW-14", "NW-16"],
    setup: NETZWERK,
    start: {
      position:
        "w h2,l4,j6,h8,j8 b10,j10,j12,l12 a3,e3,i3,k3,m3,i5,k5,k7,i9,k9,g11,i11,k11,m11 0 b:",
    },
    actions: [],
  },
  {
    section: "",
    caption: "Two players after the start roll: the droids S and N, two repair robots (r), the river and walls.",
    rules: ["DR-4", "DR-33"],
    setup: DROIDS,
    start: { seed: "rules" },
    actions: ["start S9,N4"],
  },
  {
    section: "Movement",
    caption: "The set phase, as South sees it: some stones lie on transmitters, the rest is in the hands.",
    rules: ["DR-11", "DR-12"],
    setup: DROIDS,
    start: {
      position:
        "1 SN 1 S set S S59,N40,r72,r27 - - - - - - S:V1,V2,B1,FIRE,TAKE;N:V1,VM,FIRE,G1,GREP " +
        "S5.1:V2N,S6.1:V1E,N5.1:R1E,N6.1:V2S - -",
    },
    actions: [],
    seat: 0,
  },
  {
    section: "Shots, damage, repair",
    caption: "The send phase: the front stone of a column with a fitting robot can be sent. Transmitter S 3 is covered.",
    rules: ["DR-14", "DR-15", "DR-25"],
    setup: DROIDS,
    start: {
      position:
        "1 SN 1 S send S S45,N40,r72,r27 - S3 - - - S0,N1 - " +
        "S5.1:FIREN,S5.2:V2N,S6.1:V1E,S8.1:G1N,N3.1:GREPW,N5.1:FIRES,N6.1:V2S - -",
    },
    actions: [],
  },
  {
    section: "",
    caption: "A race for the yellow target on e10.",
    rules: ["RR-18"],
    setup: RICOCHET,
    start: { seed: "rules" },
    actions: RICOCHET_RACE,
  },
  {
    section: "Simultaneity",
    caption: "A show of six moves: four have been made, and yW yS are missing.",
    rules: ["RR-20"],
    setup: RICOCHET,
    start: { seed: "rules" },
    actions: [...RICOCHET_RACE, "say 6", "close", "yN", "bS", "rN", "gW"],
  },
];

/** Returns the figures of a game, in the order of its document. */
export function figuresOf(game: string): readonly Figure[] {
  return FIGURES.filter(({ setup }) => setup.game === game);
}
