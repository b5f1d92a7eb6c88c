import { closeSync, copyFileSync, openSync, readSync, statSync, truncateSync } from 'node:fs';

/** Bytes. A larger log is moved aside, replacing the previous one. */
const LARGEST_LOG = 10 * 1024 * 1024;
const LAST_WORDS = 8_192;

/** The size of the log in bytes; 0 if it does not exist. */
export function logSize(log: string): number {
  return statSync(log, { throwIfNoEntry: false })?.size ?? 0;
}

/** Copies a large log to `….1` and empties it; a running server continues to write, because it appends. */
export function trimLog(log: string): void {
  if (logSize(log) <= LARGEST_LOG) return;
  copyFileSync(log, `${log}.1`);
  truncateSync(log);
}

/** The log after byte `from`: at most its last 8 kB. */
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
