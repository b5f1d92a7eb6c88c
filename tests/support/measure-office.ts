/** Measures checkouts alone and beside the office, in turns, so that other work on the machine affects both. */
import { setTimeout as pause } from 'node:timers/promises';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { startApplication } from './application.ts';
import { freshDatabase } from './database.ts';
import { checkInvariants } from './invariants.ts';
import {
  aBusyShop,
  inWords,
  type OfficeWork,
  type Sales,
  sell,
  workInOffice,
} from './office-beside-sales.ts';
import { deadlocksIn } from './run-at-once.ts';
import { aSlot, openShop } from './shop.ts';

export type Measured = {
  alone: Sales;
  beside: Sales;
  work: OfficeWork;
  deadlocks: number;
  violations: string[];
  words: string;
};

/** Each round sells for this many seconds alone, then for as many beside the office. */
export async function measureOfficeBesideSales(wanted: {
  folder: string;
  products: number;
  seconds: number;
  rounds: number;
  restMs: number;
}): Promise<Measured> {
  const fresh = await freshDatabase();
  await openShop(fresh.db);
  const environment = { NODE_ENV: 'production', DATABASE_URL: fresh.url, DATABASE_POOL: '20' };
  const apps = [await startApplication(environment), await startApplication(environment)];
  const shop = await aBusyShop({ db: fresh.db, apps, folder: wanted.folder, slot: aSlot() }, wanted.products);
  const alone: Sales[] = [];
  const beside: Sales[] = [];
  const work: OfficeWork = {};
  // A process's first orders compile code for the others.
  await sellFor(2);
  for (let round = 0; round < wanted.rounds; round++) {
    alone.push(await sellFor(wanted.seconds));
    const office = workInOffice(shop, wanted.restMs);
    beside.push(await sellFor(wanted.seconds));
    for (const [name, times] of Object.entries(await office.stop()))
      work[name] = [...(work[name] ?? []), ...times];
  }
  const violations = await checkInvariants(fresh.db);
  await Promise.all(apps.map((app) => app.stop()));
  // A connection reports its counts when it ends.
  await closeDatabase();
  const deadlocks = await deadlocksIn(fresh.url);
  openDatabase({ url: fresh.url });
  await fresh.stop();
  const together = { alone: merged(alone), beside: merged(beside) };
  return {
    ...together,
    work,
    deadlocks,
    violations,
    words: inWords(together.alone, together.beside, work, deadlocks),
  };

  async function sellFor(seconds: number): Promise<Sales> {
    const sales = sell(shop);
    await pause(seconds * 1000);
    return sales.stop();
  }
}

/** The median of the rounds' medians, and of their p95. */
function merged(rounds: readonly Sales[]): Sales {
  const middle = (of: (round: Sales) => number) =>
    rounds.map(of).toSorted((left, right) => left - right)[Math.floor((rounds.length - 1) / 2)] ?? 0;
  return {
    count: rounds.reduce((sum, { count }) => sum + count, 0),
    median: middle(({ median }) => median),
    p95: middle(({ p95 }) => p95),
    longest: Math.max(...rounds.map(({ longest }) => longest)),
    refused: rounds.flatMap(({ refused }) => refused),
  };
}
