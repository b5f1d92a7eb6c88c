/** Checks whether files can be saved, for `/healthz`. */
import type { DiskProblem } from '#platform/uploads/disk-problem.ts';
import { uploadsProblem } from '#platform/uploads/receive-upload.ts';

/** Milliseconds between two test writes at the least, however often `/healthz` is called. */
const FRESH_MS = 1000;

const words: Readonly<Record<DiskProblem['kind'], string>> = {
  'disk-full': 'the disk is full',
  'not-saved': 'the disk cannot be written to',
};

/**
 * Returns the disk's problem, or null; a disk that does not answer within `patience` milliseconds has a problem. Only
 * one write runs at a time: each one that hangs blocks one of the four threads that all file reads share.
 */
export function diskHealth(): (patience: number) => Promise<string | null> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isAsking = false;
  let last: Promise<string | null> = Promise.resolve(null);
  return (patience) => {
    if (!isAsking && performance.now() - lookedAt > FRESH_MS) {
      lookedAt = performance.now();
      isAsking = true;
      last = uploadsProblem()
        .then((problem) => problem && words[problem.kind])
        .finally(() => {
          isAsking = false;
        });
    }
    const tooLong = Promise.withResolvers<string>();
    const timer = setTimeout(() => tooLong.resolve('the disk does not answer'), patience);
    return Promise.race([last, tooLong.promise]).finally(() => clearTimeout(timer));
  };
}
