/** Tokens beside bans: neither waits for the other in a circle, and a token does not outlive its person's rights. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { banCustomer } from '#core/sales/bans/ban-customer.server.ts';
import { apiTokens } from '#db/schema/api-tokens.ts';
import { users } from '#db/schema/identity.ts';
import { aToken } from '#tests/support/api.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { MOST_TOKENS } from './api-token.ts';
import { createStoreToken } from './create-token.server.ts';
import { revokeStoreToken } from './revoke-token.server.ts';
import { readActorOfApiToken } from './token-actor.server.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.stop());

const partner = { name: 'Partner', days: 30, scopes: ['menu.read'] } as const;

test('a ban of an admin beside others who revoke that admin’s tokens: no deadlock, and no token is left', async () => {
  const [banning, revoking] = [
    await aPerson(fresh.db, { role: 'admin' }),
    await aPerson(fresh.db, { role: 'admin' }),
  ];
  for (let round = 0; round < 30; round++) {
    const banned = await aPerson(fresh.db, { role: 'admin' });
    for (const _ of [1, 2, 3]) await aToken(fresh.db, banned, { scopes: ['menu.read'], forStore: true });
    const tokens = await fresh.db.select().from(apiTokens).where(eq(apiTokens.userId, banned.userId));
    const [outcome] = await Promise.all([
      banCustomer(banning, banned.userId, { reason: 'Test', openOrders: 'keep' }),
      ...tokens.map(({ id }) => revokeStoreToken(revoking, id)),
      createStoreToken(banned, partner),
    ]);
    expect(outcome.ok).toBe(true);
    expect(await fresh.db.select().from(apiTokens).where(eq(apiTokens.userId, banned.userId))).toEqual([]);
  }
  const { rows } = await fresh.db.execute<{ deadlocks: string }>(
    sql`select deadlocks from pg_stat_database where datname = current_database()`,
  );
  expect(Number(rows[0]?.deadlocks)).toBe(0);
});

test('a deleted account has no token, and the store has a bounded number of them', async () => {
  const person = await aPerson(fresh.db);
  const secret = await aToken(fresh.db, person, { scopes: ['own-orders.read'], forStore: false });
  expect(await readActorOfApiToken(secret)).toMatchObject({ userId: person.userId, role: 'user' });
  await fresh.db.delete(users).where(eq(users.id, person.userId));
  expect(await readActorOfApiToken(secret)).toEqual({ kind: 'guest' });

  const admin = await aPerson(fresh.db, { role: 'admin' });
  await fresh.db.delete(apiTokens);
  for (let made = 0; made < MOST_TOKENS; made++)
    expect((await createStoreToken(admin, partner)).ok).toBe(true);
  expect(await createStoreToken(admin, partner)).toEqual({ ok: false, problem: { kind: 'too-many' } });
});
