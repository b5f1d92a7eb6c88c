/** Deletes products: those with sales, stock or reservations are archived instead, so that no sales record is lost. */
import { inArray, sql } from 'drizzle-orm';
import { writeSaleTerms } from '#core/goods/stock/change-sale-terms.server.ts';
import { lockStock } from '#core/goods/stock/move-stock.server.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { type Database, database, type Transaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { whileSalesWait } from '#db/wait-for-sales.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { announce } from '#platform/live/announce.ts';
import type { BulkProblem } from './bulk-change.ts';
import { lockProducts, readEditedProducts } from './edited-products-queries.server.ts';
import { fingerprintOf, type Selection, selectedIds } from './product-selection.server.ts';
import { recordBatch } from './record-batch.server.ts';

export type DeletePreview = {
  /** Deleted permanently, except for undo. */
  deleted: { id: number; name: string }[];
  /** Off the menu and out of the list, with all their sales records. */
  archived: { id: number; name: string }[];
  fingerprint: string;
};

/** Computes what would be deleted and what archived, without doing it. Archived products do not change. */
export async function previewDelete(
  actor: Actor,
  selection: Selection,
): Promise<Result<DeletePreview, BulkProblem>> {
  const ids = await selectedIds(actor, selection);
  if (!ids.ok) return ids;
  const found = (await readEditedProducts(ids.value)).filter(({ isArchived }) => !isArchived);
  if (found.length === 0) return refuse({ kind: 'nothing-selected' });
  const history = await withHistory(
    database(),
    found.map(({ id }) => id),
  );
  const named = found.map(({ id, values }) => ({ id, name: values.name }));
  return succeed({
    deleted: named.filter(({ id }) => !history.has(id)),
    archived: named.filter(({ id }) => history.has(id)),
    fingerprint: fingerprintOf(found),
  });
}

/** Does what was previewed, in one transaction. Refuses products that have changed or been sold since. */
export async function deleteProducts(
  actor: Actor,
  selection: Selection,
  fingerprint: string,
): Promise<Result<{ deleted: number; archived: number }, BulkProblem>> {
  const asStaff = staffTransaction(actor, 'records.delete', refuse({ kind: 'not-allowed' }));
  const ids = await selectedIds(actor, selection);
  if (!ids.ok) return ids;
  return asStaff<Result<{ deleted: number; archived: number }, BulkProblem>>(async (tx, actor, abandon) => {
    const locked = (await lockProducts(tx, ids.value)).filter(({ isArchived }) => !isArchived);
    if (locked.length === 0) return refuse({ kind: 'nothing-selected' });
    if (fingerprintOf(locked) !== fingerprint) return refuse({ kind: 'moved-on' });
    const history = await withHistory(
      tx,
      locked.map(({ id }) => id),
    );
    const gone = locked.filter(({ id }) => !history.has(id)).map(({ id }) => id);
    const archived = locked.filter(({ id }) => history.has(id));
    const whole = await wholeRows(tx, gone);
    await recordBatch(tx, 'delete', actor.userId, [
      ...archived.map(({ id, values }) => ({
        productId: id,
        before: { forSale: values.forSale },
        after: { archived: true },
      })),
      ...gone.map((id) => ({ productId: id, before: whole.get(id), after: null })),
    ]);
    await recordAudit(
      tx,
      actor,
      locked.map(({ id, values }) => ({
        action: history.has(id) ? 'product.archived' : 'product.deleted',
        subject: 'product' as const,
        subjectId: String(id),
        before: { name: values.name, forSale: values.forSale },
        after: null,
      })),
    );
    await announce(tx, 'inventory');
    await writeSaleTerms(tx, () =>
      archive(
        tx,
        archived.map(({ id }) => id),
      ),
    );
    const isDeleted = await whileSalesWait(tx, async () => {
      // Staff may have received a lot since; the stock lock prevents another.
      await lockStock(tx, gone);
      if ((await withHistory(tx, gone)).size > 0) return false;
      if (gone.length > 0) await tx.delete(products).where(inArray(products.id, gone));
      return true;
    });
    if (!isDeleted) return abandon(refuse({ kind: 'moved-on' }));
    return succeed({ deleted: gone.length, archived: archived.length });
  });
}

async function archive(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(products)
    .set({ archivedAt: sql`now()`, forSale: false, version: sql`${products.version} + 1` })
    .where(inArray(products.id, [...ids]));
}

/** Returns the products that something refers to: lots, the ledger, reservations, orders. */
async function withHistory(
  db: Pick<Database | Transaction, 'execute'>,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await db.execute<{ id: number }>(sql`
    select wanted.id from unnest(${sql.param([...ids])}::int[]) as wanted (id)
    where exists (select from lots where product_id = wanted.id)
      or exists (select from stock_ledger where product_id = wanted.id)
      or exists (select from pickup_reservations where product_id = wanted.id)
      or exists (select from order_items where product_id = wanted.id)`);
  return new Set(rows.map(({ id }) => id));
}

/** Reads the complete rows with their pictures, to restore them. */
async function wholeRows(tx: Transaction, ids: readonly number[]): Promise<Map<number, unknown>> {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.execute<{ id: number; row: unknown }>(sql`
    select id, jsonb_build_object(
      'product', to_jsonb(products) - 'search',
      'pictures', (select coalesce(jsonb_agg(to_jsonb(i) order by i.position), '[]') from product_images i where i.product_id = products.id)
    ) as row
    from products where id = any(${sql.param([...ids])}::int[])`);
  return new Map(rows.map(({ id, row }) => [id, row]));
}
