/**
 * A whole Saturday at the counter, three hundred customers: on two instances, with the application killed in the middle,
 * and with the database killed in the middle.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { startJobs, stopJobs } from '#platform/jobs.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { expectClosed } from '#tests/support/closing-checks.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { killDatabase, untilAnswers, untilReady, withDatabase } from '#tests/support/lossy-shop.ts';
import { type Closing, runSaturday } from '#tests/support/saturday.ts';
import { TEST_SECRET } from '#tests/support/secret.ts';
import { seen, whole } from '#tests/support/seen.ts';

const CUSTOMERS = 300;
const DAY = 900_000;

/** The row of docs/evidence/reliability.md, once everything held. */
const words = ({ ended, sent, counted }: Closing, began: number) =>
  `so: ${ended.completed} picked up, ${ended.cancelled} canceled, ${ended.no_show} not picked up; ` +
  `${sent} acts sent by the tablet afterwards; $${(counted / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })} ` +
  `counted and expected; ${whole((performance.now() - began) / 1000)} s`;

test(
  'two instances on one database',
  async () => {
    const began = performance.now();
    const fresh = await freshDatabase();
    onTestFinished(() => fresh.stop());
    const environment = { NODE_ENV: 'production', DATABASE_URL: fresh.url };
    const apps = [await startApplication(environment), await startApplication(environment)];
    onTestFinished(async () => void (await Promise.all(apps.map((app) => app.stop()))));
    const shop = { db: fresh.db, origins: () => apps.map(({ origin }) => origin) };
    const closing = await runSaturday(shop, CUSTOMERS);
    await expectClosed(fresh.db, closing, CUSTOMERS);
    seen('saturday-two-instances', words(closing, began));
  },
  DAY,
);

test(
  'the application is killed three times while orders are served',
  async () => {
    const began = performance.now();
    const fresh = await freshDatabase();
    onTestFinished(() => fresh.stop());
    const start = () => startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
    let app: Application = await start();
    onTestFinished(async () => void (await app.stop()));
    const shop = { db: fresh.db, origins: () => [app.origin] };
    const closing = await runSaturday(shop, CUSTOMERS, async () => {
      for (let round = 0; round < 3; round++) {
        await pause(3000 + Math.random() * 2000);
        app.process.kill('SIGKILL');
        app = await start();
      }
    });
    await expectClosed(fresh.db, closing, CUSTOMERS);
    seen('saturday-application-killed', words(closing, began));
  },
  DAY,
);

test(
  'the database is killed three times while orders are served',
  async () => {
    const began = performance.now();
    const dataFolder = mkdtempSync(join(tmpdir(), 'farmgate saturday '));
    onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
    const app = await startApplication({ NODE_ENV: 'production' }, { dataFolder });
    onTestFinished(async () => void (await app.stop()));
    await withDatabase(dataFolder, (db) =>
      db
        .insert(storeSettings)
        .values({ name: 'opening', value: { isOpen: true } })
        .onConflictDoUpdate({ target: storeSettings.name, set: { value: { isOpen: true } } }),
    );
    const url = await untilAnswers(dataFolder);
    openSecrets({ given: TEST_SECRET, dataFolder: '.' });
    const db = openDatabase({ url, max: 10 });
    onTestFinished(() => closeDatabase());
    const closing = await runSaturday({ db, origins: () => [app.origin] }, CUSTOMERS, async () => {
      for (let round = 0; round < 3; round++) {
        await pause(3000 + Math.random() * 2000);
        killDatabase(dataFolder);
        await untilAnswers(dataFolder, 60_000);
        await untilReady(app, 60_000);
      }
      // For the recall, which this process starts.
      await startJobs({ url, kinds: [] });
      onTestFinished(() => stopJobs());
    });
    expect(await db.$count(storeSettings, eq(storeSettings.name, 'opening'))).toBe(1);
    await expectClosed(db, closing, CUSTOMERS);
    seen('saturday-database-killed', words(closing, began));
  },
  DAY,
);
