/** The measured shop's mail server, and the emails it has accepted. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { TakenMail } from './smtp-process.ts';

export type MailServer = {
  /** For SMTP_URL. */
  url: string;
  /** When the email about an order was accepted, in milliseconds since 1970; by order number. */
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
