/**
 * A product is withdrawn, repriced or recalled during a checkout: the change is made but not committed when the
 * checkout starts, and commits while it waits. From then on nothing may be sold on the old terms.
 */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { lockStock } from '#core/goods/stock/move-stock.server.ts';
import { takeOffSale } from '#core/goods/stock/take-off-sale.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { placeOrder } from '#core/sales/checkout/place-order.server.ts';
import { reserveProduct } from '#core/sales/checkout/reserve-product.server.ts';
import { type Database, databasePool, type Transaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { lots, productStock } from '#db/schema/stock.ts';
import { aPerson, aProduct } from './people.ts';

type Race = {
  name: string;
  change: (tx: Transaction, productId: number) => Promise<unknown>;
  /** A checkout's result after it saw the change; null where no reservation is made without a price. */
  checkout: string;
  reservation: string | null;
};

const now = Temporal.Instant.from('2026-06-06T16:00:00Z');
const slot = '2026-06-06T18:00:00Z';
/** One unit at 45.00 with 12% tax. */
const SEEN = 5040;

const updateProduct = (set: Partial<typeof products.$inferInsert>) => (tx: Transaction, id: number) =>
  tx.update(products).set(set).where(eq(products.id, id));

const races: readonly Race[] = [
  {
    name: 'withdrawn',
    change: updateProduct({ forSale: false }),
    checkout: 'not-available',
    reservation: 'not-found',
  },
  {
    name: 'archived',
    change: updateProduct({ archivedAt: new Date() }),
    checkout: 'not-available',
    reservation: 'not-found',
  },
  {
    name: 'repriced',
    change: updateProduct({ retailPrice: 9900 }),
    checkout: 'price-changed',
    reservation: null,
  },
  {
    name: 'recalled',
    change: async (tx, productId) => {
      await lockStock(tx, [productId]);
      const leaving = await tx.select().from(lots).where(eq(lots.productId, productId));
      await takeOffSale(tx, leaving, 'recalled', null, { now, zone: 'America/New_York' });
    },
    checkout: 'not-available',
    reservation: 'not-available',
  },
  {
    name: 'recalled by hand',
    change: (tx, productId) =>
      tx.update(lots).set({ status: 'recalled' }).where(eq(lots.productId, productId)),
    checkout: 'not-available',
    reservation: 'not-available',
  },
];

/** Runs this many rounds, four at a time; returns the number of each kind, and the sales, as text. */
export async function runWithdrawals(
  db: Database,
  rounds: number,
): Promise<{ ran: number; waited: number; sold: string[] }> {
  let next = 0;
  let waited = 0;
  const sold: string[] = [];
  const lane = async () => {
    const buyer = await aPerson(db);
    while (next < rounds) {
      const round = next++;
      const race = races[round % races.length];
      if (!race) throw new Error('no race');
      const isReservation = race.reservation !== null && Math.floor(round / races.length) % 2 === 1;
      const found = await runRound(db, race, buyer, isReservation);
      if (found.waited) waited += 1;
      if (found.problem) sold.push(`round ${round}, ${race.name}: ${found.problem}`);
    }
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
  return { ran: next, waited, sold };
}

async function runRound(
  db: Database,
  race: Race,
  buyer: SignedIn,
  isReservation: boolean,
): Promise<{ waited: boolean; problem: string | null }> {
  const productId = await aProduct(db, { retailPrice: 4500, limitMg: 1 });
  const attempt = () =>
    isReservation
      ? reserveProduct(buyer, { productId, quantity: 1, key: randomUUID() }, now)
      : placeOrder(
          buyer,
          {
            key: randomUUID(),
            lines: [{ productId, quantity: 1 }],
            reservationId: null,
            slotStartsAt: slot,
            birthDate: null,
            expectedTotal: SEEN,
          },
          now,
        );
  let waited = false;
  let settled = false;
  let trying: ReturnType<typeof attempt> | null = null;
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await race.change(tx, productId);
    trying = attempt();
    trying
      .finally(() => {
        settled = true;
      })
      .catch(() => undefined);
    while (!settled && !waited) waited = await isBlockedBy(rows[0]?.pid ?? 0);
  });
  if (!trying) throw new Error('nothing was tried');
  const outcome = await (trying as ReturnType<typeof attempt>);
  const expected = isReservation ? race.reservation : race.checkout;
  const got = outcome.ok ? 'sold' : outcome.problem.kind;
  const [stock] = await db.select().from(productStock).where(eq(productStock.productId, productId));
  if (stock?.held !== 0) return { waited, problem: `${stock?.held} held` };
  return { waited, problem: got === expected ? null : `${got} instead of ${expected}` };
}

async function isBlockedBy(pid: number): Promise<boolean> {
  const { rows } = await databasePool().query<{ blocked: boolean }>(
    `select exists (select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database() and $1 = any(pg_blocking_pids(pid))) as blocked`,
    [pid],
  );
  return rows[0]?.blocked ?? false;
}
