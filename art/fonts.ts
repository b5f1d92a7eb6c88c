import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { openSync } from 'fontkit';
import subsetFont, { type Axes } from './tools/subset-font.ts';

/**
 * The two faces as the first screen needs them: ASCII, the punctuation of good typesetting and the few other signs of the
 * shop's own words; Fraunces cut at one weight and one optical size, Inter from regular to bold. 35 kB instead of 116,
 * which on a slow phone is half a second. The letters of names are in files of their own (app/ui/fonts/faces.css): 10 kB for 'ñ'
 * and its neighbors in Latin-1, 10 kB for 'ł' and the others of Latin Extended-A. All else comes from the full files.
 */
const punctuation = [
  0x2013, 0x2014, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2026, 0x2032, 0x2033, 0x20ac, 0x2212,
];
/** No-break space, ¢ § © ® ° · ¼ ½ ¾ × é. */
const signs = [0xa0, 0xa2, 0xa7, 0xa9, 0xae, 0xb0, 0xb7, 0xbc, 0xbd, 0xbe, 0xd7, 0xe9];
const firstScreen = [...range(0x20, 0x7e), ...signs, ...punctuation];
const otherLatin = range(0xa1, 0xff).filter((letter) => !signs.includes(letter));
/** Fraunces has Latin letters only, in two files; what it lacks, paper prints in Inter. */
const latin = [...range(0x20, 0x7e), ...range(0xa0, 0xff), ...punctuation];
const moreLatin = [...range(0x100, 0x24f), ...range(0x1e80, 0x1eff)];
/** Latin, Greek and Cyrillic letters with their marks, letter-like signs, and the box printed for what no font has. */
const european = [
  ...[...latin, ...range(0x100, 0x52f), ...range(0x1e00, 0x1fff), ...range(0x2010, 0x203a)],
  ...[...range(0x2070, 0x218b), ...range(0x2190, 0x2193), 0x2212, ...range(0x2260, 0x2265), 0x25a1],
];
/** They say how the letters beside them join. */
const joiners = [0x200c, 0x200d];

/**
 * Fonts of the other scripts of the twelve languages that New York State's agencies translate into (Arabic and Urdu,
 * Yiddish, Bengali, Chinese, Korean), and of Japanese, whose characters come with Chinese.
 */
const scripts = {
  arabic: { file: 'NotoSansArabic', letters: [...joiners, ...range(0x600, 0x6ff), ...range(0x750, 0x77f)] },
  hebrew: { file: 'NotoSansHebrew', letters: range(0x590, 0x5ff) },
  bengali: {
    file: 'NotoSansBengali',
    letters: [...joiners, 0x964, 0x965, ...range(0x980, 0x9ff), 0x25cc],
  },
  han: {
    file: 'NotoSansSC',
    letters: [
      ...[...range(0x3001, 0x312f), ...range(0x4e00, 0x9fff), ...range(0xf900, 0xfaff)],
      ...[...range(0xff01, 0xffef), ...range(0x20000, 0x3ffff)],
    ],
  },
  hangul: {
    file: 'NotoSansKR',
    letters: [...range(0x1100, 0x11ff), ...range(0x3131, 0x318e), ...range(0xac00, 0xd7a3)],
  },
} as const;

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

/** The files of the shop's pages: `display` for headings and prices, `text` for everything else. */
export async function pageFonts(): Promise<Readonly<Record<string, Buffer>>> {
  const inter = (file: string, letters: readonly number[]) =>
    cutFile('inter', `inter-${file}-wght-normal.woff2`, letters, { wght: { min: 400, max: 700 } });
  const fraunces = (file: string, letters: readonly number[]) =>
    cutFile('fraunces', `fraunces-${file}-opsz-normal.woff2`, letters, DISPLAY);
  return {
    text: await inter('latin', firstScreen),
    'text-latin': await inter('latin', otherLatin),
    'text-european': await inter('latin-ext', range(0x100, 0x17f)),
    display: await fraunces('latin', firstScreen),
    'display-latin': await fraunces('latin', otherLatin),
    'display-european': await fraunces('latin-ext', range(0x100, 0x17f)),
  };
}

const cutFile = async (name: 'fraunces' | 'inter', file: string, letters: readonly number[], axes: Axes) =>
  cut(await source(name, file), letters, axes, 'woff2');

/** A whole font at one weight, which no installation of the shop needs: papers use parts of it. */
function whole(family: string, file: string, weight = '400Regular'): string {
  const tools = createRequire(new URL('./tools/', import.meta.url));
  return tools.resolve(`@expo-google-fonts/${family}/${weight}/${file}_${weight}.ttf`);
}

/** Only letters that the font has, because a font without any glyph for one gets none. */
async function cutWhole(path: string, letters: readonly number[], isJoined: boolean): Promise<Buffer> {
  const has = new Set(openSync(path).characterSet);
  return subsetFont(await readFile(path), String.fromCodePoint(...letters.filter((code) => has.has(code))), {
    targetFormat: 'truetype',
    noLayoutClosure: !isJoined,
  });
}

/**
 * The fonts as PDFs take them, each at one weight: for text, for what counts in it, for names above it, and for the
 * scripts that these lack. Of Chinese and Korean only the characters, without forms for vertical text.
 */
export async function paperFonts(): Promise<Readonly<Record<string, Buffer>>> {
  const fonts: Record<string, Buffer> = {
    text: await cutWhole(whole('inter', 'Inter'), european, true),
    strong: await cutWhole(whole('inter', 'Inter', '600SemiBold'), european, true),
  };
  for (const [name, letters, file] of [
    ['display', latin, 'fraunces-latin-opsz-normal.woff2'],
    ['display-more', moreLatin, 'fraunces-latin-ext-opsz-normal.woff2'],
  ] as const)
    fonts[name] = await cut(await source('fraunces', file), letters, DISPLAY, 'truetype');
  for (const [name, { file, letters }] of Object.entries(scripts)) {
    const family = file.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
    fonts[name] = await cutWhole(whole(family, file), letters, name !== 'han' && name !== 'hangul');
  }
  return fonts;
}
