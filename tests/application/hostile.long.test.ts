/** Like `hostile.app.test.ts`, with nine odd requests by each kind of visitor to every route. */
import { expect, test } from 'vitest';
import { startApplication } from '#tests/support/application.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { faultsIn, sendOddRequests } from '#tests/support/odd-requests.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { seen, whole } from '#tests/support/seen.ts';
import { openShop } from '#tests/support/shop.ts';

test('thousands of odd ids, queries, headers and bodies get through no route', async () => {
  const fresh = await freshDatabase();
  await openShop(fresh.db);
  await aProduct(fresh.db);
  const app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
  const people = [await aPerson(fresh.db), await aPerson(fresh.db, { role: 'admin' })];
  const sent = await sendOddRequests(app, { db: fresh.db, people, rounds: 9 });
  const of = (status: number) => whole(sent.get(status) ?? 0);
  const all = [...sent.values()].reduce((sum, count) => sum + count, 0);
  seen('odd-requests', `0 and 0 of ${whole(all)}; ${of(200)} answers 200, ${of(405)} 405, ${of(400)} 400`);
  expect(faultsIn(app.output())).toEqual([]);
  await app.stop();
  await fresh.stop();
});
