/**
 * A willing mail server in a separate process: accepts every email and tells the bench which order it is about, and
 * when.
 */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** `at` in milliseconds since 1970, by the machine's clock. */
export type TakenMail = { order: string; at: number };

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    let head = '';
    stream.on('data', (chunk: Buffer) => {
      if (head.length < 2000) head += chunk.toString('latin1');
    });
    stream.on('end', () => {
      done();
      const order = /^Subject: .*?(ORD\d+)/m.exec(head)?.[1] ?? '';
      process.send?.({ order, at: Date.now() } satisfies TakenMail);
    });
  },
});
server.on('error', (error) => console.error(error));
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.server.address() as AddressInfo).port });
});
process.once('disconnect', () => process.exit());
