import { fileURLToPath } from 'node:url';
import { type Font, openSync, type Point } from 'fontkit';

/** The cuts of the shop's two families that the pictures use. */
const cuts = {
  display: ['fraunces/files/fraunces-latin-full-normal.woff2', { wght: 560, opsz: 72, SOFT: 60, WONK: 0 }],
  displayLight: [
    'fraunces/files/fraunces-latin-full-normal.woff2',
    { wght: 420, opsz: 36, SOFT: 60, WONK: 0 },
  ],
  italic: ['fraunces/files/fraunces-latin-full-italic.woff2', { wght: 400, opsz: 36, SOFT: 60, WONK: 0 }],
  text: ['inter/files/inter-latin-opsz-normal.woff2', { wght: 500, opsz: 14 }],
  bold: ['inter/files/inter-latin-opsz-normal.woff2', { wght: 650, opsz: 14 }],
} as const;

export type Cut = keyof typeof cuts;

const opened = new Map<Cut, Font>();

const processorOf = (font: Font) => font._variationProcessor;

/**
 * Opens one cut of a variable font. fontkit can place WOFF2 fonts on their axes for widths but not for
 * outlines, so the outlines are moved here: unpacked first without variation, then shifted glyph by glyph.
 */
function fontOf(cut: Cut): Font {
  const known = opened.get(cut);
  if (known) return known;
  const [file, axes] = cuts[cut];
  const font = openSync(
    fileURLToPath(new URL(`../node_modules/@fontsource-variable/${file}`, import.meta.url)),
  );
  const wanted: Record<string, number> = axes;
  Object.defineProperty(font, '_variationProcessor', { value: null, configurable: true });
  font.getGlyph(1);
  delete font._variationProcessor;
  font.variationCoords = Object.entries(font.variationAxes).map(
    ([axis, range]) => wanted[axis] ?? range.default,
  );
  const processor = processorOf(font);
  if (!processor) throw new Error(`${file} has no variation axes; the label type cannot be set.`);
  font._transformedGlyphs?.forEach((glyph, id) => {
    const first = glyph?.points?.[0];
    if (!glyph?.points || !first || glyph.numberOfContours <= 0) return;
    const PointOf = first.constructor as new (onCurve: boolean, end: boolean, x: number, y: number) => Point;
    const phantoms = Array.from({ length: 4 }, () => new PointOf(false, true, 0, 0));
    processor.transformPoints(id, [...glyph.points, ...phantoms]);
  });
  opened.set(cut, font);
  return font;
}

/** Ligatures and contextual forms are off: their variation data is what fontkit reads wrongly. */
const plain = { liga: false, calt: false, clig: false, ccmp: false };

/** How wide a line will be, in picture units. `tracking` is in thousandths of the size. */
export function widthOf(cut: Cut, line: string, size: number, tracking = 0): number {
  const font = fontOf(cut);
  const advances = font.layout(line, plain).positions.reduce((sum, place) => sum + place.xAdvance, 0);
  return (advances / font.unitsPerEm) * size + ([...line].length - 1) * (tracking / 1000) * size;
}

export type LineStyle = {
  cut: Cut;
  size: number;
  fill: string;
  /** Thousandths of the size. */
  tracking?: number;
  anchor?: 'start' | 'middle' | 'end';
  opacity?: number;
};

/** One line of type as outlines, so that the picture needs no installed fonts. `y` is the baseline. */
export function line(content: string, x: number, y: number, style: LineStyle): string {
  const { cut, size, fill, tracking = 0, anchor = 'start', opacity = 1 } = style;
  const font = fontOf(cut);
  const scale = size / font.unitsPerEm;
  const width = widthOf(cut, content, size, tracking);
  let pen = anchor === 'start' ? x : anchor === 'middle' ? x - width / 2 : x - width;
  const run = font.layout(content, plain);
  const outlines = run.glyphs.map((glyph, index) => {
    const place = run.positions[index];
    const outline = glyph.path.toSVG();
    const left = pen + (place?.xOffset ?? 0) * scale;
    pen += (place?.xAdvance ?? 0) * scale + (tracking / 1000) * size;
    return outline
      ? `<path transform="translate(${left.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})" d="${outline}"/>`
      : '';
  });
  return `<g fill="${fill}" opacity="${opacity}">${outlines.join('')}</g>`;
}

/** Breaks text into lines that fit the width, as evenly as its words allow. */
function breakLines(cut: Cut, content: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of content.split(' ')) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && widthOf(cut, longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The largest size, up to `size`, at which the text takes at most `most` lines of this width. */
export function fitLines(
  cut: Cut,
  content: string,
  size: number,
  width: number,
  most: number,
): { size: number; lines: string[] } {
  for (let tried = size; tried > size * 0.35; tried *= 0.95) {
    const lines = breakLines(cut, content, tried, width);
    if (lines.length <= most && lines.every((each) => widthOf(cut, each, tried) <= width)) {
      return { size: tried, lines };
    }
  }
  return { size: size * 0.35, lines: breakLines(cut, content, size * 0.35, width) };
}
