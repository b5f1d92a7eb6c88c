/**
 * CSV as common programs write it: separators, quotes, line ends, encodings, pieces of any size; and what is refused.
 */
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CsvEncoding, decodeText, detectEncoding } from './csv-encoding.ts';
import { CsvError, type CsvProblem, csvMessage } from './csv-problem.ts';
import { type CsvRow, LONGEST_FIELD, MOST_COLUMNS, readCsv } from './csv-reader.ts';

/** The bytes in pieces of that size. */
function* pieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function read(bytes: Uint8Array, size = 65_536): Promise<CsvRow[]> {
  const encoding = await detectEncoding(pieces(bytes, Math.max(size, 4)));
  const rows: CsvRow[] = [];
  for await (const some of readCsv(decodeText(pieces(bytes, size), encoding))) rows.push(...some);
  return rows;
}
const cellsOf = async (text: string, size?: number) =>
  (await read(Buffer.from(text), size)).map(({ cells }) => cells);
async function problemOf(bytes: Uint8Array): Promise<CsvProblem> {
  try {
    await read(bytes);
  } catch (error) {
    if (error instanceof CsvError) return error.problem;
  }
  throw new Error('it was read');
}
function encode(text: string, encoding: CsvEncoding, mark: boolean): Buffer {
  const marked = mark ? `\ufeff${text}` : text;
  if (encoding === 'utf-16le') return Buffer.from(marked, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(marked, 'utf16le').swap16();
  return Buffer.from(marked);
}

describe('rows', () => {
  test.each([
    [
      'commas',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons',
      'a;b,c;d\r\n1;2,5;3',
      [
        ['a', 'b,c', 'd'],
        ['1', '2,5', '3'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1\t2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'bars',
      'a|b\n1|2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a title with commas above semicolons',
      'Our menu, Delhi, NY\na;b;c\n1;2,50;3\n2;3,50;4\n',
      [['Our menu, Delhi, NY'], ['a', 'b', 'c'], ['1', '2,50', '3'], ['2', '3,50', '4']],
    ],
    ['Excel’s own separator line', 'sep=;\na;b\n', [['a', 'b']]],
    [
      'lone carriage returns',
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['quotes', 'a\n"b ""c"", d"\n', [['a'], ['b "c", d']]],
    ['line breaks within quotes', 'a\n"b\r\nc"\n', [['a'], ['b\r\nc']]],
    [
      'separators in a quoted head',
      '"a;b;c",d\n1,2',
      [
        ['a;b;c', 'd'],
        ['1', '2'],
      ],
    ],
    ['quotes within a plain field', 'a\n5" pipe', [['a'], ['5" pipe']]],
    [
      'empty fields',
      'a,b,c\n,,1',
      [
        ['a', 'b', 'c'],
        ['', '', '1'],
      ],
    ],
    ['no empty lines', 'a\n\n , \n1\n\n', [['a'], ['1']]],
    ['one line without an end', 'a,b', [['a', 'b']]],
    [
      'an empty quoted end',
      'a,b\n1,""',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
  ])('are parsed with %s', async (_, text, rows) => {
    for (const size of [1, 2, 3, 65_536]) expect(await cellsOf(text, size)).toEqual(rows);
  });

  test('know the line they start on, past line breaks within quotes', async () => {
    const rows = await read(Buffer.from('a\r\n"b\r\nc\nd\re"\r\nf\r\n\r\ng'));
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 6, 8]);
  });

  test('round-trip in every encoding and in pieces of any size', async () => {
    const cell = fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => !text.includes('\0'));
    const table = fc
      .integer({ min: 2, max: 5 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 8 }));
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom<CsvEncoding>('utf-8', 'utf-16le', 'utf-16be'),
        fc.constantFrom(',', ';', '\t'),
        fc.integer({ min: 1, max: 40 }),
        async (rows, encoding, delimiter, size) => {
          const written = [['head', 'second', ...(rows[0] ?? []).slice(2).map(() => 'more')], ...rows];
          const text = stringify(written, { delimiter, quoted: true, record_delimiter: 'windows' });
          const expected = written.filter((cells) => cells.some((each) => each.trim() !== ''));
          const found = await read(encode(text, encoding, true), size);
          expect(found.map(({ cells }) => cells)).toEqual(expected);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('an encoding', () => {
  const text = 'Product,Strain\nCrème brûlée,“Kush” €5\n';
  test.each<[CsvEncoding, boolean]>([
    ['utf-8', true],
    ['utf-8', false],
    ['utf-16le', true],
    ['utf-16be', true],
    ['utf-16le', false],
    ['utf-16be', false],
  ])('%s is recognized (mark: %s)', async (encoding, mark) => {
    const bytes = encode(text, encoding, mark);
    expect(await detectEncoding([bytes])).toBe(encoding);
    expect((await read(bytes, 7)).map(({ cells }) => cells)).toEqual([
      ['Product', 'Strain'],
      ['Crème brûlée', '“Kush” €5'],
    ]);
  });

  test('falls back to Windows-1252, with the characters that Latin-1 lacks', async () => {
    const bytes = Buffer.from('Product\nCr\xe8me \x93Kush\x94 \x805 \x92\x96\x9f\n', 'latin1');
    expect(await detectEncoding(pieces(bytes, 5))).toBe('windows-1252');
    expect((await read(bytes)).at(1)?.cells).toEqual(['Crème “Kush” €5 ’–Ÿ']);
  });

  test('that is broken is refused, not guessed', async () => {
    expect(await problemOf(Buffer.from('Product\nab\x81\xffc', 'latin1'))).toEqual({ kind: 'encoding' });
    const half = encode('Product\nab', 'utf-16le', true);
    half.writeUInt16LE(0xd800, half.length - 2);
    expect(await problemOf(half)).toEqual({ kind: 'encoding' });
  });
});

describe('refused with the line number', () => {
  test.each<[string, Buffer, CsvProblem]>([
    ['a NUL', Buffer.from('a\nb\nc\0'), { kind: 'nul', line: 3 }],
    ['an endless quote', Buffer.from('a\nb\n"c\nd\ne'), { kind: 'open-quote', line: 3 }],
    [
      'an endless quote before a megabyte',
      Buffer.from(`a\n"b\n${'c,d\n'.repeat(250_000)}`),
      { kind: 'long-field', line: 2, limit: LONGEST_FIELD },
    ],
    [
      'a field of a megabyte',
      Buffer.from(`a\n${'x'.repeat(1_000_000)}`),
      { kind: 'long-field', line: 2, limit: LONGEST_FIELD },
    ],
    [
      'ten thousand columns',
      Buffer.from(`a\n${'1,'.repeat(10_000)}`),
      { kind: 'many-columns', line: 2, limit: MOST_COLUMNS },
    ],
    ['text behind a closing quote', Buffer.from('a\n"b"c\n'), { kind: 'after-quote', line: 2 }],
    [
      'a workbook',
      Buffer.from([0x50, 0x4b, 3, 4, 20, 0]),
      { kind: 'other-file', found: 'an Excel workbook or another zip file' },
    ],
    ['a PDF', Buffer.from('%PDF-1.7'), { kind: 'other-file', found: 'a PDF' }],
  ])('%s', async (_, bytes, problem) => {
    expect(await problemOf(bytes)).toEqual(problem);
    expect(csvMessage(problem)).toMatch(/^[A-Z].*[.?]$/);
  });
});

test('a hundred thousand rows parse without loss', async () => {
  const row = 'Blue Dream Pre-Roll,BD-1,B-2026-11,3.5 g,24,45.00,20.00,yes,BT-1,"LT-1, passed"\r\n';
  const bytes = Buffer.from(`a,b,c,d,e,f,g,h,i,j\r\n${row.repeat(100_000)}`);
  let count = 0;
  for await (const rows of readCsv(decodeText(pieces(bytes, 65_536), 'utf-8'))) count += rows.length;
  expect(count).toBe(100_001);
});
