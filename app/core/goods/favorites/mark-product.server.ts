/** Marks a product or removes the mark: the heart, 'Notify me'. Repeating it changes nothing. */
import { and, count, eq, isNull } from 'drizzle-orm';
import { lockCustomer } from '#core/accounts/customers/lock-customer.server.ts';
import { availability } from '#core/goods/stock/stock.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { inTransaction, type Transaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { favorites, stockAlerts } from '#db/schema/favorites.ts';
import { productStock } from '#db/schema/stock.ts';
import { newId } from '#kernel/ids.ts';
import { assertNever, type Result, refuse, succeed } from '#kernel/result.ts';
import { MAXIMUM_FAVORITES, MAXIMUM_WAITING, type MarkIntent, type MarkProblem } from './mark.ts';

type Outcome = Result<null, MarkProblem>;

export async function markProduct(actor: Actor, intent: MarkIntent, productId: number): Promise<Outcome> {
  if (actor.kind !== 'user') return refuse({ kind: 'not-signed-in' });
  if (actor.isBanned) return refuse({ kind: 'banned' });
  const { userId } = actor;
  return inTransaction(async (tx): Promise<Outcome> => {
    // Otherwise presses at once all count before any of them is saved, and all pass the limit.
    if ((await lockCustomer(tx, actor)).isBanned) return refuse({ kind: 'banned' });
    switch (intent) {
      case 'add':
        return addFavorite(tx, userId, productId);
      case 'notify':
        return wait(tx, userId, productId);
      case 'remove':
        await removeFavorite(tx, userId, productId);
        return succeed(null);
      case 'stop':
        await tx.delete(stockAlerts).where(waitingOf(userId, productId));
        return succeed(null);
      case 'forget':
        await removeFavorite(tx, userId, productId);
        await tx.delete(stockAlerts).where(waitingOf(userId, productId));
        return succeed(null);
      default:
        return assertNever(intent);
    }
  });
}

const waitingOf = (userId: string, productId: number) =>
  and(eq(stockAlerts.userId, userId), eq(stockAlerts.productId, productId), isNull(stockAlerts.notifiedAt));

async function removeFavorite(tx: Transaction, userId: string, productId: number): Promise<void> {
  await tx.delete(favorites).where(and(eq(favorites.userId, userId), eq(favorites.productId, productId)));
}

async function addFavorite(tx: Transaction, userId: string, productId: number): Promise<Outcome> {
  if ((await availableOf(tx, productId)) === null) return refuse({ kind: 'not-found' });
  const [mine] = await tx.select({ count: count() }).from(favorites).where(eq(favorites.userId, userId));
  if ((mine?.count ?? 0) >= MAXIMUM_FAVORITES) return refuse({ kind: 'too-many', most: MAXIMUM_FAVORITES });
  await tx.insert(favorites).values({ userId, productId }).onConflictDoNothing();
  return succeed(null);
}

/** A person who asks again stays at their place in line. */
async function wait(tx: Transaction, userId: string, productId: number): Promise<Outcome> {
  const available = await availableOf(tx, productId);
  if (available === null) return refuse({ kind: 'not-found' });
  if (available > 0) return refuse({ kind: 'in-stock' });
  const [mine] = await tx
    .select({ count: count() })
    .from(stockAlerts)
    .where(and(eq(stockAlerts.userId, userId), isNull(stockAlerts.notifiedAt)));
  if ((mine?.count ?? 0) >= MAXIMUM_WAITING) return refuse({ kind: 'too-many', most: MAXIMUM_WAITING });
  await tx.insert(stockAlerts).values({ id: newId(), userId, productId }).onConflictDoNothing();
  return succeed(null);
}

/** Available units; null for a product that is not on the menu. */
async function availableOf(tx: Transaction, productId: number): Promise<number | null> {
  const [row] = await tx
    .select({ onHand: productStock.onHand, held: productStock.held })
    .from(products)
    .innerJoin(productStock, eq(productStock.productId, products.id))
    .where(and(eq(products.id, productId), products.forSale, isNull(products.archivedAt)));
  return row ? availability(row.onHand, row.held).available : null;
}
