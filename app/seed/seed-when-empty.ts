/** Fills an empty database with the demo store: once and completely, even if other instances start at the same time. */
import { sql } from 'drizzle-orm';
import { connectPractice } from '#core/running/connections/practice-connection.server.ts';
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
  /** The shop's address, for the printed block. */
  origin: string;
  say: (line: string) => void;
  /** The demo store's current time; the machine's by default. */
  clock?: Clock;
  /** Whether it is connected to the Metrc that the demo plays. */
  playsMetrc?: boolean;
};

/**
 * Does nothing if there is a product or a user. Everything is one transaction: a killed seed leaves an empty database,
 * which the next start seeds. Prints the sign-ins, which are otherwise only in `demo-sign-ins.txt` of the data folder.
 * Secrets and files must be open.
 */
export async function seedWhenEmpty({
  root,
  env,
  origin,
  say,
  clock = systemClock,
  playsMetrc = false,
}: SeedOptions): Promise<void> {
  const text = await inLongTransaction(async (tx) => {
    // A second instance waits here, then finds the store full.
    await lockAdvisory(tx, 'seed');
    if (!(await isEmpty(tx))) return null;
    say('Setting up the demo store …');
    if (playsMetrc) await connectPractice(tx);
    const block = describeSignIns(await writeDemo(tx, root, env, asDate(clock())), origin);
    await saveSignIns(env.dataFolder, block);
    return block;
  });
  if (text) {
    say(`\n${text}`);
    return;
  }
  const path = savedSignIns(env.dataFolder);
  if (path) say(`Demo sign-ins: see ${path}`);
}

async function isEmpty(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select exists (select from ${products}) or exists (select from ${users}) as taken`,
  );
  return rows[0]?.taken === false;
}

async function writeDemo(tx: Transaction, root: string, env: Env, now: Date): Promise<SignIn[]> {
  const drawing = storeDemoPictures(root, demoProducts);
  // Awaited below; if the database fails first, this rejection must still be handled.
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
