/** A short tone when it is the person's turn. Off unless it is switched on. */

import { h } from "../shell/elements.js";

const KEY = "play-sound";

/** The frequency of the tone in hertz, its length in seconds, and its loudness. */
const [FREQUENCY, LENGTH, GAIN] = [660, 0.16, 0.08] as const;

/** The switch for the tone. */
export class TurnSound {
  readonly element: HTMLElement;
  readonly #switch: HTMLInputElement;
  #audio: AudioContext | undefined;

  constructor(private readonly storage: Storage) {
    const isOn = storage.getItem(KEY) === "on";
    this.#switch = h("input", { type: "checkbox", checked: isOn, on: { change: () => this.#change() } });
    this.element = h("label", { class: "play-switch" }, this.#switch, "Sound when it is your turn");
  }

  /** Plays the tone, if it is switched on. */
  play(): void {
    if (!this.#switch.checked) return;
    const audio = (this.#audio ??= new AudioContext());
    const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
    oscillator.frequency.value = FREQUENCY;
    gain.gain.setValueAtTime(GAIN, audio.currentTime);
    gain.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + LENGTH);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start();
    oscillator.stop(audio.currentTime + LENGTH);
  }

  close(): void {
    void this.#audio?.close();
  }

  #change(): void {
    this.storage.setItem(KEY, this.#switch.checked ? "on" : "off");
    this.play();
  }
}
