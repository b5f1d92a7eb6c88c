/** Random sequences of everything that happens to a product's stock, compared with the pure model. */
import { randomUUID } from 'node:crypto';
import { eq, isNull, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { approveRow } from '#core/goods/counts/approve-row.server.ts';
import { countFound } from '#core/goods/counts/count-found.server.ts';
import { countLot } from '#core/goods/stock/lots/count-lot.server.ts';
import { quarantineLot } from '#core/goods/stock/lots/quarantine-lot.server.ts';
import { receiveLot } from '#core/goods/stock/lots/receive-lot.server.ts';
import { releaseLot } from '#core/goods/stock/lots/release-lot.server.ts';
import { retireExpiredLots } from '#core/goods/stock/lots/retire-expired-lots.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { placeOrder } from '#core/sales/checkout/place-order.server.ts';
import { reserveProduct } from '#core/sales/checkout/reserve-product.server.ts';
import { cancelOrder } from '#core/sales/orders/cancel-order.server.ts';
import { cancelReservation } from '#core/sales/orders/reservations/cancel-reservation.server.ts';
import { changeReservationStatus } from '#core/sales/orders/reservations/change-reservation-status.server.ts';
import { expireHolds } from '#core/sales/orders/reservations/expire-holds.server.ts';
import { stockEffect } from '#core/sales/orders/reservations/reservation.ts';
import type { Database } from '#db/client.ts';
import { countRows, countSheets } from '#db/schema/counts.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { lots } from '#db/schema/stock.ts';
import type { ReservationStatus } from '#kernel/statuses.ts';
import { recallLot } from '#tests/support/recalls.ts';
import { aPerson, aProduct } from './people.ts';
import { FOREVER, StockModel } from './stock-model.ts';
import { type Step, sequences } from './stock-steps.ts';

/** Noon of a Saturday in Hancock, NY. */
const START = Temporal.Instant.from('2026-06-06T16:00:00Z');

/** Pickups are two hours after noon, holds end when the store closes: on the same day the pickup is due first. */
const PICKUP_HOURS = 2;
const CLOSING_HOURS = 7;
const pickupOn = (day: number): number => day + PICKUP_HOURS / 24;
const holdEndOn = (day: number): number => day + CLOSING_HOURS / 24;

type Made = {
  id: string;
  orderId: string | null;
  status: ReservationStatus;
  holdEnds: number | null;
};

/** Room for all orders and holds of the sequences. */
export async function openForSequences(db: Database): Promise<void> {
  await db.insert(storeSettings).values([
    { name: 'pickup', value: { capacity: 10_000 } },
    {
      name: 'holds',
      value: {
        ...{ unitsPerCustomer: 1_000_000, linesPerCustomer: 100_000, ordersPerHour: 100_000 },
        ...{ unitsUntilPickup: 1_000_000, ordersUntilPickup: 100_000 },
      },
    },
  ]);
  invalidateSettings();
}

/** Runs this many sequences; throws at the first difference between shop and model. */
export async function compareWithModel(db: Database, count: number): Promise<{ steps: number }> {
  const admin = await aPerson(db, { role: 'admin' });
  let steps = 0;
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      const run = new Run(db, admin, await aPerson(db), await anEmptyProduct(db));
      for (const each of sequence) {
        await run.take(each);
        steps += 1;
      }
    }),
    { numRuns: count, endOnFailure: true },
  );
  return { steps };
}

async function anEmptyProduct(db: Database): Promise<number> {
  const goods = { productType: 'fly_fishing', taxClass: 'merchandise', requiresId: false } as const;
  const id = await aProduct(db, { ...goods, limitCategory: null, limitMg: null, onHand: 0 });
  await db.execute(sql`delete from lots where product_id = ${id}`);
  return id;
}

class Run {
  private readonly model = new StockModel();
  private readonly lotIds: number[] = [];
  private readonly made: Made[] = [];

  private readonly db: Database;
  private readonly admin: SignedIn;
  private readonly buyer: SignedIn;
  private readonly productId: number;

  constructor(db: Database, admin: SignedIn, buyer: SignedIn, productId: number) {
    this.db = db;
    this.admin = admin;
    this.buyer = buyer;
    this.productId = productId;
  }

  private get now(): Temporal.Instant {
    return START.add({ hours: 24 * this.model.today });
  }

  private dayOf(day: number): string {
    return Temporal.PlainDate.from('2026-06-06').add({ days: day }).toString();
  }

  /** Runs the step in the shop and in the model; both must return the same, and have the same state afterwards. */
  async take(wanted: Step): Promise<void> {
    const [shop, model] = await this.both(wanted);
    const context = JSON.stringify(wanted);
    if (shop !== model) throw new Error(`${context}: the shop says ${shop}, the model ${model}`);
    const [there, thought] = [await this.readShop(), this.readModel()];
    if (there !== thought) throw new Error(`${context}:\n  shop  ${there}\n  model ${thought}`);
  }

  private async both(wanted: Step): Promise<[shop: boolean, model: boolean]> {
    const { model, productId, admin, buyer, now } = this;
    switch (wanted.do) {
      case 'receive': {
        const lastDay = model.today + wanted.days;
        const expiresOn = lastDay === FOREVER ? null : this.dayOf(lastDay);
        const delivery = { productId, batchNumber: randomUUID(), quantity: wanted.units, testStatus: null };
        const received = await receiveLot(admin, { ...delivery, expiresOn }, now);
        if (received.ok) this.lotIds.push(received.value.lotId);
        model.receive(wanted.units, lastDay);
        return [received.ok, true];
      }
      case 'reserve': {
        const input = { productId, quantity: wanted.units, key: randomUUID(), again: true };
        const held = await reserveProduct(buyer, input, now);
        const holdEnds = model.today + 1;
        if (held.ok)
          this.made.push({ id: held.value.reservationId, orderId: null, status: 'pending', holdEnds });
        return [held.ok, model.reserve(wanted.units, holdEndOn(holdEnds))];
      }
      case 'checkout':
        return this.checkOut(wanted.units, wanted.days);
      case 'order': {
        const [made, at] = this.one(this.made, wanted.at);
        if (made?.status !== 'pending' || made.orderId !== null) return [true, true];
        const placed = await this.place(made.id, 1, wanted.days);
        if (placed) Object.assign(made, { orderId: placed.orderId, status: 'reserved', holdEnds: null });
        return [placed !== null, model.reschedule(at, pickupOn(model.today + wanted.days))];
      }
      case 'cancel':
        return this.cancel(wanted.at);
      case 'status':
        return this.changeStatus(wanted.at, wanted.status);
      case 'quarantine':
      case 'recall':
      case 'release':
        return this.changeLot(wanted.do, wanted.at);
      case 'adjust':
        return this.adjust(wanted);
      case 'count': {
        const [lotId, at] = this.one(this.lotIds, wanted.at);
        const lot = model.lots[at];
        if (lotId === undefined || !lot) return [true, true];
        const counted = Math.max(0, lot.onHand + wanted.units);
        const change = counted - lot.onHand;
        const approve = await this.findOnSheet(await this.batchOf(lotId), counted);
        if (wanted.sells) {
          const [shop, thought] = await this.checkOut(1, 1);
          if (shop !== thought) return [shop, thought];
        }
        return [(await approve()) !== null, change !== 0 && model.adjust(at, change, false)];
      }
      case 'find': {
        const approve = await this.findOnSheet(randomUUID(), wanted.units);
        const lotId = await approve();
        if (lotId !== null) this.lotIds.push(lotId);
        model.receive(wanted.units, FOREVER);
        return [lotId !== null, true];
      }
      case 'next-day': {
        model.nextDay();
        await retireExpiredLots(this.now);
        for (const [at, made] of this.made.entries()) {
          if (made.status !== 'pending' || made.holdEnds === null || made.holdEnds >= model.today) continue;
          model.release(at);
          made.status = 'cancelled';
        }
        await expireHolds(this.now);
        return [true, true];
      }
    }
  }

  private async checkOut(units: number, days: number): Promise<[boolean, boolean]> {
    const placed = await this.place(null, units, days);
    if (placed) {
      const { rows } = await this.db.execute<{ id: string }>(
        sql`select reservation_id as id from order_items where order_id = ${placed.id}`,
      );
      const id = rows[0]?.id ?? '';
      this.made.push({ id, orderId: placed.orderId, status: 'reserved', holdEnds: null });
    }
    return [placed !== null, this.model.reserve(units, pickupOn(this.model.today + days))];
  }

  private async cancel(index: number): Promise<[boolean, boolean]> {
    const { model, buyer, now } = this;
    const [made, at] = this.one(this.made, index);
    if (!made || (made.orderId === null && made.status !== 'pending')) return [true, true];
    const ended = made.orderId
      ? await cancelOrder(buyer, made.orderId, now)
      : await cancelReservation(buyer, made.id, now);
    // A customer cannot cancel an order whose pickup time has come.
    const due = model.reservations[at]?.due ?? 0;
    const mayEnd = made.orderId === null || made.status === 'cancelled' || due >= model.today;
    if (mayEnd) {
      model.release(at);
      // Restored by staff, it no longer ends by itself.
      Object.assign(made, { status: 'cancelled', holdEnds: null });
    }
    return [ended.ok, mayEnd];
  }

  private async adjust({ at: index, units, reason, goWithout }: Extract<Step, { do: 'adjust' }>) {
    const { model, admin, now } = this;
    const [lotId, at] = this.one(this.lotIds, index);
    const lot = model.lots[at];
    if (lotId === undefined || !lot) return [true, true] as [boolean, boolean];
    const chosen = goWithout ? this.made.map(({ id }) => id) : [];
    const count = { lotId, counted: lot.onHand + units, expected: lot.onHand, reason, note: '', chosen };
    const { ok } = await countLot(admin, count, now);
    const fits = reason === 'count' || (reason === 'return' ? units > 0 : units < 0);
    return [ok, fits && model.adjust(at, units, goWithout)] as [boolean, boolean];
  }

  /** Counts a batch on its own sheet; the returned function approves it and returns its lot, null if refused. */
  private async findOnSheet(code: string, counted: number): Promise<() => Promise<number | null>> {
    const { db, admin, productId, now } = this;
    await db.update(countSheets).set({ closedAt: sql`now()` }).where(isNull(countSheets.closedAt));
    const [sheet] = await db
      .insert(countSheets)
      .values({ title: 'All categories', startedBy: admin.userId, startedByName: admin.name })
      .returning();
    const sheetId = sheet?.id ?? 0;
    const found = await countFound(admin, { sheetId, code, productId, counted });
    if (!found.ok) throw new Error(found.problem.kind);
    const { rowId } = found.value;
    return async () => {
      const approved = await approveRow(
        admin,
        { sheetId, rowId, version: 1, reason: 'count', note: '' },
        now,
      );
      if (!approved.ok) return null;
      const [row] = await db.select().from(countRows).where(eq(countRows.id, rowId));
      return row?.lotId ?? null;
    };
  }

  private async batchOf(lotId: number): Promise<string> {
    const [lot] = await this.db.select().from(lots).where(eq(lots.id, lotId));
    return lot?.batchNumber ?? '';
  }

  private async place(reservationId: string | null, quantity: number, days: number) {
    const placed = await placeOrder(
      this.buyer,
      {
        key: randomUUID(),
        lines: reservationId ? [] : [{ productId: this.productId, quantity }],
        reservationId,
        slotStartsAt: this.now.add({ hours: 24 * days + PICKUP_HOURS }).toString(),
        birthDate: null,
        expectedTotal: null,
        again: true,
      },
      this.now,
    );
    const expected = ['not-available', 'expires-before-pickup'];
    if (!placed.ok && !expected.includes(placed.problem.kind))
      throw new Error(JSON.stringify(placed.problem));
    return placed.ok ? placed.value : null;
  }

  private async changeStatus(index: number, status: Made['status']): Promise<[boolean, boolean]> {
    const { model } = this;
    const [made, at] = this.one(this.made, index);
    if (!made) return [true, true];
    const changed = await changeReservationStatus(this.admin, { reservationId: made.id, status }, this.now);
    const [before, after] = [stockEffect[made.status], stockEffect[status]];
    const besideOrder = (one: Made['status']) => ['reserved', 'submitted', 'confirmed'].includes(one);
    let may =
      status === made.status || made.orderId === null || (besideOrder(made.status) && besideOrder(status));
    const dueBefore = model.reservations[at]?.due ?? null;
    const isOver = made.holdEnds === null || made.holdEnds < model.today;
    const renews = may && status === 'pending' && made.status !== 'pending' && isOver;
    const saved = model.save();
    if (renews) model.renew(at, holdEndOn(model.today + 1));
    if (may && before !== after) {
      if (after === 'released') {
        model.release(at);
        made.holdEnds = null;
      } else if (before === 'sold') model.takeBack(at);
      else {
        if (before === 'released') may = model.hold(at);
        if (may && after === 'sold') may = model.sell(at);
      }
    }
    // Both mean that the farm has the units.
    if (
      may &&
      (status === 'reserved' || status === 'confirmed') &&
      model.reservations[at]?.units.includes(null)
    ) {
      model.restore(saved);
      may = status === made.status;
    }
    if (may) made.status = status;
    if (renews && may) made.holdEnds = model.today + 1;
    if (renews && !may) model.renew(at, dueBefore);
    return [changed.ok, may];
  }

  private async changeLot(
    change: 'quarantine' | 'recall' | 'release',
    index: number,
  ): Promise<[boolean, boolean]> {
    const { model, admin, now } = this;
    const [lotId, at] = this.one(this.lotIds, index);
    const lot = model.lots[at];
    if (lotId === undefined || !lot) return [true, true];
    const act = { quarantine: quarantineLot, recall: recallLot, release: releaseLot }[change];
    const { ok } = await act(admin, { lotId, reason: 'Trial' }, now);
    if (change === 'release') return [ok, model.returnToSale(at)];
    // A lot is in one recall at a time.
    const may =
      change === 'recall'
        ? lot.status !== 'recalled'
        : lot.status === 'sellable' || lot.status === 'quarantined';
    if (may) model.leaveSale([at], change === 'recall' ? 'recalled' : 'quarantined');
    return [ok, may];
  }

  private one<T>(list: readonly T[], index: number): [T | undefined, number] {
    const at = list.length === 0 ? 0 : index % list.length;
    return [list[at], at];
  }

  /** Lots with their status, on hand and held; then of every reservation its units by lot, counted from 0. */
  private readModel(): string {
    const lots = this.model.lots.map(
      ({ status, onHand }, index) => `${status} ${onHand}/${this.model.held(index)}`,
    );
    const units = this.model.reservations.map(({ state, units: all }) => {
      const counts = Map.groupBy(all, (unit) => unit ?? -1);
      const shares = [...counts].toSorted(([left], [right]) => left - right);
      return `${state} ${shares.map(([lot, those]) => `${lot}×${those.length}`).join(' ')}`;
    });
    return `${lots.join(', ')} | ${units.join(', ')}`;
  }

  /** The database's state in the same form, each lot checked against its ledger, the product against its lots. */
  private async readShop(): Promise<string> {
    type Lot = { id: number; status: string; onHand: number; held: number; ledger: string; product: string };
    const { rows: lots } = await this.db.execute<Lot>(sql`
      select lots.id, status, lots.on_hand as "onHand", lots.held,
        (select concat(coalesce(sum(on_hand_change + set_aside_change), 0), '/', coalesce(sum(held_change), 0))
          from stock_ledger where lot_id = lots.id) as ledger,
        concat(stock.on_hand, '/', stock.held, ' of ',
          coalesce(sum(lots.on_hand) filter (where status = 'sellable') over (), 0), '/', sum(lots.held) over ()) as product
      from lots join product_stock as stock using (product_id) where product_id = ${this.productId} order by lots.id`);
    for (const { id, onHand, held, ledger, product } of lots) {
      if (held > onHand) throw new Error(`lot ${id}: ${held} held of ${onHand}`);
      if (ledger !== `${onHand}/${held}`)
        throw new Error(`lot ${id}: ${onHand}/${held}, its ledger ${ledger}`);
      const [stock, sum] = product.split(' of ');
      if (stock !== sum) throw new Error(`product: ${stock}, its lots ${sum}`);
    }
    const { rows: shares } = await this.db.execute<{
      id: string;
      lotId: number | null;
      quantity: number;
    }>(sql`
      select reservation_id as id, lot_id as "lotId", share.quantity
      from reservation_lots as share join pickup_reservations on pickup_reservations.id = reservation_id
      where product_id = ${this.productId} order by lot_id nulls first`);
    const words = lots.map(({ status, onHand, held }) => `${status} ${onHand}/${held}`);
    const units = this.made.map(({ id, status }) => {
      const those = shares.filter((share) => share.id === id);
      const named = those.map(
        ({ lotId, quantity }) => `${lotId === null ? -1 : this.lotIds.indexOf(lotId)}×${quantity}`,
      );
      return `${stockEffect[status]} ${named.join(' ')}`;
    });
    return `${words.join(', ')} | ${units.join(', ')}`;
  }
}
