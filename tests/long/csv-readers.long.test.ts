/** Three readers of CSV, of three authors, read every export of the demo store as the same rows. */
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JudgedShop, judge, openJudgedShop } from '#tests/support/judged-shop.ts';

type Rows = string[][];
const PYTHON = `
import csv, io, json, sys
text = io.TextIOWrapper(sys.stdin.buffer, "utf-8-sig", newline="")
print(json.dumps(list(csv.reader(text, strict=True))))
`;
const readers: Record<string, (text: string) => Rows> = {
  papaparse: (text) => judge('papaparse').parse(text, { skipEmptyLines: true }).data,
  'csv-parse': (text) => judge('csv-parse/sync').parse(text, { bom: true }),
  python: (text) =>
    JSON.parse(execFileSync('python3', ['-c', PYTHON], { input: text, maxBuffer: 200_000_000 }).toString()),
};

let shop: JudgedShop;
beforeAll(async () => {
  shop = await openJudgedShop();
});
afterAll(() => shop?.stop());

test('every CSV file is the same rows for papaparse, csv-parse and Python, each as long as its head', async () => {
  const paths = [
    '/admin/orders/export',
    '/admin/pickup-reservations/export',
    '/admin/audit/export',
    '/admin/customers/export',
    '/admin/reconciliation/export?day=2026-11-25',
    '/admin/waste/export',
    '/admin/state-tracking/reported/export',
    '/admin/lots/export',
    `/admin/lots/${shop.shown.certificate}/ledger/export`,
    '/admin/inventory/export',
    '/admin/products/1/wrong-price/export?from=2026-01-01T00:00&until=2026-12-31T00:00&right=1',
    '/admin/month-end/report',
    '/admin/month-end/journal/file',
    ...['type', 'category', 'status'].map((breakdown) => `/admin/analytics/report?breakdown=${breakdown}`),
    '/admin/cash/2026-11-25/report',
  ];
  const figures: string[] = [];
  for (const path of paths) {
    const answer = await shop.ask('admin', path);
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
      path,
      200,
      'text/csv; charset=utf-8',
    ]);
    const text = Buffer.from(await answer.arrayBuffer()).toString();
    const [first = [], ...others] = Object.values(readers).map((read) => read(text));
    for (const other of others) expect(other, path).toEqual(first);
    figures.push(`${path}: ${first.length}`);
  }
  console.log(figures.join('\n'));
});
