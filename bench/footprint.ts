/** Memory of the application and its PostgreSQL after load, and how fast it starts on its data (Linux). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { fetchBytes } from './fetch-bytes.ts';
import { mb, type Row } from './row.ts';
import type { RunningShop, Shop } from './shop.ts';

const MEMORY_BUDGET = 350 * 1024 * 1024;
const START_BUDGET = 4;

/** Pages by many addresses, so that cached pages and searches fill what they may. */
export async function memoryAfterLoad(shop: Shop, running: RunningShop, seconds: number): Promise<Row[]> {
  let asked = 0;
  await autocannon({
    url: running.origin,
    connections: 10,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => {
          asked += 1;
          const page = 1 + (asked % Math.max(1, Math.floor(shop.products / 24)));
          const path =
            asked % 3 === 0 ? `/products/${1 + (asked % shop.products)}` : `/products?page=${page}`;
          return { ...request, path };
        },
      },
    ],
  });
  const app = resident(running.process.pid ?? 0);
  const database = postgresProcesses(shop.dataFolder).map(proportional);
  const ofDatabase = database.reduce((sum, bytes) => sum + bytes, 0);
  return [
    {
      what: 'Memory after load',
      ours: `app ${mb(app)}`,
      baseline: '',
      value: mb(app + ofDatabase),
      budget: `≤ ${mb(MEMORY_BUDGET)}`,
      holds: app + ofDatabase <= MEMORY_BUDGET,
      note: `resident memory of the app plus proportional memory of ${database.length} PostgreSQL processes, ${mb(ofDatabase)}`,
    },
  ];
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
        note: status === 200 ? 'until the first page has been sent' : `the first page answers ${status}`,
      },
    ];
  } finally {
    await running.stop();
  }
}

const kilobytes = (text: string, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024;

export const resident = (pid: number) => kilobytes(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmRSS');

/** Shared buffers count once: each process has its part of what it shares. */
const proportional = (pid: number) => kilobytes(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'), 'Pss');

/** The postmaster and its children. */
export function postgresProcesses(dataFolder: string): number[] {
  const [first] = readFileSync(join(dataFolder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n');
  const postmaster = Number(first);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === postmaster);
  return [postmaster, ...children];
}

function parentOf(pid: number): number | null {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    // It ended while we looked.
    return null;
  }
}
