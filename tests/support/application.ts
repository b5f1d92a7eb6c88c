/** The built application as people meet it: a separate process, on its own port, over real HTTP. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { TEST_SECRET } from './secret.ts';

const root = join(import.meta.dirname, '../..');

export type Application = {
  origin: string;
  dataFolder: string;
  process: ChildProcess;
  /** Everything it has printed so far. */
  output(): string;
  /** Sends SIGTERM, and waits for the end; returns the exit code. */
  stop(): Promise<number | null>;
};

/** A production start needs to know its origin, and so its port. */
async function addressFor({
  NODE_ENV,
  PUBLIC_ORIGIN,
}: Record<string, string>): Promise<Record<string, string>> {
  if (NODE_ENV !== 'production' || PUBLIC_ORIGIN !== undefined) return {};
  const port = await freePort();
  return { PORT: String(port), PUBLIC_ORIGIN: `http://localhost:${port}` };
}

/** Starts `server/main.js` and waits until it serves. Rejects with the output if it ends instead. */
export async function startApplication(
  environment: Record<string, string> = {},
  options: { dataFolder?: string } = {},
): Promise<Application> {
  const own = options.dataFolder === undefined;
  const address = await addressFor(environment);
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'farmgate-app-'));
  const child = fork(join(root, 'server/main.js'), [], {
    cwd: root,
    // The application does not need a test runner's loaders.
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      DATA_FOLDER: dataFolder,
      FARMGATE_SECRET: TEST_SECRET,
      ...address,
      ...environment,
    },
  });
  let printed = '';
  child.stdout?.on('data', (chunk) => (printed += chunk));
  child.stderr?.on('data', (chunk) => (printed += chunk));
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));

  const origin = await new Promise<string>((resolve, reject) => {
    child.once('message', (message: { ready: string }) => resolve(message.ready));
    exited.then((code) => reject(new Error(`the application ended with ${code}:\n${printed}`)));
  });
  return {
    origin,
    dataFolder,
    process: child,
    output: () => printed,
    stop: async () => {
      child.kill('SIGTERM');
      const code = await exited;
      if (own) rmSync(dataFolder, { recursive: true, force: true });
      return code;
    },
  };
}
