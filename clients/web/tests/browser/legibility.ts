/**
 * Checks that everything on a page can be read: texts by axe-core, and by their pixels in screenshots, which also covers texts of
 * pictures, on tinted buttons and under marks; and that marks of what can be chosen stand out, without changing the pieces.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { Tab } from "./harness.js";

/** The least contrast of a text, and of a mark to what is below it. */
const MIN_TEXT = 4.5;
const MIN_MARK = 3;

/** How often screenshots are taken until nothing changes between them. */
const MAX_SHOTS = 5;

/** A size and the colours of a window. */
export interface LookedView {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly isDark: boolean;
  /** Whether pixels are compared, which takes seconds: once in the colours of each theme. */
  readonly hasPixels: boolean;
}

/** Whether only the views whose pixels are compared are looked at, and not every game. */
export const IS_SHORT = process.env["BOTWERK_ALL_VIEWS"] === undefined;

/** The views in which each phase is looked at. At a zoom of 200 %, a window has half as many CSS pixels each way. */
export const VIEWS: readonly LookedView[] = [
  { name: "phone", viewport: { width: 390, height: 844 }, isDark: false, hasPixels: true },
  { name: "window", viewport: { width: 1280, height: 800 }, isDark: false, hasPixels: false },
  { name: "dark", viewport: { width: 1280, height: 800 }, isDark: true, hasPixels: true },
  { name: "zoom", viewport: { width: 640, height: 400 }, isDark: false, hasPixels: false },
];

/** A text of a page with its place and the colour in which it is painted. */
interface PaintedText {
  readonly text: string;
  readonly box: Box;
  /** Red, green, blue from 0 to 255, and alpha from 0 to 1. */
  readonly colour: readonly [number, number, number, number];
}

/** A mark of something that can be chosen. */
interface PaintedMark {
  readonly name: string;
  readonly box: Box;
  readonly isRound: boolean;
  /** Whether there is a piece inside, whose colours a mark must not change. */
  readonly hasPiece: boolean;
}

type Box = readonly [left: number, top: number, width: number, height: number];

/** What hides clocks, which change all the time, and the texts, and the marks. */
const NO_CLOCKS = ".play-clock, .play-limit { visibility: hidden !important }";
const NO_TEXTS = "*, *::before, *::after { -webkit-text-fill-color: transparent !important } text { fill: transparent !important }";
const NO_MARKS = ".board-buttons .place { visibility: hidden !important } .slot.goal, [aria-pressed='true'] " +
  "{ border-color: transparent !important; outline-color: transparent !important; box-shadow: none !important }";

/** Looks at pages in all views. */
export class Legibility {
  #pixels: Promise<Page> | undefined;

  constructor(private readonly tab: Tab) {}

  /**
   * Looks at the page in each view, keeps a screenshot of the whole page as `target/screenshots/legible_NAME_VIEW.png`, and
   * returns what cannot be read.
   */
  async check(name: string): Promise<readonly string[]> {
    const { page } = this.tab;
    const problems: string[] = [];
    for (const view of VIEWS.filter(({ isDark }) => isDark || !IS_SHORT)) {
      await page.emulateMedia({ colorScheme: view.isDark ? "dark" : "light" });
      await page.setViewportSize(view.viewport);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      await this.tab.screenshot(`legible_${name}_${view.name}`, { fullPage: true });
      await this.tab.checkWidth();
      const axe = await axeProblems(page);
      const pixels = view.hasPixels ? await this.#pixelProblems() : [];
      for (const problem of [...axe, ...pixels]) {
        problems.push(`${name}, ${view.name}: ${problem}`);
      }
    }
    return problems;
  }

  async #pixelProblems(): Promise<readonly string[]> {
    const { page } = this.tab;
    const shots = await takeShots(page);
    // The policy of the pages allows no decoding of data addresses.
    this.#pixels ??= page.context().newPage();
    const request = { ...shots, minText: MIN_TEXT, minMark: MIN_MARK };
    return (await this.#pixels).evaluate(comparePixels, request);
  }
}

/** Takes the screenshots that are compared, again if the page has changed in between. */
async function takeShots(page: Page) {
  for (let count = 1; ; count++) {
    const everything = await shot(page, "");
    const painted = await page.evaluate(collectPainted);
    const [withoutTexts, withoutMarks] = [await shot(page, NO_TEXTS), await shot(page, NO_MARKS)];
    const isSettled = (await shot(page, "")) === everything;
    if (isSettled || count === MAX_SHOTS) return { ...painted, everything, withoutTexts, withoutMarks };
  }
}

/** Returns all findings of axe-core about contrast, whatever their impact. */
async function axeProblems(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(`${readAxe()};undefined`);
  return page.evaluate(async () => {
    const axe = (globalThis as unknown as { axe: { run(root: Document, options: object): Promise<AxeResults> } }).axe;
    const { violations } = await axe.run(document, { runOnly: ["color-contrast"] });
    return violations.flatMap(({ nodes }) => nodes.map(({ html, any }) => `${any[0]?.message ?? ""} ${html.slice(0, 160)}`));
  });
}

interface AxeResults {
  readonly violations: readonly { readonly nodes: readonly { readonly html: string; readonly any: readonly { readonly message: string }[] }[] }[];
}

let axeSource: string | undefined;

function readAxe(): string {
  return (axeSource ??= readFileSync(join(import.meta.dirname, "../../../node_modules/axe-core/axe.min.js"), "utf8"));
}

/** Returns a screenshot of the whole page with a style sheet, as base64. */
async function shot(page: Page, css: string): Promise<string> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, NO_CLOCKS + css);
  const image = await page.screenshot({ fullPage: true });
  await page.evaluate(() => void (document.adoptedStyleSheets = []));
  return image.toString("base64");
}

/** Runs in the page: returns its visible texts and marks. */
function collectPainted(): { readonly texts: PaintedText[]; readonly marks: PaintedMark[] } {
  const boxOf = ({ left, top, width, height }: DOMRect): Box => [left + scrollX, top + scrollY, width, height];
  const opacityOf = (element: Element): number => {
    let opacity = 1;
    for (let part: Element | null = element; part !== null; part = part.parentElement) {
      opacity *= Number(getComputedStyle(part).opacity);
    }
    return opacity;
  };
  const colourOf = (element: Element): [number, number, number, number] => {
    const style = getComputedStyle(element);
    const text = element instanceof SVGElement ? style.fill : style.color;
    const [red, green, blue, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
    if (!text.startsWith("rgb") || blue === undefined) throw new Error(`expected a colour, found ${text}`);
    return [red!, green!, blue, alpha * opacityOf(element)];
  };
  const lines = [...document.querySelectorAll<SVGGeometryElement>(".play-marks :is(polyline, path, line)")];
  /** Returns true if a route or an arrow is drawn over the text of a place, which it covers. */
  const isCrossed = ({ left, top, width, height }: DOMRect): boolean => lines.some((line) => {
    const toPicture = line.getScreenCTM()!.inverse();
    return Array.from({ length: 25 }, (_, index) =>
      new DOMPoint(left + (width * (index % 5)) / 4, top + (height * Math.floor(index / 5)) / 4).matrixTransform(toPicture))
      .some((point) => line.isPointInStroke(point));
  });
  /** Returns true if the end of a list that scrolls cuts through a line. */
  const isCut = (element: Element, { top, bottom }: DOMRect): boolean => {
    const list = element.closest(".play-turns")?.getBoundingClientRect();
    return list !== undefined && (top < list.top || bottom > list.bottom);
  };
  const texts: PaintedText[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const element = node.parentElement!;
    if (node.data.trim() === "" || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest("option, .visually-hidden, .skip") !== null) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = node.data.trim().slice(0, 40);
    if (element.closest(".board-picture") !== null && isCrossed(element.getBoundingClientRect())) continue;
    for (const rectangle of range.getClientRects()) {
      if (!isCut(element, rectangle)) texts.push({ text, box: boxOf(rectangle), colour: colourOf(element) });
    }
  }
  const selector = ".board-buttons .place:is(.start, .goal, .selected), .slot.goal, .play button[aria-pressed='true']";
  const marks = [...document.querySelectorAll<HTMLElement>(selector)].flatMap((element): PaintedMark[] => {
    if (!element.checkVisibility()) return [];
    const isRound = getComputedStyle(element).borderRadius === "50%";
    const hasPiece = element.classList.contains("place");
    return [{ name: element.getAttribute("aria-label") ?? element.textContent ?? "", box: boxOf(element.getBoundingClientRect()), isRound, hasPiece }];
  });
  return { texts, marks };
}

/** What is compared. */
interface PixelRequest {
  readonly texts: readonly PaintedText[];
  readonly marks: readonly PaintedMark[];
  readonly everything: string;
  readonly withoutTexts: string;
  readonly withoutMarks: string;
  readonly minText: number;
  readonly minMark: number;
}

/** Runs in an empty page: returns texts and marks with too little contrast. */
async function comparePixels(request: PixelRequest): Promise<string[]> {
  type Colour = readonly [number, number, number];
  const decode = async (base64: string) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d", { willReadFrequently: true })!;
    context.drawImage(bitmap, 0, 0);
    return context.getImageData(0, 0, bitmap.width, bitmap.height);
  };
  const [everything, withoutTexts, withoutMarks] = await Promise.all(
    [request.everything, request.withoutTexts, request.withoutMarks].map(decode)) as [ImageData, ImageData, ImageData];
  const at = ({ data, width }: ImageData, x: number, y: number): Colour => {
    const index = 4 * (y * width + x);
    return [data[index]!, data[index + 1]!, data[index + 2]!];
  };
  const difference = (one: Colour, other: Colour) => Math.max(...one.map((part, index) => Math.abs(part - other[index]!)));
  const luminance = (colour: Colour) => {
    const [red, green, blue] = colour.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  const contrast = (one: Colour, other: Colour) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((first, second) => first - second);
    return (light! + 0.05) / (dark! + 0.05);
  };
  /** Returns false for a pixel that another text has painted, which covers this one. */
  const isBetween = (pixel: Colour, below: Colour, painted: Colour) => pixel.every((part, index) =>
    part >= Math.min(below[index]!, painted[index]!) - 8 && part <= Math.max(below[index]!, painted[index]!) + 8);
  const pointsOf = ([left, top, width, height]: Box, image: ImageData, margin = 0): [number, number][] => {
    const points: [number, number][] = [];
    for (let y = Math.max(0, Math.floor(top - margin)); y < Math.min(image.height, top + height + margin); y++) {
      for (let x = Math.max(0, Math.floor(left - margin)); x < Math.min(image.width, left + width + margin); x++) points.push([x, y]);
    }
    return points;
  };
  const problems: string[] = [];

  for (const { text, box, colour } of request.texts) {
    const [red, green, blue, alpha] = colour;
    const points = pointsOf(box, everything).map(([x, y]) => ({ below: at(withoutTexts, x, y), above: at(everything, x, y) }));
    const most = Math.max(0, ...points.map(({ below, above }) => difference(below, above)));
    // What is scrolled away or covered paints nothing.
    if (most < 3) continue;
    const ratios = points.filter(({ below, above }) => difference(below, above) >= most / 2).flatMap(({ below, above }) => {
      const painted = [red, green, blue].map((part, index) => alpha * part + (1 - alpha) * below[index]!) as unknown as Colour;
      return isBetween(above, below, painted) ? [contrast(painted, below)] : [];
    }).sort((one, other) => one - other);
    // Single pixels belong to lines that a letter crosses.
    const least = ratios[Math.floor(ratios.length / 10)];
    if (least !== undefined && least < request.minText) problems.push(`the text "${text}" has a contrast of ${least.toFixed(2)}`);
  }

  for (const { name, box, isRound, hasPiece } of request.marks) {
    const [left, top, width, height] = box;
    const length = isRound ? (Math.PI * (width + height)) / 2 : 2 * (width + height);
    const points = pointsOf(box, everything, 6);
    const standOut = points.filter(([x, y]) => contrast(at(everything, x, y), at(withoutMarks, x, y)) >= request.minMark);
    // A ring of one pixel at least. Pieces next to it and the way of another seat's turn may cover a part.
    if (standOut.length < 0.6 * length) {
      problems.push(`the mark "${name}" stands out by ${standOut.length} pixels of ${Math.round(length)}`);
    }
    if (!hasPiece) continue;
    const middle: Box = [left + width * 0.35, top + height * 0.35, width * 0.3, height * 0.3];
    const tinted = pointsOf(middle, everything).filter(([x, y]) => difference(at(everything, x, y), at(withoutMarks, x, y)) > 2);
    if (tinted.length > 0) problems.push(`the mark "${name}" changes the colour of its piece`);
  }
  return problems;
}
