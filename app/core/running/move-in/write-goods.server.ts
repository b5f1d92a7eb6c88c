/** Writes categories, products and opening lots through the rooms that own their tables. */
import { sql } from 'drizzle-orm';
import { moveCategory, moveProducts } from '#core/goods/catalogue/moved/move-products.server.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { moveLots } from '#core/goods/stock/lots/move-lots.server.ts';
import type { Transaction } from '#db/client.ts';
import { categories } from '#db/schema/catalogue.ts';
import {
  type Became,
  inOrder,
  leave,
  type MoveContext,
  resolve,
  split,
  type WriteItem,
} from './move-context.server.ts';
import { knownRows, saveMoved } from './moved-rows.server.ts';
import { OTHER, sayLot, sayProduct } from './off-sale.server.ts';

export async function writeCategories(
  tx: Transaction,
  items: readonly WriteItem<'category'>[],
): Promise<Became[]> {
  const became: Became[] = [];
  for (const { record, known } of items) {
    if (known?.ourId) became.push({ ourId: known.ourId, isOurs: known.isOurs });
    else {
      const { id, isNew } = await moveCategory(tx, record.name);
      became.push({ ourId: String(id), isOurs: isNew });
    }
  }
  return became;
}

/** What sales name that is no product of the menu: it is archived, and so is its category. */
const FORMER_ITEM = 'former-item';

const FORMER_CATEGORY = 'Former shop';

export async function writeProducts(
  tx: Transaction,
  items: readonly WriteItem<'product'>[],
  context: MoveContext,
): Promise<Became[]> {
  const of = await resolve(
    tx,
    context,
    'category',
    items.map(({ record }) => record.categoryId),
  );
  const other = items.some(({ record }) => !of.has(record.categoryId ?? ''))
    ? await moveCategory(tx, OTHER)
    : null;
  if (other?.isNew)
    await saveMoved(tx, [
      { ...{ source: context.source, kind: 'category', sourceId: OTHER, ourId: String(other.id), hash: '' } },
    ]);
  const names = new Map(
    (await tx.select({ id: categories.id, name: categories.name }).from(categories)).map(({ id, name }) => [
      id,
      name,
    ]),
  );
  const upcs = await upcsTaken(tx, items);
  const written = await moveProducts(
    tx,
    items.map(({ record, known }) => {
      const categoryId = Number(of.get(record.categoryId ?? '') ?? other?.id);
      const { upcCode = null } = record.values;
      const isTaken =
        upcCode !== null && upcs.get(upcCode) !== undefined && upcs.get(upcCode) !== record.sourceId;
      if (isTaken)
        leave(
          context,
          'product',
          record.sourceId,
          'Another product has the same UPC: this one comes without it',
        );
      else if (upcCode !== null) upcs.set(upcCode, record.sourceId);
      return {
        id: known?.ourId ? Number(known.ourId) : null,
        wantedId: readProductId(record.sourceId),
        ...{ categoryId, categoryName: names.get(categoryId) ?? '' },
        isArchived: record.isArchived,
        createdAt: new Date(record.createdAt),
        values: isTaken ? { ...record.values, upcCode: null } : record.values,
      };
    }),
  );
  return written.map(({ id, offSale }, at) => {
    const record = items[at]?.record;
    if (record) sayProduct(context, record, offSale);
    return { ourId: String(id) };
  });
}

/** UPCs that products here have, by the id at the source of who has it; '' for a product of this shop. */
async function upcsTaken(
  tx: Transaction,
  items: readonly WriteItem<'product'>[],
): Promise<Map<string, string>> {
  const wanted = items.flatMap(({ record }) => record.values.upcCode ?? []);
  if (wanted.length === 0) return new Map();
  const { rows } = await tx.execute<{ upc: string; source: string | null }>(sql`
    select upc_code as upc, moved.source_id as source from products
    left join moved_rows as moved on moved.kind = 'product' and moved.our_id = products.id::text
    where upc_code = any(${sql.param(wanted)}::text[])`);
  return new Map(rows.map(({ upc, source }) => [upc, source ?? '']));
}

export async function writeLots(
  tx: Transaction,
  items: readonly WriteItem<'lot'>[],
  context: MoveContext,
): Promise<Became[]> {
  const of = await resolve(
    tx,
    context,
    'product',
    items.map(({ record }) => record.productId),
  );
  const [wanted, became] = split(items, ({ record }) => of.has(record.productId));
  const written = await moveLots(
    tx,
    wanted.map(({ record, known }) => ({
      id: known?.ourId ? Number(known.ourId) : null,
      productId: Number(of.get(record.productId)),
      ...{ batchNumber: record.batchNumber, units: record.units, status: record.status },
      papers: {
        ...{ testStatus: record.testStatus, labName: record.labName, coaNumber: record.coaNumber },
        ...{ packageTag: record.packageTag, packagedOn: record.packagedOn, expiresOn: record.expiresOn },
        ...{
          totalThcBasisPoints: record.totalThcBasisPoints,
          totalCbdBasisPoints: record.totalCbdBasisPoints,
        },
      },
    })),
    context.today,
  );
  written.forEach(({ id, left, waitsFor }, at) => {
    const item = wanted[at];
    if (!item) return;
    became.set(item, { ourId: String(id), about: { units: String(item.record.units) } });
    if (waitsFor !== null) sayLot(context, item.record, waitsFor);
    if (left > 0)
      leave(
        context,
        'lot',
        item.record.sourceId,
        'Orders hold more units than the other system has: the lot keeps those',
      );
  });
  return inOrder(items, became, context, 'lot', 'Its product did not come over');
}

export async function formerItem(tx: Transaction, { source, now }: MoveContext): Promise<number> {
  const known = await knownRows(tx, source, 'product', [FORMER_ITEM]);
  const there = known.get(FORMER_ITEM)?.ourId;
  if (there) return Number(there);
  const category = await moveCategory(tx, FORMER_CATEGORY);
  const [made] = await moveProducts(tx, [
    {
      ...{ id: null, wantedId: null, categoryId: category.id, categoryName: FORMER_CATEGORY },
      ...{ isArchived: true, createdAt: now },
      values: { name: 'Item of the former shop', productType: 'merchandise', forSale: false },
    },
  ]);
  if (!made) throw new Error('a product was not written');
  await saveMoved(tx, [
    { ...{ source, kind: 'product', sourceId: FORMER_ITEM, ourId: String(made.id), hash: '' } },
    ...(category.isNew
      ? [{ ...{ source, kind: 'category', sourceId: FORMER_CATEGORY, ourId: String(category.id), hash: '' } }]
      : []),
  ]);
  return made.id;
}
