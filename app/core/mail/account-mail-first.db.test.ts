/** A slow mail server, a flood of order mail, and one mail about an account. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { doing, work } from '#platform/jobs.ts';
import { closeMail, openMail } from '#platform/outgoing/mail.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { accountLetterJob, mailJob } from './mail-job.ts';
import { queueMail } from './queue-mail.server.ts';
import { sendQueuedMail } from './send-queued-mail.server.ts';

/** Each takes half a second; four at a time, they occupy the server for ten seconds. */
const FLOOD = 80;
const SLOW_MS = 500;

let opened: FreshDatabase;
const taken: string[] = [];
const peer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, session, done) {
    stream.resume();
    stream.on('end', () =>
      setTimeout(() => {
        taken.push(session.envelope.rcptTo[0]?.address ?? '');
        done();
      }, SLOW_MS),
    );
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

const queued = (name: string, isAccountMail: boolean) =>
  inTransaction((tx) =>
    queueMail(tx, {
      dedupeKey: `test:${name}`,
      recipient: `${name}@example.com`,
      subject: 'Hello',
      html: '<p>Hello</p>',
      text: 'Hello',
      isAccountMail,
    }),
  );

test('a password reset behind a flood of order mail leaves before most of it', async () => {
  for (let nth = 0; nth < FLOOD; nth++) await queued(`order-${nth}`, false);
  for (const [job, isAccountMail] of [
    [mailJob, false],
    [accountLetterJob, true],
  ] as const)
    await work(
      doing(job, ({ mailId }) => sendQueuedMail(mailId, isAccountMail)),
      'America/New_York',
    );
  await expect.poll(() => taken.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(4);
  const asked = performance.now();
  await queued('reset', true);
  await expect.poll(() => taken, { timeout: 10_000, interval: 20 }).toContain('reset@example.com');
  expect(performance.now() - asked).toBeLessThan(4000);
  expect(taken.length).toBeLessThan(FLOOD / 2);
}, 30_000);
