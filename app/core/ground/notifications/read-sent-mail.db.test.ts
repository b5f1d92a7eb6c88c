/** Reading a mail is recorded, and reading mail never gives access to an account with more permissions. */
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inviteStaff } from '#core/accounts/identity/staff/invite-staff.server.ts';
import { type Actor, type Permission, roleCovers, type SignedIn } from '#core/ground/access/actor.ts';
import { PRIVATE_LINK } from '#core/ground/mail/private-link.ts';
import { purgeMail } from '#core/ground/mail/purge-mail.server.ts';
import { queueMail } from '#core/ground/mail/queue-mail.server.ts';
import { sendQueuedMail } from '#core/ground/mail/send-queued-mail.server.ts';
import { inTransaction } from '#db/client.ts';
import { auditLog } from '#db/schema/audit.ts';
import { staffInvitations } from '#db/schema/identity.ts';
import { mailMessages } from '#db/schema/mail.ts';
import type { MailLinkTarget } from '#kernel/statuses.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { openTestMail } from '#tests/support/mail.ts';
import { aPerson } from '#tests/support/people.ts';
import { readSentMail } from './read-sent-mail.server.ts';

// Modules that an earlier file loaded still use the original actor module.
vi.hoisted(() => vi.resetModules());
// As an owner may decide one day: staff read mail.
vi.mock('#core/ground/access/actor.ts', async (original) => {
  const real = await original<typeof import('#core/ground/access/actor.ts')>();
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
  await openTestMail({ origin: 'https://shop.example', say: (line) => printed.push(line) });
  admin = await aPerson(opened.db, { role: 'admin' });
  customer = await aPerson(opened.db);
});
afterAll(async () => {
  await opened.stop();
  // Later files get the real one.
  vi.resetModules();
});

let next = 1;
type Link = { opens: MailLinkTarget; accountId?: string };

/** @param link makes it a private mail. */
async function aMail(recipient: string, link: Link | null): Promise<string> {
  const dedupeKey = `mail-${next++}`;
  await inTransaction((tx) =>
    queueMail(tx, {
      dedupeKey,
      recipient,
      subject: 'A mail',
      html: `<p>Words</p><a href="${PRIVATE_LINK}">Go</a>`,
      text: `Words\n${PRIVATE_LINK}`,
      ...(link?.accountId ? { accountId: link.accountId } : {}),
      ...(link ? { privateLink: { url: LINK, opens: link.opens } } : {}),
    }),
  );
  const [row] = await opened.db.select().from(mailMessages).where(eq(mailMessages.dedupeKey, dedupeKey));
  return row?.id ?? '';
}
/** A mail that no server accepted, with a link that opens this account. */
async function aResetOf({ userId, email }: SignedIn): Promise<string> {
  const id = await aMail(email, { opens: 'account', accountId: userId });
  await sendQueuedMail(id);
  return id;
}
const readings = (id: string) =>
  opened.db
    .select({ actorId: auditLog.actorId, action: auditLog.action })
    .from(auditLog)
    .where(and(eq(auditLog.subjectType, 'mail'), eq(auditLog.subjectId, id)));

test('mail without a mail server completes a sign-up for permitted readers, and the reading is recorded once', async () => {
  const id = await aMail('new@example.com', { opens: 'sign-up' });
  await sendQueuedMail(id);
  expect(printed.join('\n')).toContain(LINK);
  const read = await readSentMail(admin, id, ZONE);
  expect(read).toMatchObject({ link: 'shown', text: `Words\n${LINK}`, wipedAt: null });
  expect(read?.html).toContain('href="https://shop.example/reset-password?token=live&amp;more=1"');
  await readSentMail(admin, id, ZONE);
  expect(await readings(id)).toEqual([{ actorId: admin.userId, action: 'mail.link-shown' }]);
});

test('the database stores no readable link, before or after the reading', async () => {
  const id = await aMail('new@example.com', { opens: 'sign-up' });
  await sendQueuedMail(id);
  const { rows } = await opened.db.execute(
    sql`select 1 from mail_messages m where m::text like '%token=live%'`,
  );
  expect(rows).toEqual([]);
});

test('people without permission read no mail, and nothing is recorded', async () => {
  const id = await aMail(customer.email, null);
  for (const actor of [customer, { kind: 'guest' } as const, { ...admin, isBanned: true }])
    expect(await readSentMail(actor, id, ZONE)).toBeNull();
  expect(await readings(id)).toEqual([]);
});

test('a link delivered by a mail server is shown to no one else', async () => {
  const id = await aMail(customer.email, { opens: 'account', accountId: customer.userId });
  // The mail waits for the server: its text is readable, its link is not.
  expect(await readSentMail(admin, id, ZONE)).toMatchObject({ link: 'hidden', status: 'waiting' });
  expect(JSON.stringify(await readSentMail(admin, id, ZONE))).not.toContain('token=live');
});

describe('an account with more permissions', () => {
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

  test('cannot be taken over by staff who may read mail', async () => {
    const staff = await aPerson(opened.db, { role: 'staff' });
    const owner = await aPerson(opened.db, { role: 'admin', email: 'Owner@Example.com' });
    const ofOwner = await aResetOf(owner);
    const ofCustomer = await aResetOf(customer);
    const read = await readSentMail(staff, ofOwner, ZONE);
    expect(read).toMatchObject({ link: 'hidden', status: 'kept' });
    expect(JSON.stringify(read)).not.toContain('token=live');
    expect(await readings(ofOwner)).toEqual([{ actorId: staff.userId, action: 'mail.read' }]);
    expect(await readSentMail(staff, ofCustomer, ZONE)).toMatchObject({ link: 'shown' });
    // Nor by an equal: only the account's owner sees the link.
    expect(await readSentMail(admin, ofOwner, ZONE)).toMatchObject({ link: 'hidden' });
    expect(await readSentMail(owner, ofOwner, ZONE)).toMatchObject({ link: 'shown' });
  });
});

describe('a live link in stored mail', () => {
  const linkFor = async (reader: SignedIn, id: string) => {
    const read = await readSentMail(reader, id, ZONE);
    const isThere = JSON.stringify(read).includes('token=live');
    expect(isThere).toBe(read?.link === 'shown');
    return read?.link;
  };

  test('is not shown in an old session, for any recipient', async () => {
    const long = await aPerson(opened.db, { role: 'admin', signedInMinutesAgo: 16 });
    const ofMine = await aResetOf(long);
    const ofCustomer = await aResetOf(customer);
    const ofAdmin = await aResetOf(admin);
    const ofNew = await aMail('fresh@example.com', { opens: 'sign-up' });
    await sendQueuedMail(ofNew);
    expect(await linkFor(long, ofMine)).toBe('confirm-first');
    expect(await linkFor(long, ofCustomer)).toBe('confirm-first');
    expect(await linkFor(long, ofNew)).toBe('confirm-first');
    expect(await linkFor(long, ofAdmin)).toBe('hidden');
    expect(await readings(ofMine)).toEqual([{ actorId: long.userId, action: 'mail.read' }]);
  });

  test('belongs to the account, whatever address it was sent to', async () => {
    const other = await aPerson(opened.db, { role: 'admin' });
    // To undo a change of email, sent to the earlier address, which belongs to no one now, or to a customer.
    for (const earlier of ['earlier@example.com', customer.email]) {
      const undo = await aMail(earlier, { opens: 'account', accountId: other.userId });
      await sendQueuedMail(undo);
      expect(await linkFor(admin, undo)).toBe('hidden');
      expect(await linkFor(other, undo)).toBe('shown');
    }
    // About another account, to an address that is now the reader's.
    const notMine = await aMail(admin.email, { opens: 'account', accountId: other.userId });
    await sendQueuedMail(notMine);
    expect(await linkFor(admin, notMine)).toBe('hidden');
  });

  test.each([
    ['admin', 'hidden'],
    ['staff', 'shown'],
  ] as const)(
    'that invites %s is %s to an admin who did not send it, and shown to its sender',
    async (role, link) => {
      const email = `invited-${role}@example.com`;
      const inviter = await aPerson(opened.db, { role: 'admin' });
      expect(await inviteStaff(inviter, { email, role })).toMatchObject({ ok: true });
      const id = await aMail(email, { opens: 'invitation' });
      await sendQueuedMail(id);
      expect(await linkFor(admin, id)).toBe(link);
      expect(await linkFor(inviter, id)).toBe('shown');
      await opened.db.delete(staffInvitations);
      expect(await linkFor(inviter, id)).toBe('hidden');
    },
  );

  test('of unknown purpose is shown to no one', async () => {
    const id = await aResetOf(admin);
    await opened.db.update(mailMessages).set({ linkOpens: null }).where(eq(mailMessages.id, id));
    expect(await linkFor(admin, id)).toBe('hidden');
    await opened.db
      .update(mailMessages)
      .set({ linkOpens: 'account', accountId: null })
      .where(eq(mailMessages.id, id));
    expect(await linkFor(admin, id)).toBe('hidden');
  });
});

describe('stored mail', () => {
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
    const id = await aMail(
      customer.email,
      isPrivate ? { opens: 'account', accountId: customer.userId } : null,
    );
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

  test('that still waits for its server is neither wiped nor deleted', async () => {
    const id = await aMail(customer.email, { opens: 'account', accountId: customer.userId });
    await age(id, '2 days');
    await purgeMail();
    expect((await rowOf(id))?.linkEncrypted).not.toBeNull();
  });
});
