/** Fills an empty database with the demo store: once, whole, whoever else starts at the same time. */
import { sql } from 'drizzle-orm';
import { inTransaction, type Transaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { users } from '#db/schema/identity.ts';
import { pickupPolicy } from '#features/pickup/slots-queries.server.ts';
import { defaultSettings } from '#features/settings/settings.ts';
import type { Env } from '#platform/env.ts';
import { demoProducts } from './demo-catalogue.ts';
import { inventHeldProducts } from './demo-held.ts';
import { inventOrders, movementsOf } from './demo-orders.ts';
import { inventPeople, type SignIn, writePeople } from './demo-people.ts';
import { chooseSignIns, describeSignIns, keepSignIns, keptSignIns } from './demo-sign-ins.ts';
import { writeStock } from './demo-stock.ts';
import { writeContent, writeMenu, writePictures, writeSettings, writeTaxRules } from './demo-store.ts';
import { planVisits } from './demo-visits.ts';
import { storeDemoPictures } from './pictures.ts';
import { randomFrom } from './random.ts';
import { tellCustomer, writeOrders } from './write-demo-orders.ts';

/** Any number will do, as long as every instance takes the same one; not the migrations' one. */
const SEED_LOCK = 7_203_115;

/** Any number will do; this one makes the store the screenshots show. */
const DEMO_SEED = 13_783;

export type SeedOptions = {
  /** The project's folder, for its assets. */
  root: string;
  env: Env;
  /** Where the shop answers, for the block that is printed. */
  origin: string;
  say: (line: string) => void;
};

/**
 * Does nothing when there is a product or a user. Everything is one transaction: a seed that was killed
 * leaves an empty database, which the next start seeds. Prints the sign-ins, which exist nowhere else but
 * in `demo-sign-ins.txt` of the data folder. Secrets and files must be open.
 */
export async function seedWhenEmpty({ root, env, origin, say }: SeedOptions): Promise<void> {
  const text = await inTransaction(async (tx) => {
    // Whoever comes second waits here, then finds the store full.
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    if (!(await isEmpty(tx))) return null;
    say('Setting up the demo store …');
    const block = describeSignIns(await writeDemo(tx, root, env), origin);
    await keepSignIns(env.dataFolder, block);
    return block;
  });
  if (text) {
    say(`\n${text}`);
    return;
  }
  const kept = keptSignIns(env.dataFolder);
  if (kept) say(`Demo sign-ins: see ${kept}`);
}

async function isEmpty(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select exists (select from ${products}) or exists (select from ${users}) as taken`,
  );
  return rows[0]?.taken === false;
}

async function writeDemo(tx: Transaction, root: string, env: Env): Promise<SignIn[]> {
  const now = new Date();
  const drawing = storeDemoPictures(root, demoProducts);
  // Awaited below; should the database fail first, this rejection must not go unheard.
  drawing.catch(() => undefined);
  const random = randomFrom(DEMO_SEED);
  const settings = defaultSettings();
  const signIns = chooseSignIns(env);
  const people = inventPeople(random, now);
  await writeSettings(tx);
  await writeContent(tx, now);
  const taxRules = await writeTaxRules(tx, random, now);
  const menu = await writeMenu(tx, random, now);
  await writePeople(tx, people, signIns);
  const policy = pickupPolicy(settings);
  const { compliance } = settings;
  const orders = inventOrders(
    { random, now, zone: policy.zone, menu, people, taxRules, compliance },
    planVisits(random, policy, now),
  );
  const held = inventHeldProducts(random, now, settings.pickup.holdHours, menu, people);
  await writeOrders(tx, orders, held);
  await tellCustomer(
    tx,
    orders.filter(({ person }) => person === people.customer),
    random,
  );
  const movements = [...movementsOf(orders, people.staff.id), ...held.map(({ movement }) => movement)];
  await writeStock(tx, menu, movements, now, people.admin.id);
  await writePictures(tx, menu, await drawing);
  return signIns;
}
