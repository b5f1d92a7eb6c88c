/**
 * Reads the bytes of labels as their printer would, and draws them: ZPL by Zebra's programming guide, ESC/POS and Star's
 * commands by their makers' lists. It knows nothing of our encoder, and throws at every command that is not one of a label.
 */
import sharp from 'sharp';

/** Rows of dots, true for black. */
export type Drawn = boolean[][];

/** As a Zebra printer reads it: commands begin with ^ or ~ wherever they stand. */
export function readZpl(bytes: Uint8Array): Drawn[] {
  const text = new TextDecoder('latin1').decode(bytes);
  const labels: Drawn[] = [];
  let label: { width: number; height: number; dots: Drawn } | null = null;
  for (const [whole, name = '', rest = ''] of text.matchAll(/([\^~][A-Z][A-Z0-9@])([^^~]*)/g)) {
    if (name === '^XA') label = { width: 0, height: 0, dots: [] };
    else if (!label) throw new Error(`${whole.slice(0, 20)} is outside a label`);
    else if (name === '^PW') label.width = Number(rest);
    else if (name === '^LL') label.height = Number(rest);
    else if (name === '^GF') label.dots = readGraphic(rest, label.width);
    else if (name === '^XZ') {
      if (label.dots.length !== label.height) throw new Error(`${label.dots.length} rows of ${label.height}`);
      labels.push(label.dots);
      label = null;
    } else if (!['^LH', '^FO', '^FS', '^PQ'].includes(name)) throw new Error(`an unexpected ${name}`);
  }
  if (label) throw new Error('a label does not end');
  return labels;
}

/** ^GFA: compressed hexadecimal (ZPL II programming guide, alternative data compression scheme). */
function readGraphic(rest: string, width: number): Drawn {
  const [kind, , total, rowBytes, data = ''] = rest.split(',', 4).concat(rest.split(',').slice(4).join(','));
  if (kind !== 'A') throw new Error('only ASCII');
  const digits = Number(rowBytes) * 2;
  const rows: string[] = [];
  let row = '';
  let times = 0;
  for (const sign of data) {
    if (/[G-Y]/.test(sign)) times += sign.charCodeAt(0) - 70;
    else if (/[g-z]/.test(sign)) times += (sign.charCodeAt(0) - 102) * 20;
    else if (/[0-9A-F]/.test(sign)) {
      row += sign.repeat(times || 1);
      times = 0;
    } else if (sign === ',') row = row.padEnd(digits, '0');
    else if (sign === '!') row = row.padEnd(digits, 'F');
    else if (sign === ':') row = rows.at(-1) ?? '';
    else throw new Error(`an unexpected ${sign}`);
    if (row.length > digits) throw new Error('a row is too long');
    if (row.length === digits) {
      rows.push(row);
      row = '';
    }
  }
  if (rows.length * Number(rowBytes) !== Number(total)) throw new Error('not as many bytes as it says');
  return rows.map((hex) =>
    [...hex]
      .map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0'))
      .join('')
      .slice(0, width)
      .split('')
      .map((bit) => bit === '1'),
  );
}

/** Commands that draw nothing, and how many bytes each takes. */
const quiet = {
  epson: [
    { name: [0x1b, 0x40], size: 2 },
    { name: [0x1b, 0x74], size: 3 },
    { name: [0x1b, 0x61], size: 3 },
  ],
  star: [
    { name: [0x1b, 0x40], size: 2 },
    { name: [0x1b, 0x1d, 0x74], size: 4 },
    { name: [0x1b, 0x1d, 0x61], size: 4 },
    { name: [0x1b, 0x30], size: 2 },
    { name: [0x1b, 0x7a], size: 3 },
  ],
};
const cuts = { epson: { name: [0x1d, 0x56], size: 4 }, star: { name: [0x1b, 0x64], size: 3 } };
const pictures = { epson: [0x1d, 0x76, 0x30], star: [0x1b, 0x58] };

/** Pictures between cuts. */
export function readRollLabels(bytes: Uint8Array, maker: 'star' | 'epson'): Drawn[] {
  const labels: Drawn[] = [];
  let dots: Drawn = [];
  for (let at = 0; at < bytes.length; ) {
    const starts = (name: readonly number[]) => name.every((each, index) => bytes[at + index] === each);
    const skipped = quiet[maker].find(({ name }) => starts(name));
    if (skipped) at += skipped.size;
    else if (starts(cuts[maker].name)) {
      labels.push(dots);
      dots = [];
      at += cuts[maker].size;
    } else if (starts(pictures[maker])) {
      const { rows, size } = maker === 'epson' ? readRaster(bytes, at) : readBand(bytes, at);
      dots = [...dots, ...rows];
      at += size;
    } else
      throw new Error(`no command begins with ${Buffer.from(bytes.subarray(at, at + 4)).toString('hex')}`);
  }
  return labels;
}

const word = (bytes: Uint8Array, at: number) => (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
const bit = (bytes: Uint8Array, at: number, index: number) => ((bytes[at] ?? 0) & (0x80 >> index)) !== 0;

/** GS v 0: rows of bytes. */
function readRaster(bytes: Uint8Array, at: number): { rows: Drawn; size: number } {
  const [width, height] = [word(bytes, at + 4), word(bytes, at + 6)];
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width * 8 }, (__, x) => bit(bytes, at + 8 + y * width + Math.floor(x / 8), x % 8)),
  );
  return { rows, size: 8 + width * height };
}

/** ESC X: columns of 24 dots, and a feed. */
function readBand(bytes: Uint8Array, at: number): { rows: Drawn; size: number } {
  const width = word(bytes, at + 2);
  if (bytes[at + 4 + width * 3] !== 0x0a) throw new Error('a band without its feed');
  const rows = Array.from({ length: 24 }, (_, y) =>
    Array.from({ length: width }, (__, x) => bit(bytes, at + 4 + x * 3 + Math.floor(y / 8), y % 8)),
  );
  return { rows, size: 5 + width * 3 };
}

/** As a PNG, with a white border as of the label around it. */
export function pictureOf(dots: Drawn): Promise<Buffer> {
  const [width, height] = [dots[0]?.length ?? 0, dots.length];
  const raw = Buffer.from(dots.flatMap((row) => row.map((dot) => (dot ? 0 : 255))));
  return sharp(raw, { raw: { width, height, channels: 1 } })
    .extend({ top: 8, bottom: 8, left: 8, right: 8, background: '#fff' })
    .png()
    .toBuffer();
}
