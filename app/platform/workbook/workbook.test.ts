/** Workbooks: what is written is read back, every cell as text; what other programs write is read as it is shown. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CsvError } from '#platform/csv/csv-problem.ts';
import { workbookBytes } from './workbook.ts';
import { readWorkbook } from './workbook-reader.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farmgate-workbook-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(bytes: Uint8Array): Promise<string[][]> {
  const path = join(folder, 'book.xlsx');
  await writeFile(path, bytes);
  return readWorkbook(path);
}
async function written(rows: readonly Readonly<Record<'a' | 'b', string>>[]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of workbookBytes({ columns: { a: 'A', b: 'B' }, rows })) pieces.push(piece);
  return Buffer.concat(pieces);
}
/** A workbook as Excel writes it, with this sheet. */
const aBook = (sheet: string, more: Readonly<Record<string, string>> = {}) =>
  zipSync(
    Object.fromEntries(
      Object.entries({
        'xl/workbook.xml': '<workbook><sheets><sheet name="S" sheetId="1" r:id="rId7"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Target="worksheets/sheet4.xml" Id="rId7"/></Relationships>',
        'xl/worksheets/sheet4.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="d\\-mmm"/><numFmt numFmtId="165" formatCode="&quot;day&quot; 0.00"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
        ...more,
      }).map(([name, text]) => [name, strToU8(text)]),
    ),
  );

test('every text is read back as it was written, and every cell is text to a spreadsheet', async () => {
  const cell = fc.oneof(
    fc.constantFrom(
      '0042',
      '11-05',
      '=1+1',
      '6033420000000017',
      '<b>&amp;',
      ' a ',
      'a\nb',
      '_x0041_',
      '\u0007',
      '½ 🌿',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }).map((text) => text.replaceAll(/[\0\r]/g, '').toWellFormed()),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ a: cell, b: cell }), { minLength: 1, maxLength: 6 }),
      async (rows) => {
        const bytes = await written(rows);
        expect(await read(bytes)).toEqual([['A', 'B'], ...rows.map(({ a, b }) => [a, b])]);
        const sheet = Buffer.from(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? []).toString();
        expect(sheet).not.toMatch(/<f>|<v>/);
      },
    ),
    { numRuns: 60 },
  );
});

test('numbers have all their digits, and dates and percentages are as a spreadsheet shows them', async () => {
  const rows = await read(
    aBook(
      `<row r="1"><c r="A1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>plain</t></is></c></row>
       <row r="3"><c r="A3"><v>400017000336</v></c><c r="B3" s="1"><v>46356</v></c><c r="C3" s="2"><v>0.224</v></c></row>
       <row r="4"><c r="A4" s="3"><v>46331</v></c><c r="B4" s="4"><v>3.5</v></c><c r="C4" t="b"><v>1</v></c><c r="D4" t="e"><v>#N/A</v></c></row>`,
      {
        'xl/sharedStrings.xml':
          '<sst><si><t>no</t></si><si><r><t>Na</t></r><r><t>me &amp; more</t></r></si></sst>',
      },
    ),
  );
  expect(rows).toEqual([
    ['Name & more', '', 'plain'],
    [],
    ['400017000336', '11/30/2026', '22.4%'],
    ['11/5/2026', '3.5', 'TRUE', '#N/A'],
  ]);
});

test.each<[string, () => Uint8Array, string]>([
  ['a bomb', () => aBook(`<row><c><v>${'1'.repeat(26_000_000)}</v></c></row>`), 'large-workbook'],
  ['another zip file', () => zipSync({ 'a.txt': strToU8('a') }), 'other-file'],
  ['a damaged workbook', () => aBook('<row/>').subarray(0, 200), 'other-file'],
])('%s is refused', async (_, bytes, kind) => {
  const error = await read(bytes()).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(CsvError);
  expect((error as CsvError).problem.kind).toBe(kind);
});

test('a bomb that lies about its size, and elements that never end, take no time and no memory', async () => {
  const bytes = Buffer.from(aBook('1'.repeat(26_000_000)));
  // The sizes in the directory.
  for (let at = bytes.indexOf('PK\u0001\u0002'); at !== -1; at = bytes.indexOf('PK\u0001\u0002', at + 4))
    bytes.writeUInt32LE(10, at + 24);
  await expect(read(bytes)).rejects.toBeInstanceOf(CsvError);
  const start = performance.now();
  expect(await read(aBook('<row><c><is><t>'.repeat(400_000)))).toEqual([]);
  expect(performance.now() - start).toBeLessThan(5000);
});
