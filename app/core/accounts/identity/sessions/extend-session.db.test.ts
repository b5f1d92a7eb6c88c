/**
 * How long sessions live: customers' sessions slide, back-office sessions end with the day, and a second factor may be
 * required.
 */
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { guest, may } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { sessions, userRoles } from '#db/schema/identity.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { cookieOf, identityTrial } from '../testing/trial.ts';
import { readActor } from './actor-queries.server.ts';

let opened: FreshDatabase;
beforeAll(async () => {
  opened = await freshDatabase();
});
afterAll(() => opened.stop());
afterEach(() => setting({}));

const { confirmedPerson, signIn, signedInPerson, anotherSession } = identityTrial(() => opened.db);
const actorOf = (cookie: string) => readActor(new Headers({ cookie }));

async function setting(value: Record<string, unknown>): Promise<void> {
  await opened.db
    .insert(storeSettings)
    .values({ name: 'security', value })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value } });
  invalidateSettings();
}

async function staffMember(email: string) {
  const userId = await confirmedPerson(email);
  await opened.db.insert(userRoles).values({ userId, role: 'staff' });
  return anotherSession(email);
}

/** Lets this many minutes pass without a request. */
const minutesPass = (sessionId: string, minutes: number) =>
  opened.db
    .update(sessions)
    .set({
      updatedAt: sql`updated_at - make_interval(mins => ${minutes})`,
      confirmedAt: sql`confirmed_at - make_interval(mins => ${minutes})`,
      expiresAt: sql`expires_at - make_interval(mins => ${minutes})`,
    })
    .where(eq(sessions.id, sessionId));

async function daysLeft(sessionId: string): Promise<number> {
  const [row] = await opened.db.select().from(sessions).where(eq(sessions.id, sessionId));
  return ((row?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000;
}

describe('a customer’s session', () => {
  test('slides while it is used: a request after twenty days makes it last thirty again', async () => {
    const { actor, cookie } = await signedInPerson('slides@example.com');
    await minutesPass(actor.sessionId, 20 * 24 * 60);
    expect(await daysLeft(actor.sessionId)).toBeCloseTo(10, 1);
    expect((await actorOf(cookie)).kind).toBe('user');
    expect(await daysLeft(actor.sessionId)).toBeCloseTo(30, 1);
  });

  test('ends after thirty days without use', async () => {
    const { actor, cookie } = await signedInPerson('unused@example.com');
    await minutesPass(actor.sessionId, 30 * 24 * 60);
    expect(await actorOf(cookie)).toEqual(guest);
  });

  test('is not saved on every page', async () => {
    const { actor, cookie } = await signedInPerson('quiet@example.com');
    await minutesPass(actor.sessionId, 4);
    await actorOf(cookie);
    expect(await daysLeft(actor.sessionId)).toBeLessThan(30 - 3 / (24 * 60));
  });

  test('has a cookie of the longest possible life, because the row says when it ends', async () => {
    await confirmedPerson('cookie@example.com');
    const signed = await signIn('cookie@example.com');
    if (!signed.ok) throw new Error(signed.problem.kind);
    const [line = ''] = signed.value.cookies.filter((each) => each.includes('session_token'));
    expect(line).toMatch(/Max-Age=34560000; HttpOnly; SameSite=Lax$/);
    expect(cookieOf(signed.value.cookies).match(/session_token=/g)).toHaveLength(1);
  });
});

describe('a session of the back office', () => {
  test('ends twelve hours after the sign-in, however much it is used', async () => {
    const { actor, cookie } = await staffMember('day@example.com');
    for (let hour = 0; hour < 11; hour++) {
      await minutesPass(actor.sessionId, 60);
      expect((await actorOf(cookie)).kind).toBe('user');
    }
    await minutesPass(actor.sessionId, 61);
    expect(await actorOf(cookie)).toEqual(guest);
  });

  test('follows the setting, and a customer who becomes staff, from the next request on', async () => {
    const { actor, cookie } = await staffMember('setting@example.com');
    await minutesPass(actor.sessionId, 3 * 60);
    expect((await actorOf(cookie)).kind).toBe('user');
    await setting({ staffSessionHours: 2 });
    expect(await actorOf(cookie)).toEqual(guest);

    const promoted = await signedInPerson('promoted@example.com');
    await minutesPass(promoted.actor.sessionId, 3 * 60);
    await opened.db.insert(userRoles).values({ userId: promoted.actor.userId, role: 'admin' });
    expect(await actorOf(promoted.cookie)).toEqual(guest);
  });

  test('opens nothing without a required second factor, while a customer’s session stays as it was', async () => {
    await setting({ staffSecondFactor: true });
    const { actor, cookie } = await staffMember('factor@example.com');
    const asked = await actorOf(cookie);
    expect(asked).toMatchObject({ kind: 'user', lacksSecondFactor: true });
    expect(may(asked, 'backoffice.enter')).toBe(false);
    await opened.db.update(sessions).set({ secondFactor: true }).where(eq(sessions.id, actor.sessionId));
    expect(may(await actorOf(cookie), 'orders.manage')).toBe(true);
    const customer = await signedInPerson('plain@example.com');
    expect(customer.actor.lacksSecondFactor).toBeUndefined();
  });
});
