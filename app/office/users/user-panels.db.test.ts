/** Tests the panels of User Management: what they show and record, Undo, and where an old sign-in leads. */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encryptLicense } from '#core/accounts/customers/encrypt-license.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { auditLog } from '#db/schema/audit.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { openKeyring } from '#platform/secrets/keyring.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { answerUsers } from './answer-users.server.ts';
import { readUserPanels } from './user-panels-queries.server.ts';

const ZONE = 'America/New_York';
const LIST = 'http://farm.example/admin/users?find=robin';
let fresh: FreshDatabase;
let admin: SignedIn;
beforeAll(async () => {
  fresh = await freshDatabase();
  openKeyring(null);
  admin = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
});
afterAll(() => fresh.stop());

const panels = (query: string, actor = admin) => readUserPanels(actor, new Request(`${LIST}&${query}`), ZONE);
const answer = async (fields: Record<string, string>, at = LIST) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const response = await answerUsers(admin, new URL(at), form);
  if (!(response instanceof Response)) throw new Error('refused');
  return new URL(response.headers.get('Location') ?? '', LIST);
};
const queryOf = ({ search }: URL) => search.slice(1);

async function withLicense() {
  const robin = await aPerson(fresh.db, { name: 'Robin Hale' });
  await fresh.db
    .update(customerProfiles)
    .set({ ...encryptLicense('NY-123-4567', robin.userId), licenseState: 'NY' })
    .where(eq(customerProfiles.userId, robin.userId));
  return robin;
}

test('a role changes after the panel asks, and Undo restores it', async () => {
  const { userId, name } = await aPerson(fresh.db);
  expect((await panels(`roleOf=${userId}&to=staff`)).role).toEqual({
    id: userId,
    name,
    from: 'user',
    to: 'staff',
  });
  for (const nothing of [`roleOf=${userId}&to=user`, `roleOf=${userId}&to=owner`, 'roleOf=1&to=staff'])
    expect((await panels(nothing)).role).toBeNull();

  const back = await answer({ intent: 'role', userId, from: 'user', role: 'staff' });
  expect(back.searchParams.get('find')).toBe('robin');
  const { undo } = await panels(queryOf(back));
  expect(undo).toEqual({ kind: 'role', id: userId, name, from: 'user', to: 'staff' });

  const undone = await answer(
    { intent: 'role', userId, from: 'staff', role: 'user', undo: 'yes' },
    back.href,
  );
  expect(queryOf(undone)).toBe('find=robin');
  // Nothing is left to undo, also at the address from before.
  expect((await panels(queryOf(back))).undo).toBeNull();
});

test('viewing a license shows the whole number and is recorded, and its verification can be undone', async () => {
  const { userId } = await withLicense();
  const { verify } = await panels(`verify=${userId}`);
  expect(verify).toMatchObject({ number: 'NY1234567', state: 'NY', birthDate: 'Jun 15, 1995', photo: null });
  const looked = await fresh.db
    .select({ actorId: auditLog.actorId })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, userId), eq(auditLog.action, 'customer.revealed')));
  expect(looked).toEqual([{ actorId: admin.userId }, { actorId: admin.userId }]);

  const back = await answer({ intent: 'verify-license', userId });
  expect((await panels(queryOf(back))).undo).toMatchObject({ kind: 'license', id: userId });
  // Already verified: no question, and nothing shown.
  expect((await panels(`verify=${userId}`)).verify).toBeNull();
  await answer({ intent: 'take-license-back', userId, undo: 'yes' }, back.href);
  expect((await panels(queryOf(back))).undo).toBeNull();
  expect((await panels(`verify=${userId}`)).verify).not.toBeNull();
});

test('an old sign-in confirms in the office’s frame and returns to the panel', async () => {
  const { userId } = await withLicense();
  const old = await aPerson(fresh.db, { role: 'admin', signedInMinutesAgo: 30 });
  const thrown = await panels(`verify=${userId}`, old).catch((error: unknown) => error);
  if (!(thrown instanceof Response)) throw new Error('was not redirected');
  const to = new URL(thrown.headers.get('Location') ?? '', LIST);
  expect(to.pathname).toBe('/admin/confirm');
  expect(to.searchParams.get('returnTo')).toBe(`/admin/users?find=robin&verify=${userId}`);
});
