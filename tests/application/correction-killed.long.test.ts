/** A price correction whose worker is killed midway goes on after the next start, and reaches each order once. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '#kernel/time.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aMug, anOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { aSlot, openShop } from '#tests/support/shop.ts';
import { openSmtpPeer, type SmtpPeer } from '#tests/support/smtp-peer.ts';
import { handOver, start, wrongOf } from '#tests/support/wrong-prices.ts';

const PEOPLE = 160;
const AT_ONCE = 8;
/** A killed process's jobs return to the queue once its heartbeats have been missing for a while. */
const PATIENCE = { timeout: 120_000, interval: 20 };

let fresh: FreshDatabase;
let peer: SmtpPeer;
let app: Application;

const startShop = () =>
  startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url, SMTP_URL: peer.url });

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  peer = await openSmtpPeer();
  await peer.be('willing');
  app = await startShop();
}, 60_000);
afterAll(async () => {
  await app?.stop();
  await peer.be('away');
  await fresh.stop();
});

const count = async (what: ReturnType<typeof sql>) => {
  const { rows } = await fresh.db.execute<{ many: number }>(sql`select ${what} as many`);
  return rows[0]?.many ?? 0;
};
const reached = () => count(sql`(select count(*)::int from corrected_lines where status <> 'waiting')`);

test('each order is lowered or promised once, whenever the process is killed', async () => {
  const slot = aSlot();
  const mug = await aMug(fresh.db, { onHand: PEOPLE, retailPrice: 2750 });
  const admin = await aPerson(fresh.db, { role: 'admin' });
  for (let made = 0; made < PEOPLE; made += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, at) => {
        const number = await anOrder(await aPerson(fresh.db), [[mug, 1]], slot, systemClock());
        if (at === 0) await handOver(fresh.db, admin, number);
      }),
    );
  expect(await start(admin, wrongOf(mug, 2500), { tells: true })).toMatchObject({ ok: true });
  await expect.poll(reached, PATIENCE).toBeGreaterThan(5);
  app.process.kill('SIGKILL');
  const atKill = await reached();
  expect(atKill).toBeLessThan(PEOPLE);
  app = await startShop();
  await expect.poll(reached, PATIENCE).toBe(PEOPLE);

  const { rows } = await fresh.db.execute(sql`
    select (select count(*)::int from events where kind = 'order-price-lowered') as lowered,
      (select count(*)::int from events where kind = 'order-cash-owed') as promised,
      (select count(*)::int from orders where status <> 'completed' and total = 2800) as right,
      (select sum(amount + tax)::int from corrected_lines where status = 'owed') as owed`);
  const paid = PEOPLE / AT_ONCE;
  expect(rows).toEqual([{ lowered: PEOPLE - paid, promised: paid, right: PEOPLE - paid, owed: paid * 280 }]);
  expect(await checkInvariants(fresh.db)).toEqual([]);
  console.info({ reachedAtKill: atKill });
}, 400_000);
