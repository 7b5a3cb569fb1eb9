/**
 * Elements of pages. Text is always set as text, so that no name becomes markup. In `bdi`, which has the names and messages of
 * others, it is without the characters that could make it look like another one.
 */

import { visibleText } from "./foreign_text.js";

/** What an element may contain. */
export type Content = Node | string | number | undefined | null | false | readonly Content[];

/** Attributes, properties and listeners of an element. A value of `undefined` or `false` leaves one out. */
export interface Attributes {
  readonly class?: string | undefined;
  /** Listeners by the name of their event. */
  readonly on?: Readonly<Record<string, (event: Event) => void>>;
  /** Styles that the page computes; a policy forbids style attributes in markup, not these. */
  readonly style?: Readonly<Record<string, string>>;
  readonly [name: string]: unknown;
}

/** Creates an HTML element. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...content: Content[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, content);
}

/** Creates an SVG element. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...content: Content[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, content);
}

/** Replaces the content of an element. */
export function replace(element: Element, ...content: Content[]): void {
  element.replaceChildren();
  append(element, content);
}

function fill<E extends HTMLElement | SVGElement>(element: E, attributes: Attributes, content: Content[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value as object)) element.addEventListener(event, listener);
    } else if (name === "style") {
      for (const [property, text] of Object.entries(value as object)) element.style.setProperty(property, text);
    } else {
      element.setAttribute(name, value === true ? "" : shown(element, String(value)));
    }
  }
  append(element, content);
  return element;
}

function append(element: Element, content: readonly Content[]): void {
  for (const part of content) {
    if (part === undefined || part === null || part === false) continue;
    if (Array.isArray(part)) append(element, part as readonly Content[]);
    else element.append(part instanceof Node ? part : shown(element, String(part)));
  }
}

function shown(element: Element, text: string): string {
  return element.localName === "bdi" ? visibleText(text) : text;
}
