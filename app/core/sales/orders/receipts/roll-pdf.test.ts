/** The PDF for a roll of paper: as wide as the roll in millimeters, as long as what it says, with all that the receipt says. */
import { expect, test } from 'vitest';
import { drawRollPdf } from '#platform/drawing/roll.server.ts';
import type { RollWidth } from '#platform/paper/roll.ts';
import { aReceipt as receipt } from '#tests/support/a-receipt.ts';
import { pdfText, pdfWords } from '#tests/support/pdf-text.ts';
import type { Receipt } from './receipt.ts';
import { receiptLines } from './roll-receipt.ts';

const about = { title: 'Receipt ORD042', author: 'Two Branches Farm', at: new Date(0) };
const drawn = (wanted: Partial<Receipt>, width: RollWidth) =>
  drawRollPdf(about, receiptLines({ ...receipt, ...wanted }), width);

/** The pages' width and height in millimeters, from the file's own boxes. */
const sizes = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => ({
    width: Math.round((Number(width) * 254) / 72) / 10,
    height: (Number(height) * 25.4) / 72,
  }));

test.each([80, 58] as const)(
  'a receipt of %i mm is one page of that width, and says everything',
  async (width) => {
    const pdf = await drawn({}, width);
    const [page, ...more] = sizes(pdf);
    expect(more).toEqual([]);
    expect(page?.width).toBe(width);
    // A line may break at a hyphen.
    const bare = (text: string) => text.replaceAll(/\s+/g, '');
    const words = bare(pdfWords(pdf));
    for (const said of receiptLines(receipt).flatMap((line) =>
      line.kind === 'text' ? [line.text] : line.kind === 'pair' ? [line.text, line.amount] : [],
    ))
      expect(words).toContain(bare(said));
  },
);

test('the page is as long as what it says', async () => {
  const [line] = receipt.lines;
  if (!line) throw new Error('no line');
  const [short] = sizes(await drawn({ lines: [line] }, 80));
  const [long] = sizes(await drawn({ lines: Array.from({ length: 10 }, () => line) }, 80));
  expect(short?.height).toBeGreaterThan(150);
  expect(short?.height).toBeLessThan(215);
  const each = ((long?.height ?? 0) - (short?.height ?? 0)) / 9;
  expect(each).toBeGreaterThan(15);
  expect(each).toBeLessThan(24);
});

test('what is longer than readers open goes on to another page, whole', async () => {
  const lines = Array.from({ length: 400 }, (_, at) => ({
    ...(receipt.lines[0] as Receipt['lines'][0]),
    name: `Jar ${at}.`,
  }));
  const pdf = await drawn({ lines }, 80);
  expect(pdfText(pdf)).toHaveLength(2);
  const words = pdfWords(pdf);
  for (const { name } of lines) expect(words).toContain(name);
  for (const { height } of sizes(pdf)) expect(height).toBeLessThanOrEqual(5_080);
});

test('a screen reader finds its title, its sums as a table and its code; a name is printed as it was entered', async () => {
  const [line] = receipt.lines;
  if (!line) throw new Error('no line');
  const pdf = await drawn({ lines: [{ ...line, name: 'Żółw 王小明' }] }, 58);
  const text = pdf.toString('latin1');
  for (const tag of [
    '/S /H1',
    '/S /Table',
    '/S /TR',
    '/S /TH',
    '/S /TD',
    '/S /Figure',
    '/S /P',
    '/Lang (en-US)',
  ])
    expect(text).toContain(tag);
  expect(text).toContain('QR code: ORD042');
  expect(pdfWords(pdf)).toContain('Żółw 王小明');
});
