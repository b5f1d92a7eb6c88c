/** Shifts the clock of a process and its children, with libfaketime (Debian: `apt-get install faketime`). */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

function findLibrary(): string | undefined {
  const folders = [
    '/usr/local/lib',
    '/usr/lib',
    ...readdirSync('/usr/lib').map((name) => join('/usr/lib', name)),
  ];
  const places = folders.flatMap((folder) => [folder, join(folder, 'faketime')]);
  return places.map((folder) => join(folder, 'libfaketimeMT.so.1')).find((path) => existsSync(path));
}

/**
 * The environment that starts the clock at that moment, for Node and its child processes; null without the library.
 * Time spans (the monotonic clock) and file times are unaffected.
 */
export function shiftedClock(moment: Date): Record<string, string> | null {
  const library = findLibrary();
  if (library === undefined) return null;
  // An offset, not a moment, so that all processes agree no matter when they start.
  const seconds = Math.round((moment.getTime() - Date.now()) / 1000);
  const hook = pathToFileURL(join(import.meta.dirname, 'pass-clock-on.js')).href;
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
    NODE_OPTIONS: `--import=${hook}`,
  };
}
