/** Fills an empty database with the demo store: once, whole, whoever else starts at the same time. */
import { sql } from 'drizzle-orm';
import { lockAdvisory } from '#db/advisory-locks.ts';
import { inLongTransaction, type Transaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { users } from '#db/schema/identity.ts';
import { asDate, type Clock, systemClock } from '#kernel/time.ts';
import type { Env } from '#platform/env.ts';
import { demoProducts } from './demo-catalogue.ts';
import { type SignIn, writePeople } from './demo-people.ts';
import { chooseSignIns, describeSignIns, savedSignIns, saveSignIns } from './demo-sign-ins.ts';
import { writeStock } from './demo-stock.ts';
import { writeContent, writeMenu, writePictures, writeSettings, writeTaxRules } from './demo-store.ts';
import { drawDemoStore } from './draw-demo-store.ts';
import { storeDemoPictures } from './pictures.ts';
import { writeHistory } from './write-demo-history.ts';
import { writeOrders } from './write-demo-orders.ts';

export type SeedOptions = {
  /** The project's folder, for its assets. */
  root: string;
  env: Env;
  /** Where the shop answers, for the block that is printed. */
  origin: string;
  say: (line: string) => void;
  /** The moment at which the demo store stands; the machine's unless given. */
  clock?: Clock;
};

/**
 * Does nothing when there is a product or a user. Everything is one transaction: a seed that was killed
 * leaves an empty database, which the next start seeds. Prints the sign-ins, which exist nowhere else but
 * in `demo-sign-ins.txt` of the data folder. Secrets and files must be open.
 */
export async function seedWhenEmpty({
  root,
  env,
  origin,
  say,
  clock = systemClock,
}: SeedOptions): Promise<void> {
  const text = await inLongTransaction(async (tx) => {
    // Whoever comes second waits here, then finds the store full.
    await lockAdvisory(tx, 'seed');
    if (!(await isEmpty(tx))) return null;
    say('Setting up the demo store …');
    const block = describeSignIns(await writeDemo(tx, root, env, asDate(clock())), origin);
    await saveSignIns(env.dataFolder, block);
    return block;
  });
  if (text) {
    say(`\n${text}`);
    return;
  }
  const kept = savedSignIns(env.dataFolder);
  if (kept) say(`Demo sign-ins: see ${kept}`);
}

async function isEmpty(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select exists (select from ${products}) or exists (select from ${users}) as taken`,
  );
  return rows[0]?.taken === false;
}

async function writeDemo(tx: Transaction, root: string, env: Env, now: Date): Promise<SignIn[]> {
  const drawing = storeDemoPictures(root, demoProducts);
  // Awaited below; should the database fail first, this rejection must not go unheard.
  drawing.catch(() => undefined);
  const store = drawDemoStore(now);
  const signIns = chooseSignIns(env);
  await writeSettings(tx, store.settings);
  await writeContent(tx, now);
  await writeTaxRules(tx, store.taxRules);
  await writeMenu(tx, store.menu);
  await writePeople(tx, store.people, signIns);
  await writeOrders(tx, store.orders, store.held);
  await writeHistory(tx, store);
  await writeStock(tx, store.stock);
  await writePictures(tx, store.menu, await drawing);
  return signIns;
}
