/**
 * Tests that take seconds each run by turns: a run of `npm test` takes those of every tenth file that `tests/turns.json`
 * names, and all others. Which tenth follows from the commit, so that a run can be repeated. A file's tests share their
 * turn, because later ones may need what earlier ones made.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const TURNS = 10;

/**
 * By file: words of a test's name that no other test has, without the values of its row. The files are in an order that
 * gives each turn about as much work.
 */
export type ByTurns = Record<string, readonly string[]>;

const PATH = join(import.meta.dirname, '../tests/turns.json');

export const readTurns = (): ByTurns => JSON.parse(readFileSync(PATH, 'utf8')) as ByTurns;

/** From 1. `TURN` names it; `TURN=all` runs every test (null). Without Git every test runs. */
export function thisTurn(root: string): number | null {
  const { TURN } = process.env;
  if (TURN === 'all') return null;
  if (TURN && /^(?:[1-9]|10)$/.test(TURN)) return Number(TURN);
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, stdio: 'pipe' }).toString();
    return 1 + (Number.parseInt(commit.slice(0, 8), 16) % TURNS);
  } catch {
    return null;
  }
}

/** The tests that wait for another turn. */
export const waiting = (turn: number | null, byTurns = readTurns()): string[] =>
  turn === null
    ? []
    : Object.values(byTurns).flatMap((names, place) => (1 + (place % TURNS) === turn ? [] : names));

/** Matches the names of the given tests, and none if there are none. */
export const namesOf = (names: readonly string[]): string =>
  names.length === 0 ? '(?!)' : `(?:${names.map((name) => RegExp.escape(name)).join('|')})`;
