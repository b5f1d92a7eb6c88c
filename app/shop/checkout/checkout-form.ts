/** Parses the checkout form once and strictly: the browser's input is untrusted. */

import { type CartLine, MAXIMUM_LINES, readCart, writeCart } from '#core/sales/checkout/cart.ts';
import type { CheckoutProblem } from '#core/sales/checkout/checkout-rules.ts';
import type { OrderNotesTyped } from '#core/sales/orders/order-notes.ts';
import { isUuid } from '#kernel/ids.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';

export type CheckoutForm = {
  /** UUID of this attempt; empty if the browser sent no valid one. */
  key: string;
  lines: CartLine[];
  reservationIds: string[];
  /** ISO instant. */
  slotStartsAt: string | null;
  /** As typed; shown again when the form comes back. */
  birthDate: string | null;
  /** The total the customer saw, in cents. */
  expectedTotal: number | null;
  /** Whether the customer confirmed the same items a second time. */
  again: boolean;
} & OrderNotesTyped;

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?Z$/;

/** The text of an ISO instant; null for any other text. */
export const readInstantText = (text: string | null): string | null =>
  text !== null && INSTANT.test(text) ? text : null;

/** The reservations that the form or the address names, each once; as many as a cart has room for. */
export const readReservationIds = (given: Pick<FormData | URLSearchParams, 'getAll'>): string[] =>
  [...new Set(given.getAll('reservation').map((id) => String(id).trim().toLowerCase()))]
    .filter(isUuid)
    .slice(0, MAXIMUM_LINES);

/** Reads the form; malformed values count as missing. */
export function readCheckoutForm(form: FormData): CheckoutForm {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const birthDate = text('birthDate');
  const expectedTotal = text('expectedTotal');
  return {
    key: isUuid(text('key')) ? text('key') : '',
    lines: readCart(text('lines')),
    reservationIds: readReservationIds(form),
    slotStartsAt: readInstantText(text('slot')),
    birthDate: birthDate !== '' && birthDate.length <= 10 ? birthDate : null,
    expectedTotal: /^\d{1,10}$/.test(expectedTotal) ? Number(expectedTotal) : null,
    again: text('again') === 'yes',
    customerNote: text('customerNote'),
    pickupName: text('pickupName'),
  };
}

/** Which field a problem belongs to; null for the whole form. */
export function fieldOf(problem: CheckoutProblem): 'pickup' | 'birthDate' | 'lines' | null {
  switch (problem.kind) {
    case 'pickup-time-missing':
    case 'slot-full':
    case 'slot-unavailable':
    case 'expires-before-pickup':
      return 'pickup';
    case 'birth-date-missing':
    case 'under-age':
      return 'birthDate';
    case 'not-available':
    case 'over-limit':
    case 'too-much-held':
    case 'price-changed':
      return 'lines';
    default:
      return null;
  }
}

/** A refused checkout: the problem in words, and all entered values. */
export type Refusal = {
  message: string;
  field: ReturnType<typeof fieldOf>;
  /** Whether the page offers to continue with what is left. */
  offersRest: boolean;
  /** Whether it is a question: the same items were reserved a moment ago. */
  offersAgain: boolean;
};

/** The submitted values, with `lines` as in the cart's cookie: the cart itself may be empty by now. */
export type Typed = {
  lines: string;
  slotStartsAt: string | null;
  birthDate: string | null;
  /**
   * The total that they saw, in cents; null once a refusal was about it. Of the same lines, it is what they have agreed
   * to.
   */
  expectedTotal: number | null;
} & OrderNotesTyped;

/** The answer to a refused attempt; the loader runs again too, so slots, prices and stock are fresh. */
export type CheckoutAnswer = {
  key: string;
  typed: Typed;
  refusal: Refusal | null;
  /** What a guest typed about themselves, and what is wrong with that or with the notes; null when nothing is. */
  details: FormRefusal | null;
};

export function answerTo(
  { lines, slotStartsAt, birthDate, customerNote, pickupName, ...form }: CheckoutForm,
  key: string,
  refusal: Refusal | null,
): CheckoutAnswer {
  const expectedTotal = refusal?.field === 'lines' ? null : form.expectedTotal;
  const typed = { lines: writeCart(lines), slotStartsAt, birthDate, expectedTotal, customerNote, pickupName };
  return { key, typed, refusal, details: null };
}

/**
 * The total that the form sends: after a refusal about something else the one that was agreed to, so that a new one is
 * not sent unnoticed.
 */
export const totalToSend = (view: { input: string; total: number }, typed: Typed | null): number =>
  typed?.lines === view.input ? (typed.expectedTotal ?? view.total) : view.total;
