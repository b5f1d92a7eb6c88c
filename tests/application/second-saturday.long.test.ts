/**
 * A second Saturday at the counter: two instances on one database, all three killed again and again. CUSTOMERS=30 plays a small
 * one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { startEmbeddedDatabase } from '#platform/embedded-database/embedded-database.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { killDatabase, untilAnswers, untilReady } from '#tests/support/lossy-shop.ts';
import { expectSound } from '#tests/support/second-saturday/checks.ts';
import { runSecondSaturday, type SecondSaturday } from '#tests/support/second-saturday/day.ts';
import { TEST_SECRET } from '#tests/support/secret.ts';
import { seen, whole } from '#tests/support/seen.ts';

const FULL = 300;
const CUSTOMERS = Number(process.env.CUSTOMERS ?? FULL);
const root = join(import.meta.dirname, '../..');

/** The row of docs/evidence/reliability.md, once everything held. */
const words = (day: SecondSaturday, kills: string, began: number) =>
  [
    `so: ${day.floor.world.left.length} bags left as their orders say, 0 with a unit recalled by then`,
    `${day.queue.refused.forUnits} presses of ‘Paid’ refused for what had to leave the bag first`,
    `the tablet away sent ${day.hour.sent} acts, ${day.hour.onRecord} of its hand-overs not accepted and on record (${day.hour.recalledOut} recalled units, brought back)`,
    `${day.later.exchanged} exchanges, ${day.later.refunded} refunds, ${day.later.corrected} corrections, ${day.later.yes} in a manager’s name`,
    `${day.papers.printed.size} papers printed once, ${day.papers.asked} asked about after ${day.papers.troubles} troubles`,
    `$${((day.counted.at(-1) ?? 0) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })} counted and expected`,
    `killed: ${kills}; ${whole((performance.now() - began) / 1000)} s`,
  ].join('; ');

test('two instances on one database, each of them killed while orders are served: nothing is lost, and nothing recalled leaves', async () => {
  const began = performance.now();
  const dataFolder = mkdtempSync(join(tmpdir(), 'farmgate second saturday '));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  const { url, stop } = await startEmbeddedDatabase({ dataFolder });
  onTestFinished(stop);
  await migrateDatabase(url, root);
  openSecrets({ given: TEST_SECRET, dataFolder: '.' });
  const db = openDatabase({ url, max: 10 });
  onTestFinished(() => closeDatabase());
  await db.insert(storeSettings).values({ name: 'opening', value: { isOpen: true } });
  const start = () => startApplication({ NODE_ENV: 'production', DATABASE_URL: url });
  const apps: Application[] = [await start(), await start()];
  onTestFinished(async () => void (await Promise.all(apps.map((app) => app.stop()))));
  const killed = { instances: 0, database: 0 };
  const kill = async (nth: number) => {
    if (nth % 3 === 2) {
      killDatabase(dataFolder);
      killed.database += 1;
      await untilAnswers(dataFolder, 60_000);
      await Promise.all(apps.map((app) => untilReady(app, 60_000)));
    } else {
      apps[nth % 3]?.process.kill('SIGKILL');
      killed.instances += 1;
      apps[nth % 3] = await start();
    }
  };
  const shop = { db, origins: () => apps.map(({ origin }) => origin) };
  const day = await runSecondSaturday(shop, CUSTOMERS, async (isOver) => {
    for (let nth = 0; !isOver(); nth++) {
      await pause(5000 + Math.random() * 7000);
      if (!isOver()) await kill(nth);
    }
  });
  await expectSound(day, CUSTOMERS);
  const kills = `instances ${killed.instances} times, the database ${killed.database} times`;
  seen('second-saturday', words(day, kills, began), CUSTOMERS >= FULL);
}, 1_200_000);
