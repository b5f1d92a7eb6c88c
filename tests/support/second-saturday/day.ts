/**
 * A second Saturday, over HTTP against running applications that are killed: two lanes, two registers, bags packed by scans,
 * two recalls of packed bags, an hour without a network, fewer, later and no cash, exchanges and a manager's yes, printers that
 * go away, a drawer that changes hands.
 */
import { eq, isNull, sql } from 'drizzle-orm';
import { drawerSessions } from '#db/schema/cash-desk.ts';
import { lots } from '#db/schema/stock.ts';
import { newId } from '#kernel/ids.ts';
import { endDay, patiently, type SaturdayShop, type Tablet, words } from '../saturday.ts';
import { type Afterwards, afterwards, nothingYet, settleAll } from './afterwards.ts';
import { reportEmpty, type Sent, sendHour, theHour } from './away.ts';
import { type Floor, openFloor } from './floor.ts';
import { arrive, callAll, newQueue, type Queue, type WalkIns } from './line.ts';
import { lastPapers, startPrinters } from './paper.ts';
import { pack } from './serve.ts';
import type { Visit } from './visits.ts';

export type SecondSaturday = {
  floor: Floor;
  queue: Queue;
  walkIns: WalkIns;
  hour: Sent;
  later: Afterwards;
  settled: number;
  papers: { asked: number; troubles: number; printed: ReadonlyMap<number, number> };
  /** Cents counted at each closing of a drawer. */
  counted: number[];
  /** Recalls, by the batch, and when each began. */
  recalls: { batch: string; at: number }[];
};

const FLOAT = 20_000;

/** @param during is called when the first bag is packed, and ends by itself after `isOver` */
export async function runSecondSaturday(
  shop: SaturdayShop,
  customers: number,
  during: (isOver: () => boolean) => Promise<void>,
): Promise<SecondSaturday> {
  const floor = await openFloor(shop, customers);
  const { kim, lee, send, world, visits } = floor;
  const papers = startPrinters(floor);
  const counted: number[] = [];
  await send(kim, '/counter/cash', { intent: 'open', key: newId(), amount: (FLOAT / 100).toFixed(2) });
  world.cash = FLOAT;
  let isOver = false;
  const killing = during(() => isOver);
  const queue = newQueue();
  const walkIns: WalkIns = { sold: 0, refused: 0 };
  const putOff: Visit[] = [];
  const part = (from: number, to: number) =>
    visits.slice(Math.floor(customers * from), Math.floor(customers * to));
  const wave = (tablets: Tablet[], people: readonly Visit[], buyers = 0) => {
    queue.isOpen = true;
    const others = (tablet: Tablet) => tablets.find((each) => each !== tablet) ?? null;
    return Promise.all([
      arrive(floor, queue, { visits: people, walkIns: buyers }),
      ...tablets.map((tablet) =>
        callAll(floor, queue, { tablet, other: others(tablet), putOff, walkIn: walkIns }),
      ),
    ]);
  };
  const away = visits.filter(({ isAway }) => isAway);
  const inStore = (people: readonly Visit[]) => people.filter(({ isAway }) => !isAway);
  await packSome(floor, [kim, lee], [...inStore(part(0, 0.8)), ...away.filter((_, nth) => nth % 2 === 0)]);
  await wave([kim, lee], inStore(part(0, 0.3)));

  const hour = await theHour(floor, away);
  const recalls = [await recall(floor, floor.recalled[0])];
  for (const { number } of away.filter((_, nth) => nth % 6 === 1))
    await send(kim, `/counter/orders/${number}/packing`, { intent: 'start', version: '1' });
  await wave([kim], inStore(part(0.3, 0.6)), Math.ceil(customers / 30));
  const later = nothingYet();
  await afterwards(floor, kim, later);
  counted.push(await count(floor, kim, lee.staff.userId));
  const sent = await sendHour(
    floor,
    hour,
    recalls.map(({ batch }) => batch),
  );
  putOff.push(...sent.putOff);

  const [, second] = await Promise.all([
    wave([kim, lee], inStore(part(0.6, 1)), Math.ceil(customers / 10)),
    recall(floor, floor.recalled[1]),
  ]);
  recalls.push(second);
  // Who was put off, and whose hand-over was not accepted, is here again.
  const open = away.filter(({ number }) => !world.left.some((one) => one.number === number));
  await wave(
    [kim, lee],
    [...new Set([...putOff, ...open])].filter(({ nth }) => nth % 5 !== 0),
  );
  await afterwards(floor, kim, later);
  const settled = await settleAll(floor, lee);
  const asked = await lastPapers(floor, papers);
  await endDay(
    { shop, send },
    kim,
    visits.map(({ number }) => number),
  );
  await reportEmpty(floor, hour);
  counted.push(await count(floor, lee, null));
  isOver = true;
  await killing;
  await papers.stop();
  return {
    ...{ floor, queue, walkIns, hour: sent, later, settled, counted, recalls },
    papers: { asked, troubles: papers.troubles, printed: papers.printed },
  };
}

async function packSome(floor: Floor, tablets: readonly Tablet[], visits: readonly Visit[]): Promise<void> {
  const left = [...visits];
  await Promise.all(
    tablets.map(async (tablet) => {
      for (let next = left.shift(); next; next = left.shift()) await pack(floor, tablet, next.number);
    }),
  );
}

/** By Ada, in the office. An answer that it has already started also counts as started. */
async function recall(floor: Floor, lotId: number): Promise<{ batch: string; at: number }> {
  const { shop, send, ada } = floor;
  const [lot] = await patiently(() => shop.db.select().from(lots).where(eq(lots.id, lotId)));
  const batch = lot?.batchNumber ?? '';
  const draft = await send(ada, '/admin/recalls/new', {
    ...{ kind: 'recall', batches: batch, reason: 'Yeast and mold', title: 'Please bring it back' },
    ...{ words: 'We are recalling a batch that you bought.', lots: String(lotId) },
  });
  if (!draft.to.startsWith('/admin/recalls/'))
    throw new Error(`a recall answers ${draft.status}: ${words(draft.text)}`);
  await send(ada, draft.to, { intent: 'start', version: '1' });
  const [now] = await patiently(() => shop.db.select().from(lots).where(eq(lots.id, lotId)));
  if (now?.status !== 'recalled') throw new Error(`${batch} is ${now?.status}`);
  return { batch, at: Date.now() };
}

/**
 * The drawer as it is counted. With a tablet that holds work it is refused without a yes; `next` takes it over, or it is
 * closed. Returns cents.
 */
async function count(floor: Floor, tablet: Tablet, next: string | null): Promise<number> {
  const { shop, send, world, yes } = floor;
  const [open] = await patiently(() =>
    shop.db.select({ id: drawerSessions.id }).from(drawerSessions).where(isNull(drawerSessions.closedAt)),
  );
  const amount = world.cash;
  const fields = {
    ...{ intent: 'count', key: newId<string>(), sessionId: open?.id ?? '', next: next ?? '' },
    amount: (amount / 100).toFixed(2),
  };
  if (next !== null) {
    const alone = await send(tablet, '/counter/cash/count', fields);
    if (alone.status === 302) throw new Error('the drawer was closed without a tablet that holds work');
  }
  const without = next === null ? {} : { ...yes, without: 'Its tablet has no network' };
  const answer = await send(tablet, '/counter/cash/count', { ...fields, ...without });
  if (answer.status !== 302) throw new Error(`a count answers ${answer.status}: ${words(answer.text)}`);
  const [closed] = await patiently(() =>
    shop.db
      .select()
      .from(drawerSessions)
      .where(eq(drawerSessions.id, open?.id ?? '')),
  );
  if (closed?.closedAt == null) {
    const { rows } = await shop.db.execute<{ expected: number }>(
      sql`select expected from drawer_counts order by created_at desc limit 1`,
    );
    throw new Error(`counted ${amount}, expected ${rows[0]?.expected}`);
  }
  return amount;
}
