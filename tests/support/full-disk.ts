/** A disk that can be filled: a small one of its own where mounting is allowed, else a limit on file size. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
  folder: string;
  /** Whether it is a disk, so that writing fails for lack of space; else writing fails for another reason. */
  isMounted: boolean;
  /** Uses up the space except some hundred kilobytes, for the processes with these ids. */
  fill(pids: readonly number[]): void;
  /** Frees it again. */
  free(pids: readonly number[]): void;
  remove(): void;
};

/** The disk's size in bytes, and the space that `fill` leaves. */
const SIZE = 48 * 1024 * 1024;
const LEFT = 256 * 1024;

export function smallDisk(): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'farmgate-disk-'));
  const ballast = join(folder, 'ballast');
  const isMounted = mount(folder);
  const limit = (pids: readonly number[], bytes: string) => {
    for (const pid of pids) execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
  };
  return {
    folder,
    isMounted,
    fill: (pids) => {
      if (!isMounted) return limit(pids, '0');
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - LEFT));
    },
    free: (pids) => (isMounted ? rmSync(ballast) : limit(pids, 'unlimited')),
    remove: () => {
      if (isMounted) execFileSync('umount', [folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function mount(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
