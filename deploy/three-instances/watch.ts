/** Looks at the instances for nginx and, if told, at the primary. */
import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { failOver, hasPoolerCrashed, isInSync, primary, startPooler } from './database.ts';
import { hasCrashed, isReady, numbers, setOut, startInstance } from './instances.ts';
import { ports, say, server } from './machine.ts';

const LOOK_MS = 250;
const DATABASE_LOOK_MS = 1000;
/** Between two starts of what ends again and again. */
const AGAIN_MS = 10_000;
/** Looks in a row that a primary may miss before the replica takes over. */
const MISSES = 5;

/** Runs until it is ended. @param failsOver promotes the replica by itself when the primary is dead. */
export async function watch(failsOver: boolean): Promise<void> {
  for (const number of numbers) {
    void watchInstance(number);
    void startAgain(
      `instance ${number}`,
      () => hasCrashed(number),
      () => startInstance(number),
    );
  }
  void startAgain('PgBouncer', hasPoolerCrashed, startPooler);
  if (failsOver) await watchPrimary();
}

async function watchInstance(number: number): Promise<void> {
  for (;;) {
    setOut(number, !(await isReady(number)));
    await pause(LOOK_MS);
  }
}

async function startAgain(what: string, hasEnded: () => boolean, start: () => unknown): Promise<void> {
  for (; ; await pause(LOOK_MS)) {
    if (!hasEnded()) continue;
    say(`${new Date().toISOString()} ${what} ended and is started again`);
    try {
      await start();
    } catch (error) {
      say((error as Error).message);
    }
    await pause(AGAIN_MS);
  }
}

/**
 * One watcher on one machine is no quorum: it cannot tell a dead primary from a cut wire. It does no harm here, because
 * it kills the primary before it promotes. Across machines, leave the decision to a person, or to Patroni.
 */
async function watchPrimary(): Promise<void> {
  let misses = 0;
  let wasInSync = false;
  for (; ; await pause(DATABASE_LOOK_MS)) {
    if (await answers()) {
      misses = 0;
      wasInSync = await Promise.resolve()
        .then(isInSync)
        .catch(() => wasInSync);
      continue;
    }
    misses += 1;
    if (misses < MISSES) continue;
    if (!wasInSync) {
      if (misses === MISSES) say('The primary is away, and its replica was not in sync: nothing takes over.');
      continue;
    }
    await failOver().catch((error: Error) => say(error.message));
    misses = 0;
    wasInSync = false;
  }
}

const answers = (): Promise<boolean> =>
  promisify(execFile)(server('pg_isready'), [
    ...['-q', '-t', '1', '-h', '127.0.0.1', '-p', String(ports.server[primary()])],
  ]).then(
    () => true,
    () => false,
  );
