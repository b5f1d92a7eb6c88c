/**
 * Decides whether a reservation that staff submit may become an order, and words each refusal (specification
 * sections 5 and 8). The rules are those of checkout, except that staff choose.
 */
import type { Temporal } from 'temporal-polyfill';
import { dayLabel, unitsGoodOn } from '#core/goods/stock/lots/lots.ts';
import { type AgeProblem, ageMessage, checkAge, needsBirthDate } from '#core/sales/compliance/age-rule.ts';
import {
  checkLimits,
  type LimitProblem,
  limitMessageForStaff,
} from '#core/sales/compliance/purchase-limits.ts';
import { reservationStatusLabel } from '#core/sales/orders/reservations/reservation-status.ts';
import { offeredSlotAt, type Slot } from '#core/sales/pickup/slots.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { ReservationStatus } from '#kernel/statuses.ts';
import { storeDate } from '#kernel/time.ts';
import type { CheckoutFacts, CheckoutLine } from './checkout-rules.ts';

export const SUBMITTED = 'Order created and reservation submitted';
const MISSING_INFO = 'Missing reservation info.';

export type SubmitProblem =
  | Common<'not-allowed' | 'not-found'>
  | { kind: 'missing-info' }
  | { kind: 'not-pending'; status: ReservationStatus }
  | { kind: 'banned' }
  | { kind: 'rejected' }
  | { kind: 'age'; problem: AgeProblem }
  | { kind: 'not-on-menu'; name: string }
  | { kind: 'not-available'; name: string; available: number }
  | { kind: 'expires'; name: string; day: string }
  | { kind: 'over-limit'; problem: LimitProblem }
  | { kind: 'time-missing' }
  | { kind: 'slot-closed' }
  | { kind: 'slot-full' };

/** Without these fields there is nothing to order (specification section 5). Price in cents. */
export function isInfoMissing(info: {
  userId: string | null;
  email: string | null;
  retailPrice: number | null;
  quantity: number | null;
}): boolean {
  return !info.userId || !info.email?.includes('@') || !info.retailPrice || !info.quantity;
}

export type SubmitFacts = Pick<
  CheckoutFacts,
  'isBanned' | 'isRejected' | 'birth' | 'today' | 'now' | 'policy' | 'minimumAge' | 'limits' | 'alreadyToday'
> & {
  line: CheckoutLine & { isOnMenu: boolean };
  /** The pickup time that staff chose, or else the reservation's; null if neither is there. */
  pickup: Temporal.Instant | null;
};

/**
 * Checks whether the customer may have it: age, limits, lots that may be sold on the day, and an open slot at
 * the pickup time (staff may promise one sooner than the lead time). Returns the slot and the day,
 * store-local yyyy-mm-dd.
 */
export function checkSubmit(facts: SubmitFacts): Result<{ slot: Slot; day: string }, SubmitProblem> {
  const { line, pickup, policy, today } = facts;
  if (facts.isBanned) return refuse({ kind: 'banned' });
  if (!line.isOnMenu) return refuse({ kind: 'not-on-menu', name: line.name });
  if (facts.isRejected && needsBirthDate([line])) return refuse({ kind: 'rejected' });
  const ofAge = checkAge([line], facts.birth, today, facts.minimumAge);
  if (!ofAge.ok) return refuse({ kind: 'age', problem: ofAge.problem });
  if (!pickup) return refuse({ kind: 'time-missing' });
  const slot = offeredSlotAt({ ...policy, leadMinutes: 0 }, pickup, facts.now);
  if (!slot) return refuse({ kind: 'slot-closed' });
  const available = unitsGoodOn(line.lots, today.toString());
  if (available < line.quantity) return refuse({ kind: 'not-available', name: line.name, available });
  const day = storeDate(slot.startsAt, policy.zone).toString();
  if (unitsGoodOn(line.lots, day) < line.quantity) return refuse({ kind: 'expires', name: line.name, day });
  const within = checkLimits([line], facts.alreadyToday, facts.limits);
  return within.ok ? succeed({ slot, day }) : refuse({ kind: 'over-limit', problem: within.problem });
}

/** Whether another pickup time solves it. */
export const needsTime = ({ kind }: SubmitProblem): boolean =>
  kind === 'time-missing' || kind === 'slot-closed' || kind === 'slot-full' || kind === 'expires';

/** The specification's words, then the reason. */
export function submitMessage(problem: SubmitProblem): string {
  return problem.kind === 'missing-info'
    ? MISSING_INFO
    : `Could not submit reservation. ${reasonOf(problem)}`;
}

/** Shown to the second of two people who submit. */
export const alreadySubmitted = (orderId: string): string =>
  `This reservation is order ${orderId} already; nothing new was created.`;

function reasonOf(problem: Exclude<SubmitProblem, { kind: 'missing-info' }>): string {
  switch (problem.kind) {
    case 'not-pending':
      return `It is ‘${reservationStatusLabel[problem.status]}’; only a pending one becomes an order.`;
    case 'banned':
      return 'This customer is banned.';
    case 'rejected':
      return 'This customer’s age was rejected.';
    case 'age':
      return problem.problem.kind === 'birth-date-missing'
        ? `No birth date is on file for this customer, and the product requires ${problem.problem.minimum}+.`
        : ageMessage(problem.problem);
    case 'not-on-menu':
      return `${problem.name} is no longer on the menu.`;
    case 'not-available':
      return problem.available === 0
        ? `No lot on sale has ${problem.name}.`
        : `Only ${problem.available} of ${problem.name} are in a lot on sale.`;
    case 'expires':
      return `${problem.name} can no longer be handed out on ${dayLabel(problem.day)}.`;
    case 'over-limit':
      return limitMessageForStaff(problem.problem);
    case 'time-missing':
      return 'Choose a pickup time.';
    case 'slot-closed':
      return 'That pickup time is not open. Choose another.';
    case 'slot-full':
      return 'That pickup time is full. Choose another.';
    default:
      return commonMessage(problem, 'Reservation');
  }
}
