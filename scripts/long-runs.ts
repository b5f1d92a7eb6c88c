/** Which long tests there are, which are next, and which have not passed for a while. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** By file: the day (UTC) of the last run in which all its tests passed. */
export type LongRuns = Record<string, string>;

/** A tenth takes about as long as `npm test`. */
export const TURNS_OF_LONG = 10;

/** The long tests of a checkout, in the order of their names. */
export const readLongTests = (root: string): string[] =>
  ['app', 'server', 'tests']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path}`,
      ),
    )
    .filter((path) => /\.long(?:\.test)?\.ts$/.test(path) && !path.includes('node_modules'))
    .sort();

/** Every tenth file, from this one; from 1. Neighbors are of one kind, so that each turn has some of every kind. */
export const ofTurn = (turn: number, files: readonly string[]): string[] =>
  files.filter((_, place) => 1 + (place % TURNS_OF_LONG) === turn);

/** Whole days between two days, both 'yyyy-mm-dd'. */
export const daysSince = (day: string, today: string): number =>
  Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000);

/** The files without a run that passed in the last `days` days. */
export const staleSince = (
  days: number,
  { files, runs, today }: { files: readonly string[]; runs: LongRuns; today: string },
): string[] =>
  files.filter((path) => {
    const day = runs[path];
    return day === undefined || daysSince(day, today) > days;
  });
