import { blur, down, linear, type Sheet, type Stop } from '../sheet.ts';

/** Sky over the whole sheet, from top to horizon. */
export const sky = (sheet: Sheet, stops: readonly Stop[]): string =>
  `<rect width="${sheet.width}" height="${sheet.height}" fill="${linear(sheet, stops, down)}"/>`;

/** A low sun: a small clear disc in a wide glow. */
export const sun = (sheet: Sheet, cx: number, cy: number, r: number, colour: string, glow: number): string =>
  `<circle cx="${cx}" cy="${cy}" r="${r * 4.2}" fill="${colour}" opacity="${glow}" filter="${blur(sheet, r * 1.6)}"/><circle cx="${cx}" cy="${cy}" r="${r}" fill="#FFF9E8" opacity="0.92"/>`;

/** A bank of mist between two ridges. */
export const mist = (sheet: Sheet, y: number, height: number, colour: string, opacity: number): string =>
  `<rect x="-40" y="${y}" width="${sheet.width + 80}" height="${height}" fill="${linear(
    sheet,
    [
      [0, colour, 0],
      [0.55, colour, opacity],
      [1, colour, 0],
    ],
    down,
  )}"/>`;

/** Long thin clouds, as before rain or after sunset. */
export const clouds = (
  sheet: Sheet,
  places: readonly [number, number, number, number][],
  colour: string,
): string =>
  `<g fill="${colour}" opacity="0.6" filter="${blur(sheet, 24)}">${places
    .map(([x, y, rx, ry]) => `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}"/>`)
    .join('')}</g>`;
