/** Deletes products: what has sales, stock or reservations is archived, so that nothing that was sold is lost. */
import { inArray, sql } from 'drizzle-orm';
import { type Database, database, inTransactionOr, type Transaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { type Actor, may } from '#features/access/actor.ts';
import { recordAudit } from '#features/audit/record-audit.server.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { announce } from '#platform/live/announce.ts';
import type { BulkProblem } from './bulk-change.ts';
import { lockProducts, readEditedProducts } from './edited-products-queries.server.ts';
import { fingerprintOf, type Selection, selectedIds } from './product-selection.server.ts';
import { recordBatch } from './record-batch.server.ts';

export type DeletePreview = {
  /** Gone for good, undo apart. */
  deleted: { id: number; name: string }[];
  /** Off the menu and out of the list, with everything that was sold of them. */
  archived: { id: number; name: string }[];
  fingerprint: string;
};

/** What would be deleted and what archived, without doing it. Archived products are left as they are. */
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

/** Does what was previewed, in one transaction. Refused: products that have changed since, or have been sold since. */
export async function deleteProducts(
  actor: Actor,
  selection: Selection,
  fingerprint: string,
): Promise<Result<{ deleted: number; archived: number }, BulkProblem>> {
  if (actor.kind !== 'user' || !may(actor, 'records.delete')) return refuse({ kind: 'not-allowed' });
  const ids = await selectedIds(actor, selection);
  if (!ids.ok) return ids;
  return inTransactionOr<Result<{ deleted: number; archived: number }, BulkProblem>>(async (tx) => {
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
    if (archived.length > 0)
      await tx
        .update(products)
        .set({ archivedAt: sql`now()`, forSale: false, version: sql`${products.version} + 1` })
        .where(
          inArray(
            products.id,
            archived.map(({ id }) => id),
          ),
        );
    if (gone.length > 0) await tx.delete(products).where(inArray(products.id, gone));
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
    return succeed({ deleted: gone.length, archived: archived.length });
  });
}

/** Those that something refers to: lots, the ledger, reservations, orders. */
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

/** The rows as they are, with their pictures, to bring them back. */
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
