import { expect, test } from 'vitest';
import { aReceipt } from '#tests/support/a-receipt.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { drawReceipt } from './draw-receipt.server.ts';
import { type Receipt, type ReceiptLine, receiptFileName } from './receipt.ts';

const line = (wanted: Partial<ReceiptLine> = {}): ReceiptLine => ({
  name: 'Kestrel Moon',
  quantity: 2,
  unitPrice: '$45.00',
  amount: '$90.00',
  discount: null,
  batches: 'Batch B-1',
  ...wanted,
});
const receipt: Receipt = {
  ...aReceipt,
  ...{ lines: [line()], taxNote: null, rounding: null, tendered: null, refunds: [] },
};

test('a receipt has business, license, number, times, lines with their batches, each tax, total and warnings', async () => {
  const pages = pdfText(await drawReceipt(receipt));
  expect(pages).toHaveLength(1);
  const words = pages.flat().join('\n');
  for (const part of [
    'Two Branches Farm LLC · 118 Branch Road, Hancock, NY 13783 · (607) 555-0142',
    'New York State cannabis license OCM-SAMPLE-000000',
    'Receipt ORD042',
    'Reserved Jun 5, 2026 10:00 AM. Handed over Jun 6, 2026 2:05 PM. Paid in cash.',
    'Kestrel Moon',
    'Batch B-1',
    '$45.00',
    'State excise 9%',
    '$8.10',
    'Local excise 4%',
    '$3.60',
    '$101.70',
    'Keep out of reach of children and pets.',
    'Cannabis can be addictive.',
    'Receipt ORD042, page 1 of 1',
  ])
    expect(words).toContain(part);
  // The file embeds our fonts.
  const bytes = (await drawReceipt(receipt)).toString('latin1');
  expect(bytes).toMatch(/\/FontFile2 \d+ 0 R/);
  expect(bytes).not.toMatch(/\/BaseFont \/(Helvetica|Times)/);
});

test('rounded cash is a line of its own, with what was paid and returned', async () => {
  const rounded = {
    ...receipt,
    rounding: { amount: '−$0.01', cash: '$101.69' },
    refunds: [{ what: 'Refunded: 1', amount: '$45.02', rounding: { amount: '+$0.02', cash: '$45.00' } }],
  };
  const words = pdfText(await drawReceipt(rounded)).flat();
  for (const part of [
    ...['Cash rounding', '−$0.01', 'Paid in cash', '$101.69'],
    ...['−$45.02', '+$0.02', 'Returned in cash', '−$45.00'],
  ])
    expect(words).toContain(part);
  expect(pdfText(await drawReceipt(receipt)).flat()).not.toContain('Cash rounding');
});

test('the cash that was given and the change are on the receipt, and are left out where it was exact', async () => {
  const words = pdfText(
    await drawReceipt({ ...receipt, tendered: { received: '$120.00', change: '$18.30' } }),
  );
  for (const part of ['Cash received', '$120.00', 'Change', '$18.30']) expect(words.flat()).toContain(part);
  expect(pdfText(await drawReceipt(receipt)).flat()).not.toContain('Change');
});

test('fifty lines fill several pages, each line whole, once and with its batch, each page with its footer', async () => {
  const lines = Array.from({ length: 50 }, (_, index) =>
    line({ name: `Thing number ${index + 1}.`, batches: `Batch N-${index + 1}.` }),
  );
  const pages = pdfText(await drawReceipt({ ...receipt, lines }));
  expect(pages.length).toBeGreaterThan(1);
  for (let number = 1; number <= 50; number += 1) {
    const of = (text: string) => pages.flatMap((page, index) => (page.includes(text) ? [index] : []));
    const at = of(`Thing number ${number}.`);
    expect(at, `line ${number}`).toHaveLength(1);
    expect(of(`Batch N-${number}.`), `batch ${number}`).toEqual(at);
  }
  for (const [index, page] of pages.entries())
    expect(page).toContain(`Receipt ORD042, page ${index + 1} of ${pages.length}`);
  const sums = pages.findIndex((page) => page.includes('Total'));
  expect(pages[sums]).toContain('Subtotal');
});

test('long names wrap, even a word as long as a line, and no part is lost', async () => {
  const long = `${'Very long name of a product '.repeat(8)}${'x'.repeat(150)} end.`;
  const [page = []] = pdfText(await drawReceipt({ ...receipt, lines: [line({ name: long })] }));
  const squeezed = page.join('').replaceAll(' ', '');
  expect(squeezed).toContain(long.replaceAll(' ', ''));
  expect(page).toContain('$101.70');
});

test('a name is printed as it was entered, and what no font has as a box', async () => {
  const words = pdfText(await drawReceipt({ ...receipt, lines: [line({ name: 'Łódź 🌿 “Moon”' })] })).flat();
  expect(words).toContain('Łódź □ “Moon”');
});

test('the file name does not reveal what was bought', () => {
  expect(receiptFileName('ORD042')).toBe('receipt-ORD042.pdf');
});

test('a discounted line shows its list price and discount, and the sums show the taxed amount', async () => {
  const discount = 'List price $55.00, discount $10.00 each';
  const taxNote = 'Tax on discounted cannabis is owed on its list price.';
  const pages = pdfText(await drawReceipt({ ...receipt, lines: [line({ discount })], taxNote }));
  const words = pages.flat().join('\n');
  for (const part of ['$45.00', discount, 'Batch B-1', taxNote]) expect(words).toContain(part);
});
