/** Memory of the application and its PostgreSQL after everything, and how fast it starts on its data (Linux). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { closeDatabase, databasePool, openDatabase } from '#db/client.ts';
import { analytics } from './analytics.ts';
import { fetchBytes } from './fetch-bytes.ts';
import { mails } from './mails.ts';
import { pagesBesidePictures } from './pictures.ts';
import { mb, type Row } from './row.ts';
import type { RunningShop, Shop } from './shop.ts';
import { pagesBesideSignIns } from './sign-ins.ts';
import autocannon from './tools/autocannon.ts';
import { uncachedPages } from './uncached-pages.ts';

const MEMORY_BUDGET = { small: 420 * 1024 * 1024, large: 460 * 1024 * 1024 };
const START_BUDGET = 4;

/** All of a shop's work, one kind after another, each for `seconds`. */
export async function memoryAfterEverything(
  shop: Shop,
  running: RunningShop,
  seconds: number,
): Promise<Row[]> {
  const app = () => processesOf(running.process.pid ?? 0, shop).reduce((sum, pid) => sum + resident(pid), 0);
  openDatabase({ url: running.databaseUrl, max: 4, forLongWork: true });
  const pool = databasePool();
  const steps: [what: string, work: () => Promise<unknown>][] = [
    ['guests', () => pagesByManyAddresses(shop, running, seconds)],
    ['misses', () => uncachedPages(running, pool, seconds)],
    ['signed-in pages and sign-ins', () => pagesBesideSignIns(shop, running, pool, seconds)],
    ['orders and mails', () => mails(shop, running, pool, true)],
    ['pictures', () => pagesBesidePictures(shop, running, pool, seconds)],
    ['analytics', () => analytics(shop, running, pool, seconds)],
  ];
  const after = [`start ${mb(app())}`];
  try {
    for (const [what, work] of steps) {
      await work();
      after.push(`${what} ${mb(app())}`);
    }
  } finally {
    // Our own connections are not the shop's.
    await closeDatabase();
  }
  // The process that draws pictures ends by itself when there are none.
  const drawn = app();
  for (let tries = 0; tries < 20 && begunBy(running.process.pid ?? 0, shop).length > 0; tries++)
    await pause(500);
  const database = postgresProcesses(shop.dataFolder).map(proportional);
  const ofDatabase = database.reduce((sum, bytes) => sum + bytes, 0);
  const sum = app() + ofDatabase;
  const budget = shop.products > 10_000 ? MEMORY_BUDGET.large : MEMORY_BUDGET.small;
  return [
    {
      what: 'Memory after everything',
      ours: `app ${mb(app())}`,
      baseline: `database ${mb(ofDatabase)}`,
      value: mb(sum),
      budget: `≤ ${mb(budget)}`,
      holds: sum <= budget,
      note: `resident memory of the app and its drawing process (${after.join(', ')}; ${mb(drawn)} before that ended) and proportional memory of ${database.length} PostgreSQL processes`,
    },
  ];
}

/** So that cached pages and searches use their full size. */
async function pagesByManyAddresses(
  { products }: Shop,
  { origin }: RunningShop,
  seconds: number,
): Promise<void> {
  let asked = 0;
  await autocannon({
    url: origin,
    connections: 10,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => {
          asked += 1;
          const page = 1 + (asked % Math.max(1, Math.floor(products / 24)));
          const path = asked % 3 === 0 ? `/products/${1 + (asked % products)}` : `/products?page=${page}`;
          return { ...request, path };
        },
      },
    ],
  });
}

/** From the start of server/main.js on existing data until /products has been sent. */
export async function startTime(shop: Shop): Promise<Row[]> {
  const started = performance.now();
  const running = await shop.start();
  try {
    const open = (performance.now() - started) / 1000;
    const { status } = await fetchBytes(`${running.origin}/products`);
    const served = (performance.now() - started) / 1000;
    return [
      {
        what: 'Start on existing data',
        ours: `open ${open.toFixed(1)} s`,
        baseline: '',
        value: `${served.toFixed(1)} s`,
        budget: `≤ ${START_BUDGET} s`,
        holds: status === 200 && served <= START_BUDGET,
        note: status === 200 ? 'until the first page is sent' : `the first page returned ${status}`,
      },
    ];
  } finally {
    await running.stop();
  }
}

const kilobytes = (text: string, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024;

export const resident = (pid: number) => kilobytes(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmRSS');

/** Shared buffers count once: each process has its part of shared memory. One that has just ended has none. */
function proportional(pid: number): number {
  try {
    return kilobytes(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'), 'Pss');
  } catch {
    return 0;
  }
}

/** The application and its child processes. */
function processesOf(app: number, shop: Shop): number[] {
  return [app, ...begunBy(app, shop)];
}

/** The application's child processes except the database: one that draws pictures, while it does. */
function begunBy(app: number, { dataFolder }: Shop): number[] {
  const [postmaster] = postgresProcesses(dataFolder);
  return childrenOf(app).filter((pid) => pid !== postmaster);
}

/** The postmaster and its children. */
export function postgresProcesses(dataFolder: string): number[] {
  const [first] = readFileSync(join(dataFolder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n');
  const postmaster = Number(first);
  return [postmaster, ...childrenOf(postmaster)];
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number | null {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    // It has just ended.
    return null;
  }
}
