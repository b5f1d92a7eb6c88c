/**
 * Submits a reservation ('Mark Submitted → Create Order'): staff turn a pending reservation into a confirmed
 * order and request its receipt. The units are already held; locks follow the order in docs/locks.md.
 */

import { promisedMoney } from '#core/goods/discounts/discount.ts';
import { lockMenu, type MenuProduct } from '#core/goods/stock/lock-menu.server.ts';
import { takeFirstOut } from '#core/goods/stock/lots/lots.ts';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { holdSettings } from '#core/ground/settings/lock-settings.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { needsBirthDate } from '#core/sales/compliance/age-rule.ts';
import { purchasesCountingToday } from '#core/sales/compliance/purchases-queries.server.ts';
import { holdTaxRules, readTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { NO_NOTES } from '#core/sales/orders/order-notes.ts';
import { quote } from '#core/sales/orders/quote.ts';
import { askForReceipt } from '#core/sales/orders/receipts/ask-for-receipt.server.ts';
import {
  type LockedReservation,
  lockReservation,
} from '#core/sales/orders/reservations/lock-reservation.server.ts';
import { writeOrder } from '#core/sales/orders/write-order.server.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import { takeSlot } from '#core/sales/pickup/take-slot.server.ts';
import { type Transaction, together } from '#db/client.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import {
  asDate,
  instantOf,
  parseDate,
  readInstant,
  startOfDay,
  storeDate,
  systemClock,
} from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { checkSubmit, isInfoMissing, type SubmitProblem } from './submit-rules.ts';

/** `repeated`: the reservation was already this order, so nothing changed. */
type Outcome = Result<{ orderId: string; repeated: boolean }, SubmitProblem>;

/**
 * Returns the order's number; any number of clicks by any number of people creates one order. Refuses: actors
 * without permission to manage pickups, reservations that are not pending, and whatever checkout would refuse
 * the customer, an order without a pickup time included. The order costs the reserved price, or less.
 * @param wanted `slotStartsAt` is the ISO instant of the slot that staff chose; null for the reservation's own time
 */
export async function submitReservation(
  actor: Actor,
  { reservationId, slotStartsAt }: { reservationId: string; slotStartsAt: string | null },
  now = systemClock(),
): Promise<Outcome> {
  const asStaff = staffTransaction(actor, 'pickups.manage', refuse({ kind: 'not-allowed' }));
  const [known, knownRules] = await Promise.all([readSettings(), readTaxRules()]);
  return asStaff<Outcome>(async (tx, actor, abandon) => {
    const [settings, rules] = await together(holdSettings(tx, known), holdTaxRules(tx, knownRules));
    const policy = pickupPolicy(settings);
    const { zone } = policy;
    const today = storeDate(now, zone);
    const locked = await lockReservation(tx, reservationId);
    if (!locked) return refuse({ kind: 'not-found' });
    const { reservation, customer } = locked;
    if (locked.orderId) return succeed({ orderId: locked.orderId, repeated: true });
    const { userId, productId, quantity, status } = reservation;
    if (status !== 'pending') return refuse({ kind: 'not-pending', status });
    const buyer = { person: userId, own: [reservation.id] };
    const menu = await lockMenu(tx, [{ productId, quantity }], { settings, now }, buyer);
    const product = menu.get(productId);
    const info = { userId, email: customer.email, retailPrice: product?.unitPrice ?? null, quantity };
    if (!product || isInfoMissing(info)) return refuse({ kind: 'missing-info' });

    const line = { ...product, ...promisedMoney(reservation, product), quantity };
    const dayStart = asDate(startOfDay(today, zone));
    const already = await purchasesCountingToday(tx, userId, dayStart, {
      exceptReservations: [reservation.id],
      othersHold: true,
    });
    const birth = customer.birthDate ? parseDate(customer.birthDate) : null;
    const decision = checkSubmit({
      line,
      pickup: slotStartsAt === null ? ownTime(reservation) : readInstant(slotStartsAt),
      isBanned: customer.isBanned,
      isRejected: customer.isVerifiedOver21 === false,
      birth,
      today,
      now,
      policy,
      minimumAge: settings.compliance.minimumAge,
      limits: settings.compliance,
      alreadyToday: already.usage,
    });
    if (!decision.ok) return decision;
    const { slot, day } = decision.value;
    const money = quote([line], rules, today);
    const id = newId();
    const { orderId } = await writeOrder(tx, {
      id,
      userId,
      userEmail: customer.email,
      userName: customer.fullName,
      birthDate: needsBirthDate([line]) ? (birth?.toString() ?? null) : null,
      pickupStartsAt: asDate(slot.startsAt),
      pickupEndsAt: asDate(slot.endsAt),
      lines: [{ ...draftOf(product), shares: takeFirstOut(product.lots, quantity, day).shares }],
      quote: money,
      notes: NO_NOTES,
      held: [reservation.id],
      confirmedBy: actor.userId,
    });
    await askForReceipt(tx, { id, version: 1 }, actor.userId);
    await recordSubmission(tx, actor, { id, orderId, reservation, total: money.total });
    await announce(tx, 'reservations');
    // Last, because every order for this slot waits here for the one before.
    if (!(await takeSlot(tx, asDate(slot.startsAt), policy.capacity)))
      return abandon(refuse({ kind: 'slot-full' }));
    return succeed({ orderId, repeated: false });
  });
}

const draftOf = ({ productId, name, unitPrice: _, isOnMenu: __, lots: ___, ...rest }: MenuProduct) => ({
  productId,
  productName: name,
  ...rest,
});

const ownTime = ({ pickupTime }: LockedReservation) => pickupTime && instantOf(pickupTime);

function recordSubmission(
  tx: Transaction,
  actor: SignedIn,
  made: { id: string; orderId: string; reservation: LockedReservation; total: number },
): Promise<void> {
  const { id, orderId, reservation, total } = made;
  return recordAudit(tx, actor, [
    {
      action: 'order.created',
      subject: 'order',
      subjectId: id,
      after: { status: 'confirmed', paymentStatus: 'pending', totalInCents: total },
    },
    {
      action: 'reservation.submitted',
      subject: 'reservation',
      subjectId: reservation.id,
      before: { status: reservation.status },
      after: { status: 'confirmed', order: orderId },
    },
  ]);
}
