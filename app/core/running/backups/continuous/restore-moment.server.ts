/**
 * Restores the bundled database as it was at a moment: the newest base before it, and the log from there on. PostgreSQL
 * replays the log; this process puts the segments that it asks for where it may read them, a few ahead.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Temporal } from 'temporal-polyfill';
import { bundledVersion, startEmbeddedDatabase } from '#platform/embedded-database/embedded-database.ts';
import { databaseLayout } from '#platform/embedded-database/layout.ts';
import { StartError } from '#platform/env.ts';
import { tarEntries } from '#platform/files/tar.ts';
import {
  decryptStream,
  openStreamKey,
  StreamError,
  type StreamKey,
} from '#platform/secrets/encrypted-stream.ts';
import { gunzipped, inWords, readPart, whole } from '../parts.server.ts';
import { type Chain, chainKey, filesPart, logPart } from './chain.ts';
import { endOf, isCut, type Reach } from './choose-moment.server.ts';
import { INBOX, isSegment } from './log-segment.ts';
import type { Place } from './read-base.server.ts';

/** Segments that lie ready: 16 MB each. */
const AHEAD = 8;
/** Milliseconds. */
const POLL = 50;

/** Minutes without a change that a running shop never has: its jobs write every minute. */
const QUIET_MINUTES = 5;

/**
 * Restores into the folder of a database, which must not exist.
 * @param until null for as late as possible
 * @returns when the last restored change happened; null if there was none since the base
 * @throws StartError, in one sentence, for another version of PostgreSQL, for damage, and when the log ends long before
 * the moment
 */
export async function restoreMoment(
  place: Place,
  reach: Reach,
  until: Temporal.Instant | null,
  dataFolder: string,
  work: (url: string) => Promise<void>,
): Promise<Date | null> {
  const { chain, base, key, segments } = reach;
  if (until === null && isCut(reach)) throw cutOff(reach);
  const { cluster, passwords, log } = databaseLayout(dataFolder);
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  const ours = bundledVersion(dataFolder);
  if (base.postgres !== ours)
    throw new StartError(
      `The base was made by PostgreSQL ${base.postgres}, and this Farmgate brings ${ours}: restore with the Farmgate that made it.`,
    );
  await inWords(base.name, () => unpack(place, reach, cluster));
  await writeFile(join(cluster, 'recovery.signal'), '');
  await mkdir(join(cluster, INBOX), { mode: 0o777 });
  await writeFile(passwords, JSON.stringify(base.passwords), { mode: 0o600 });
  const stopFeeding = new AbortController();
  let damage: unknown = null;
  const feeding = inWords(base.name, () =>
    feed(segmentReader(place, chain, key), segments, join(cluster, INBOX), stopFeeding.signal),
  ).catch((error) => {
    damage = error;
  });
  const target: Record<string, string> =
    until === null
      ? {}
      : { recovery_target_time: until.toString().replace('Z', '+00'), recovery_target_action: 'promote' };
  try {
    const recovered = await recover(dataFolder, log, target, () => damage).catch(async (error) => {
      if (!(error instanceof EndedBefore)) throw error;
      if (isCut(reach)) throw cutOff(reach);
      // Nothing was committed between the end of the log and the moment, if they are close.
      return recover(dataFolder, log, {}, () => damage);
    });
    try {
      const at = recovered.at ?? new Date(base.completeAt);
      if (until !== null && until.epochMilliseconds - at.getTime() > QUIET_MINUTES * 60_000)
        throw new StartError(
          `The log ends at ${at.toISOString()}, before the moment: what happened in between is lost. --until with that time restores it.`,
        );
      await work(recovered.url);
      return recovered.at;
    } finally {
      await recovered.stop();
    }
  } finally {
    stopFeeding.abort();
    await feeding;
    await rm(join(cluster, INBOX), { recursive: true, force: true });
  }
}

const cutOff = (reach: Reach) =>
  new StartError(
    `A part of the log is missing after ${endOf(reach).toISOString()}: --until with an earlier moment restores what comes before it.`,
  );

/** The log ended before the moment. */
class EndedBefore extends Error {}

/** Starts the server and waits until it has replayed what it should. It takes changes from then on. */
async function recover(
  dataFolder: string,
  log: string,
  target: Record<string, string>,
  damage: () => unknown,
): Promise<{ url: string; at: Date | null; stop: () => Promise<void> }> {
  const settings = { restore_command: TAKE_SEGMENT, recovery_target_timeline: 'current', ...target };
  const isOver = async () =>
    /recovery ended before configured recovery target/.test(await readFile(log, 'utf8').catch(() => ''));
  await rm(log, { force: true });
  let hasDied = false;
  const database = await startEmbeddedDatabase({
    ...{ dataFolder, settings },
    onNotice: () => {
      hasDied = true;
    },
  }).catch(async (error) => {
    throw damage() ?? ((await isOver()) ? new EndedBefore() : error);
  });
  try {
    for (;;) {
      if (damage()) throw damage();
      if (hasDied)
        throw (await isOver())
          ? new EndedBefore()
          : new StartError(`The log cannot be replayed: read ${log}.`);
      const state = await stateOf(database.url).catch(() => null);
      if (state && !state.isRecovering)
        return { url: database.url, at: state.at, stop: () => database.stop() };
      await pause(POLL * 4);
    }
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function stateOf(url: string): Promise<{ isRecovering: boolean; at: Date | null }> {
  const client = new pg.Client({ connectionString: url, application_name: 'farmgate restores' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ isRecovering: boolean; at: Date | null }>(
      `select pg_is_in_recovery() as "isRecovering", pg_last_xact_replay_timestamp() as at`,
    );
    return rows[0] ?? { isRecovering: true, at: null };
  } finally {
    await client.end();
  }
}

/**
 * Runs in the cluster's folder: says which segment PostgreSQL asks for, and waits until it is there or known not to be.
 * For 1, PostgreSQL takes the log for ended; above 125 it gives up. Other files, such as histories of timelines, are not
 * needed.
 */
const TAKE_SEGMENT = [
  `case "%f" in *.*) exit 1;; esac`,
  `echo "%f" > ${INBOX}/asked.new && mv ${INBOX}/asked.new ${INBOX}/asked`,
  `n=0; until test -e "${INBOX}/%f"; do test -e "${INBOX}/%f.none" && exit 1; test -e ${INBOX}/damaged && exit 200; n=$((n + 1)); test $n -gt 12000 && exit 200; sleep 0.05; done`,
  `cp "${INBOX}/%f" "%p"`,
].join('; ');

/** Puts the segments from the one that is asked for where PostgreSQL finds them, and removes those before it. */
async function feed(
  read: (segment: string) => Promise<Buffer>,
  segments: readonly string[],
  inbox: string,
  signal: AbortSignal,
): Promise<void> {
  const put = (name: string, bytes: Uint8Array) =>
    writeFile(join(inbox, `${name}.new`), bytes, { mode: 0o644 }).then(() =>
      rename(join(inbox, `${name}.new`), join(inbox, name)),
    );
  const readOrStop = (segment: string) =>
    read(segment).catch(async (error) => {
      await put('damaged', Buffer.alloc(0));
      throw error;
    });
  while (!signal.aborted) {
    const asked = (await readFile(join(inbox, 'asked'), 'utf8').catch(() => '')).trim();
    const at = segments.indexOf(asked);
    const present = await readdir(inbox);
    if (at === -1 && asked !== '') await put(`${asked}.none`, Buffer.alloc(0));
    for (const segment of at === -1 ? [] : segments.slice(at, at + AHEAD))
      if (!present.includes(segment) && !signal.aborted) await put(segment, await readOrStop(segment));
    for (const name of present)
      if (isSegment(name) && at > 0 && name < (segments[at - 1] ?? '')) await rm(join(inbox, name));
    await pause(POLL, undefined, { signal }).catch(() => undefined);
  }
}

/** Each run of the continuous backup has a key of its own, so a chain has several. */
function segmentReader(
  { store, passphrase }: Place,
  { name }: Chain,
  ofBase: StreamKey,
): (segment: string) => Promise<Buffer> {
  let key = ofBase;
  const open = (segment: string, bytes: Buffer) => {
    async function* sealed() {
      yield bytes;
    }
    return whole(gunzipped(decryptStream(key, logPart(segment), sealed())));
  };
  return async (segment) => {
    const bytes = await patiently(async () => {
      const found = await store.get(`${chainKey(name)}/${logPart(segment)}`);
      if (!found) throw new StartError(`The log is damaged: ${segment} is missing.`);
      return Buffer.from(await new Response(found.body).arrayBuffer());
    });
    try {
      return await open(segment, bytes);
    } catch (error) {
      if (!(error instanceof StreamError && error.kind === 'foreign')) throw error;
    }
    key = await openStreamKey(passphrase, bytes);
    return open(segment, bytes);
  };
}

/** A restore takes long, and a line that stops for a moment must not end it. */
async function patiently<T>(work: () => Promise<T>, tries = 3): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (tries === 1 || error instanceof StartError) throw error;
    await pause(5_000);
    return patiently(work, tries - 1);
  }
}

/** Puts the cluster's files back. */
async function unpack({ store }: Place, { chain, base, key }: Reach, cluster: string): Promise<void> {
  for (const folder of base.folders) await mkdir(join(cluster, folder), { recursive: true, mode: 0o700 });
  const files = tarEntries(gunzipped(readPart(store, key, chainKey(chain.name), filesPart(base.name), base)));
  for await (const { name, content } of files) {
    if (name.split('/').includes('..')) throw new StartError(`The base ${base.name} is damaged.`);
    await mkdir(dirname(join(cluster, name)), { recursive: true, mode: 0o700 });
    await writeFile(join(cluster, name), content, { mode: 0o600 });
  }
}
