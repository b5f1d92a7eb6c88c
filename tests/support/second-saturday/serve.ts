/** Bags are packed by scans, and handed over to who is called: with what must leave them, fewer units, and other IDs. */
import { eq } from 'drizzle-orm';
import { nextToPack } from '#core/sales/orders/packing/unit-to-pack.ts';
import type { PackingOrder } from '#counter/day/packing-order.ts';
import { readPackingOrder } from '#counter/packing/packing-queries.server.ts';
import { orders } from '#db/schema/orders.ts';
import { newId } from '#kernel/ids.ts';
import { ID, patiently, type Tablet, words } from '../saturday.ts';
import type { Floor } from './floor.ts';
import type { Visit, VisitKind } from './visits.ts';

const ROUNDS = 80;

/** What was tried and refused, as it has to be. */
export type Refused = { forUnits: number; forId: number; forLimit: number };

export const orderPage = async (tablet: Tablet, number: string): Promise<PackingOrder> => {
  const page = await patiently(() => readPackingOrder(tablet.staff, number));
  if (!page) throw new Error(`${number} is gone`);
  return page;
};

/** One step toward a packed bag; null when it is ready, or ended. */
async function packStep(floor: Floor, tablet: Tablet, page: PackingOrder): Promise<true | null> {
  const { send, world } = floor;
  const at = `/counter/orders/${page.number}/packing`;
  const version = String(page.version);
  if (page.step === 'start' || page.step === 'take-over')
    await send(tablet, at, { intent: page.step, version });
  else if (page.step === 'pack') {
    const next = nextToPack(page.lines);
    if (!next) throw new Error(`${page.number} misses units`);
    const { batchNumber } = next.lot;
    await world.withHand(page.number, async () => {
      const scan = { intent: 'scan', key: newId<string>(), code: batchNumber };
      const { status } = await send(tablet, at, scan);
      if (status < 400) world.put(page.number, batchNumber);
    });
  } else if (page.step === 'ready') await send(tablet, at, { intent: 'ready', version });
  else return null;
  return true;
}

export async function pack(floor: Floor, tablet: Tablet, number: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const page = await orderPage(tablet, number);
    await takeOut(floor, tablet, page, 'packing');
    if ((await packStep(floor, tablet, page)) === null) return;
  }
  throw new Error(`${number} is never packed`);
}

/** Takes out the units that must leave. A unit that is ticked is in the hand. */
async function takeOut(
  { send, world }: Floor,
  tablet: Tablet,
  { number, version, takeOut: rows }: PackingOrder,
  from: 'packing' | 'hand-over',
): Promise<void> {
  const at = `/counter/orders/${number}`;
  for (const row of rows)
    await world.withHand(number, async () => {
      const { status, text } =
        from === 'packing'
          ? await send(tablet, `${at}/packing`, { intent: 'out', row: row.id })
          : await send(tablet, at, { intent: 'hand-over', version: String(version), takeOut: row.id });
      if (status !== 200) throw new Error(`what must leave ${number} is answered ${status}: ${words(text)}`);
      world.takeOut(number, row);
    });
}

type Press = (fields: Record<string, string>) => Promise<{ status: number; text: string }>;

/** Expired, a minor's, without a number, and of another name. @returns how many were refused: all of them */
async function showWrongIds(number: string, press: Press): Promise<number> {
  const wrongs: Record<string, string>[] = [
    { idExpiresOn: '2020-01-31' },
    { idBirthDate: '2015-01-31' },
    { idNumber: '' },
    { nameMatches: '' },
  ];
  for (const wrong of wrongs) {
    const { status } = await press({ key: newId<string>(), ...wrong });
    if (status === 302)
      throw new Error(`${number} left with an ID that proves nothing: ${JSON.stringify(wrong)}`);
  }
  return wrongs.length;
}

/** What is sent to have one unit fewer. */
const oneFewer = ({ productId, quantity }: PackingOrder['lines'][number]) => ({
  fewer: `${productId}:${quantity}:${quantity - 1}`,
});

const WHY_PUT_OFF: Partial<Record<VisitKind, string>> = { later: 'later', 'no-cash': 'no_cash' };

/** Serves a visit until the order ends, or its person leaves without it. */
export async function serve(
  floor: Floor,
  tablet: Tablet,
  visit: Visit,
  refused: Refused,
  mayPutOff = true,
): Promise<'ended' | 'put-off'> {
  const { send, world, shop } = floor;
  const { number, kind, id } = visit;
  const at = `/counter/orders/${number}`;
  const key = newId<string>();
  let last = '';
  for (let round = 0; round < ROUNDS; round++) {
    const page = await orderPage(tablet, number);
    const version = String(page.version);
    const [{ total: owed } = { total: 0 }] = await patiently(() =>
      shop.db.select().from(orders).where(eq(orders.orderId, number)),
    );
    const cashReceived = (Math.ceil(owed / 2000) * 20).toFixed(2);
    const press: Press = (fields) =>
      send(tablet, at, {
        ...{ intent: 'hand-over', version, key, cashReceived, owed: String(owed) },
        ...{ ...ID, idNumber: id, ...fields },
      });
    const refuse = (refusal: string, note: string) =>
      send(tablet, at, { intent: 'refuse', version, key, refusal, note });
    const leave = async () => {
      await world.noHand(number);
      world.leave(number, id);
      world.cash += owed;
      return 'ended' as const;
    };
    if (page.step === 'ended') return 'ended';
    if (page.takeOut.length > 0) {
      const { status } = await press({});
      // Another tablet took them out in between: only then may it go.
      if (status === 302) return leave();
      refused.forUnits += 1;
      await takeOut(floor, tablet, page, 'hand-over');
      continue;
    }
    if (await packStep(floor, tablet, page)) continue;
    if (kind === 'refused') {
      await refuse('intoxicated', 'Tomorrow');
      continue;
    }
    const why = WHY_PUT_OFF[kind];
    if (mayPutOff && why) {
      await send(tablet, at, { intent: 'put-off', why });
      return 'put-off';
    }
    const [first] = page.lines;
    if (kind === 'fewer' && first && first.quantity > 1) {
      await press(oneFewer(first));
      if (round < ROUNDS / 2) continue;
    }
    if (kind === 'wrong-id') refused.forId += await showWrongIds(number, press);
    const { status, text } = await press({});
    if (status === 302) return leave();
    last = words(text);
    if (kind !== 'ounces' || !/limit|at most|per day/i.test(text) || !first) continue;
    refused.forLimit += 1;
    await (first.quantity > 1 ? press(oneFewer(first)) : refuse('other', 'Had three ounces'));
  }
  throw new Error(`${number} (${kind}) did not come to an end: ${last}`);
}
