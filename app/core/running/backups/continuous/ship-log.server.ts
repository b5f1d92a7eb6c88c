/** Stores the finished segments of the log, in order, and forgets them. */
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '#platform/files/file-store.ts';
import { encryptStream, type StreamKey } from '#platform/secrets/encrypted-stream.ts';
import { gzipped, whole } from '../parts.server.ts';
import { chainKey, logPart } from './chain.ts';
import { isSegment, nextSegment, SEGMENT_BYTES } from './log-segment.ts';

/** A segment is missing: what follows can only be added to a new base. */
export class BrokenChain extends Error {
  override name = 'BrokenChain';
}

/** Names of the finished segments that wait, oldest first. */
export async function waitingSegments(outbox: string): Promise<string[]> {
  const names = await readdir(outbox).catch(() => []);
  return names.filter(isSegment).sort();
}

/**
 * Stores what waits. Safe to repeat: a segment that was stored and not yet deleted is stored again.
 * @param last the segment that was stored last; null at the start of a chain
 * @param save records each stored segment before it is deleted here, so a run that fails in the middle resumes after it
 * @throws BrokenChain when one is missing between them
 */
export async function shipLog(
  { store, key }: { store: FileStore; key: StreamKey },
  outbox: string,
  { chain, last }: { chain: string; last: string | null },
  save: (last: string) => Promise<void>,
): Promise<void> {
  let stored = last;
  await removeOthers(outbox);
  for (const segment of await waitingSegments(outbox)) {
    const path = join(outbox, segment);
    const isNext = stored === null || segment === nextSegment(stored) || segment <= stored;
    if (!isNext || (await stat(path)).size !== SEGMENT_BYTES) throw new BrokenChain(segment);
    await store.put(
      `${chainKey(chain)}/${logPart(segment)}`,
      await sealed(key, segment, path),
      'application/octet-stream',
    );
    if (stored === null || segment > stored) {
      stored = segment;
      await save(segment);
    }
    await rm(path);
  }
}

/** Histories of timelines and labels of bases, which a base has itself. */
async function removeOthers(outbox: string): Promise<void> {
  const names = await readdir(outbox).catch(() => []);
  for (const name of names)
    if (/\.(history|backup)$/.test(name)) await rm(join(outbox, name), { force: true });
}

/** Forgets what waits: without the segment that is missing it is of no use. */
export async function dropWaiting(outbox: string): Promise<void> {
  for (const segment of await waitingSegments(outbox)) await rm(join(outbox, segment), { force: true });
}

async function sealed(key: StreamKey, segment: string, path: string): Promise<Buffer> {
  async function* plain() {
    yield await readFile(path);
  }
  return whole(encryptStream(key, logPart(segment), gzipped(plain())));
}
