import { expect, test } from 'vitest';
import { paymentForm, statusForm } from '#office/orders/order-status-form.ts';
import { bulkWords, needsReason, type StatusProblem, statusMessage } from './order-status.ts';

test('the result of a bulk change is listed order by order', () => {
  const outcome = {
    changed: ['ORD001', 'ORD002'],
    already: ['ORD003'],
    refused: [{ orderId: 'ORD004', problem: { kind: 'not-found' } satisfies StatusProblem }],
  };
  expect(bulkWords(outcome, 'packing')).toEqual({
    title: '2 orders updated.',
    changed: ['ORD001', 'ORD002'],
    others: [
      { orderId: 'ORD003', why: 'It is already ‘Packing’.', isShort: false },
      { orderId: 'ORD004', why: 'Order not found.', isShort: false },
    ],
  });
  expect(bulkWords({ changed: ['ORD001'], already: [], refused: [] }, 'ready').title).toBe(
    '1 order updated.',
  );
});

test('every refusal starts with the specification’s words and continues with its own', () => {
  const problems: StatusProblem[] = [
    { kind: 'not-found' },
    { kind: 'stale' },
    { kind: 'no-such-step', from: 'pending', to: 'completed' },
    { kind: 'no-such-payment-step', from: 'refunded', to: 'paid' },
    { kind: 'ended' },
    { kind: 'not-paid' },
    { kind: 'hand-over-only' },
    { kind: 'reason-missing' },
    { kind: 'units-missing', lines: [{ productId: 7, name: 'Kestrel', missing: 2 }] },
    { kind: 'refund-only' },
  ];
  const said = problems.map(statusMessage);
  expect(new Set(said).size).toBe(problems.length);
  for (const message of said) expect(message).toMatch(/^Failed to update status\. [A-Z].+\.$/);
  expect(statusMessage({ kind: 'not-allowed' })).toBe(
    'Failed to update status. Your account cannot do this. Ask an admin.',
  );
  expect(said[2]).toContain('cannot change from ‘Reserved’ to ‘Completed’');
  expect(said[3]).toContain('cannot change from ‘Refunded’ to ‘Paid’');
  for (const to of ['packing', 'ready'] as const)
    expect(statusMessage({ kind: 'no-such-step', from: 'pending', to })).toContain('Confirm it first.');
});

test('canceling and refunding need a reason, and other steps do not', () => {
  expect(
    ['cancelled', 'refunded', 'no_show', 'confirmed', 'paid'].filter((to) => needsReason(to as 'paid')),
  ).toEqual(['cancelled', 'refunded']);
});

test('the forms accept existing statuses and the version staff have seen', () => {
  expect(statusForm.parse({ status: 'ready', version: '4' })).toEqual({
    status: 'ready',
    version: 4,
    reason: '',
  });
  expect(paymentForm.parse({ payment: 'paid', version: '4', reason: ' r ' })).toEqual({
    payment: 'paid',
    version: 4,
    reason: 'r',
  });
  for (const wrong of [
    { status: 'lost' },
    { version: '0' },
    { version: '' },
    { reason: 'x'.repeat(501) },
    { reason: '\ud800' },
  ]) {
    expect(statusForm.safeParse({ status: 'ready', version: '4', ...wrong }).success).toBe(false);
    if (!('status' in wrong))
      expect(paymentForm.safeParse({ payment: 'paid', version: '4', ...wrong }).success).toBe(false);
  }
});
