/** Tries a place for files with a small one, and bounds how long a test may take. */
import { randomBytes } from 'node:crypto';
import type { FileStore } from '#platform/files/file-store.ts';
import { type ConnectionOutcome, TEST_SECONDS } from './connection.ts';

export const failed = (message: string): ConnectionOutcome => ({ works: false, message });

/** Writes a small file, reads it back and deletes it. @throws what the store throws, and an error after TEST_SECONDS */
export async function tryStore(store: FileStore, key: string): Promise<ConnectionOutcome> {
  const bytes = randomBytes(64);
  await inTime(store.put(key, bytes, 'application/octet-stream'));
  const read = await inTime(
    store.get(key).then(async (found) => found && Buffer.from(await new Response(found.body).arrayBuffer())),
  );
  await inTime(store.remove(key));
  const left = await inTime(store.get(key));
  await left?.body.cancel();
  if (!read || !bytes.equals(read)) return failed('What was written could not be read back as it was.');
  if (left) return failed('A file was written and read, but could not be deleted.');
  return { works: true, message: 'A small file was written, read back and deleted.' };
}

/** @throws an error with the wording of a timeout. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), TEST_SECONDS * 1000);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    // A late result is ignored, and its error must not end the process.
    work.catch(() => undefined);
  }
}
