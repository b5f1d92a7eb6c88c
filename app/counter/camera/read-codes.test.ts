/** Barcodes as another program draws them, read by the module that browsers get. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { encode } from 'uqr';
import { beforeAll, expect, test } from 'vitest';
import { prepareZXingModule } from 'zxing-wasm/reader';
import { parseIdCard } from '#core/sales/orders/id-card/id-card.ts';
import { parseDate } from '#kernel/time.ts';
import { drawBarcode, type Modules, pictureOf } from '#tests/support/barcodes.ts';
import { cardText } from '#tests/support/id-cards.ts';
import { type Picture, readCodes } from './read-codes.ts';

beforeAll(() => {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });
});

/** As the camera's canvas gives it. */
function asCanvas(...drawn: Modules[]): Picture {
  const { gray, width, height } = pictureOf(drawn, { width: 1280, height: 720 });
  const data = new Uint8ClampedArray(width * height * 4);
  for (const [index, value] of gray.entries()) data.set([value, value, value, 255], index * 4);
  return { data, width, height };
}

test('a license comes through unaltered, with its control characters, and is parsed', async () => {
  const text = cardText({ issuer: '636024', expiresOn: '2190-05-14' });
  expect(text).toContain('\x1e\r');
  const picture = asCanvas(await drawBarcode('PDF417', text));
  for (const wanted of ['any', 'license'] as const) expect(await readCodes(picture, wanted)).toEqual([text]);
  const today = parseDate('2026-11-26');
  if (!today) throw new Error('no date');
  expect(parseIdCard((await readCodes(picture, 'license'))[0] ?? '', today)).toMatchObject({ ok: true });
});

test('letters outside ASCII survive', async () => {
  const text = cardText({ elements: { DCS: 'MUÑOZ' } });
  expect(await readCodes(asCanvas(await drawBarcode('PDF417', text)), 'license')).toEqual([text]);
});

test.each([
  ['Code128', 'BATCH-0042', 'BATCH-0042'],
  ['DataMatrix', 'https://1a4.com/9A8B7C6D5E4F3A2B1C0D', 'https://1a4.com/9A8B7C6D5E4F3A2B1C0D'],
  ['EAN13', '4006381333931', '4006381333931'],
  ['EAN8', '96385074', '96385074'],
  // As printed, and as scanners type it.
  ['UPCA', '012345678905', '012345678905'],
] as const)('%s', async (format, drawn, typed) => {
  expect(await readCodes(asCanvas(await drawBarcode(format, drawn)), 'any')).toEqual([typed]);
});

test('a pickup pass, as the shop draws it', async () => {
  const { size, data } = encode('ABCDEF012345', { border: 0 });
  const pass = { width: size, height: size, isDark: (x: number, y: number) => data[y]?.[x] === true };
  expect(await readCodes(asCanvas(pass), 'any')).toEqual(['ABCDEF012345']);
});

test('where a license belongs, its narrow barcode is not read', async () => {
  const picture = asCanvas(await drawBarcode('Code128', '123456789'));
  expect(await readCodes(picture, 'license')).toEqual([]);
});

test('of two codes the one in the middle comes first', async () => {
  const [unit, upc] = [await drawBarcode('QRCode', 'UNIT-1'), await drawBarcode('UPCA', '012345678905')];
  expect(await readCodes(asCanvas(unit, upc), 'any')).toEqual(['UNIT-1', '012345678905']);
  expect(await readCodes(asCanvas(upc, unit), 'any')).toEqual(['012345678905', 'UNIT-1']);
});

test('a picture without a code has none', async () => {
  expect(await readCodes(asCanvas(), 'any')).toEqual([]);
});
