/** Mail that was written before the shop could send any: what is sent once it can, and what is not. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { mailMessages } from '#db/schema/mail.ts';
import type { MailLinkTarget } from '#kernel/statuses.ts';
import { closeMail, openMail } from '#platform/outgoing/mail.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { openSmtpPeer, type SmtpPeer } from '#tests/support/smtp-peer.ts';
import { PRIVATE_LINK } from './private-link.ts';
import { purgeMail } from './purge-mail.server.ts';
import { queueMail } from './queue-mail.server.ts';
import { sendKeptMail } from './send-kept-mail.server.ts';
import { sendQueuedMail } from './send-queued-mail.server.ts';

let opened: FreshDatabase;
let peer: SmtpPeer;
beforeAll(async () => {
  opened = await freshDatabase();
  peer = await openSmtpPeer();
  await peer.be('willing');
});
afterAll(async () => {
  closeMail();
  await peer.be('away');
  await opened.stop();
});

const open = (smtpUrl: string | null, isProven = true) =>
  openMail({ smtpUrl, from: 'Farm <a@farm.example>', origin: 'http://x', say: null, isProven });

/** A mail that was written that many hours ago, while there was no mail server. */
async function written(recipient: string, hoursAgo: number, opens?: MailLinkTarget): Promise<string> {
  const id = await inTransaction((tx) =>
    queueMail(tx, {
      ...{
        dedupeKey: recipient,
        recipient,
        subject: 'News',
        html: '<p>Hello</p>',
        text: `See ${PRIVATE_LINK}`,
      },
      ...(opens ? { privateLink: { url: `http://x/join?token=${recipient}`, opens } } : {}),
    }),
  );
  if (id === null) throw new Error('not queued');
  await sendQueuedMail(id);
  await opened.db
    .update(mailMessages)
    .set({ createdAt: sql`now() - make_interval(hours => ${hoursAgo})` })
    .where(eq(mailMessages.id, id));
  return id;
}
const statusOf = async (id: string) =>
  (await opened.db.select().from(mailMessages).where(eq(mailMessages.id, id)))[0]?.status;

test('once mail works, links that still work are sent; old links and news stay unsent', async () => {
  await open(null);
  const late = [
    await written('expired@example.com', 25, 'sign-up'),
    await written('lapsed@example.com', 73, 'invitation'),
    await written('forgot@example.com', 2, 'account'),
    await written('known@example.com', 0, 'nothing'),
    await written('reminder@example.com', 0),
  ];
  const works = [
    await written('new@example.com', 23, 'sign-up'),
    await written('kim@example.com', 71, 'invitation'),
  ];
  await purgeMail();
  expect(await sendKeptMail()).toBe(0);
  await open(peer.url, false);
  expect(await sendKeptMail()).toBe(0);
  await open(peer.url);
  expect(await sendKeptMail()).toBe(2);
  expect(await sendKeptMail()).toBe(0);
  for (const id of works) await sendQueuedMail(id, true);
  expect([...peer.taken].sort()).toEqual(['kim@example.com', 'new@example.com']);
  expect(peer.letters.map(({ text }) => text).join()).toContain('http://x/join?token=kim@example.com');
  expect(await Promise.all(works.map(statusOf))).toEqual(['sent', 'sent']);
  expect(new Set(await Promise.all(late.map(statusOf)))).toEqual(new Set(['kept']));
});
