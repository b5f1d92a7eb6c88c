/** Decides whether an order may leave the counter: everything that stands against it, in one answer. */
import { eq, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { lockProfile } from '#core/accounts/customers/lock-customer.server.ts';
import { readUnitsOut } from '#core/goods/stock/put-back/units-out-queries.server.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { lockLicenses } from '#core/sales/compliance/lock-licenses.server.ts';
import {
  addUsage,
  checkUsage,
  type LimitProblem,
  type LimitUsage,
  NO_USAGE,
  usageOf,
} from '#core/sales/compliance/purchase-limits.ts';
import { purchasesCountingToday } from '#core/sales/compliance/purchases-queries.server.ts';
import type { Transaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, startOfDay } from '#kernel/time.ts';
import { hasEnded } from '../order.ts';
import { type LockedOrder, linesToPack, missingLines } from '../write-order-status.server.ts';
import { checkCash } from './cash.ts';
import type { CounterProblem } from './counter-problem.ts';
import { checkId, type HandOverInput, type IdProblem, issuerOf } from './id-check.ts';
import { ownerOfId } from './id-owner.server.ts';
import { acceptedIdOf } from './write-id-check.server.ts';

/** `id`: the ID that was checked now, null if none had to be. `picker`: the account that its limits count for. */
export type Allowed = {
  id: Extract<ReturnType<typeof checkId>, { ok: true }>['value'] | null;
  picker: string | null;
  /** Cents. */
  owed: number;
  cashReceived: number;
};

type Circumstances = Pick<Settings, 'store' | 'compliance'> & {
  person: Awaited<ReturnType<typeof lockOwnerOfId>>;
  /** The store-local day on which the goods leave. */
  today: Temporal.PlainDate;
  owed: number;
};

/**
 * Names an order that is not packed or has missing units, units in its bag that are no longer the order's, a banned
 * customer, an ID that does not prove the age (a walk-in's was checked the same day), less cash than is due, another cash
 * due than the page showed, and more than a person may take home.
 */
export async function judgeHandOver(
  tx: Transaction,
  order: LockedOrder,
  input: HandOverInput,
  { person, today, store, compliance, owed }: Circumstances,
): Promise<Result<Allowed, CounterProblem>> {
  const items = await tx.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  const needsId = items.some((item) => item.requiresId || item.productType === 'cannabis');
  const day = { today, store, compliance };
  const id = needsId ? await idOf(tx, order, input, day) : null;
  const picker = person?.ok ? person.value : null;
  const problem: CounterProblem = {
    kind: 'counter',
    notPacked: order.status !== 'ready',
    missing: await missingLines(tx, order.id),
    toPack: await linesToPack(tx, order),
    takeOut: (await readUnitsOut(tx, [order.id])).get(order.id) ?? [],
    ban: await banOf(tx, order.userId),
    id: [...(id && !id.ok ? id.problem : []), ...(person && !person.ok ? [person.problem] : [])],
    limit:
      (needsId ? await overLimit(tx, order.userId, NO_USAGE, day) : null) ??
      (picker === null ? null : await overLimit(tx, picker, usageOf(items), day, order.id)),
    cash: checkCash(input.cashReceived, owed, input.owed),
  };
  if (speaksAgainst(problem) || input.cashReceived === null || (id && !id.ok)) return refuse(problem);
  return succeed({ id: id?.value ?? null, picker, owed, cashReceived: input.cashReceived });
}

function speaksAgainst({
  notPacked,
  missing,
  toPack,
  takeOut,
  ban,
  id,
  limit,
  cash,
}: CounterProblem): boolean {
  if (notPacked || ban !== null || limit !== null || cash !== null) return true;
  return missing.length + toPack.length + takeOut.length + id.length > 0;
}

/** The ID check that the order needs; null if a walk-in's was accepted the same day. */
async function idOf(
  tx: Transaction,
  order: LockedOrder,
  input: HandOverInput,
  { today, store, compliance }: Pick<Settings, 'store' | 'compliance'> & { today: Temporal.PlainDate },
) {
  const holder = order.pickupName ?? order.userName;
  if (!order.isWalkIn) return checkId(input, today, compliance.minimumAge, holder, order.userName);
  const accepted = await acceptedIdOf(tx, order.id, asDate(startOfDay(today, store.zone)));
  // Another ID cannot replace the one that a walk-in's limits count for.
  return accepted === null ? TOO_OLD : null;
}

const TOO_OLD = refuse([{ kind: 'id-check-too-old' }] satisfies IdProblem[]);

/**
 * Locks the account that the limits of the ID count for, and then its license and that of the order's customer, who both
 * must stay within them; null as `ownerOfShown`. Refuses an ID without a number, and one of a banned account.
 */
export async function lockOwnerOfId(
  tx: Transaction,
  orderId: string,
  input: HandOverInput,
  today: Temporal.PlainDate,
) {
  const [order] = await tx
    .select({
      userId: orders.userId,
      status: orders.status,
      pickupName: orders.pickupName,
      userName: orders.userName,
      isWalkIn: orders.isWalkIn,
      needsId: sql<boolean>`exists (select from ${orderItems} as item
        where item.order_id = orders.id and (item.requires_id or item.product_type = 'cannabis'))`,
    })
    .from(orders)
    .where(eq(orders.orderId, orderId));
  if (!order?.needsId || hasEnded(order.status)) return null;
  const owner = await ownerOfShown(tx, order, input, today);
  await lockLicenses(tx, [order.userId, owner?.ok ? owner.value : null]);
  return owner;
}

/**
 * The locked account of the ID; null for a walk-in, which owns one already, and for a form without the field, unless another
 * adult than the customer comes.
 */
function ownerOfShown(
  tx: Transaction,
  order: { pickupName: string | null; userName: string; isWalkIn: boolean },
  { nameMatches, idIssuer, idKind, idNumber }: HandOverInput,
  today: Temporal.PlainDate,
) {
  if (order.isWalkIn) return null;
  const isOther = order.pickupName !== null && order.pickupName !== order.userName;
  if (idNumber === undefined && (!isOther || nameMatches === 'customer')) return null;
  return lockAccountOfId(tx, { idKind, idIssuer, idNumber }, today);
}

/** Locks the account that the limits of an ID count for on the day. Refuses as `ownerOfId`. */
export async function lockAccountOfId(
  tx: Transaction,
  { idKind, idIssuer, idNumber = '' }: Pick<HandOverInput, 'idKind' | 'idIssuer' | 'idNumber'>,
  today: Temporal.PlainDate,
) {
  const issuer = issuerOf({ idKind, idIssuer }) ?? idIssuer;
  const owner = await ownerOfId(tx, { issuer, number: idNumber }, today);
  if (owner.ok) await lockProfile(tx, owner.value);
  return owner;
}

async function banOf(tx: Transaction, userId: string): Promise<CounterProblem['ban']> {
  const [customer] = await tx
    .select({ isBanned: customerProfiles.isBanned, reason: customerProfiles.banReason })
    .from(customerProfiles)
    .where(eq(customerProfiles.userId, userId));
  return customer?.isBanned ? { reason: customer.reason } : null;
}

/** Returns the limits that this order and everything else that counts today exceed; null if within them. */
async function overLimit(
  tx: Transaction,
  userId: string,
  more: LimitUsage,
  { today, store, compliance }: Pick<Settings, 'store' | 'compliance'> & { today: Temporal.PlainDate },
  exceptOrder: string | null = null,
): Promise<LimitProblem | null> {
  const [dayStart, dayEnd] = [today, today.add({ days: 1 })].map((day) =>
    asDate(startOfDay(day, store.zone)),
  ) as [Date, Date];
  const { usage } = await purchasesCountingToday(tx, userId, dayStart, { dayEnd, exceptOrder });
  const within = checkUsage(addUsage(usage, more), NO_USAGE, compliance);
  return within.ok ? null : within.problem;
}
