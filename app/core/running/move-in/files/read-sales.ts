/** Reads past sales of uploaded files: rows that belong together are one sale. */

import { emailOf } from '../former/former-people.ts';
import type { ReadBatch, Records } from '../records.ts';
import { textsOf } from './cells.ts';
import { productIds, setFirst } from './read-goods.ts';
import { type SaleRow, saleIdOf, saleOf, type TurnedSale } from './sale-rows.ts';
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
  const seen = new Set<string>();
  const open: { sale: Sale | null } = { sale: null };
  const end = ({ file, id, rows, line }: Sale): TurnedSale => {
    const key = `${systemName(file)}/${id}`;
    if (seen.has(key))
      throw new FileError(
        `The rows of sale ${id} are not together: line ${line} of ${file.name} begins it again. Sort the file by the number of the sale, and upload it again.`,
      );
    seen.add(key);
    return saleOf(rows, {
      ...{ system: systemName(file), zone: source.context.zone, now: source.context.now },
      writing: { decimalCommas: file.decimalCommas },
      productOf: (code, label) =>
        products.byCode.get(code.toLowerCase()) ??
        products.byLabel.get(label) ??
        // Products that were brought before are known by the same words.
        (code !== '' || label !== '|' ? `${systemName(file)}/${code.toLowerCase() || label}` : null),
      emailOf: (code) => people.get(`${systemName(file)}/${code}`) ?? '',
    });
  };
  for await (const { file, rows, broken } of rowsOf(source, 'sales')) {
    const ended: TurnedSale[] = [{ record: null, notes: brokenNotes('order', file, broken) }];
    await inTurns(rows, (row) => {
      const get = textsOf(row.cells, file.mapping);
      const id = saleIdOf(get);
      const where = whereOf(file, row);
      if (id === '') {
        const reason = 'No number of the sale';
        ended.push({ record: null, notes: [{ kind: 'order', sourceId: where, isLeftOut: true, reason }] });
        return;
      }
      if (open.sale === null || open.sale.file !== file || open.sale.id !== id) {
        if (open.sale !== null) ended.push(end(open.sale));
        open.sale = { file, id, rows: [], line: row.line };
      }
      // A sale with more lines than anyone buys is a column that is no number of the sale.
      if (open.sale.rows.length >= MOST_LINES)
        throw new FileError(
          `More than ${MOST_LINES} rows of ${file.name} have the number ${id}. Is another column the number of the sale?`,
        );
      open.sale.rows.push({ get, where });
    });
    yield batchOf(ended);
  }
  if (open.sale !== null) yield batchOf([end(open.sale)]);
}

type Sale = { file: SourceFile; id: string; rows: SaleRow[]; line: number };

const MOST_LINES = 500;

const batchOf = (turned: readonly TurnedSale[]): ReadBatch<'order'> => ({
  records: turned.flatMap(({ record }): Records['order'][] => (record === null ? [] : [record])),
  notes: turned.flatMap(({ notes }) => notes),
});
