import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldOf, readCheckoutForm, statusOf } from './checkout-form.ts';

const key = '0197a3a0-0000-7000-8000-000000000001';

function formOf(values: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

describe('the checkout form', () => {
  test('is read whole', () => {
    const sent = {
      key,
      lines: '12:2.57:1',
      slot: '2026-06-06T18:00:00Z',
      birthDate: '1990-02-28',
      expectedTotal: '12319',
    };
    expect(readCheckoutForm(formOf(sent))).toEqual({
      key,
      lines: [
        { productId: 12, quantity: 2 },
        { productId: 57, quantity: 1 },
      ],
      reservationId: null,
      slotStartsAt: '2026-06-06T18:00:00Z',
      birthDate: '1990-02-28',
      expectedTotal: 12_319,
    });
  });

  test('takes what is malformed for missing', () => {
    const sent = {
      key: 'x',
      lines: '<',
      slot: 'tomorrow',
      birthDate: 'in the nineties',
      expectedTotal: '1e9',
      reservation: '1',
    };
    expect(readCheckoutForm(formOf(sent))).toEqual({
      key: '',
      lines: [],
      reservationId: null,
      slotStartsAt: null,
      birthDate: null,
      expectedTotal: null,
    });
  });

  test('never throws, whatever is sent', () => {
    const names = fc.constantFrom('key', 'lines', 'slot', 'birthDate', 'expectedTotal', 'reservation');
    fc.assert(
      fc.property(fc.dictionary(names, fc.string({ unit: 'binary' })), (sent) => {
        expect(() => readCheckoutForm(formOf(sent))).not.toThrow();
      }),
    );
  });

  test('shows a problem at the field that can solve it', () => {
    expect(fieldOf({ kind: 'slot-full' })).toBe('pickup');
    expect(fieldOf({ kind: 'under-age', minimum: 21 })).toBe('birthDate');
    expect(fieldOf({ kind: 'not-available', lines: [] })).toBe('lines');
    expect(fieldOf({ kind: 'order-failed' })).toBeNull();
  });

  test('answers 422 for what is missing and 409 for what has changed', () => {
    expect(statusOf({ kind: 'pickup-time-missing' })).toBe(422);
    expect(statusOf({ kind: 'slot-full' })).toBe(409);
    expect(statusOf({ kind: 'not-available', lines: [] })).toBe(409);
  });
});
