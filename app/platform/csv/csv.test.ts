import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { attachment, type Cell, csvResponse, csvStream } from './csv.ts';
import { fromSpreadsheet, spreadsheetSafe } from './spreadsheet.ts';

/** As sent: reading it as text would drop the byte order mark. */
const text = async (stream: NodeJS.ReadableStream) => (await buffer(stream)).toString('utf8');

/** A plain RFC 4180 reader, written for this test. */
function readCsv(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy;
  while (cell.lastIndex < csv.length) {
    const found = cell.exec(csv);
    if (!found) throw new Error(`no CSV: ${JSON.stringify(csv)}`);
    const [, quoted, plain = '', end] = found;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** The cells in a spreadsheet that uses another separator and recognizes quotes only at the start of a cell. */
function cellsSplitBy(separator: ';' | '\t', csv: string): string[] {
  const cells: string[] = [];
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"?([^${separator}\\r\\n]*)|([^${separator}\\r\\n]*))(${separator}|\\r|\\n|$)`,
    'gy',
  );
  while (cell.lastIndex < csv.length) {
    const found = cell.exec(csv);
    if (!found) throw new Error(`no cell: ${JSON.stringify(csv.slice(cell.lastIndex))}`);
    const [, quoted, behind = '', plain = ''] = found;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"') + behind);
  }
  return cells;
}

describe('a cell', () => {
  test.each([
    '=1+1',
    '+SUM(A1)',
    '-2+3',
    '@cmd',
    '\t1',
    '\rA',
    '\nA',
    "=HYPERLINK('x')",
    '＝1',
    '-',
    '+-1',
    "'=1",
  ])('that a spreadsheet would read as a formula is guarded: %j', (cell) =>
    expect(spreadsheetSafe(cell)).toBe(`'${cell}`),
  );
  test.each([
    ['a;=1+1', "a;'=1+1"],
    [';=cmd', ";'=cmd"],
    [';;@x;-1', ";;'@x;'-1"],
    ['a\t=1', "a\t'=1"],
    ['\t=1', "'\t'=1"],
    ['\n=1', "'\n'=1"],
    ['a\r=1', "a\r'=1"],
    ['a;"=1"', `a;'"=1"`],
    ["a;'=1", "a;''=1"],
    ['=1;=2', "'=1;'=2"],
  ])('that would become a formula when split at semicolons or tabs is guarded inside: %j', (cell, safe) => {
    expect(spreadsheetSafe(cell)).toBe(safe);
    expect(fromSpreadsheet(safe)).toBe(cell);
  });
  test.each(['-12.50', '+3', '-.5', '-7.', '12', 'A-1', "O'Brien", "'quoted'", '', ' =1', '5 = 5', 'a; b'])(
    'that is no formula stays as it is: %j',
    (cell) => expect(spreadsheetSafe(cell)).toBe(cell),
  );
});

test('numbers, text and null are written plainly, with headings, CRLF and a byte order mark', async () => {
  const rows = [
    { order_id: 'ORD001', total: -12.5, paid: false, note: null },
    { order_id: 'a,"b"\r\nc', total: 3n, paid: true, note: '=1' },
  ];
  const columns = { order_id: 'Order', total: 'Total', paid: 'Paid', note: 'Note' };
  const csv = `Order,Total,Paid,Note\r\nORD001,-12.5,false,\r\n"a,""b""\r\nc",3,true,'=1\r\n`;
  expect(await text(csvStream({ columns, rows }))).toBe(`\ufeff${csv}`);
  expect(await text(csvStream({ columns, rows, bom: false }))).toBe(csv);
  expect(await text(csvStream({ columns, rows: [], bom: false }))).toBe('Order,Total,Paid,Note\r\n');
});

test('a line break of any kind stays inside its cell, where no formula can start', async () => {
  const rows = [{ a: 'x\n=1+1' }, { a: 'x\r=1+1' }];
  expect(await text(csvStream({ columns: { a: 'A' }, rows, bom: false }))).toBe(
    `A\r\n"x\n'=1+1"\r\n"x\r'=1+1"\r\n`,
  );
});

test('any text round-trips exactly, and none of it is a formula', async () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', "'", '"', ',', ';', '\t', '\r', '\n', '1', '.', 'a'),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ a: nasty, b: nasty }), { maxLength: 8 }), async (rows) => {
      const csv = await text(csvStream({ columns: { a: 'A', b: 'B' }, rows, bom: false }));
      const [, ...read] = readCsv(csv);
      expect(read.map((cells) => cells.map(fromSpreadsheet))).toEqual(rows.map(({ a, b }) => [a, b]));
      for (const cell of read.flat()) {
        if (/^[=+\-@\t\r\n]/.test(cell)) expect(cell).toMatch(/^[+-][\d.]+$/);
      }
      for (const separator of [';', '\t'] as const) {
        // At most a number, with the rest of its row.
        for (const cell of cellsSplitBy(separator, csv))
          if (/^[=+\-@]/.test(cell)) expect(cell).toMatch(/^[+-][\d.]+(,|$)/);
      }
    }),
  );
});

test.each([
  ['orders.csv', `attachment; filename="orders.csv"; filename*=UTF-8''orders.csv`],
  [
    'Größe "1"; 50%.csv',
    `attachment; filename="Groe -1-- 50-.csv"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22%3B%2050%25.csv`,
  ],
  [
    'a\r\nSet-Cookie: x/../b.csv',
    `attachment; filename="a--Set-Cookie: x-..-b.csv"; filename*=UTF-8''a--Set-Cookie%3A%20x-..-b.csv`,
  ],
])('a download is named %j', (name, header) => {
  expect(attachment(name)).toBe(header);
  expect(() => new Headers({ 'Content-Disposition': attachment(name) })).not.toThrow();
});

describe('over HTTP', () => {
  const closers: (() => void)[] = [];
  afterEach(() => {
    for (const close of closers.splice(0)) close();
  });

  /** Serves an endless table; reports how many rows were read, and whether the cursor was closed. */
  async function serve(failAt = Number.POSITIVE_INFINITY) {
    const state = { asked: 0, isClosed: false };
    async function* rows(): AsyncGenerator<{ n: Cell; text: Cell }> {
      try {
        for (;;) {
          state.asked += 1;
          if (state.asked > failAt) throw new Error('the cursor broke');
          await new Promise((resolve) => setImmediate(resolve));
          yield { n: state.asked, text: 'x'.repeat(1000) };
        }
      } finally {
        state.isClosed = true;
      }
    }
    const server = createServer(
      getRequestListener(() =>
        csvResponse({ fileName: 'all.csv', columns: { n: 'N', text: 'T' }, rows: rows() }),
      ),
    );
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    closers.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return { state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  test('a reader that disconnects stops the rows and closes the cursor', async () => {
    const { state, url } = await serve();
    const controller = new AbortController();
    const response = await fetch(url, { signal: controller.signal });
    expect(response.headers.get('content-disposition')).toContain('all.csv');
    await response.body?.getReader().read();
    // Buffers in between read a few megabytes ahead; then reading stops.
    let before = -1;
    await expect
      .poll(
        () => {
          const stands = state.asked === before;
          before = state.asked;
          return stands;
        },
        { timeout: 20_000, interval: 400 },
      )
      .toBe(true);
    expect(state.asked).toBeLessThan(30_000);
    expect(state.isClosed).toBe(false);
    controller.abort();
    await expect.poll(() => state.isClosed).toBe(true);
  });

  test('an error midway aborts the download, so half a table never looks whole', async () => {
    const { state, url } = await serve(50);
    await expect(fetch(url).then((response) => response.text())).rejects.toThrow();
    expect(state.isClosed).toBe(true);
  });
});

test('a hundred thousand rows arrive', async () => {
  async function* many() {
    for (let n = 0; n < 100_000; n++) yield { n, text: `row ${n}` };
  }
  let lines = 0;
  for await (const chunk of csvStream({ columns: { n: 'N', text: 'T' }, rows: many() })) {
    for (const byte of chunk as Buffer) if (byte === 10) lines += 1;
  }
  expect(lines).toBe(100_001);
});
