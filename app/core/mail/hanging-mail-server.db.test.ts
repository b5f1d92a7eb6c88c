/** Mail to many while a mail server hangs in a few conversations: no other mail waits for them. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { doing, work } from '#platform/jobs.ts';
import { closeMail, openMail } from '#platform/outgoing/mail.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { mailJob } from './mail-job.ts';
import { queueMail } from './queue-mail.server.ts';
import { sendQueuedMail } from './send-queued-mail.server.ts';

/** More than three batches. */
const OTHERS = 70;
/** Before a silent conversation times out, which is after twenty seconds. */
const SOON = { timeout: 18_000 };

let opened: FreshDatabase;
const taken: string[] = [];
/** The hanging conversations, each with the function that ends it. */
const hanging: (() => void)[] = [];
const peer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _session, done) {
    if (address.startsWith('hangs')) hanging.push(() => done());
    else done();
  },
  onData(stream, session, done) {
    stream.resume();
    stream.on('end', () => {
      taken.push(session.envelope.rcptTo[0]?.address ?? '');
      done();
    });
  },
});

beforeAll(async () => {
  opened = await freshDatabase();
  await new Promise<void>((ready) => peer.listen(0, '127.0.0.1', ready));
  await openMail({
    smtpUrl: `smtp://127.0.0.1:${(peer.server.address() as AddressInfo).port}`,
    from: 'Two Branches Farm <shop@farm.example>',
    origin: 'http://localhost:3000',
    say: () => undefined,
  });
});
afterAll(async () => {
  await opened.stop();
  closeMail();
  await new Promise<void>((done) => peer.close(() => done()));
});

const queued = (name: string) =>
  inTransaction((tx) =>
    queueMail(tx, {
      dedupeKey: `test:${name}`,
      recipient: `${name}@example.com`,
      subject: 'Your order',
      html: '<p>Hello</p>',
      text: 'Hello',
    }),
  );

test('two conversations that hang, in two batches, hold up no other mail, and end well when they go on', async () => {
  await queued('hangs-first');
  for (let nth = 0; nth < OTHERS; nth++) await queued(nth === 40 ? 'hangs-later' : `person-${nth}`);
  await work(
    doing(mailJob, ({ mailId }) => sendQueuedMail(mailId)),
    'America/New_York',
  );
  await expect.poll(() => taken.length, SOON).toBe(OTHERS - 1);
  expect(hanging).toHaveLength(2);
  for (const goOn of hanging) goOn();
  await expect
    .poll(() => taken.slice(OTHERS - 1).sort(), SOON)
    .toEqual(['hangs-first@example.com', 'hangs-later@example.com']);
  expect(new Set(taken).size).toBe(OTHERS + 1);
}, 60_000);
