/** A closure whose worker is killed midway continues after the next start, and notifies each customer once. */
import { sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '#kernel/time.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { close } from '#tests/support/closures.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aMug, anOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { aSlot, openShop } from '#tests/support/shop.ts';
import { openSmtpPeer, type SmtpPeer } from '#tests/support/smtp-peer.ts';

const PEOPLE = 160;
const AT_ONCE = 8;
/** A killed process's jobs return to the queue once its heartbeats have been missing for a while. */
const PATIENCE = { timeout: 120_000, interval: 50 };

let fresh: FreshDatabase;
let peer: SmtpPeer;
let app: Application;

const start = () => startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url, SMTP_URL: peer.url });

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  peer = await openSmtpPeer();
  await peer.be('willing');
  app = await start();
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
const told = () => count(sql`(select count(*)::int from closure_people where status = 'sent')`);

test('each customer gets one message of each kind, whenever the process is killed', async () => {
  const slot = aSlot();
  const day = Temporal.Instant.from(slot).toZonedDateTimeISO('America/New_York').toPlainDate().toString();
  const mug = await aMug(fresh.db, { onHand: PEOPLE });
  for (let made = 0; made < PEOPLE; made += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () =>
        anOrder(await aPerson(fresh.db), [[mug, 1]], slot, systemClock()),
      ),
    );
  const admin = await aPerson(fresh.db, { role: 'admin' });
  expect(await close(admin, { first: day, last: day }, true, systemClock())).toMatchObject({ ok: true });
  await expect.poll(told, PATIENCE).toBeGreaterThan(10);
  app.process.kill('SIGKILL');
  const atKill = await told();
  expect(atKill).toBeLessThan(PEOPLE);
  app = await start();
  await expect.poll(told, PATIENCE).toBe(PEOPLE);
  const waiting = sql`(select count(*)::int from mail_messages where status = 'waiting')`;
  await expect.poll(() => count(waiting), PATIENCE).toBe(0);

  const { rows } = await fresh.db.execute(sql`
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
