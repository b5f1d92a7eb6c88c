/**
 * Renders labels as a label printer's dots, in the letters and at the places of the PDF. Printers get pictures and no text:
 * their own fonts lack letters, and no name can command them. Runs only in the process for papers (`drawing-process`).
 */
import sharp from 'sharp';
import { encode } from 'uqr';
import { openPdf } from './draw-paper.ts';
import type { Label, LabelDots, LabelSheet } from './label.ts';
import { openFont } from './letter-fonts.ts';
import { type PlacedLabel, type PlacedText, placeLabel } from './place-label.ts';
import { ascentOf, runsInPrint } from './write-text.ts';

/** Dots of a point: 203 to an inch, which is eight to a millimeter. */
const DOTS = 203.2 / 72;
/** Lighter than this, of 255, is white: thin strokes stay. */
const WHITE = 150;
/** Light squares around a code, which scanners need. */
const BORDER = 2;

// One picture takes one core, and none is needed again.
sharp.cache(false);
sharp.concurrency(1);

/** A picture for each label; small print that does not fit goes to more of them. */
export async function drawLabelDots(labels: readonly Label[], sheet: LabelSheet): Promise<LabelDots[]> {
  const about = { title: 'Labels', author: '', at: new Date(0) };
  // Measures letters, and is never written.
  const pdf = openPdf(about, {
    size: [sheet.width, 10],
    margin: 0,
    bufferPages: false,
    autoFirstPage: false,
  });
  const drawn: LabelDots[] = [];
  for (const label of labels)
    for (const placed of placeLabel(pdf, label, sheet)) drawn.push(await dotsOf(placed, sheet.width));
  return drawn;
}

async function dotsOf(label: PlacedLabel, points: number): Promise<LabelDots> {
  const [width, height] = [Math.round(points * DOTS), Math.round(label.height * DOTS)];
  const drawn = [...label.texts.map(outlineOf), squaresOf(label.qr)].join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawn}</svg>`;
  const grey = await sharp(Buffer.from(svg))
    .flatten({ background: '#fff' })
    .toColorspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer();
  const row = Math.ceil(width / 8);
  const bits = new Uint8Array(row * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if ((grey[y * width + x] ?? 255) < WHITE)
        bits[y * row + (x >> 3)] = (bits[y * row + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
  return { width, height, bits };
}

/** The outlines of a text's letters. No letter of it is in the drawing. */
function outlineOf({ laid, at }: PlacedText): string {
  const { lines, lineHeight, look } = laid;
  const { size = 10, font = 'text' } = look;
  const baseline = at.top + ascentOf(font) * size;
  return lines
    .map((line, index) => {
      const runs = runsInPrint(at.align === 'right' ? line.trimEnd() : line, font);
      const glyphs = runs.flatMap((run) => {
        const { font: opened } = openFont(run.font);
        const scale = size / opened.unitsPerEm;
        const { glyphs: drawn, positions } = opened.layout(run.text);
        return drawn.map((glyph, place) => ({ glyph, scale, position: positions[place] }));
      });
      const width = glyphs.reduce((sum, { scale, position }) => sum + scale * (position?.xAdvance ?? 0), 0);
      let x = at.align === 'right' ? at.left + at.room - width : at.left;
      const y = baseline + index * lineHeight;
      return glyphs
        .map(({ glyph, scale, position }) => {
          const [left, top] = [x + scale * (position?.xOffset ?? 0), y - scale * (position?.yOffset ?? 0)];
          x += scale * (position?.xAdvance ?? 0);
          return `<path transform="translate(${left * DOTS} ${top * DOTS}) scale(${scale * DOTS} ${-scale * DOTS})" d="${glyph.path.toSVG()}"/>`;
        })
        .join('');
    })
    .join('');
}

/** Of whole dots, so that every square of the code is as wide as the others. */
function squaresOf({ text, left, top, side }: PlacedLabel['qr']): string {
  const { size, data } = encode(text, { ecc: 'M', border: BORDER });
  const square = Math.max(Math.floor((side * DOTS) / size), 1);
  const [x, y] = [Math.round((left + side) * DOTS) - square * size, Math.round(top * DOTS)];
  const dark = data.flatMap((row, down) =>
    row.flatMap((isDark, across) =>
      isDark ? [`M${x + across * square} ${y + down * square}h${square}v${square}h-${square}z`] : [],
    ),
  );
  return `<path shape-rendering="crispEdges" d="${dark.join('')}"/>`;
}
