/**
 * A shop of a given size to measure: its own data folder, filled by `npm run seed`, and the built application started
 * on it as `npm start` starts it, with the bundled PostgreSQL and its normal, durable settings.
 */
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { embeddedDatabaseUrl } from '#platform/embedded-database/embedded-database.ts';
import { startMailServer } from './mail-server.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');

export type Shop = {
  products: number;
  dataFolder: string;
  secret: string;
  /** Starts the application; measures nothing itself. */
  start(): Promise<RunningShop>;
  remove(): void;
};

export type RunningShop = {
  origin: string;
  databaseUrl: string;
  process: ChildProcess;
  /** When its mail server accepted the email about an order, by number; in milliseconds since 1970. */
  mailed: ReadonlyMap<string, number>;
  stop(): Promise<void>;
};

/** Fills a new data folder with the given numbers of products, customers and past orders. */
export async function fillShop({
  products,
  customers,
  orders,
}: {
  products: number;
  customers: number;
  orders: number;
}): Promise<Shop> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'farmgate-bench-'));
  const secret = randomBytes(32).toString('base64url');
  const environment = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_FOLDER: dataFolder,
    FARMGATE_SECRET: secret,
    // As in production, where every connection is its proxy's.
    TRUSTED_PROXIES: '127.0.0.1,::1',
  };
  const remove = () => rmSync(dataFolder, { recursive: true, force: true });
  try {
    await run(
      process.execPath,
      [
        join(root, 'scripts/seed.ts'),
        ...['--products', String(products)],
        ...['--customers', String(customers)],
        ...['--orders', String(orders)],
      ],
      { cwd: root, env: environment, maxBuffer: 16 * 1024 * 1024 },
    );
  } catch (error) {
    remove();
    throw error;
  }
  return {
    products,
    dataFolder,
    secret,
    remove,
    start: () => startOn(dataFolder, environment),
  };
}

/** Starts the application on a data folder that has a shop already, with a mail server that delivers nothing. */
export const startCopy = (dataFolder: string, secret: string): Promise<RunningShop> =>
  startOn(dataFolder, {
    ...{ PATH: process.env.PATH, HOME: process.env.HOME },
    ...{ DATA_FOLDER: dataFolder, FARMGATE_SECRET: secret, DEMO_STORE: 'yes' },
  });

async function startOn(dataFolder: string, environment: NodeJS.ProcessEnv): Promise<RunningShop> {
  const mailServer = await startMailServer();
  const shop = await startShop({ ...environment, SMTP_URL: mailServer.url });
  const stop = async () => {
    await shop.stop();
    mailServer.stop();
  };
  const databaseUrl = await embeddedDatabaseUrl(dataFolder);
  if (databaseUrl) return { ...shop, stop, databaseUrl, mailed: mailServer.taken };
  await stop();
  throw new Error('the database of the application does not answer');
}

/** Starts `server/main.js` on a free port and waits until it is open. */
async function startShop(
  environment: NodeJS.ProcessEnv,
): Promise<Omit<RunningShop, 'databaseUrl' | 'mailed'>> {
  const child = fork(join(root, 'server/main.js'), [], {
    // As `npm start` does.
    execArgv: ['--max-semi-space-size=8'],
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...environment, PORT: '0' },
  });
  let printed = '';
  child.stdout?.on('data', (chunk) => (printed += chunk));
  child.stderr?.on('data', (chunk) => (printed += chunk));
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('message', (message: { ready: string }) => resolve(message.ready));
    exited.then((code) => reject(new Error(`the application ended with ${code}: ${printed}`)));
  });
  return {
    origin,
    process: child,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
