import { accessSync, constants, statfsSync } from 'node:fs';

const FOLDER = '/dev/shm';
/** A run of all tests uses less than half of it. */
const ENOUGH_BYTES = 6 * 1024 ** 3;

/**
 * Puts the temporary files of this process and of those it starts into memory, where the machine has enough. Tests clone
 * a database for each file and delete it: on a disk a clone takes five to ten times as long.
 */
export function putTemporaryFilesInMemory(): void {
  try {
    accessSync(FOLDER, constants.W_OK);
    const { bavail, bsize } = statfsSync(FOLDER);
    if (bavail * bsize >= ENOUGH_BYTES) process.env.TMPDIR = FOLDER;
  } catch {
    // Without such a folder they stay on the disk.
  }
}
