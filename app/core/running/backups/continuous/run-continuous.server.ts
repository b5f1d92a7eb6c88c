/**
 * The continuous backup of the bundled database: stores finished segments of its log every few seconds, and a copy of the
 * cluster each night. Runs in a process of its own (`scripts/continuous-backup.ts`).
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';
import { systemClock } from '#kernel/time.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { newStreamKey, type StreamKey } from '#platform/secrets/encrypted-stream.ts';
import { backupName } from '../backup.ts';
import { problemOf } from '../make-backup.server.ts';
import { sealJson } from '../parts.server.ts';
import { chainKey, manifestPart } from './chain.ts';
import { type ContinuousState, isBaseDue, minutesAfter, readState, writeState } from './continuous-state.ts';
import { OUTBOX } from './log-segment.ts';
import { removeReplaced } from './remove-replaced.server.ts';
import { BrokenChain, dropWaiting, shipLog } from './ship-log.server.ts';
import { type Cluster, takeBase } from './take-base.server.ts';

/** Milliseconds. */
const EVERY = 10_000;
const BASE_PATIENCE = 10 * 60_000;
const POLL = 200;
const BREAK_MINUTES = 60;

export type ContinuousJob = {
  store: FileStore;
  passphrase: string;
  cluster: Cluster;
  shopId: string;
  zone: string;
};

/** Runs until `signal` aborts. What fails is written down, and tried again. */
export async function runContinuously(job: ContinuousJob, signal: AbortSignal): Promise<void> {
  const key = await newStreamKey(job.passphrase);
  while (!signal.aborted) {
    await backUpOnce(job, key);
    await pause(EVERY, undefined, { signal }).catch(() => undefined);
  }
}

/** Stores what waits, and takes a base if one is due. */
export async function backUpOnce(job: ContinuousJob, key: StreamKey): Promise<ContinuousState> {
  const run = await openRun(job, key);
  try {
    await run.ship();
    const { baseAt, nextBaseAt } = run.state();
    const now = systemClock();
    const mayTry = nextBaseAt === null || Temporal.Instant.compare(now, nextBaseAt) >= 0;
    if (mayTry && isBaseDue(baseAt, now.toZonedDateTimeISO(job.zone))) await addBase(run);
    await run.save({ problem: null });
  } catch (error) {
    if (error instanceof BrokenChain) await breakOff(run);
    else await run.save({ problem: problemOf(error) });
  }
  return run.state();
}

/** After PostgreSQL has ended: stores the segments that it finished last. */
export async function shipRest(job: ContinuousJob): Promise<void> {
  const run = await openRun(job, await newStreamKey(job.passphrase));
  await run.ship();
}

type Run = {
  job: ContinuousJob;
  key: StreamKey;
  outbox: string;
  state: () => ContinuousState;
  save: (change: Partial<ContinuousState>) => Promise<void>;
  ship: () => Promise<void>;
};

async function openRun(job: ContinuousJob, key: StreamKey): Promise<Run> {
  const outbox = join(job.cluster.folder, OUTBOX);
  await mkdir(outbox, { recursive: true, mode: 0o700 });
  let state = (await readState(outbox)) ?? newChain(job);
  const save = async (change: Partial<ContinuousState>) => {
    state = { ...state, ...change };
    await writeState(outbox, state);
  };
  const ship = () => shipLog({ ...job, key }, outbox, state, (last) => save({ last }));
  return { job, key, outbox, state: () => state, save, ship };
}

/** Copies the cluster while the log is still being stored: a copy of a large shop takes longer than the log may wait. */
async function addBase(run: Run): Promise<void> {
  const { job, key, save, ship } = run;
  const { chain, failures } = run.state();
  const name = await unusedName(job, chain);
  const copy = takeBase({ ...job, key }, job.cluster, { ...job, chain, name });
  const ended = copy.then(
    () => true,
    () => true,
  );
  try {
    while (!(await Promise.race([ended, pause(POLL * 5).then(() => false)]))) await ship();
    const base = await copy;
    const until = Date.now() + BASE_PATIENCE;
    for (let last = run.state().last; last === null || last < base.lastSegment; last = run.state().last) {
      if (Date.now() > until) throw new Error('PostgreSQL does not hand over its log');
      await pause(POLL);
      await ship();
    }
    await job.store.put(
      `${chainKey(chain)}/${manifestPart(name)}`,
      await sealJson(key, manifestPart(name), base),
      'application/octet-stream',
    );
    await save({ baseAt: base.completeAt, failures: 0, nextBaseAt: null });
  } catch (error) {
    await ended;
    await removeAll(job.store, `${chainKey(chain)}/${name}/`);
    await save({ failures: failures + 1, nextBaseAt: inMinutes(minutesAfter(failures)) });
    throw error;
  }
  await removeReplaced(job, job.shopId);
}

/**
 * The name of a copy that begins now. It names the second: in one in which another copy began, this waits for the next,
 * because a copy that fails deletes all under its name.
 */
async function unusedName({ store, shopId }: ContinuousJob, chain: string): Promise<string> {
  for (;;) {
    const name = backupName(systemClock(), shopId);
    if (await isEmpty(store, `${chainKey(chain)}/${name}/`)) return name;
    await pause(POLL);
  }
}

async function isEmpty(store: FileStore, prefix: string): Promise<boolean> {
  for await (const page of store.list(prefix)) if (page.length > 0) return false;
  return true;
}

/** Begins a new chain. Its base comes at once, but not twice in an hour: bases push older ones out. */
async function breakOff({ job, outbox, state, save }: Run): Promise<void> {
  const { brokenAt } = state();
  await dropWaiting(outbox);
  const isRepeated = brokenAt !== null && Date.now() - Date.parse(brokenAt) < BREAK_MINUTES * 60_000;
  await save({
    ...newChain(job),
    brokenAt: inMinutes(0),
    nextBaseAt: isRepeated ? inMinutes(BREAK_MINUTES) : null,
    problem: 'A part of the log was lost; a new copy begins.',
  });
}

const inMinutes = (minutes: number): string => systemClock().add({ minutes }).toString();

const newChain = ({ shopId }: ContinuousJob): ContinuousState => ({
  chain: backupName(systemClock(), shopId),
  ...{ last: null, baseAt: null, problem: null, brokenAt: null, failures: 0, nextBaseAt: null },
});

async function removeAll(store: FileStore, prefix: string): Promise<void> {
  for await (const page of store.list(prefix)) for (const { key } of page) await store.remove(key);
}
