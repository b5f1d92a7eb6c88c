import { sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { pickupSlots } from '#db/schema/pickup.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { asDate } from '#kernel/time.ts';
import { watchShown } from '#platform/pages/shown.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { readOpeningWords } from './opening-words.server.ts';

let fresh: FreshDatabase;
/** A Saturday noon in Hancock, NY. */
const noon = Temporal.Instant.from('2026-06-06T16:00:00Z');
const day = [{ opens: '09:00', closes: '18:00' }];
const pickup = {
  weekly: { 1: day, 2: day, 3: day, 4: day, 5: day, 6: day, 7: day },
  leadMinutes: 60,
  capacity: 1,
};

async function set(name: string, value: object): Promise<void> {
  await fresh.db
    .insert(storeSettings)
    .values({ name, value })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value } });
  invalidateSettings();
}

beforeAll(async () => {
  fresh = await freshDatabase();
});
beforeEach(async () => {
  await set('pickup', pickup);
  await set('ordering', {});
});
afterAll(() => fresh.stop());

test('the next pickup is the first free time, updated half a minute after one fills up', async () => {
  const first = await readOpeningWords(noon);
  expect(first).toMatchObject({ open: true, state: 'Open until 6:00 PM', nextPickup: 'Today from 1:00 PM' });
  await fresh.db.insert(pickupSlots).values({ startsAt: asDate(noon.add({ hours: 1 })), taken: 1 });
  const { value, shown } = await watchShown(() => readOpeningWords(noon.add({ seconds: 31 })));
  expect(value.nextPickup).toBe('Today from 1:30 PM');
  expect(shown.until).toBe(noon.add({ seconds: 61 }).epochMilliseconds);
  await fresh.db.execute(sql`delete from pickup_slots`);
});

test('cached opening lines last half a minute, are the same on every page, and are invalidated by settings', async () => {
  const at = noon.add({ hours: 2 });
  const words = await readOpeningWords(at);
  const { value, shown } = await watchShown(() => readOpeningWords(at.add({ seconds: 20 })));
  expect(value).toBe(words);
  expect(shown.until).toBe(at.add({ seconds: 30 }).epochMilliseconds);
  await set('pickup', { ...pickup, leadMinutes: 120 });
  expect(await readOpeningWords(at.add({ seconds: 21 }))).not.toEqual(words);
});

test('a pause hides the next pickup until the moment it ends', async () => {
  const at = noon.add({ hours: 3, seconds: 50 });
  await set('ordering', { paused: true, reason: 'We count.', until: '2026-06-06T15:01' });
  const { value, shown } = await watchShown(() => readOpeningWords(at));
  expect(value.nextPickup).toBeNull();
  expect(shown.until).toBe(at.add({ seconds: 10 }).epochMilliseconds);
  expect((await readOpeningWords(at.add({ seconds: 10 }))).nextPickup).toMatch(/^Today from/);
});

test('opening lines expire at closing time', async () => {
  const closes = Temporal.Instant.from('2026-06-06T22:00:00Z');
  const { shown } = await watchShown(() => readOpeningWords(closes.subtract({ seconds: 5 })));
  expect(shown.until).toBe(closes.epochMilliseconds);
  expect(await readOpeningWords(closes)).toMatchObject({ open: false });
});
