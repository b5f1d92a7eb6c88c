/** Who reads a mail is recorded, and nobody gets an account with more rights by reading its mail. */
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { auditLog } from '#db/schema/audit.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { type Actor, type Permission, roleCovers, type SignedIn } from '#features/access/actor.ts';
import { PRIVATE_LINK } from '#features/mail/private-link.ts';
import { purgeMail } from '#features/mail/purge-mail.server.ts';
import { queueMail } from '#features/mail/queue-mail.server.ts';
import { sendQueuedMail } from '#features/mail/send-queued-mail.server.ts';
import { openMail } from '#platform/mail.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { readSentMail } from './read-sent-mail.server.ts';

// As an owner may decide one day: staff read mail.
vi.mock('#features/access/actor.ts', async (original) => {
  const real = await original<typeof import('#features/access/actor.ts')>();
  const may = (actor: Actor, permission: Permission) =>
    real.may(actor, permission) ||
    (permission === 'sent-mail.read' && actor.kind === 'user' && actor.role === 'staff');
  return { ...real, may };
});

const ZONE = 'America/New_York';
const LINK = 'https://shop.example/reset-password?token=live&more=1';

let opened: FreshDatabase;
let admin: SignedIn;
let customer: SignedIn;
const printed: string[] = [];

beforeAll(async () => {
  opened = await freshDatabase();
  await openMail({
    smtpUrl: null,
    from: 'Farm <a@example.com>',
    origin: 'https://shop.example',
    say: (line) => printed.push(line),
  });
  admin = await aPerson(opened.db, { role: 'admin' });
  customer = await aPerson(opened.db);
});
afterAll(() => opened.stop());

let next = 1;
async function aMail(recipient: string, isPrivate: boolean): Promise<string> {
  const dedupeKey = `mail-${next++}`;
  await inTransaction((tx) =>
    queueMail(tx, {
      dedupeKey,
      recipient,
      subject: 'A mail',
      html: `<p>Words</p><a href="${PRIVATE_LINK}">Go</a>`,
      text: `Words\n${PRIVATE_LINK}`,
      ...(isPrivate ? { privateLink: LINK } : {}),
    }),
  );
  const [row] = await opened.db.select().from(mailMessages).where(eq(mailMessages.dedupeKey, dedupeKey));
  return row?.id ?? '';
}
const readings = (id: string) =>
  opened.db
    .select({ actorId: auditLog.actorId, after: auditLog.after })
    .from(auditLog)
    .where(and(eq(auditLog.action, 'mail.read'), eq(auditLog.subjectId, id)));

test('a mail without a mail server completes a sign-up for those permitted, and the reading is recorded once', async () => {
  const id = await aMail('new@example.com', true);
  await sendQueuedMail(id);
  expect(printed.join('\n')).toContain(LINK);
  const read = await readSentMail(admin, id, ZONE);
  expect(read).toMatchObject({ link: 'shown', text: `Words\n${LINK}`, wipedAt: null });
  expect(read?.html).toContain('href="https://shop.example/reset-password?token=live&amp;more=1"');
  await readSentMail(admin, id, ZONE);
  expect(await readings(id)).toEqual([{ actorId: admin.userId, after: { link: 'shown' } }]);
});

test('nothing in the database holds the link readable, before and after', async () => {
  const id = await aMail('new@example.com', true);
  await sendQueuedMail(id);
  const { rows } = await opened.db.execute(
    sql`select 1 from mail_messages m where m::text like '%token=live%'`,
  );
  expect(rows).toEqual([]);
});

test('who may not read mail reads none, and nothing is recorded', async () => {
  const id = await aMail(customer.email, false);
  for (const actor of [customer, { kind: 'guest' } as const, { ...admin, isBanned: true }])
    expect(await readSentMail(actor, id, ZONE)).toBeNull();
  expect(await readings(id)).toEqual([]);
});

test('a link that a mail server delivers is shown to nobody else', async () => {
  const id = await aMail(customer.email, true);
  // Waiting for the server; the words are there, the link is not.
  expect(await readSentMail(admin, id, ZONE)).toMatchObject({ link: 'hidden', status: 'waiting' });
  expect(JSON.stringify(await readSentMail(admin, id, ZONE))).not.toContain('token=live');
});

describe('an account with more rights', () => {
  test.each([
    ['admin', 'admin', true],
    ['admin', 'staff', true],
    ['admin', 'user', true],
    ['staff', 'admin', false],
    ['staff', 'staff', true],
    ['user', 'staff', false],
  ] as const)('%s reading a link of %s: %s', (reader, owner, may) => {
    expect(roleCovers(reader, owner)).toBe(may);
  });

  test('is not taken over by staff who may read mail', async () => {
    const staff = await aPerson(opened.db, { role: 'staff' });
    await aPerson(opened.db, { role: 'admin', email: 'Owner@Example.com' });
    const ofOwner = await aMail('owner@example.com', true);
    const ofCustomer = await aMail(customer.email, true);
    for (const id of [ofOwner, ofCustomer]) await sendQueuedMail(id);
    const read = await readSentMail(staff, ofOwner, ZONE);
    expect(read).toMatchObject({ link: 'hidden', status: 'kept' });
    expect(JSON.stringify(read)).not.toContain('token=live');
    expect(await readings(ofOwner)).toEqual([{ actorId: staff.userId, after: { link: 'hidden' } }]);
    expect(await readSentMail(staff, ofCustomer, ZONE)).toMatchObject({ link: 'shown' });
    // Nor by an equal: only its owner has the link.
    expect(await readSentMail(admin, ofOwner, ZONE)).toMatchObject({ link: 'hidden' });
    const ofMine = await aMail(admin.email, true);
    await sendQueuedMail(ofMine);
    expect(await readSentMail(admin, ofMine, ZONE)).toMatchObject({ link: 'shown' });
  });
});

describe('what is kept', () => {
  const age = (id: string, interval: string) =>
    opened.db
      .update(mailMessages)
      .set({ createdAt: sql`now() - ${interval}::interval` })
      .where(eq(mailMessages.id, id));
  const rowOf = async (id: string) =>
    (await opened.db.select().from(mailMessages).where(eq(mailMessages.id, id)))[0];

  test.each([
    ['a private mail', true, '23 hours', 'words'],
    ['a private mail', true, '25 hours', 'wiped'],
    ['any other', false, '29 days', 'words'],
    ['any other', false, '31 days', 'wiped'],
    ['any other', false, '366 days', 'gone'],
  ] as const)('%s (private: %s) after %s: %s', async (_what, isPrivate, interval, expected) => {
    const id = await aMail(customer.email, isPrivate);
    await sendQueuedMail(id);
    await age(id, interval);
    await purgeMail();
    const row = await rowOf(id);
    const found = !row ? 'gone' : row.wipedAt === null ? 'words' : 'wiped';
    expect(found).toBe(expected);
    if (found === 'wiped') {
      expect(row).toMatchObject({ html: '', text: '', linkEncrypted: null, recipient: customer.email });
      expect((await readSentMail(admin, id, ZONE))?.wipedAt).toMatch(/\d{4} \d/);
    }
  });

  test('a mail that still waits for its server is neither wiped nor deleted', async () => {
    const id = await aMail(customer.email, true);
    await age(id, '2 days');
    await purgeMail();
    expect((await rowOf(id))?.linkEncrypted).not.toBeNull();
  });
});
