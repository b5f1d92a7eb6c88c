/**
 * Reads past sales of uploaded files: rows that belong together are one sale, and returns are taken off the sale they
 * are of.
 */

import { emailOf } from '../former/former-people.ts';
import type { Note, ReadBatch, Records } from '../records.ts';
import { textsOf } from './cells.ts';
import { productIds, setFirst } from './read-goods.ts';
import { type OpenReturns, openReturns, type Return } from './returns.ts';
import type { SaleRow } from './sale-lines.ts';
import { returnsIn, saleIdOf, saleOf, type TurnedSale } from './sale-rows.ts';
import {
  brokenNotes,
  FileError,
  inTurns,
  type People,
  rowsOf,
  type Source,
  type SourceFile,
  systemName,
  whereOf,
} from './source-file.ts';

async function emailsByCode(source: Source): Promise<People> {
  if (source.ids.people) return source.ids.people;
  const people: People = new Map();
  for await (const { file, rows } of rowsOf(source, 'customers'))
    for (const { cells } of rows) {
      const get = textsOf(cells, file.mapping);
      const email = emailOf(get('email'));
      const code = get('code');
      if (email !== null && code !== '') setFirst(people, `${systemName(file)}/${code}`, email);
    }
  source.ids.people = people;
  return people;
}

export async function* readSales(source: Source): AsyncGenerator<ReadBatch<'order'>> {
  if (!source.files.some(({ kind }) => kind === 'sales')) return;
  const [products, people] = [await productIds(source), await emailsByCode(source)];
  const returns = openReturns(await allReturns(source));
  for await (const { sales, notes } of eachSale(source)) {
    const turned = sales.map(({ file, rows }) =>
      saleOf(rows, {
        ...rowsContext(file, source),
        ...{ now: source.context.now, returns },
        productOf: (code, label) =>
          products.byCode.get(code.toLowerCase()) ??
          products.byLabel.get(label) ??
          // Products that were brought before are known by the same words.
          (code !== '' || label !== '|' ? `${systemName(file)}/${code.toLowerCase() || label}` : null),
        emailOf: (code) => people.get(`${systemName(file)}/${code}`) ?? '',
      }),
    );
    yield batchOf([{ record: null, notes }, ...turned]);
  }
  yield { records: [], notes: notesOf(returns) };
}

/** A file may have the newest rows first, so what was returned is known before the sales are read. */
async function allReturns(source: Source): Promise<readonly Return[]> {
  if (source.ids.returns) return source.ids.returns;
  const returns: Return[] = [];
  for await (const { sales } of eachSale(source))
    for (const { file, rows } of sales) returns.push(...returnsIn(rows, rowsContext(file, source)));
  source.ids.returns = returns;
  return returns;
}

const rowsContext = (file: SourceFile, { context }: Source) => ({
  ...{ system: systemName(file), zone: context.zone },
  writing: { decimalCommas: file.decimalCommas },
});

function notesOf(returns: OpenReturns): Note[] {
  const { left, taken } = returns.end();
  const note =
    (isLeftOut: boolean, reason: string) =>
    (one: Return): Note => ({
      ...{ kind: 'order', sourceId: one.where, isLeftOut, reason },
    });
  return [
    ...taken.map(note(false, 'A return: it is taken off the sale that it is of')),
    ...left.map(note(true, 'A return whose sale is not in the files: nothing is taken off')),
  ];
}

/** Rows of one number are one sale, and stand together. @throws FileError for those that do not */
async function* eachSale(source: Source): AsyncGenerator<{ sales: Sale[]; notes: Note[] }> {
  const seen = new Map<string, SourceFile>();
  let open: Sale | null = null;
  for await (const { file, rows, broken } of rowsOf(source, 'sales')) {
    const notes = brokenNotes('order', file, broken);
    const ended = await inTurns(rows, (row): Sale[] => {
      const get = textsOf(row.cells, file.mapping);
      const id = saleIdOf(get);
      const where = whereOf(file, row);
      if (id === '') {
        notes.push({ kind: 'order', sourceId: where, isLeftOut: true, reason: 'No number of the sale' });
        return [];
      }
      if (open?.file === file && open.id === id) {
        addRow(open, { get, where });
        return [];
      }
      const before = open;
      begin(seen, file, id, row.line);
      open = { file, id, rows: [{ get, where }] };
      return before === null ? [] : [before];
    });
    yield { sales: ended.flat(), notes };
  }
  if (open !== null) yield { sales: [open], notes: [] };
}

function begin(seen: Map<string, SourceFile>, file: SourceFile, id: string, line: number): void {
  const key = `${systemName(file)}/${id}`;
  const other = seen.get(key);
  if (other && other !== file)
    throw new FileError(
      `Sale ${id} is in ${other.name} and in ${file.name}. Remove one of the two, because a sale comes over once.`,
    );
  if (other)
    throw new FileError(
      `The rows of sale ${id} are not together: line ${line} of ${file.name} begins it again. Sort the file by the number of the sale, and upload it again.`,
    );
  seen.set(key, file);
}

/** A sale with more lines than anyone buys is a column that is no number of the sale. */
function addRow({ file, id, rows }: Sale, row: SaleRow): void {
  if (rows.length >= MOST_LINES)
    throw new FileError(
      `More than ${MOST_LINES} rows of ${file.name} have the number ${id}. Is another column the number of the sale?`,
    );
  rows.push(row);
}

type Sale = { file: SourceFile; id: string; rows: SaleRow[] };

const MOST_LINES = 500;

const batchOf = (turned: readonly TurnedSale[]): ReadBatch<'order'> => ({
  records: turned.flatMap(({ record }): Records['order'][] => (record === null ? [] : [record])),
  notes: turned.flatMap(({ notes }) => notes),
});
