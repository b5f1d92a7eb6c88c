/** A closure whose worker is killed midway continues after the next start, and notifies each customer once. */
import { sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '#kernel/time.ts';
import { close } from '#tests/support/closures.ts';
import { AFTER_KILL, type KilledShop, killedShop, orderByMany } from '#tests/support/killed-shop.ts';
import { aMug } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { aSlot, openShop } from '#tests/support/shop.ts';

const PEOPLE = 160;
let shop: KilledShop;

beforeAll(async () => {
  shop = await killedShop();
  await openShop(shop.fresh.db);
  await shop.start();
}, 60_000);
afterAll(() => shop.stop());

const told = () => shop.count(sql`(select count(*)::int from closure_people where status = 'sent')`);

test('each customer gets one message of each kind, whenever the process is killed', async () => {
  const slot = aSlot();
  const day = Temporal.Instant.from(slot).toZonedDateTimeISO('America/New_York').toPlainDate().toString();
  const mug = await aMug(shop.fresh.db, { onHand: PEOPLE });
  await orderByMany(shop, [mug, slot], PEOPLE);
  const admin = await aPerson(shop.fresh.db, { role: 'admin' });
  expect(await close(admin, { first: day, last: day }, true, systemClock())).toMatchObject({ ok: true });
  await expect.poll(told, AFTER_KILL).toBeGreaterThan(10);
  shop.kill();
  const atKill = await told();
  expect(atKill).toBeLessThan(PEOPLE);
  await shop.start();
  await expect.poll(told, AFTER_KILL).toBe(PEOPLE);
  const waiting = sql`(select count(*)::int from mail_messages where status = 'waiting')`;
  await expect.poll(() => shop.count(waiting), AFTER_KILL).toBe(0);

  const { rows } = await shop.fresh.db.execute(sql`
    select count(*)::int as deliveries, count(distinct (user_id, channel))::int as once,
      (select count(*)::int from mail_messages where html like '%/new-time/%') as mails,
      (select count(distinct recipient)::int from mail_messages where html like '%/new-time/%') as people,
      (select count(*)::int from notifications where path like '/new-time/%') as bells
    from deliveries join events on events.id = deliveries.event_id where events.kind = 'closure'`);
  expect(rows).toEqual([
    { deliveries: 2 * PEOPLE, once: 2 * PEOPLE, mails: PEOPLE, people: PEOPLE, bells: PEOPLE },
  ]);
  console.info({ toldAtKill: atKill });
}, 400_000);
