/**
 * Measures the pages of a lot that ten thousand people bought, among a hundred thousand other sales, and its recall
 * from the first message to the last.
 */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { exportRecallPdf } from '#core/sales/recalls/export-recall.server.ts';
import { readRecall } from '#core/sales/recalls/recalls-queries.server.ts';
import { createRecall } from '#core/sales/recalls/save-recall.server.ts';
import { startRecall } from '#core/sales/recalls/start-recall.server.ts';
import { tellNextBuyers } from '#core/sales/recalls/tell-recall.server.ts';
import { recallPeople } from '#db/schema/recalls.ts';
import { readLot } from '#office/lots/lot-queries.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { openTestMail } from '#tests/support/mail.ts';
import { aPerson } from '#tests/support/people.ts';
import { aCrowd } from '#tests/support/recall-crowd.ts';
import { aRecallOf } from '#tests/support/recalls.ts';
import { seen, whole } from '#tests/support/seen.ts';
import { readTrace } from './read-trace.server.ts';
import { readRecallView } from './recall-view.server.ts';

const PEOPLE = 10_000;
const ZONE = 'America/New_York';
/** Milliseconds of server time that a page may take. */
const BUDGET = 60;

let fresh: FreshDatabase;
let admin: SignedIn;
let lotId: number;
/** Medians of all pages, in milliseconds. */
const pages: number[] = [];

beforeAll(async () => {
  fresh = await freshDatabase();
  await openTestMail();
  admin = await aPerson(fresh.db, { role: 'admin' });
  for (let other = 0; other < 5; other++) await aCrowd(fresh.db, 20_000, `OTHER-${other}`);
  lotId = await aCrowd(fresh.db, PEOPLE);
  await fresh.db.execute(sql`vacuum analyze`);
}, 240_000);
afterAll(() => fresh.stop());

/** The median of eleven runs, in milliseconds. */
async function timed(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < 11; time++) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return times.toSorted((one, other) => one - other)[5] ?? 0;
}

test('the lot’s page, each of its trace pages, and the recall load within their time', async () => {
  const first = new URLSearchParams();
  const page = await readTrace(admin, [lotId], first, ZONE);
  expect(page.counts).toMatchObject({ sold: PEOPLE, buyers: PEOPLE, toNotify: PEOPLE });
  const lot = await timed(() => Promise.all([readLot(admin, lotId), readTrace(admin, [lotId], first, ZONE)]));
  const id = await started();
  const recall = async (query: string) => {
    const found = await readRecall(admin, id);
    return found && readRecallView(admin, found, new URLSearchParams(query));
  };
  const shown = await recall('');
  expect(shown?.progress).toMatchObject({ people: PEOPLE, waiting: PEOPLE });
  const list = await timed(() => recall(''));
  const calls = await timed(() => recall('state=call'));
  pages.push(lot, list, calls);
  console.log(
    `median of a lot’s page ${lot.toFixed(0)} ms, of a recall ${list.toFixed(0)} ms, of its call list ${calls.toFixed(0)} ms`,
  );
  for (const time of [lot, list, calls]) expect(time).toBeLessThan(BUDGET * slack());
});

test('each buyer gets one message, and the PDF lists all of them', async () => {
  const id = await started();
  const start = performance.now();
  for (;;) {
    await fresh.db.execute(sql`delete from pgboss.job where name in ('safety', 'recalls')`);
    await tellNextBuyers(id);
    if ((await readRecall(admin, id))?.sentAt) break;
  }
  const told = performance.now() - start;
  const { rows } = await fresh.db.execute<{ mails: number; people: number }>(sql`
    select count(*)::int as mails, count(distinct recipient)::int as people from mail_messages
    where html like '%/recall/%'`);
  expect(rows).toEqual([{ mails: PEOPLE, people: PEOPLE }]);
  const people = await fresh.db.select().from(recallPeople).where(eq(recallPeople.status, 'sent'));
  expect(people).toHaveLength(PEOPLE);
  const found = await readRecall(admin, id);
  if (!found) throw new Error('no recall');
  const [{ store }, { today, zone }] = await Promise.all([readSettings(), storeClock()]);
  const sent = await timed(() => readRecallView(admin, found, new URLSearchParams('state=unreachable')));
  const pdfStart = performance.now();
  const pdf = await exportRecallPdf(admin, found, { store, today, zone });
  expect(pdf.ok && pdf.value.length).toBeGreaterThan(100_000);
  console.log(
    `${PEOPLE} messages written in ${(told / 1000).toFixed(0)} s, the page afterwards ${sent.toFixed(0)} ms, PDF in ${((performance.now() - pdfStart) / 1000).toFixed(1)} s`,
  );
  const [fastest, slowest] = [Math.min(...pages, sent), Math.max(...pages, sent)];
  seen(
    'recall-crowd',
    `${whole(PEOPLE)} mails for ${whole(PEOPLE)} people; pages ${whole(fastest)} to ${whole(slowest)} ms`,
    pages.length === 3,
  );
  expect(sent).toBeLessThan(BUDGET * slack());
}, 240_000);

let recallId: string | null = null;

/** The recall of the lot, started by the first test that needs it. */
async function started(): Promise<string> {
  if (recallId) return recallId;
  const drafted = await createRecall(admin, aRecallOf([lotId]));
  if (!drafted.ok) throw new Error(drafted.problem.kind);
  const start = performance.now();
  expect(await startRecall(admin, drafted.value, { version: 1 })).toEqual({ ok: true, value: PEOPLE });
  console.log(`started in ${(performance.now() - start).toFixed(0)} ms`);
  recallId = drafted.value;
  return recallId;
}

/** Other tests share the machine. */
const slack = () => 3;
