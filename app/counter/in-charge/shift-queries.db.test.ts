/** Tests what the board says about a pause of reservations. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { readShiftFacts } from './shift-queries.server.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.stop());

test('everyone at the counter reads that reservations are paused, and only admins may change it', async () => {
  const staff = await aPerson(fresh.db, { role: 'staff' });
  const admin = await aPerson(fresh.db, { role: 'admin' });
  expect(await readShiftFacts(staff)).toMatchObject({ paused: null, mayOpenSettings: false });
  expect(await readShiftFacts(admin)).toMatchObject({ paused: null, mayOpenSettings: true });
  await fresh.db
    .insert(storeSettings)
    .values({ name: 'ordering', value: { paused: true, reason: 'Frost.', until: null } });
  invalidateSettings();
  const paused = 'We are not taking reservations right now. Frost.';
  expect(await readShiftFacts(staff)).toMatchObject({ paused });
  expect(await readShiftFacts(await aPerson(fresh.db))).toBeNull();
});
