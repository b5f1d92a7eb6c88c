/** Loads walk-ins as the counter shows them: those under way, and one with its lines, its total and what is left to buy. */
import { asc, eq, isNull } from 'drizzle-orm';
import { menuSeen } from '#core/goods/stock/lock-menu.server.ts';
import { unitsGoodOn } from '#core/goods/stock/lots/lots.ts';
import { may, type SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { roundingOf } from '#core/sales/cash-desk/cash-rounding.ts';
import { addUsage, limitsLeft, limitWords, usageOf } from '#core/sales/compliance/purchase-limits.ts';
import { purchasesSeenToday } from '#core/sales/compliance/purchases-queries.server.ts';
import { readTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { hoursNotice } from '#core/sales/orders/hand-over/hours-notice.ts';
import { stateName } from '#core/sales/orders/id-card/issuers.ts';
import { quote } from '#core/sales/orders/quote.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import { checkWalkIn, linesOf, MOST_UNITS, walkInMessage } from '#core/sales/walk-ins/walk-in.ts';
import { database } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { walkIns } from '#db/schema/walk-ins.ts';
import { isUuid, newId } from '#kernel/ids.ts';
import { asDate, formatTime, instantOf, startOfDay, storeDate, systemClock } from '#kernel/time.ts';

export type OpenWalkIn = { id: string; by: string; at: string; units: number };

/** Walk-ins that are no order yet, oldest first. Empty for actors who may not manage orders. */
export async function readOpenWalkIns(actor: SignedIn): Promise<OpenWalkIn[]> {
  if (!may(actor, 'orders.manage')) return [];
  const { zone } = (await readSettings()).store;
  const rows = await database()
    .select()
    .from(walkIns)
    .where(isNull(walkIns.orderId))
    .orderBy(asc(walkIns.createdAt))
    .limit(20);
  return rows.map(({ id, checkedByName, createdAt, units }) => ({
    id,
    by: checkedByName,
    at: formatTime(instantOf(createdAt), zone),
    units: units.length,
  }));
}

/** What the page of the ID check needs. `closed` is why no walk-in can be started now; null if one can. */
export async function readStartFacts(now = systemClock()) {
  const settings = await readSettings();
  return {
    closed: hoursNotice(pickupPolicy(settings), now),
    homeState: stateName(settings.store.state),
    minimumAge: settings.compliance.minimumAge,
    key: newId<string>(),
  };
}

export type WalkInLine = {
  productId: number;
  name: string;
  quantity: number;
  /** Units of it that were scanned: they are packed with the order. */
  scanned: number;
  /** The most that can be chosen. */
  most: number;
  /** Cents. */
  unitPrice: number;
  amount: number;
  /** Why it is not cheaper; null if nothing is to say. */
  priceNote: string | null;
};

export type WalkInView = {
  id: string;
  /** The number of the order that it is now; null before. */
  orderId: string | null;
  by: string;
  at: string;
  lines: WalkInLine[];
  units: number;
  /** Cents. */
  subtotal: number;
  taxes: { name: string; amount: number }[];
  total: number;
  /** What rounding adds to the total for the cash due, in cents. */
  rounding: number;
  /** What is left of each limit today after these lines. */
  left: string[];
  /** Why it cannot be ordered as it is; null if it can. */
  problem: string | null;
  minutes: number;
};

/** null for a walk-in that has ended, and for actors who may not manage orders. */
export async function readWalkIn(
  actor: SignedIn,
  id: string,
  now = systemClock(),
): Promise<WalkInView | null> {
  if (!may(actor, 'orders.manage') || !isUuid(id)) return null;
  const [row] = await database()
    .select({ walkIn: walkIns, orderId: orders.orderId })
    .from(walkIns)
    .leftJoin(orders, eq(orders.id, walkIns.orderId))
    .where(eq(walkIns.id, id));
  if (!row) return null;
  const { walkIn } = row;
  const [settings, rules] = await Promise.all([readSettings(), readTaxRules()]);
  const { zone } = settings.store;
  const today = storeDate(now, zone);
  const wanted = linesOf(walkIn.units);
  const [menu, { usage }] = await Promise.all([
    menuSeen(database(), wanted, { settings, now }, { person: walkIn.userId }),
    purchasesSeenToday(walkIn.userId, asDate(startOfDay(today, zone))),
  ]);
  const lines = wanted.flatMap(({ productId, quantity }) => {
    const product = menu.get(productId);
    return product ? [{ ...product, quantity }] : [];
  });
  const money = quote(lines, rules, today);
  const limits = settings.compliance;
  const decision = checkWalkIn(lines, { today: today.toString(), alreadyToday: usage, limits });
  const after = addUsage(usage, usageOf(lines));
  const scannedOf = (product: number) =>
    walkIn.units.filter(({ productId, code }) => productId === product && code !== null).length;
  return {
    id,
    orderId: row.orderId,
    by: walkIn.checkedByName,
    at: formatTime(instantOf(walkIn.createdAt), zone),
    lines: money.lines.map(({ productId, name, quantity, lots, unitPrice, amount, priceNote }) => ({
      ...{ productId, name, quantity, unitPrice, amount, priceNote },
      scanned: scannedOf(productId),
      most: Math.min(MOST_UNITS, Math.max(quantity, unitsGoodOn(lots, today.toString()))),
    })),
    units: walkIn.units.length,
    subtotal: money.subtotal,
    taxes: money.taxParts.map(({ name, amount }) => ({ name, amount })),
    total: money.total,
    rounding: roundingOf(money.total, settings.cash.roundsCash),
    left: limitsLeft(after, limits).map(({ limit, leftMg }) => limitWords(limit, leftMg)),
    problem: decision.ok || decision.problem.kind === 'empty' ? null : walkInMessage(decision.problem),
    minutes: settings.holds.walkInMinutes,
  };
}
