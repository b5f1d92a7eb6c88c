/**
 * Deletes what a move wrote, until the shop opens, and nothing else: what the owner set up since stays. One transaction, so
 * a crash leaves everything or nothing of it.
 */
import { type SQL, sql } from 'drizzle-orm';
import { removeMovedNotes, removeMovedPhotos } from '#core/accounts/customers/move-profiles.server.ts';
import { removeFiles } from '#core/accounts/customers/remove-photos.server.ts';
import { removeMovedPeople } from '#core/accounts/identity/accounts/move-people.server.ts';
import { removeMovedPictures } from '#core/goods/catalogue/moved/move-picture.server.ts';
import {
  removeMovedCategories,
  removeMovedProducts,
} from '#core/goods/catalogue/moved/move-products.server.ts';
import { removeMovedFavorites } from '#core/goods/favorites/move-favorites.server.ts';
import { MOVED_NOTE, removeMovedLots } from '#core/goods/stock/lots/move-lots.server.ts';
import { removeMovedActivity } from '#core/ground/activity/move-activity.server.ts';
import { removeMovedNotifications } from '#core/ground/notifications/move-messages.server.ts';
import { removeMovedPriceLists, removeMovedSettings } from '#core/ground/settings/move-settings.server.ts';
import { invalidateSettings, readStoredSettings } from '#core/ground/settings/settings-queries.server.ts';
import { rebuildSales } from '#core/records/analytics/fold-sales.server.ts';
import { removeMovedOrders, restartNumbers } from '#core/sales/orders/moved/move-orders.server.ts';
import { MOVED_HOLD, removeMovedReservations } from '#core/sales/orders/moved/move-reservations.server.ts';
import { lockAdvisory } from '#db/advisory-locks.ts';
import { inLongTransaction, type Transaction } from '#db/client.ts';
import { movedRows } from '#db/schema/move-in.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { RecordKind } from './records.ts';

/** `people`: what they did since, in words. */
export type UndoProblem = { kind: 'open' } | { kind: 'used'; people: string[] };

/** Rows of one statement: it has at most 65,535 parameters. */
const TOGETHER = 5000;

/** Refuses a shop that is open, and one in which people did something with what moved. Returns how many rows went. */
export async function undoMove(): Promise<Result<{ rows: number }, UndoProblem>> {
  const photos: string[] = [];
  const outcome = await inLongTransaction<Result<{ rows: number }, UndoProblem>>(async (tx) => {
    await lockAdvisory(tx, 'moveIn');
    const { opening, store } = await readStoredSettings(tx);
    if (opening.isOpen) return refuse({ kind: 'open' });
    const people = await whatPeopleDid(tx);
    if (people.length > 0) return refuse({ kind: 'used', people });
    const steps: readonly [RecordKind, (ids: string[]) => Promise<void>][] = [
      [
        'photo',
        async (ids) => {
          photos.push(...ids);
          await removeMovedPhotos(tx, ids);
        },
      ],
      ['price-list', (ids) => removeMovedPriceLists(tx, ids)],
      ['picture', (ids) => removeMovedPictures(tx, ids.map(Number))],
      ['reservation', (ids) => removeMovedReservations(tx, ids)],
      ['order', (ids) => removeMovedOrders(tx, ids)],
      ['note', (ids) => removeMovedNotes(tx, ids)],
      ['favorite', (ids) => removeMovedFavorites(tx, ids)],
      ['activity', (ids) => removeMovedActivity(tx, ids)],
      ['notification', (ids) => removeMovedNotifications(tx, ids)],
      ['person', (ids) => removeMovedPeople(tx, ids)],
      ['lot', (ids) => removeMovedLots(tx, ids.map(Number))],
      ['product', (ids) => removeMovedProducts(tx, ids.map(Number))],
      ['category', (ids) => removeMovedCategories(tx, ids.map(Number))],
      ['setting', (ids) => removeMovedSettings(tx, ids)],
    ];
    let rows = 0;
    for (const [kind, remove] of steps) {
      const ids = await ourRows(tx, kind);
      for (let from = 0; from < ids.length; from += TOGETHER) await remove(ids.slice(from, from + TOGETHER));
      rows += ids.length;
    }
    await restartNumbers(tx);
    await tx.delete(movedRows);
    // Orders that go leave no changes behind, and the totals counted them.
    await rebuildSales(tx, store.zone);
    return succeed({ rows });
  });
  if (outcome.ok) {
    invalidateSettings();
    await removeFiles(photos);
  }
  return outcome;
}

async function ourRows(tx: Transaction, kind: RecordKind): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct our_id as id from moved_rows where kind = ${kind} and is_ours and our_id is not null order by 1`);
  return rows.map(({ id }) => id);
}

const ours = (kind: RecordKind, type: string): SQL =>
  sql`(select our_id::${sql.raw(type)} from moved_rows where kind = ${kind} and is_ours and our_id is not null)`;

/** What would be lost with an undo, or would refer to nothing. */
async function whatPeopleDid(tx: Transaction): Promise<string[]> {
  const counts: readonly [words: (count: number) => string, query: SQL][] = [
    [
      (count) => `${count} of the people who moved have signed in`,
      sql`select count(distinct user_id) from sessions where user_id in ${ours('person', 'uuid')}`,
    ],
    [
      (count) => `${count} of the orders that moved were changed`,
      sql`select count(*) from orders where id in ${ours('order', 'uuid')} and version > 1`,
    ],
    [
      (count) => `${count} orders were placed for people who moved, or with products that moved`,
      sql`select count(distinct orders.id) from orders left join order_items as item on item.order_id = orders.id
        where orders.id not in ${ours('order', 'uuid')}
          and (user_id in ${ours('person', 'uuid')} or item.product_id in ${ours('product', 'int')})`,
    ],
    [
      (count) => `${count} reservations were made by people who moved, or of products that moved`,
      sql`select count(*) from pickup_reservations as reservation
        left join order_items as item on item.reservation_id = reservation.id
        where reservation.id not in ${ours('reservation', 'uuid')} and item.id is null
          and (user_id in ${ours('person', 'uuid')} or reservation.product_id in ${ours('product', 'int')})`,
    ],
    [
      (count) => `${count} changes of stock were made to products that moved`,
      sql`select count(*) from stock_ledger where product_id in ${ours('product', 'int')}
        and coalesce(note, '') not in (${MOVED_NOTE}, ${MOVED_HOLD})`,
    ],
    [
      (count) => `${count} lots were received of products that moved`,
      sql`select count(*) from lots where product_id in ${ours('product', 'int')} and id not in ${ours('lot', 'int')}`,
    ],
    [
      (count) => `${count} of the products that moved were edited`,
      sql`select count(*) from products where id in ${ours('product', 'int')} and version > 1`,
    ],
    [
      (count) => `${count} products were added to categories that moved`,
      sql`select count(*) from products where category_id in ${ours('category', 'int')} and id not in ${ours('product', 'int')}`,
    ],
    [
      (count) => `${count} acts of staff are about people, products or orders that moved`,
      sql`select count(*) from audit_log where subject_id in (
        select our_id from moved_rows where kind in ('person', 'product', 'order', 'lot') and is_ours)`,
    ],
  ];
  const found: string[] = [];
  for (const [words, query] of counts) {
    const { rows } = await tx.execute<{ count: number }>(sql`select (${query})::int as count`);
    const count = rows[0]?.count ?? 0;
    if (count > 0) found.push(words(count));
  }
  return found;
}

/** Why nothing was undone. */
export function undoMessage(problem: UndoProblem): string {
  return problem.kind === 'open'
    ? 'Nothing was undone: the shop is open, and people use what moved.'
    : `Nothing was undone, because it would be lost: ${problem.people.join('; ')}.`;
}
