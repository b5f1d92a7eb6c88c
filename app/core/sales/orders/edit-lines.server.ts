/**
 * Changes the lines of a locked order, for staff and for its customer: stock, prices, tax, and the rules of checkout for
 * what grew. The caller checked who asks and in which state the order is, and saves the columns.
 */
import type { Temporal } from 'temporal-polyfill';
import type { LockedCustomer } from '#core/accounts/customers/lock-customer.server.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { checkAge, needsBirthDate } from '#core/sales/compliance/age-rule.ts';
import { checkContents, checkUsage, NO_USAGE } from '#core/sales/compliance/purchase-limits.ts';
import { type Held, purchasesCountingToday } from '#core/sales/compliance/purchases-queries.server.ts';
import type { TaxRule } from '#core/sales/compliance/tax.ts';
import type { Transaction } from '#db/client.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, parseDate, startOfDay, storeDate } from '#kernel/time.ts';
import { acceptedIdOf } from './hand-over/write-id-check.server.ts';
import { differ, type LineChange, type LinesProblem } from './order-edit.ts';
import {
  type GrownLine,
  itemsOf,
  moneyOf,
  type OrderItem,
  rewriteLines,
} from './write-order-lines.server.ts';
import type { LockedOrder } from './write-order-status.server.ts';

export type LinesEdit = {
  customer: LockedCustomer;
  order: LockedOrder;
  items: readonly OrderItem[];
  /** Allowed by `checkChanges`. */
  changes: readonly LineChange[];
  /** The order's pickup from now on; `moves` if it is another one. */
  startsAt: Date | null;
  moves: boolean;
  /** Its customer changes it, who cannot take what an offer needs together apart; staff may, and its price stays. */
  byCustomer?: boolean;
};

/** `settings` are locked until the transaction ends. */
type Facts = { settings: Settings; rules: readonly TaxRule[]; now: Temporal.Instant };

export type EditedLines = {
  items: OrderItem[];
  /** Columns of the order to save: its money if lines changed, and the birth date. */
  columns: Partial<Awaited<ReturnType<typeof moneyOf>>> & { birthDate: string | null };
  /** What the customer has reserved after the change; null if nothing grew. */
  held: Held | null;
};

/**
 * Existing lines are charged at their reserved price, and all lines are taxed by the rules of the day the order was
 * placed; an added line costs the current menu price. After a refusal the caller rolls back.
 */
export async function editLines(
  tx: Transaction,
  edit: LinesEdit,
  { actorId, note }: { actorId: string; note: string },
  { settings, rules, now }: Facts,
): Promise<Result<EditedLines, LinesProblem>> {
  const { customer, order, items, changes, startsAt, moves } = edit;
  const { zone } = settings.store;
  const differs = differ(changes);
  let held: Held | null = null;
  if (differs || moves) {
    const plan = {
      ...{ order, items, changes, startsAt, rebindAll: moves, settings },
      byCustomer: edit.byCustomer === true,
    };
    const grown = await rewriteLines(tx, plan, { actorId, orderId: order.id, note }, { now, zone });
    if (!grown.ok) return grown;
    const allowed = await checkGrown(tx, { customer, order, grown: grown.value, settings, now });
    if (!allowed.ok) return allowed;
    held = allowed.value;
  }
  // A paid order's amounts do not change, whatever happened to the tax rules since.
  const money = differs ? await moneyOf(tx, order, rules, zone) : {};
  const after = await itemsOf(tx, order.id);
  const birthDate = order.birthDate ?? (needsBirthDate(after) ? customer.birthDate : null);
  return succeed({ items: after, columns: { ...money, birthDate }, held });
}

/** Checks whether this customer may have more than before: the rules of checkout, for the lines that grew. */
async function checkGrown(
  tx: Transaction,
  wanted: Pick<LinesEdit, 'customer' | 'order'> & Omit<Facts, 'rules'> & { grown: readonly GrownLine[] },
): Promise<Result<Held | null, LinesProblem>> {
  const { customer, order, grown, settings, now } = wanted;
  if (grown.length === 0) return succeed(null);
  if (customer.isBanned) return refuse({ kind: 'banned' });
  if (needsBirthDate(grown) && customer.isVerifiedOver21 === false) return refuse({ kind: 'rejected' });
  const today = storeDate(now, settings.store.zone);
  const birthDate = customer.birthDate ?? order.birthDate;
  const birth = birthDate === null ? null : parseDate(birthDate);
  const dayStart = asDate(startOfDay(today, settings.store.zone));
  // A walk-in showed an ID today, and its birth date is not stored.
  const isProved = order.isWalkIn && (await acceptedIdOf(tx, order.id, dayStart)) !== null;
  const age = isProved ? succeed(null) : checkAge(grown, birth, today, settings.compliance.minimumAge);
  if (!age.ok) return age;
  const contents = checkContents(grown);
  if (!contents.ok) return refuse({ kind: 'over-limit', problem: contents.problem });
  const { usage, held } = await purchasesCountingToday(tx, order.userId, dayStart);
  const within = checkUsage(usage, NO_USAGE, settings.compliance);
  return within.ok ? succeed(held) : refuse({ kind: 'over-limit', problem: within.problem });
}
