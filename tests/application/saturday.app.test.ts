/** A small Saturday at the counter against the running application: at closing, stock, cash and orders add up. */
import { afterAll, beforeAll, test } from 'vitest';
import { type Application, startApplication } from '#tests/support/application.ts';
import { expectClosed } from '#tests/support/closing-checks.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { runSaturday } from '#tests/support/saturday.ts';

/** The long suite serves 300. */
const CUSTOMERS = 20;
let fresh: FreshDatabase;
let app: Application;

beforeAll(async () => {
  fresh = await freshDatabase();
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
});
afterAll(async () => {
  await app?.stop();
  await fresh.stop();
});

test('twenty customers: every order ends, the drawer is exact, stock is its ledger, each mail is one', async () => {
  const closing = await runSaturday({ db: fresh.db, origins: () => [app.origin] }, CUSTOMERS);
  await expectClosed(fresh.db, closing, CUSTOMERS);
}, 120_000);
