/** Two lanes: people get a number at the door, and two registers call the next one until no one waits. */
import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '#kernel/ids.ts';
import { ID, type Tablet, words } from '../saturday.ts';
import type { Floor } from './floor.ts';
import { orderPage, type Refused, serve } from './serve.ts';
import { cameBack, type Visit } from './visits.ts';

/** A door through which these people come. */
export type Queue = { isOpen: boolean; calls: Map<string, number>; refused: Refused };

export const newQueue = (): Queue => ({
  isOpen: true,
  calls: new Map(),
  refused: { forUnits: 0, forId: 0, forLimit: 0 },
});

/** They come one after the other; Mia gives each their number. */
export async function arrive(
  { send, mia }: Floor,
  queue: Queue,
  { visits, walkIns }: { visits: readonly Visit[]; walkIns: number },
): Promise<void> {
  for (const visit of visits)
    if (visit.kind !== 'missed')
      await send(mia, '/counter', { intent: 'here', order: visit.number, version: '1' });
  for (let nth = 0; nth < walkIns; nth++)
    await send(mia, '/counter', { intent: 'number', key: newId<string>(), initials: 'AB' });
  queue.isOpen = false;
}

/** A register calls pickups, and every third time who came to buy, until the door is closed and no one waits. */
export async function callAll(
  floor: Floor,
  queue: Queue,
  {
    tablet,
    other,
    putOff,
    walkIn,
  }: { tablet: Tablet; other: Tablet | null; putOff: Visit[]; walkIn: WalkIns },
): Promise<void> {
  for (let turn = 0; ; turn++) {
    const wasOpen = queue.isOpen;
    const lanes = turn % 3 === 2 ? (['walk-in', 'pickup'] as const) : (['pickup', 'walk-in'] as const);
    let isServed = false;
    for (const lane of lanes) {
      const { to } = await floor.send(tablet, '/counter', { intent: 'call', lane, key: newId<string>() });
      const number = /ORD\d+/.exec(to)?.[0];
      const ticket = /walk-in\?number=(\d+)/.exec(to)?.[1];
      if (number === undefined && ticket === undefined) continue;
      isServed = true;
      const called = number ?? `W${ticket}`;
      queue.calls.set(called, (queue.calls.get(called) ?? 0) + 1);
      if (ticket !== undefined) await sellTo(floor, tablet, ticket, walkIn);
      else await serveCalled(floor, queue, { tablet, other, putOff, number: called });
      break;
    }
    if (isServed) continue;
    if (!wasOpen) return;
    await pause(30);
  }
}

async function serveCalled(
  floor: Floor,
  { refused }: Queue,
  {
    tablet,
    other,
    putOff,
    number,
  }: { tablet: Tablet; other: Tablet | null; putOff: Visit[]; number: string },
): Promise<void> {
  const visit = floor.visits.find((one) => one.number === number);
  if (!visit) throw new Error(`${number} was called, and is no one's`);
  if ((await orderPage(tablet, number)).arrival === null)
    throw new Error(`${number} was called, and its person is not here`);
  const mayPutOff = !putOff.includes(visit);
  if (cameBack.includes(visit.kind) && mayPutOff) putOff.push(visit);
  const both = visit.kind === 'two-tablets' && other ? [tablet, other] : [tablet];
  await Promise.all(both.map((each) => serve(floor, each, visit, refused, mayPutOff)));
}

export type WalkIns = { sold: number; refused: number };

/** Some have the ID of someone who took two ounces home today: one more may leave. */
async function sellTo(floor: Floor, tablet: Tablet, ticket: string, count: WalkIns): Promise<void> {
  const { send, visits, ounce, products } = floor;
  const nth = Number(ticket);
  const pairs = visits.filter(({ kind, number }) => kind === 'ounces' && number !== '');
  const same = nth % 2 === 0 ? pairs[nth % Math.max(1, pairs.length)] : undefined;
  const id = same?.id ?? `W${100_000 + nth}`;
  const {
    to: at,
    text,
    status,
  } = await send(tablet, '/counter/walk-in', {
    ...{ key: newId<string>(), ticket, ...ID, idNumber: id },
  });
  if (!at.startsWith('/counter/walk-in/')) throw new Error(`a walk-in answers ${status}: ${words(text)}`);
  const product = String(same ? ounce : products.at(-1));
  await send(tablet, at, { intent: 'quantity', product, quantity: '1' });
  const placed = await send(tablet, at, { intent: 'order', total: '5040' });
  const number = /ORD\d+/.exec(placed.to)?.[0];
  if (!number) {
    if (!same) throw new Error(`a walk-in has no order: ${words(placed.text)}`);
    count.refused += 1;
    await send(tablet, at, { intent: 'end' });
    return;
  }
  // What packed itself is in the bag, too.
  const page = await orderPage(tablet, number);
  for (const line of page.lines)
    for (const lot of line.lots)
      for (let unit = 0; unit < lot.packed; unit++) floor.world.put(number, lot.batchNumber);
  const visit: Visit = { nth, kind: 'plain', id, isAway: false, number };
  await serve(floor, tablet, visit, { forUnits: 0, forId: 0, forLimit: 0 });
  count.sold += 1;
}
