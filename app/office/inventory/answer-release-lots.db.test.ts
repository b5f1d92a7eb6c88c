/** Tests the answer to putting lots on sale together: all or none, unless the owner says otherwise. */
import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { receiveLot } from '#core/goods/stock/lots/receive-lot.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { lots } from '#db/schema/stock.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { openForOrders } from '#tests/support/orders.ts';
import { PASSED } from '#tests/support/papers.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { answerReleaseLots } from './answer-release-lots.server.ts';

let fresh: FreshDatabase;
let admin: SignedIn;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  admin = await aPerson(fresh.db, { role: 'admin' });
});
afterAll(() => fresh.stop());

async function aLot(batchNumber: string, papers: Partial<typeof lots.$inferInsert>): Promise<number> {
  const productId = await aProduct(fresh.db, { name: `Dunlin ${batchNumber}`, onHand: 0 });
  const made = await receiveLot(admin, {
    ...{ productId, batchNumber, quantity: 5, testStatus: null, expiresOn: null },
  });
  const id = made.ok ? made.value.lotId : expect.fail(made.problem.kind);
  await fresh.db
    .update(lots)
    .set(papers)
    .where(inArray(lots.id, [id]));
  return id;
}

async function press(ids: readonly number[], fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ids: ids.join(','), ...fields })) form.set(name, value);
  const answer = await answerReleaseLots(admin, form);
  return answer instanceof Response ? expect.fail('the form is not shown again') : answer.data;
}
const statusOf = async (ids: readonly number[]) => {
  const rows = await fresh.db
    .select()
    .from(lots)
    .where(inArray(lots.id, [...ids]));
  return rows.toSorted((one, other) => one.id - other.id).map(({ status }) => status);
};

test('lots that lack something are named one by one, nothing changes, and all that was typed is shown again', async () => {
  const [whole, bare, past] = [
    await aLot('D-1', PASSED),
    await aLot('D-2', { ...PASSED, labName: null, totalCbdBasisPoints: null }),
    await aLot('D-3', { ...PASSED, expiresOn: '2020-01-31' }),
  ];
  const typed = {
    reason: 'Certificates of Nov 24',
    labName: 'Hudson Labs',
    [`expiresOn-${bare}`]: '2020-02-29',
  };
  const answer = await press([whole, bare, past], { intent: 'release', ...typed });
  expect(answer.incomplete).toEqual([
    {
      ...{ id: bare, batchNumber: 'D-2', product: 'Dunlin D-2', size: null },
      needs: 'Needs total CBD. Its last day, Feb 29, 2020, has passed.',
    },
    {
      ...{ id: past, batchNumber: 'D-3', product: 'Dunlin D-3', size: null },
      needs: 'Its last day, Jan 31, 2020, has passed.',
    },
  ]);
  expect(answer.refusal?.message).toBe('2 of 3 lots cannot go on sale yet. Nothing changed.');
  expect(answer.refusal?.values).toMatchObject(typed);
  expect(answer.chosen.ids).toEqual([whole, bare, past]);
  expect(await statusOf([whole, bare, past])).toEqual(['untested', 'untested', 'untested']);
});

test('the complete lots go on sale if the owner says so, and the form for the others has what was typed', async () => {
  const [whole, bare] = [
    await aLot('E-1', PASSED),
    await aLot('E-2', { ...PASSED, totalCbdBasisPoints: null }),
  ];
  const typed = { reason: 'Certificates of Nov 25', coaNumber: 'KLL-7' };
  const answer = await press([whole, bare], { intent: 'release-complete', ...typed });
  expect(await statusOf([whole, bare])).toEqual(['sellable', 'untested']);
  expect(answer.chosen.ids).toEqual([bare]);
  expect(answer.incomplete).toMatchObject([{ batchNumber: 'E-2', needs: 'Needs total CBD.' }]);
  expect(answer.refusal).toMatchObject({
    message: '1 lot on sale. 1 of 2 lots cannot go on sale yet.',
    values: typed,
  });
});
