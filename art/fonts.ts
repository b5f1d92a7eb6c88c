import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont, { type Axes } from './tools/subset-font.ts';

/**
 * The two faces as the first screen needs them: ASCII, the punctuation of good typesetting and the few other signs of the
 * shop's own words; Fraunces cut at one weight and one optical size, Inter from regular to bold. 35 kB instead of 116,
 * which on a slow phone is half a second. Other letters, such as in names, come from the full files (app/ui/app.css).
 */
const punctuation = [
  0x2013, 0x2014, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2026, 0x2032, 0x2033, 0x20ac, 0x2212,
];
/** No-break space, ¢ § © ® ° · ¼ ½ ¾ × é. */
const signs = [0xa0, 0xa2, 0xa7, 0xa9, 0xae, 0xb0, 0xb7, 0xbc, 0xbd, 0xbe, 0xd7, 0xe9];
const firstScreen = [...range(0x20, 0x7e), ...signs, ...punctuation];
/** Paper loads nothing later. */
const paper = [...range(0x20, 0x7e), ...range(0xa0, 0xff), ...punctuation];

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
}

/** The weight of every heading, and the size at which Fraunces is neither delicate nor stout. */
const DISPLAY = { wght: 560, opsz: 40 };

function source(name: 'fraunces' | 'inter', file: string): Promise<Buffer> {
  const folder = join(createRequire(import.meta.url).resolve(`@fontsource-variable/${name}`), '..');
  return readFile(join(folder, 'files', file));
}

type Format = 'woff2' | 'truetype';

async function cut(
  font: Buffer,
  letters: readonly number[],
  variationAxes: Axes,
  targetFormat: Format,
): Promise<Buffer> {
  return subsetFont(font, String.fromCodePoint(...letters), { targetFormat, variationAxes });
}

/** The file for headings and prices. */
export async function displayFont(): Promise<Buffer> {
  return cut(await source('fraunces', 'fraunces-latin-opsz-normal.woff2'), firstScreen, DISPLAY, 'woff2');
}

/** The file for everything else. */
export async function textFont(): Promise<Buffer> {
  const inter = await source('inter', 'inter-latin-wght-normal.woff2');
  return cut(inter, firstScreen, { wght: { min: 400, max: 700 } }, 'woff2');
}

/** The faces as PDFs take them, each at one weight: for text, for what counts in it, and for names above it. */
export async function paperFonts(): Promise<{ text: Buffer; strong: Buffer; display: Buffer }> {
  const inter = await source('inter', 'inter-latin-wght-normal.woff2');
  const fraunces = await source('fraunces', 'fraunces-latin-opsz-normal.woff2');
  return {
    text: await cut(inter, paper, { wght: 400 }, 'truetype'),
    strong: await cut(inter, paper, { wght: 600 }, 'truetype'),
    display: await cut(fraunces, paper, DISPLAY, 'truetype'),
  };
}
