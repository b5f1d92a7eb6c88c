/** A recall whose worker is killed midway continues after the next start, and notifies each person once. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRecall } from '#core/sales/recalls/save-recall.server.ts';
import { startRecall } from '#core/sales/recalls/start-recall.server.ts';
import { AFTER_KILL, type KilledShop, killedShop } from '#tests/support/killed-shop.ts';
import { aPerson } from '#tests/support/people.ts';
import { aCrowd } from '#tests/support/recall-crowd.ts';
import { aRecallOf } from '#tests/support/recalls.ts';
import { seen } from '#tests/support/seen.ts';

const PEOPLE = 400;
let shop: KilledShop;

beforeAll(async () => {
  shop = await killedShop();
  await shop.start();
}, 60_000);
afterAll(() => shop.stop());

const told = () => shop.count(sql`(select count(*)::int from recall_people where status = 'sent')`);

test('each person gets one message of each kind, whenever the process is killed', async () => {
  const admin = await aPerson(shop.fresh.db, { role: 'admin' });
  const drafted = await createRecall(admin, aRecallOf([await aCrowd(shop.fresh.db, PEOPLE)]));
  if (!drafted.ok) throw new Error(drafted.problem.kind);
  expect(await startRecall(admin, drafted.value, { version: 1 })).toEqual({ ok: true, value: PEOPLE });
  await expect.poll(told, AFTER_KILL).toBeGreaterThan(20);
  shop.kill();
  const atKill = await told();
  expect(atKill).toBeLessThan(PEOPLE);
  await shop.start();
  await expect.poll(told, AFTER_KILL).toBe(PEOPLE);
  const waiting = sql`(select count(*)::int from mail_messages where status = 'waiting')`;
  await expect.poll(() => shop.count(waiting), AFTER_KILL).toBe(0);

  const { rows } = await shop.fresh.db.execute(sql`
    select count(*)::int as deliveries, count(distinct (user_id, channel))::int as once,
      (select count(*)::int from mail_messages where html like '%/recall/%') as mails,
      (select count(*)::int from notifications where path like '/recall/%') as bells
    from deliveries join events on events.id = deliveries.event_id where events.kind = 'recall'`);
  expect(rows).toEqual([{ deliveries: 2 * PEOPLE, once: 2 * PEOPLE, mails: PEOPLE, bells: PEOPLE }]);
  expect(new Set(shop.peer.taken).size).toBe(PEOPLE);
  seen(
    'recall-killed',
    `killed after ${atKill}: ${PEOPLE} messages for ${PEOPLE} people; the mail server took ${shop.peer.taken.length}`,
  );
  // An email that the server had accepted when the process died is sent again with the same Message-ID.
  expect(shop.peer.taken.length - PEOPLE).toBeLessThanOrEqual(4);
}, 240_000);
