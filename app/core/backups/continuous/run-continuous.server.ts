/**
 * The continuous backup of the bundled database: stores finished segments of its log every few seconds, and a copy of the
 * cluster each night. Runs in a process of its own (`scripts/continuous-backup.ts`).
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';
import { systemClock } from '#kernel/time.ts';
import { StartError } from '#platform/env.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { newStreamKey, type StreamKey } from '#platform/secrets/encrypted-stream.ts';
import { backupName, MANIFEST, ownerOf, parseBackupName } from '../backup.ts';
import { problemOf } from '../make-backup.server.ts';
import { openJson, sealJson } from '../parts.server.ts';
import { type Base, baseSchema, type Chain, chainKey, LOG, manifestPart, readChains } from './chain.ts';
import { type ContinuousState, isBaseDue, minutesAfter, readState, writeState } from './continuous-state.ts';
import { OUTBOX } from './log-segment.ts';
import { BrokenChain, dropWaiting, shipLog } from './ship-log.server.ts';
import { type Cluster, takeBase } from './take-base.server.ts';

/** Milliseconds. */
const EVERY = 10_000;
const BASE_PATIENCE = 10 * 60_000;
const POLL = 200;
/** Bases of a shop that stay at least: moments since the oldest one can be restored. */
const KEPT_BASES = 3;
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
    await run.keep({ problem: null });
  } catch (error) {
    if (error instanceof BrokenChain) await breakOff(run);
    else await run.keep({ problem: problemOf(error) });
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
  keep: (change: Partial<ContinuousState>) => Promise<void>;
  ship: () => Promise<void>;
};

async function openRun(job: ContinuousJob, key: StreamKey): Promise<Run> {
  const outbox = join(job.cluster.folder, OUTBOX);
  await mkdir(outbox, { recursive: true, mode: 0o700 });
  let state = (await readState(outbox)) ?? newChain(job);
  const keep = async (change: Partial<ContinuousState>) => {
    state = { ...state, ...change };
    await writeState(outbox, state);
  };
  const ship = () => shipLog({ ...job, key }, outbox, state, (last) => keep({ last }));
  return { job, key, outbox, state: () => state, keep, ship };
}

/** Copies the cluster, and goes on storing the log meanwhile: a copy of a large shop takes longer than the log may wait. */
async function addBase(run: Run): Promise<void> {
  const { job, key, keep, ship } = run;
  const { chain, failures } = run.state();
  const name = backupName(systemClock(), job.shopId);
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
    await keep({ baseAt: base.completeAt, failures: 0, nextBaseAt: null });
  } catch (error) {
    await ended;
    await removeAll(job.store, `${chainKey(chain)}/${name}/`);
    await keep({ failures: failures + 1, nextBaseAt: inMinutes(minutesAfter(failures)) });
    throw error;
  }
  await removeReplaced(job);
}

/** Begins a new chain. Its base comes at once, but not twice in an hour: bases push older ones out. */
async function breakOff({ job, outbox, state, keep }: Run): Promise<void> {
  const { brokenAt } = state();
  await dropWaiting(outbox);
  const isRepeated = brokenAt !== null && Date.now() - Date.parse(brokenAt) < BREAK_MINUTES * 60_000;
  await keep({
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

/** The newest ones, and the newest that is a day old: chains that break all day leave a day within reach. */
export function keptBases(names: readonly string[], now: Temporal.Instant): Set<string> {
  const sorted = [...names].sort();
  const aDayAgo = now.subtract({ hours: 24 });
  const old = sorted.findLast((name) => {
    const moment = parseBackupName(name)?.moment;
    return moment !== undefined && Temporal.Instant.compare(moment, aDayAgo) <= 0;
  });
  return new Set([...sorted.slice(-KEPT_BASES), ...(old === undefined ? [] : [old])]);
}

/** Deletes what no kept base needs: older bases, the log before the oldest one, and chains without any. */
async function removeReplaced({ store, passphrase, shopId }: ContinuousJob): Promise<void> {
  const chains = await readChains(store, ownerOf(shopId));
  const names = chains.flatMap(({ bases }) => bases).sort();
  const kept = keptBases(names, systemClock());
  for (const chain of chains) {
    const oldest = chain.bases.find((name) => kept.has(name));
    // One under an earlier passphrase keeps its whole log.
    const from = oldest && (await readBase(store, passphrase, chain, oldest).catch(() => null))?.firstSegment;
    for (const key of chain.keys.sort(manifestsFirst)) {
      const [, , part = '', file = ''] = key.split('/');
      const isNeeded =
        part === LOG
          ? oldest !== undefined && file >= (from ?? '')
          : kept.has(part) || part > (names.at(-1) ?? '');
      if (!isNeeded) await store.remove(key);
    }
  }
}

/** A base whose manifest is gone is none: from then on nothing reads the rest. */
const manifestsFirst = (one: string, other: string) =>
  Number(other.endsWith(`/${MANIFEST}`)) - Number(one.endsWith(`/${MANIFEST}`));

/** @throws StartError when it is not there or has a newer format; StreamError for another passphrase. */
export async function readBase(
  store: FileStore,
  passphrase: string,
  { name }: Chain,
  base: string,
): Promise<Base> {
  const found = await store.get(`${chainKey(name)}/${manifestPart(base)}`);
  if (!found) throw new StartError(`There is no base ${base} here.`);
  const { value } = await openJson(
    passphrase,
    manifestPart(base),
    Buffer.from(await new Response(found.body).arrayBuffer()),
  );
  const parsed = baseSchema.safeParse(value);
  if (!parsed.success)
    throw new StartError(`The base ${base} has a newer format: install the newer Farmgate that made it.`);
  return parsed.data;
}
