/**
 * What the disk says of a path. A network drive that is away may never answer, and a synchronous question would stop the
 * whole process until it does.
 */
import type { Stats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';

/** Milliseconds until a disk counts as silent. */
const PATIENCE_MS = 3_000;

/** Questions without an answer yet: each takes one of the few threads that all files share, so none is asked twice. */
const waiting = new Map<string, Promise<unknown>>();

/** @returns null where nothing is. @throws what the disk says, and ETIMEDOUT where it says nothing */
export const statOf = (path: string): Promise<Stats | null> => askDisk(`stat ${path}`, () => stat(path));

/** Where a path leads, through links; null where nothing is. Throws as `statOf` does. */
export const realPathOf = (path: string): Promise<string | null> =>
  askDisk(`realpath ${path}`, () => realpath(path));

/** @param question identifies it: one that waits for its answer is not asked again */
export async function askDisk<T>(question: string, answer: () => Promise<T>): Promise<T | null> {
  const asked = (waiting.get(question) as Promise<T | null> | undefined) ?? begin(question, answer);
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(Object.assign(new Error(`${question}: no answer`), { code: 'ETIMEDOUT' })),
    PATIENCE_MS,
  );
  return Promise.race([asked, late.promise]).finally(() => clearTimeout(timer));
}

function begin<T>(question: string, answer: () => Promise<T>): Promise<T | null> {
  const asked = answer()
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
      throw error;
    })
    .finally(() => waiting.delete(question));
  waiting.set(question, asked);
  return asked;
}
