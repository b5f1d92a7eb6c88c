/** The checkout form: what a browser sends, read once and strictly: none of it is believed. */
import { isUuid } from '#kernel/ids.ts';
import { type CartLine, readCart } from './cart.ts';
import type { CheckoutProblem } from './checkout-rules.ts';

export type CheckoutForm = {
  /** UUID of this attempt; empty when what was sent is none. */
  key: string;
  lines: CartLine[];
  reservationId: string | null;
  /** ISO instant. */
  slotStartsAt: string | null;
  /** As typed; shown again when the form comes back. */
  birthDate: string | null;
  /** Cents the customer saw. */
  expectedTotal: number | null;
  /** Whether the customer wants the same items a second time. */
  again: boolean;
};

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?Z$/;

/** Reads the form; what is malformed counts as missing. */
export function readCheckoutForm(form: FormData): CheckoutForm {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const slot = text('slot');
  const birthDate = text('birthDate');
  const reservationId = text('reservation');
  const expectedTotal = text('expectedTotal');
  return {
    key: isUuid(text('key')) ? text('key') : '',
    lines: readCart(text('lines')),
    reservationId: isUuid(reservationId) ? reservationId : null,
    slotStartsAt: INSTANT.test(slot) ? slot : null,
    birthDate: birthDate !== '' && birthDate.length <= 10 ? birthDate : null,
    expectedTotal: /^\d{1,10}$/.test(expectedTotal) ? Number(expectedTotal) : null,
    again: text('again') === 'yes',
  };
}

/** Which part of the form a problem belongs to; null for the whole of it. */
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

/** 400 for a form that is none of ours, 422 for what the customer has to fill in, 409 for what the shop's state no longer allows. */
export function statusOf(problem: CheckoutProblem): number {
  switch (problem.kind) {
    case 'key-missing':
      return 400;
    case 'pickup-time-missing':
    case 'birth-date-missing':
    case 'under-age':
    case 'cart-empty':
    case 'over-limit':
    case 'too-much-held':
      return 422;
    case 'not-signed-in':
      return 401;
    case 'banned':
      return 403;
    case 'order-failed':
      return 503;
    default:
      return 409;
  }
}
