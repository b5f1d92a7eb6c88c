import { closeSync, copyFileSync, openSync, readSync, statSync, truncateSync } from 'node:fs';

/** A log larger than this is set aside, replacing the one set aside before. Bytes. */
const LARGEST_LOG = 10 * 1024 * 1024;
const LAST_WORDS = 8_192;

/** Size of the log in bytes; 0 when there is none. */
export function logSize(log: string): number {
  return statSync(log, { throwIfNoEntry: false })?.size ?? 0;
}

/** Sets a large log aside as `….1` and empties it; a running server writes on, because it appends. */
export function trimLog(log: string): void {
  if (logSize(log) <= LARGEST_LOG) return;
  copyFileSync(log, `${log}.1`);
  truncateSync(log);
}

/** What was written to the log after byte `from`: at most its last 8 kB. */
export function endOfLog(log: string, from: number): string {
  const size = logSize(log);
  const start = Math.max(from, size - LAST_WORDS);
  if (size <= start) return '';
  const handle = openSync(log, 'r');
  try {
    const words = Buffer.alloc(size - start);
    return words.toString('utf8', 0, readSync(handle, words, 0, words.length, start));
  } finally {
    closeSync(handle);
  }
}
