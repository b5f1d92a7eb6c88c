/**
 * Writes tables as an Excel workbook in which every cell is text, so that a spreadsheet changes none: '0042' and '11-05'
 * stay what they are, and nothing becomes a formula. Streamed row by row, like CSV.
 */
import { Readable } from 'node:stream';
import { attachment, type CsvOptions } from '#platform/csv/csv.ts';
import { type ZipEntry, zipBytes } from '#platform/files/zip.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org';
const RELATED = `${OFFICE}/officeDocument/2006/relationships`;
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Everything but the table itself (ECMA-376). Cell format 1 is text, number format 49. */
const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${KIND}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${KIND}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="rId1" Type="${RELATED}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${OFFICE}/spreadsheetml/2006/main" xmlns:r="${RELATED}"><sheets><sheet name="Inventory" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="rId1" Type="${RELATED}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATED}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${OFFICE}/spreadsheetml/2006/main"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A cell's text; characters that XML cannot hold are written as Excel writes them, '_x0007_'. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[&<>]/g, (sign) => escapes[sign] ?? sign)
    .replaceAll(/(?![\t\n])\p{Cc}|[\ufffe\uffff]/gu, (sign) => {
      return `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
    });

const rowOf = (cells: readonly string[]): string =>
  `<row>${cells
    .map((text) =>
      text === ''
        ? '<c s="1"/>'
        : `<c s="1" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`,
    )
    .join('')}</row>`;

async function* sheetOf<Column extends string>({
  columns,
  rows,
}: CsvOptions<Column>): AsyncGenerator<Uint8Array> {
  const names = Object.keys(columns) as Column[];
  // New rows are text, too.
  const all = `<cols><col min="1" max="${names.length}" width="16" style="1" customWidth="1"/></cols>`;
  yield Buffer.from(
    `${HEAD}<worksheet xmlns="${OFFICE}/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${all}<sheetData>${rowOf(names.map((name) => columns[name]))}`,
  );
  for await (const row of rows)
    yield Buffer.from(rowOf(names.map((name) => (row[name] === null ? '' : String(row[name])))));
  yield Buffer.from('</sheetData></worksheet>');
}

/** The workbook as bytes, generated while they are read. */
export function workbookBytes<Column extends string>(
  options: CsvOptions<Column>,
): AsyncGenerator<Uint8Array> {
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const [name, text] of Object.entries(parts)) yield { name, content: [Buffer.from(HEAD + text)] };
    yield { name: 'xl/worksheets/sheet1.xml', content: sheetOf(options) };
  }
  return zipBytes(entries());
}

/** The workbook as a download. */
export function workbookResponse<Column extends string>(
  options: CsvOptions<Column> & { fileName: string },
): Response {
  const source = Readable.from(workbookBytes(options), { highWaterMark: 1 });
  return new Response(Readable.toWeb(source) as ReadableStream<Uint8Array>, {
    headers: {
      'Content-Type': `${KIND}.sheet`,
      'Content-Disposition': attachment(options.fileName),
      'Cache-Control': 'no-store',
    },
  });
}
