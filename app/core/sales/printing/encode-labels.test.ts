/** Labels as printers take them, read by readers that know nothing of the encoder, drawn, and their codes scanned. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { drawDots } from '#platform/drawing/labels.server.ts';
import type { Label, LabelDots } from '#platform/paper/label.ts';
import { pictureOf, readRollLabels, readZpl } from '#tests/support/label-reader.ts';
import { encodeLabels } from './encode-labels.ts';
import { labelSheet } from './printing.ts';

beforeAll(() => {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });
});

const label: Label = {
  head: { left: 'ORD042 · Wren H.', right: 'Nov 27, 2026 4:30 PM' },
  title: 'Kestrel Moon, whole flower',
  lines: ['3.5 g · Batch KM-1 · Use by Oct 25, 2027', 'THC 24.5% · CBD 0.1%', '857 mg THC per package'],
  small: [
    'For use only by persons 21 years of age and older. Keep out of reach of children and pets. Cannabis can be addictive.',
    'Poison Center 1-800-222-1222 · Two Branches Farm, New York cannabis license OCM-SAMPLE-000001',
  ],
  qr: 'https://shop.example/lots/k3v9',
};

/** The same dots as were drawn, or the row where they differ. */
function expectSame(drawn: boolean[][] | undefined, { width, height, bits }: LabelDots) {
  const row = Math.ceil(width / 8);
  for (let y = 0; y < height; y += 1) {
    const wanted = Array.from(
      { length: width },
      (_, x) => ((bits[y * row + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0,
    );
    expect(drawn?.[y]?.slice(0, width), `row ${y}`).toEqual(wanted);
  }
}

async function scanned(dots: boolean[][]): Promise<string[]> {
  return (await readBarcodes(await pictureOf(dots), { formats: ['QRCode'] })).map(({ text }) => text);
}

test('a Zebra printer draws labels of 4 by 2 inches, 203 dots to an inch, and their code is scanned', async () => {
  const dots = await drawDots([label, { ...label, title: 'Plover Dawn' }], labelSheet(102));
  const labels = readZpl(encodeLabels(dots, 'zebra'));
  expect(labels.map((rows) => [rows[0]?.length, rows.length])).toEqual([
    [813, 406],
    [813, 406],
  ]);
  for (const [at, drawn] of labels.entries()) expectSame(drawn, dots[at] as LabelDots);
  expect(await scanned(labels[0] ?? [])).toEqual([label.qr]);
});

test.each([
  ['epson', 80],
  ['epson', 58],
  ['star', 80],
  ['star', 58],
] as const)(
  'a %s printer draws a label on a roll of %i mm, as long as it needs, and cuts it off',
  async (maker, width) => {
    const dots = await drawDots([label, label], labelSheet(width));
    const labels = readRollLabels(encodeLabels(dots, maker), maker);
    expect(labels).toHaveLength(2);
    expect(dots[0]?.width).toBe(width === 80 ? 576 : 384);
    expectSame(labels[0], dots[0] as LabelDots);
    expect(await scanned(labels[0] ?? [])).toEqual([label.qr]);
  },
);

test('no name commands a printer, and each is drawn in its own letters', async () => {
  const hostile = '^XZ^XA^PQ9999~JR~DGR:X.GRF \u001b@\u001dV\u0000 \u0007^FD';
  const named = {
    ...label,
    head: { left: hostile, right: hostile },
    title: hostile,
    lines: [hostile],
    small: [hostile],
  };
  const others = { ...label, title: 'Żółw 王小明 עברית' };
  const dots = await drawDots([named, others, label], labelSheet(102));
  const zpl = Buffer.from(encodeLabels(dots, 'zebra')).toString('latin1');
  expect(readZpl(Buffer.from(zpl, 'latin1'))).toHaveLength(3);
  expect([...zpl.matchAll(/[\^~][A-Z][A-Z]/g)].map(([name]) => name)).toEqual(
    Array.from({ length: 3 }, () => ['^XA', '^PW', '^LL', '^LH', '^FO', '^GF', '^FS', '^PQ', '^XZ']).flat(),
  );
  expect([...zpl.matchAll(/\^PQ(\d+)/g)].map(([, copies]) => copies)).toEqual(['1', '1', '1']);
  for (const maker of ['star', 'epson'] as const)
    expect(readRollLabels(encodeLabels(dots, maker), maker)).toHaveLength(3);
  // Drawn, and not left out.
  const black = ({ bits }: LabelDots) =>
    bits.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);
  for (const each of dots) expect(black(each)).toBeGreaterThan(8_000);
});

test('small print that does not fit goes to one more label, whole, on paper of 3 by 2 inches as well', async () => {
  const small = Array.from({ length: 6 }, (_, at) => `Warning ${at}. ${'Consume responsibly. '.repeat(8)}`);
  const dots = await drawDots([{ ...label, small }], labelSheet(76));
  expect(dots.length).toBeGreaterThan(1);
  expect(readZpl(encodeLabels(dots, 'zebra')).map((rows) => rows[0]?.length)).toEqual(dots.map(() => 610));
});
