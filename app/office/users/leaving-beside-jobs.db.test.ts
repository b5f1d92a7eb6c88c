/** A person at work leaves while an import or a price correction that they started still runs. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readActorOfSession } from '#core/accounts/identity/sessions/actor-queries.server.ts';
import { endWork } from '#core/accounts/identity/staff/end-work.server.ts';
import { startApplying } from '#core/goods/catalogue/imports/change-import.server.ts';
import { undoImport } from '#core/goods/catalogue/imports/undo-import.server.ts';
import { workOnImport } from '#core/goods/catalogue/imports/work-on-import.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readOwedAt } from '#core/sales/price-corrections/owed-queries.server.ts';
import { payRefund } from '#core/sales/price-corrections/pay-refund.server.ts';
import { productImports, products } from '#db/schema/catalogue.ts';
import { sessions } from '#db/schema/identity.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { importsOf } from '#tests/support/imports-of-files.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aMug, anOrder, NOW } from '#tests/support/orders.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { handOver, idOf, linesOf, start, workOff, wrongOf } from '#tests/support/wrong-prices.ts';
import { partsOfLeaving } from './parts-of-leaving.server.ts';

const fresh = freshShop(afterAll);
let ada: SignedIn;
beforeAll(async () => {
  ada = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
});

const leave = ({ userId }: SignedIn) =>
  endWork(
    ada,
    { userId, drawerTo: null, chargeTo: null, tokens: 'revoke', webhooks: 'transfer' },
    partsOfLeaving,
  );

/** An import of this person that waits for its job: the product costs $40.00, in the file $50.00. */
async function anImport(sam: SignedIn) {
  const name = `Wren ${randomUUID()}`;
  const productId = await aProduct(fresh.db, { name, retailPrice: 4000 });
  const imports = await importsOf(sam);
  const { id: importId, preview } = await imports.preview(`Product,Retail\n${name},50.00`);
  await imports.close();
  const started = await startApplying(sam, importId, { preview, accepted: true });
  expect(started.ok).toBe(true);
  const result = async () => {
    const [row] = await fresh.db.select().from(productImports).where(eq(productImports.id, importId));
    const [product] = await fresh.db.select().from(products).where(eq(products.id, productId));
    return [row?.status, product?.retailPrice];
  };
  return { importId, result };
}

test('an import stops with the work of who started it, and changes nothing after that', async () => {
  const sam = await aPerson(fresh.db, { role: 'admin', name: 'Sam Gone' });
  await signedIn(fresh.db, sam);
  const [session] = await fresh.db.select().from(sessions).where(eq(sessions.userId, sam.userId));
  const { importId, result } = await anImport(sam);
  expect((await leave(sam)).ok).toBe(true);
  await workOnImport(await readActorOfSession(session?.id ?? ''), importId);
  expect(await result()).toEqual(['failed', 4000]);
});

test('an import and the leaving of its person at the same moment: it is applied whole, or not at all', async () => {
  for (let round = 0; round < 4; round++) {
    const sam = await aPerson(fresh.db, { role: 'admin', name: `Sam Round ${round}` });
    const { importId, result } = await anImport(sam);
    const [, left] = await Promise.all([workOnImport(sam, importId), leave(sam)]);
    expect(left.ok).toBe(true);
    expect([
      ['applied', 5000],
      ['failed', 4000],
    ]).toContainEqual(await result());
    // What is applied is not theirs to undo any more.
    expect(await undoImport(sam, importId)).not.toBe('undone');
    expect([4000, 5000]).toContain((await result())[1]);
  }
  expect(await checkInvariants(fresh.db)).toEqual([]);
});

test('a price correction goes on after its admin left, in their name, and a colleague pays its refund', async () => {
  const sam = await aPerson(fresh.db, { role: 'admin', name: 'Sam Left' });
  const kim = await aPerson(fresh.db, { role: 'staff', name: 'Kim Counter' });
  const mug = await aMug(fresh.db, { onHand: 100, retailPrice: 2750 });
  const orderId = await anOrder(await aPerson(fresh.db), [[mug, 1]]);
  await handOver(fresh.db, ada, orderId);
  const started = await start(sam, wrongOf(mug, 2500));
  if (!started.ok) throw new Error(started.problem.kind);
  expect((await leave(sam)).ok).toBe(true);
  const id = await idOf(fresh.db, started.value.number);
  await workOff(fresh.db, id);
  expect(await linesOf(fresh.db, id)).toMatchObject([{ status: 'owed', amount: 250, tax: 30 }]);
  const [owed] = await readOwedAt(kim, orderId);
  const press = { lineId: owed?.lineId ?? 0, cash: 280 };
  expect(await readOwedAt({ ...sam, role: 'user' } as SignedIn, orderId)).toEqual([]);
  expect(await payRefund(sam, press, NOW)).toMatchObject({ problem: { kind: 'not-allowed' } });
  expect((await payRefund(kim, press, NOW)).ok).toBe(true);
});
