/** Runs a baseline (bench/baseline-*.ts) as a separate process, so that both sides have one. */
import { fork } from 'node:child_process';
import { join } from 'node:path';

export type BaselineProcess = { origin: string; pid: number; stop(): Promise<void> };

/** Starts it, sends it `task` and waits until it listens. */
export async function startBaseline(file: `baseline-${string}.ts`, task: unknown): Promise<BaselineProcess> {
  const child = fork(join(import.meta.dirname, file), [], {
    env: { ...process.env, NODE_ENV: 'production' },
    serialization: 'advanced',
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('message', (message: { origin: string }) => resolve(message.origin));
    exited.then(() => reject(new Error(`${file} ended before it listened`)));
    child.send(task as object);
  });
  return {
    origin,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
