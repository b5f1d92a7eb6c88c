/**
 * `npm run seed -- --products N --orders N --customers N`: fills the database for load tests. Works on DATABASE_URL, on
 * the bundled database of a running shop, or starts the bundled database for the run. A running shop waits while it
 * writes orders: their tables, products and customers are locked.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { embeddedDatabaseUrl, startEmbeddedDatabase } from '#platform/embedded-database/embedded-database.ts';
import { type Env, readEnv, StartError, sessionUrlOf } from '#platform/env.ts';
import { fileStoreOf, openFiles } from '#platform/files/files.ts';
import { openKeyring } from '#platform/secrets/keyring.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { fillDatabase, readSize, refuseSize, type WantedSize } from '#seed/bulk/fill-database.ts';
import { seedWhenEmpty } from '#seed/seed-when-empty.ts';

const USAGE = 'npm run seed -- --products 1000 --orders 10000 --customers 500';
const MAXIMUM = 10_000_000;
const root = join(import.meta.dirname, '..');
const say = (line: string) => console.log(line);

/** The requested sizes; a size that is omitted is not filled. */
function readWanted(args: string[]): WantedSize {
  const option = { type: 'string' } as const;
  let values: { products?: string; orders?: string; customers?: string };
  try {
    ({ values } = parseArgs({ args, options: { products: option, orders: option, customers: option } }));
  } catch {
    throw new StartError(`The seed takes --products, --orders and --customers, each with a number: ${USAGE}`);
  }
  if (Object.keys(values).length === 0) {
    throw new StartError(`Say how much there is to be: ${USAGE}`);
  }
  const number = (name: keyof WantedSize): number => {
    const text = values[name] ?? '0';
    const value = Number(text);
    if (!/^\d+$/.test(text) || value > MAXIMUM) {
      throw new StartError(`--${name} must be a whole number from 0 to ${MAXIMUM}, such as in ${USAGE}`);
    }
    return value;
  };
  return { products: number('products'), orders: number('orders'), customers: number('customers') };
}

async function withDatabase(env: Env, work: (url: string) => Promise<void>): Promise<void> {
  const running = sessionUrlOf(env) ?? (await embeddedDatabaseUrl(env.dataFolder));
  if (running) return work(running);
  const embedded = await startEmbeddedDatabase({ dataFolder: env.dataFolder, onNotice: say });
  try {
    await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}

async function fill(env: Env, wanted: WantedSize, url: string): Promise<void> {
  await migrateDatabase(url, root);
  openDatabase({ url, max: 4, forLongWork: true });
  try {
    openSecrets({ given: env.FARMGATE_SECRET, dataFolder: env.dataFolder });
    openKeyring(env.ENCRYPTION_KEY_FILE ?? null);
    openFiles(fileStoreOf(env));
    await seedWhenEmpty({ root, env, origin: env.PUBLIC_ORIGIN ?? `http://localhost:${env.PORT}`, say });
    const refusal = refuseSize(wanted, await readSize());
    if (refusal) throw new StartError(refusal);
    await fillDatabase(wanted, say, new Date());
  } finally {
    await closeDatabase();
  }
}

try {
  const wanted = readWanted(process.argv.slice(2));
  const env = readEnv();
  await withDatabase(env, (url) => fill(env, wanted, url));
} catch (error) {
  const isPlain = error instanceof Error && ['StartError', 'DatabaseStartError'].includes(error.name);
  console.error(isPlain ? error.message : error);
  process.exitCode = 1;
}
