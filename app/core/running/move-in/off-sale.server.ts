/** Says which products come over and will be off sale, and why: in a dry run by the rules that a real one writes by. */
import { judgeMoved, readMovedNames } from '#core/goods/catalogue/moved/move-products.server.ts';
import { movedStatus } from '#core/goods/stock/lots/move-lots.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { leave, type MoveContext } from './move-context.server.ts';
import type { LotRecord, ProductRecord, RecordKind, Records } from './records.ts';

/** The category of products that named none. */
export const OTHER = 'Other';

/** @param lacks what the product lacks for being on sale, in words; null for nothing */
export function sayProduct(
  context: MoveContext,
  { sourceId, isArchived, values }: ProductRecord,
  lacks: string | null,
): void {
  if (lacks) leave(context, 'product', sourceId, `Off sale until it is complete: ${lacks}`);
  if (lacks) context.offSale({ name: values.name, why: lacks });
  else if (!isArchived && values.forSale === false)
    context.offSale({ name: values.name, why: 'It is off sale in the other system.' });
}

/** @param product whose new lot waits */
export function sayLot(context: MoveContext, { sourceId, batchNumber }: LotRecord, product: string): void {
  leave(
    context,
    'lot',
    sourceId,
    'Cannabis without a certificate: its lot waits for its certificate before it is on sale',
  );
  const lot = batchNumber === '' ? 'Its lot' : `Lot ${batchNumber}`;
  context.offSale({ name: product, why: `${lot} waits for its certificate.` });
}

/** A batch of a dry run: what would be written of it, and what has moved before. */
export type TriedBatch<K extends RecordKind> = {
  records: readonly Records[K][];
  changed: ReadonlySet<string>;
  known: ReadonlySet<string>;
};

/** Judges the goods of a dry run: products by the category that was read before them, lots by their product. */
export async function tryGoods(context: MoveContext) {
  const nameOf = await readMovedNames();
  const rules = await readSettings();
  const categories = new Map<string, string>();
  const products = new Map<string, { name: string; isCannabis: boolean }>();
  const judges: { [K in RecordKind]?: (batch: TriedBatch<K>) => void } = {
    category({ records }) {
      for (const { sourceId, name } of records) categories.set(sourceId, name);
    },
    product({ records, changed }) {
      for (const record of records) {
        const categoryName = nameOf(categories.get(record.categoryId ?? '') ?? OTHER);
        const { saved, offSale } = judgeMoved({ ...record, categoryId: 0, categoryName }, rules);
        products.set(record.sourceId, { name: saved.name, isCannabis: saved.productType === 'cannabis' });
        if (changed.has(record.sourceId)) sayProduct(context, record, offSale);
      }
    },
    lot({ records, changed, known }) {
      for (const record of records) {
        const product = products.get(record.productId);
        const isNew = changed.has(record.sourceId) && !known.has(record.sourceId);
        if (!product || !isNew || record.status !== null) continue;
        const status = movedStatus({ status: null, papers: record }, product.isCannabis, context.today);
        if (status === 'untested') sayLot(context, record, product.name);
      }
    },
  };
  return <K extends RecordKind>(kind: K, batch: TriedBatch<K>): void =>
    (judges[kind] as ((batch: TriedBatch<K>) => void) | undefined)?.(batch);
}

export type GoodsTrial = Awaited<ReturnType<typeof tryGoods>>;
