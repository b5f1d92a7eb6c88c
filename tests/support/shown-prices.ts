/** An offer and a correction of a price, as pages show them; the offer is to come, so that it changes no price. */
import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { offers } from '#db/schema/discounts.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import { correctedLines, priceCorrections } from '#db/schema/price-corrections.ts';

const NAME = 'Half a Year of Mondays';
const REASON = 'A wrong label on the shelf';

/**
 * An offer of things together, with everything that its form has, and a refund due for a finished order.
 * @param handedOver the number of an order that was handed over
 */
export async function shownPrices(
  db: Database,
  handedOver: string,
): Promise<{ offer: number; correction: number }> {
  return { offer: await anOffer(db), correction: await aCorrection(db, handedOver) };
}

async function anOffer(db: Database): Promise<number> {
  const [known] = await db
    .select({ id: offers.id })
    .from(offers)
    .where(and(eq(offers.name, NAME), isNull(offers.endedAt)));
  if (known) return known.id;
  const [one, other] = await db
    .select({ id: products.id, categoryId: products.categoryId })
    .from(products)
    .orderBy(products.id)
    .limit(2);
  const [row] = await db
    .insert(offers)
    .values({
      ...{ name: NAME, terms: 'While supplies last.', kind: 'percent', amount: 5 },
      startsAt: sql`now() + interval '100 days'`,
      endsAt: sql`now() + interval '280 days'`,
      hours: { weekdays: [1], from: '16:00', until: '18:00' },
      parts: [
        { products: one ? [one.id] : [], categories: [], units: 1 },
        { products: [], categories: other ? [other.categoryId] : [], units: 2 },
      ],
      ...{ mostPerPerson: 4, mostUnits: 400 },
    })
    .returning({ id: offers.id });
  return row?.id ?? 0;
}

async function aCorrection(db: Database, handedOver: string): Promise<number> {
  const [known] = await db
    .select({ number: priceCorrections.number })
    .from(priceCorrections)
    .where(eq(priceCorrections.reason, REASON));
  if (known) return known.number;
  const [line] = await db
    .select({ item: orderItems })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(orders.orderId, handedOver))
    .limit(1);
  if (!line) throw new Error(`${handedOver} has no line`);
  const { productId, reservationId, listPrice } = line.item;
  const [correction] = await db
    .insert(priceCorrections)
    .values({
      ...{ key: randomUUID(), productId, rightPrice: listPrice - 100, settlement: 'visit', tells: false },
      fromAt: sql`now() - interval '1 year'`,
      untilAt: sql`now()`,
      ...{ status: 'done', reason: REASON, startedBy: randomUUID(), startedByName: 'Ada Owner' },
      doneAt: sql`now()`,
    })
    .returning({ id: priceCorrections.id, number: priceCorrections.number });
  await db.insert(correctedLines).values({
    ...{ correctionId: correction?.id ?? '', reservationId, units: 1, amount: 100, tax: 0 },
    ...{ status: 'owed', settledAt: sql`now()` },
  });
  return correction?.number ?? 0;
}
