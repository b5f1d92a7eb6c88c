/** An admin ends the sessions of another person. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { userActivity } from '#db/schema/activity.ts';
import { auditLog } from '#db/schema/audit.ts';
import { events } from '#db/schema/events.ts';
import { sessions, sharedTablets, verifications } from '#db/schema/identity.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import { SECOND_FACTOR_IDENTIFIER } from '../accounts/link-queries.server.ts';
import { readActor } from './actor-queries.server.ts';
import { signOutPerson } from './sign-out-person.server.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.stop());

const sessionsOf = ({ userId }: SignedIn) =>
  fresh.db.select().from(sessions).where(eq(sessions.userId, userId));
const recordsOf = async ({ userId }: SignedIn) => ({
  audit: await fresh.db.select().from(auditLog).where(eq(auditLog.subjectId, userId)),
  activity: await fresh.db.select().from(userActivity).where(eq(userActivity.userId, userId)),
  events: await fresh.db.select().from(events).where(eq(events.subjectId, userId)),
});

test('an admin ends every session of a person, by PIN too, whose cookie is then a guest’s', async () => {
  const ada = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  const shared = { name: 'Register 1', setUpByName: 'Ada Owner', secondFactor: false };
  for (const role of ['user', 'staff', 'admin'] as const) {
    const robin = await aPerson(fresh.db, { role });
    const other = await aPerson(fresh.db);
    const headers = new Headers({ cookie: await signedIn(fresh.db, robin) });
    expect(await readActor(headers)).toMatchObject({ kind: 'user', userId: robin.userId });
    const [tablet] = await fresh.db
      .insert(sharedTablets)
      .values({ ...shared, tokenHash: crypto.randomUUID(), setUpBy: ada.userId })
      .returning({ id: sharedTablets.id });
    const [byPin] = await sessionsOf(robin);
    await fresh.db
      .update(sessions)
      .set({ tabletId: tablet?.id ?? null })
      .where(eq(sessions.id, byPin?.id ?? ''));

    expect(await signOutPerson(ada, robin.userId)).toEqual({ ok: true, value: 2 });
    expect(await sessionsOf(robin)).toEqual([]);
    expect(await readActor(headers)).toEqual({ kind: 'guest' });
    expect(await sessionsOf(other)).toHaveLength(1);
    expect(await sessionsOf(ada)).toHaveLength(1);
  }
});

test('the audit log, the person’s history and a mail say so, once', async () => {
  const ada = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  const robin = await aPerson(fresh.db);
  await signOutPerson(ada, robin.userId);
  expect(await signOutPerson(ada, robin.userId)).toEqual({ ok: true, value: 0 });
  expect(await recordsOf(robin)).toMatchObject({
    audit: [{ action: 'sessions.ended', subjectType: 'user', actorName: 'Ada Owner' }],
    activity: [{ activityType: 'security_alert', description: 'Our staff signed you out' }],
    events: [{ payload: { kind: 'security-changed', change: 'signed-out-by-staff', device: 'Our staff' } }],
  });
});

test('sessions that were over already are no news', async () => {
  const ada = await aPerson(fresh.db, { role: 'admin' });
  const robin = await aPerson(fresh.db);
  await fresh.db
    .update(sessions)
    .set({ expiresAt: sql`now() - interval '1 minute'` })
    .where(eq(sessions.userId, robin.userId));
  expect(await signOutPerson(ada, robin.userId)).toEqual({ ok: true, value: 0 });
  expect(await recordsOf(robin)).toEqual({ audit: [], activity: [], events: [] });
  for (const nobody of [crypto.randomUUID(), 'x'])
    expect(await signOutPerson(ada, nobody)).toEqual({ ok: true, value: 0 });
});

test('staff, a customer, an old sign-in and the admin’s own account end nothing', async () => {
  const robin = await aPerson(fresh.db);
  const ada = await aPerson(fresh.db, { role: 'admin' });
  const denied = (kind: string) => ({ ok: false, problem: { kind } });
  for (const role of ['staff', 'user'] as const)
    for (const to of [robin, ada])
      expect(await signOutPerson(await aPerson(fresh.db, { role }), to.userId)).toEqual(
        denied('not-allowed'),
      );
  const old = await aPerson(fresh.db, { role: 'admin', signedInMinutesAgo: 16 });
  expect(await signOutPerson(old, robin.userId)).toEqual(denied('confirm-first'));
  expect(await signOutPerson(ada, ada.userId)).toEqual(denied('own'));
  for (const person of [robin, ada]) expect(await sessionsOf(person)).toHaveLength(1);
  expect(await recordsOf(robin)).toEqual({ audit: [], activity: [], events: [] });
});

test('a sign-in that waits for a code cannot be finished after it', async () => {
  const ada = await aPerson(fresh.db, { role: 'admin' });
  const robin = await aPerson(fresh.db);
  const waiting = () => fresh.db.select().from(verifications).where(eq(verifications.value, robin.userId));
  await fresh.db.insert(verifications).values({
    identifier: `${SECOND_FACTOR_IDENTIFIER}${crypto.randomUUID()}`,
    value: robin.userId,
    expiresAt: sql`now() + interval '5 minutes'`,
  });
  expect(await waiting()).toHaveLength(1);
  await signOutPerson(ada, robin.userId);
  expect(await waiting()).toEqual([]);
});
