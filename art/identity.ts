import sharp from 'sharp';
import { ground } from './ground.ts';
import { homeBand } from './landscape/home-band.ts';
import { mark } from './mark.ts';
import { palette, tints } from './palette.ts';
import { randomFrom } from './random.ts';
import { finish, newSheet } from './sheet.ts';
import { line } from './text.ts';

/** The mark alone, for light grounds. */
export const markDrawing = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${mark(50, 50, 100, palette.spruce700, palette.ochre400)}</svg>\n`;

/** The mark on a spruce tile: favicon and app icons. `inset` is the share of the side left free around it. */
export const tile = (radius: number, inset: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="${radius}" fill="${palette.spruce700}"/>${mark(50, 50, 100 * (1 - inset * 2), palette.cream, palette.ochre400)}</svg>\n`;

/** A tile as PNG of one size. Without rounding, because phones cut their own corners. */
export const icon = (side: number, radius: number, inset: number): Promise<Buffer> =>
  sharp(Buffer.from(tile(radius, inset)), { density: (72 * side) / 100 })
    .resize(side, side)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();

/** favicon.ico: a directory of PNG pictures, as every browser since Windows Vista reads it. */
export async function favicon(): Promise<Buffer> {
  const sides = [16, 32, 48];
  const pictures = await Promise.all(sides.map((side) => icon(side, 18, 0.13)));
  const head = Buffer.alloc(6 + 16 * sides.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(sides.length, 4);
  let offset = head.length;
  pictures.forEach((picture, index) => {
    const at = 6 + 16 * index;
    const side = sides[index] ?? 0;
    head.writeUInt8(side, at);
    head.writeUInt8(side, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(picture.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += picture.length;
  });
  return Buffer.concat([head, ...pictures]);
}

/**
 * What a link to the shop shows elsewhere: the home band with the mark, 1200 × 630. No name: every shop shows it, with its
 * own name beside it (og:site_name).
 */
export async function linkPicture(): Promise<Buffer> {
  const band = await sharp(Buffer.from(homeBand()))
    .resize({ height: 630 })
    .extract({ left: 620, top: 0, width: 1200, height: 630 })
    .png()
    .toBuffer();
  const sheet = newSheet(1200, 630);
  const words = finish(
    sheet,
    `<rect width="1200" height="630" fill="${palette.paper}" opacity="0.32"/>${mark(600, 300, 260, palette.spruce700, palette.ochre400)}`,
  );
  return sharp(band)
    .composite([{ input: Buffer.from(words) }])
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}

/** Stands in where a product has no picture yet: the ground of the pack shots with the mark on it. */
export function placeholder(): Promise<Buffer> {
  const sheet = newSheet(1200, 1500);
  const drawing = finish(
    sheet,
    `${ground(sheet, tints.none, 'sweep', randomFrom('placeholder'))}<g opacity="0.42">${mark(600, 690, 300, palette.spruce500, palette.ochre400)}</g>${line('Picture to come', 600, 940, { cut: 'italic', size: 54, fill: palette.inkSoft, anchor: 'middle', opacity: 0.85 })}`,
  );
  return sharp(Buffer.from(drawing)).jpeg({ quality: 78, mozjpeg: true }).toBuffer();
}
