/** Tests the end of walk-ins in a store where no walk-in has an open order, as in most minutes of a day. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { walkIns } from '#db/schema/walk-ins.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { NOW } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { endAbandonedWalkIns } from './end-walk-ins.server.ts';
import { startWalkIn } from './start-walk-in.server.ts';

const fresh = freshShop(afterAll);

test('a walk-in that staff still make stays until its minutes are over, although no walk-in has an order', async () => {
  const staff = await aPerson(fresh.db, { role: 'staff', name: 'Sam Counter' });
  const started = await startWalkIn(
    staff,
    {
      key: randomUUID(),
      idKind: 'passport',
      idIssuer: 'Canada',
      idExpiresOn: '2027-01-31',
      idBirthDate: '1995-06-15',
      idNumber: '900 001',
      nameMatches: true,
    },
    NOW,
  );
  if (!started.ok) throw new Error(JSON.stringify(started.problem));
  const isThere = () => fresh.db.$count(walkIns, eq(walkIns.id, started.value.id));
  await endAbandonedWalkIns(NOW.add({ minutes: 1 }));
  expect(await isThere()).toBe(1);
  await endAbandonedWalkIns(NOW.add({ minutes: 31 }));
  expect(await isThere()).toBe(0);
  expect(await checkInvariants(fresh.db)).toEqual([]);
});
