/** Mail to many while a mail server hangs in a few conversations: no other mail waits for them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { doing, work } from '#platform/jobs.ts';
import { closeMail } from '#platform/outgoing/mail.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { openTestMail } from '#tests/support/mail.ts';
import { openSmtpPeer, type SmtpPeer } from '#tests/support/smtp-peer.ts';
import { queueMail } from './queue-mail.server.ts';
import { sendQueuedMail } from './send-queued-mail.server.ts';
import { mailJob } from './sending-jobs.ts';

/** More than three batches. */
const OTHERS = 70;
/** Before a silent conversation times out, which is after twenty seconds. */
const SOON = { timeout: 18_000 };

let opened: FreshDatabase;
let peer: SmtpPeer;
/** The hanging conversations, each with the function that ends it. */
const hanging: (() => void)[] = [];

beforeAll(async () => {
  opened = await freshDatabase();
  peer = await openSmtpPeer(async (recipient) => {
    if (recipient.startsWith('hangs')) await new Promise<void>((goOn) => hanging.push(goOn));
  });
  await peer.be('willing');
  await openTestMail({ smtpUrl: peer.url });
});
afterAll(async () => {
  closeMail();
  await opened.stop();
  await peer.be('away');
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

test('two hanging conversations in two batches hold up no other mail, and finish when the server continues', async () => {
  await queued('hangs-first');
  for (let nth = 0; nth < OTHERS; nth++) await queued(nth === 40 ? 'hangs-later' : `person-${nth}`);
  await work(
    doing(mailJob, ({ mailId }) => sendQueuedMail(mailId)),
    'America/New_York',
  );
  await expect.poll(() => peer.taken.length, SOON).toBe(OTHERS - 1);
  expect(hanging).toHaveLength(2);
  for (const goOn of hanging) goOn();
  await expect
    .poll(() => peer.taken.slice(OTHERS - 1).sort(), SOON)
    .toEqual(['hangs-first@example.com', 'hangs-later@example.com']);
  expect(new Set(peer.taken).size).toBe(OTHERS + 1);
}, 60_000);
