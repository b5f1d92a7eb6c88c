/**
 * Reads uploaded files of other systems as records of the move. Each kind reads the files it is in once more, row by row, so
 * memory has a batch, and of whole files only what tells rows apart: numbers of products, hashes of addresses.
 */
import type { StoreDate } from '#kernel/time.ts';
import type { CsvRow } from '#platform/csv/csv-reader.ts';
import { emailOf } from '../former/former-people.ts';
import type {
  CategoryRecord,
  LotRecord,
  Note,
  ReadBatch,
  RecordKind,
  RecordSource,
  Records,
} from '../records.ts';
import { textsOf } from './cells.ts';
import { customerOf } from './customer-rows.ts';
import type { ListKind, ListMapping } from './list-fields.ts';
import { labelOf, type ProductRow, productReader } from './product-rows.ts';
import { systemFileOf } from './recognize.ts';
import { type SaleRow, saleIdOf, saleOf, type TurnedSale } from './sale-rows.ts';

export type SourceFile = {
  /** As the person named it, for the report. */
  name: string;
  kind: ListKind;
  /** null for a spreadsheet. */
  system: string | null;
  header: readonly string[];
  mapping: ListMapping;
  decimalCommas: boolean;
  /** After the heads. */
  rows(): AsyncIterable<readonly CsvRow[]>;
};

export type FilesContext = {
  now: Date;
  today: StoreDate;
  zone: string;
  minimumAge: number;
  /** Of an address: people are told apart by it, and their rows must not name it. */
  hash(email: string): string;
  onRows?: (rows: number) => void;
};

/** Why a file cannot be brought as it is; nothing was written. */
export class FileError extends Error {
  override name = 'FileError';
}

const SPREADSHEET = 'Spreadsheet';
const systemName = ({ system }: Pick<SourceFile, 'system'>) => system ?? SPREADSHEET;

/** How often the files of each kind are read in one run, for the progress: records with a number are read twice. */
export const READS: Readonly<Record<ListKind, number>> = { products: 5, customers: 2, sales: 2 };

type Source = {
  files: readonly SourceFile[];
  context: FilesContext;
  ids: { products: Ids | null; people: People | null };
};
/** What rows are called elsewhere → their id at the source. */
type Ids = { byCode: Map<string, string>; byLabel: Map<string, string> };
type People = Map<string, string>;

/** @throws FileError from `read` for a file whose rows cannot be told apart */
export function filesSource(
  place: string,
  files: readonly SourceFile[],
  context: FilesContext,
): RecordSource {
  const source: Source = { files, context, ids: { products: null, people: null } };
  const readers: Partial<{ [K in RecordKind]: () => AsyncIterable<ReadBatch<K>> }> = {
    category: () => readCategories(source),
    product: () => readProducts(source),
    lot: () => readLots(source),
    person: () => readPeople(source),
    order: () => readSales(source),
  };
  return {
    place,
    read: <K extends RecordKind>(kind: K) =>
      (readers[kind]?.() ?? nothing()) as unknown as AsyncIterable<ReadBatch<K>>,
    file: async () => null,
    close: async () => undefined,
  };
}

async function* nothing(): AsyncGenerator<ReadBatch<never>> {}

async function* rowsOf({ files, context }: Source, kind: ListKind) {
  for (const file of files) {
    if (file.kind !== kind) continue;
    for await (const rows of file.rows()) {
      context.onRows?.(rows.length);
      const whole = rows.filter(({ cells }) => !isTooLong(cells, file));
      yield {
        file,
        rows: whole,
        broken: rows.length === whole.length ? [] : rows.filter((row) => !whole.includes(row)),
      };
    }
  }
}

/** A comma that is in no quotes moves everything behind it into other columns. */
const isTooLong = (cells: readonly string[], { header }: SourceFile): boolean =>
  cells.length > header.length && cells.slice(header.length).some((cell) => cell.trim() !== '');

const brokenNotes = (kind: RecordKind, file: SourceFile, rows: readonly CsvRow[]): Note[] =>
  rows.map((row) => ({
    ...{ kind, sourceId: whereOf(file, row), isLeftOut: true },
    reason: 'More fields than there are columns: is a quote missing?',
  }));

const whereOf = (file: SourceFile, { line }: CsvRow): string => `${file.name}, line ${line}`;

type FoundProduct = { row: ProductRow; sourceId: string; isFirst: boolean };

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
    yield rows.flatMap((each): FoundProduct[] => {
      const row = read(each.cells, { where: whereOf(file, each), writing });
      if (row === null) return [];
      const code = row.code.toLowerCase();
      // A number that two products share tells neither.
      const isOwn = code !== '' && (labels.get(`${file.name}/${code}`) ?? row.label) === row.label;
      if (code !== '' && !labels.has(`${file.name}/${code}`)) labels.set(`${file.name}/${code}`, row.label);
      const sourceId = `${systemName(file)}/${isOwn ? code : row.label}`;
      const isFirst = !seen.has(sourceId);
      seen.add(sourceId);
      return [{ row, sourceId, isFirst }];
    });
  }
}

async function* readCategories(source: Source): AsyncGenerator<ReadBatch<'category'>> {
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

async function* readProducts(source: Source): AsyncGenerator<ReadBatch<'product'>> {
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

/** Rows of one batch, as of two rooms, are one lot with the units of both. */
async function* readLots(source: Source): AsyncGenerator<ReadBatch<'lot'>> {
  const lots = new Map<string, LotRecord>();
  const notes: Note[] = [];
  for await (const found of eachProduct(source))
    for (const { row, sourceId } of found) {
      const turned = row.lot(sourceId);
      notes.push(...turned.notes);
      if (turned.record === null) continue;
      const known = lots.get(turned.record.sourceId);
      if (known) known.units += turned.record.units;
      else lots.set(turned.record.sourceId, turned.record);
    }
  yield { records: [...lots.values()], notes };
}

async function* readPeople(source: Source): AsyncGenerator<ReadBatch<'person'>> {
  const { context } = source;
  const seen = new Set<string>();
  for await (const { file, rows, broken } of rowsOf(source, 'customers')) {
    const turned = rows.map((row) => {
      const where = whereOf(file, row);
      const { record, notes } = customerOf(textsOf(row.cells, file.mapping), {
        ...{ where, system: file.system ?? 'the other system', zone: context.zone },
        ...{ today: context.today, minimumAge: context.minimumAge },
        idOf: (email) => context.hash(email),
      });
      if (record !== null && seen.has(record.sourceId)) {
        const reason = 'Another row has the same email address: the first one counts';
        return {
          record: null,
          notes: [{ kind: 'person' as const, sourceId: where, isLeftOut: true, reason }],
        };
      }
      if (record !== null) seen.add(record.sourceId);
      return { record, notes };
    });
    yield {
      records: turned.flatMap(({ record }) => record ?? []),
      notes: [...brokenNotes('person', file, broken), ...turned.flatMap(({ notes }) => notes)],
    };
  }
}

/** Sales name products by number or name, and customers by number. */
async function productIds(source: Source): Promise<Ids> {
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

const setFirst = (map: Map<string, string>, key: string, value: string) => {
  if (!map.has(key)) map.set(key, value);
};

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

async function* readSales(source: Source): AsyncGenerator<ReadBatch<'order'>> {
  if (!source.files.some(({ kind }) => kind === 'sales')) return;
  const [products, people] = [await productIds(source), await emailsByCode(source)];
  const seen = new Set<string>();
  let current: Sale | null = null;
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
    for (const row of rows) {
      const get = textsOf(row.cells, file.mapping);
      const id = saleIdOf(get);
      const where = whereOf(file, row);
      if (id === '') {
        const reason = 'No number of the sale';
        ended.push({ record: null, notes: [{ kind: 'order', sourceId: where, isLeftOut: true, reason }] });
        continue;
      }
      if (current === null || current.file !== file || current.id !== id) {
        if (current !== null) ended.push(end(current));
        current = { file, id, rows: [], line: row.line };
      }
      // A sale with more lines than anyone buys is a column that is no number of the sale.
      if (current.rows.length >= MOST_LINES)
        throw new FileError(
          `More than ${MOST_LINES} rows of ${file.name} have the number ${id}. Is another column the number of the sale?`,
        );
      current.rows.push({ get, where });
    }
    yield batchOf(ended);
  }
  if (current !== null) yield batchOf([end(current)]);
}

type Sale = { file: SourceFile; id: string; rows: SaleRow[]; line: number };

const MOST_LINES = 500;

const batchOf = (turned: readonly TurnedSale[]): ReadBatch<'order'> => ({
  records: turned.flatMap(({ record }): Records['order'][] => (record === null ? [] : [record])),
  notes: turned.flatMap(({ notes }) => notes),
});
