/**
 * Restores the bundled database as it was at a moment: the newest base before it, and the log from there on. PostgreSQL
 * replays the log; this process puts the segments that it asks for where it may read them, a few ahead.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Temporal } from 'temporal-polyfill';
import { startEmbeddedDatabase } from '#platform/embedded-database/embedded-database.ts';
import { databaseLayout } from '#platform/embedded-database/layout.ts';
import { StartError } from '#platform/env.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { tarEntries } from '#platform/files/tar.ts';
import {
  decryptStream,
  openStreamKey,
  StreamError,
  type StreamKey,
} from '#platform/secrets/encrypted-stream.ts';
import { gunzipped, inWords, readPart, whole } from '../parts.server.ts';
import {
  type Base,
  type Chain,
  chainKey,
  filesPart,
  logPart,
  manifestPart,
  readChains,
  segmentsOf,
} from './chain.ts';
import { INBOX, isSegment } from './log-segment.ts';
import { readBase } from './run-continuous.server.ts';

/** Segments that lie ready: 16 MB each. */
const AHEAD = 8;
/** Milliseconds. */
const POLL = 50;

export type Place = { store: FileStore; passphrase: string };
export type Reach = { chain: Chain; base: Base; segments: string[] };

/** From where moments of a shop can be restored, the newest base last, and the bases that cannot be read. */
export async function readReach(
  { store, passphrase }: Place,
  owner?: string,
): Promise<{ reach: Reach[]; unreadable: string[] }> {
  const reach: Reach[] = [];
  const unreadable: string[] = [];
  for (const chain of await readChains(store, owner))
    for (const name of chain.bases) {
      // Under an earlier passphrase, or damaged: another one may do.
      const base = await readBase(store, passphrase, chain, name).catch(() => null);
      if (!base) {
        unreadable.push(name);
        continue;
      }
      const segments = segmentsOf(chain, base);
      // Its own log was lost or is still on its way.
      if (segments.includes(base.lastSegment)) reach.push({ chain, base, segments });
    }
  reach.sort((one, other) => (one.base.completeAt < other.base.completeAt ? -1 : 1));
  return { reach, unreadable };
}

/** Whether the log goes on after a part that is missing. */
function isCut({ chain, segments }: Reach): boolean {
  const last = segments.at(-1) ?? '';
  return [...chain.segments.keys()].some((name) => name > last);
}

/** When the last of the segments was stored: what happened later is not in them. */
export const endOf = ({ chain, segments }: Reach): Date =>
  chain.segments.get(segments.at(-1) ?? '') ?? new Date(0);

/**
 * @param text '2026-11-26 14:05' in the store's time zone, or ISO with Z or an offset; 'now' for as late as possible
 * @returns null for 'now'
 * @throws StartError for another text, and for a time that the clocks skip or repeat
 */
export function parseMoment(text: string, zone: string): Temporal.Instant | null {
  if (text === 'now') return null;
  try {
    if (/(Z|[+-]\d\d:?\d\d)$/.test(text)) return Temporal.Instant.from(text);
    return Temporal.PlainDateTime.from(text.replace(' ', 'T'))
      .toZonedDateTime(zone, { disambiguation: 'reject' })
      .toInstant();
  } catch {
    throw new StartError(
      `'${text}' is no moment: write --until '2026-11-26 14:05' in the store's time (${zone}), or with Z for UTC, as it is needed for an hour that occurs twice; or --until now.`,
    );
  }
}

/** The newest base from which the moment can be reached. @throws StartError, in one sentence, when there is none. */
export function chooseReach(reach: readonly Reach[], until: Temporal.Instant | null): Reach {
  const chosen = reach.findLast(
    ({ base }) => until === null || base.completeAt <= until.toString({ smallestUnit: 'millisecond' }),
  );
  if (chosen) return chosen;
  const [first] = reach;
  if (!first)
    throw new StartError(
      'There is no continuous backup here: restore a nightly one (npm run restore lists them).',
    );
  throw new StartError(
    `The continuous backup begins at ${first.base.completeAt} (UTC): restore a nightly one from before.`,
  );
}

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
  const { chain, base, segments } = reach;
  if (until === null && isCut(reach))
    throw new StartError(
      `A part of the log is missing after ${endOf(reach).toISOString()}: --until with that moment restores what comes before it.`,
    );
  const { cluster, passwords, log } = databaseLayout(dataFolder);
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  await inWords(base.name, () => unpack(place, chain, base, cluster));
  await writeFile(join(cluster, 'recovery.signal'), '');
  await mkdir(join(cluster, INBOX), { mode: 0o777 });
  await writeFile(passwords, JSON.stringify(base.passwords), { mode: 0o600 });
  const stopFeeding = new AbortController();
  let damage: unknown = null;
  const feeding = inWords(base.name, () =>
    feed(place, chain, segments, join(cluster, INBOX), stopFeeding.signal),
  ).catch((error) => {
    damage = error;
  });
  const target: Record<string, string> =
    until === null
      ? {}
      : { recovery_target_time: until.toString().replace('Z', '+00'), recovery_target_action: 'promote' };
  try {
    const recovered = await recover(dataFolder, log, target, () => damage).catch(async (error) => {
      // Nothing was committed between the moment and the end of the log: the end is the moment, if they are close.
      if (error instanceof EndedBefore) return recover(dataFolder, log, {}, () => damage);
      throw error;
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
  place: Place,
  chain: Chain,
  segments: readonly string[],
  inbox: string,
  signal: AbortSignal,
): Promise<void> {
  const read = segmentReader(place, chain);
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
function segmentReader({ store, passphrase }: Place, { name }: Chain): (segment: string) => Promise<Buffer> {
  let key: StreamKey | null = null;
  const open = async (segment: string, bytes: Buffer, with_: StreamKey) => {
    async function* sealed() {
      yield bytes;
    }
    return whole(gunzipped(decryptStream(with_, logPart(segment), sealed())));
  };
  return async (segment) => {
    const bytes = await patiently(async () => {
      const found = await store.get(`${chainKey(name)}/${logPart(segment)}`);
      if (!found) throw new StartError(`The log is damaged: ${segment} is missing.`);
      return Buffer.from(await new Response(found.body).arrayBuffer());
    });
    try {
      if (key) return await open(segment, bytes, key);
    } catch (error) {
      if (!(error instanceof StreamError && error.kind === 'foreign')) throw error;
    }
    key = await openStreamKey(passphrase, bytes);
    return open(segment, bytes, key);
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
async function unpack(
  { store, passphrase }: Place,
  chain: Chain,
  base: Base,
  cluster: string,
): Promise<void> {
  for (const folder of base.folders) await mkdir(join(cluster, folder), { recursive: true, mode: 0o700 });
  const found = await store.get(`${chainKey(chain.name)}/${manifestPart(base.name)}`);
  const key = await openStreamKey(passphrase, Buffer.from(await new Response(found?.body).arrayBuffer()));
  const files = tarEntries(gunzipped(readPart(store, key, chainKey(chain.name), filesPart(base.name), base)));
  for await (const { name, content } of files) {
    if (name.split('/').includes('..')) throw new StartError(`The base ${base.name} is damaged.`);
    await mkdir(dirname(join(cluster, name)), { recursive: true, mode: 0o700 });
    await writeFile(join(cluster, name), content, { mode: 0o600 });
  }
}
