/** A person's own history: what sign-ins record, and what its page reads. */
import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordSignIn } from '#core/accounts/identity/sessions/record-sign-in.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { inTransaction } from '#db/client.ts';
import { userActivity } from '#db/schema/activity.ts';
import { asDate, storeDate } from '#kernel/time.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { activityList, detailsOf } from './activity.ts';
import { readActivity } from './activity-queries.server.ts';
import { recordActivity } from './record-activity.server.ts';

const zone = 'America/New_York';
/** A quarter past midnight in Hancock, NY. */
const NOW = Temporal.Instant.from('2026-06-06T04:15:00Z');
const clock = { zone, today: storeDate(NOW, zone) };

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.stop());

const read = (person: SignedIn, query = '') =>
  readActivity(person, activityList.parse(new URLSearchParams(query)), clock);
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const laptop = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0';

test('sign-ins show their device and network, and what is new about them', async () => {
  const { userId } = await aPerson(fresh.db);
  const robin = { userId } as SignedIn;
  await inTransaction((tx) => recordSignIn(tx, { userId, ipAddress: '198.51.100.7', userAgent: phone }));
  await inTransaction((tx) => recordSignIn(tx, { userId, ipAddress: '198.51.9.9', userAgent: phone }));
  await inTransaction((tx) => recordSignIn(tx, { userId, ipAddress: '203.0.113.9', userAgent: laptop }));
  const { rows } = await read(robin);
  expect(rows.map(({ type, description }) => [type, description])).toEqual([
    ['security_alert', 'First sign-in with Firefox on Mac'],
    ['location_change', 'Signed in from a different network'],
    ['login', 'Signed in with Firefox on Mac'],
    ['mobile_login', 'Signed in with Safari on iPhone'],
    ['mobile_login', 'Signed in with Safari on iPhone'],
  ]);
  expect(rows[1]?.details).toEqual([
    { label: 'Device', value: 'Firefox on Mac' },
    { label: 'Network', value: '203.0.x.x (before: 198.51.x.x)' },
    { label: 'IP address', value: '203.0.113.9' },
  ]);
});

test('ranges are store days, filters combine, and people read only their own activity', async () => {
  const robin = await aPerson(fresh.db);
  const kim = await aPerson(fresh.db);
  const at = async (person: SignedIn, moment: string, type: 'login' | 'profile_update') => {
    await inTransaction((tx) => recordActivity(tx, { userId: person.userId, type, description: moment }));
    await fresh.db
      .update(userActivity)
      .set({ createdAt: asDate(Temporal.Instant.from(moment)) })
      .where(eq(userActivity.description, moment));
  };
  await at(robin, '2026-06-06T04:10:00Z', 'login');
  // Ten to midnight, the day before at the store.
  await at(robin, '2026-06-06T03:50:00Z', 'profile_update');
  await at(robin, '2026-05-30T04:00:00Z', 'login');
  await at(robin, '2026-05-30T03:59:00Z', 'login');
  await at(robin, '2026-05-07T04:00:00Z', 'login');
  await at(robin, '2026-05-07T03:59:00Z', 'login');
  await at(kim, '2026-06-06T04:11:00Z', 'login');
  const count = async (query: string) => (await read(robin, query)).rows.length;
  expect(await count('')).toBe(6);
  expect(await count('range=today')).toBe(1);
  expect(await count('range=7')).toBe(3);
  expect(await count('range=30')).toBe(5);
  expect(await count('range=7&type=login')).toBe(2);
  expect(await count('type=security_alert')).toBe(0);
  // An unknown filter value is ignored.
  expect(await count('range=toString&type=__proto__')).toBe(6);
  expect((await read(robin, 'range=today')).rows[0]?.at).toBe('Jun 6, 2026 00:10');
});

test('pages skip and repeat no entry, even when entries share a moment', async () => {
  const { userId } = await aPerson(fresh.db);
  const robin = { userId } as SignedIn;
  await inTransaction(async (tx) => {
    for (let index = 0; index < 60; index++)
      await recordActivity(tx, { userId, type: 'login', description: `Entry ${index}` });
  });
  const seen: string[] = [];
  let state = activityList.parse(new URLSearchParams());
  for (;;) {
    const page = await readActivity(robin, state, clock);
    seen.push(...page.rows.map(({ description }) => description));
    if (!page.next) break;
    state = { ...state, position: page.next };
  }
  expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => `Entry ${59 - index}`));
});

test('details have a label, and details without one are left out', () => {
  expect(detailsOf({ alert_type: 'password_reset', odd: 'x', device: '' })).toEqual([
    { label: 'Alert', value: 'Password reset' },
  ]);
});
