import type { ChildProcess } from 'node:child_process';
import { expect, test } from 'vitest';
import { singleton } from '#platform/singleton.ts';
import { pdfWords } from '#tests/support/pdf-text.ts';
import type { Receipt } from './receipt.ts';
import { receiptPdf } from './receipt-pdf.server.ts';

const receipt: Receipt = {
  number: 'ORD042',
  store: { name: 'Farm', legalName: 'Farm LLC', address: '1 Road', phone: '555-0100', license: 'L-1' },
  placed: 'Jun 5, 2026 10:00 AM',
  completed: 'Jun 6, 2026 2:05 PM',
  lines: [],
  subtotal: '$0.00',
  taxes: [],
  total: '$0.00',
  taxNote: null,
  rounding: null,
  exchange: null,
  tendered: null,
  refunds: [],
  isPaid: true,
  payment: 'Paid in cash',
  warnings: [],
  mark: null,
};

test('a receipt is rendered once, in another process, until its content changes', async () => {
  const held = singleton<{ papers: { process: ChildProcess | null }[] }>('drawing processes');
  const [first, second] = await Promise.all([receiptPdf(receipt), receiptPdf({ ...receipt })]);
  expect(held.get()?.papers[0]?.process?.pid).toEqual(expect.any(Number));
  expect(second).toBe(first);
  expect(await receiptPdf(receipt)).toBe(first);
  const refunded = await receiptPdf({ ...receipt, payment: 'Paid in cash, refunded since' });
  expect(pdfWords(first)).toContain('Paid in cash.');
  expect(pdfWords(refunded)).toContain('refunded since');
});
