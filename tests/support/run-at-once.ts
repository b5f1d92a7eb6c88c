/** Runs commands against each other until every pair has met, and reads PostgreSQL's count of deadlocks. */
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { folderStore, openFiles } from '#platform/files/files.ts';
import { openKeyring } from '#platform/secrets/keyring.ts';
import { type Random, randomFrom } from '#seed/random.ts';
import { unwordedIn } from './audit-words.ts';
import { aSmallShop, commands, seenByAny, tidy } from './commands-at-once.ts';
import { freshDatabase } from './database.ts';
import { checkInvariants } from './invariants.ts';
import { openTestMail } from './mail.ts';
import { openForOrders } from './orders.ts';

/** The number of commands running at once. */
const AT_ONCE = 12;
/** Less than a test's time limit. */
const MOST_SECONDS = 150;

export type RanAtOnce = {
  words: string;
  deadlocks: number;
  /** Exceptions, as text. */
  faults: string[];
  violations: string[];
  /** Audit entries with database terms. */
  unworded: string[];
  /** Pairs that did not meet in time; none if as many met as were wanted. */
  pairsMissing: string[];
  /** Commands that were always refused. */
  neverDone: string[];
};

export type AtOnce = {
  /** The shortest time of a run. */
  seconds?: number;
  /** The part of all pairs that must meet. */
  share?: number;
  /** Chooses who meets: the same number brings the same pairs together, as long as the commands are the same. */
  seed?: number;
};

/** Runs until these pairs have met and every command has succeeded. */
export async function runAtOnce({
  seconds = 0,
  share = 1,
  seed = randomInt(2 ** 31),
}: AtOnce): Promise<RanAtOnce> {
  const random = randomFrom(seed);
  const fresh = await freshDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'farmgate-at-once-'));
  openFiles(folderStore(folder));
  openKeyring(null);
  await openTestMail();
  await openForOrders(fresh.db, 10_000);
  const shop = await aSmallShop(fresh.db, folder);
  const missing = new Set(
    commands.flatMap((_, one) => commands.slice(one).map((_, more) => pairOf(one, one + more))),
  );
  const mayMiss = Math.floor(missing.size * (1 - share));
  const faults: string[] = [];
  const done = new Set<string>();
  const started = performance.now();
  let rounds = 0;
  const isOver = () => {
    const spent = (performance.now() - started) / 1000;
    const isComplete = missing.size <= mayMiss && done.size === commands.length;
    return spent > (isComplete ? seconds : Math.max(seconds, MOST_SECONDS)) || faults.length > 5;
  };
  while (!isOver()) {
    rounds += 1;
    const group = chooseGroup(missing, random);
    await tidy(shop);
    const works: { name: string; work: () => Promise<unknown> }[] = [];
    for (const at of group) {
      const command = commands[at];
      if (!command) throw new Error('no such command');
      try {
        works.push({ name: command.name, work: await command.prepare(seenByAny(shop)) });
      } catch (error) {
        faults.push(`${command.name}, prepared alone: ${wordsOf(error)}`);
      }
    }
    await Promise.all(
      works.map(async ({ name, work }) => {
        try {
          const outcome = await work();
          if (!isRefused(outcome)) done.add(name);
        } catch (error) {
          faults.push(`${name}: ${wordsOf(error)}`);
        }
      }),
    );
    for (const [place, one] of group.entries())
      for (const other of group.slice(place + 1)) missing.delete(pairOf(one, other));
  }
  const violations = await checkInvariants(fresh.db);
  const unworded = await unwordedIn(fresh.db);
  // A connection reports its counts when it ends.
  await closeDatabase();
  const deadlocks = await deadlocksIn(fresh.url);
  openDatabase({ url: fresh.url });
  await fresh.stop();
  await rm(folder, { recursive: true, force: true });
  const spent = ((performance.now() - started) / 1000).toFixed(1);
  return {
    words: `${commands.length} commands, ${rounds} rounds of ${AT_ONCE} in ${spent} s: ${deadlocks} deadlocks`,
    deadlocks,
    faults,
    violations,
    unworded,
    pairsMissing: (missing.size <= mayMiss ? [] : [...missing]).map((pair) =>
      pair
        .split(' ')
        .map((at) => commands[Number(at)]?.name)
        .join(' + '),
    ),
    neverDone: commands.map(({ name }) => name).filter((name) => !done.has(name)),
  };
}

/** All of it happened, and nothing went wrong. */
export function expectSound(ran: RanAtOnce): void {
  expect(ran.faults).toEqual([]);
  expect(ran.deadlocks).toBe(0);
  expect(ran.violations).toEqual([]);
  expect(ran.unworded).toEqual([]);
  expect(ran.neverDone).toEqual([]);
  expect(ran.pairsMissing).toEqual([]);
}

/**
 * Starts from a random pair that has not met, and adds the command that brings the most new pairs together. Pairs that
 * already meet in this group are not new: otherwise a group fills with the same few commands.
 */
function chooseGroup(missing: ReadonlySet<string>, random: Random): number[] {
  const unmet = new Set(missing);
  const group: number[] = [];
  const add = (at: number) => {
    for (const other of group) unmet.delete(pairOf(at, other));
    group.push(at);
  };
  const waiting = [...missing];
  const pair = waiting.length > 0 ? random.pick(waiting) : undefined;
  for (const at of pair?.split(' ') ?? []) add(Number(at));
  while (group.length < AT_ONCE) {
    const gains = commands.map(
      (_, at) => new Set(group.filter((other) => unmet.has(pairOf(at, other)))).size,
    );
    const most = Math.max(...gains);
    const best = gains.flatMap((gain, at) => (gain === most ? [at] : []));
    add(random.pick(best));
  }
  return group;
}

const pairOf = (one: number, other: number) => `${Math.min(one, other)} ${Math.max(one, other)}`;

const isRefused = (outcome: unknown) =>
  typeof outcome === 'object' && outcome !== null && 'ok' in outcome && outcome.ok === false;

function wordsOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return error instanceof Error ? `${error.message.split('\n')[0]}${cause}` : String(error);
}

export async function deadlocksIn(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ deadlocks: number }>(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    );
    return rows[0]?.deadlocks ?? 0;
  } finally {
    await client.end();
  }
}
