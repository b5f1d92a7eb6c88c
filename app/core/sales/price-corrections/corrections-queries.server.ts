/** Reads price corrections: those of a product, and one with its lines. */
import { asc, count, desc, eq, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { users } from '#db/schema/identity.ts';
import { orderItems, orders, pickupReservations } from '#db/schema/orders.ts';
import { correctedLines, priceCorrections } from '#db/schema/price-corrections.ts';
import type { CorrectedLineStatus } from '#kernel/statuses.ts';

/** Lines on a page. */
const LINES_ON_A_PAGE = 50;

export type Correction = typeof priceCorrections.$inferSelect;

/** Lines and cents with tax, by what became of them. */
export type CorrectionSums = Partial<Record<CorrectedLineStatus, { lines: number; cents: number }>>;

export type CorrectedLine = {
  id: number;
  status: CorrectedLineStatus;
  /** 'ORD042'; null for a reservation without an order. */
  orderNumber: string | null;
  userId: string | null;
  customer: string;
  isWalkIn: boolean;
  units: number;
  amount: number;
  tax: number;
  settledAt: Date | null;
  settledByName: string | null;
};

/** Newest first. Empty for people who may not refund any amount. */
export async function readCorrections(actor: Actor, productId: number): Promise<Correction[]> {
  if (!may(actor, 'refunds.any-amount')) return [];
  return database()
    .select()
    .from(priceCorrections)
    .where(eq(priceCorrections.productId, productId))
    .orderBy(desc(priceCorrections.number))
    .limit(LINES_ON_A_PAGE);
}

/** Null for people who may not refund any amount, and if there is none. @param page from 1 on */
export async function readCorrection(
  actor: Actor,
  number: number,
  page: number,
): Promise<{
  correction: Correction;
  productName: string;
  sums: CorrectionSums;
  lines: CorrectedLine[];
  pages: number;
} | null> {
  if (!may(actor, 'refunds.any-amount')) return null;
  const [found] = await database()
    .select({ correction: priceCorrections, productName: products.name })
    .from(priceCorrections)
    .innerJoin(products, eq(products.id, priceCorrections.productId))
    .where(eq(priceCorrections.number, number));
  if (!found) return null;
  const of = eq(correctedLines.correctionId, found.correction.id);
  const totals = await database()
    .select({
      status: correctedLines.status,
      lines: count(),
      cents: sql<number>`coalesce(sum(${correctedLines.amount} + ${correctedLines.tax}), 0)::int`,
    })
    .from(correctedLines)
    .where(of)
    .groupBy(correctedLines.status);
  const lines = await database()
    .select({
      id: correctedLines.id,
      status: correctedLines.status,
      orderNumber: orders.orderId,
      userId: sql<string | null>`coalesce(${orders.userId}, ${pickupReservations.userId})`,
      customer: sql<string>`coalesce(${orders.userName}, ${users.name}, '')`,
      isWalkIn: sql<boolean>`coalesce(${orders.isWalkIn}, false)`,
      units: correctedLines.units,
      amount: correctedLines.amount,
      tax: correctedLines.tax,
      settledAt: correctedLines.settledAt,
      settledByName: correctedLines.settledByName,
    })
    .from(correctedLines)
    .innerJoin(pickupReservations, eq(pickupReservations.id, correctedLines.reservationId))
    .leftJoin(orderItems, eq(orderItems.reservationId, correctedLines.reservationId))
    .leftJoin(orders, eq(orders.id, orderItems.orderId))
    .leftJoin(users, eq(users.id, pickupReservations.userId))
    .where(of)
    .orderBy(asc(correctedLines.id))
    .limit(LINES_ON_A_PAGE)
    .offset(LINES_ON_A_PAGE * (page - 1));
  const all = totals.reduce((sum, each) => sum + each.lines, 0);
  return {
    ...found,
    sums: Object.fromEntries(totals.map(({ status, ...sum }) => [status, sum])),
    lines,
    pages: Math.max(1, Math.ceil(all / LINES_ON_A_PAGE)),
  };
}

/** The batches of a product, newest first, to choose from. Empty for people who may not refund any amount. */
export async function readBatchesOf(
  actor: Actor,
  productId: number,
): Promise<{ id: number; batchNumber: string }[]> {
  if (!may(actor, 'refunds.any-amount')) return [];
  const { rows } = await database().execute<{ id: number; batchNumber: string }>(sql`
    select id, batch_number as "batchNumber" from lots where product_id = ${productId} order by id desc limit 100`);
  return rows;
}
