/** The mail server of a shop that is measured, and what it has taken so far. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { TakenMail } from './smtp-process.ts';

export type MailServer = {
  /** For SMTP_URL. */
  url: string;
  /** When the mail about an order was taken, in milliseconds since 1970; by the order's number. */
  taken: ReadonlyMap<string, number>;
  stop(): void;
};

export async function startMailServer(): Promise<MailServer> {
  const child = fork(join(import.meta.dirname, 'smtp-process.ts'));
  const taken = new Map<string, number>();
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port));
    child.once('exit', (code) => reject(new Error(`the mail server ended with ${code}`)));
  });
  child.on('message', ({ order, at }: TakenMail) => {
    if (!taken.has(order)) taken.set(order, at);
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    stop: () => void child.kill('SIGTERM'),
  };
}
