/** The life of the process: start, print the address, wait for a signal, stop cleanly. */
import { catchTheRest } from './last-net.ts';

type Stoppable = { origin: string; port: number; stop(): Promise<void> };

/** Longest a clean stop may take before the process ends anyway: supervisors kill after ten seconds. */
const PATIENCE_MS = 9_000;

/** How often a shop that npm started looks whether npm is still there. */
const PARENT_EVERY_MS = 500;

/**
 * Starts, and stops on Ctrl-C or SIGTERM. What goes wrong outside the code is printed as one sentence;
 * anything else keeps its stack, because it is a bug. Exit code 1 either way.
 */
export async function runUntilStopped(
  start: (say: (line: string) => void) => Promise<Stoppable>,
): Promise<void> {
  const say = (line: string) => console.log(line);
  const starting = start(say);
  let stopping = false;
  let exitCode = 0;

  const stop = async (): Promise<void> => {
    // A second Ctrl-C while stopping changes nothing: the database is being closed properly.
    if (stopping) return;
    stopping = true;
    say('\nStopping …');
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
    // Half a start is finished first: a database that is being made must not be left behind.
    const running = await starting.catch(() => null);
    await running?.stop();
    process.exit(exitCode);
  };
  catchTheRest(() => {
    exitCode = 1;
    stop();
  });
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('SIGHUP', stop);
  if (process.env.npm_lifecycle_event) stopWithParent(stop);

  try {
    const running = await starting;
    if (stopping) return;
    const isBehindProxy = !new URL(running.origin).host.endsWith(`:${running.port}`);
    const where = isBehindProxy ? `${running.origin} (port ${running.port})` : running.origin;
    say(`\nFarmgate is open at ${where}\nCtrl-C stops it.\n`);
    process.send?.({ ready: running.origin });
  } catch (error) {
    const sentence = asSentence(error);
    console.error(sentence === null ? error : `\n${sentence}\n`);
    process.exit(1);
  }
}

/** What is outside the code and keeps it from starting, in one sentence; null for a bug. */
function asSentence(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  // Whichever file happens to be one too many.
  if ('code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE'))
    return 'Farmgate may not open as many files as it needs: raise the limit (ulimit -n 1024) and start again.';
  // Compared by name: the class exists once in the build and once in this file's world.
  return ['StartError', 'DatabaseStartError'].includes(error.name) ? error.message : null;
}

/** A killed npm can hand no signal on; a shop without a parent would hold the port until somebody searched for it. */
function stopWithParent(stop: () => Promise<void>): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void stop();
  }, PARENT_EVERY_MS).unref();
}
