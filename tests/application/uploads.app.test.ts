/** Malformed uploads to every route that receives files: each is refused at once, and the shop lives on. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeSettings } from '#db/schema/settings.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { faultsIn } from '#tests/support/odd-requests.ts';
import { sendMalformed } from '#tests/support/send-malformed.ts';
import { openShop } from '#tests/support/shop.ts';
import { uploadRoutes } from '#tests/support/upload-routes.ts';
import { bringsFile } from '../../server/http/receive-body.ts';

let fresh: FreshDatabase;
let app: Application;
beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  // Files of another system are received until the shop opens.
  const value = { isOpen: false };
  await fresh.db.update(storeSettings).set({ value }).where(eq(storeSettings.name, 'opening'));
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
});
afterAll(async () => {
  await app?.stop();
  await fresh.stop();
});

test('every route that receives files is found in the code, and its files are read as they arrive', async () => {
  const routes = await uploadRoutes();
  expect(routes.length).toBeGreaterThanOrEqual(7);
  expect(routes).toContainEqual({ path: '/profile/photo', field: 'photo', takesSeveral: false });
  expect(routes.filter(({ path }) => !bringsFile({ method: 'POST' }, path))).toEqual([]);
});

test('no malformed upload to any route ends or blocks the shop', async () => {
  const { wrong, sent } = await sendMalformed(app, fresh.db, { cut: false });
  expect(wrong).toEqual([]);
  expect(sent).toBeGreaterThan(300);
  expect(faultsIn(app.output())).toEqual([]);
  expect(app.process.exitCode).toBeNull();
});
