/**
 * Reads the first table of an Excel workbook (.xlsx, ECMA-376) as a spreadsheet shows it: dates as 11/30/2026, percentages
 * as 22.4%. Only text is read: no formula runs, no entity of a document type is expanded, nothing is fetched. What a part
 * unpacks to is limited before it is unpacked, so a small file cannot fill the memory.
 */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { CsvError } from '#platform/csv/csv-problem.ts';

const unpack = promisify(inflateRaw);

/** Bytes of a part of the workbook, unpacked; some 30,000 rows. */
const LARGEST_PART = 24_000_000;
const MOST_PARTS = 2_000;
const LAST_COLUMN = 200;

const notAWorkbook = () =>
  new CsvError({ kind: 'other-file', found: 'a damaged workbook or another zip file' });

/** The rows of the first sheet that has any; empty lines are empty rows. @throws CsvError */
export async function readWorkbook(path: string): Promise<string[][]> {
  const parts = directoryOf(await readFile(path));
  const read = async (name: string): Promise<string> => {
    const part = parts.get(name);
    return part ? (await unpacked(part)).toString('utf8') : '';
  };
  const book = await read('xl/workbook.xml');
  if (book === '') throw notAWorkbook();
  const targets = new Map(
    tagsOf(await read('xl/_rels/workbook.xml.rels'), 'Relationship').map((tag) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target').replace(/^\/?(?:xl\/)?/, 'xl/'),
    ]),
  );
  const strings = [...elements(await read('xl/sharedStrings.xml'), 'si')].map(([, inside]) => textIn(inside));
  const formats = formatsIn(await read('xl/styles.xml'));
  const is1904 = /<workbookPr\b[^>]*\bdate1904="(?:1|true)"/.test(book);
  for (const sheet of tagsOf(book, 'sheet')) {
    const rows = rowsIn(await read(targets.get(attribute(sheet, 'r:id')) ?? ''), {
      strings,
      formats,
      is1904,
    });
    if (rows.some((row) => row.some((cell) => cell !== ''))) return rows;
  }
  return [];
}

type Part = { method: number; size: number; bytes: Buffer };

/** The parts by name, from the directory at the end of the ZIP. */
function directoryOf(file: Buffer): Map<string, Part> {
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end === -1 || end + 22 > file.length) throw notAWorkbook();
  const count = file.readUInt16LE(end + 10);
  if (count > MOST_PARTS) throw notAWorkbook();
  const parts = new Map<string, Part>();
  try {
    let at = file.readUInt32LE(end + 16);
    for (let index = 0; index < count; index++) {
      if (file.readUInt32LE(at) !== 0x02014b50) throw notAWorkbook();
      const [method, packed, size] = [
        file.readUInt16LE(at + 10),
        file.readUInt32LE(at + 20),
        file.readUInt32LE(at + 24),
      ];
      const [name, extra, comment] = [
        file.readUInt16LE(at + 28),
        file.readUInt16LE(at + 30),
        file.readUInt16LE(at + 32),
      ];
      const local = file.readUInt32LE(at + 42);
      const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
      const bytes = file.subarray(start, start + packed);
      parts.set(file.toString('utf8', at + 46, at + 46 + name), { method, size, bytes });
      at += 46 + name + extra + comment;
    }
  } catch (error) {
    throw error instanceof RangeError ? notAWorkbook() : error;
  }
  return parts;
}

/** The unpacked bytes; what the directory says of their number is not believed. */
async function unpacked({ method, size, bytes }: Part): Promise<Buffer> {
  const tooLarge = () => new CsvError({ kind: 'large-workbook' });
  if (size > LARGEST_PART || bytes.length > LARGEST_PART) throw tooLarge();
  if (method === 0) return bytes;
  if (method !== 8) throw notAWorkbook();
  try {
    return await unpack(bytes, { maxOutputLength: LARGEST_PART });
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : notAWorkbook();
  }
}

/**
 * The elements of a name that are not within one another: attributes and content. Searches from each end on, so a file of
 * elements that never end takes no longer than any other.
 */
function* elements(xml: string, name: string): Generator<[tag: string, inside: string]> {
  for (let at = 0; ; ) {
    const start = xml.indexOf(`<${name}`, at);
    if (start === -1) return;
    at = start + name.length + 1;
    if (!/[\s/>]/.test(xml[at] ?? '')) continue;
    const head = xml.indexOf('>', at);
    if (head === -1) return;
    const isEmpty = xml[head - 1] === '/';
    const tag = xml.slice(at, isEmpty ? head - 1 : head);
    const end = isEmpty ? head : xml.indexOf(`</${name}>`, head);
    if (end === -1) return;
    yield [tag, isEmpty ? '' : xml.slice(head + 1, end)];
    at = end + 1;
  }
}

const tagsOf = (xml: string, name: string): string[] => [...elements(xml, name)].map(([tag]) => tag);

const attribute = (tag: string, name: string): string =>
  decoded(new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Without the entities that XML itself has, and the characters that Excel writes as '_x0007_'. */
const decoded = (text: string): string =>
  text
    .replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null;
      if (code === null) return entities[name as string] ?? whole;
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .replaceAll(/_x([0-9A-F]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

/** The text in `<t>`; what explains its pronunciation is left out. */
function textIn(xml: string): string {
  const guides = [...elements(xml, 'rPh')].length;
  const texts = [...elements(xml, 't')].map(([, text]) => decoded(text));
  return texts
    .slice(0, texts.length - guides)
    .join('')
    .replaceAll('\0', '');
}

type Format = 'date' | 'percent' | null;

/** What each cell format shows a number as. */
function formatsIn(xml: string): Format[] {
  const own = new Map(
    tagsOf(xml, 'numFmt').map((tag) => [attribute(tag, 'numFmtId'), attribute(tag, 'formatCode')]),
  );
  const [list] = elements(xml, 'cellXfs');
  return tagsOf(list?.[1] ?? '', 'xf').map((tag) => {
    const id = attribute(tag, 'numFmtId');
    const code = (own.get(id) ?? '').replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, '');
    if (/^(?:9|10)$/.test(id) || code.includes('%')) return 'percent';
    return /^(?:1[4-7]|22|27|30|36|5[0-8])$/.test(id) || /[dy]|m{3}/i.test(code) ? 'date' : null;
  });
}

type Book = { strings: readonly string[]; formats: readonly Format[]; is1904: boolean };

function rowsIn(xml: string, book: Book): string[][] {
  const rows: string[][] = [];
  for (const [tag, inside] of elements(xml, 'row')) {
    const row: string[] = [];
    for (const [cell, content] of elements(inside, 'c')) {
      const column = columnOf(attribute(cell, 'r')) ?? row.length;
      if (column >= LAST_COLUMN) continue;
      while (row.length < column) row.push('');
      row[column] = shown(cell, content, book);
    }
    const at = Number(attribute(tag, 'r')) - 1;
    // Empty rows count as lines; a row far below does not add thousands of them.
    while (rows.length < at && at - rows.length < 1000) rows.push([]);
    rows.push(row);
  }
  return rows;
}

/** 'B7' is column 1. */
function columnOf(reference: string): number | null {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference)?.[1];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** A cell's text as the spreadsheet shows it, but numbers with all their digits. */
function shown(cell: string, content: string, { strings, formats, is1904 }: Book): string {
  const kind = attribute(cell, 't');
  if (kind === 'inlineStr') return textIn(content);
  const [inner] = elements(content, 'v');
  const value = decoded(inner?.[1] ?? '').replaceAll('\0', '');
  if (kind === 's') return strings[Number(value)] ?? '';
  if (kind === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (kind === 'd') return value.slice(0, 10);
  if (kind !== '' && kind !== 'n') return value;
  const number = Number(value);
  if (value === '' || !Number.isFinite(number)) return value;
  const format = formats[Number(attribute(cell, 's') || 0)] ?? null;
  if (format === 'percent') return `${Number((number * 100).toFixed(6))}%`;
  if (format === 'date') return dayOf(number, is1904);
  return Number.isInteger(number) && Math.abs(number) < 1e21 ? BigInt(number).toString() : String(number);
}

/** Days count from 1899-12-30, because the first spreadsheet took 1900 for a leap year, or from 1904. */
function dayOf(serial: number, is1904: boolean): string {
  const day = new Date(
    Date.UTC(is1904 ? 1904 : 1899, is1904 ? 0 : 11, is1904 ? 1 : 30) + Math.floor(serial) * 86_400_000,
  );
  if (Number.isNaN(day.getTime())) return String(serial);
  return `${day.getUTCMonth() + 1}/${day.getUTCDate()}/${day.getUTCFullYear()}`;
}
