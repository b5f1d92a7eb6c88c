/** Reads what a paired screen shows, and the list of screens for staff. */
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { type Actor, may } from '#core/ground/access/actor.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { readLine } from '#core/sales/line/line-queries.server.ts';
import { hasEnded, isPaid } from '#core/sales/orders/order.ts';
import { cashForOrder, roundingOfOrder } from '#core/sales/orders/order-cash.ts';
import { readShownWalkIn } from '#core/sales/walk-ins/shown-walk-in-queries.server.ts';
import { database } from '#db/client.ts';
import { displays, shownOrders } from '#db/schema/displays.ts';
import { registers } from '#db/schema/line.ts';
import { handOvers, orderItems, orders } from '#db/schema/orders.ts';
import { asDate, formatDateTime, instantOf } from '#kernel/time.ts';
import {
  changeFor,
  type DisplayView,
  type PairedDisplay,
  SHOWN_SECONDS,
  shownCode,
  UNSEEN_DAYS,
} from './display.ts';
import { displayHash } from './display-cookie.server.ts';

/** For a screen that is paired. */
export async function viewOf(display: PairedDisplay, now: Temporal.Instant): Promise<DisplayView> {
  const settings = await readSettings();
  const farm = settings.store.name;
  if (display.registerId === null) {
    const { called, pickups, walkIns } = await readLine(now, settings.store.zone);
    const waiting = [...pickups, ...walkIns].toSorted((one, other) => one.since - other.since);
    return {
      ...{ kind: 'line', farm },
      called: called.map(({ label, register }) => ({ label, register })),
      waiting: waiting.map(({ label }) => label),
    };
  }
  const [shown] = await database()
    .select()
    .from(shownOrders)
    .where(
      and(
        eq(shownOrders.registerId, display.registerId),
        gt(shownOrders.shownAt, asDate(now.subtract({ seconds: SHOWN_SECONDS }))),
      ),
    );
  const { orderId = null, walkInId = null, received = null } = shown ?? {};
  const order = orderId === null ? null : await shownOrder(orderId, received, settings);
  const walkIn = walkInId === null ? null : await readShownWalkIn(walkInId, now);
  if (order) return order;
  if (!walkIn) return { kind: 'idle', farm };
  return { ...walkIn, kind: 'order', due: null, received: null, change: null, isPaid: false };
}

type OrderView = Extract<DisplayView, { kind: 'order' }>;

/** null for an order that ended without a hand-over. */
async function shownOrder(id: string, typed: number | null, { cash }: Settings): Promise<OrderView | null> {
  const [[row], lines] = await Promise.all([
    database()
      .select({
        ...{ status: orders.status, paymentStatus: orders.paymentStatus, cashRounding: orders.cashRounding },
        ...{ tax: orders.tax, total: orders.total },
        ...{ owed: handOvers.owed, taken: handOvers.cashReceived },
      })
      .from(orders)
      .leftJoin(handOvers, eq(handOvers.orderId, orders.id))
      .where(eq(orders.id, id)),
    database()
      .select({ name: orderItems.productName, quantity: orderItems.quantity, amount: orderItems.amount })
      .from(orderItems)
      .where(eq(orderItems.orderId, id))
      .orderBy(asc(orderItems.position)),
  ]);
  if (!row || (hasEnded(row.status) && row.status !== 'completed')) return null;
  const isDone = row.status === 'completed';
  const isPaidBefore = isPaid(row.paymentStatus) && !isDone;
  const due = isDone ? (row.owed ?? 0) : isPaidBefore ? 0 : cashForOrder(row, cash.roundsCash);
  return {
    ...{ kind: 'order', lines, tax: row.tax, total: row.total, due, isPaid: isDone },
    units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    rounding: roundingOfOrder(row, cash.roundsCash),
    ...changeFor(due, isDone ? row.taken : isPaidBefore ? null : typed),
  };
}

/** The screen with this token, for its stream; null for one that is not paired. */
export async function readPaired(token: string, now: Temporal.Instant): Promise<PairedDisplay | null> {
  const [paired] = await database()
    .select({ id: displays.id, registerId: displays.registerId })
    .from(displays)
    .where(
      and(
        eq(displays.tokenHash, displayHash(token)),
        gt(displays.seenAt, asDate(now.subtract({ hours: UNSEEN_DAYS * 24 }))),
      ),
    );
  return paired ?? null;
}

export type ListedDisplay = {
  id: string;
  /** The register whose customer it shows; null for a waiting screen. */
  register: string | null;
  by: string;
  at: string;
  /** Until its screen came: the code. */
  code: string | null;
  isAway: boolean;
};

/** Minutes without a word after which a screen is off. */
const AWAY_MINUTES = 3;

/** Newest first; empty for actors who may not manage orders. */
export async function readDisplays(actor: Actor, now: Temporal.Instant): Promise<ListedDisplay[]> {
  if (!may(actor, 'orders.manage')) return [];
  const { zone } = (await readSettings()).store;
  const rows = await database()
    .select({ display: displays, register: registers.name })
    .from(displays)
    .leftJoin(registers, eq(registers.id, displays.registerId))
    .where(gt(displays.seenAt, asDate(now.subtract({ hours: UNSEEN_DAYS * 24 }))))
    .orderBy(asc(displays.createdAt));
  return rows.map(({ display, register }) => ({
    ...{ id: display.id, register, by: display.pairedByName },
    at: formatDateTime(instantOf(display.createdAt), zone),
    code: display.code === null ? null : shownCode(display.code),
    isAway: instantOf(display.seenAt).until(now).total('minutes') > AWAY_MINUTES,
  }));
}
