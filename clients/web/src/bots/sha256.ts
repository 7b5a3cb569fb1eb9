/** SHA-256 of bytes that arrive in pieces, also on pages without encryption, where browsers compute none. */

const BLOCK = 64;

/** The fractional parts of the square roots of the first 8 primes and of the cube roots of the first 64. */
const [START, ROUND] = constants();

/** A hash that is computed piece by piece. */
export class Sha256 {
  readonly #state = Uint32Array.from(START);
  readonly #words = new Uint32Array(64);
  readonly #rest = new Uint8Array(BLOCK);
  #restLength = 0;
  #length = 0;

  update(bytes: Uint8Array): void {
    this.#length += bytes.length;
    let from = 0;
    if (this.#restLength > 0) {
      from = Math.min(BLOCK - this.#restLength, bytes.length);
      this.#rest.set(bytes.subarray(0, from), this.#restLength);
      this.#restLength += from;
      if (this.#restLength < BLOCK) return;
      this.#compress(this.#rest, 0);
      this.#restLength = 0;
    }
    for (; from + BLOCK <= bytes.length; from += BLOCK) this.#compress(bytes, from);
    this.#rest.set(bytes.subarray(from));
    this.#restLength = bytes.length - from;
  }

  /** Returns the hash as 64 hex digits. Nothing can be added after it. */
  digest(): string {
    const bits = this.#length * 8;
    const padding = new Uint8Array(((this.#restLength < 56 ? 56 : 120) - this.#restLength) + 8);
    padding[0] = 0x80;
    const view = new DataView(padding.buffer);
    view.setUint32(padding.length - 8, Math.floor(bits / 2 ** 32));
    view.setUint32(padding.length - 4, bits >>> 0);
    this.update(padding);
    return Array.from(this.#state, (word) => word.toString(16).padStart(8, "0")).join("");
  }

  #compress(bytes: Uint8Array, from: number): void {
    const words = this.#words;
    for (let i = 0; i < 16; i++) {
      const at = from + 4 * i;
      words[i] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
    }
    for (let i = 16; i < 64; i++) {
      const [x, y] = [words[i - 15]!, words[i - 2]!];
      const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
      const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
      words[i] = words[i - 16]! + s0 + words[i - 7]! + s1;
    }
    const state = this.#state;
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[i]! + words[i]!) | 0;
      const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => (state[i]! += value));
  }
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function constants(): readonly [readonly number[], Uint32Array] {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  // 32 bits after the point; the cube roots have three bits before it, so that a number holds both.
  const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32);
  return [primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))), Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))];
}
