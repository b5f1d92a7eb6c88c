/** Roles, invitations and the reset of a second factor, as admins do them. */

import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { lockUser } from '#core/ground/access/hold-session.server.ts';
import { inTransaction } from '#db/client.ts';
import { auditLog } from '#db/schema/audit.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { events } from '#db/schema/events.ts';
import {
  authenticators,
  backupCodes,
  sessions,
  textFactors,
  userRoles,
  users,
  verifications,
} from '#db/schema/identity.ts';
import { newestToken } from '#tests/support/account-mail.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { someoneWaitsForLock } from '#tests/support/lock-waits.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import { resetSecondFactor } from '../second-factor/reset-second-factor.server.ts';
import { readActor } from '../sessions/actor-queries.server.ts';
import { acceptInvitation } from './accept-invitation.server.ts';
import { changeRole } from './change-role.server.ts';
import { readInvitation, readInvitations } from './invitations-queries.server.ts';
import { inviteStaff, takeInvitationBack } from './invite-staff.server.ts';

let fresh: FreshDatabase;
let ada: SignedIn;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.stop());
beforeEach(async () => {
  await fresh.db.delete(userRoles);
  ada = await anAdmin('Ada Owner');
});

/** With a new session. */
async function anAdmin(name: string): Promise<SignedIn> {
  const person = await aPerson(fresh.db, { role: 'admin', name });
  return { ...person, sessionId: await aSession(person) };
}

async function aSession(person: SignedIn): Promise<string> {
  await signedIn(fresh.db, person);
  const [session] = await fresh.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, person.userId));
  return session?.id ?? '';
}

const admins = async () =>
  (await fresh.db.select().from(userRoles).where(eq(userRoles.role, 'admin'))).map(({ userId }) => userId);
const to = (of: SignedIn, role: 'admin' | 'staff' | 'user', from: 'admin' | 'staff' | 'user') => ({
  userId: of.userId,
  role,
  from,
});

describe('a role', () => {
  test('is not changed by an admin whose session ended while the change waited', async () => {
    const robin = await aPerson(fresh.db);
    let changing: Promise<unknown> = Promise.resolve();
    await inTransaction(async (tx) => {
      await lockUser(tx, robin.userId);
      changing = changeRole(ada, to(robin, 'staff', 'user'));
      await someoneWaitsForLock(fresh.db);
      await tx.delete(sessions).where(eq(sessions.userId, ada.userId));
    });
    expect(await changing).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
  });

  test('changes at once, even in an open session, with an audit entry and a message to its owner', async () => {
    const robin = await aPerson(fresh.db);
    const cookie = await signedIn(fresh.db, robin);
    const roleNow = async () => {
      const actor = await readActor(new Headers({ cookie }));
      return actor.kind === 'user' ? actor.role : null;
    };
    expect(await roleNow()).toBe('user');
    expect(await changeRole(ada, to(robin, 'staff', 'user'))).toEqual({ ok: true, value: { changed: true } });
    expect(await roleNow()).toBe('staff');
    expect(await changeRole(ada, to(robin, 'user', 'staff'))).toMatchObject({ ok: true });
    expect(await roleNow()).toBe('user');
    const entries = await fresh.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, robin.userId))
      .orderBy(auditLog.id);
    expect(entries.map(({ before, after }) => [before, after])).toEqual([
      [{ role: 'User' }, { role: 'Staff' }],
      [{ role: 'Staff' }, { role: 'User' }],
    ]);
    const told = await fresh.db.select().from(events).where(eq(events.subjectId, robin.userId));
    expect(told.map(({ payload }) => payload)).toEqual(
      [1, 2].map(() => expect.objectContaining({ change: 'role-changed', device: 'Our staff' })),
    );
  });

  test('changes only by current admins, and only from the role shown on the page', async () => {
    const robin = await aPerson(fresh.db);
    const sam = await aPerson(fresh.db, { role: 'staff' });
    for (const actor of [guest, robin, sam, { ...ada, isBanned: true }])
      expect(await changeRole(actor, to(robin, 'admin', 'user'))).toEqual({
        ok: false,
        problem: { kind: 'not-allowed' },
      });
    expect(await changeRole(ada, to(sam, 'user', 'admin'))).toEqual({
      ok: false,
      problem: { kind: 'changed', role: 'staff' },
    });
    // The request started before the role was removed.
    await anAdmin('Bea Second');
    await fresh.db.update(userRoles).set({ role: 'user' }).where(eq(userRoles.userId, ada.userId));
    expect(await changeRole(ada, to(robin, 'admin', 'user'))).toMatchObject({
      problem: { kind: 'not-allowed' },
    });
  });

  test('cannot be taken from the last admin, and banned admins do not count', async () => {
    expect(await changeRole(ada, to(ada, 'staff', 'admin'))).toMatchObject({
      problem: { kind: 'last-admin' },
    });
    const bea = await anAdmin('Bea Second');
    await fresh.db
      .update(customerProfiles)
      .set({ isBanned: true })
      .where(eq(customerProfiles.userId, bea.userId));
    expect(await changeRole(ada, to(ada, 'staff', 'admin'))).toMatchObject({
      problem: { kind: 'last-admin' },
    });
    expect(await admins()).toContain(ada.userId);
  });

  test('remains with one of four admins who remove each other’s role at once', async () => {
    for (let round = 0; round < 4; round++) {
      await fresh.db.delete(userRoles);
      const all = await Promise.all(['A', 'B', 'C', 'D'].map((name) => anAdmin(`Admin ${name}`)));
      const changes = all.flatMap((actor) =>
        all.map((other) => changeRole(actor, to(other, 'user', 'admin'))),
      );
      const outcomes = await Promise.all(changes);
      expect(outcomes.filter((outcome) => outcome.ok && outcome.value.changed)).toHaveLength(3);
      expect(await admins()).toHaveLength(1);
    }
  }, 60_000);
});

const tokenFor = (email: string) => newestToken(fresh.db, email);

const request = () =>
  new Request('https://farm.example/join', {
    method: 'POST',
    headers: { 'x-farmgate-client-address': `203.0.113.${Math.trunc(Math.random() * 250)}` },
  });
const joining = (token: string) => ({
  token,
  fullName: 'Sam Ostrander',
  password: 'quilt lantern pollen brook',
  again: 'quilt lantern pollen brook',
});

describe('an invitation', () => {
  test('creates the account with its role once, and signs the person in', async () => {
    const email = `sam-${crypto.randomUUID()}@example.com`;
    expect(await inviteStaff(ada, { email, role: 'staff' })).toEqual({ ok: true, value: { email } });
    expect((await readInvitations(ada, 'America/New_York')).map((one) => one.email)).toContain(email);
    const token = await tokenFor(email);
    expect(await readInvitation(token)).toMatchObject({ email, role: 'staff' });
    const outcomes = await Promise.all([1, 2, 3].map(() => acceptInvitation(request(), joining(token))));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const [sam] = await fresh.db.select().from(users).where(eq(users.email, email));
    expect(sam).toMatchObject({ name: 'Sam Ostrander', emailVerified: true });
    const [role] = await fresh.db
      .select()
      .from(userRoles)
      .where(eq(userRoles.userId, sam?.id ?? ''));
    expect(role?.role).toBe('staff');
    expect(
      await fresh.db
        .select()
        .from(sessions)
        .where(eq(sessions.userId, sam?.id ?? '')),
    ).toHaveLength(1);
    expect(await readInvitation(token)).toBeNull();
    expect(await inviteStaff(ada, { email, role: 'admin' })).toMatchObject({
      problem: { kind: 'has-account' },
    });
  }, 30_000);

  test('to one address, sent ten times at once, counts once, and no request fails', async () => {
    const email = `ten-${crypto.randomUUID()}@example.com`;
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => inviteStaff(ada, { email, role: 'staff' })),
    );
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    const open = await readInvitations(ada, 'America/New_York');
    expect(open.filter((one) => one.email === email)).toHaveLength(1);
  });

  test('ends when the sender stops being an admin', async () => {
    const bea = await anAdmin('Bea Second');
    const email = `lee-${crypto.randomUUID()}@example.com`;
    await inviteStaff(bea, { email, role: 'admin' });
    const token = await tokenFor(email);
    expect(await readInvitation(token)).not.toBeNull();
    expect((await changeRole(ada, to(bea, 'staff', 'admin'))).ok).toBe(true);
    expect(await readInvitation(token)).toBeNull();
    expect((await acceptInvitation(request(), joining(token))).ok).toBe(false);
  });

  test('ends when it is canceled, sent again or expired', async () => {
    const email = `kim-${crypto.randomUUID()}@example.com`;
    await inviteStaff(ada, { email, role: 'staff' });
    const first = await tokenFor(email);
    await inviteStaff(ada, { email, role: 'admin' });
    expect(await readInvitation(first)).toBeNull();
    const second = await tokenFor(email);
    expect(await readInvitation(second)).toMatchObject({ role: 'admin' });
    await fresh.db.update(verifications).set({ expiresAt: new Date(0) });
    expect(await acceptInvitation(request(), joining(second))).toMatchObject({
      problem: { kind: 'link-not-valid' },
    });
    const [open] = await readInvitations(ada, 'America/New_York');
    expect((await takeInvitationBack(ada, open?.id ?? '')).ok).toBe(true);
    expect(await takeInvitationBack(ada, open?.id ?? '')).toMatchObject({ problem: { kind: 'not-found' } });
  });

  test('is sent only by admins, after a recent sign-in', async () => {
    const input = { email: 'x@example.com', role: 'staff' } as const;
    const sam = await aPerson(fresh.db, { role: 'staff' });
    expect(await inviteStaff(sam, input)).toMatchObject({ problem: { kind: 'not-allowed' } });
    await fresh.db.update(sessions).set({ confirmedAt: sql`now() - interval '1 hour'` });
    expect(await inviteStaff(ada, input)).toMatchObject({ problem: { kind: 'confirm-first' } });
    expect(await readInvitations(sam, 'America/New_York')).toEqual([]);
  });
});

describe('a second factor', () => {
  const factorOf = async (person: SignedIn) => {
    await fresh.db.insert(authenticators).values({ userId: person.userId, secret: 'x', lastStep: 1 });
    await fresh.db.insert(backupCodes).values({ userId: person.userId, codeHash: 'y' });
  };

  test('is turned off by an admin with a reason, signs out every device and notifies its owner', async () => {
    const robin = await aPerson(fresh.db);
    expect(await resetSecondFactor(ada, robin.userId, 'Lost phone')).toMatchObject({
      problem: { kind: 'not-on' },
    });
    await factorOf(robin);
    await aSession(robin);
    expect(await resetSecondFactor(ada, robin.userId, 'Lost phone')).toEqual({ ok: true, value: null });
    for (const table of [authenticators, backupCodes, sessions])
      expect(await fresh.db.select().from(table).where(eq(table.userId, robin.userId))).toEqual([]);
    const [entry] = await fresh.db.select().from(auditLog).where(eq(auditLog.subjectId, robin.userId));
    expect(entry).toMatchObject({
      action: 'second-factor.reset',
      reason: 'Lost phone',
      actorName: 'Ada Owner',
    });
    const [event] = await fresh.db.select().from(events).where(eq(events.subjectId, robin.userId));
    expect(event?.payload).toMatchObject({ change: 'second-factor-reset', device: 'Our staff' });
  });

  test('by text message is turned off too, with its phone', async () => {
    const robin = await aPerson(fresh.db);
    await fresh.db
      .insert(textFactors)
      .values({ userId: robin.userId, phone: '+16075550142', agreedTo: 'Codes by text message' });
    expect(await resetSecondFactor(ada, robin.userId, 'New number')).toEqual({ ok: true, value: null });
    expect(await fresh.db.select().from(textFactors)).toEqual([]);
    const [entry] = await fresh.db.select().from(auditLog).where(eq(auditLog.subjectId, robin.userId));
    expect(entry?.before).toEqual({ secondFactor: 'Text messages' });
  });

  test('stays on when staff, an old sign-in or the admin’s own account asks', async () => {
    const robin = await aPerson(fresh.db);
    await factorOf(robin);
    const sam = await aPerson(fresh.db, { role: 'staff' });
    expect(await resetSecondFactor(sam, robin.userId, 'x')).toMatchObject({
      problem: { kind: 'not-allowed' },
    });
    expect(await resetSecondFactor(ada, ada.userId, 'x')).toMatchObject({ problem: { kind: 'own' } });
    await fresh.db.update(sessions).set({ confirmedAt: sql`now() - interval '1 hour'` });
    expect(await resetSecondFactor(ada, robin.userId, 'x')).toMatchObject({
      problem: { kind: 'confirm-first' },
    });
    const kept = await fresh.db.select().from(authenticators).where(eq(authenticators.userId, robin.userId));
    expect(kept).toHaveLength(1);
  });
});
