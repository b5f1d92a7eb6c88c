/**
 * Keeps the continuous backup running, in a process of its own with a lower priority than pages: compressing and
 * encrypting would delay every answer. It ends with this process.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { applicationFolder } from '#core/running/connections/office-place.ts';
import { log } from '#platform/log.ts';

const PRIORITY = 10;
/** Milliseconds. */
const AGAIN_AFTER = 30_000;
const PATIENCE = 2_000;

export function startContinuousBackup(): { stop(): Promise<void> } {
  let child: ChildProcess | null = null;
  let again: NodeJS.Timeout | undefined;
  let isStopping = false;
  const start = () => {
    const started = fork(join(applicationFolder(), 'scripts/continuous-backup.ts'), [], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    child = started;
    try {
      if (started.pid !== undefined) setPriority(started.pid, PRIORITY);
    } catch {
      // It has ended already, or priorities are not this user's to change.
    }
    let said = '';
    started.stderr?.on('data', (text) => {
      said = `${said}${text}`.slice(-1000);
    });
    started.on('error', () => undefined);
    started.stderr?.on('error', () => undefined);
    started.once('exit', () => {
      child = null;
      if (isStopping) return;
      log.error({ said: said.trim() }, 'the continuous backup ended; it starts again');
      again = setTimeout(start, AGAIN_AFTER);
    });
  };
  start();
  return {
    async stop() {
      isStopping = true;
      clearTimeout(again);
      const running = child;
      if (!running || running.exitCode !== null) return;
      const ended = new Promise((resolve) => running.once('exit', resolve));
      running.kill('SIGTERM');
      // In the middle of a copy of the cluster it cannot end soon; the copy begins again.
      const impatient = setTimeout(() => running.kill('SIGKILL'), PATIENCE);
      await ended;
      clearTimeout(impatient);
    },
  };
}
