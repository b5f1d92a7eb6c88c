/** A slow mail server, a flood of order mail, and one mail about an account. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { doing, work } from '#platform/jobs.ts';
import { closeMail } from '#platform/outgoing/mail.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { openTestMail } from '#tests/support/mail.ts';
import { openSmtpPeer, type SmtpPeer } from '#tests/support/smtp-peer.ts';
import { queueMail } from './queue-mail.server.ts';
import { sendQueuedMail } from './send-queued-mail.server.ts';
import { accountLetterJob, mailJob } from './sending-jobs.ts';

/** Each takes half a second; four at a time, they occupy the server for ten seconds. */
const FLOOD = 80;
const SLOW_MS = 500;

let opened: FreshDatabase;
let peer: SmtpPeer;

beforeAll(async () => {
  opened = await freshDatabase();
  peer = await openSmtpPeer(() => pause(SLOW_MS));
  await peer.be('willing');
  await openTestMail({ smtpUrl: peer.url });
});
afterAll(async () => {
  // First, or the jobs that wait for the slow server hold up the stop.
  closeMail();
  await opened.stop();
  await peer.be('away');
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

test('a password reset behind a flood of order mail is sent before most of it', async () => {
  for (let nth = 0; nth < FLOOD; nth++) await queued(`order-${nth}`, false);
  for (const [job, isAccountMail] of [
    [mailJob, false],
    [accountLetterJob, true],
  ] as const)
    await work(
      doing(job, ({ mailId }) => sendQueuedMail(mailId, isAccountMail)),
      'America/New_York',
    );
  await expect.poll(() => peer.taken.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(4);
  const asked = performance.now();
  await queued('reset', true);
  await expect.poll(() => peer.taken, { timeout: 10_000, interval: 20 }).toContain('reset@example.com');
  expect(performance.now() - asked).toBeLessThan(4000);
  expect(peer.taken.length).toBeLessThan(FLOOD / 2);
}, 30_000);
