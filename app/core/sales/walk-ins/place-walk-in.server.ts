/** Makes an order of a walk-in, in one transaction with the rules and locks of checkout, or changes nothing. */
import { eq } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { lockProfile } from '#core/accounts/customers/lock-customer.server.ts';
import { lockMenu, type MenuProduct } from '#core/goods/stock/lock-menu.server.ts';
import { takeFirstOut } from '#core/goods/stock/lots/lots.ts';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { holdSettings } from '#core/ground/settings/lock-settings.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { priceNotes } from '#core/sales/checkout/checkout-rules.ts';
import { lockLicenses } from '#core/sales/compliance/lock-licenses.server.ts';
import { purchasesCountingToday } from '#core/sales/compliance/purchases-queries.server.ts';
import { holdTaxRules, readTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { hoursNotice } from '#core/sales/orders/hand-over/hours-notice.ts';
import { WALK_IN } from '#core/sales/orders/hand-over/id-owner.server.ts';
import { writeIdCheck } from '#core/sales/orders/hand-over/write-id-check.server.ts';
import { NO_NOTES } from '#core/sales/orders/order-notes.ts';
import { type Quote, quote } from '#core/sales/orders/quote.ts';
import { writeOrder } from '#core/sales/orders/write-order.server.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import { type Transaction, together } from '#db/client.ts';
import { walkIns } from '#db/schema/walk-ins.ts';
import { isUuid, newId } from '#kernel/ids.ts';
import { cents } from '#kernel/money.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, startOfDay, storeDate, systemClock } from '#kernel/time.ts';
import { type LockedWalkIn, lockWalkIn, numberOf } from './lock-walk-in.server.ts';
import { checkWalkIn, linesOf, type WalkInProblem } from './walk-in.ts';

/** `repeated`: it was this order already. `scans` are the units to pack by their codes. */
export type PlacedWalkIn = {
  orderId: string;
  repeated: boolean;
  scans: { key: string; text: string }[];
};
type Outcome = Result<PlacedWalkIn, WalkInProblem>;

/**
 * Returns the order's number; any number of presses makes one order. Refuses: outside the store's hours, an ID that was
 * checked on an earlier day, and what checkout refuses: units, limits, a total that changed. A pause of the shop refuses
 * nothing here.
 * @param expectedTotal the total on the screen, in cents
 */
export async function placeWalkIn(
  actor: Actor,
  { id, expectedTotal }: { id: string; expectedTotal: number },
  now = systemClock(),
): Promise<Outcome> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  const [known, knownRules] = await Promise.all([readSettings(), readTaxRules()]);
  return asStaff<Outcome>(async (tx, staff) => {
    const [settings, rules] = await together(holdSettings(tx, known), holdTaxRules(tx, knownRules));
    const { zone } = settings.store;
    const today = storeDate(now, zone);
    const day = today.toString();
    if (!isUuid(id)) return refuse({ kind: 'not-found' });
    const [seen] = await tx.select({ userId: walkIns.userId }).from(walkIns).where(eq(walkIns.id, id));
    if (!seen) return refuse({ kind: 'not-found' });
    // Two walk-ins with one ID come one after the other, as two checkouts of one customer do.
    await lockProfile(tx, seen.userId);
    const locked = await lockWalkIn(tx, id);
    if (!locked.ok) return locked;
    await lockLicenses(tx, [seen.userId]);
    const walkIn = locked.value;
    if (walkIn.orderId !== null) {
      const orderId = await numberOf(tx, walkIn.orderId);
      return succeed({ orderId, repeated: true, scans: scansOf(walkIn) });
    }
    const closed = hoursNotice(pickupPolicy(settings), now);
    if (closed !== null) return refuse({ kind: 'closed', words: closed });
    if (walkIn.createdAt < asDate(startOfDay(today, zone))) return refuse({ kind: 'not-found' });
    const wanted = linesOf(walkIn.units);
    const menu = await lockMenu(tx, wanted, { settings, now }, { person: seen.userId });
    const { usage } = await purchasesCountingToday(tx, seen.userId, asDate(startOfDay(today, zone)));
    const lines = wanted.flatMap(({ productId, quantity }) => {
      const product = menu.get(productId);
      return product ? [{ ...product, quantity }] : [];
    });
    if (lines.length < wanted.length) return refuse({ kind: 'not-on-menu', name: 'A product' });
    const decision = checkWalkIn(lines, { today: day, alreadyToday: usage, limits: settings.compliance });
    if (!decision.ok) return decision;
    const money = quote(lines, rules, today);
    if (money.total !== expectedTotal)
      return refuse({
        ...{ kind: 'price-changed', before: cents(expectedTotal), now: money.total },
        why: priceNotes(lines),
      });
    const orderId = await write(tx, staff, { walkIn, lines, money, day, now });
    return succeed({ orderId, repeated: false, scans: scansOf(walkIn) });
  });
}

type Decided = {
  walkIn: LockedWalkIn;
  lines: readonly (MenuProduct & { quantity: number })[];
  money: Quote;
  /** Store-local yyyy-mm-dd. */
  day: string;
  now: Temporal.Instant;
};

async function write(tx: Transaction, staff: SignedIn, decided: Decided): Promise<string> {
  const { walkIn, lines, money, day, now } = decided;
  const id = newId();
  const { orderId } = await writeOrder(tx, {
    id,
    userId: walkIn.userId,
    userEmail: '',
    userName: WALK_IN,
    // The ID proved the age; the date is not stored.
    birthDate: null,
    pickupStartsAt: null,
    pickupEndsAt: null,
    lines: lines.map(({ name, quantity, lots, ...line }) => ({
      ...line,
      productName: name,
      shares: takeFirstOut(lots, quantity, day).shares,
    })),
    quote: money,
    notes: NO_NOTES,
    held: null,
    confirmedBy: staff.userId,
    isWalkIn: true,
  });
  await writeIdCheck(tx, id, walkIn);
  await tx
    .update(walkIns)
    .set({ orderId: id, touchedAt: asDate(now) })
    .where(eq(walkIns.id, walkIn.id));
  await recordAudit(tx, staff, {
    action: 'order.created',
    subject: 'order',
    subjectId: id,
    after: { status: 'confirmed', paymentStatus: 'pending', totalInCents: money.total },
  });
  return orderId;
}

const scansOf = ({ units }: LockedWalkIn) =>
  units.flatMap(({ key, code }) => (code === null ? [] : [{ key, text: code }]));
