/** Reads what a walk-in buys so far, for the screen of its customer. Checks no permission. */
import { eq } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { menuSeen } from '#core/goods/stock/lock-menu.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { roundingOf } from '#core/sales/cash-desk/cash-rounding.ts';
import { readTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { quote } from '#core/sales/orders/quote.ts';
import { database } from '#db/client.ts';
import { walkIns } from '#db/schema/walk-ins.ts';
import { storeDate } from '#kernel/time.ts';
import { linesOf } from './walk-in.ts';

/** Money in cents. */
export type ShownWalkIn = {
  lines: { name: string; quantity: number; amount: number }[];
  units: number;
  tax: number;
  total: number;
  rounding: number;
};

/** null for one that has ended, that is an order by now, or without a unit. */
export async function readShownWalkIn(id: string, now: Temporal.Instant): Promise<ShownWalkIn | null> {
  const [row] = await database()
    .select({ units: walkIns.units, orderId: walkIns.orderId, userId: walkIns.userId })
    .from(walkIns)
    .where(eq(walkIns.id, id));
  if (!row || row.orderId !== null || row.units.length === 0) return null;
  const [settings, rules] = await Promise.all([readSettings(), readTaxRules()]);
  const today = storeDate(now, settings.store.zone);
  const wanted = linesOf(row.units);
  const menu = await menuSeen(database(), wanted, { settings, now }, { person: row.userId });
  const money = quote(
    wanted.flatMap(({ productId, quantity }) => {
      const product = menu.get(productId);
      return product ? [{ ...product, quantity }] : [];
    }),
    rules,
    today,
  );
  return {
    lines: money.lines.map(({ name, quantity, amount }) => ({ name, quantity, amount })),
    units: row.units.length,
    tax: money.tax,
    total: money.total,
    rounding: roundingOf(money.total, settings.cash.roundsCash),
  };
}
