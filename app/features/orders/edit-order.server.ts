/**
 * Staff change an order that has not ended: lines, quantities, pickup time, note. Stock, slot, tax and total
 * follow in one transaction. Locks are taken as everywhere: customer, order, reservations, stock, slot.
 */
import { asc, eq, inArray } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { inTransactionOr, type Transaction } from '#db/client.ts';
import { orderItems, orders, pickupReservations } from '#db/schema/orders.ts';
import { type Actor, may } from '#features/access/actor.ts';
import { recordAudit } from '#features/audit/record-audit.server.ts';
import { checkUsage, NO_USAGE } from '#features/compliance/purchase-limits.ts';
import { purchasesCountingToday } from '#features/compliance/purchases-queries.server.ts';
import { readTaxRules } from '#features/compliance/tax-queries.server.ts';
import { lockCustomer } from '#features/customers/lock-customer.server.ts';
import { recordEvent } from '#features/events/record-event.server.ts';
import { coverMissing, holdLots, releaseLots } from '#features/inventory/hold-lots.server.ts';
import { lockMenu, type MenuProduct } from '#features/inventory/lock-menu.server.ts';
import { type FreeLot, takeFirstOut, unitsGoodOn } from '#features/inventory/lots.ts';
import { readFreeLots } from '#features/inventory/lots-queries.server.ts';
import { offeredSlotAt } from '#features/pickup/slots.ts';
import { pickupPolicy } from '#features/pickup/slots-queries.server.ts';
import { releaseSlot, takeSlot } from '#features/pickup/take-slot.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { newId } from '#kernel/ids.ts';
import { cents } from '#kernel/money.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, formatDateTime, instantOf, startOfDay, storeDate, systemClock } from '#kernel/time.ts';
import { staleChanges } from '#ui/form/refusal.ts';
import { hasEnded } from './order.ts';
import {
  type EditProblem,
  type LineChange,
  lineChanges,
  MAXIMUM_LINES,
  type OrderEdit,
} from './order-edit.ts';
import { quote } from './quote.ts';
import { releaseReservations } from './release-reservations.server.ts';
import { type LockedOrder, lockOrder, reservationsOf } from './write-order-status.server.ts';

type Item = typeof orderItems.$inferSelect;
type Outcome = Result<{ version: number }, EditProblem>;

/** What the form began with and what was typed, by field name: only to say what changed in between. */
export type EditTexts = { base: Readonly<Record<string, string>>; mine: Readonly<Record<string, string>> };

/** Answers the new version. Nothing is changed by a refusal. */
export async function editOrder(
  actor: Actor,
  orderId: string,
  edit: OrderEdit,
  texts: EditTexts,
  now = systemClock(),
): Promise<Outcome> {
  if (actor.kind !== 'user' || !may(actor, 'orders.manage')) return refuse({ kind: 'admin-only' });
  const [settings, rules] = await Promise.all([readSettings(), readTaxRules()]);
  const { zone } = settings.store;

  return inTransactionOr<Outcome>(async (tx, abandon) => {
    const [found] = await tx
      .select({ userId: orders.userId, name: orders.userName })
      .from(orders)
      .where(eq(orders.orderId, orderId));
    if (!found) return refuse({ kind: 'not-found' });
    const customer = await lockCustomer(tx, found);
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse({ kind: 'not-found' });
    const items = await itemsOf(tx, order.id);
    if (order.version !== edit.version)
      return refuse({ kind: 'stale', stale: staleOf(order, items, texts, zone) });
    if (hasEnded(order.status)) return refuse({ kind: 'ended' });

    const changes = lineChanges(items, edit.lines);
    const differ = changes.some(({ from, to }) => from !== to);
    if (changes.every(({ to }) => to === 0)) return refuse({ kind: 'no-lines' });
    if (changes.filter(({ to }) => to > 0).length > MAXIMUM_LINES) return refuse({ kind: 'too-many-lines' });
    if (differ && order.paymentStatus === 'paid') return refuse({ kind: 'paid' });

    const pickup = await newPickup(order, edit.slotStartsAt);
    if (!pickup.ok) return pickup;
    const { startsAt, endsAt, moves } = pickup.value;

    if (differ || moves) {
      const stock = await rewriteLines(tx, { order, items, changes, startsAt, rebindAll: moves });
      if (!stock.ok) return abandon(stock);
      const grown = changes.some(({ from, to }) => to > from);
      if (grown) {
        const restricted = stock.value.some((line) => line.added && line.requiresId);
        if (restricted && customer.isVerifiedOver21 === false) return abandon(refuse({ kind: 'rejected' }));
        const dayStart = asDate(startOfDay(storeDate(now, zone), zone));
        const { usage } = await purchasesCountingToday(tx, order.userId, dayStart);
        const within = checkUsage(usage, NO_USAGE, settings.compliance);
        if (!within.ok) return abandon(refuse({ kind: 'over-limit', problem: within.problem }));
      }
    }
    const money = await rewriteMoney(tx, order);
    const version = order.version + 1;
    await tx
      .update(orders)
      .set({
        ...money,
        pickupStartsAt: startsAt,
        pickupEndsAt: endsAt,
        note: edit.note,
        version,
        updatedAt: asDate(now),
      })
      .where(eq(orders.id, order.id));
    if (moves && startsAt) {
      if (!(await takeSlot(tx, startsAt, settings.pickup.capacity)))
        return abandon(refuse({ kind: 'slot-full' }));
      if (order.pickupStartsAt) await releaseSlot(tx, order.pickupStartsAt);
    }
    const after = await itemsOf(tx, order.id);
    await recordAudit(tx, actor, {
      action: 'order.edited',
      subject: 'order',
      subjectId: order.id,
      before: auditState(order, items, zone),
      after: auditState({ ...order, ...money, pickupStartsAt: startsAt, note: edit.note }, after, zone),
      reason: edit.reason,
    });
    // The customer hears of what concerns them: what they get, when, and for how much. Not of a note.
    if (differ || moves) await recordEvent(tx, { kind: 'order-changed', orderId: order.id }, actor.userId);
    return succeed({ version });

    /** The pickup the order shall have. A time it has already stays its own, posted or not. */
    async function newPickup(
      current: LockedOrder,
      wanted: string,
    ): Promise<Result<{ startsAt: Date | null; endsAt: Date | null; moves: boolean }, EditProblem>> {
      const same = { startsAt: current.pickupStartsAt, endsAt: current.pickupEndsAt, moves: false };
      if (wanted === '' || wanted === current.pickupStartsAt?.toISOString()) return succeed(same);
      // Staff may promise a time sooner than the lead time that customers are offered.
      const slot = offeredSlotAt({ ...pickupPolicy(settings), leadMinutes: 0 }, readInstant(wanted), now);
      return slot
        ? succeed({ startsAt: asDate(slot.startsAt), endsAt: asDate(slot.endsAt), moves: true })
        : refuse({ kind: 'slot-not-open' });
    }

    /** Gives back and takes what the lines now need, under the stock's lock, and writes reservations and items. */
    async function rewriteLines(
      inside: Transaction,
      plan: {
        order: LockedOrder;
        items: readonly Item[];
        changes: readonly LineChange[];
        startsAt: Date | null;
        /** The day may be another one, so every line needs lots that are good on it. */
        rebindAll: boolean;
      },
    ): Promise<Result<{ added: boolean; requiresId: boolean }[], EditProblem>> {
      const reservations = new Map((await reservationsOf(inside, plan.order.id)).map((row) => [row.id, row]));
      const menu = await lockMenu(
        inside,
        plan.changes.map(({ productId }) => productId),
      );
      const cause = {
        actorId: actor.kind === 'user' ? actor.userId : null,
        orderId: plan.order.id,
        note: 'Order edited',
      };
      const itemOf = new Map(plan.items.map((item) => [item.productId, item]));
      const touched = plan.changes.filter(({ from, to }) => from !== to || plan.rebindAll);
      const given = touched.flatMap(({ productId }) => {
        const item = itemOf.get(productId);
        const reservation = item && reservations.get(item.reservationId);
        return item && reservation ? [{ item, reservation }] : [];
      });

      const gone = given.filter(({ item }) =>
        touched.some((line) => line.productId === item.productId && line.to === 0),
      );
      if (gone.length > 0) {
        await inside.delete(orderItems).where(
          inArray(
            orderItems.id,
            gone.map(({ item }) => item.id),
          ),
        );
        await releaseReservations(
          inside,
          gone.map(({ reservation }) => reservation),
          { orderId: plan.order.id, actorId: cause.actorId, note: cause.note, clock: { now, zone } },
        );
      }
      const kept = given.filter((line) => !gone.includes(line));
      await releaseLots(
        inside,
        kept.map(({ reservation }) => reservation),
        cause,
        'transfer',
      );

      const free = await readFreeLots(
        inside,
        touched.map(({ productId }) => productId),
      );
      const day = storeDate(plan.startsAt ? instantOf(plan.startsAt) : now, zone).toString();
      let position = Math.max(-1, ...plan.items.map((item) => item.position));
      for (const { productId, from, to } of touched) {
        if (to === 0) continue;
        const product = menu.get(productId);
        if (!product || (from === 0 && !product.isOnMenu))
          return refuse({ kind: 'not-on-menu', name: product?.name ?? `Product ${productId}` });
        const lots = free.get(productId) ?? [];
        const { shares, missing } = takeFirstOut(lots, to, day);
        if (missing > 0) return refuse(shortage(product, lots, day));
        const item = itemOf.get(productId);
        const reservationId = item?.reservationId ?? newId();
        if (item) {
          await inside
            .update(pickupReservations)
            .set({ quantity: to, pickupTime: plan.startsAt, updatedAt: asDate(now) })
            .where(eq(pickupReservations.id, reservationId));
          await inside.update(orderItems).set(priced(item.unitPrice, to)).where(eq(orderItems.id, item.id));
        } else {
          position += 1;
          await addLine(inside, plan.order, {
            product,
            reservationId,
            quantity: to,
            position,
            pickupTime: plan.startsAt,
          });
        }
        await holdLots(inside, [{ reservationId, productId, shares }], cause, item ? 'transfer' : 'hold');
      }
      await coverMissing(
        inside,
        touched.map(({ productId }) => productId),
        cause.actorId,
        { now, zone },
      );
      return succeed(
        touched
          .filter(({ to }) => to > 0)
          .map(({ productId, from }) => ({
            added: from === 0,
            requiresId: menu.get(productId)?.requiresId ?? true,
          })),
      );
    }

    /** Tax and total of the lines as they stand now, by the rules of the day the order was placed. */
    async function rewriteMoney(inside: Transaction, current: LockedOrder) {
      const lines = await itemsOf(inside, current.id);
      const placed = storeDate(instantOf(current.createdAt), zone);
      const quoted = quote(
        lines.map((line) => ({ ...line, unitPrice: cents(line.unitPrice) })),
        rules,
        placed,
      );
      for (const line of quoted.lines) {
        await inside
          .update(orderItems)
          .set({
            amount: line.amount,
            tax: line.tax,
            total: line.total,
            taxParts: line.taxParts.map((part) => ({ ...part })),
          })
          .where(eq(orderItems.id, line.id));
      }
      const isCannabis = (line: { productType: string }) => line.productType === 'cannabis';
      return {
        subtotal: quoted.subtotal,
        tax: quoted.tax,
        total: quoted.total,
        taxParts: quoted.taxParts.map((part) => ({ ...part })),
        cannabisTax: quoted.lines.filter(isCannabis).reduce((sum, line) => sum + line.tax, 0),
        orderType: quoted.lines.some(isCannabis)
          ? ('cannabis_pickup' as const)
          : ('merchandise_pickup' as const),
      };
    }
  });
}

function itemsOf(tx: Transaction, orderId: string): Promise<Item[]> {
  return tx
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
}

function shortage(product: MenuProduct, lots: readonly FreeLot[], day: string): EditProblem {
  return { kind: 'not-available', name: product.name, available: unitsGoodOn(lots, day) };
}

/** Amounts that satisfy the row until tax is computed over all lines. */
function priced(unitPrice: number, quantity: number) {
  const amount = unitPrice * quantity;
  return { quantity, amount, tax: 0, total: amount };
}

async function addLine(
  tx: Transaction,
  order: LockedOrder,
  line: {
    product: MenuProduct;
    reservationId: string;
    quantity: number;
    position: number;
    pickupTime: Date | null;
  },
): Promise<void> {
  const { product, reservationId, quantity, position, pickupTime } = line;
  await tx.insert(pickupReservations).values({
    id: reservationId,
    userId: order.userId,
    productId: product.productId,
    quantity,
    pickupTime,
    status: 'reserved',
  });
  await tx.insert(orderItems).values({
    id: newId(),
    orderId: order.id,
    position,
    productId: product.productId,
    productName: product.name,
    productType: product.productType,
    categoryName: product.categoryName,
    taxClass: product.taxClass,
    requiresId: product.requiresId,
    unitPrice: product.unitPrice,
    ...priced(product.unitPrice, quantity),
    taxParts: [],
    limitCategory: product.limitCategory,
    limitMg: product.limitMg,
    reservationId,
  });
}

function auditState(
  order: Pick<LockedOrder, 'pickupStartsAt' | 'note' | 'total'>,
  items: readonly Item[],
  zone: string,
) {
  return {
    lines: items.map((item) => `${item.quantity} × ${item.productName}`),
    pickup: order.pickupStartsAt && formatDateTime(instantOf(order.pickupStartsAt), zone),
    note: order.note,
    totalInCents: order.total,
  };
}

/** The stored order in the texts of the form, compared with what the form began with. */
function staleOf(order: LockedOrder, items: readonly Item[], texts: EditTexts, zone: string) {
  const readable = (iso: string) => {
    const instant = readInstant(iso);
    return instant ? formatDateTime(instant, zone) : iso;
  };
  const labels: Record<string, string> = { slot: 'Pickup time', note: 'Note' };
  const theirs: Record<string, string> = {
    slot: order.pickupStartsAt?.toISOString() ?? '',
    note: order.note,
  };
  for (const item of items) {
    labels[`quantity-${item.productId}`] = item.productName;
    theirs[`quantity-${item.productId}`] = String(item.quantity);
  }
  for (const field of Object.keys(texts.base)) {
    if (field.startsWith('quantity-') && !(field in theirs)) {
      labels[field] = `Product ${field.slice('quantity-'.length)}`;
      theirs[field] = '0';
    }
  }
  const changes = staleChanges(labels, { ...texts, theirs }).map((change) =>
    change.field === 'slot'
      ? { ...change, theirsText: readable(change.theirs), mineText: readable(change.mine) }
      : change,
  );
  return { version: order.version, changes };
}

function readInstant(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text);
  } catch {
    return Temporal.Instant.fromEpochMilliseconds(0);
  }
}
