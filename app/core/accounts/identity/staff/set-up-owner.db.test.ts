import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userRoles, users } from '#db/schema/identity.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { isSetUpOpen, offerSetUp, setUpOwner } from './set-up-owner.server.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.stop());

test('the set-up link creates one owner, once, however many requests use it', async () => {
  const token = (await offerSetUp()) ?? '';
  expect(await isSetUpOpen(token)).toBe(true);
  expect(await isSetUpOpen(`${token}x`)).toBe(false);
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      setUpOwner({
        token,
        fullName: 'Wren Alder',
        email: `owner${index}@twobranches.example`,
        password: 'quiet river morning stone',
      }),
    ),
  );
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
  const admins = await fresh.db
    .select({ verified: users.emailVerified })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(eq(userRoles.role, 'admin'));
  expect(admins).toEqual([{ verified: true }]);
  expect(await isSetUpOpen(token)).toBe(false);
  expect(await offerSetUp()).toBeNull();
});
