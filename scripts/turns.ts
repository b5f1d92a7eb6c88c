/**
 * Tests that take seconds each run by turns: a run of `npm test` takes every sixth of those that `tests/turns.json`
 * names, and all others. Which sixth follows from the commit, so that a run can be repeated.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const TURNS = 6;

/** By file: words of a test's name, with a row's values left out, that no other test has. */
type ByTurns = Record<string, readonly string[]>;

const PATH = join(import.meta.dirname, '../tests/turns.json');

export const readTurns = (): ByTurns => JSON.parse(readFileSync(PATH, 'utf8')) as ByTurns;

/** From 0. `TURN` names it from 1; `TURN=all` runs every test (null). Without Git every test runs. */
export function thisTurn(root: string): number | null {
  const { TURN } = process.env;
  if (TURN === 'all') return null;
  if (TURN && /^\d+$/.test(TURN)) return (Number(TURN) - 1) % TURNS;
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, stdio: 'pipe' }).toString();
    return Number.parseInt(commit.slice(0, 8), 16) % TURNS;
  } catch {
    return null;
  }
}

/** The tests that wait for another turn. */
export const waiting = (turn: number | null, names = Object.values(readTurns()).flat()): string[] =>
  turn === null ? [] : names.filter((_, place) => place % TURNS !== turn);

/** Matches the names of the given tests, and none if there are none. */
export const namesOf = (names: readonly string[]): string =>
  names.length === 0 ? '(?!)' : `(?:${names.map((name) => RegExp.escape(name)).join('|')})`;
