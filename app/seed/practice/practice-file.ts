/** Saves what the demo's Metrc knows, so that a restart finds what was reported. A crash leaves the old file or the new one. */
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { log } from '#platform/log.ts';
import type { MetrcState } from '../metrc/records.ts';

const VERSION = 1;

/** What stays; older ones go, so that a demo that runs for a year does not grow. */
const MOST = { receipts: 2000, adjustments: 1000, transfers: 100, finished: 500 };

const saved = z.object({
  version: z.literal(VERSION),
  state: z.looseObject({
    integratorKey: z.string(),
    users: z.array(z.looseObject({ key: z.string() })).min(1),
    facilities: z.array(z.looseObject({ license: z.string() })).min(1),
    packages: z.record(z.string(), z.looseObject({ label: z.string(), quantity: z.number() })),
    transfers: z.array(z.looseObject({ deliveries: z.array(z.unknown()) })),
    receipts: z.record(z.string(), z.looseObject({ transactions: z.array(z.unknown()) })),
    adjustments: z.array(z.looseObject({ label: z.string() })),
    lastId: z.number(),
  }),
});

const pathIn = (dataFolder: string) => join(dataFolder, 'metrc-practice.json');

/** Null without a file. One that no one can read is set aside, and the demo's Metrc begins again. */
export async function readPracticeFile(dataFolder: string): Promise<MetrcState | null> {
  const path = pathIn(dataFolder);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const read = saved.safeParse(parsed(text));
  // As it was saved: the shape says enough.
  if (read.success) return read.data.state as unknown as MetrcState;
  log.warn({ path }, 'the file of the Metrc that the demo plays could not be read');
  await rename(path, `${path}.unreadable`);
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns what saves the state; who waits for it knows that the state of that moment is on the disk. */
export function practiceSaver(dataFolder: string, state: MetrcState): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    // One that has not begun yet will have the newest state.
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        running = write(dataFolder, state);
        return running;
      });
    return next;
  };
}

async function write(dataFolder: string, state: MetrcState): Promise<void> {
  prune(state);
  const path = pathIn(dataFolder);
  const partial = `${path}.partial`;
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const file = await open(partial, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify({ version: VERSION, state }));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partial, path);
}

/** Forgets the oldest of what has grown too long. */
function prune(state: MetrcState): void {
  const receipts = Object.keys(state.receipts).map(Number);
  for (const id of receipts.toSorted((left, right) => left - right).slice(0, -MOST.receipts))
    delete state.receipts[id];
  state.adjustments.splice(0, Math.max(0, state.adjustments.length - MOST.adjustments));
  const ended = state.transfers.filter(({ deliveries }) => deliveries.every((each) => each.receivedAt));
  const old = new Set(ended.slice(0, -MOST.transfers));
  if (old.size > 0) state.transfers.splice(0, Infinity, ...state.transfers.filter((each) => !old.has(each)));
  const finished = Object.values(state.packages).filter(({ finishedDate }) => finishedDate !== null);
  for (const { label } of finished.toSorted((left, right) => left.id - right.id).slice(0, -MOST.finished))
    delete state.packages[label];
}
