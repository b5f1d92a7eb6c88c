/** What changes prices and orders in the stories of books: offers, corrections of a price with cash back, and exchanges. */
import { randomUUID } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import type { OfferInput } from '#core/goods/discounts/offer-rules.ts';
import { saveOffer } from '#core/goods/discounts/save-offer.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { exchangeUnits } from '#core/sales/orders/exchange/exchange-units.server.ts';
import { readOwedOf } from '#core/sales/price-corrections/owed-queries.server.ts';
import { payRefund } from '#core/sales/price-corrections/pay-refund.server.ts';
import type { Database } from '#db/client.ts';
import { NOW, storedOrder } from './orders.ts';
import { idOf, linesOf, start, workOff, wrongOf } from './wrong-prices.ts';

/** A plain offer on the second product, and one on two units of the third together with the first. */
export async function runOffers(admin: SignedIn, [first, second, third]: readonly number[]): Promise<void> {
  const part = (id: number | undefined, units: number) => ({
    products: id === undefined ? [] : [id],
    ...{ categories: [], units },
  });
  const terms = { terms: 'While supplies last.', hours: null, mostPerPerson: null, mostUnits: null };
  const times = {
    startsAt: NOW.subtract({ hours: 1 }).epochMilliseconds,
    endsAt: NOW.add({ hours: 24 * 90 }).epochMilliseconds,
  };
  const all: OfferInput[] = [
    { ...terms, ...times, name: 'Spring', kind: 'percent', amount: 7, parts: [part(second, 1)] },
    { ...terms, ...times, name: 'Pair', kind: 'off', amount: 811, parts: [part(third, 2), part(first, 1)] },
  ];
  for (const offer of all) {
    const saved = await saveOffer(admin, null, { version: 0, leavesOut: true, offer }, NOW);
    if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
  }
}

/**
 * The list price was too high for orders of this minute: one that is open is lowered, and who has paid comes for the cash at
 * another moment.
 */
export async function correctThePrice(
  db: Database,
  { admin, desk }: { admin: SignedIn; desk: SignedIn },
  {
    productId,
    rightPrice,
    placed,
    at,
  }: { productId: number; rightPrice: number } & Record<'placed' | 'at', Temporal.Instant>,
): Promise<void> {
  const span = { from: placed, until: placed.add({ minutes: 1 }) };
  const started = await start(admin, wrongOf(productId, rightPrice, span));
  if (!started.ok && started.problem.kind === 'no-one') return;
  if (!started.ok) throw new Error(JSON.stringify(started.problem));
  const id = await idOf(db, started.value.number);
  await workOff(db, id);
  const owed = (await linesOf(db, id)).filter(({ status }) => status === 'owed');
  for (const { id: lineId } of owed) {
    const [shown] = await readOwedOf(desk, [lineId]);
    if (!shown) continue;
    const given = await payRefund(desk, { lineId, cash: shown.cash }, at);
    if (!given.ok) throw new Error(JSON.stringify(given.problem));
  }
}

/** One unit of the first line against one of another product, at the counter on the day of the hand-over. */
export async function exchangeOne(db: Database, staff: SignedIn, number: string, out: number): Promise<void> {
  const { version, items } = await storedOrder(db, number);
  const ask = (due: number) =>
    exchangeUnits(
      staff,
      number,
      {
        ...{ key: randomUUID(), version, back: { itemId: items[0]?.id ?? '', quantity: 1 }, due },
        ...{ out: { productId: out, quantity: 1 }, reason: 'Wrong size', cashReceived: 100_000, id: null },
      },
      NOW,
    );
  const first = await ask(0);
  if (first.ok || first.problem.kind !== 'price-changed') return;
  const second = await ask(first.problem.due);
  if (!second.ok) throw new Error(JSON.stringify(second.problem));
}
