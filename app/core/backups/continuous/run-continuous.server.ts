/**
 * The continuous backup of the bundled database: stores finished segments of its log every few seconds, and a copy of the
 * cluster each night. Runs in a process of its own (`scripts/continuous-backup.ts`).
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '#kernel/time.ts';
import { StartError } from '#platform/env.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { newStreamKey, type StreamKey } from '#platform/secrets/encrypted-stream.ts';
import { backupName, MANIFEST, ownerOf } from '../backup.ts';
import { problemOf } from '../make-backup.server.ts';
import { openJson, sealJson } from '../parts.server.ts';
import { type Base, baseSchema, type Chain, chainKey, LOG, manifestPart, readChains } from './chain.ts';
import { type ContinuousState, isBaseDue, readState, writeState } from './continuous-state.ts';
import { OUTBOX } from './log-segment.ts';
import { BrokenChain, dropWaiting, shipLog } from './ship-log.server.ts';
import { type Cluster, takeBase } from './take-base.server.ts';

/** Milliseconds. */
const EVERY = 10_000;
const BASE_PATIENCE = 10 * 60_000;
const POLL = 200;
/** Bases of a shop that stay: moments since the older one can be restored. */
const KEPT_BASES = 2;

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
  const outbox = join(job.cluster.folder, OUTBOX);
  await mkdir(outbox, { recursive: true, mode: 0o700 });
  let state = (await readState(outbox)) ?? newChain(job);
  const keep = async (change: Partial<ContinuousState>) => {
    state = { ...state, ...change };
    await writeState(outbox, state);
  };
  try {
    await keep({ last: await shipLog({ ...job, key }, outbox, state.chain, state.last) });
    if (isBaseDue(state.baseAt, systemClock().toZonedDateTimeISO(job.zone))) {
      const base = await takeBase({ ...job, key }, job.cluster, {
        ...state,
        ...job,
        name: backupName(systemClock(), job.shopId),
      });
      const until = Date.now() + BASE_PATIENCE;
      while (state.last === null || state.last < base.lastSegment) {
        if (Date.now() > until) throw new Error('PostgreSQL does not hand over its log');
        await pause(POLL);
        await keep({ last: await shipLog({ ...job, key }, outbox, state.chain, state.last) });
      }
      await job.store.put(
        `${chainKey(state.chain)}/${manifestPart(base.name)}`,
        await sealJson(key, manifestPart(base.name), base),
        'application/octet-stream',
      );
      await keep({ baseAt: base.completeAt });
      await removeReplaced(job);
    }
    await keep({ problem: null });
  } catch (error) {
    if (error instanceof BrokenChain) {
      await dropWaiting(outbox);
      state = newChain(job);
      await keep({ problem: 'A part of the log was lost; a new copy begins.' });
    } else await keep({ problem: problemOf(error) });
  }
  return state;
}

const newChain = ({ shopId }: ContinuousJob): ContinuousState => ({
  chain: backupName(systemClock(), shopId),
  ...{ last: null, baseAt: null, problem: null },
});

/** Deletes what no kept base needs: older bases, the log before the oldest one, and chains without any. */
async function removeReplaced({ store, passphrase, shopId }: ContinuousJob): Promise<void> {
  const chains = await readChains(store, ownerOf(shopId));
  const names = chains.flatMap(({ bases }) => bases).sort();
  const kept = new Set(names.slice(-KEPT_BASES));
  for (const chain of chains) {
    const oldest = chain.bases.find((name) => kept.has(name));
    const base = oldest === undefined ? null : await readBase(store, passphrase, chain, oldest);
    for (const key of chain.keys.sort(manifestsFirst)) {
      const [, , part = '', file = ''] = key.split('/');
      const isNeeded =
        part === LOG
          ? base !== null && file >= base.firstSegment
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
