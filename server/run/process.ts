/** Runs the process: start, print the address, wait for a signal, stop cleanly. */
import { catchTheRest } from './last-net.ts';

type Stoppable = { origin: string; port: number; drainSeconds: number; stop(): Promise<void> };

/** The longest a clean stop may take before the process exits anyway: supervisors kill after ten seconds. */
const TIMEOUT_MS = 9_000;

/** The exit code after an uncaught error (EX_SOFTWARE): `supervise.sh` and other supervisors start the shop again. */
const CRASHED = 70;

/** How often a shop that npm started checks whether npm is still running. */
const PARENT_EVERY_MS = 500;

/**
 * Starts, and stops on Ctrl-C or SIGTERM. Problems outside the code are printed as one sentence; any other error keeps
 * its stack, because it is a bug. The exit code is 1 for both; 70 after an uncaught error.
 */
export async function runUntilStopped(
  start: (say: (line: string) => void) => Promise<Stoppable>,
): Promise<void> {
  const say = (line: string) => console.log(line);
  const starting = start(say);
  let stopping = false;
  let exitCode = 0;

  const stop = async (): Promise<void> => {
    // Ignores a second Ctrl-C: the database is still closing properly.
    if (stopping) return;
    stopping = true;
    say('\nStopping …');
    const impatient = setTimeout(() => process.exit(exitCode || 1), TIMEOUT_MS).unref();
    // Finishes a start in progress first: a half-created database must not be left behind.
    const running = await starting.catch(() => null);
    if (running !== null && running.drainSeconds > 0) {
      clearTimeout(impatient);
      setTimeout(() => process.exit(exitCode || 1), TIMEOUT_MS + running.drainSeconds * 1000).unref();
    }
    await running?.stop();
    process.exit(exitCode);
  };
  catchTheRest(() => {
    exitCode = CRASHED;
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

/** Describes a problem outside the code that prevents the start, in one sentence; null for a bug. */
function asSentence(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  // The file in the message is whichever one came last, so the sentence does not name it.
  if ('code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE'))
    return 'Farmgate may not open as many files as it needs: raise the limit (ulimit -n 1024) and start again.';
  // Compares by name: the build has its own copy of the class.
  return ['StartError', 'DatabaseStartError'].includes(error.name) ? error.message : null;
}

/**
 * A killed npm cannot pass on a signal; an orphaned shop would hold the port until someone searched for it. Checks the
 * parent, and the npm that started the shell in between.
 */
function stopWithParent(stop: () => Promise<void>): void {
  const parent = process.ppid;
  const starter = Number(process.env.FARMGATE_STARTED_BY) || null;
  setInterval(() => {
    if (process.ppid !== parent || (starter !== null && !isRunning(starter))) void stop();
  }, PARENT_EVERY_MS).unref();
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process may not be asked, but runs.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
