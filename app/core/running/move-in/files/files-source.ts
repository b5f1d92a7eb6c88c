/**
 * Reads uploaded files of other systems as records of the move. Each kind reads the files it is in once more, row by row, so
 * memory has a batch, and of whole files only what tells rows apart: numbers of products, hashes of addresses.
 */
import type { ReadBatch, RecordKind, RecordSource } from '../records.ts';
import { textsOf } from './cells.ts';
import { customerOf } from './customer-rows.ts';
import type { ListKind } from './list-fields.ts';
import { readCategories, readLots, readProducts } from './read-goods.ts';
import { readSales } from './read-sales.ts';
import {
  brokenNotes,
  type FilesContext,
  inTurns,
  rowsOf,
  type Source,
  type SourceFile,
  whereOf,
} from './source-file.ts';

/**
 * How often the files of each kind are read in one run, for the progress: records with a number are read twice, and
 * sales once more for returns.
 */
export const READS: Readonly<Record<ListKind, number>> = { products: 5, customers: 2, sales: 3 };

/** @throws FileError from `read` for a file whose rows cannot be told apart */
export function filesSource(
  place: string,
  files: readonly SourceFile[],
  context: FilesContext,
): RecordSource {
  const source: Source = { files, context, ids: { products: null, people: null, returns: null } };
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

async function* readPeople(source: Source): AsyncGenerator<ReadBatch<'person'>> {
  const { context } = source;
  const seen = new Set<string>();
  for await (const { file, rows, broken } of rowsOf(source, 'customers')) {
    const turned = await inTurns(rows, (row) => {
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
