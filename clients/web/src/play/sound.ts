/** Tones for what happens in a match. Off unless they are switched on in the settings. */

import { settings } from "../shell/settings.js";

/** What can be heard. */
export type SoundCue = "turn" | "event" | "time" | "end";

/** A tone: its frequency in hertz, and its start and length in seconds. */
type Tone = readonly [frequency: number, start: number, length: number];

/** The tones of each cue: two rise, one is low, three are quick, and three fall. */
export const TONES: Readonly<Record<SoundCue, readonly Tone[]>> = {
  turn: [[660, 0, 0.14], [880, 0.12, 0.2]],
  event: [[330, 0, 0.12]],
  time: [[990, 0, 0.06], [990, 0.12, 0.06], [990, 0.24, 0.06]],
  end: [[784, 0, 0.18], [659, 0.16, 0.18], [523, 0.32, 0.4]],
};

/** The loudness, of at most 1. */
const GAIN = 0.06;

/** Plays cues one at a time. */
export class Sounds {
  #audio: AudioContext | undefined;

  /** Plays a cue, if sounds are on. */
  play(cue: SoundCue): void {
    if (settings.get("sounds") === "off") return;
    const audio = (this.#audio ??= new AudioContext());
    // A browser keeps sounds suspended until the person has done something.
    if (audio.state === "suspended") void audio.resume();
    for (const tone of TONES[cue]) playTone(audio, tone);
  }

  close(): void {
    void this.#audio?.close();
    this.#audio = undefined;
  }
}

function playTone(audio: AudioContext, [frequency, start, length]: Tone): void {
  const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
  const [from, to] = [audio.currentTime + start, audio.currentTime + start + length];
  oscillator.type = "triangle";
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(GAIN, from);
  gain.gain.exponentialRampToValueAtTime(0.0001, to);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(from);
  oscillator.stop(to);
}
