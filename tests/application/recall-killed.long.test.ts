/** A recall whose worker is killed midway continues after the next start, and notifies each person once. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRecall } from '#core/sales/recalls/save-recall.server.ts';
import { startRecall } from '#core/sales/recalls/start-recall.server.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { aCrowd } from '#tests/support/recall-crowd.ts';
import { aRecallOf } from '#tests/support/recalls.ts';
import { seen } from '#tests/support/seen.ts';
import { openSmtpPeer, type SmtpPeer } from '#tests/support/smtp-peer.ts';

const PEOPLE = 400;
/** A killed process's jobs return to the queue once its heartbeats have been missing for a while. */
const PATIENCE = { timeout: 90_000, interval: 100 };

let fresh: FreshDatabase;
let peer: SmtpPeer;
let app: Application;

const start = () => startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url, SMTP_URL: peer.url });

beforeAll(async () => {
  fresh = await freshDatabase();
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
const told = () => count(sql`(select count(*)::int from recall_people where status = 'sent')`);

test('each person gets one message of each kind, whenever the process is killed', async () => {
  const admin = await aPerson(fresh.db, { role: 'admin' });
  const drafted = await createRecall(admin, aRecallOf([await aCrowd(fresh.db, PEOPLE)]));
  if (!drafted.ok) throw new Error(drafted.problem.kind);
  expect(await startRecall(admin, drafted.value, { version: 1 })).toEqual({ ok: true, value: PEOPLE });
  await expect.poll(told, PATIENCE).toBeGreaterThan(20);
  app.process.kill('SIGKILL');
  const atKill = await told();
  expect(atKill).toBeLessThan(PEOPLE);
  app = await start();
  await expect.poll(told, PATIENCE).toBe(PEOPLE);
  const waiting = sql`(select count(*)::int from mail_messages where status = 'waiting')`;
  await expect.poll(() => count(waiting), PATIENCE).toBe(0);

  const { rows } = await fresh.db.execute(sql`
    select count(*)::int as deliveries, count(distinct (user_id, channel))::int as once,
      (select count(*)::int from mail_messages where html like '%/recall/%') as mails,
      (select count(*)::int from notifications where path like '/recall/%') as bells
    from deliveries join events on events.id = deliveries.event_id where events.kind = 'recall'`);
  expect(rows).toEqual([{ deliveries: 2 * PEOPLE, once: 2 * PEOPLE, mails: PEOPLE, bells: PEOPLE }]);
  expect(new Set(peer.taken).size).toBe(PEOPLE);
  seen(
    'recall-killed',
    `killed after ${atKill}: ${PEOPLE} messages for ${PEOPLE} people; the mail server took ${peer.taken.length}`,
  );
  // An email that the server had accepted when the process died is sent again with the same Message-ID.
  expect(peer.taken.length - PEOPLE).toBeLessThanOrEqual(4);
}, 240_000);
