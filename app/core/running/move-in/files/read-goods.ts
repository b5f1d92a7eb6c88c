/** Reads products of uploaded files: categories, products, opening lots, and what sales call them. */
import type { CategoryRecord, LotRecord, Note, ReadBatch } from '../records.ts';
import { labelOf, type ProductRow, productReader } from './product-rows.ts';
import { systemFileOf } from './recognize.ts';
import {
  brokenNotes,
  FileError,
  type Ids,
  inTurns,
  rowsOf,
  type Source,
  type SourceFile,
  systemName,
  whereOf,
} from './source-file.ts';

type FoundProduct = { row: ProductRow; where: string; sourceId: string; isFirst: boolean };

/** Products in their order, each row with the product it is of. */
async function* eachProduct(
  source: Source,
  onBroken?: (notes: Note[]) => void,
): AsyncGenerator<FoundProduct[]> {
  const labels = new Map<string, string>();
  const seen = new Set<string>();
  const readers = new Map<SourceFile, ReturnType<typeof productReader>>();
  for await (const { file, rows, broken } of rowsOf(source, 'products')) {
    onBroken?.(brokenNotes('product', file, broken));
    const read =
      readers.get(file) ?? productReader(file.header, file.mapping, systemFileOf(file.header, file.kind));
    readers.set(file, read);
    const writing = { decimalCommas: file.decimalCommas };
    const found = await inTurns(rows, (each): FoundProduct[] => {
      const where = whereOf(file, each);
      const row = read(each.cells, { where, writing });
      if (row === null) return [];
      const code = row.code.toLowerCase();
      // A number that two products share tells neither.
      const isOwn = code !== '' && (labels.get(`${file.name}/${code}`) ?? row.label) === row.label;
      if (code !== '' && !labels.has(`${file.name}/${code}`)) labels.set(`${file.name}/${code}`, row.label);
      const sourceId = `${systemName(file)}/${isOwn ? code : row.label}`;
      const isFirst = !seen.has(sourceId);
      seen.add(sourceId);
      return [{ row, where, sourceId, isFirst }];
    });
    yield found.flat();
  }
}

export async function* readCategories(source: Source): AsyncGenerator<ReadBatch<'category'>> {
  const names = new Map<string, CategoryRecord>();
  for await (const found of eachProduct(source))
    for (const { row, isFirst } of found) {
      const id = row.category.toLowerCase();
      if (isFirst && id !== '' && !names.has(id)) names.set(id, { sourceId: id, name: row.category });
    }
  if (names.size > MOST_CATEGORIES)
    throw new FileError(
      `The products name ${names.size} categories, and a menu has at most ${MOST_CATEGORIES}. Is another column the category?`,
    );
  yield { records: [...names.values()], notes: [] };
}

const MOST_CATEGORIES = 100;

export async function* readProducts(source: Source): AsyncGenerator<ReadBatch<'product'>> {
  let broken: Note[] = [];
  for await (const found of eachProduct(source, (notes) => {
    broken = notes;
  })) {
    const turned = found.filter(({ isFirst }) => isFirst).map(({ row, sourceId }) => row.product(sourceId));
    yield {
      records: turned.flatMap(({ record }) =>
        record === null
          ? []
          : { ...record, categoryId: record.categoryId === null ? null : record.categoryId.toLowerCase() },
      ),
      notes: [...broken, ...turned.flatMap(({ notes }) => notes)],
    };
  }
}

const TWICE = 'Another row is the same product: the units of both are added up';

/**
 * Rows of one batch, as of two rooms, are one lot with the units of both. Of rows without a batch the report says so, because
 * one may be there twice.
 */
export async function* readLots(source: Source): AsyncGenerator<ReadBatch<'lot'>> {
  const lots = new Map<string, LotRecord>();
  const notes: Note[] = [];
  for await (const found of eachProduct(source))
    for (const { row, where, sourceId } of found) {
      const turned = row.lot(sourceId);
      notes.push(...turned.notes);
      if (turned.record === null) continue;
      const known = lots.get(turned.record.sourceId);
      if (!known) {
        lots.set(turned.record.sourceId, turned.record);
        continue;
      }
      known.units += turned.record.units;
      // Without a batch nothing tells two rooms from a row that is there twice: a person looks.
      if (known.batchNumber === '')
        notes.push({ kind: 'lot', sourceId: where, isLeftOut: false, reason: TWICE });
    }
  yield { records: [...lots.values()], notes };
}

/** Sales name products by number or name, and customers by number. */
export async function productIds(source: Source): Promise<Ids> {
  if (source.ids.products) return source.ids.products;
  const ids: Ids = { byCode: new Map(), byLabel: new Map() };
  const names = new Map<string, string | null>();
  for await (const found of eachProduct(source))
    for (const { row, sourceId, isFirst } of found) {
      if (!isFirst) continue;
      if (row.code !== '') setFirst(ids.byCode, row.code.toLowerCase(), sourceId);
      setFirst(ids.byLabel, row.label, sourceId);
      // 'Blue Dream - 3.5 g', as shops write it on an order.
      if (row.size !== '') setFirst(ids.byLabel, labelOf(`${row.name} - ${row.size}`, ''), sourceId);
      const alone = labelOf(row.name, '');
      names.set(alone, names.has(alone) ? null : sourceId);
    }
  for (const [name, sourceId] of names) if (sourceId !== null) setFirst(ids.byLabel, name, sourceId);
  source.ids.products = ids;
  return ids;
}

export const setFirst = (map: Map<string, string>, key: string, value: string) => {
  if (!map.has(key)) map.set(key, value);
};
