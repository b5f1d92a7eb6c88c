/** Changing the password and signing devices out: what ends, what is refused, who is notified. */
import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guest } from '#core/ground/access/actor.ts';
import { eventSchema } from '#core/ground/events/event.ts';
import { userActivity } from '#db/schema/activity.ts';
import { events } from '#db/schema/events.ts';
import { accounts, sessions, verifications } from '#db/schema/identity.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { userPreferences } from '#db/schema/notifications.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { readActor } from '../sessions/actor-queries.server.ts';
import { endOtherSessions, endSessions } from '../sessions/end-sessions.server.ts';
import { identityTrial, PASSWORD } from '../testing/trial.ts';
import { changePassword } from './change-password.server.ts';
import { changePasswordSchema } from './change-password.ts';
import { notifyOfSecurity } from './emails/security-notifications.server.tsx';
import { RESET_IDENTIFIER } from './link-queries.server.ts';

const NEW = 'harbor-violet-ninth';
const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

let opened: FreshDatabase;
beforeAll(async () => {
  opened = await freshDatabase();
});
afterAll(() => opened.stop());

const { request, signIn, signedInPerson, anotherSession } = identityTrial(() => opened.db);
const actorOf = (cookie: string) => readActor(new Headers({ cookie }));

/** Runs the worker's job for this person's newest security event, twice. */
async function tell(userId: string): Promise<void> {
  const [stored] = await opened.db
    .select()
    .from(events)
    .where(eq(events.subjectId, userId))
    .orderBy(desc(events.createdAt), desc(events.id))
    .limit(1);
  const event = eventSchema.parse(stored?.payload);
  if (event.kind !== 'security-changed') throw new Error(event.kind);
  for (let time = 0; time < 2; time++) await notifyOfSecurity(stored?.id ?? '', event);
}

describe('a new password', () => {
  test('replaces the old one, ends every other session and every link, and sends mail whatever the preferences', async () => {
    const email = 'change@example.com';
    const { actor, cookie } = await signedInPerson(email);
    const other = await anotherSession(email);
    const { userId } = actor;
    await opened.db.insert(userPreferences).values({
      userId,
      accountUpdates: false,
      emailNotifications: false,
    });
    await opened.db.insert(verifications).values({
      identifier: `${RESET_IDENTIFIER}x`,
      value: userId,
      expiresAt: new Date(Date.now() + 60_000),
    });

    const change = { currentPassword: PASSWORD, password: NEW };
    expect(await changePassword(request(FIREFOX), actor, change)).toEqual({ ok: true, value: null });
    expect(await actorOf(cookie)).toMatchObject({ kind: 'user', userId });
    expect(await actorOf(other.cookie)).toEqual(guest);
    expect(await signIn(email)).toMatchObject({ ok: false, problem: { kind: 'invalid-credentials' } });
    expect((await signIn(email, NEW)).ok).toBe(true);
    expect(await opened.db.select().from(verifications).where(eq(verifications.value, userId))).toEqual([]);

    const history = await opened.db.select().from(userActivity).where(eq(userActivity.userId, userId));
    expect(history.filter(({ activityType }) => activityType === 'security_alert')).toMatchObject([
      {
        description: 'Your password was changed',
        metadata: { alert_type: 'password_changed', device: 'Firefox on Linux' },
      },
    ]);

    await tell(userId);
    const mail = await opened.db.select().from(mailMessages).where(eq(mailMessages.recipient, email));
    const told = mail.filter(({ subject }) => subject === 'Your password was changed');
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain('Firefox on Linux');
    expect(told[0]?.text).toContain('/forgot-password');
    expect(told[0]?.text).not.toMatch(/cannabis can/i);
  });

  test('is refused with a wrong current password, and nothing changes', async () => {
    const email = 'wrong@example.com';
    const { actor } = await signedInPerson(email);
    const other = await anotherSession(email);
    expect(
      await changePassword(request(), actor, { currentPassword: 'not-my-password', password: NEW }),
    ).toEqual({ ok: false, problem: { kind: 'wrong-password' } });
    expect((await actorOf(other.cookie)).kind).toBe('user');
    expect((await signIn(email)).ok).toBe(true);
  });

  test('is refused to a session that has ended', async () => {
    const { actor } = await signedInPerson('ended@example.com');
    await opened.db.delete(sessions).where(eq(sessions.id, actor.sessionId));
    const change = { currentPassword: PASSWORD, password: NEW };
    expect((await changePassword(request(), actor, change)).ok).toBe(false);
    expect((await signIn('ended@example.com')).ok).toBe(true);
  });

  test('without a current one requires an account without a password and a recent sign-in', async () => {
    const { actor } = await signedInPerson('first@example.com');
    expect(await changePassword(request(), actor, { password: NEW })).toEqual({
      ok: false,
      problem: { kind: 'wrong-password' },
    });
    await opened.db.update(accounts).set({ password: null }).where(eq(accounts.userId, actor.userId));
    await opened.db
      .update(sessions)
      .set({ confirmedAt: new Date(Date.now() - 3_600_000) })
      .where(eq(sessions.id, actor.sessionId));
    expect(await changePassword(request(), actor, { password: NEW })).toEqual({
      ok: false,
      problem: { kind: 'confirm-first' },
    });
    await opened.db.update(sessions).set({ confirmedAt: new Date() }).where(eq(sessions.id, actor.sessionId));
    expect((await changePassword(request(), actor, { password: NEW })).ok).toBe(true);
    expect((await signIn('first@example.com', NEW)).ok).toBe(true);
  });

  test.each([
    [{ password: 'password2026', again: 'password2026' }, 'password', /easy to guess/],
    [{ password: 'weatherby-1', again: 'weatherby-1' }, 'password', /name or email/],
    [{ password: PASSWORD, again: PASSWORD }, 'password', /the password you have/],
    [{ password: 'short', again: 'short' }, 'password', /at least 10/],
    [{ password: NEW, again: `${NEW}x` }, 'again', /differ/],
    [{ password: NEW, again: NEW, currentPassword: '' }, 'currentPassword', /enter your password/],
  ])('of %j is refused beside its field', (form, field, words) => {
    const schema = changePasswordSchema(['jane@example.com', 'Jane Weatherby'], true);
    const read = schema.safeParse({ currentPassword: PASSWORD, ...form });
    expect(read.error?.issues[0]).toMatchObject({
      path: [field],
      message: expect.stringMatching(words),
    });
  });
});

describe('signing devices out', () => {
  test('ends the chosen one for good', async () => {
    const { actor } = await signedInPerson('device@example.com');
    const [one, two] = [
      await anotherSession('device@example.com'),
      await anotherSession('device@example.com'),
    ];
    expect(await endSessions(request(), actor, [one.actor.sessionId])).toBe(1);
    expect(await actorOf(one.cookie)).toEqual(guest);
    expect((await actorOf(two.cookie)).kind).toBe('user');
    expect(await endSessions(request(), actor, [one.actor.sessionId])).toBe(0);
    await tell(actor.userId);
    const mail = await opened.db
      .select()
      .from(mailMessages)
      .where(eq(mailMessages.recipient, 'device@example.com'));
    expect(mail.map(({ subject }) => subject)).toContain('Devices were signed out');
  });

  test('ends all others at once', async () => {
    const { actor, cookie } = await signedInPerson('others@example.com');
    const others = [await anotherSession('others@example.com'), await anotherSession('others@example.com')];
    expect(await endOtherSessions(request(), actor)).toBe(2);
    for (const other of others) expect(await actorOf(other.cookie)).toEqual(guest);
    expect((await actorOf(cookie)).kind).toBe('user');
    expect(await endOtherSessions(request(), actor)).toBe(0);
  });

  test('does not reach other people’s devices, whose sessions look like missing ones', async () => {
    const mine = await signedInPerson('mine@example.com');
    const theirs = await signedInPerson('theirs@example.com');
    for (const id of [theirs.actor.sessionId, randomUUID(), 'no id', mine.actor.sessionId])
      expect(await endSessions(request(), mine.actor, [id])).toBe(0);
    expect((await actorOf(theirs.cookie)).kind).toBe('user');
    expect((await actorOf(mine.cookie)).kind).toBe('user');
  });
});
