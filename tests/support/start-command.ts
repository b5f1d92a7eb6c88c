/** `npm start` in other surroundings: users, limits, folders, clocks. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export type Start = {
  dataFolder: string;
  /** Program and arguments that start the command, such as `setpriv`. */
  wrapper?: string[];
  environment?: Record<string, string>;
  /** Variables to leave unset. */
  without?: string[];
  /** Another checkout than this one. */
  checkout?: string;
  /** Ends the process this long after its start, open or not. */
  killAfterMs?: number;
  /** The signal; SIGKILL by default. */
  killBy?: 'SIGKILL' | 'SIGTERM';
};

export type Started = {
  /** Its URL; null if it ended instead. */
  origin: string | null;
  output(): string;
  /** SIGTERM if it still runs; returns the exit code. */
  stop(): Promise<number | null>;
};

/** Starts `server/main.js`, waits until it is open or has ended. */
export async function startCommand(start: Start): Promise<Started> {
  const { dataFolder, wrapper = [], environment = {}, without = [], checkout = root } = start;
  const { killAfterMs, killBy = 'SIGKILL' } = start;
  const command = [...wrapper, process.execPath, join(checkout, 'server/main.js')];
  const variables: Record<string, string | undefined> = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: '0',
    DATA_FOLDER: dataFolder,
    ...environment,
  };
  for (const name of without) delete variables[name];
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: variables,
  });
  let printed = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const kill = killAfterMs === undefined ? undefined : setTimeout(() => child.kill(killBy), killAfterMs);
  const origin = await new Promise<string | null>((resolve) => {
    const hear = (chunk: Buffer) => {
      printed += chunk;
      const open = /is open at (\S+)/.exec(printed)?.[1];
      if (open) resolve(open);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => resolve(null));
    child.once('error', () => resolve(null));
  });
  return {
    origin,
    output: () => printed,
    stop: async () => {
      clearTimeout(kill);
      child.kill(killAfterMs === undefined ? 'SIGTERM' : killBy);
      // A process that ended while its orphaned database still holds its output never closes.
      return child.exitCode ?? (child.signalCode === null ? ended : null);
    },
  };
}
