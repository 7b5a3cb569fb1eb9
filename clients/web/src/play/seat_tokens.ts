/** The tokens of seats: in the fragments of invitation links, and in the storage of the session. */

/** The right to play one seat of a match. */
export interface HeldSeat {
  readonly seat: number;
  readonly token: string;
}

/** The part of `Storage` that tokens need. */
export interface TokenStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** Returns the seat of a fragment such as `#seat=1&token=...`, or `undefined` if it has none. */
export function parseFragment(fragment: string): HeldSeat | undefined {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const token = fields.get("token") ?? "";
  const seat = fields.get("seat") ?? "";
  if (token === "" || !/^\d{1,2}$/.test(seat)) return undefined;
  return { seat: Number(seat), token };
}

/** Returns the fragment of an invitation link. */
export function formatFragment({ seat, token }: HeldSeat): string {
  return `#${new URLSearchParams({ seat: String(seat), token })}`;
}

/** The seats that this session may play or give away. */
export class SeatTokens {
  constructor(private readonly storage: TokenStorage) {}

  /** Returns the seat that this session plays in a match. */
  own(match: string): HeldSeat | undefined {
    const [seat] = this.#read(`seat:${match}`);
    return seat;
  }

  setOwn(match: string, seat: HeldSeat): void {
    this.storage.setItem(`seat:${match}`, JSON.stringify([seat]));
  }

  /** Returns the seats of a match to which this session invites other people. */
  invitations(match: string): readonly HeldSeat[] {
    return this.#read(`invitations:${match}`);
  }

  setInvitations(match: string, seats: readonly HeldSeat[]): void {
    this.storage.setItem(`invitations:${match}`, JSON.stringify(seats));
  }

  #read(key: string): readonly HeldSeat[] {
    try {
      const stored: unknown = JSON.parse(this.storage.getItem(key) ?? "[]");
      return Array.isArray(stored) ? stored.filter(isHeldSeat) : [];
    } catch {
      return [];
    }
  }
}

function isHeldSeat(value: unknown): value is HeldSeat {
  const { seat, token } = (value ?? {}) as Partial<Record<keyof HeldSeat, unknown>>;
  return typeof seat === "number" && typeof token === "string";
}
