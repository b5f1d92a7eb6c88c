import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAXIMUM_LINES } from '#core/sales/checkout/cart.ts';
import type { CheckoutProblem } from '#core/sales/checkout/checkout-rules.ts';
import { cents } from '#kernel/money.ts';
import { refusalInit } from '#shop/kit/answer-of.ts';
import { answerTo, fieldOf, type Refusal, readCheckoutForm, totalToSend } from './checkout-form.ts';

const key = '0197a3a0-0000-7000-8000-000000000001';

function formOf(values: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

describe('the checkout form', () => {
  test('is parsed completely', () => {
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
      reservationIds: [],
      slotStartsAt: '2026-06-06T18:00:00Z',
      birthDate: '1990-02-28',
      expectedTotal: 12_319,
      again: false,
      customerNote: '',
      pickupName: '',
    });
  });

  test('names each reservation once, and no more of them than a cart has room for', () => {
    const form = formOf({ key });
    for (const id of [key, key, key.toUpperCase(), 'x']) form.append('reservation', id);
    expect(readCheckoutForm(form).reservationIds).toEqual([key]);
    for (let at = 100; at < 200; at++) form.append('reservation', key.slice(0, -3) + at);
    expect(readCheckoutForm(form).reservationIds).toHaveLength(MAXIMUM_LINES);
  });

  test('treats malformed fields as missing', () => {
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
      reservationIds: [],
      slotStartsAt: null,
      birthDate: null,
      expectedTotal: null,
      again: false,
      customerNote: '',
      pickupName: '',
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

  test('shows a problem at the field that can fix it', () => {
    expect(fieldOf({ kind: 'slot-full' })).toBe('pickup');
    expect(fieldOf({ kind: 'under-age', minimum: 21 })).toBe('birthDate');
    expect(fieldOf({ kind: 'not-available', lines: [] })).toBe('lines');
    expect(fieldOf({ kind: 'order-failed' })).toBeNull();
  });
});

describe('a browser’s input', () => {
  test.each([
    ['2026-06-06T18:00Z', true],
    ['2026-06-06T18:00:00Z', true],
    ['2026-06-06T18:00:00.123456789Z', true],
    [' 2026-06-06T18:00:00Z ', true],
    ['2026-06-06T18:00:00.1234567890Z', false],
    ['2026-06-06T18:00:00.Z', false],
    ['2026-06-06T18:00:00', false],
    ['2026-06-06T18:00:00+01:00', false],
    ['x2026-06-06T18:00:00Z', false],
    ['2026-06-06T18:00:00Zx', false],
    ['2026-6-6T18:00Z', false],
  ])('%s as a slot: %s', (slot, taken) => {
    expect(readCheckoutForm(formOf({ slot })).slotStartsAt).toBe(taken ? slot.trim() : null);
  });

  test('names reservations by their ids', () => {
    const form = formOf({ reservation: ` ${key} ` });
    form.append('reservation', 'ORD001');
    expect(readCheckoutForm(form).reservationIds).toEqual([key]);
  });

  test('returns a birth date as typed, unless no one could have typed it', () => {
    expect(readCheckoutForm(formOf({ birthDate: ' 02/28/1990' })).birthDate).toBe('02/28/1990');
    expect(readCheckoutForm(formOf({ birthDate: '02/28/19901' })).birthDate).toBeNull();
    expect(readCheckoutForm(formOf({ birthDate: '  ' })).birthDate).toBeNull();
  });

  test.each([
    ['0', 0],
    ['9999999999', 9_999_999_999],
    ['10000000000', null],
    ['12.5', null],
    ['-1', null],
    ['x1', null],
    ['1x', null],
    ['', null],
  ])('parses an expected total of %j as %j', (expectedTotal, read) => {
    expect(readCheckoutForm(formOf({ expectedTotal })).expectedTotal).toBe(read);
  });

  test('treats a file instead of text as missing', () => {
    const form = new FormData();
    for (const name of ['key', 'lines', 'slot', 'birthDate', 'expectedTotal', 'reservation', 'again']) {
      form.set(name, new File(['x'], 'x'));
    }
    expect(readCheckoutForm(form)).toEqual({
      key: '',
      lines: [],
      reservationIds: [],
      slotStartsAt: null,
      birthDate: null,
      expectedTotal: null,
      again: false,
      customerNote: '',
      pickupName: '',
    });
  });
});

test.each<[CheckoutProblem, ReturnType<typeof fieldOf>, number]>([
  [{ kind: 'not-signed-in' }, null, 401],
  [{ kind: 'banned' }, null, 403],
  [{ kind: 'cart-empty' }, null, 422],
  [{ kind: 'pickup-time-missing' }, 'pickup', 422],
  [{ kind: 'birth-date-missing', minimum: 21 }, 'birthDate', 422],
  [{ kind: 'under-age', minimum: 21 }, 'birthDate', 422],
  [{ kind: 'slot-unavailable' }, 'pickup', 409],
  [{ kind: 'slot-full' }, 'pickup', 409],
  [{ kind: 'not-available', lines: [] }, 'lines', 409],
  [{ kind: 'over-limit', problem: { kind: 'content-unknown', name: 'Haze' } }, 'lines', 409],
  [{ kind: 'price-changed', before: cents(1), now: cents(2) }, 'lines', 409],
  [{ kind: 'cart-changed' }, null, 409],
  [{ kind: 'order-failed' }, null, 503],
])('%j appears at %s with status %i', (problem, field, status) => {
  expect(fieldOf(problem)).toBe(field);
  expect(refusalInit(problem).status).toBe(status);
});

test('a total that was agreed to is sent again after a refusal about something else, and a new one only once it was named', () => {
  const form = readCheckoutForm(formOf({ expectedTotal: '7068', lines: '19:2' }));
  const refusalAt = (field: Refusal['field']) =>
    answerTo(form, form.key, { message: '', field, offersRest: false, offersAgain: false }).typed;
  const view = { input: '19:2', total: 8588 };
  expect(totalToSend(view, null)).toBe(8588);
  expect(totalToSend(view, refusalAt('pickup'))).toBe(7068);
  expect(totalToSend(view, refusalAt('lines'))).toBe(8588);
  expect(totalToSend({ ...view, input: '19:1' }, refusalAt('pickup'))).toBe(8588);
});
