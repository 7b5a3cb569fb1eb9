/** The tokens of seats: in the fragments of invitation links, and in the storage of the browser. */

import { GuardedStorage } from "../shell/guarded_storage.js";
import { SEAT_PREFIX } from "./seat_prefix.js";

/** The right to play one seat of a match. */
export interface HeldSeat {
  readonly seat: number;
  readonly token: string;
}

/** A match of which this browser keeps seats. */
export interface KeptMatch {
  /** The id of the match. */
  readonly match: string;
  /** The seats that are played in this browser, usually one. */
  readonly own: readonly HeldSeat[];
  /** The seats to which other people are invited. */
  readonly invitations: readonly HeldSeat[];
  /** When the match was created or last opened in this browser, in milliseconds since 1970. */
  readonly usedAt: number;
  /** When this browser observed that the match is over; 0 before. */
  readonly endedAt: number;
}

/** Maximum number of matches that are kept. */
export const MAX_MATCHES = 50;

/** The time for which a match that is over is kept, in milliseconds. */
export const ENDED_MILLIS = 86_400_000;

/** The longest token and the longest id of a match, in characters. */
const [MAX_TOKEN, MAX_ID] = [1024, 128] as const;

/** Returns the seat of a fragment such as `#seat=1&token=...`, or `undefined` if it has none. */
export function parseFragment(fragment: string): HeldSeat | undefined {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const token = fields.get("token") ?? "";
  const seat = fields.get("seat") ?? "";
  if (token === "" || token.length > MAX_TOKEN || !/^\d{1,2}$/.test(seat)) return undefined;
  return { seat: Number(seat), token };
}

/** Returns the fragment of an invitation link. */
export function formatFragment({ seat, token }: HeldSeat): string {
  return `#${new URLSearchParams({ seat: String(seat), token })}`;
}

/** The seats that this browser may play or give away. */
export class SeatTokens {
  /** `kept` lasts longer than `tab`, which has only what an invitation link has brought and no server has confirmed. */
  constructor(
    private readonly kept: GuardedStorage,
    private readonly tab: GuardedStorage,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns a seat of a match that is played here: the given one, or the first. */
  own(match: string, seat?: number): HeldSeat | undefined {
    const seats = [...parseSeats(this.tab.get(SEAT_PREFIX + match)), ...this.#read(match).own];
    return seat === undefined ? seats[0] : seats.find((held) => held.seat === seat);
  }

  /**
   * Keeps the seat of an invitation link for this tab. A link of another person may be wrong: it replaces no seat that
   * the browser keeps until the server has accepted it.
   */
  setInvited(match: string, seat: HeldSeat): void {
    this.tab.set(SEAT_PREFIX + match, JSON.stringify([seat]));
  }

  /** Keeps a seat that the server has accepted, as the latest used match. */
  accept(match: string, seat: HeldSeat): void {
    const { own, ...others } = this.#read(match);
    const isKnown = own.some((held) => held.seat === seat.seat);
    const seats = isKnown ? own.map((held) => (held.seat === seat.seat ? seat : held)) : [...own, seat];
    this.#write({ ...others, own: seats, usedAt: this.now() });
    this.tab.remove(SEAT_PREFIX + match);
  }

  /** Forgets the seat of an invitation link that the server has rejected. */
  rejectInvited(match: string): void {
    this.tab.remove(SEAT_PREFIX + match);
  }

  /** Returns the seats of a match to which other people are invited. */
  invitations(match: string): readonly HeldSeat[] {
    return this.#read(match).invitations;
  }

  setInvitations(match: string, seats: readonly HeldSeat[]): void {
    if (seats.length > 0) this.#write({ ...this.#read(match), invitations: seats, usedAt: this.now() });
  }

  /** Records that a match is over. */
  end(match: string): void {
    const kept = this.#read(match);
    if (kept.own.length > 0 && kept.endedAt === 0) this.#write({ ...kept, endedAt: this.now() });
  }

  /** Returns the matches with a seat of this browser: those in progress by their latest use, then those that are over. */
  get matches(): readonly KeptMatch[] {
    return this.#all().filter(({ own }) => own.length > 0);
  }

  forget(match: string): void {
    this.kept.remove(SEAT_PREFIX + match);
    this.tab.remove(SEAT_PREFIX + match);
  }

  forgetAll(): void {
    for (const storage of [this.kept, this.tab]) {
      for (const key of storage.keys) if (key.startsWith(SEAT_PREFIX)) storage.remove(key);
    }
  }

  #read(match: string): KeptMatch {
    const none = { match, own: [], invitations: [], usedAt: 0, endedAt: 0 };
    try {
      const stored: unknown = JSON.parse(this.kept.get(SEAT_PREFIX + match) ?? "null");
      if (typeof stored !== "object" || stored === null) return none;
      const { own, invitations, usedAt, endedAt } = stored as Partial<Record<keyof KeptMatch, unknown>>;
      return { match, own: heldSeats(own), invitations: heldSeats(invitations), usedAt: time(usedAt), endedAt: time(endedAt) };
    } catch {
      return none;
    }
  }

  #write({ match, ...kept }: KeptMatch): void {
    if (match.length > MAX_ID) return;
    this.kept.set(SEAT_PREFIX + match, JSON.stringify(kept));
    for (const { match: other } of this.#all().slice(MAX_MATCHES)) this.kept.remove(SEAT_PREFIX + other);
  }

  /** Returns all matches, those that go first last. Removes what is no match, and what was over long ago. */
  #all(): readonly KeptMatch[] {
    const keys = this.kept.keys.filter((key) => key.startsWith(SEAT_PREFIX));
    const all = keys.map((key) => this.#read(key.slice(SEAT_PREFIX.length)));
    const isPast = ({ own, invitations, endedAt }: KeptMatch) =>
      own.length + invitations.length === 0 || (endedAt > 0 && Math.abs(this.now() - endedAt) > ENDED_MILLIS);
    for (const past of all.filter(isPast)) this.kept.remove(SEAT_PREFIX + past.match);
    const order = (first: KeptMatch, second: KeptMatch) =>
      Number(first.endedAt > 0) - Number(second.endedAt > 0) || second.usedAt - first.usedAt;
    return all.filter((kept) => !isPast(kept)).sort(order);
  }
}

let opened: SeatTokens | undefined;

/** Returns the seats of this browser. */
export function openSeatTokens(): SeatTokens {
  return (opened ??= new SeatTokens(new GuardedStorage(() => localStorage), new GuardedStorage(() => sessionStorage)));
}

function parseSeats(text: string | undefined): readonly HeldSeat[] {
  try {
    return heldSeats(JSON.parse(text ?? "[]"));
  } catch {
    return [];
  }
}

function heldSeats(value: unknown): readonly HeldSeat[] {
  return Array.isArray(value) ? value.filter(isHeldSeat).map(({ seat, token }) => ({ seat, token })) : [];
}

function isHeldSeat(value: unknown): value is HeldSeat {
  const { seat, token } = (value ?? {}) as Partial<Record<keyof HeldSeat, unknown>>;
  return Number.isInteger(seat) && (seat as number) >= 0 && (seat as number) < 100 &&
    typeof token === "string" && token.length <= MAX_TOKEN;
}

function time(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
