import { trimLog } from './postgres-log.ts';
import { bringUp, type ServerPlan, stopPostmaster } from './postmaster.ts';
import { isPostmasterOf } from './postmaster-file.ts';

/** Milliseconds between two checks; a dead server is back about a second later. */
const LOOK_EVERY = 500;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;

/**
 * Watches a server and restarts it when it dies, so that a killed database costs a running shop a second and not its
 * day. Retries a server that cannot start (a full disk) at growing intervals.
 * @returns a function that stops the watch and the server.
 */
export function supervise(plan: ServerPlan, firstPid: number): () => Promise<void> {
  const { cluster, log } = plan.layout;
  let pid = firstPid;
  let stopping = false;
  let reviving: Promise<void> | null = null;
  let wait = FIRST_WAIT;
  let notBefore = 0;

  const revive = async () => {
    plan.onNotice('The database ended unexpectedly and is started again.');
    try {
      ({ pid } = await bringUp(plan));
      wait = FIRST_WAIT;
      plan.onNotice('The database is back.');
    } catch (error) {
      plan.onNotice(error instanceof Error ? error.message : String(error));
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
    notBefore = Date.now() + wait;
  };

  const watch = setInterval(() => {
    trimQuietly(log);
    if (stopping || reviving !== null || Date.now() < notBefore || isPostmasterOf(pid, cluster)) return;
    reviving = revive().finally(() => {
      reviving = null;
    });
  }, LOOK_EVERY);
  watch.unref();

  return async () => {
    stopping = true;
    clearInterval(watch);
    await reviving;
    await stopPostmaster(pid, cluster);
  };
}

/** A log that cannot be trimmed (a full disk) is no reason to stop watching. */
function trimQuietly(log: string): void {
  try {
    trimLog(log);
  } catch {
    // The next check retries.
  }
}
