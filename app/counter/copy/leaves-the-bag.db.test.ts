/**
 * Tests every way in which a packed unit stops being its order's: 'Paid' is refused with it until it is out of the bag, at the
 * counter and from a tablet without a network, and End of day says where it goes.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quarantineLot } from '#core/goods/stock/lots/quarantine-lot.server.ts';
import { receiveLot } from '#core/goods/stock/lots/receive-lot.server.ts';
import { retireExpiredLots } from '#core/goods/stock/lots/retire-expired-lots.server.ts';
import { placeWords } from '#core/goods/stock/put-back/put-back.ts';
import { putBackUnits } from '#core/goods/stock/put-back/put-back-units.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { takeFewer } from '#core/sales/orders/fewer/take-fewer.server.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { refusedHandOvers } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { lots } from '#db/schema/stock.ts';
import { newId } from '#kernel/ids.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { awayTablet, sealedId } from '#tests/support/offline-tablet.ts';
import { anOrder, bringTo, storedOrder } from '#tests/support/orders.ts';
import { PASSED } from '#tests/support/papers.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { recallLot } from '#tests/support/recalls.ts';
import { readEndOfDay } from '../closing/end-of-day-queries.server.ts';
import { readCounterOrder } from '../hand-over/hand-over-queries.server.ts';
import { runAction } from './run-action.server.ts';

const fresh = freshShop(afterAll);
let admin: SignedIn;
let kim: SignedIn;
let tablet: string;

beforeAll(async () => {
  admin = await aPerson(fresh.db, { role: 'admin', name: 'Ana Cole' });
  kim = await aPerson(fresh.db, { role: 'staff', name: 'Kim Reyes' });
  tablet = await awayTablet(fresh.db, kim);
  await fresh.db.insert(storeSettings).values({ name: 'counter', value: { offlineHandOver: true } });
  invalidateSettings();
});

/** Two jars of a lot in a ready bag; another lot has enough for all. */
async function aBag() {
  const jar = await aProduct(fresh.db, { onHand: 2, limitMg: 1 });
  const number = await anOrder(await aPerson(fresh.db), [[jar, 2]]);
  const [lot] = await fresh.db
    .update(lots)
    .set({ batchNumber: `K-${jar}`, shelfPlace: 'Shelf A' })
    .where(eq(lots.productId, jar))
    .returning({ id: lots.id });
  await bringTo(admin, number, 'ready');
  const batch = { productId: jar, batchNumber: `K-${jar}-2`, quantity: 9, ...PASSED, expiresOn: null };
  await receiveLot(admin, batch, systemClock());
  return { jar, number, lotId: lot?.id ?? 0 };
}
type Bag = Awaited<ReturnType<typeof aBag>>;

const ways: [string, (bag: Bag) => Promise<unknown>, { units: number; goes: string }][] = [
  [
    'recalled',
    ({ lotId }) => recallLot(admin, { lotId, reason: 'Mold' }),
    { units: 2, goes: 'Set aside: recalled' },
  ],
  [
    'replaced, after its lot was quarantined',
    ({ lotId }) => quarantineLot(admin, { lotId, reason: 'Smells odd' }),
    { units: 2, goes: 'Set aside: quarantined' },
  ],
  [
    'reduced',
    ({ number, jar }) => takeFewer(kim, number, { productId: jar, from: 2, to: 1 }),
    { units: 1, goes: 'Put back: Shelf A' },
  ],
  [
    'expired',
    async ({ lotId }) => {
      const yesterday = storeDate(systemClock(), 'America/New_York').subtract({ days: 1 }).toString();
      await fresh.db.update(lots).set({ expiresOn: yesterday }).where(eq(lots.id, lotId));
      return retireExpiredLots();
    },
    { units: 2, goes: 'Set aside: expired' },
  ],
];

const handOver = async (number: string) =>
  handOverOrder(kim, number, {
    version: (await storedOrder(fresh.db, number)).version,
    ...{ idKind: 'driver_license', idIssuer: 'New York', idExpiresOn: '2190-01-31' },
    ...{ idBirthDate: '1990-01-01', nameMatches: true, idNumber: `D ${number}`, cashReceived: 1_000_000 },
  });

async function handOverAway(number: string) {
  const { version, total } = await storedOrder(fresh.db, number);
  const form = new FormData();
  for (const [name, value] of Object.entries({
    ...{ id: String(newId()), kind: 'hand-over', order: number, version: String(version), after: '' },
    ...{ by: kim.userId, tablet, session: kim.sessionId, sealedId: await sealedId(number) },
    ...{ doneAt: String(Date.now()), sentAt: String(Date.now()), idKind: 'driver_license' },
    ...{ idIssuer: 'New York', nameMatches: '1', cashReceived: '2000', owed: String(total) },
  }))
    form.set(name, value);
  return runAction(kim, form, 'shop.example');
}

test.each(ways)(
  'a packed jar that was %s is refused at ‘Paid’ until it is out',
  async (_, happens, wanted) => {
    const bag = await aBag();
    await happens(bag);
    const takeOut = [{ batchNumber: `K-${bag.jar}`, units: wanted.units }];
    expect(await readCounterOrder(kim, bag.number)).toMatchObject({ takeOut });
    expect(await handOver(bag.number)).toMatchObject({ ok: false, problem: { kind: 'counter', takeOut } });
    expect((await storedOrder(fresh.db, bag.number)).status).not.toBe('completed');

    const day = await readEndOfDay(admin, systemClock());
    const [row] = day?.bags.find(({ number }) => number === bag.number)?.units ?? [];
    expect(row && placeWords(row)).toBe(wanted.goes);
    expect(await putBackUnits(kim, row?.id ?? '', systemClock(), bag.number)).toMatchObject({ ok: true });
    // What takes their place is packed.
    await changeOrderStatus(kim, { orderId: bag.number, to: 'ready', reason: '', version: null });
    expect(await handOver(bag.number)).toMatchObject({ ok: true });
    expect(await checkInvariants(fresh.db)).toEqual([]);
  },
);

test.each(ways)(
  'a bag with a jar that was %s, handed over without a network, is refused on arrival and on record',
  async (_, happens, wanted) => {
    const bag = await aBag();
    await happens(bag);
    // What takes their place is packed: nothing else stands against it.
    await changeOrderStatus(kim, { orderId: bag.number, to: 'ready', reason: '', version: null });
    const answer = await handOverAway(bag.number);
    expect(answer).toMatchObject({ outcome: 'refused' });
    expect(JSON.stringify(answer)).toContain(`${wanted.units} of`);
    const { id, status } = await storedOrder(fresh.db, bag.number);
    expect(status).not.toBe('completed');
    const rows = await fresh.db.select().from(refusedHandOvers).where(eq(refusedHandOvers.orderId, id));
    expect(rows).toHaveLength(1);
  },
);
