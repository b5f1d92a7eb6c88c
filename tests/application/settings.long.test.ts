/** Like `settings.app.test.ts`, with every form of every screen. */
import { afterAll, beforeAll, test } from 'vitest';
import { startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import {
  type SettingsShop,
  sendAsStranger,
  sendHostileForms,
  strangers,
} from '#tests/support/settings-forms.ts';
import { openShop } from '#tests/support/shop.ts';

let fresh: FreshDatabase;
let shop: SettingsShop;
beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  const ana = await aPerson(fresh.db, { role: 'admin', name: 'Ana Owner' });
  const cookie = await signedIn(fresh.db, ana);
  const app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
  shop = { db: fresh.db, app, ana, cookie };
});
afterAll(async () => {
  await shop?.app.stop();
  await fresh.stop();
});

test.each(strangers)('anyone without permission: a %s, changes nothing', (who) =>
  sendAsStranger(shop, who, 1),
);

test('a saved form is refused or stored as a whole, whatever it contains', () => sendHostileForms(shop, 1));
