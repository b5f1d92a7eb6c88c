/** Tests which errors a refused refund shows, and in which order. */
import { describe, expect, test } from 'vitest';
import { readForm } from '#platform/requests/form.ts';
import { refundForm, refundQuestion, wantedRefund, withUnits } from './refund-form.ts';

const taxParts = [{ ruleId: 'r', name: 'Estimated Tax', rate: 1200, base: 9000, amount: 1080 }];
const line = (id: string, left: number) => ({
  id,
  productId: 1,
  productName: 'Kestrel',
  productType: 'cannabis',
  quantity: 2,
  unitPrice: 4500,
  tax: 1080,
  taxParts,
  left,
});
const given = {
  itemId: 'a',
  productId: 1,
  name: 'Kestrel',
  quantity: 2,
  amount: 9000,
  tax: 1080,
  taxParts,
};

describe('a refund without a reason', () => {
  const refusedFor = (units: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ version: '1', reason: '', ...units })) form.set(name, value);
    const read = readForm(form, refundForm);
    const order = { lines: [line('a', 0), line('b', 2)], before: [given] };
    const wanted = wantedRefund(form, ['a', 'b']);
    if (!wanted.ok) throw new Error(wanted.problem.kind);
    return Object.entries(withUnits(read.refused(), order, wanted.value).errors);
  };
  const reason = ['reason', ['Enter a reason. It is saved with the order.']];

  test('and without units reports the units first, as on the screen, at a line with some left', () => {
    const units = ['units-b', ['Choose the units to refund.']];
    expect(refusedFor({ 'units-a': '0', 'units-b': '0' })).toEqual([units, reason]);
  });

  test('and with too many units reports both', () => {
    expect(refusedFor({ 'units-b': '3' })).toEqual([['units-b', ['At most 2 units are left.']], reason]);
  });

  test.each<Record<string, string>>([{ whole: '1' }, { 'units-b': '1' }])(
    'and with enough units (%o) reports only the reason',
    (units) => {
      expect(refusedFor(units)).toEqual([reason]);
    },
  );
});

test('a refund asks for confirmation with its amount, and again if the amount changes', () => {
  const cash = { total: 20_160, paid: 20_160, refunded: 10_080, returned: 10_080 };
  const order = { lines: [line('a', 0), line('b', 2)], before: [given], cash };
  const asked = refundQuestion(order, new Map([['b', 1]]), false, null);
  expect(asked).toEqual({
    message: 'Give the customer $50.40 in cash? A refund cannot be undone.',
    amount: 5040,
  });
  expect(refundQuestion(order, new Map([['b', 1]]), false, '5040')).toBeNull();
  expect(refundQuestion(order, 'all', false, '5040')?.amount).toBe(10_080);
  // Units that are refused are no question.
  expect(refundQuestion(order, new Map([['b', 3]]), false, null)).toBeNull();
});

test('a refund asks about the cash as it is rounded, and the last one about what is left of the cash paid', () => {
  const cash = { total: 20_162, paid: 20_160, refunded: 10_081, returned: 10_080 };
  const order = { lines: [{ ...line('b', 2), tax: 1081, quantity: 2 }], before: [], cash };
  expect(refundQuestion(order, new Map([['b', 1]]), true, null)?.amount).toBe(5040);
  expect(refundQuestion(order, new Map([['b', 1]]), true, '5041')?.message).toContain('$50.40');
  expect(refundQuestion(order, 'all', true, null)?.amount).toBe(10_080);
});

test('a refund is of units or of an amount, not of both', () => {
  const wantedOf = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return wantedRefund(form, ['a']);
  };
  expect(wantedOf({ 'units-a': '0', amount: ' $2.50 ' })).toEqual({ ok: true, value: { amount: 250 } });
  expect(wantedOf({ amount: 'two' })).toEqual({ ok: true, value: { amount: null } });
  const chosen: Record<string, string>[] = [{ whole: '1' }, { 'units-a': '1' }];
  for (const units of chosen)
    expect(wantedOf({ ...units, amount: '2.50' })).toEqual({
      ok: false,
      problem: { kind: 'units-and-amount' },
    });
});
