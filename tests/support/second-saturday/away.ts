/**
 * An hour without a network: one tablet packs, hands over, puts off and refuses from its copy. In that hour a lot in its
 * bags is recalled, and the other tablet starts some of its orders. Then its work is sent, each action twice at once.
 */
import { eq } from 'drizzle-orm';
import type { PackingOrder } from '#counter/day/packing-order.ts';
import { counterTablets } from '#db/schema/cash-desk.ts';
import { orders, refusedHandOvers } from '#db/schema/orders.ts';
import { newId } from '#kernel/ids.ts';
import { awayTablet, sealedId } from '../offline-tablet.ts';
import { patiently } from '../saturday.ts';
import { type Floor, sessionOf } from './floor.ts';
import { orderPage } from './serve.ts';
import type { Visit } from './visits.ts';

type Form = Record<string, string> & { kind: string; order: string };
export type Hour = {
  tablet: string;
  forms: Form[];
  visits: readonly Visit[];
  /** Cents of each order that it handed over. */
  owed: Map<string, number>;
};

const HOUR = 3_600_000;

/** What Lee does, from the copy that the tablet has. */
export async function theHour(floor: Floor, visits: readonly Visit[]): Promise<Hour> {
  const { shop, lee, world } = floor;
  const began = Date.now() - HOUR;
  const tablet = await awayTablet(shop.db, lee.staff, new Date(began));
  // Its last report, on which the drawer waits: at midnight the silence of an hour began yesterday.
  await patiently(() =>
    shop.db.update(counterTablets).set({ unsent: 1 }).where(eq(counterTablets.id, tablet)),
  );
  const session = await sessionOf(floor, lee);
  const hour: Hour = { tablet, visits, forms: [], owed: new Map() };
  const pages = [];
  for (const visit of visits) pages.push({ visit, page: await orderPage(lee, visit.number) });
  for (const [nth, { visit, page }] of pages.entries()) {
    const isPacked = page.step === 'done';
    // What was ready before the network was lost is handed over at the end of the hour.
    const doneAt = isPacked ? Date.now() : began + Math.floor((nth / pages.length) * HOUR);
    let after = '';
    const act = (kind: string, fields: Record<string, string> = {}) => {
      const id = newId<string>();
      hour.forms.push({
        ...{ id, kind, order: page.number, version: String(page.version), after, by: lee.staff.userId },
        ...{ doneAt: String(doneAt), sentAt: String(Date.now()), tablet, session, ...fields },
      });
      after = id;
    };
    if (!isPacked) packAll(floor, page, act);
    for (const row of page.takeOut) {
      act('out', { row: row.id });
      world.takeOut(page.number, row);
    }
    act('here');
    await atTheCounter(floor, hour, { visit, act });
  }
  return hour;
}

type Act = (kind: string, fields?: Record<string, string>) => void;

function packAll({ world }: Floor, page: PackingOrder, act: Act): void {
  act('pack');
  for (const line of page.lines)
    for (const lot of line.lots)
      for (let unit = lot.packed; unit < lot.quantity; unit++) {
        act('scan', { code: lot.batchNumber });
        world.put(page.number, lot.batchNumber);
      }
  act('note', { note: 'Packed without a network' });
  act('ready');
}

async function atTheCounter(
  { shop, world }: Floor,
  hour: Hour,
  { visit, act }: { visit: Visit; act: Act },
): Promise<void> {
  const { number, kind, id } = visit;
  if (kind === 'missed') return;
  if (kind === 'refused') act('refuse', { refusal: 'intoxicated', note: 'Tomorrow' });
  else if (kind === 'later' || kind === 'no-cash')
    act('put-off', { why: kind === 'later' ? 'later' : 'no_cash' });
  else {
    const [order] = await patiently(() => shop.db.select().from(orders).where(eq(orders.orderId, number)));
    const owed = order?.total ?? 0;
    act('hand-over', {
      ...{ idKind: 'driver_license', idIssuer: 'New York', nameMatches: '1', owed: String(owed) },
      ...{ sealedId: await sealedId(number, { idNumber: id }) },
      cashReceived: (Math.ceil(owed / 2000) * 20).toFixed(2),
    });
    world.leave(number, id, true);
    world.envelope += owed;
    hour.owed.set(number, owed);
  }
}

/** What came of the hour. */
export type Sent = {
  sent: number;
  /** Actions that were not accepted. */
  refused: number;
  /** Hand-overs that were not accepted: on record, for a decision. */
  onRecord: number;
  /** Recalled units in their bags, which the tablet could not know of. */
  recalledOut: number;
  putOff: Visit[];
};

/** The network is back: everything is sent in its order. Who has a bag that was not accepted brings it back. */
export async function sendHour(floor: Floor, hour: Hour, recalled: readonly string[]): Promise<Sent> {
  const { shop, send, lee, world } = floor;
  const outcomes = new Map<string, string>();
  for (const form of hour.forms) {
    const answers = await Promise.all([1, 2].map(() => send(lee, '/counter/actions', form)));
    const [one, other] = answers.map(({ text }) => (JSON.parse(text) as { outcome: string }).outcome);
    if (one === undefined || one !== other)
      throw new Error(`${form.kind} of ${form.order} was ${one}, and then ${other}`);
    outcomes.set(form.id ?? '', one);
  }
  const wasRefused = (form: Form) => outcomes.get(form.id ?? '') !== 'done';
  const refused = hour.forms.filter(wasRefused);
  const known = await patiently(() => shop.db.select({ id: refusedHandOvers.id }).from(refusedHandOvers));
  const bags = refused.filter(({ kind }) => kind === 'hand-over');
  for (const { id } of bags)
    if (!known.some((row) => row.id === id)) throw new Error(`the refused hand-over ${id} is on no record`);
  if (known.length !== bags.length) throw new Error('a hand-over is on record that was accepted');
  let recalledOut = 0;
  for (const { order } of bags) {
    const gone = world.left.find(({ number }) => number === order);
    for (const batch of recalled) recalledOut += gone?.units.get(batch) ?? 0;
    world.comeBack(order);
    world.envelope -= hour.owed.get(order) ?? 0;
  }
  for (const order of new Set(refused.map((form) => form.order)))
    if (!world.left.some(({ number }) => number === order)) await compare(floor, order);
  world.cash += world.envelope;
  world.envelope = 0;
  await reportEmpty(floor, hour);
  const isDone = (form: Form) => form.kind === 'put-off' && !wasRefused(form);
  const later = hour.forms.filter(isDone).map(({ order }) => order);
  return {
    ...{ sent: hour.forms.length, refused: refused.length, onRecord: bags.length, recalledOut },
    putOff: hour.visits.filter(({ number }) => later.includes(number)),
  };
}

/** As a tablet with a network does every minute; without it the drawer waits for it. */
export async function reportEmpty({ send, lee }: Floor, { tablet }: Hour): Promise<void> {
  await send(lee, '/counter/tablet', { id: tablet, unsent: '0', handsOver: '1', inView: '1' });
}

/** 'Compare the bag with the order, and put back what does not belong in it.' */
async function compare({ world, lee }: Floor, number: string): Promise<void> {
  const page = await orderPage(lee, number);
  const bag = new Map<string, number>();
  const add = (batch: string, units: number) => {
    if (units > 0) bag.set(batch, (bag.get(batch) ?? 0) + units);
  };
  for (const line of page.lines) for (const lot of line.lots) add(lot.batchNumber, lot.packed);
  for (const row of page.takeOut) add(row.batchNumber, row.units);
  world.bags.set(number, bag);
}
