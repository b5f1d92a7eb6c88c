/** Wrong prices in tests: orders at a price, its correction as an admin starts it, and the job that works it off. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { fingerprintOf, type Wrong } from '#core/sales/price-corrections/affected.ts';
import { readAffected } from '#core/sales/price-corrections/affected-queries.server.ts';
import {
  type CorrectionInput,
  startCorrection,
} from '#core/sales/price-corrections/start-correction.server.ts';
import { workOnCorrection } from '#core/sales/price-corrections/work-on-correction.server.ts';
import type { Database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { correctedLines, priceCorrections } from '#db/schema/price-corrections.ts';
import { systemClock } from '#kernel/time.ts';
import { bringTo, NOW, storedOrder } from './orders.ts';
import { SHOWN_ID } from './shown-id.ts';

/** Hands an order over, from whatever open status it has. */
export async function handOver(db: Database, staff: SignedIn, orderId: string): Promise<void> {
  await bringTo(staff, orderId, 'ready');
  const { version } = await storedOrder(db, orderId);
  const done = await handOverOrder(staff, orderId, { version, ...SHOWN_ID, cashReceived: 1_000_000 }, NOW);
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
}

/** Sets the list price of a product, past every rule. */
export async function setPrice(db: Database, productId: number, retailPrice: number): Promise<void> {
  await db.update(products).set({ retailPrice }).where(eq(products.id, productId));
}

/** Everything of a product from an hour ago until an hour from now, at any price. */
export function wrongOf(productId: number, rightPrice: number, more: Partial<Wrong> = {}): Wrong {
  const now = systemClock();
  return {
    ...{ productId, rightPrice, from: now.subtract({ hours: 1 }), until: now.add({ hours: 1 }) },
    ...{ wrongPrice: null, lotId: null, way: null, ...more },
  };
}

/** Starts it with the list as it is now. */
export async function start(
  admin: SignedIn,
  wrong: Wrong,
  more: Partial<Omit<CorrectionInput, 'wrong'>> = {},
) {
  const lines = (await readAffected(admin, wrong)) ?? [];
  return startCorrection(admin, {
    ...{ wrong, settlement: 'visit', tells: false, reason: 'Wrong price on Nov 28' },
    ...{ fingerprint: fingerprintOf(lines), key: randomUUID(), ...more },
  });
}

/** Starts a correction and works it off; returns its number and its id. */
export async function correct(
  db: Database,
  admin: SignedIn,
  wrong: Wrong,
  more: Partial<Omit<CorrectionInput, 'wrong'>> = {},
): Promise<{ number: number; id: string }> {
  const outcome = await start(admin, wrong, more);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  const { number } = outcome.value;
  const id = await idOf(db, number);
  await workOff(db, id);
  return { number, id };
}

export async function idOf(db: Database, number: number): Promise<string> {
  const [row] = await db.select().from(priceCorrections).where(eq(priceCorrections.number, number));
  if (!row) throw new Error('no such correction');
  return row.id;
}

/** As the job does, until nothing waits. */
export async function workOff(db: Database, id: string): Promise<void> {
  for (let turns = 0; turns < 100; turns++) {
    await workOnCorrection(id, NOW);
    const [row] = await db.select().from(priceCorrections).where(eq(priceCorrections.id, id));
    if (row?.status !== 'running') return;
  }
  throw new Error('a correction does not end');
}

export const linesOf = (db: Database, id: string) =>
  db.select().from(correctedLines).where(eq(correctedLines.correctionId, id)).orderBy(correctedLines.id);
